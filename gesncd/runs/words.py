"""A run's settings in words, the same wherever runs are listed."""

from __future__ import annotations

from typing import Final

from gesncd.settings.run_settings import RunSettings
from gesncd.words import plural

NETWORKS_WORDS: Final = {
    "radial": "radial networks",
    "perceptron": "trained networks",
    "paper": "the paper's networks",
}
"""What each kind of networks is called."""


def networks_text(settings: RunSettings) -> str:
    """Kind and size of NCD's networks."""
    text = NETWORKS_WORDS[settings.networks]
    if settings.networks != "radial":
        text = f"{text}, depth {settings.depth}, width {settings.width}"
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
    if settings.max_conditioning is not None:
        words.append(f"conditioning sets up to {settings.max_conditioning}")
    if settings.max_subset is not None:
        words.append(f"sets T and H up to {settings.max_subset}")
    return words
