"""Four shapes of dependence, and which measure sees them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures import PartialCorrelation, Query, Rcd

ALPHA = 0.001
N_ROWS = 400
NCD_TIMES_FLOOR = MappingProxyType(
    {"A line": 11.0, "A parabola": 12.8, "A ring": 15.9, "A spread": 5.7, "Nothing": 0.0}
)
"""NCD's scores over its automatic τ on these data; written down because torch takes seconds."""


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """A pair of columns, and each measure's score over its automatic τ.

    Parameters
    ----------
    title
        What it looks like.
    x, y
        Shape ``(n,)``.
    times_floor
        By measure, as runs name them; above 1 means that it is seen.
    """

    title: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    times_floor: dict[str, float]


def shape_data() -> dict[str, NDArray[np.float64]]:
    """The columns of each shape, shape ``(n, 2)``, by title."""
    rng = np.random.default_rng(0)
    x = rng.uniform(-1.5, 1.5, N_ROWS)
    angle = rng.uniform(0, 2 * np.pi, N_ROWS)
    noise = rng.normal(size=(6, N_ROWS))
    return {
        "A line": np.column_stack([x, 0.5 * x + 0.5 * noise[0]]),
        "A parabola": np.column_stack([x, x**2 + 0.4 * noise[1]]),
        "A ring": np.column_stack([np.cos(angle), np.sin(angle)]) + 0.12 * noise[2:4].T,
        "A spread": np.column_stack([x, (0.15 + np.abs(x)) * noise[4]]),
        "Nothing": np.column_stack([x, noise[5]]),
    }


@cache
def shapes() -> tuple[Shape, ...]:
    """Every shape with its scores."""
    found = []
    for title, values in shape_data().items():
        dataset = Dataset.from_array(values)
        times = {"ncd": NCD_TIMES_FLOOR[title]}
        for measure in (Rcd(dataset), PartialCorrelation(dataset)):
            (score,) = measure.evaluate([Query.pair(0, 1)])
            times[measure.name] = float(score) / measure.null_quantile(ALPHA)
        found.append(Shape(title, values[:, 0], values[:, 1], times))
    return tuple(found)
