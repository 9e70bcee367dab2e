import os
import signal
import subprocess
import sys
import time
from itertools import pairwise

import pytest

from gesncd.runs.errors import StoreError
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.machine.lock import RunLock, is_held
from gesncd.runs.store.records import RunState
from gesncd.runs.tasks import create_task, launch_task, stop_task, task, task_results, tend_tasks
from gesncd.runs.tasks.launch import claim_next_task
from gesncd.runs.tasks.store import requeue_task
from gesncd.runs.tasks.writing import begin_task, finish_task
from gesncd.runs.workers.launch import tend
from gesncd.runs.workers.queue import n_active
from gesncd.settings.run_settings import RunSettings


@pytest.fixture
def new_search(store, dataset):
    """A function that queues searches at some levels on the data set."""

    def create(*alphas, **more):
        sha256 = store.add_dataset(dataset, "linear.csv")
        parts = [
            {"settings": RunSettings(measure="partial-correlation", alpha=alpha).to_dict()}
            for alpha in alphas
        ]
        return create_task(store, sha256, "search", parts, **more)

    return create


def printed(code):
    """What a program prints; what is wrong with it goes to the test's own errors."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def is_over(store, task_id):
    return not task(store, task_id).is_live


def test_a_launched_task_is_done_by_itself_and_leaves_no_process(
    store, new_search, wait_until, is_running
):
    task_id = new_search(0.1, 0.01, 0.001)
    pid = launch_task(store, task_id)
    wait_until(lambda: is_over(store, task_id))
    record = task(store, task_id)
    assert (record.state, record.n_done, record.n_failed) == (RunState.FINISHED, 3, 0)
    edges = [result.value["n_edges"] for result in task_results(store, task_id).values()]
    assert edges == sorted(edges, reverse=True)
    assert edges[-1] >= 5
    wait_until(lambda: not is_running(pid))
    with pytest.raises(StoreError, match="nothing left to do"):
        launch_task(store, task_id)
    assert store.home.log(task_id).read_bytes() == b""


def test_a_worker_gives_way_to_searches_however_often_it_says_so():
    code = (
        "import os; from gesncd.runs.tasks.worker import _give_way; "
        "_give_way(); _give_way(); print(os.getpriority(os.PRIO_PROCESS, 0))"
    )
    output = printed(code)
    assert int(output) == max(10, os.getpriority(os.PRIO_PROCESS, 0))


def test_the_worker_never_loads_what_only_parts_need():
    code = "import sys, gesncd.runs.tasks.worker; print(sorted(sys.modules))"
    output = printed(code)
    assert "'gesncd.runs.tasks.worker'" in output
    for heavy in ("'torch'", "'pandas'", "'pyarrow'", "'scipy.stats'", "'streamlit'"):
        assert heavy not in output, f"{heavy} delays the first sign of life"


def test_a_killed_worker_is_interrupted_takes_its_processes_along_and_is_resumed(
    store, new_task, start, wait_until, is_running, tmp_path, do, age_task
):
    parts = [{"file": str(tmp_path / str(k)), "seconds": 0 if k < 2 else 60} for k in range(4)]
    task_id = new_task("deaf", parts)
    claim_next_task(store, 1)
    process = start(task_id)
    wait_until(lambda: task(store, task_id).n_done == 2 and (tmp_path / "3").exists())
    pids = [int(pid) for k in (2, 3) for pid in (tmp_path / str(k)).read_text().split()]
    assert all(map(is_running, pids))
    before = task_results(store, task_id)
    process.kill()
    process.wait()
    wait_until(lambda: not any(map(is_running, pids)), 40)
    assert not is_held(store.home.lock(task_id))
    age_task(task_id)
    assert task(store, task_id).state is RunState.INTERRUPTED
    for k in range(4):
        (tmp_path / str(k)).unlink()
    with store.database.writing() as connection:
        connection.execute("UPDATE task_parts SET part = replace(part, '60', '0')")
    requeue_task(store, task_id)
    assert (do(task_id, jobs=2), task(store, task_id).message) == (RunState.FINISHED, "")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["2", "3"]
    after = task_results(store, task_id)
    assert {number: after[number] for number in before} == before
    assert task(store, task_id).n_ok == 4


def test_a_killed_worker_is_seen_at_once_by_the_process_that_started_it(
    store, new_search, wait_until
):
    task_id = new_search(*(0.001 + k / 1000 for k in range(200)))
    pid = launch_task(store, task_id)
    wait_until(lambda: task(store, task_id).n_done > 0)
    os.kill(pid, signal.SIGKILL)
    killed = time.monotonic()
    wait_until(lambda: task(store, task_id).state is RunState.INTERRUPTED)
    assert time.monotonic() - killed < 2.0
    kept = task_results(store, task_id)
    assert 0 < len(kept) < 200, "the kill must fall into the middle"
    launch_task(store, task_id)
    wait_until(lambda: is_over(store, task_id))
    assert task(store, task_id).state is RunState.FINISHED
    results = task_results(store, task_id)
    assert len(results) == 200
    assert {number: results[number] for number in kept} == kept


def test_stop_ends_parts_that_never_listen_within_two_seconds(
    store, new_task, start, wait_until, is_running, tmp_path
):
    parts = [{"file": str(tmp_path / str(k)), "seconds": 60} for k in range(2)]
    task_id = new_task("deaf", parts)
    claim_next_task(store, 1)
    process = start(task_id)
    wait_until(lambda: (tmp_path / "0").exists() and (tmp_path / "1").exists())
    pids = [int(pid) for k in range(2) for pid in (tmp_path / str(k)).read_text().split()]
    asked = time.monotonic()
    stop_task(store, task_id)
    wait_until(lambda: task(store, task_id).state is RunState.STOPPED)
    assert time.monotonic() - asked < 2.0
    wait_until(lambda: not any(map(is_running, pids)), 40)
    assert process.wait(40) == 0
    assert task_results(store, task_id) == {}


def test_a_terminated_worker_stops_in_order(store, new_task, start, wait_until):
    task_id = new_task("nap", [{"seconds": 0}, {"seconds": 60}])
    process = start(task_id)
    wait_until(lambda: task(store, task_id).n_done == 1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(40) == 0
    assert task(store, task_id).state is RunState.STOPPED
    assert list(task_results(store, task_id)) == [0]


def test_a_worker_that_cannot_begin_fails_its_task(store, new_search, monkeypatch, wait_until):
    task_id = new_search(0.1)
    with monkeypatch.context() as patch:
        patch.setenv("PYTHONHOME", "/nowhere")
        launch_task(store, task_id)
        wait_until(lambda: task(store, task_id).state is not RunState.QUEUED)
    record = task(store, task_id)
    assert record.state is RunState.FAILED
    assert "ended at once with status" in record.message
    monkeypatch.setattr("gesncd.runs.machine.spawn.sys.executable", "/nowhere/python")
    with pytest.raises(StoreError, match="could not be started"):
        launch_task(store, task_id)
    assert task(store, task_id).state is RunState.FAILED


def test_tasks_leave_the_runs_their_processors():
    assert [Capacity(2, cpus).max_tasks for cpus in (1, 2, 3, 4, 16)] == [1, 1, 1, 2, 2]
    assert [Capacity(max(2, cpus // 2), cpus).max_tasks for cpus in (8, 16, 64)] == [4, 8, 32]
    assert Capacity(1, 16).max_tasks == 1
    assert Capacity(16, 16).max_tasks == 1


def test_a_task_counts_like_a_run_where_processors_are_shared(store, new_run, new_task, claim):
    claim(new_run())
    task_id = new_task("draw", [{"seed": 1}])
    assert n_active(store) == 1, "a waiting task uses nothing"
    claim_next_task(store, 1)
    assert n_active(store) == 2
    begin_task(store, task_id, {})
    assert n_active(store) == 2
    finish_task(store, task_id, RunState.FINISHED)
    assert n_active(store) == 1


def test_tasks_wait_in_their_own_line_in_which_owners_take_turns(store, new_run, new_task, claim):
    claim(new_run())
    busy = [new_task("draw", [{"seed": 1}], owner="busy") for _ in range(2)]
    late = new_task("draw", [{"seed": 1}], owner="late")
    assert claim_next_task(store, 1) == busy[0]
    assert claim_next_task(store, 1) is None
    assert [task(store, each).ahead for each in (busy[0], busy[1], late)] == [None, 1, 0]
    finish_task(store, busy[0], RunState.FINISHED)
    requeue_task(store, busy[0])
    assert claim_next_task(store, 9) == busy[1]
    assert claim_next_task(store, 9) == late
    assert claim_next_task(store, 9) == busy[0]


def test_a_dead_worker_takes_up_no_room(store, new_task, age_task):
    first, second = (new_task("draw", [{"seed": 1}]) for _ in range(2))
    claim_next_task(store, 1)
    assert claim_next_task(store, 1) is None
    lock = RunLock(store.home.lock(first))
    assert lock.acquire()
    begin_task(store, first, {})
    age_task(first)
    assert claim_next_task(store, 1) is None
    lock.release()
    assert claim_next_task(store, 1) == second


def test_every_waiting_task_is_done_by_workers_that_start_each_other(
    store, new_search, monkeypatch, wait_until
):
    ids = [new_search(0.01) for _ in range(3)]
    # One worker, started by nobody who would wait for it: the others are up to the workers.
    monkeypatch.setattr("gesncd.runs.tasks.launch._see_off", lambda *arguments: None)
    monkeypatch.setenv("GESNCD_MAX_RUNNING", "1")
    assert tend(store) == {}
    wait_until(lambda: all(is_over(store, each) for each in ids))
    records = [task(store, each) for each in ids]
    assert [record.state for record in records] == [RunState.FINISHED] * 3
    assert all(a.ended <= b.started for a, b in pairwise(records))
    assert tend_tasks(store) == {}
