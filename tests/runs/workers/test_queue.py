import os
import signal
import time
from itertools import pairwise
from pathlib import Path

import pytest

from gesncd.runs.errors import StoreError
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.machine.lock import RunLock
from gesncd.runs.store.records import RunState, Waiting
from gesncd.runs.workers.launch import launch, tend
from gesncd.runs.workers.queue import claim_next, n_active
from gesncd.runs.workers.shared_measure import SharedNcd, sharing_processors
from gesncd.settings.run_settings import RunSettings


@pytest.fixture
def occupy(store, claim):
    """A function that makes a run look as if a worker were at it."""
    locks = []

    def take(run_id):
        claim(run_id)
        lock = RunLock(store.home.lock(run_id))
        assert lock.acquire()
        store.begin(run_id, {})
        locks.append(lock)
        return lock

    yield take
    for lock in locks:
        lock.release()


def test_runs_beyond_the_limit_wait_and_say_so(store, new_run, occupy):
    first, second, third, fourth = (new_run() for _ in range(4))
    occupy(first)
    occupy(second)
    assert claim_next(store, 2) is None
    assert store.run(first).waiting is None
    assert store.run(third).waiting == Waiting(2, 0)
    assert store.run(third).waiting.sentence == "2 running, yours is next"
    assert store.run(fourth).waiting.sentence == "2 running, one is before yours"
    assert [run.waiting for run in store.runs()] == [Waiting(2, 1), Waiting(2, 0), None, None]


def test_a_run_that_ends_makes_room_for_the_next(store, new_run, occupy):
    first, second, third = (new_run() for _ in range(3))
    lock = occupy(first)
    assert claim_next(store, 1) is None
    store.finish(first, RunState.FINISHED)
    lock.release()
    assert claim_next(store, 1) == second
    assert claim_next(store, 1) is None
    assert store.run(third).waiting == Waiting(1, 0)


def test_a_dead_worker_takes_up_no_room_although_its_heartbeat_looks_fresh(store, new_run, occupy):
    first, second = new_run(), new_run()
    occupy(first).release()
    assert store.run(first).state is RunState.RUNNING
    assert claim_next(store, 1) == second


def test_a_worker_that_never_began_takes_up_no_room_for_long(store, new_run, claim, age):
    first, second = new_run(), new_run()
    claim(first)
    assert claim_next(store, 1) is None
    age(first)
    assert store.run(first).state is RunState.INTERRUPTED
    assert claim_next(store, 1) == second


def test_owners_take_turns(store, dataset):
    sha256 = store.add_dataset(dataset, "x")
    settings = RunSettings(measure="partial-correlation")
    busy = [store.create_run(sha256, "x", settings, owner="busy") for _ in range(3)]
    late = store.create_run(sha256, "x", settings, owner="late")
    assert [claim_next(store, 9) for _ in range(4)] == [busy[0], late, busy[1], busy[2]]
    assert claim_next(store, 9) is None


def test_every_waiting_run_is_done_by_workers_that_start_each_other(store, new_run, monkeypatch):
    monkeypatch.setenv("GESNCD_MAX_RUNNING", "1")
    ids = [new_run() for _ in range(4)]
    # One worker, started by nobody who would wait for it: the others are up to the workers.
    monkeypatch.setattr("gesncd.runs.workers.launch._see_off", lambda *arguments: None)
    assert list(tend(store)) == ids[:1]
    most = 0
    while any(run.state.is_live for run in store.runs()):
        most = max(most, n_active(store))
        time.sleep(0.02)
    assert most == 1
    runs = [store.run(run_id) for run_id in ids]
    assert [run.state for run in runs] == [RunState.FINISHED] * 4
    assert all(a.ended <= b.started for a, b in pairwise(runs))


def test_the_next_run_starts_when_a_worker_is_killed(store, new_run, monkeypatch, wait_until):
    monkeypatch.setenv("GESNCD_MAX_RUNNING", "1")
    first, second = new_run(measure="ncd"), new_run()
    pid = launch(store, first)
    assert pid is not None
    assert launch(store, second) is None
    wait_until(lambda: store.run(first).state is RunState.RUNNING)
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: store.run(second).state is RunState.FINISHED)
    assert store.run(first).state is RunState.INTERRUPTED


def test_limits_come_from_the_environment():
    assert Capacity.of({"GESNCD_MAX_RUNNING": "3", "GESNCD_CPUS": "8"}) == Capacity(3, 8)
    assert Capacity.of({"GESNCD_CPUS": "8"}) == Capacity(4, 8)
    assert Capacity.of({"GESNCD_CPUS": "1"}) == Capacity(2, 1)
    for text in ("0", "-1", "two", "1.5", "²"):
        with pytest.raises(StoreError, match="GESNCD_CPUS must be a whole number"):
            Capacity.of({"GESNCD_CPUS": text})


@pytest.mark.parametrize(
    ("cpus", "running", "share"), [(8, 1, 8), (8, 3, 2), (2, 2, 1), (2, 5, 1), (4, 0, 4)]
)
def test_running_ones_divide_the_processors(cpus, running, share):
    assert Capacity(2, cpus).share(running) == share


def test_ncd_gives_way_when_another_run_begins(store, new_run, dataset, occupy, monkeypatch):
    from gesncd.measures import Query

    monkeypatch.setenv("GESNCD_CPUS", "4")
    monkeypatch.setenv("GESNCD_MAX_RUNNING", "4")
    run_id = new_run(measure="ncd")
    occupy(run_id)
    measure = sharing_processors(store)(store.run(run_id).settings, dataset)
    assert isinstance(measure, SharedNcd)
    assert measure.jobs == 4
    queries = [Query((0,), (1,), ())]
    alone = measure.evaluate(queries)
    key = measure.key
    lock = occupy(new_run())
    assert (measure.evaluate(queries) == alone).all()
    assert (measure.jobs, measure.key) == (2, key)
    lock.release()
    measure.close()


def test_processes_of_ncd_die_with_a_killed_worker(
    store, dataset, monkeypatch, tmp_path, wait_until, is_running
):
    import numpy as np

    from gesncd.data import Dataset

    monkeypatch.setenv("GESNCD_CPUS", "2")
    values = np.random.default_rng(0).normal(size=(1500, 12)).cumsum(axis=1)
    sha256 = store.add_dataset(Dataset.from_array(values), "wide")
    run_id = store.create_run(
        sha256, "wide", RunSettings(measure="ncd", networks="perceptron", depth=6, width=160)
    )
    pid = launch(store, run_id)
    wait_until(lambda: len(children(pid)) >= 2)
    family = children(pid)
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not any(is_running(child) for child in family), 30)


def children(pid):
    """Processes below a process, from Linux's process table."""
    found, stack = [], [pid]
    while stack:
        try:
            task = Path(f"/proc/{stack[-1]}/task/{stack.pop()}/children")
            below = [int(each) for each in task.read_text().split()]
        except OSError:
            continue
        found += below
        stack += below
    return found
