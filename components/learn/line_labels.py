"""Where numbers stand beside the points of a line: over no other number, and not on the line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Spot = tuple[float, float]
Box = tuple[float, float, float, float]

FONT_SIZE = 16
"""Of labels, in pixels at full size: as large as the words beside them."""
_CHARACTER = 0.64 * FONT_SIZE
"""Width of a digit in the widest of the fonts that a picture may be drawn in."""
_AWAY, _ROW = 9.0, 18.0
"""From a point up to its number, and from there to the row above."""
_N_ROWS = 4
_AIR = 3.0


def beside_line(spots: Sequence[Spot], texts: Sequence[str], width: float) -> list[Spot]:
    """Middle and base line of each text: above its point, else to a side, else higher.

    Parameters
    ----------
    spots
        The points in order, which straight lines join.
    texts
        Their numbers.
    width
        Of the picture, which no text leaves.
    """
    line = _along(spots)
    taken: list[Box] = []
    places = []
    for spot, text in zip(spots, texts, strict=True):
        # A point is half as wide as a digit.
        half = _CHARACTER * (len(text) - 0.5 * text.count(".")) / 2
        options = _options(spot, half, width)
        others = [each for each in spots if each != spot]
        free = (
            place
            for place in options
            if _is_free(_box(place, half), line, taken) and not _stands_over(place, half, others)
        )
        place = next(free, options[-1])
        taken.append(_box(place, half))
        places.append(place)
    return places


def _options(spot: Spot, half: float, width: float) -> list[Spot]:
    x, y = spot
    sides = (0.0, half + _AIR, -half - _AIR)
    return [
        (min(max(x + side, half), width - half), y - _AWAY - row * _ROW)
        for row in range(_N_ROWS)
        for side in sides
        if y - _AWAY - row * _ROW >= FONT_SIZE
    ] or [(min(max(x, half), width - half), FONT_SIZE)]


def _box(place: Spot, half: float) -> Box:
    x, base = place
    return x - half, base - 0.75 * FONT_SIZE, x + half, base


def _stands_over(place: Spot, half: float, others: Sequence[Spot]) -> bool:
    """Whether a text would pass for the number of another point."""
    return any(
        abs(x - place[0]) < half + _AIR and 0 < y - place[1] < _AWAY + 2 * _ROW for x, y in others
    )


def _along(spots: Sequence[Spot]) -> NDArray[np.float64]:
    """Points close together on the line, shape ``(k, 2)``."""
    parts = [np.linspace(a, b, 100) for a, b in pairwise(spots)]
    return np.concatenate(parts) if parts else np.zeros((0, 2))


def _is_free(box: Box, line: NDArray[np.float64], taken: Sequence[Box]) -> bool:
    left, top, right, bottom = box
    low, high = (left - _AIR, top - _AIR), (right + _AIR, bottom + _AIR)
    if ((line > low) & (line < high)).all(axis=1).any():
        return False
    return all(a >= high[0] or c <= low[0] or b >= high[1] or d <= low[1] for a, b, c, d in taken)
