"""Runs and tasks on two real worker processes, one of which is killed in the middle."""

import os
import signal
import threading
import time

import pytest
from distributed import Client

from gesncd.analysis.resamples import Resampling, plan_replicates
from gesncd.data import Dataset
from gesncd.engine import choose, chosen_engine
from gesncd.measures import MemoryCache
from gesncd.runs.store.event_rows import event_text
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import create_task, stop_task, task, task_results
from gesncd.runs.tasks.kinds import Kind
from gesncd.runs.tasks.parts_stability import stability_parts
from gesncd.runs.tasks.worker import work_task
from gesncd.runs.workers.worker import work
from gesncd.settings.engine_measure import measure_for_search
from gesncd.settings.on_data import build_measure, resolve_tau
from gesncd.settings.run_search import search_events
from gesncd.settings.run_settings import RunSettings

RCD = RunSettings(measure="rcd", seed=7)
NCD = RunSettings(measure="ncd", seed=7, global_score=False)


@pytest.fixture
def store(tmp_path):
    return RunStore.open(tmp_path / "home")


def address_of(cluster):
    """What GESNCD_ENGINE is for a cluster."""
    return "dask://" + cluster.scheduler_address.removeprefix("tcp://")


@pytest.fixture
def on_the_cluster(own_cluster, monkeypatch):
    """Chooses the cluster; afterwards nothing of it is left in this process."""
    monkeypatch.setenv("GESNCD_ENGINE", address_of(own_cluster))
    yield chosen_engine()
    chosen_engine().close()
    choose._opened.cache_clear()


@pytest.fixture
def kill_one(own_cluster):
    """A function that kills one of two worker processes."""
    with Client(own_cluster.scheduler_address, set_as_default=False) as client:
        pids = client.run(os.getpid)

        def kill():
            os.kill(min(pids.values()), signal.SIGKILL)

        yield kill


def local_texts(settings, data):
    measure = build_measure(settings, data, jobs=1)
    events = search_events(settings, data, measure, resolve_tau(settings, measure))
    return [event_text(event) for event in events]


@pytest.mark.parametrize("settings", [RCD, NCD], ids=["rcd", "ncd"])
def test_a_search_is_the_same_byte_for_byte_though_a_worker_is_killed(
    on_the_cluster, kill_one, data, settings
):
    if settings is NCD:
        data = Dataset.from_array(data.values[:, :5])
    expected = local_texts(settings, data)
    measure = measure_for_search(settings, data)
    killed = []

    def on_progress(progress):
        # In the middle of a batch: others are in the air.
        if not killed and 0 < progress.done < progress.asked:
            kill_one()
            killed.append(progress)

    events = search_events(
        settings,
        data,
        measure,
        resolve_tau(settings, measure),
        cache=MemoryCache(),
        on_progress=on_progress,
    )
    assert [event_text(event) for event in events] == expected
    assert killed
    assert len(expected) > 5


def test_a_run_of_the_store_keeps_the_same_events_and_scores(on_the_cluster, store, data):
    sha256 = store.add_dataset(data, "data.csv")
    run_id = store.create_run(sha256, "data.csv", RCD)
    assert work(store, run_id) is RunState.FINISHED
    assert store.event_texts(run_id) == local_texts(RCD, data)
    here = build_measure(RCD, data)
    scores = store.scores(here.key, _queries(data))
    assert len(scores) > 20
    assert list(scores.values()) == list(here.evaluate(list(scores)))


def _queries(data):
    from gesncd.measures import Query

    d = data.n_variables
    return [Query.pair(i, j) for i in range(d) for j in range(i + 1, d)]


def test_stability_replicates_are_the_same_though_a_worker_is_killed(
    own_cluster, store, data, kill_one, monkeypatch
):
    replicates = plan_replicates(Resampling.HALVES, 8, seed=2, measure="rcd")
    sha256 = store.add_dataset(data, "data.csv")
    here = create_task(store, sha256, "stability", stability_parts(RCD, replicates))
    there = create_task(store, sha256, "stability", stability_parts(RCD, replicates))
    assert work_task(store, here, jobs=1) is RunState.FINISHED
    monkeypatch.setenv("GESNCD_ENGINE", address_of(own_cluster))
    watch = threading.Thread(target=_after_one_part, args=(store, there, kill_one))
    watch.start()
    assert work_task(store, there) is RunState.FINISHED
    watch.join()
    expected, found = task_results(store, here), task_results(store, there)
    assert len(expected) == 8
    assert {k: (each.ok, each.value) for k, each in found.items()} == {
        k: (each.ok, each.value) for k, each in expected.items()
    }
    chosen_engine().close()
    choose._opened.cache_clear()


def _after_one_part(store, task_id, kill):
    while task(store, task_id).n_done < 1:
        time.sleep(0.01)
    kill()


def test_scores_on_a_tasks_own_data_come_home(on_the_cluster, store, data):
    sha256 = store.add_dataset(data, "data.csv")
    parts = [{"settings": RCD.to_dict()}, {"settings": RunSettings(**_stricter()).to_dict()}]
    task_id = create_task(store, sha256, "search", parts)
    assert work_task(store, task_id) is RunState.FINISHED
    here = build_measure(RCD, data)
    scores = store.scores(here.key, _queries(data))
    assert len(scores) == len(_queries(data))
    assert list(scores.values()) == list(here.evaluate(list(scores)))


def _stricter():
    return {"measure": "rcd", "seed": 7, "alpha": 0.0001}


KINDS = {
    "nap": Kind("worker_functions:nap_part"),
    "deadly": Kind("worker_functions:deadly_part"),
}


def test_stop_ends_what_is_in_the_air(on_the_cluster, store, data, tmp_path, wait_until):
    sha256 = store.add_dataset(data, "data.csv")
    parts = [{"folder": str(tmp_path), "seconds": 60} for _ in range(4)]
    task_id = create_task(store, sha256, "nap", parts, kinds=KINDS)
    times = []

    def stop():
        while not (tmp_path / "began").exists():
            time.sleep(0.01)
        times.append(time.monotonic())
        stop_task(store, task_id)

    watch = threading.Thread(target=stop)
    watch.start()
    assert work_task(store, task_id, kinds=KINDS) is RunState.STOPPED
    assert time.monotonic() - times[0] < 5.0
    watch.join()
    assert task(store, task_id).n_done == 0
    wait_until((tmp_path / "ended").exists, 40)


def test_a_part_that_ends_its_workers_fails_alone(on_the_cluster, kill_one, store, data):
    sha256 = store.add_dataset(data, "data.csv")
    parts = [{"dies": number == 1} for number in range(3)]
    task_id = create_task(store, sha256, "deadly", parts, kinds=KINDS)
    assert work_task(store, task_id, kinds=KINDS) is RunState.FINISHED
    results = task_results(store, task_id)
    assert [results[k].ok for k in range(3)] == [True, False, True]
    assert "memory" in results[1].message


def test_an_engine_that_cannot_be_reached_fails_with_its_reason(store, data, monkeypatch):
    from gesncd.engine import dask_engine

    monkeypatch.setattr(dask_engine, "_CONNECT_S", 0.5)
    monkeypatch.setenv("GESNCD_ENGINE", "dask://127.0.0.1:9")
    sha256 = store.add_dataset(data, "data.csv")
    task_id = create_task(store, sha256, "nap", [{"seconds": 0}], kinds=KINDS)
    assert work_task(store, task_id, kinds=KINDS) is RunState.FAILED
    assert "No Dask scheduler answers" in task(store, task_id).message
    run_id = store.create_run(sha256, "data.csv", RCD)
    assert work(store, run_id) is RunState.FAILED
    assert "No Dask scheduler answers" in store.run(run_id).message
