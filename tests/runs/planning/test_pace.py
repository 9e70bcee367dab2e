"""The pace of a measure, tried on a few queries."""

import time

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.measures import PartialCorrelation, Query
from gesncd.runs.planning.pace import MOST_ROWS, Pace, measure_pace
from gesncd.settings.run_settings import RunSettings


def data(n_rows, n_variables=5):
    return Dataset.from_array(np.random.default_rng(3).normal(size=(n_rows, n_variables)))


@pytest.mark.parametrize("measure", ["ncd", "rcd", "partial-correlation"])
def test_a_pace_is_found_for_every_measure(measure):
    assert measure_pace(RunSettings(measure), data(200)).per_second > 0.5


@pytest.mark.parametrize("n_variables", [2, 3])
def test_few_variables_are_enough(n_variables):
    assert measure_pace(RunSettings("rcd"), data(100, n_variables)).per_second > 0


class SlowMeasure(PartialCorrelation):
    """Computes for 10 ms a query, waits if told to, and knows what it was asked."""

    asked: list[Query]
    waits_s = 0.0

    def evaluate(self, queries, on_chunk=None):
        end = time.thread_time() + 0.01 * len(queries)
        while time.thread_time() < end:
            pass
        time.sleep(self.waits_s)
        self.asked = [*getattr(self, "asked", []), *queries]
        return super().evaluate(queries, on_chunk)


def paced(monkeypatch, n_rows):
    made = []

    def build(settings, dataset, *, jobs):
        assert jobs == 1
        made.append(SlowMeasure(dataset))
        return made[-1]

    monkeypatch.setattr("gesncd.runs.planning.pace.build_measure", build)
    return measure_pace(RunSettings("rcd"), data(n_rows)), made[0]


def test_the_pace_is_that_of_the_measure(monkeypatch):
    pace, measure = paced(monkeypatch, 300)
    assert 40 < pace.per_second <= 100
    assert {len(query.z) for query in measure.asked} == {0, 1, 2}
    assert all(not {*query.x, *query.y} & {*query.z} for query in measure.asked)


def test_waiting_for_what_else_the_process_does_does_not_count(monkeypatch):
    monkeypatch.setattr(SlowMeasure, "waits_s", 0.1)
    pace, _ = paced(monkeypatch, 300)
    assert 40 < pace.per_second <= 100


def test_many_rows_are_tried_on_some_and_counted_in(monkeypatch):
    few, _ = paced(monkeypatch, MOST_ROWS)
    many, _ = paced(monkeypatch, 10 * MOST_ROWS)
    assert many.per_second == pytest.approx(few.per_second / 10, rel=0.3)


def test_only_ncd_counts_on_more_processors():
    assert isinstance(measure_pace(RunSettings("partial-correlation"), data(50), cpus=8), Pace)
    one = measure_pace(RunSettings(), data(100), cpus=1).per_second
    eight = measure_pace(RunSettings(), data(100), cpus=8).per_second
    assert eight > 2 * one
