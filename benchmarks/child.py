"""Child processes that print one line of JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gesncd import processors

ROOT = Path(__file__).resolve().parent.parent
# Other people's methods use numba too.
ONE_THREAD = {**processors.ONE_THREAD, "NUMBA_NUM_THREADS": "1"}


class TimeLimit(Exception):  # noqa: N818 - reaching it is a result
    """A child took longer than it was given and was ended."""


def run_json(
    arguments: Sequence[str | Path], *, python: str | Path = sys.executable, limit: float
) -> dict[str, Any]:
    """What a Python child prints on its last line.

    Parameters
    ----------
    arguments
        Arguments of the interpreter.
    python
        The interpreter.
    limit
        Seconds after which the child is ended.

    Raises
    ------
    TimeLimit
        If it took longer.
    RuntimeError
        If it failed; the message ends with what it wrote last.
    """
    try:
        done = subprocess.run(
            [str(python), *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, **ONE_THREAD},
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TimeLimit(f"more than {limit:g} seconds") from None
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise RuntimeError(f"{' '.join(map(str, arguments))} failed: {last[0]}")
    result: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return result
