"""How ``python -m MODULE`` becomes a process that outlives whoever starts it.

The mechanism: command line, environment, session, log. It knows neither runs nor the queue;
which work is begun and when is :mod:`gesncd.runs.workers.launch`, and for tasks
:mod:`gesncd.runs.tasks.launch`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gesncd
from gesncd.processors import use_one_thread
from gesncd.runs.machine.home import Home


def start_worker(module: str, home: Home, work_id: str) -> subprocess.Popen[bytes]:
    """Start ``python -m MODULE --home FOLDER -- ID``, with the id's log as its output.

    Raises
    ------
    OSError
        If the process cannot be started.
    """
    with home.log(work_id).open("ab") as output:
        return subprocess.Popen(
            [sys.executable, "-m", module, "--home", str(home.path), "--", work_id],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=_import_folder(),
            env=_environment(),
            start_new_session=True,
        )


def start_spare(module: str) -> subprocess.Popen[bytes]:
    """Start ``python -m MODULE --wait``, which hears of its work on its standard input.

    Raises
    ------
    OSError
        If the process cannot be started.
    """
    return subprocess.Popen(
        [sys.executable, "-m", module, "--wait"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=_import_folder(),
        env=_environment(),
        start_new_session=True,
    )


def module_command(module: str, *arguments: str) -> dict[str, Any]:
    """What :func:`subprocess.run` is told to run ``python -m MODULE`` as workers are run."""
    return {
        "args": [sys.executable, "-m", module, *arguments],
        "cwd": _import_folder(),
        "env": _environment(),
    }


def _import_folder() -> Path:
    return Path(gesncd.__file__).resolve().parent.parent


def _environment() -> dict[str, str]:
    environment = dict(os.environ)
    use_one_thread(environment)
    paths = [str(_import_folder()), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return environment
