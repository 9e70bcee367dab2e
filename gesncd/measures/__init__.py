"""Measures of conditional dependence: the protocol, and the measures built on it.

``Rcd`` needs scipy and ``Ncd`` needs torch; both are imported when first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from gesncd.measures.base import (
    Cancelled,
    Chunk,
    ConditionalDependence,
    Noted,
    NullCalibrated,
    OnChunk,
    Query,
    ScoreCache,
)
from gesncd.measures.bic import BicDifference, GaussianBic
from gesncd.measures.cache import MemoryCache
from gesncd.measures.ncd.settings import NcdSettings
from gesncd.measures.oracle import DSeparationOracle
from gesncd.measures.partial_correlation import PartialCorrelation
from gesncd.measures.score_difference import DecomposableScore, ScoreDifference

if TYPE_CHECKING:
    from gesncd.measures.ncd.measure import Ncd
    from gesncd.measures.rcd import Rcd

__all__ = [
    "BicDifference",
    "Cancelled",
    "Chunk",
    "ConditionalDependence",
    "DSeparationOracle",
    "DecomposableScore",
    "GaussianBic",
    "MemoryCache",
    "Ncd",
    "NcdSettings",
    "Noted",
    "NullCalibrated",
    "OnChunk",
    "PartialCorrelation",
    "Query",
    "Rcd",
    "ScoreCache",
    "ScoreDifference",
]

_LATE = {"Ncd": "gesncd.measures.ncd.measure", "Rcd": "gesncd.measures.rcd"}


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return getattr(importlib.import_module(_LATE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
