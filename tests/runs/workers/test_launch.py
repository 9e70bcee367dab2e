import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.measures import PartialCorrelation
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunState
from gesncd.runs.workers.launch import _mark_end, launch
from gesncd.search.events import Finished
from gesncd.search.reframed_ges import reframed_ges
from gesncd.settings.run_settings import RunSettings

SLOW_WORKER = Path(__file__).parents[1] / "slow_worker.py"


@pytest.fixture
def start_slow(store):
    """A function that starts a worker whose measure takes its time."""
    processes = []

    def start(run_id, *more):
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
        command = [sys.executable, str(SLOW_WORKER), str(store.home.path), run_id, *more]
        processes.append(subprocess.Popen(command, env=environment))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()


def count_scores(store):
    with store.database.reading() as connection:
        return connection.execute("SELECT count(*) FROM scores").fetchone()[0]


def expected_events(dataset):
    measure = PartialCorrelation(dataset)
    return list(reframed_ges(measure, measure.null_quantile(0.001)))


def test_a_launched_run_finishes_by_itself_and_leaves_no_zombie(
    store, new_run, dataset, wait_until, is_gone
):
    run_id = new_run()
    pid = launch(store, run_id)
    wait_until(lambda: not store.run(run_id).state.is_live)
    assert store.run(run_id).state is RunState.FINISHED
    assert store.events(run_id) == expected_events(dataset)
    wait_until(lambda: is_gone(pid))
    with pytest.raises(StoreError, match="finished"):
        launch(store, run_id)


def test_the_worker_never_loads_the_user_interface():
    code = (
        "import sys, gesncd.runs.workers.worker; "
        "print('streamlit' in sys.modules, sorted(sys.modules))"
    )
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert output.startswith("False")
    for heavy in ("'torch'", "'pandas'", "'pyarrow'", "'scipy.stats'"):
        assert heavy not in output, f"{heavy} delays the first sign of life"


def test_a_worker_that_cannot_begin_fails_its_run(store, new_run, monkeypatch, wait_until):
    run_id = new_run()
    monkeypatch.setattr("gesncd.runs.machine.spawn.sys.executable", sys.executable)
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    launch(store, run_id)
    wait_until(lambda: store.run(run_id).state is not RunState.QUEUED)
    run = store.run(run_id)
    assert run.state is RunState.FAILED
    assert "ended at once with status" in run.message
    assert store.home.log(run_id).stat().st_size > 0


def test_a_python_that_is_not_there_fails_the_run(store, new_run, monkeypatch):
    run_id = new_run()
    monkeypatch.setattr("gesncd.runs.machine.spawn.sys.executable", "/nowhere/python")
    with pytest.raises(StoreError, match="could not be started"):
        launch(store, run_id)
    assert store.run(run_id).state is RunState.FAILED


def test_stop_ends_a_worker_within_two_seconds(store, new_run, start_slow, wait_until):
    run_id = new_run()
    process = start_slow(run_id)
    wait_until(lambda: store.run(run_id).last_event >= 1)
    asked = time.monotonic()
    store.request_stop(run_id)
    wait_until(lambda: store.run(run_id).state is RunState.STOPPED)
    assert time.monotonic() - asked < 2.0
    assert process.wait(40) == 0
    assert not any(isinstance(event, Finished) for event in store.events(run_id))


def test_stop_acts_within_two_seconds_although_one_score_takes_longer(store, wait_until, is_gone):
    rng = np.random.default_rng(0)
    data = Dataset.from_array(rng.normal(size=(6000, 8)).cumsum(axis=1))
    settings = RunSettings("ncd", networks="perceptron", depth=8, width=400, global_score=False)
    run_id = store.create_run(store.add_dataset(data, "wide"), "wide", settings)
    pid = launch(store, run_id)
    wait_until(
        lambda: (run := store.run(run_id)).progress is not None and run.progress.step > 1, 120
    )
    found = store.event_texts(run_id)
    asked = time.monotonic()
    store.request_stop(run_id)
    wait_until(lambda: store.run(run_id).state is RunState.STOPPED)
    assert time.monotonic() - asked < 2.0
    wait_until(lambda: is_gone(pid))
    assert store.event_texts(run_id) == found
    assert store.run(run_id).state.can_resume


def test_a_terminated_worker_stops_in_order(store, new_run, start_slow, wait_until):
    run_id = new_run()
    process = start_slow(run_id)
    wait_until(lambda: store.run(run_id).last_event >= 1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(40) == 0
    assert store.run(run_id).state is RunState.STOPPED


def test_a_worker_killed_at_ten_moments_ends_like_one_that_never_was(
    store, new_run, start_slow, age, dataset, wait_until
):
    run_id = new_run()
    moments = random.Random(5)
    for n_scores in (0, 0, 5, 10, 20, 30, 40, 45, 50, 55):
        attempt = store.run(run_id).attempt
        process = start_slow(run_id)
        wait_until(
            lambda before=attempt, wanted=n_scores: (
                store.run(run_id).attempt > before and count_scores(store) >= wanted
            )
        )
        time.sleep(moments.uniform(0.0, 0.2))
        process.kill()
        process.wait()
        age(run_id)
        assert store.run(run_id).state is RunState.INTERRUPTED
    assert store.run(run_id).attempt == 10
    kept = store.event_texts(run_id)
    expected = expected_events(dataset)
    assert 1 <= len(kept) < len(expected), "the kills must fall into the middle"
    launch(store, run_id)
    wait_until(lambda: not store.run(run_id).state.is_live)
    assert store.run(run_id).state is RunState.FINISHED
    assert store.event_texts(run_id)[: len(kept)] == kept
    assert store.events(run_id) == expected
    untouched = new_run()
    launch(store, untouched)
    wait_until(lambda: not store.run(untouched).state.is_live)
    assert store.event_texts(untouched) == store.event_texts(run_id)


def test_a_worker_killed_while_it_writes_leaves_the_last_commit(
    store, new_run, start_slow, age, dataset, wait_until
):
    run_id, position = new_run(), 2
    assert start_slow(run_id, str(position)).wait(60) == -signal.SIGKILL
    age(run_id)
    assert store.run(run_id).state is RunState.INTERRUPTED
    expected = expected_events(dataset)
    assert store.events(run_id) == expected[:position], "the half-written event is not there"
    launch(store, run_id)
    wait_until(lambda: not store.run(run_id).state.is_live)
    assert store.events(run_id) == expected


def test_a_killed_worker_is_seen_at_once_by_the_process_that_started_it(store, new_run, wait_until):
    run_id = new_run(measure="ncd")
    pid = launch(store, run_id)
    wait_until(lambda: store.run(run_id).state is RunState.RUNNING)
    os.kill(pid, signal.SIGKILL)
    killed = time.monotonic()
    wait_until(lambda: store.run(run_id).state is RunState.INTERRUPTED)
    assert time.monotonic() - killed < 2.0
    assert "Resume" in store.run(run_id).message


def test_a_worker_that_failed_does_not_fail_the_run_that_was_queued_again(store, new_run, claim):
    run_id = new_run()
    claim(run_id)
    before = store.run(run_id).attempt
    store.begin(run_id, {})
    store.finish(run_id, RunState.FAILED, "why")
    store.requeue(run_id)
    claim(run_id)
    for status in (1, -signal.SIGKILL):
        _mark_end(store, run_id, status, before)
        assert store.run(run_id).state is RunState.QUEUED
    _mark_end(store, run_id, 1, before + 1)
    assert store.run(run_id).state is RunState.FAILED
