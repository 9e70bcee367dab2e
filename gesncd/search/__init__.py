"""Reframed greedy equivalence search and what can be read from its events."""

from gesncd.search.arrow_sources import ArrowSource
from gesncd.search.events import (
    Barred,
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
from gesncd.search.options import Limits
from gesncd.search.plateaus import EdgeIntervals, Interval, Plateau, Route, TauPath
from gesncd.search.progress import OnProgress, Progress
from gesncd.search.reframed_ges import reframed_ges
from gesncd.search.scoring import MeasureError, Scorer
from gesncd.search.tau_path import DEFAULT_FLOOR_SHARE, tau_path
from gesncd.search.why import DatedChange, Decision, Offer, PairHistory, explain_pair

__all__ = [
    "DEFAULT_FLOOR_SHARE",
    "ArrowSource",
    "Barred",
    "Candidate",
    "Cause",
    "DatedChange",
    "Decision",
    "EdgeIntervals",
    "Event",
    "Finished",
    "GlobalScore",
    "Interval",
    "Limits",
    "MarkChange",
    "MeasureError",
    "Offer",
    "OnProgress",
    "PairHistory",
    "PairScore",
    "Phase",
    "PhaseEnded",
    "Plateau",
    "Progress",
    "Reason",
    "Route",
    "Scorer",
    "Started",
    "Step",
    "TauPath",
    "explain_pair",
    "reframed_ges",
    "tau_path",
]
