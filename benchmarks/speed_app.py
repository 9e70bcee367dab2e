"""What a person at the app waits for: first paint, reruns, the first step of a run."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.child import ROOT, run_json
from benchmarks.speed_rows import Row, milliseconds
from gesncd.data import Dataset
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.launch import launch
from gesncd.runs.workers.spare import RESERVE
from gesncd.runs.workers.worker import work
from gesncd.search.events import Step
from gesncd.settings.run_settings import RunSettings
from gesncd.simulate import random_dag, simulate

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
_FIRST_STEP_S = 4.0

_RERUN = """
import json, os, sys, time

os.environ["GESNCD_SPARE_WORKER"] = "0"  # its start would disturb
from streamlit.testing.v1 import AppTest

app = AppTest.from_file("app.py", default_timeout=120)
app.query_params["run"] = sys.argv[1]
began = time.perf_counter()
app.run()
first = time.perf_counter() - began
assert not app.exception, app.exception
if sys.argv[2]:
    app.switch_page(sys.argv[2])
    app.run()
taken = []
for _ in range(int(sys.argv[3])):
    began = time.perf_counter()
    app.run()
    taken.append(time.perf_counter() - began)
assert not app.exception, app.exception
print(json.dumps({"first": first, "taken": taken, "elements": len(app.main)}))
"""


def pages(quick: bool) -> list[Row]:
    """Reruns of pages with a finished run of 20 variables that is loaded."""
    rows = []
    with temporary_home() as store:
        dataset = simulated(6, 200) if quick else simulated(20, 1000)
        run_id = queued(store, dataset, RunSettings(measure="rcd"))
        assert work(store, run_id) is RunState.FINISHED
        for name, page in (("Discover", ""), ("Runs", "pages/runs.py"), ("Data", "pages/data.py")):
            result = run_json(["-c", _RERUN, run_id, page, "3" if quick else "9"], limit=300)
            seconds = median(result["taken"])
            rows.append(
                Row(
                    f"rerun of the page {name}, run of {dataset.n_variables} variables loaded",
                    "< 200 ms",
                    f"{milliseconds(seconds)} (the first, with imports, {result['first']:.1f} s)",
                    seconds < 0.2,
                )
            )
    return rows


def first_paint(quick: bool) -> list[Row]:
    """From the server's start to the first heading in a browser."""
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    with temporary_home() as store, contextlib.ExitStack() as stack:
        page = None if browser is None else stack.enter_context(_open_page(browser))
        began = time.perf_counter()
        url = stack.enter_context(served(store))
        answered = time.perf_counter() - began
        if page is None:
            seconds, how = answered, "first answer of the server; no Chromium here"
        else:
            page.goto(url)
            page.get_by_role("heading").first.wait_for(timeout=60_000)
            seconds = time.perf_counter() - began
            how = f"first heading in Chromium; the server answers after {answered:.1f} s"
    met = None if page is None else seconds < 6
    return [Row("`make run`, installed, to first paint", "< 6 s", f"{seconds:.1f} s ({how})", met)]


def first_step(quick: bool) -> list[Row]:
    """From Run to the first step in the store, with and without a process in reserve."""
    seconds = {}
    dataset = simulated(6, 300) if quick else simulated(10, 1000)
    for reserve in (True, False):
        with temporary_home() as store:
            if reserve:
                RESERVE.keep_ready(store)
                time.sleep(5 if quick else 10)
            run_id = queued(store, dataset, RunSettings())
            began = time.perf_counter()
            launch(store, run_id)
            seconds[reserve] = until_first_step(store, run_id) - began
            store.request_stop(run_id)
            _wait(lambda s=store, r=run_id: not s.run(r).state.is_live, 60)
    RESERVE.dismiss()
    shown = seconds[True] + 0.5
    size = f"{dataset.n_variables} nodes × {dataset.n_rows} rows"
    return [
        Row(
            f"first step of a default run on screen, {size}",
            f"< {_FIRST_STEP_S:g} s",
            f"{shown:.1f} s with the page's 0.5 s (without a process in reserve "
            f"{seconds[False] + 0.5:.1f} s)",
            shown < _FIRST_STEP_S,
        )
    ]


def until_first_step(store: RunStore, run_id: str) -> float:
    """The time at which the run has a step."""

    def found() -> bool:
        record = store.run(run_id)
        if record.state in (RunState.FAILED, RunState.INTERRUPTED):
            raise RuntimeError(f"The run failed: {record.message}")
        return any(isinstance(event, Step) for event in store.events(run_id))

    _wait(found, 120)
    return time.perf_counter()


def simulated(n_variables: int, n_rows: int) -> Dataset:
    """PNL-GP data of degree 2, the same at every call."""
    rng = np.random.default_rng([8, n_variables])
    return simulate("pnl-gp", random_dag(n_variables, 2, rng), n_rows, rng)


def queued(store: RunStore, dataset: Dataset, settings: RunSettings) -> str:
    """A new run on the data."""
    return store.create_run(store.add_dataset(dataset, "speed.csv"), "speed.csv", settings)


@contextlib.contextmanager
def temporary_home() -> Iterator[RunStore]:
    """A run store that is gone afterwards, for this process and its children."""
    before = os.environ.get("GESNCD_HOME")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ["GESNCD_HOME"] = folder
        try:
            yield RunStore.open(Path(folder))
        finally:
            del os.environ["GESNCD_HOME"]
            if before is not None:
                os.environ["GESNCD_HOME"] = before


@contextlib.contextmanager
def served(store: RunStore) -> Iterator[str]:
    """The app as ``make run`` serves it; yields when it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    process = subprocess.Popen(
        [*command, "--server.port", str(port)],
        cwd=ROOT,
        env={**os.environ, "GESNCD_HOME": str(store.home.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait(lambda: _answers(f"{url}/_stcore/health"), 60)
        yield url
    finally:
        process.terminate()
        process.wait(20)


@contextlib.contextmanager
def _open_page(browser: str) -> Iterator[object]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        window = playwright.chromium.launch(executable_path=browser, args=_FLAGS)
        yield window.new_page()
        window.close()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2):
            return True
    except OSError:
        return False


def _wait(condition: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("Nothing happened in time.")
        time.sleep(0.02)
