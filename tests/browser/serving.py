"""The app as a process, as ``streamlit run app.py`` starts it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    folder: Path, port: int | None = None, **environment: str
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The app with its runs and its log in a folder; the process and the address."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    home = {"GESNCD_HOME": str(folder / "home"), "OMP_NUM_THREADS": "1"}
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [*command, "--server.port", str(port)],
            cwd=ROOT,
            env={**os.environ, **home, **environment},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_until_served(url, process, folder / "log")
        yield process, url
    finally:
        process.terminate()
        process.wait(timeout=60)


def _wait_until_served(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=10).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"The app did not start:\n{log.read_text(errors='replace')[-2000:]}")
