import json
import math

import numpy as np
import pytest

from gesncd.settings.errors import SettingsError
from gesncd.settings.run_settings import RunSettings


def test_settings_survive_their_plain_values():
    settings = RunSettings(measure="rcd", tau=0.05, alpha=0.01, seed=7, global_score=False)
    assert RunSettings.from_dict(settings.to_dict()) == settings
    assert list(settings.to_dict()) == [
        "measure",
        "tau",
        "alpha",
        "networks",
        "depth",
        "width",
        "seed",
        "global_score",
        "max_subset",
        "max_conditioning",
        "knowledge",
        "ncd",
        "screen",
        "device",
    ]


def test_a_missing_setting_takes_its_default():
    assert RunSettings.from_dict({"measure": "rcd"}) == RunSettings(measure="rcd")


def test_an_unknown_setting_is_refused():
    with pytest.raises(SettingsError, match=r"'flavour'.*newer version"):
        RunSettings.from_dict({"flavour": 1})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"measure": "bic"}, "no measure 'bic'"),
        ({"tau": 0.0}, "tau must be a number between 0 and 1"),
        ({"tau": -1}, "tau"),
        ({"tau": 1.0}, "tau"),
        ({"tau": math.nan}, "tau"),
        ({"tau": True}, "tau"),
        ({"tau": "auto"}, "tau"),
        ({"alpha": 0}, "alpha must be"),
        ({"alpha": 1}, "alpha"),
        ({"alpha": None}, "alpha"),
        ({"depth": 0}, "depth must be a whole number from 1 to 10"),
        ({"depth": 2.0}, "depth"),
        ({"depth": True}, "depth"),
        ({"width": 5000}, "width must be a whole number from 1 to 1024"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"global_score": 1}, "global_score must be true or false"),
    ],
)
def test_a_setting_out_of_range_is_named(values, message):
    with pytest.raises(SettingsError, match=message):
        RunSettings.from_dict(values)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"knowledge": "known.csv"}, r"must be a Knowledge.*read_knowledge.*'known\.csv'"),
        ({"knowledge": None}, "knowledge must be a Knowledge"),
        ({"ncd": {"restarts": 2}}, "ncd must be a .*NcdParts"),
    ],
)
def test_parts_of_the_wrong_type_are_refused(values, message):
    with pytest.raises(SettingsError, match=message):
        RunSettings(**values)


def test_numbers_of_numpy_are_numbers_and_kept_as_plain_ones():
    given = RunSettings(
        tau=np.float32(0.25), seed=np.int64(3), max_conditioning=np.int32(2), screen=np.uint8(4)
    )
    assert given == RunSettings(tau=0.25, seed=3, max_conditioning=2, screen=4)
    assert json.loads(json.dumps(given.to_dict())) == given.to_dict()
    with pytest.raises(SettingsError, match="seed must be a whole number"):
        RunSettings(seed=np.float64(3.0))
    with pytest.raises(SettingsError, match="screen must be a whole number from 1 or none"):
        RunSettings(screen=np.bool_(True))
