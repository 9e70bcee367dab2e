"""Settings refuse what makes no sense."""

from __future__ import annotations

import pytest

from gesncd.measures import NcdSettings


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"depth": 0}, "depth"),
        ({"width": 2.5}, "width must be a whole number"),
        ({"outer_steps": 0}, "outer_steps"),
        ({"learning_rate": 0.0}, "learning_rate"),
        ({"learning_rate": float("nan")}, "learning_rate"),
        ({"inputs": "wrong"}, "inputs must be one of"),
        ({"networks": "wrong"}, "networks must be one of"),
        ({"cross_fit": 1}, "cross_fit must be True or False"),
        ({"units": 1}, "units"),
        ({"dtype": "float32"}, "float64"),
        ({"cross_fit": False}, "cross_fit"),
        ({"spectral_norm": True}, "spectral_norm"),
        ({"inputs": "raw"}, "Raw inputs"),
        ({"networks": "perceptron", "inputs": "raw"}, "Raw inputs"),
        ({"dtype": "float16"}, "dtype"),
        ({"seed": -1}, "seed"),
        ({"restarts": 0}, "restarts"),
    ],
)
def test_refusals_name_the_setting(entry, complaint):
    with pytest.raises(ValueError, match=complaint):
        NcdSettings(**entry)


def test_settings_are_plain_data():
    settings = NcdSettings(depth=2, width=10)
    assert NcdSettings(**settings.as_dict()) == settings


def test_presets():
    assert NcdSettings.preset("robust") == NcdSettings()
    assert NcdSettings.preset("robust", seed=3) == NcdSettings(seed=3)
    paper = NcdSettings.preset("paper", depth=4, width=100)
    assert (paper.depth, paper.width, paper.outer_steps, paper.inner_steps) == (4, 100, 20, 5)
    assert paper.spectral_norm
    assert not paper.cross_fit
    with pytest.raises(ValueError, match="Unknown preset 'best'; choose one of robust, paper"):
        NcdSettings.preset("best")
