import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.settings import run_settings
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import build_measure, noise_floor, resolve_tau
from gesncd.settings.run_settings import MEASURES, RunSettings


def test_a_given_threshold_is_taken_as_it_is(dataset):
    settings = RunSettings(measure="partial-correlation", tau=0.25)
    measure = build_measure(settings, dataset)
    assert resolve_tau(settings, measure) == 0.25
    assert noise_floor(settings, measure) == measure.null_quantile(0.001)


def test_the_automatic_threshold_is_the_noise_floor(dataset):
    settings = RunSettings(measure="rcd", alpha=0.01)
    measure = build_measure(settings, dataset)
    assert resolve_tau(settings, measure) == measure.null_quantile(0.01)


def test_a_measure_without_a_null_needs_a_given_threshold(dataset):
    class Uncalibrated:
        name = "guess"

    assert noise_floor(RunSettings(), Uncalibrated()) is None
    with pytest.raises(SettingsError, match="'guess' has no automatic threshold"):
        resolve_tau(RunSettings(), Uncalibrated())


def test_what_a_measure_says_of_its_null_is_kept_as_the_cause(dataset):
    class Failing:
        name = "guess"

        def null_quantile(self, alpha):
            raise ValueError("a slip of its author")

    with pytest.raises(SettingsError, match="has no automatic threshold") as refusal:
        resolve_tau(RunSettings(), Failing())
    assert str(refusal.value.__cause__) == "a slip of its author"


@pytest.mark.parametrize("name", MEASURES)
def test_each_measure_is_built_by_its_name(name, dataset):
    assert build_measure(RunSettings(measure=name), dataset).name == name


def test_a_measure_that_has_a_name_and_no_builder_is_refused(dataset, monkeypatch):
    monkeypatch.setattr(run_settings, "MEASURES", (*MEASURES, "unbuilt"))
    with pytest.raises(
        SettingsError, match=r"unbuilt cannot be used.* Add a case for it to _build"
    ):
        build_measure(RunSettings(measure="unbuilt"), dataset)


def test_the_seed_reaches_the_measure(dataset):
    for name in ("rcd", "ncd"):
        keys = {build_measure(RunSettings(measure=name, seed=s), dataset).key for s in (0, 1)}
        assert len(keys) == 2


def test_depth_and_width_reach_ncd(dataset):
    settings = [
        RunSettings(networks=networks, **size)
        for networks in ("perceptron", "paper")
        for size in ({}, {"depth": 4}, {"width": 80})
    ]
    assert len({build_measure(each, dataset).key for each in settings}) == 6


def test_radial_networks_have_no_depth_and_width(dataset):
    settings = [RunSettings(), RunSettings(depth=4), RunSettings(width=80)]
    assert len({build_measure(each, dataset).key for each in settings}) == 1


def test_the_papers_networks_need_a_threshold(dataset):
    settings = RunSettings(networks="paper")
    measure = build_measure(settings, dataset)
    assert noise_floor(settings, measure) is None
    with pytest.raises(SettingsError, match="give τ as a number"):
        resolve_tau(settings, measure)


def test_data_that_a_measure_cannot_use_are_a_settings_error():
    one_row = Dataset.from_array(np.zeros((1, 2)))
    with pytest.raises(SettingsError, match="rcd cannot be used here"):
        build_measure(RunSettings(measure="rcd"), one_row)
