import os
import threading

import numpy as np
import pytest

from gesncd.engine import EngineError, engine_of
from gesncd.measures import Cancelled


@pytest.fixture(scope="module", params=["loky", "threading"])
def engine(request):
    engine = engine_of(f"joblib:{request.param}")
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def loky():
    engine = engine_of("joblib:loky")
    yield engine
    engine.close()


def test_every_call_comes_back_once(engine, data, functions, arguments):
    found = dict(engine.run(functions.total, data, arguments(range(60)), ahead=2))
    assert sorted(found) == list(range(60))
    assert [found[row][0] for row in range(60)] == list(data.values[:60].sum(axis=1))
    # A second time the workers have the data.
    again = dict(engine.run(functions.total, data, arguments(range(60)), ahead=2))
    assert [again[row][0] for row in again] == [found[row][0] for row in again]
    assert dict(engine.run(functions.total, data, arguments([]))) == {}


def test_nobody_knows_of_gpus(loky):
    assert loky.all_have_gpus() is False


def test_a_backend_that_gives_nothing_before_the_end(data, functions, arguments):
    from joblib import register_parallel_backend
    from joblib._parallel_backends import ThreadingBackend

    class Waiting(ThreadingBackend):
        supports_return_generator = False

    register_parallel_backend("waiting", Waiting)
    engine = engine_of("joblib:waiting")
    found = dict(engine.run(functions.total, data, arguments(range(50)), ahead=2))
    assert [found[row][0] for row in range(50)] == list(data.values[:50].sum(axis=1))


def test_processes_of_their_own(loky, data, functions, arguments):
    pids = {pid for _, (_, pid) in loky.run(functions.slow_total, data, arguments(range(40)))}
    assert os.getpid() not in pids
    assert 1 <= len(pids) <= loky.n_workers()


def test_an_error_of_the_function_ends_it(engine, data, functions, arguments):
    with pytest.raises(KeyError, match="missing"):
        list(engine.run(functions.fail, data, arguments(["missing"])))


def test_an_error_of_the_caller_ends_it(engine, data, functions):
    def broken():
        raise ZeroDivisionError("by nought")

    with pytest.raises(ZeroDivisionError, match="by nought"):
        list(engine.run(functions.total, data, broken))


def test_calls_of_a_lost_worker_are_made_again(loky, data, functions, arguments, tmp_path):
    asked = [(str(tmp_path), number) for number in range(6)]
    found = dict(loky.run(functions.die_once, data, arguments(asked)))
    assert (tmp_path / "died").exists()
    assert [found[each] for each in asked] == list(range(6))


def test_a_call_that_always_takes_its_worker_with_it(loky, data, functions, arguments):
    with pytest.raises(EngineError, match="ended unexpectedly, again and again"):
        list(loky.run(functions.die, data, arguments([0])))
    # And the next one finds workers.
    assert dict(loky.run(functions.die, data, arguments([1, 2]))) == {1: 1, 2: 2}


def test_stop_ends_the_workers_at_once(loky, data, functions, arguments, tmp_path):
    def tick():
        if (tmp_path / "began").exists():
            raise Cancelled

    before = threading.active_count()
    with pytest.raises(Cancelled):
        list(loky.run(functions.wait_until_unwanted, data, arguments([str(tmp_path)]), tick=tick))
    assert not (tmp_path / "unwanted").exists()
    found = dict(loky.run(functions.total, data, arguments([0])))
    assert np.isfinite(found[0][0])
    assert threading.active_count() <= before + 3
