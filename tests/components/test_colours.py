import tomllib
from pathlib import Path

import pytest

from components.colours import DARK, LIGHT, palette

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_text_and_graphics_stand_out(colours):
    for ground in (colours.background, colours.surface):
        assert contrast(colours.ink, ground) >= 7
        assert contrast(colours.muted, ground) >= 4.5
        for graphic in (colours.accent, colours.forward, colours.backward):
            assert contrast(graphic, ground) >= 3


@pytest.mark.parametrize(("theme", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_streamlit_uses_the_same_colours(theme, colours):
    settings = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"][theme]
    assert settings["backgroundColor"] == colours.background
    assert settings["secondaryBackgroundColor"] == colours.surface
    assert settings["textColor"] == colours.ink
    assert settings["primaryColor"] == colours.accent
    assert settings["borderColor"] == colours.line
    assert settings["greenColor"] == colours.forward
    assert settings["orangeColor"] == colours.backward


def test_the_theme_decides():
    assert palette("dark") is DARK
    assert palette("light") is palette(None) is LIGHT
