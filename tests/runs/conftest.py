import os
from pathlib import Path

import pytest


@pytest.fixture
def new_run(store, dataset):
    """A function that queues a run on the data set."""
    from gesncd.settings.run_settings import RunSettings

    def create(**settings):
        sha256 = store.add_dataset(dataset, "linear.csv")
        chosen = RunSettings(**{"measure": "partial-correlation", **settings})
        return store.create_run(sha256, "linear.csv", chosen)

    return create


@pytest.fixture
def claim(store):
    """A function that queues a run as if a worker had been started for it."""
    from gesncd.runs.workers.queue import claim_next

    def take(run_id):
        while claim_next(store, 1000) != run_id:
            continue

    return take


@pytest.fixture
def age(store):
    """A function that makes a run's heartbeat look as old as it says."""

    def make_old(run_id, seconds=60.0):
        with store.database.writing() as connection:
            connection.execute(
                "UPDATE runs SET heartbeat = heartbeat - ? WHERE id = ?", (seconds, run_id)
            )

    return make_old


@pytest.fixture
def is_gone():
    """A function that tells whether a process was waited for: a zombie still answers."""

    def look(pid):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False

    return look


@pytest.fixture
def is_running(is_gone):
    """A function that tells whether a process is there and not only waits to be waited for."""

    def look(pid):
        if not Path("/proc/self/stat").exists():
            return not is_gone(pid)
        try:
            status = Path(f"/proc/{pid}/stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return False
        return status.rpartition(")")[2].split()[0] != "Z"

    return look
