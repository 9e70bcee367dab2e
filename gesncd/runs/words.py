"""A run's settings in words, the same wherever runs are listed."""

from __future__ import annotations

from gesncd.data.findings import plural
from gesncd.settings.run_settings import RunSettings


def networks_text(settings: RunSettings) -> str:
    """Kind and size of NCD's networks."""
    if settings.networks == "radial":
        text = "radial networks"
    else:
        kind = "the paper's networks" if settings.networks == "paper" else "trained networks"
        text = f"{kind}, depth {settings.depth}, width {settings.width}"
        if settings.device != "cpu":
            text = f"{text}, on a GPU"
    return text if settings.ncd.is_default else f"{text}, {settings.ncd.sentence}"


def settings_words(settings: RunSettings) -> list[str]:
    """What tells runs of one measure apart, but for threshold and seed; none where nothing does."""
    words = [networks_text(settings)] if settings.measure == "ncd" else []
    if not settings.knowledge.is_empty:
        words.append("with knowledge")
    if settings.screen is not None:
        words.append(f"{plural(settings.screen, 'candidate partner')} a variable")
    return words
