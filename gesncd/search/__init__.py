"""Reframed greedy equivalence search and what can be read from its events."""

from gesncd.search.candidates import Limits
from gesncd.search.events import (
    Candidate,
    Cause,
    Event,
    Finished,
    GlobalScore,
    MarkChange,
    PairScore,
    Phase,
    PhaseEnded,
    Reason,
    Started,
    Step,
)
from gesncd.search.progress import OnProgress, Progress
from gesncd.search.reframed_ges import reframed_ges
from gesncd.search.scoring import MeasureError, Scorer

__all__ = [
    "Candidate",
    "Cause",
    "Event",
    "Finished",
    "GlobalScore",
    "Limits",
    "MarkChange",
    "MeasureError",
    "OnProgress",
    "PairScore",
    "Phase",
    "PhaseEnded",
    "Progress",
    "Reason",
    "Scorer",
    "Started",
    "Step",
    "reframed_ges",
]
