"""What the tour says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Stop:
    """One card: a few words on what to look at, and what about it."""

    title: str
    text: str


STOPS: Final = (
    Stop(
        "The graph",
        "Boxes are the variables, in the same places on every page. Arrows rest on assumptions "
        "(see Learn) or on what you know; where an edge has no head, the data allow either "
        "direction.",
    ),
    Stop(
        "The search",
        "Right of the graph: what it leaves unexplained, and each step's score against τ. When "
        "the search is over, click a step to see the graph as it was then.",
    ),
    Stop(
        "Why",
        "Click an edge, or two variables, the second with Ctrl. The panel says what the score "
        "was, given what, what came second, and why an arrow points as it does.",
    ),
    Stop(
        "Settings",
        "In the sidebar: the measure, τ above its hatched noise floor, and what you know already. "
        "Run searches again; the page Runs keeps every run.",
    ),
    Stop(
        "Further",
        "Export takes the graph along. Replay goes through the decisions, Tune seeks τ with "
        "evidence, Judge compares. Learn explains the method in pictures.",
    ),
)
"""The cards in order."""
