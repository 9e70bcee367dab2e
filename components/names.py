"""Names of settings as every page writes them."""

from __future__ import annotations

from components.text import tau_text
from gesncd.runs.records import RunRecord

MEASURE_NAMES = {"ncd": "NCD", "rcd": "RCD", "partial-correlation": "Partial correlation"}


def threshold_text(record: RunRecord) -> str:
    """τ of a run; a dash until its worker knows it."""
    if record.tau is None:
        return "τ –"
    return tau_text(record.tau, record.settings.alpha if record.settings.tau is None else None)
