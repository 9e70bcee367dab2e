import os

import pytest

import gesncd
from gesncd.engine import EngineError, dask_workers, engine_of
from gesncd.engine import dask_engine as module
from gesncd.measures import Cancelled


def workers_of(cluster):
    """Process ids of the workers that are there, by address."""
    from distributed import Client

    with Client(cluster.scheduler_address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=240)
        return client.run(os.getpid)


def test_data_travel_once_to_each_worker(dask_engine, data, functions, arguments, monkeypatch):
    sent = []
    client = dask_engine._client
    submit = client.submit

    def counted(call, function, sha256, dataset, packed, **more):
        sent.append(dataset is not None)
        return submit(call, function, sha256, dataset, packed, **more)

    monkeypatch.setattr(client, "submit", counted)
    found = dict(dask_engine.run(functions.slow_total, data, arguments(range(80)), ahead=2))
    assert [found[row][0] for row in range(80)] == list(data.values[:80].sum(axis=1))
    assert len({pid for _, pid in found.values()}) == 2
    # Those in the air may lack the data together; then each worker has them for good.
    assert 1 <= sum(sent) <= 4
    sent.clear()
    dict(dask_engine.run(functions.slow_total, data, arguments(range(40)), ahead=2))
    assert sum(sent) == 0
    assert dask_engine.n_workers() == 2
    assert dask_engine.name.startswith("Dask at tcp://127.0.0.1:")


def test_gpus_count_where_each_worker_has_one(dask_engine, monkeypatch):
    # Decided here and not by what this machine has: the workers' answers are set.
    def answers(*found):
        monkeypatch.setattr(
            dask_engine._client, "run", lambda *_, **__: dict(zip("abc", found, strict=False))
        )
        return dask_engine.all_have_gpus()

    real = dask_engine.all_have_gpus()
    import torch

    assert real is torch.cuda.is_available()
    assert answers(True, True) is True
    assert answers(True, False) is False
    # The second could not be asked.
    assert answers(True) is False
    assert answers() is False


def test_an_error_of_the_function_ends_it(dask_engine, data, functions, arguments):
    with pytest.raises(KeyError, match="missing") as caught:
        list(dask_engine.run(functions.fail, data, arguments(["missing"])))
    assert "worker_functions.py" in caught.value.__notes__[0]


def test_calls_of_a_lost_worker_are_made_again(dask_engine, data, functions, arguments, tmp_path):
    asked = [(str(tmp_path), number) for number in range(6)]
    found = dict(dask_engine.run(functions.die_once, data, arguments(asked)))
    assert (tmp_path / "died").exists()
    assert [found[each] for each in asked] == list(range(6))


def test_a_worker_hears_that_nobody_waits(
    cluster, dask_engine, data, functions, arguments, tmp_path, wait_until
):
    workers_of(cluster)

    def tick():
        if (tmp_path / "began").exists():
            raise Cancelled

    with pytest.raises(Cancelled):
        list(
            dask_engine.run(
                functions.wait_until_unwanted, data, arguments([str(tmp_path)]), tick=tick
            )
        )
    wait_until((tmp_path / "unwanted").exists)


def test_workers_without_the_software_are_named(address, dask_engine, monkeypatch):
    monkeypatch.setattr(dask_workers, "_PACKAGE", "only_elsewhere")
    with pytest.raises(
        EngineError, match=r"worker at tcp://127.* has only_elsewhere not installed.*same release"
    ):
        engine_of(address)


def test_workers_with_another_release_are_named(address, dask_engine, monkeypatch):
    monkeypatch.setattr(gesncd, "__version__", "0.0.1")
    with pytest.raises(EngineError, match=r"the machine that asks has 0\.0\.1\."):
        engine_of(address)


def test_a_scheduler_without_workers(monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setattr(module, "_FIRST_WORKER_S", 0.5)
    with LocalCluster(
        n_workers=0, dashboard_address=":0", host="127.0.0.1", protocol="tcp", processes=False
    ) as empty:
        address = empty.scheduler_address.removeprefix("tcp://")
        with pytest.raises(EngineError, match=r"has no workers. Start some with 'dask worker"):
            engine_of(f"dask://{address}")


def test_a_lost_scheduler_is_said(data, functions, arguments, monkeypatch):
    from distributed import LocalCluster

    # So long the client tries to find the scheduler again.
    monkeypatch.setattr(module, "_CONNECT_S", 2.0)
    with LocalCluster(
        n_workers=1,
        dashboard_address=":0",
        host="127.0.0.1",
        protocol="tcp",
        processes=False,
        silence_logs=50,
    ) as passing:
        engine = engine_of("dask://" + passing.scheduler_address.removeprefix("tcp://"))
        asked = engine.run(functions.slow_total, data, arguments(range(500)))
        next(asked)
        passing.close()
        with pytest.raises(EngineError, match=r"connection to the Dask scheduler .* was lost"):
            list(asked)
    engine.close()
