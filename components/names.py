"""Names of settings as every page writes them."""

from __future__ import annotations

from components.text import tau_text
from gesncd.runs.store.records import RunRecord
from gesncd.settings.run_settings import TITLES, RunSettings

MEASURE_NAMES = {name: title[0].upper() + title[1:] for name, title in TITLES.items()}
"""What the measures are called at the beginning of a line."""

SHORT_NAMES = MEASURE_NAMES | {"partial-correlation": "Partial corr."}
"""What they are called where there is little room, and in the address of Discover."""


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


def threshold_text(record: RunRecord) -> str:
    """τ of a run; a dash until its worker knows it."""
    if record.tau is None:
        return "τ –"
    return tau_text(record.tau, record.settings.alpha if record.settings.tau is None else None)
