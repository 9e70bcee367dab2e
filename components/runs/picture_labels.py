"""Names in a small picture: where they have room, shortened where they have little, else none."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.bidi import isolated
from components.text import cut_middle, one_line

MOST_LABELS: Final = 12
"""A picture of more variables has no names: it shows a shape."""
LINE_HEIGHT: Final = 13.0
"""Height of a line, a little more than letters of 11 pixels need."""
_LIMITS: Final = (16, 11)
"""Lengths to which names are shortened, one after the other, where whole ones do not fit."""
_NARROW, _WIDE = frozenset("fijlrtI.,:;'|!()[]/- "), frozenset("mwMW@%…")
_FROM_DOT, _FROM_EDGE = 5.0, 2.0
"""Distances that letters keep from a dot, and from the edge of the picture."""
_SIDES: Final = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""Where a name may stand, seen from its dot, the best first; y downwards."""

Floats = NDArray[np.float64]


class Label(NamedTuple):
    """A name in the picture: its node, its text, and the middle of its rectangle."""

    node: int
    text: str
    x: float
    y: float

    @property
    def half(self) -> tuple[float, float]:
        """Half the width and half the height of its rectangle."""
        return text_width(self.text) / 2, LINE_HEIGHT / 2


def text_width(text: str) -> float:
    """Pixels that letters of 11 pixels take, about, in a font without serifs."""
    return sum(map(_letter_width, text))


def _letter_width(char: str) -> float:
    if char in _NARROW:
        return 4.2
    if char in _WIDE or unicodedata.east_asian_width(char) in "WF":
        return 11.0
    return 8.2 if char.isupper() else 6.4


def place_labels(
    names: Sequence[str], points: Floats, lines: Floats, size: tuple[float, float]
) -> list[Label]:
    """Names beside their dots that touch no dot, no line and no other name.

    Parameters
    ----------
    names
        One a node.
    points
        The dots, shape ``(d, 2)``.
    lines
        Both ends of each line, shape ``(m, 2, 2)``.
    size
        Width and height of the picture.

    Returns
    -------
    At most one a node: a name without room is left out.
    """
    if len(names) > MOST_LABELS:
        return []
    shortened = _shortened([one_line(name) for name in names])
    placed: list[Label] = []
    for node in range(len(names)):
        texts = dict.fromkeys(each[node] for each in shortened)
        tries = (Label(node, text, *at) for text in texts for at in _beside(points[node], text))
        spot = next((each for each in tries if _has_room(each, points, lines, placed, size)), None)
        if spot is not None:
            placed.append(spot)
    return placed


def _shortened(names: list[str]) -> list[list[str]]:
    """Ways to write the names, the longest first; each tells all of them apart."""
    long, short = ([cut_middle(name, limit) for name in names] for limit in _LIMITS)
    ways = [way for way in (long, _differences(names), short) if len(set(way)) == len(set(names))]
    return [[isolated(text) for text in way] for way in ways]


def _differences(names: list[str]) -> list[str]:
    """Names without the words that all of them begin or end with, and a sign in their place."""
    words = [name.split(" ") for name in names]
    room = min(map(len, words)) - 1
    begin = _alike(words, room)
    end = _alike([each[::-1] for each in words], room - begin)
    inner = [" ".join(each[begin : len(each) - end]) for each in words]
    return [f"{'…' if begin else ''}{text}{'…' if end else ''}" for text in inner]


def _alike(words: list[list[str]], most: int) -> int:
    """How many words at the beginning are the same in all names, at most so many."""
    columns = zip(*words, strict=False)
    same = itertools.takewhile(lambda column: len(set(column)) == 1, columns)
    return min(sum(1 for _ in same), max(most, 0)) if len(words) > 1 else 0


def _beside(point: Floats, text: str) -> list[tuple[float, float]]:
    across, down = text_width(text) / 2 + _FROM_DOT, LINE_HEIGHT / 2 + _FROM_DOT
    return [
        # Right above or below, a name is nearer to its dot than at a corner.
        (
            float(point[0] + side * (across if not up else across - 2)),
            float(point[1] + up * (down if not side else down - 3)),
        )
        for side, up in _SIDES
    ]


def _has_room(
    label: Label, points: Floats, lines: Floats, placed: Sequence[Label], size: tuple[float, float]
) -> bool:
    centre, half = np.array([label.x, label.y]), np.array(label.half)
    if (centre - half < _FROM_EDGE).any() or (centre + half > np.array(size) - _FROM_EDGE).any():
        return False
    if (np.abs(points - centre) < half + 3.0).all(axis=1).any():
        return False
    if any(
        abs(other.x - label.x) < other.half[0] + half[0]
        and abs(other.y - label.y) < other.half[1] + half[1]
        for other in placed
    ):
        return False
    return not any(_crosses(line, centre, half + 1.0) for line in lines)


def _crosses(line: Floats, centre: Floats, half: Floats) -> bool:
    """Whether a line meets a rectangle: no axis, nor the line's own normal, parts them."""
    start, end = line - centre
    if (np.minimum(start, end) > half).any() or (np.maximum(start, end) < -half).any():
        return False
    normal = np.array([start[1] - end[1], end[0] - start[0]])
    return bool(abs(normal @ start) <= np.abs(normal) @ half)
