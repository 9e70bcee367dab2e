import pytest

from gesncd.data import Dataset
from gesncd.runs.errors import StoreError, UnknownTaskError
from gesncd.runs.machine.lock import RunLock
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import (
    create_task,
    stop_task,
    task,
    task_parts,
    task_results,
    task_seconds,
    tasks,
)
from gesncd.runs.tasks.launch import claim_next_task
from gesncd.runs.tasks.records import Outcome
from gesncd.runs.tasks.store import requeue_task
from gesncd.runs.tasks.writing import (
    beat_task,
    begin_task,
    finish_task,
    keep_outcome,
    task_stop_requested,
)

PARTS = [{"seed": k} for k in range(4)]


def test_a_new_task_waits_and_has_its_parts(store, new_task, dataset):
    task_id = new_task("draw", PARTS, owner="me", title="  four draws ")
    record = task(RunStore.open(store.home.path), task_id)
    assert (record.kind, record.title, record.owner) == ("draw", "four draws", "me")
    assert record.dataset_sha256 == dataset.sha256
    assert (record.state, record.n_parts, record.n_done, record.n_failed) == (
        RunState.QUEUED,
        4,
        0,
        0,
    )
    assert (record.ahead, record.elapsed_s, record.rate, record.remaining_s) == (0, 0, None, None)
    assert task_parts(store, task_id) == PARTS
    assert task_results(store, task_id) == {}


def test_what_no_task_can_be_is_refused(store, new_task, dataset, kinds):
    with pytest.raises(StoreError, match="no kind of task 'dram'; known are draw,"):
        new_task("dram", PARTS)
    with pytest.raises(StoreError, match="1 to 20000 parts, not 0"):
        new_task("draw", [])
    with pytest.raises(StoreError, match=r"cannot be kept: part 1\.tau is nan"):
        new_task("draw", [{"tau": 0.5}, {"tau": float("nan")}])
    with pytest.raises(StoreError, match="at most 120 characters"):
        new_task("draw", PARTS, title="x" * 121)
    with pytest.raises(StoreError, match="There is no data set 'abc' here; add it first"):
        create_task(store, "abc", "draw", PARTS, kinds=kinds)
    assert tasks(store) == []
    for look in (task, task_parts, task_results, stop_task):
        with pytest.raises(UnknownTaskError, match="There is no task 'nobody'"):
            look(store, "nobody")
    with pytest.raises(UnknownTaskError):
        task(store, "\ud800")


def test_tasks_are_listed_newest_first_and_chosen(store, new_task, kinds):
    other = store.add_dataset(Dataset.from_array([[0.0, 1.0]] * 30), "other")
    first = new_task("draw", PARTS, owner="me")
    second = new_task("nap", [{"seconds": 0}], owner="you")
    third = create_task(store, other, "draw", PARTS, owner="you", kinds=kinds)
    assert [each.id for each in tasks(store)] == [third, second, first]
    assert [each.id for each in tasks(store, owner="you")] == [third, second]
    assert [each.id for each in tasks(store, kind="draw")] == [third, first]
    assert [each.id for each in tasks(store, dataset_sha256=other)] == [third]
    assert tasks(store, kind="draw", owner="nobody") == []
    assert {each.id: each.ahead for each in tasks(store)} == {first: 0, second: 1, third: 2}


def test_a_task_in_line_says_behind_which_of_its_owners_it_waits(store, new_task):
    first = new_task("draw", PARTS, owner="me", title="Grid of mine")
    new_task("draw", PARTS, owner="you", title="A stranger's secret")
    last = new_task("draw", PARTS, owner="me", title="Stability of mine")
    yours = new_task("draw", PARTS, owner="you", title="Another secret")
    behind = {each.id: each.behind for each in tasks(store)}
    assert behind[first] == ""
    assert behind[last] == task(store, last).behind == "Grid of mine"
    assert behind[yours] == "A stranger's secret"
    assert task(store, last).progress_text == (
        "0 of 4 parts, waits for its turn behind “Grid of mine”"
    )
    stop_task(store, first)
    assert task(store, last).behind == ""


def test_one_damaged_task_hides_no_other_and_holds_up_no_queue(store, new_task):
    damaged, good = new_task("draw", PARTS), new_task("draw", PARTS)
    with store.database.writing() as connection:
        connection.execute("UPDATE tasks SET started = 'late' WHERE id = ?", (damaged,))
    assert [each.id for each in tasks(store)] == [good]
    assert claim_next_task(store, 1) == good


def test_seconds_are_told_of_parts_that_have_a_value(store, new_task):
    task_id = new_task("draw", PARTS)
    assert task_seconds(store, task_id) == {}
    keep_outcome(store, task_id, 2, Outcome("{}", seconds=1.5), 1)
    keep_outcome(store, task_id, 0, Outcome(None, message="It failed.", seconds=9.0), 1)
    assert task_seconds(store, task_id) == {2: 1.5}


def test_a_waiting_task_stops_at_once_and_can_be_queued_again(store, new_task):
    task_id = new_task("draw", PARTS)
    stop_task(store, task_id)
    assert task(store, task_id).state is RunState.STOPPED
    stop_task(store, task_id)
    requeue_task(store, task_id)
    requeue_task(store, task_id)
    record = task(store, task_id)
    assert (record.state, record.stop_requested, record.ended) == (RunState.QUEUED, False, None)


def test_progress_is_told_from_the_parts_that_are_over(store, new_task):
    task_id = new_task("draw", PARTS)
    assert claim_next_task(store, 1) == task_id
    begin_task(store, task_id, {"gesncd": "1"})
    beat_task(store, task_id, 2)
    assert task(store, task_id).remaining_s is None
    keep_outcome(store, task_id, 2, Outcome('{"a":1}', seconds=10.0), 2)
    keep_outcome(store, task_id, 0, Outcome(None, "Too few rows.", "…", 10.0), 2)
    record = task(store, task_id)
    assert (record.n_done, record.n_failed, record.n_left, record.processes) == (2, 1, 2, 2)
    assert record.rate == pytest.approx(12.0)
    assert record.remaining_s == pytest.approx((0.0, 10.0))
    results = task_results(store, task_id)
    assert list(results) == [0, 2]
    assert (results[2].ok, results[2].value, results[2].seconds) == (True, {"a": 1}, 10.0)
    assert (results[0].ok, results[0].value, results[0].message) == (False, {}, "Too few rows.")
    with pytest.raises(StoreError, match="still going on"):
        requeue_task(store, task_id)


def test_queueing_again_asks_for_failed_parts_again_and_keeps_the_others(store, new_task):
    task_id = new_task("draw", PARTS[:2])
    begin_task(store, task_id, {})
    keep_outcome(store, task_id, 0, Outcome(None, "Too few rows."), 1)
    keep_outcome(store, task_id, 1, Outcome("{}"), 1)
    finish_task(store, task_id, RunState.FINISHED)
    requeue_task(store, task_id)
    assert list(task_results(store, task_id)) == [1]
    begin_task(store, task_id, {})
    keep_outcome(store, task_id, 0, Outcome("{}"), 1)
    finish_task(store, task_id, RunState.FINISHED)
    with pytest.raises(StoreError, match="nothing left to do"):
        requeue_task(store, task_id)
    with pytest.raises(ValueError, match="does not end as running"):
        finish_task(store, task_id, RunState.RUNNING)


def test_time_adds_up_over_attempts(store, new_task):
    task_id = new_task("draw", PARTS)
    for _ in range(2):
        begin_task(store, task_id, {})
        with store.database.writing() as connection:
            connection.execute("UPDATE tasks SET started = started - 100")
        finish_task(store, task_id, RunState.STOPPED)
        requeue_task(store, task_id)
    assert task(store, task_id).elapsed_s == pytest.approx(200.0, abs=5.0)
    begin_task(store, task_id, {})
    assert task(store, task_id).elapsed_s == pytest.approx(200.0, abs=5.0)


def test_a_worker_that_vanished_is_shown_as_such(store, new_task, age_task):
    task_id = new_task("draw", PARTS)
    assert claim_next_task(store, 1) == task_id
    lock = RunLock(store.home.lock(task_id))
    assert lock.acquire()
    begin_task(store, task_id, {})
    age_task(task_id)
    assert task(store, task_id).state is RunState.RUNNING, "suspended, but alive"
    lock.release()
    record = task(store, task_id)
    assert record.state is RunState.INTERRUPTED
    assert "Resume" in record.message
    assert record.can_resume
    stop_task(store, task_id)
    assert task(store, task_id).state is RunState.STOPPED


def test_a_claimed_task_is_asked_to_stop_and_hears_it(store, new_task):
    task_id = new_task("draw", PARTS)
    claim_next_task(store, 1)
    stop_task(store, task_id)
    assert task(store, task_id).state is RunState.STOPPING
    assert task_stop_requested(store, task_id)
    record, _ = begin_task(store, task_id, {})
    assert record.stop_requested
    assert task_stop_requested(store, "deleted")


def test_other_versions_are_noticed(store, new_task):
    task_id = new_task("draw", PARTS)
    assert begin_task(store, task_id, {"numpy": "2.0"})[1] is False
    assert begin_task(store, task_id, {"numpy": "2.1"})[1] is False, "nothing was done yet"
    keep_outcome(store, task_id, 0, Outcome("{}"), 1)
    assert begin_task(store, task_id, {"numpy": "2.1"})[1] is False
    assert begin_task(store, task_id, {"numpy": "2.2"})[1] is True


def test_a_damaged_result_is_told(store, new_task):
    task_id = new_task("draw", PARTS)
    begin_task(store, task_id, {})
    keep_outcome(store, task_id, 0, Outcome("{}"), 1)
    assert task_results(store, task_id)[0].value == {}
    with store.database.writing() as connection:
        connection.execute("UPDATE task_parts SET value = '{' WHERE number = 0")
    with pytest.raises(StoreError, match=r"Part 1 of the task .* is damaged"):
        task_results(store, task_id)


def test_names_from_the_package_are_imported_late():
    import gesncd.runs.tasks as package

    assert package.create_task is create_task
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        package.nothing  # noqa: B018
    assert set(package.__all__) >= {"create_task", "launch_task", "stop_task", "delete_task"}
    assert all(getattr(package, name) is not None for name in package.__all__)


def test_the_database_itself_ties_tasks_to_data_and_parts_to_tasks(store, new_task):
    task_id = new_task("draw", PARTS)
    with pytest.raises(StoreError), store.database.writing() as connection:
        connection.execute("DELETE FROM datasets")
    with store.database.writing() as connection:
        connection.execute("DELETE FROM tasks WHERE id = ?", (task_id,))
        assert connection.execute("SELECT count(*) FROM task_parts").fetchone()[0] == 0
