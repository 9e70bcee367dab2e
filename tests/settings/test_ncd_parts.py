"""Parts of NCD in the settings of a run."""

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.settings.errors import SettingsError
from gesncd.settings.ncd_parts import NcdParts, ncd_settings, usable_parts
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings


@pytest.fixture(scope="module")
def data():
    return Dataset.from_array(np.random.default_rng(0).normal(size=(60, 3)))


def test_parts_survive_their_plain_values_and_say_no_more_than_was_set():
    parts = NcdParts(restarts=5, learning_rate=0.02, spectral_norm=True)
    assert parts.to_dict() == {"restarts": 5, "learning_rate": 0.02, "spectral_norm": True}
    assert NcdParts.from_dict(parts.to_dict()) == parts
    settings = RunSettings(networks="perceptron", ncd=parts)
    assert RunSettings.from_dict(settings.to_dict()) == settings
    assert RunSettings().to_dict()["ncd"] == {}
    assert parts.sentence == "restarts 5, learning rate 0.02, spectral norm: yes"


def test_runs_from_before_parts_existed_are_read_as_they_were():
    values = RunSettings(seed=3).to_dict()
    del values["ncd"]
    assert RunSettings.from_dict(values) == RunSettings(seed=3)


def test_a_part_reaches_the_measure_and_its_key(data):
    plain = build_measure(RunSettings(networks="perceptron"), data)
    changed = build_measure(RunSettings(networks="perceptron", ncd=NcdParts(outer_steps=7)), data)
    assert changed.settings.outer_steps == 7
    assert changed.key != plain.key


@pytest.mark.parametrize("networks", ["radial", "perceptron", "paper"])
def test_every_usable_part_can_be_set(networks):
    values = {
        "restarts": 2,
        "inputs": "standard",
        "landmarks": 50,
        "units": 30,
        "regressor_units": 40,
        "test_depth": 3,
        "test_width": 10,
        "outer_steps": 3,
        "inner_steps": 2,
        "learning_rate": 0.05,
        "spectral_norm": True,
        "remove_predictable": False,
        "cross_fit": False,
    }
    for name in usable_parts(networks):
        made = ncd_settings(networks, 2, 20, 0, NcdParts(**{name: values[name]}))
        assert getattr(made, name) == values[name]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"networks": "radial", "ncd": NcdParts(outer_steps=3)}, "Radial networks have no use"),
        ({"networks": "paper", "ncd": NcdParts(restarts=3)}, "recipe fixes restarts"),
        ({"measure": "rcd", "ncd": NcdParts(restarts=3)}, "'rcd' has no parts of NCD"),
        ({"ncd": NcdParts(restarts=0)}, "restarts must be at least 1"),
        ({"ncd": NcdParts(restarts=2.5)}, "restarts must be a whole number"),
        ({"ncd": NcdParts(inputs="loud")}, "inputs must be one of"),
        ({"networks": "perceptron", "ncd": NcdParts(learning_rate=-1.0)}, "learning_rate"),
        ({"networks": "perceptron", "ncd": NcdParts(inputs="raw")}, "Raw inputs"),
    ],
)
def test_what_makes_no_sense_is_refused(settings, message):
    with pytest.raises(SettingsError, match=message):
        RunSettings(**settings)


@pytest.mark.parametrize("values", [{"flavour": 1}, 3, ["restarts"]])
def test_unknown_parts_are_refused(values):
    with pytest.raises(SettingsError):
        NcdParts.from_dict(values)
