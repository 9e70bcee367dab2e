import sys
import time
from contextlib import contextmanager

import numpy as np
import pytest

from gesncd.data import DataError
from gesncd.measures import Chunk, PartialCorrelation
from gesncd.runs.machine.lock import RunLock, is_held
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import main, work
from gesncd.search.events import Finished, GlobalScore, Started, Step
from gesncd.search.reframed_ges import reframed_ges
from gesncd.settings.on_data import build_measure


class Watched(PartialCorrelation):
    """Partial correlation in small chunks, with something done before each chunk."""

    def __init__(self, dataset, before_chunk):
        super().__init__(dataset)
        self.before_chunk = before_chunk
        self.n_scored = 0

    def evaluate(self, queries, on_chunk=None):
        scores = super().evaluate(queries)
        for start in range(0, len(queries), 5):
            self.before_chunk(self)
            part = np.arange(start, min(start + 5, len(queries)))
            self.n_scored += len(part)
            if on_chunk is not None:
                on_chunk(Chunk(part, scores[part], int(part[-1]) + 1, len(queries)))
        return scores


@pytest.fixture
def expected(dataset):
    """Events of a search that nothing interrupts."""
    measure = PartialCorrelation(dataset)
    return list(reframed_ges(measure, measure.null_quantile(0.001)))


def test_a_run_ends_with_the_events_of_the_search(store, new_run, expected, dataset):
    run_id = new_run()
    assert work(store, run_id) is RunState.FINISHED
    assert store.events(run_id) == expected
    assert sum(isinstance(event, Step) for event in expected) >= 5
    run = store.run(run_id)
    assert (run.state, run.message) == (RunState.FINISHED, "")
    assert run.tau == PartialCorrelation(dataset).null_quantile(0.001) == run.noise_floor
    assert run.last_event == len(expected) - 1
    assert run.progress is not None
    assert run.versions["python"] == ".".join(map(str, sys.version_info[:3]))
    assert RunLock(store.home.lock(run_id)).acquire()


def test_a_given_threshold_and_no_global_score_are_obeyed(store, new_run):
    run_id = new_run(tau=0.5, global_score=False)
    work(store, run_id)
    events = store.events(run_id)
    assert events[0].tau == store.run(run_id).tau == 0.5
    assert not any(isinstance(event, GlobalScore) for event in events)


def test_a_second_run_computes_no_score_again(store, new_run):
    def build(settings, dataset):
        measures.append(Watched(dataset, lambda measure: None))
        return measures[-1]

    measures = []
    first, second = new_run(), new_run()
    work(store, first, build)
    work(store, second, build)
    assert measures[0].n_scored > 0
    assert measures[1].n_scored == 0
    assert store.event_texts(first) == store.event_texts(second)


def test_a_stop_keeps_what_was_found_and_adds_nothing(store, new_run, expected):
    def stop_later(measure):
        if measure.n_scored >= 60:
            store.request_stop(run_id)

    run_id = new_run()
    # Not the first chunk after the request: the listener reads it every quarter second.
    state = work(store, run_id, lambda s, d: Watched(d, lambda m: (stop_later(m), pause(m))))
    assert state is RunState.STOPPED
    events = store.events(run_id)
    assert 1 <= len(events) < len(expected)
    assert events == expected[: len(events)]
    assert not any(isinstance(event, Finished) for event in events)
    assert store.run(run_id).state is RunState.STOPPED


def pause(measure):
    if measure.n_scored >= 60:
        time.sleep(0.1)


def test_a_stop_that_comes_when_all_is_found_comes_too_late(store, new_run, expected, monkeypatch):
    run_id, append = new_run(), store.append_events

    def stop_at_the_end(run_id, events):
        append(run_id, events)
        if isinstance(events[-1], Finished):
            store.request_stop(run_id)
            # The listener would have heard of it, and lost its patience with the search.
            time.sleep(1.5)

    monkeypatch.setattr(store, "append_events", stop_at_the_end)
    assert work(store, run_id, end_process=lambda: None) is RunState.FINISHED
    assert store.run(run_id).state is RunState.FINISHED
    assert store.events(run_id) == expected


def test_a_stop_before_the_start_finds_nothing(store, new_run, claim):
    run_id = new_run()
    claim(run_id)
    store.request_stop(run_id)
    assert work(store, run_id) is RunState.STOPPED
    assert store.events(run_id) == []


@pytest.mark.parametrize("crash_at", [0, 20, 40, 60, 80])
def test_a_run_taken_up_again_ends_with_the_very_same_events(store, new_run, expected, crash_at):
    class Crash(BaseException):
        """Like a kill, it leaves no time for any handler."""

    def crash(measure):
        if measure.n_scored >= crash_at:
            raise Crash

    run_id = new_run()
    with pytest.raises(Crash):
        work(store, run_id, lambda s, d: Watched(d, crash))
    assert store.run(run_id).state is RunState.RUNNING
    kept = store.event_texts(run_id)
    assert work(store, run_id) is RunState.FINISHED
    assert store.event_texts(run_id)[: len(kept)] == kept
    assert store.events(run_id) == expected
    assert store.run(run_id).attempt == 2
    assert store.run(run_id).message == ""


def test_a_stopped_run_goes_on(store, new_run, claim, expected):
    run_id = new_run()
    claim(run_id)
    store.request_stop(run_id)
    assert work(store, run_id) is RunState.STOPPED
    assert work(store, run_id) is RunState.STOPPED
    store.requeue(run_id)
    assert work(store, run_id) is RunState.FINISHED
    assert store.events(run_id) == expected


def test_what_changed_software_finds_differently_is_said(store, new_run, expected):
    run_id = new_run()
    store.append_events(run_id, [expected[0], GlobalScore(0, 0.987), GlobalScore(1, 0.5)])
    assert work(store, run_id) is RunState.FINISHED
    assert store.events(run_id) == expected
    assert "From event 1 on" in store.run(run_id).message


def test_a_finished_run_is_left_alone(store, new_run):
    run_id = new_run()
    work(store, run_id)
    before = store.run(run_id)
    assert work(store, run_id) is RunState.FINISHED
    assert store.run(run_id) == before


def test_two_workers_never_do_one_run(store, new_run, monkeypatch):
    monkeypatch.setattr("gesncd.runs.workers.worker._LOCK_PATIENCE_S", 0.05)
    run_id = new_run()
    lock = RunLock(store.home.lock(run_id))
    assert lock.acquire()
    assert work(store, run_id) is RunState.QUEUED
    assert store.events(run_id) == []
    lock.release()


def test_the_next_worker_need_not_wait_until_the_database_is_closed(store, new_run, monkeypatch):
    run_id, held_open, seen = new_run(), store.database.held_open, []

    @contextmanager
    def watched():
        with held_open():
            yield
            seen.append(is_held(store.home.lock(run_id)))

    monkeypatch.setattr(store.database, "held_open", watched)
    assert work(store, run_id) is RunState.FINISHED
    assert seen == [False]


def test_a_failure_has_a_message_and_a_traceback_in_the_log(store, new_run):
    def build(settings, dataset):
        raise KeyError("deep inside")

    run_id = new_run()
    assert work(store, run_id, build) is RunState.FAILED
    run = store.run(run_id)
    assert run.state is RunState.FAILED
    assert "failed unexpectedly (KeyError: 'deep inside')" in run.message
    log = store.home.log(run_id).read_text()
    assert "Traceback" in log
    assert "deep inside" in log


def test_an_error_for_people_is_passed_on_as_it_is(store, new_run):
    def build(settings, dataset):
        raise DataError("Column 3 is constant.")

    run_id = new_run()
    work(store, run_id, build)
    assert store.run(run_id).message == "Column 3 is constant."


def test_missing_data_fail_the_run_with_a_message(store, new_run, dataset):
    run_id = new_run()
    store.home.dataset(dataset.sha256).unlink()
    assert work(store, run_id) is RunState.FAILED
    assert "add the same data again" in store.run(run_id).message


def test_a_failure_in_the_middle_keeps_what_was_found(store, new_run, expected):
    def fail(measure):
        if measure.n_scored >= 60:
            raise MemoryError

    run_id = new_run()
    work(store, run_id, lambda s, d: Watched(d, fail))
    events = store.events(run_id)
    assert events == expected[: len(events)]
    assert isinstance(events[0], Started)
    assert "memory did not suffice" in store.run(run_id).message


def test_the_command_line_runs_a_run(store, new_run, capsys):
    run_id = new_run()
    assert main(["--home", str(store.home.path), "--", run_id]) == 0
    assert store.run(run_id).state is RunState.FINISHED
    assert main(["--home", str(store.home.path), "--", "nobody"]) == 1
    assert "There is no run 'nobody'" in capsys.readouterr().err


def test_the_default_measure_is_that_of_the_settings(store, new_run, dataset):
    run_id = new_run(measure="rcd")
    assert work(RunStore.open(store.home.path), run_id) is RunState.FINISHED
    measure = build_measure(store.run(run_id).settings, dataset)
    assert store.events(run_id)[0].measure_key == measure.key
