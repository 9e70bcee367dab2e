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


def mixed(one, other, share):
    """A colour drawn over another one with some opacity."""
    parts = [[int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in (one, other)]
    blend = [round(share * a + (1 - share) * b) for a, b in zip(*parts, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in blend)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_text_meets_aa(colours):
    for ground in (colours.background, colours.surface):
        for text in (colours.forward_text, colours.backward_text, colours.accent):
            assert contrast(text, ground) >= 4.5
        # Streamlit's captions are the ink at 60 %, and what is chosen among several is accent on
        # a tint of itself.
        assert contrast(mixed(colours.ink, ground, 0.6), ground) >= 4.5
        assert contrast(colours.accent, mixed(colours.accent, ground, 0.1)) >= 4.5
    # Words on primary buttons; see components/legibility.py.
    assert contrast(colours.background, colours.accent) >= 4.5


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
    assert settings["greenTextColor"] == colours.forward_text
    assert settings["orangeTextColor"] == colours.backward_text
    assert settings["blueTextColor"] == colours.accent
    assert settings["grayTextColor"] == colours.muted


def test_the_theme_decides():
    assert palette("dark") is DARK
    assert palette("light") is palette(None) is LIGHT
