import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def kinds(monkeypatch):
    """Kinds for tests; the processes of a worker in this process find them too."""
    monkeypatch.syspath_prepend(str(HERE))
    return importlib.import_module("task_kinds").KINDS


@pytest.fixture
def new_task(store, dataset, kinds):
    """A function that queues a task on the data set."""
    from gesncd.runs.tasks import create_task

    def create(kind, parts, **more):
        sha256 = store.add_dataset(dataset, "linear.csv")
        return create_task(store, sha256, kind, parts, kinds=kinds, **more)

    return create


@pytest.fixture
def do(store, kinds):
    """A function that does a task in this process."""
    from gesncd.runs.tasks.worker import work_task

    def work(task_id, jobs=1):
        return work_task(store, task_id, kinds=kinds, jobs=jobs)

    return work


@pytest.fixture
def start(store):
    """A function that starts a worker which knows the kinds for tests."""
    processes = []

    def begin(task_id):
        environment = {**os.environ, "PYTHONPATH": str(HERE.parents[2])}
        command = [sys.executable, str(HERE / "task_kinds.py"), str(store.home.path), task_id]
        processes.append(subprocess.Popen(command, env=environment))
        return processes[-1]

    yield begin
    for process in processes:
        process.kill()
        process.wait()


@pytest.fixture
def age_task(store):
    """A function that makes a task's heartbeat look as old as it says."""

    def make_old(task_id, seconds=60.0):
        with store.database.writing() as connection:
            connection.execute(
                "UPDATE tasks SET heartbeat = heartbeat - ? WHERE id = ?", (seconds, task_id)
            )

    return make_old
