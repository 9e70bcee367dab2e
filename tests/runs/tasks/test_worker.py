import os
import threading
import time

import pytest

from gesncd.data import Dataset
from gesncd.runs.errors import StoreError
from gesncd.runs.machine.lock import RunLock
from gesncd.runs.store.records import RunState
from gesncd.runs.tasks import create_task, stop_task, task, task_results
from gesncd.runs.tasks import worker as worker_module
from gesncd.runs.tasks.launch import claim_next_task
from gesncd.runs.tasks.pool import Pool
from gesncd.runs.tasks.process import PartProcess
from gesncd.runs.tasks.store import requeue_task
from gesncd.runs.tasks.worker import main, work_task


def values(store, task_id):
    return {number: result.value for number, result in task_results(store, task_id).items()}


def test_a_part_depends_on_itself_alone_and_not_on_order_or_processes(store, new_task, do):
    seeds = [5, 3, 9, 1, 7, 2]
    forward = new_task("draw", [{"seed": seed} for seed in seeds])
    backward = new_task("draw", [{"seed": seed} for seed in reversed(seeds)])
    assert do(forward, jobs=1) is RunState.FINISHED
    assert do(backward, jobs=2) is RunState.FINISHED
    found, turned = values(store, forward), values(store, backward)
    assert len({value["mean"] for value in found.values()}) == 6
    assert found == {5 - number: value for number, value in turned.items()}
    record = task(store, forward)
    assert (record.state, record.message, record.n_done, record.n_failed) == (
        RunState.FINISHED,
        "",
        6,
        0,
    )
    assert (record.processes, record.attempt, record.n_left) == (0, 1, 0)
    assert all(result.seconds > 0 for result in task_results(store, forward).values())
    assert RunLock(store.home.lock(forward)).acquire()
    assert do(forward) is RunState.FINISHED
    assert task(store, forward).attempt == 1, "nothing was left to do"


def test_failed_parts_say_why_and_the_others_are_done(store, new_task, do):
    ways = ["people", "not", "bug", "exit", "nan", "numpy", "long", "list", "killed", "not"]
    task_id = new_task("fail", [{"how": how} for how in ways])
    assert do(task_id) is RunState.FINISHED
    results = task_results(store, task_id)
    messages = {how: result.message for how, result in zip(ways, results.values(), strict=True)}
    assert [results[k].ok for k in range(10)] == [how == "not" for how in ways]
    assert messages["people"] == "Too few rows."
    assert "failed unexpectedly (ZeroDivisionError: by nought)" in messages["bug"]
    assert str(store.home.log(task_id)) in messages["bug"]
    assert "SystemExit: 3" in messages["exit"]
    assert "result.scores[1] is nan" in messages["nan"]
    assert "result.edges.first is of type numpy.int64" in messages["numpy"]
    assert "at most 16 MB" in messages["long"]
    assert "must be a mapping" in messages["list"]
    assert "ended unexpectedly, by the signal SIGKILL" in messages["killed"]
    record = task(store, task_id)
    assert (record.n_done, record.n_failed, record.can_resume) == (10, 8, True)
    assert record.message == "8 of 10 parts failed. Part 1: Too few rows."
    log = store.home.log(task_id).read_text()
    assert "Part 3:\nTraceback" in log
    assert "ZeroDivisionError: by nought" in log


def test_a_task_of_which_nothing_succeeds_has_failed(store, new_task, do):
    task_id = new_task("fail", [{"how": "people"}, {"how": "bug"}])
    assert do(task_id) is RunState.FAILED
    assert task(store, task_id).message == "Every part failed. The first: Too few rows."
    requeue_task(store, task_id)
    assert task_results(store, task_id) == {}
    assert do(task_id) is RunState.FAILED
    assert task(store, task_id).n_failed == 2


def test_a_part_beyond_its_limit_is_ended_with_all_it_started(
    store, new_task, do, tmp_path, is_running, wait_until
):
    parts = [
        {"file": str(tmp_path / "late"), "seconds": 60},
        {"file": str(tmp_path / "quick"), "seconds": 0},
    ]
    task_id = new_task("limited", parts)
    assert do(task_id) is RunState.FINISHED
    late, quick = task_results(store, task_id).values()
    assert quick.value == {"heard": False}
    assert not late.ok
    assert late.message == "This part took longer than its limit of 1 seconds, and was ended."
    assert 1.0 < late.seconds < 3.0
    pids = [int(pid) for name in ("late", "quick") for pid in (tmp_path / name).read_text().split()]
    assert len(set(pids)) == 4
    wait_until(lambda: not any(map(is_running, pids)), 40)


def test_an_isolated_part_has_a_process_of_its_own(store, new_task, do):
    alone, together = new_task("count-alone", [{}] * 3), new_task("count", [{}] * 3)
    do(alone)
    do(together)
    assert [value["calls"] for value in values(store, alone).values()] == [1, 1, 1]
    assert len({value["pid"] for value in values(store, alone).values()}) == 3
    assert len({value["pid"] for value in values(store, together).values()}) == 1
    assert os.getpid() not in {value["pid"] for value in values(store, together).values()}


def test_a_task_that_nobody_can_do_fails_with_a_message(store, dataset, new_task, kinds, do):
    unknown = new_task("draw", [{"seed": 1}])
    assert work_task(store, unknown, kinds={}, jobs=1) is RunState.FAILED
    assert "no kind of task 'draw' here; a newer release" in task(store, unknown).message
    assert task(store, unknown).n_done == 0
    nowhere = new_task("nowhere", [{}])
    assert do(nowhere) is RunState.FAILED
    assert "has no attribute 'nowhere'" in task(store, nowhere).message
    assert "AttributeError" in store.home.log(nowhere).read_text()
    gone = store.add_dataset(Dataset.from_array([[0.0, 1.0]] * 30), "gone")
    without = create_task(store, gone, "draw", [{"seed": 1}], kinds=kinds)
    store.home.dataset(gone).unlink()
    assert do(without) is RunState.FAILED
    assert "The data of this" in task(store, without).message
    assert task(store, without).n_done == 0
    # All of them can be done once what they lack is there.
    store.add_dataset(Dataset.from_array([[0.0, 1.0]] * 30), "gone")
    assert do(without) is RunState.FINISHED


def test_processes_that_die_before_they_begin_end_the_task(store, new_task, do):
    task_id = new_task("dying", [{}] * 9)
    assert do(task_id) is RunState.FAILED
    message = task(store, task_id).message
    assert message == "The processes that compute end before they begin, with status 7."
    assert task(store, task_id).n_done == 0


def test_stop_keeps_what_is_done_and_resume_does_the_rest(store, new_task, do, wait_until):
    task_id = new_task("nap", [{"seconds": 0.0}, {"seconds": 60.0}, {"seconds": 0.1}])
    stopped = []

    def stop_when_one_is_done():
        wait_until(lambda: task(store, task_id).n_done == 1)
        stopped.append(time.monotonic())
        stop_task(store, task_id)
        wait_until(lambda: task(store, task_id).state is RunState.STOPPED)
        stopped.append(time.monotonic())

    thread = threading.Thread(target=stop_when_one_is_done)
    thread.start()
    assert do(task_id) is RunState.STOPPED
    thread.join()
    assert stopped[1] - stopped[0] < 2.0
    assert list(task_results(store, task_id)) == [0]
    with store.database.writing() as connection:
        connection.execute("UPDATE task_parts SET part = '{\"seconds\":0.2}' WHERE number = 1")
    requeue_task(store, task_id)
    assert do(task_id) is RunState.FINISHED
    assert [value["slept"] for value in values(store, task_id).values()] == [0.0, 0.2, 0.1]
    assert task(store, task_id).attempt == 2


def test_a_part_that_ends_while_it_is_asked_to_stop_is_kept(
    store, new_task, do, wait_until, monkeypatch
):
    task_id = new_task("count", [{}])
    give = PartProcess.give

    def give_and_stop(process, number, part):
        give(process, number, part)
        stop_task(store, task_id)
        wait_until(process.connection.poll)

    def look_for_readiness(pool, process):
        # The result is left to the look that follows a stop.
        if not process.is_ready:
            process.receive()

    claim_next_task(store, 1)
    monkeypatch.setattr(PartProcess, "give", give_and_stop)
    monkeypatch.setattr(Pool, "_look_at", look_for_readiness)
    assert do(task_id) is RunState.FINISHED
    assert values(store, task_id)[0]["calls"] == 1
    assert task(store, task_id).stop_requested


def test_a_worker_killed_at_the_very_end_leaves_only_the_state_to_be_set(
    store, new_task, do, age_task
):
    task_id = new_task("draw", [{"seed": 1}])
    do(task_id)
    before = task_results(store, task_id)
    with store.database.writing() as connection:
        connection.execute("UPDATE tasks SET state = 'running', ended = NULL")
    age_task(task_id)
    assert task(store, task_id).state is RunState.INTERRUPTED
    requeue_task(store, task_id)
    assert do(task_id) is RunState.FINISHED
    assert task_results(store, task_id) == before


def test_a_stop_asked_for_before_the_worker_began_is_obeyed(store, new_task, do):
    task_id = new_task("draw", [{"seed": 1}])
    claim_next_task(store, 1)
    stop_task(store, task_id)
    assert do(task_id) is RunState.STOPPED
    assert task_results(store, task_id) == {}


def test_a_task_whose_worker_lives_is_left_alone(store, new_task, do, monkeypatch):
    monkeypatch.setattr(worker_module, "_LOCK_PATIENCE_S", 0.0)
    task_id = new_task("draw", [{"seed": 1}])
    lock = RunLock(store.home.lock(task_id))
    assert lock.acquire()
    assert do(task_id) is RunState.QUEUED
    lock.release()
    assert do(task_id) is RunState.FINISHED


def test_a_deleted_task_ends_its_worker(store, new_task, do, wait_until):
    task_id = new_task("nap", [{"seconds": 60.0}])

    def delete():
        wait_until(lambda: task(store, task_id).processes == 1)
        with store.database.writing() as connection:
            connection.execute("DELETE FROM tasks")

    thread = threading.Thread(target=delete)
    thread.start()
    with pytest.raises(StoreError, match="no task"):
        do(task_id)
    thread.join()


def test_results_of_other_versions_are_said_to_be_mixed(store, new_task, do, monkeypatch):
    task_id = new_task("fail", [{"how": "not"}, {"how": "people"}])
    do(task_id)
    with store.database.writing() as connection:
        connection.execute('UPDATE task_parts SET part = \'{"how":"not"}\'')
    requeue_task(store, task_id)
    monkeypatch.setattr(worker_module, "software_versions", lambda measure: {"gesncd": "next"})
    assert do(task_id) is RunState.FINISHED
    assert "other versions of the software" in task(store, task_id).message


def test_the_command_line_says_what_is_wrong(store, capsys, monkeypatch):
    monkeypatch.setattr(worker_module, "_give_way", lambda: None)
    assert main(["--home", str(store.home.path), "--", "nobody"]) == 1
    assert "There is no task 'nobody'" in capsys.readouterr().err
