import os

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.runs.errors import StoreError, UnknownRunError, UnknownTaskError
from gesncd.runs.last_run import LastRun, goes_with
from gesncd.runs.machine.lock import RunLock
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import create_task, task, tasks
from gesncd.runs.tasks.launch import claim_next_task
from gesncd.runs.tasks.records import Outcome
from gesncd.runs.tasks.writing import begin_task, finish_task, keep_outcome
from gesncd.runs.upkeep import delete_run, delete_task, sweep
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings


@pytest.fixture
def new_task(store, dataset):
    """A function that queues a task on the data set."""

    def create(owner=""):
        sha256 = store.add_dataset(dataset, "linear.csv")
        return create_task(store, sha256, "search", [{"settings": {}}] * 2, owner=owner)

    return create


def files(store):
    """Every file of a store besides the database's own."""
    paths = store.home.path.rglob("*")
    return sorted(p.name for p in paths if p.is_file() and "sqlite" not in p.name)


def n_rows(store, table):
    with store.database.reading() as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_deleting_the_only_run_leaves_nothing_of_it(store, new_run):
    run_id = new_run()
    work(store, run_id)
    store.home.log(run_id).write_text("a log")
    assert files(store) != []
    delete_run(store, run_id)
    assert files(store) == []
    for table in ("runs", "events", "datasets", "measures", "scores"):
        assert n_rows(store, table) == 0, table
    with pytest.raises(UnknownRunError):
        delete_run(store, run_id)


def test_data_and_scores_stay_while_another_run_needs_them(store, new_run, dataset):
    first, second = new_run(), new_run()
    work(store, first)
    work(store, second)
    before = store.event_texts(second), n_rows(store, "scores")
    delete_run(store, first)
    assert [run.id for run in store.runs()] == [second]
    assert (store.event_texts(second), n_rows(store, "scores")) == before
    assert store.dataset(dataset.sha256).sha256 == dataset.sha256


def test_a_run_that_goes_on_is_not_deleted(store, new_run, claim):
    run_id = new_run()
    claim(run_id)
    lock = RunLock(store.home.lock(run_id))
    assert lock.acquire()
    store.begin(run_id, {})
    with pytest.raises(StoreError, match="still going on"):
        delete_run(store, run_id)
    store.finish(run_id, RunState.STOPPED)
    # Its worker has said that it is over, and is still on its way out.
    with pytest.raises(StoreError, match="still going on"):
        delete_run(store, run_id)
    lock.release()
    delete_run(store, run_id)
    assert store.runs() == []


def test_a_waiting_and_an_interrupted_run_are_deleted(store, new_run, claim, age):
    waiting, interrupted = new_run(), new_run()
    delete_run(store, waiting)
    claim(interrupted)
    store.begin(interrupted, {})
    age(interrupted)
    delete_run(store, interrupted)
    assert store.runs() == []


def test_a_run_whose_worker_is_on_its_way_is_not_deleted(store, new_run, claim, age):
    run_id = new_run()
    claim(run_id)
    with pytest.raises(StoreError, match="still going on"):
        delete_run(store, run_id)
    age(run_id)
    delete_run(store, run_id)
    assert store.runs() == []


def test_a_damaged_run_and_its_damaged_task_are_deleted_with_all_that_is_theirs(
    store, new_run, new_task
):
    run_id, _ = new_run(), new_task()
    work(store, run_id)
    with store.database.writing() as connection:
        connection.execute("UPDATE runs SET settings = '{bad'")
        connection.execute("UPDATE tasks SET state = 'resting'")
    lock = RunLock(store.home.lock(run_id))
    assert lock.acquire()
    with pytest.raises(StoreError, match="still going on"):
        delete_run(store, run_id)
    lock.release()
    delete_run(store, run_id)
    assert store.damaged_runs() == []
    assert files(store) == []
    for table in ("runs", "events", "tasks", "datasets", "scores"):
        assert n_rows(store, table) == 0, table
    with pytest.raises(UnknownRunError):
        delete_run(store, "../../elsewhere")


def test_a_failed_deletion_loses_nothing(store, new_run, monkeypatch):
    run_id = new_run()
    work(store, run_id)
    before = store.run(run_id), store.event_texts(run_id), files(store)

    def fail(*arguments):
        raise StoreError("The disk is full.")

    monkeypatch.setattr("gesncd.runs.upkeep._forget_unused_dataset", fail)
    with pytest.raises(StoreError, match="disk is full"):
        delete_run(store, run_id)
    assert (store.run(run_id), store.event_texts(run_id), files(store)) == before


def test_a_sweep_removes_what_a_crash_left_and_nothing_else(store, new_run):
    run_id = new_run()
    work(store, run_id)
    forgotten = store.add_dataset(Dataset.from_array(np.eye(3)), "never run")
    leftovers = [
        store.home.datasets / ".half.parquet.0011.tmp",
        store.home.datasets / f"{'0' * 64}.parquet",
        store.home.locks / "gone.lock",
        store.home.logs / "gone.log",
    ]
    for path in leftovers:
        path.write_bytes(b"x")
    everything = files(store)
    assert sweep(store) == []
    assert files(store) == everything, "what is new may be in the making"
    kept = [store.home.lock(run_id), store.home.dataset(store.run(run_id).dataset_sha256)]
    for path in [*leftovers, *kept, store.home.dataset(forgotten)]:
        os.utime(path, (1, 1))
    with store.database.writing() as connection:
        connection.execute("UPDATE datasets SET added = 1")
    removed = sweep(store)
    assert set(removed) == {*leftovers, store.home.dataset(forgotten)}
    assert files(store) == sorted(path.name for path in kept)
    assert store.dataset(store.run(run_id).dataset_sha256).n_rows == 300


def test_names_notes_and_pins_are_kept_and_limited(store, new_run):
    run_id = new_run()
    store.label(run_id, name="  my run \ud800 ", note="two\nlines", pinned=True)
    run = RunStore.open(store.home.path).run(run_id)
    assert (run.name, run.note, run.pinned) == ("my run \\ud800", "two\nlines", True)
    assert run.title == "my run \\ud800"
    store.label(run_id, name="")
    assert (store.run(run_id).title, store.run(run_id).note) == ("linear.csv", "two\nlines")
    with pytest.raises(StoreError, match="at most 120 characters"):
        store.label(run_id, name="x" * 121)
    with pytest.raises(UnknownRunError):
        store.label("nobody", pinned=True)


def test_a_layout_is_kept_with_the_data(store, new_run, dataset):
    new_run()
    assert store.layout(dataset.sha256) is None
    layout = np.arange(14.0).reshape(7, 2) / 3
    store.set_layout(dataset.sha256, layout)
    assert (store.layout(dataset.sha256) == layout).all()


def test_a_dataset_deleted_while_it_is_added_is_written_again(store, dataset, monkeypatch):
    settings = RunSettings(measure="partial-correlation")
    run_id = store.create_run(store.add_dataset(dataset, "x"), "x", settings)
    exists = type(store.home.path).exists
    seen = []

    def deleted_after_the_first_look(path):
        found = exists(path)
        if path.suffix == ".parquet" and not seen:
            seen.append(path)
            monkeypatch.setattr(type(path), "exists", exists)
            delete_run(store, run_id)
        return found

    monkeypatch.setattr(type(store.home.path), "exists", deleted_after_the_first_look)
    sha256 = store.add_dataset(dataset, "x")
    assert seen, "the deletion must fall between the look and the row"
    assert store.dataset(sha256).sha256 == sha256


def test_deleting_the_only_task_leaves_nothing_of_it(store, new_task, dataset):
    task_id = new_task()
    begin_task(store, task_id, {})
    keep_outcome(store, task_id, 0, Outcome("{}"), 1)
    finish_task(store, task_id, RunState.STOPPED)
    store.own_measure("key", dataset.sha256)
    for path in (store.home.log(task_id), store.home.lock(task_id)):
        path.write_text("x")
    delete_task(store, task_id)
    assert files(store) == []
    for table in ("tasks", "task_parts", "datasets", "measures"):
        assert n_rows(store, table) == 0, table
    with pytest.raises(UnknownTaskError):
        delete_task(store, task_id)


def test_a_task_that_goes_on_is_not_deleted_and_one_that_waits_is(store, new_task):
    task_id = new_task()
    claim_next_task(store, 1)
    lock = RunLock(store.home.lock(task_id))
    assert lock.acquire()
    begin_task(store, task_id, {})
    with pytest.raises(StoreError, match="still going on"):
        delete_task(store, task_id)
    finish_task(store, task_id, RunState.STOPPED)
    # Its worker has said that it is over, and is still on its way out.
    with pytest.raises(StoreError, match="still going on"):
        delete_task(store, task_id)
    lock.release()
    delete_task(store, task_id)
    delete_task(store, new_task())
    assert tasks(store) == []


def test_a_task_keeps_its_data_from_a_sweep(store, new_task, dataset):
    task_id = new_task()
    finish_task(store, task_id, RunState.STOPPED)
    store.home.log(task_id).write_text("x")
    for path in (store.home.log(task_id), store.home.dataset(dataset.sha256)):
        os.utime(path, (1, 1))
    with store.database.writing() as connection:
        connection.execute("UPDATE datasets SET added = 1")
    assert sweep(store) == []
    assert store.dataset(dataset.sha256).n_rows == 300
    delete_task(store, task_id)
    assert files(store) == []


def test_tasks_go_with_the_last_run_of_their_owner_on_their_data(store, new_run, new_task):
    first, second = new_run(), new_run()
    over, stranger = new_task(), new_task(owner="bob")
    for task_id in (over, stranger):
        finish_task(store, task_id, RunState.FINISHED)
        store.home.log(task_id).write_text("x")
    delete_run(store, first)
    assert {each.id for each in tasks(store)} == {over, stranger}
    delete_run(store, second)
    assert [each.id for each in tasks(store)] == [stranger]
    assert not store.home.log(over).exists()
    assert store.home.log(stranger).exists()
    assert store.has_data(task(store, stranger).dataset_sha256)
    delete_task(store, stranger)
    assert files(store) == []


def test_a_task_that_goes_on_outlives_the_last_run_and_keeps_the_data(store, new_run, new_task):
    run_id, task_id = new_run(), new_task()
    claim_next_task(store, 1)
    begin_task(store, task_id, {})
    delete_run(store, run_id)
    assert store.runs() == []
    assert store.dataset(task(store, task_id).dataset_sha256).n_rows == 300


def test_what_goes_with_the_last_run_is_told_before(store, new_run, new_task):
    first, second = new_run(), new_run()
    for run_id in (first, second):
        work(store, run_id)
    for _ in range(3):
        finish_task(store, new_task(), RunState.FINISHED)
    assert goes_with(store, first) is None
    delete_run(store, first)
    found = goes_with(store, second)
    assert found == LastRun(n_statements=0, truths=(), n_results=3)
    delete_run(store, second)
    assert tasks(store) == []
    with pytest.raises(UnknownRunError):
        goes_with(store, second)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (LastRun(0, (), 0), None),
        (LastRun(1, (), 0), "1 statement goes"),
        (LastRun(7, ("truth.csv",), 3), "7 statements, the truth truth.csv and 3 results of Tune"),
    ],
)
def test_only_what_there_is_is_told(found, words):
    assert words in found.sentence if words else found.sentence == ""
