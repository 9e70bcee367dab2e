from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.measures import Cancelled, MemoryCache, Query
from gesncd.runs.store.records import RunState
from gesncd.runs.workers.worker import work
from gesncd.search.events import Phase, Started
from gesncd.settings.calibration import (
    CALIBRATION,
    CALIBRATION_QUERIES,
    Calibrated,
    calibrated,
    calibrates,
    judged_in_sample,
    same_noise,
)
from gesncd.settings.errors import SettingsError
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.on_data import build_measure, noise_floor, resolve_tau
from gesncd.settings.run_settings import RunSettings

QUICK = RunSettings(
    networks="paper",
    width=6,
    global_score=False,
    ncd=NcdParts(outer_steps=3, inner_steps=1, test_width=4),
)
build = partial(build_measure, jobs=1)


@pytest.fixture(scope="module")
def driven():
    """Z, and four columns that it drives and that are independent given it."""
    rng = np.random.default_rng(11)
    z = rng.normal(size=(120, 1))
    return Dataset.from_array(np.column_stack([z, z + rng.normal(size=(120, 4))]))


def calibrate(settings, dataset, **options):
    return calibrated(settings, dataset, build(settings, dataset), build, **options)


@pytest.fixture(scope="module")
def found(driven):
    return calibrate(QUICK, driven)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (RunSettings(), False),
        (RunSettings(networks="perceptron"), False),
        (RunSettings(networks="perceptron", ncd=NcdParts(cross_fit=True)), False),
        (RunSettings(networks="perceptron", ncd=NcdParts(cross_fit=False)), True),
        (RunSettings(networks="paper"), True),
        (RunSettings(measure="rcd", networks="paper"), False),
    ],
)
def test_only_what_is_judged_in_sample_calibrates(settings, expected):
    assert judged_in_sample(settings) is calibrates(settings) is expected
    assert not calibrates(replace(settings, tau=0.1))


def test_a_given_threshold_leaves_the_measure_as_it_is(driven):
    settings = replace(QUICK, tau=0.1)
    measure = build(settings, driven)
    assert calibrated(settings, driven, measure, build) is measure


def test_the_threshold_is_that_of_the_permuted_data(found, driven):
    tau = resolve_tau(QUICK, found)
    assert tau == noise_floor(QUICK, found) == found.null_quantile(0.001)
    assert 0.02 < tau < 1
    assert noise_floor(replace(QUICK, alpha=0.2), found) < tau
    assert calibrate(QUICK, driven).null_quantile(0.001) == tau
    other = calibrate(replace(QUICK, seed=1), driven).null_quantile(0.001)
    assert other != tau


def test_independent_pairs_seldom_exceed_it(found, driven):
    queries = [Query.pair(i, j, (0,)) for i in range(1, 5) for j in range(i + 1, 5)]
    scores = found.evaluate(queries)
    assert (scores > 0.005).mean() > 0.3, "the paper's threshold is far inside the noise"
    assert (scores < found.null_quantile(0.01)).all()
    assert found.evaluate([Query.pair(0, 1)])[0] > 3 * np.median(scores)


def test_its_scores_and_key_are_the_measures(found, driven):
    measure = build(QUICK, driven)
    queries = [Query.pair(0, 1), Query.pair(2, 3, (0,))]
    assert (found.evaluate(queries) == measure.evaluate(queries)).all()
    assert (found.key, found.name) == (measure.key, "ncd")
    assert (found.symmetric, found.n_variables) == (True, 5)


def test_it_says_how_the_noise_floor_came_about(found):
    assert len(found.notes) == 1
    assert CALIBRATION in found.notes[-1]


def test_scores_are_cached_and_progress_is_told(driven):
    cache, seen, keys = MemoryCache(), [], []
    first = calibrate(QUICK, driven, cache=cache, on_progress=seen.append, on_key=keys.append)
    assert len(cache) == CALIBRATION_QUERIES == 240
    assert {(each.phase, each.step, each.purpose) for each in seen} == {
        (Phase.FORWARD, 0, "noise floor")
    }
    assert (seen[0].done, seen[-1].done, seen[-1].asked) == (0, 240, 240)
    assert len(keys) == 1
    assert keys[0] != first.key
    seen.clear()
    again = calibrate(QUICK, driven, cache=cache, on_progress=seen.append)
    assert seen == []
    assert again.null_quantile(0.001) == first.null_quantile(0.001)


def test_it_can_be_stopped_and_goes_on_with_what_it_has(driven, found):
    cache = MemoryCache()

    def stop(progress):
        if progress.done >= 20:
            raise Cancelled

    with pytest.raises(Cancelled):
        calibrate(QUICK, driven, cache=cache, on_progress=stop)
    assert 20 <= len(cache) < 240
    after = calibrate(QUICK, driven, cache=cache)
    assert after.null_quantile(0.001) == found.null_quantile(0.001)


def test_one_variable_is_refused(driven):
    alone = Dataset.from_array(driven.values[:, :1])
    with pytest.raises(SettingsError, match="two variables"):
        calibrate(QUICK, alone)


def test_the_same_noise_is_that_of_the_same_measure_and_level():
    assert same_noise(QUICK, replace(QUICK, tau=0.2, max_subset=1))
    for change in ({"alpha": 0.01}, {"seed": 3}, {"width": 7}, {"ncd": NcdParts()}):
        assert not same_noise(QUICK, replace(QUICK, **change))


def test_a_run_calibrates_first_and_keeps_what_it_found(store, driven):
    sha256 = store.add_dataset(driven, "driven.csv")
    run_id = store.create_run(sha256, "driven.csv", QUICK)
    assert work(store, run_id) is RunState.FINISHED
    run = store.run(run_id)
    assert run.tau == run.noise_floor == calibrate(QUICK, driven).null_quantile(0.001)
    started = store.events(run_id)[0]
    assert isinstance(started, Started)
    assert started.tau == run.tau
    assert "calibrated by permutation" in " ".join(started.notes)
    with store.database.reading() as connection:
        owners = connection.execute("SELECT dataset_sha256 FROM measures").fetchall()
    assert [row["dataset_sha256"] for row in owners] == [sha256, sha256]


def test_a_run_with_a_given_threshold_does_not(store, driven):
    run_id = store.create_run(
        store.add_dataset(driven, "driven.csv"), "driven.csv", replace(QUICK, tau=0.4)
    )
    assert work(store, run_id) is RunState.FINISHED
    assert (store.run(run_id).tau, store.run(run_id).noise_floor) == (0.4, None)
    assert store.events(run_id)[0].notes == ()


def test_cross_fitted_perceptrons_keep_their_formula(driven):
    settings = RunSettings(networks="perceptron", ncd=NcdParts(outer_steps=1))
    assert not isinstance(calibrate(settings, driven), Calibrated)
