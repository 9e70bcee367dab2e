import pytest

from gesncd.data import Dataset
from gesncd.engine import EngineError, at_worker
from gesncd.engine.at_worker import Lacking, Raised, call, is_unwanted


@pytest.fixture(autouse=True)
def empty(monkeypatch):
    monkeypatch.setattr(at_worker, "_data", type(at_worker._data)())


def test_data_come_once(data, functions):
    assert call(functions.total, data.sha256, None, 3) == Lacking()
    first = call(functions.total, data.sha256, data, 3)
    assert first[0] == data.values[3].sum()
    assert call(functions.total, data.sha256, None, 3) == first


def test_only_the_newest_data_are_kept(data, functions):
    others = [Dataset.from_array(data.values[k:]) for k in range(1, 4)]
    for each in (data, *others[:2]):
        call(functions.total, each.sha256, each, 0)
    # Used again, it is the newest of the three.
    assert call(functions.total, data.sha256, None, 0) != Lacking()
    call(functions.total, others[2].sha256, others[2], 0)
    assert call(functions.total, others[0].sha256, None, 0) == Lacking()
    assert call(functions.total, data.sha256, None, 0) != Lacking()


def test_an_error_travels_with_where_it_was(data, functions):
    reply = call(functions.fail, data.sha256, data, "missing")
    assert isinstance(reply, Raised)
    with pytest.raises(KeyError, match="missing") as caught:
        reply.throw()
    assert "worker_functions.py" in caught.value.__notes__[0]


def test_an_error_that_cannot_travel_is_told_in_words(data, functions):
    reply = call(functions.fail, data.sha256, data, "stubborn")
    with pytest.raises(RuntimeError, match="Stubborn: one and two"):
        reply.throw()


def test_a_worker_with_several_threads_is_refused(data, functions, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    reply = call(functions.total, data.sha256, data, 0)
    with pytest.raises(EngineError, match="OMP_NUM_THREADS=1"):
        reply.throw()


def test_whether_a_call_is_wanted_can_be_asked_within_it_only(data):
    def ask(dataset, argument):
        return is_unwanted()

    assert call(ask, data.sha256, data, None) is False
    assert call(ask, data.sha256, data, None, lambda: True) is True
    assert is_unwanted() is False
