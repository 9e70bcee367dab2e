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
        ({"inputs": "raw"}, "inputs"),
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
