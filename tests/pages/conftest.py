"""The app without a browser, with runs in a folder of its own."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.store import live_tasks

APP = Path(__file__).parents[2] / "app.py"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A fresh run store."""
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GESNCD_SPARE_WORKER", "0")
    return tmp_path / "home"


@pytest.fixture
def app(home):
    return AppTest.from_file(str(APP), default_timeout=240)


@pytest.fixture
def csv_bytes():
    """A chain A → B → C and a variable D on its own, as a file."""
    rng = np.random.default_rng(5)
    a = rng.normal(size=300)
    b = a + 0.5 * rng.normal(size=300)
    c = b + 0.5 * rng.normal(size=300)
    rows = np.column_stack([a, b, c, rng.normal(size=300)])
    lines = [",".join(f"{value:.6f}" for value in row) for row in rows]
    return ("A,B,C,D\n" + "\n".join(lines) + "\n").encode()


@pytest.fixture
def run_until():
    """Rerun an app, as its timer would, until something holds.

    Reruns cost more than the work they wait for: there is one a second, and one at its end.
    """

    def wait(app, condition, seconds=120):
        deadline = time.monotonic() + seconds
        while not condition(app):
            assert time.monotonic() < deadline, "the page never got there"
            again = time.monotonic() + 1.0
            time.sleep(0.1)
            while time.monotonic() < again and _is_something_live():
                time.sleep(0.05)
            app.run()
        return app

    return wait


def _is_something_live():
    store = RunStore.open()
    return bool(live_tasks(store)) or any(run.state.is_live for run in store.runs())
