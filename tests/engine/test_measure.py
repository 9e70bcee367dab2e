from functools import partial

import numpy as np
import pytest

from gesncd.engine import EngineError, Lost, on_engine
from gesncd.engine import measure as engine_measure
from gesncd.engine.at_worker import Raised, call
from gesncd.measures import Cancelled, NullCalibrated, Query, Rcd


class Here:
    """An engine that calls in this process, and remembers."""

    name = "here"

    def __init__(self, reply=None):
        self.reply = reply
        self.sizes = []
        self.closed = 0

    def n_workers(self):
        return 2

    def run(self, function, dataset, next_argument, *, tick=lambda: None, ahead=1):
        try:
            while (argument := next_argument()) is not None:
                self.sizes.append(len(argument.queries))
                found = self.reply or call(function, dataset.sha256, dataset, argument)
                yield argument, found.throw() if isinstance(found, Raised) else found
        finally:
            self.closed += 1

    def close(self):
        pass


@pytest.fixture(autouse=True)
def no_measures(monkeypatch):
    monkeypatch.setattr(engine_measure, "_measures", type(engine_measure._measures)())


@pytest.fixture
def queries(data):
    d = data.n_variables
    pairs = [Query.pair(i, j) for i in range(d) for j in range(d) if i != j]
    return pairs + [Query.pair(0, j, (1, 2)) for j in range(3, d)]


def test_scores_are_those_of_the_measure(data, queries):
    engine, here = Here(), Rcd(data, seed=3)
    measure = on_engine(here, partial(Rcd, seed=3), data, engine)
    assert (measure.key, measure.name, measure.symmetric) == (here.key, "rcd", True)
    assert measure.n_variables == data.n_variables
    assert measure.null_quantile(0.01) == here.null_quantile(0.01)
    chunks = []
    scores = measure.evaluate(queries, chunks.append)
    np.testing.assert_array_equal(scores, here.evaluate(queries))
    assert len(engine.sizes) > 1
    assert chunks[-1].done == chunks[-1].asked == len(queries)
    assert engine.closed == 1


def test_a_batch_that_is_not_worth_a_journey_is_answered_here(data, queries):
    engine = Here()
    measure = on_engine(Rcd(data), Rcd, data, engine)
    measure.evaluate(queries)
    engine.sizes.clear()
    few = queries[:2]
    np.testing.assert_array_equal(measure.evaluate(few), Rcd(data).evaluate(few))
    assert engine.sizes == []


def test_where_nothing_can_be_answered_here_everything_travels(data, queries):
    engine = Here()
    measure = on_engine(Rcd(data), Rcd, data, engine, answers_here=False)
    measure.evaluate(queries)
    engine.sizes.clear()
    few = queries[:2]
    np.testing.assert_array_equal(measure.evaluate(few), Rcd(data).evaluate(few))
    assert sum(engine.sizes) == 2


def test_a_measure_without_known_noise_stays_without(data):
    rcd = Rcd(data)

    class Unknown:
        name, key, symmetric, n_variables = rcd.name, rcd.key, True, rcd.n_variables
        evaluate = rcd.evaluate

    measure = on_engine(Unknown(), Rcd, data, Here())
    assert not isinstance(measure, NullCalibrated)
    assert isinstance(on_engine(Rcd(data), Rcd, data, Here()), NullCalibrated)


def test_a_worker_with_another_measure_is_refused(data, queries):
    measure = on_engine(Rcd(data, seed=0), partial(Rcd, seed=1), data, Here())
    with pytest.raises(EngineError, match="same release of gesncd"):
        measure.evaluate(queries)


def test_what_takes_its_workers_with_it_is_an_error(data, queries):
    measure = on_engine(Rcd(data), Rcd, data, Here(Lost("The workers ended.")))
    with pytest.raises(EngineError, match="The workers ended"):
        measure.evaluate(queries)


def test_stop_cancels_what_is_in_the_air(data, queries):
    def stop(chunk):
        raise Cancelled

    engine = Here()
    with pytest.raises(Cancelled):
        on_engine(Rcd(data), Rcd, data, engine).evaluate(queries, stop)
    assert engine.closed == 1
    assert len(engine.sizes) == 1
