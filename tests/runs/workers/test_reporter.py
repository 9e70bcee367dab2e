import time

import pytest

from gesncd.measures import Cancelled
from gesncd.runs.workers.reporter import RateMeter, Reporter
from gesncd.search.events import Phase
from gesncd.search.progress import Progress


def progress(done, asked=100, step=1):
    return Progress(Phase.FORWARD, step, "candidates", done, asked)


def test_the_rate_is_that_of_late():
    meter = RateMeter()
    assert meter.read(0, 0.0) is None
    assert meter.read(10, 1.0) == 10.0
    assert meter.read(40, 2.0) == 20.0
    # Long ago it was quick; over the last five seconds it did two a second.
    for second in range(3, 20):
        rate = meter.read(40 + 2 * (second - 2), float(second))
    assert rate == pytest.approx(2.0)


def test_the_rate_goes_on_through_the_next_batch():
    meter = RateMeter()
    meter.read(0, 0.0)
    meter.read(50, 1.0)
    assert meter.read(0, 1.0) == 50.0
    assert meter.read(50, 2.0) == 50.0


def test_a_stalled_measure_has_no_rate():
    meter = RateMeter()
    meter.read(0, 0.0)
    meter.read(10, 1.0)
    for second in range(2, 20):
        rate = meter.read(10, float(second))
    assert rate is None


def test_the_first_progress_is_written_and_the_next_ones_seldom(store, new_run, monkeypatch):
    run_id = new_run()
    written = []
    monkeypatch.setattr(store, "set_progress", lambda run_id, progress: written.append(progress))
    clock = iter(i * 0.05 for i in range(1000))
    monkeypatch.setattr("gesncd.runs.workers.reporter.time.monotonic", lambda: next(clock))
    reporter = Reporter(store, run_id)
    for done in range(100):
        reporter.on_progress(progress(done))
    # A hundred readings in five seconds, at most five lines a second.
    assert written[0].done == 0
    assert 20 <= len(written) <= 26
    assert written[-1].rate == pytest.approx(20.0, rel=0.1)


def test_a_stop_asked_for_in_the_store_is_heard(store, new_run, wait_until):
    run_id = new_run()
    with Reporter(store, run_id) as reporter:
        reporter.check()
        asked = time.monotonic()
        store.request_stop(run_id)
        wait_until(lambda: reporter.stopped)
        assert time.monotonic() - asked < 1.5
        with pytest.raises(Cancelled):
            reporter.check()
        with pytest.raises(Cancelled):
            reporter.on_progress(progress(1))


def test_the_heart_beats_while_the_search_says_nothing(store, new_run, age, wait_until):
    run_id = new_run()
    store.begin(run_id, {})
    with Reporter(store, run_id):
        age(run_id, 60)
        wait_until(lambda: time.time() - store.run(run_id).heartbeat < 30)


def test_the_listener_ends_with_the_run(store, new_run):
    with Reporter(store, new_run()) as reporter:
        pass
    assert not reporter._listener.is_alive()
