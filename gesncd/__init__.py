"""Exploratory causal discovery by reframed greedy equivalence search.

The search of Shen, Zhu, Zhang, Hu and Chen (UAI 2022): greedy search over
Markov equivalence classes, guided by a measure of conditional dependence and
a threshold τ. This package holds the science and never imports the user
interface; the sub-packages import torch, pandas and scipy only where they are
needed, so that ``import gesncd`` stays light.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gesncd.discovery import Discovery, discover

__version__ = "0.1.0"

__all__ = ["Discovery", "__version__", "discover"]


def __getattr__(name: str) -> Any:
    if name in ("Discovery", "discover"):
        return getattr(importlib.import_module("gesncd.discovery"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
