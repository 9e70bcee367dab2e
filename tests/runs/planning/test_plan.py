import time

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.measures import PartialCorrelation, Rcd
from gesncd.runs.planning.memory import ProcessMemory, memory_by_formula
from gesncd.runs.planning.plan import (
    advice,
    estimate,
    expected_queries,
    rows_needed,
    smallest_effect,
)
from gesncd.runs.planning.trials import (
    Growth,
    Pace,
    _later,
    _through,
    evenly,
    found_degree,
    measured_pace,
)
from gesncd.search import Finished, reframed_ges
from gesncd.search.options import Limits
from gesncd.search.screening import candidate_partners
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings
from gesncd.simulate import random_dag, simulate


def simulated(model, d, degree, seed=0):
    rng = np.random.default_rng([d, degree, seed, 11])
    return simulate(model, random_dag(d, degree, rng), 1000, rng)


def asked(measure, *, global_score=False, limits=Limits()):
    events = reframed_ges(
        measure, measure.null_quantile(0.001), global_score=global_score, limits=limits
    )
    return next(event for event in events if isinstance(event, Finished)).n_queries


def within_two(expected, actual):
    return actual / 2 <= expected <= actual * 2


@pytest.mark.parametrize(
    ("d", "degree"), [(10, 2), (20, 1), (20, 2), (20, 4), (20, 8), (50, 2), (50, 4), (100, 2)]
)
def test_expected_queries_are_within_a_factor_of_two_of_real_ones(d, degree):
    data = simulated("linear", d, degree)
    found = found_degree(data, 0.001, clock=lambda: 0.0)
    expected = expected_queries(d, found, global_score=False)
    assert expected.global_score == 0
    assert within_two(expected.total, asked(PartialCorrelation(data)))
    if d <= 20:
        actual = asked(PartialCorrelation(data), global_score=True)
        assert within_two(expected_queries(d, found).total, actual)


@pytest.mark.parametrize("d", [20, 50])
def test_the_quick_search_serves_another_measure_too(d):
    data = simulated("pnl-gp", d, 2)
    expected = expected_queries(d, found_degree(data, 0.001, clock=lambda: 0.0), global_score=False)
    assert within_two(expected.total, asked(Rcd(data)))


def test_a_plan_of_ncd_is_within_a_factor_of_two_of_its_search():
    # In seconds of the processor, which other programs of a busy machine change little.
    data, d = simulated("pnl-gp", 10, 2), 10
    settings = RunSettings(measure="ncd", global_score=False)
    planned = estimate(
        settings,
        measured_pace(settings, data, clock=time.process_time),
        n_variables=d,
        n_rows=1000,
        degree=found_degree(data, 0.001, clock=lambda: 0.0),
        n_workers=1,
    )
    measure = build_measure(settings, data, jobs=1)
    began = time.process_time()
    actual = asked(measure)
    taken = time.process_time() - began
    assert within_two(planned.queries.total, actual)
    assert within_two(planned.hours * 3600, taken)


@pytest.mark.parametrize("measure", ["ncd", "rcd"])
def test_trials_share_sets_as_searches_do(measure):
    few, many = (_later(measure, d, min(d, 16)) for d in (3, 20))
    assert [[query.z for query in batch] for batch in few] == [[(0,)]]
    queries = [query for batch in many for query in batch]
    made = {
        frozenset((node, *query.z)) if measure == "rcd" else (node, query.z)
        for query in queries
        for node in query.x + query.y
    }
    # What is made anew for each query: 0.46 to 0.62 sets in real searches with RCD, and 1.0
    # to 1.2 pairs of a variable and a set with NCD.
    low, high = (0.4, 0.7) if measure == "rcd" else (0.9, 1.3)
    assert low <= len(made) / len(queries) <= high


@pytest.mark.parametrize("screen", [5, 10])
def test_expected_queries_of_a_screened_search(screen):
    data = simulated("linear", 60, 2)
    limits = Limits(partners=candidate_partners(data, screen))
    expected = expected_queries(
        60, found_degree(data, 0.001, clock=lambda: 0.0), screen=screen, global_score=False
    )
    actual = asked(PartialCorrelation(data), limits=limits)
    assert within_two(expected.total, actual)
    assert actual < asked(PartialCorrelation(data)) / 2


def test_no_more_is_screened_than_there_is():
    plain = expected_queries(8, 2.0)
    assert expected_queries(8, 2.0, screen=99) == plain
    # One pair; and once it is joined, hardly more.
    assert 1.0 <= expected_queries(2, 5.0).candidates < 3.0


def test_above_fifty_variables_s_g_is_computed_once():
    assert expected_queries(51, 2.0).global_score == 51
    assert expected_queries(50, 2.0).global_score == 50 + 2.7 * 50


def test_rows_follow_from_level_power_and_effect():
    # z(0.9995) = 3.2905 and z(0.9) = 1.2816.
    assert rows_needed("partial-correlation", 0.01, 0.001) == 2091
    assert rows_needed("ncd", 0.01, 0.001) == pytest.approx(2.5 * 2091, rel=1e-3)
    # z(0.999) = 3.0902; (1.07 · 4.3718 / 0.0055)².
    assert rows_needed("rcd", 0.01, 0.001) == pytest.approx(723_370, rel=1e-3)
    for measure in ("ncd", "rcd", "partial-correlation"):
        rows = rows_needed(measure, 0.03, 0.01)
        assert smallest_effect(measure, rows, 0.01) == pytest.approx(0.03, rel=1e-2)
        assert smallest_effect(measure, 1, 0.01) == 1.0


def test_so_many_rows_do_suffice():
    rng = np.random.default_rng(4)
    effect, n = 0.05, rows_needed("partial-correlation", 0.05, 0.001)
    hits = 0
    for _ in range(200):
        x, noise = rng.normal(size=(2, n))
        y = np.sqrt(effect) * x + np.sqrt(1 - effect) * noise
        measure = PartialCorrelation(Dataset.from_array(np.column_stack([x, y])))
        from gesncd.measures import Query

        hits += measure.evaluate([Query.pair(0, 1)])[0] > measure.null_quantile(0.001)
    assert 165 <= hits <= 194


def test_a_quick_search_that_is_not_done_in_time_finds_nothing():
    data = simulated("linear", 20, 2)
    ticks = iter(range(10_000))
    assert found_degree(data, 0.001, budget_s=3.0, clock=lambda: float(next(ticks))) is None
    found = found_degree(data, 0.001, clock=lambda: 0.0)
    events = reframed_ges(PartialCorrelation(data), PartialCorrelation(data).null_quantile(0.001))
    last = next(event for event in events if isinstance(event, Finished))
    assert found == pytest.approx(last.cpdag.n_edges / 10, rel=0.5)


def test_rows_are_taken_evenly():
    data = simulated("linear", 5, 2)
    few = evenly(data, 11)
    assert few.n_rows == 11
    np.testing.assert_array_equal(few.values[[0, -1]], data.values[[0, -1]])
    assert evenly(data, 1000) is data


@pytest.mark.parametrize("d", [2, 3, 6])
def test_a_pace_is_measured_and_grows_with_the_rows(d):
    rng = np.random.default_rng(d)
    data = Dataset.from_array(rng.normal(size=(300, d)))
    pace = measured_pace(RunSettings(measure="rcd"), data)
    for line in (pace.first, pace.later, pace.global_score):
        assert 0 < line.at(1000) < 1
        assert line.at(100_000) >= line.at(1000)


@pytest.mark.parametrize(
    ("few", "many", "beyond"),
    # At 500, at 2000 and at 10,000 rows: a line with a part that any number takes, one without,
    # a matrix of rows by rows, and a second trial that was quicker by chance.
    [(0.6, 1.2, 4.4), (0.1, 0.4, 2.0), (0.01, 0.16, 4.0), (0.3, 0.2, 0.2)],
)
def test_the_seconds_of_a_pace_go_through_both_trials(few, many, beyond):
    growth = _through(few, many)
    assert growth.at(2000) == pytest.approx(many)
    assert growth.at(500) == pytest.approx(min(few, many))
    assert growth.at(10_000) == pytest.approx(beyond)
    rows = [growth.at(n) for n in (100, 500, 700, 2000, 9000)]
    assert rows == sorted(rows)
    assert _through(0.0, 0.3).at(1500) == pytest.approx(0.3)


def test_an_estimate_adds_up():
    settings = RunSettings(measure="rcd", global_score=False)
    pace = Pace(Growth(0.002, 0.0), Growth(0.0, 5e-6), Growth(0.2, 0.0))
    sizes = {"n_variables": 100, "n_rows": 4000, "degree": 2.0}
    one = estimate(settings, pace, n_workers=1, **sizes)
    queries = expected_queries(100, 2.0, global_score=False)
    work = queries.first * 0.002 + (queries.total - queries.first) * 0.02
    assert queries.first == 4950
    assert one.queries == queries
    assert one.hours * 3600 == pytest.approx(work + queries.total * 6e-5)
    eleven = estimate(settings, pace, n_workers=11, **sizes)
    assert eleven.hours * 3600 == pytest.approx(work / 9.5 + queries.total * 6e-5)
    assert estimate(settings, pace, n_workers=11, spread=False, **sizes).hours == one.hours
    # RCD keeps as many neighbours as it may.
    assert one.worker_mb == pytest.approx(memory_by_formula("rcd", 100).mb(4000) + 64)
    more = estimate(RunSettings(measure="rcd"), pace, n_workers=1, **sizes)
    assert more.hours * 3600 == pytest.approx(work + queries.total * 6e-5 + 100 * (0.2 + 6e-5))


def test_a_calibration_takes_its_time():
    pace = Pace(Growth(0.0, 0.0), Growth(0.1, 0.0), Growth(0.0, 0.0))
    sizes = {"n_variables": 10, "n_rows": 500, "degree": 2.0, "n_workers": 1}
    hours = [
        estimate(RunSettings(networks="paper", tau=tau), pace, **sizes).hours for tau in (0.1, None)
    ]
    assert hours[1] - hours[0] == pytest.approx(240 * 0.1 / 3600)


def test_rows_that_ncd_does_not_use_take_no_time():
    settings = RunSettings(measure="ncd", global_score=False)
    slow = Growth(0.0, 1e-5)

    def hours(n_rows):
        sizes = {"n_variables": 10, "n_rows": n_rows, "degree": 2.0, "n_workers": 1}
        return estimate(settings, Pace(slow, slow, slow), **sizes).hours

    assert hours(5_000) < hours(10_000) == hours(1_000_000)


def test_a_tried_memory_counts_instead_of_the_formula():
    settings, pace = RunSettings(measure="rcd"), Pace(*[Growth(0.001, 0.0)] * 3)
    tried = ProcessMemory("rcd", (1000, 500.0), (2000, 700.0), 0.01, 50.0, measured=True)
    sizes = {"n_variables": 10, "n_rows": 1500, "degree": 2.0, "n_workers": 2}
    own = estimate(settings, pace, memory=tried, **sizes)
    assert own.worker_mb == pytest.approx(600.0 + 5 * 1500 * own.queries.total / 2**20)
    assert own.search_mb == pytest.approx(700 * own.queries.total / 2**20 + 500 + 15)
    alone = estimate(settings, pace, memory=tried, spread=False, **sizes)
    assert alone.search_mb == pytest.approx(700 * own.queries.total / 2**20)


def test_advice_says_rows_measure_and_screening():
    settings = RunSettings(measure="ncd")
    slow = Growth(0.0, 5e-5)
    pace = Pace(slow, slow, slow)

    def said(d, n):
        own = estimate(settings, pace, n_variables=d, n_rows=n, degree=2.0, n_workers=2)
        return " ".join(advice(settings, own, n, degree=2.0, effect=0.01))

    assert "5,226 evenly spaced rows suffice" in said(10, 10_000)
    assert "With 1,000 rows, ncd finds a dependence of 0.052" in said(10, 1000)
    assert "RCD" not in said(10, 1000)
    large = said(300, 10_000)
    assert "RCD takes a small part of it" in large
    assert "--screen 10" in large
    assert "--screen" not in said(40, 100_000)
