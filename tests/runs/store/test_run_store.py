import threading

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.runs.errors import StoreError, UnknownRunError
from gesncd.runs.machine.lock import RunLock
from gesncd.runs.store.records import RunProgress, RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.search.events import GlobalScore, Started
from gesncd.settings.run_settings import RunSettings

STARTED = Started(7, 0.1, "key", PDAG.empty(7), ("odd \ud800 note",))


def test_a_new_run_is_queued_with_what_it_was_given(store, dataset):
    sha256 = store.add_dataset(dataset, "linear.csv")
    settings = RunSettings(measure="rcd", tau=0.2)
    run = store.run(store.create_run(sha256, "my data", settings))
    assert (run.state, run.settings, run.data_name) == (RunState.QUEUED, settings, "my data")
    assert (run.dataset_sha256, run.n_rows, run.n_variables) == (dataset.sha256, 300, 7)
    assert run.names == dataset.names
    assert (run.last_event, run.progress, run.tau, run.started) == (-1, None, None, None)
    assert not run.stop_requested


def test_another_object_on_the_same_folder_sees_the_same(store, new_run):
    run_id = new_run()
    again = RunStore.open(store.home.path)
    assert again.run(run_id) == store.run(run_id)
    assert again.runs() == store.runs()


def test_a_data_set_comes_back_with_its_source(store):
    data = Dataset.from_array(np.eye(3), ["=cmd()", "\ud83d", "b\x00c"])
    data = Dataset(data.values, data.variables, source_sha256="ab" * 32)
    sha256 = store.add_dataset(data, "odd \udc80 name.csv")
    again = store.dataset(sha256)
    assert (again.sha256, again.source_sha256) == (data.sha256, "ab" * 32)
    run = store.run(store.create_run(sha256, "odd \udc80 name.csv", RunSettings()))
    assert run.names == data.names
    assert run.data_name == "odd \\udc80 name.csv"
    assert run.source_sha256 == "ab" * 32


def test_a_data_set_is_kept_once(store, dataset):
    assert store.add_dataset(dataset, "a") == store.add_dataset(dataset, "b")
    assert len(list(store.home.datasets.iterdir())) == 1


def test_an_unknown_data_set_is_refused(store):
    with pytest.raises(StoreError, match="no data set"):
        store.create_run("0" * 64, "x", RunSettings())
    with pytest.raises(StoreError, match="no data set"):
        store.dataset("../../etc/passwd")


@pytest.mark.parametrize("run_id", ["nobody", "", "../../etc/passwd", "\ud800", "x" * 10_000])
def test_an_unknown_run_is_an_error_for_people(store, run_id):
    calls = [
        store.run,
        store.events,
        store.request_stop,
        store.requeue,
        store.beat,
        lambda run_id: store.finish(run_id, RunState.STOPPED),
    ]
    for call in calls:
        with pytest.raises(UnknownRunError, match="There is no run"):
            call(run_id)


def test_ids_are_long_and_never_read_as_an_option(new_run):
    ids = [new_run() for _ in range(60)]
    assert len(set(ids)) == 60
    assert all(len(run_id) >= 22 and run_id[0].isalnum() for run_id in ids)


def test_runs_come_newest_first(store, new_run):
    ids = [new_run() for _ in range(4)]
    assert [run.id for run in store.runs()] == ids[::-1]


def test_events_come_back_in_order_and_from_a_position(store, new_run):
    run_id, other = new_run(), new_run()
    store.append_events(run_id, [STARTED, GlobalScore(0, 0.25)])
    store.append_events(other, [STARTED])
    store.append_events(run_id, [GlobalScore(1, 0.125)])
    assert store.events(run_id) == [STARTED, GlobalScore(0, 0.25), GlobalScore(1, 0.125)]
    assert store.events(run_id, 2) == [GlobalScore(1, 0.125)]
    assert store.events(run_id, 3) == []
    assert store.run(run_id).last_event == 2
    store.truncate_events(run_id, 1)
    assert store.events(run_id) == [STARTED]
    assert store.events(other) == [STARTED]


def test_events_are_added_all_or_none(store, new_run):
    run_id = new_run()
    with pytest.raises(ValueError, match="finite"):
        store.append_events(run_id, [STARTED, GlobalScore(0, float("nan"))])
    assert store.events(run_id) == []


def test_a_damaged_event_is_an_error_for_people(store, new_run):
    run_id = new_run()
    store.append_events(run_id, [STARTED])
    with store.database.writing() as connection:
        connection.execute('UPDATE events SET body = \'{"event": "started"}\'')
    with pytest.raises(StoreError, match=r"damaged.*n_variables"):
        store.events(run_id)


def test_progress_is_kept_with_an_honest_estimate(store, new_run):
    run_id = new_run()
    progress = RunProgress("forward", 3, "candidates", done=30, asked=90, rate=20.0)
    store.set_progress(run_id, progress)
    assert store.run(run_id).progress == progress
    assert progress.remaining_s == 3.0
    assert RunProgress("forward", 3, "candidates", 0, 90, None).remaining_s is None


def test_a_run_goes_through_its_states(store, new_run):
    run_id = new_run()
    begun = store.begin(run_id, {"gesncd": "1"})
    assert (begun.state, begun.attempt, begun.versions) == (RunState.RUNNING, 1, {"gesncd": "1"})
    assert begun.started is not None
    store.set_threshold(run_id, 0.03, 0.02)
    store.finish(run_id, RunState.FINISHED)
    run = store.run(run_id)
    assert (run.state, run.tau, run.noise_floor) == (RunState.FINISHED, 0.03, 0.02)
    assert run.duration_s is not None


def test_a_run_does_not_end_in_a_live_state(store, new_run):
    with pytest.raises(ValueError, match="does not end as running"):
        store.finish(new_run(), RunState.RUNNING)


def test_a_stop_is_kept_until_the_worker_acts(store, new_run, claim):
    run_id = new_run()
    claim(run_id)
    assert not store.stop_requested(run_id)
    store.request_stop(run_id)
    assert store.stop_requested(run_id)
    assert store.run(run_id).state is RunState.STOPPING
    assert store.begin(run_id, {}).state is RunState.STOPPING
    assert store.stop_requested(run_id)


def test_stopping_what_is_over_changes_nothing(store, new_run):
    run_id = new_run()
    store.finish(run_id, RunState.FINISHED)
    before = store.run(run_id)
    store.request_stop(run_id)
    assert store.run(run_id) == before


def test_a_run_whose_worker_vanished_is_shown_as_interrupted(store, new_run, age):
    run_id = new_run()
    store.begin(run_id, {})
    assert store.run(run_id).state is RunState.RUNNING
    age(run_id, 60)
    assert store.run(run_id).state is RunState.INTERRUPTED
    assert store.runs()[0].state is RunState.INTERRUPTED
    assert "vanished" in store.run(run_id).message


def test_a_worker_that_lives_is_not_interrupted_however_old_its_heartbeat(store, new_run, age):
    run_id = new_run()
    store.begin(run_id, {})
    lock = RunLock(store.home.lock(run_id))
    assert lock.acquire()
    age(run_id, 3600)
    assert store.run(run_id).state is RunState.RUNNING
    lock.release()
    assert store.run(run_id).state is RunState.INTERRUPTED


def test_a_waiting_run_is_never_interrupted_and_stops_at_once(store, new_run, age):
    run_id = new_run()
    age(run_id, 10_000)
    assert store.run(run_id).state is RunState.QUEUED
    store.request_stop(run_id)
    assert store.run(run_id).state is RunState.STOPPED


def test_a_queued_run_waits_longer_for_its_worker(store, new_run, claim, age):
    run_id = new_run()
    claim(run_id)
    age(run_id, 10)
    assert store.run(run_id).state is RunState.QUEUED
    age(run_id, 30)
    assert store.run(run_id).state is RunState.INTERRUPTED


def test_an_interrupted_run_can_be_stopped_without_a_worker(store, new_run, age):
    run_id = new_run()
    store.begin(run_id, {})
    age(run_id, 60)
    store.request_stop(run_id)
    assert store.run(run_id).state is RunState.STOPPED


def test_requeueing_makes_an_ended_run_ready_and_refuses_a_live_or_finished_one(
    store, new_run, age
):
    run_id = new_run()
    store.requeue(run_id)
    store.begin(run_id, {})
    with pytest.raises(StoreError, match="still going on"):
        store.requeue(run_id)
    age(run_id, 60)
    store.requeue(run_id)
    assert store.run(run_id).state is RunState.QUEUED
    store.finish(run_id, RunState.STOPPED, "why")
    store.requeue(run_id)
    run = store.run(run_id)
    assert (run.state, run.message, run.ended, run.stop_requested) == (
        RunState.QUEUED,
        "",
        None,
        False,
    )
    store.finish(run_id, RunState.FINISHED)
    with pytest.raises(StoreError, match="finished"):
        store.requeue(run_id)


def test_the_time_of_a_resumed_run_is_that_of_all_attempts(store, new_run):
    def set_back(column, seconds):
        with store.database.writing() as connection:
            connection.execute(
                f"UPDATE runs SET {column} = {column} - ? WHERE id = ?", (seconds, run_id)
            )

    run_id = new_run()
    store.begin(run_id, {})
    set_back("started", 47.0)
    store.finish(run_id, RunState.STOPPED)
    assert store.run(run_id).duration_s == pytest.approx(47.0, abs=2.0)
    store.requeue(run_id)
    assert store.run(run_id).duration_s is None
    store.begin(run_id, {})
    set_back("started", 48.0)
    store.finish(run_id, RunState.STOPPED)
    assert store.run(run_id).duration_s == pytest.approx(95.0, abs=4.0)
    # Stopped again while it waits: the work was done all the same.
    store.requeue(run_id)
    store.request_stop(run_id)
    store.finish(run_id, RunState.STOPPED)
    assert store.run(run_id).duration_s == pytest.approx(95.0, abs=4.0)


def test_a_stopped_run_that_is_queued_again_is_not_stopped_at_once(store, new_run, claim):
    run_id = new_run()
    claim(run_id)
    store.request_stop(run_id)
    store.finish(run_id, RunState.STOPPED)
    store.requeue(run_id)
    assert store.begin(run_id, {}).state is RunState.RUNNING
    assert not store.stop_requested(run_id)


def test_a_run_that_was_stopped_while_its_worker_was_late_is_not_begun(store, new_run, claim, age):
    run_id = new_run()
    claim(run_id)
    age(run_id, 60)
    store.request_stop(run_id)
    assert store.run(run_id).state is RunState.STOPPED
    assert store.begin(run_id, {}).state is RunState.STOPPING
    assert store.stop_requested(run_id)


def test_a_run_that_is_stopped_before_its_worker_began_waits_for_it_as_long(
    store, new_run, claim, age
):
    run_id = new_run()
    claim(run_id)
    store.request_stop(run_id)
    age(run_id, 10)
    assert store.run(run_id).state is RunState.STOPPING
    age(run_id, 30)
    assert store.run(run_id).state is RunState.INTERRUPTED


def test_one_store_serves_many_threads(store, new_run):
    run_id = new_run()
    failures = []

    def use(number):
        try:
            for i in range(5):
                store.append_events(run_id, [GlobalScore(number, i / 8)])
                store.run(run_id)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    events = store.events(run_id)
    assert len(events) == 25
    for number in range(5):
        assert [e.value for e in events if e.step == number] == [i / 8 for i in range(5)]


def test_a_run_written_by_a_newer_release_is_named(store, new_run):
    run_id = new_run()
    with store.database.writing() as connection:
        connection.execute("UPDATE runs SET settings = '{\"flavour\": 1}'")
    with pytest.raises(StoreError, match=f"{run_id}.*flavour"):
        store.run(run_id)


def test_one_damaged_run_hides_no_other_and_is_told(store, new_run):
    damaged, good = new_run(), new_run()
    with store.database.writing() as connection:
        connection.execute("UPDATE runs SET settings = '{bad' WHERE id = ?", (damaged,))
    assert [run.id for run in store.runs()] == [good]
    assert [run.id for run in store.live_runs()] == [good]
    (told,) = store.damaged_runs()
    assert (told.id, told.title) == (damaged, "linear.csv")
    assert f"The run {damaged} cannot be read" in told.problem
    assert store.damaged_runs("somebody else") == []
    with pytest.raises(StoreError, match="cannot be read"):
        store.run(damaged)


@pytest.mark.parametrize(
    "change",
    [
        "settings = 'null'",
        "settings = CAST(x'7b22ff' AS TEXT)",
        "versions = CAST(x'ff' AS TEXT)",
        "state = 'resting'",
        "tau = 'high'",
        "created = 'late'",
        "name = x'00ff'",
    ],
)
def test_whatever_is_damaged_hides_no_other_run(store, new_run, change):
    damaged, good = new_run(), new_run()
    with store.database.writing() as connection:
        connection.execute(f"UPDATE runs SET {change} WHERE id = ?", (damaged,))
    assert [run.id for run in store.runs()] == [good]
    assert [run.id for run in store.damaged_runs()] == [damaged]


def test_a_run_whose_worker_was_killed_this_moment_stops_at_once(store, new_run, claim):
    run_id = new_run()
    claim(run_id)
    lock = RunLock(store.home.lock(run_id))
    assert lock.acquire()
    store.begin(run_id, {})
    store.request_stop(run_id)
    assert store.run(run_id).state is RunState.STOPPING
    store.finish(run_id, RunState.STOPPED)
    store.requeue(run_id)
    store.begin(run_id, {})
    lock.release()
    assert store.run(run_id).state is RunState.RUNNING, "its last heartbeat is fresh"
    store.request_stop(run_id)
    assert store.run(run_id).state is RunState.STOPPED
