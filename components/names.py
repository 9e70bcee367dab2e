"""Names of settings as every page writes them."""

from __future__ import annotations

from components.text import tau_text, unbroken
from gesncd.runs.store.records import RunRecord
from gesncd.runs.words import NETWORKS_WORDS, networks_text, settings_words
from gesncd.settings.run_settings import TITLES, RunSettings

__all__ = [
    "MEASURE_NAMES",
    "NETWORKS_WORDS",
    "SHORT_NAMES",
    "networks_text",
    "run_texts",
    "settings_texts",
    "threshold_text",
]

MEASURE_NAMES = {name: title[0].upper() + title[1:] for name, title in TITLES.items()}
"""What the measures are called at the beginning of a line."""

SHORT_NAMES = MEASURE_NAMES | {"partial-correlation": "Partial corr."}
"""What they are called where there is little room, and in the address of Discover."""


def settings_texts(settings: RunSettings) -> list[str]:
    """What tells runs of one measure apart, but for the threshold."""
    return [*settings_words(settings), unbroken("seed", f"{settings.seed}")]


def run_texts(record: RunRecord) -> list[str]:
    """What tells a run from others on the same data: measure, threshold and what else is set."""
    settings = record.settings
    return [MEASURE_NAMES[settings.measure], threshold_text(record), *settings_texts(settings)]


def threshold_text(record: RunRecord) -> str:
    """τ of a run; a dash until its worker knows it."""
    if record.tau is None:
        return "τ –"
    return tau_text(record.tau, record.settings.alpha if record.settings.tau is None else None)
