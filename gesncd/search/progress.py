"""What the search reports while it waits for scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gesncd.search.events import Phase

Purpose = Literal["candidates", "global score", "noise floor", "knowledge"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the scores of one step are.

    Parameters
    ----------
    phase
        Phase the search is in.
    step
        Index of the step whose candidates, or whose global score, are computed.
    purpose
        What the scores are for; those of the noise floor come before the first step, as
        step 0, and those that hold the knowledge against the data after the last.
    done, asked
        Queries finished and asked for in this batch; cached ones are in neither.
    """

    phase: Phase
    step: int
    purpose: Purpose
    done: int
    asked: int


OnProgress = Callable[[Progress], None]
"""Called as scores come in; it may raise :class:`gesncd.measures.Cancelled`."""
