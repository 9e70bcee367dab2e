"""Samples of a data set's rows on which a search is repeated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gesncd.data import Dataset, Variable

LEAST_OTHER_ROWS = 5
"""A column of which fewer rows differ from its most frequent value is nearly constant."""

BOOTSTRAP_MEASURES = ("partial-correlation",)
"""Measures whose scores mean the same where rows occur twice."""

_COPIES_MISLEAD: Final = {
    "rcd": "a row's nearest neighbour is its own copy",
    "ncd": "a copy of a training row is judged",
}
"""Why the scores of others do not."""

SEEDLESS_MEASURES = ("partial-correlation",)
"""Measures in which nothing is random."""

_LARGEST_SEED = 2**63 - 1


class Resampling(Enum):
    """How the replicates of a search differ."""

    HALVES = "halves"
    """Complementary halves of the rows, drawn without replacement."""
    SEEDS = "seeds"
    """The same rows, with other seeds of the measure."""
    BOOTSTRAP = "bootstrap"
    """As many rows as there are, drawn with replacement."""


@dataclass(frozen=True, slots=True)
class Replicate:
    """One repetition of the search; what it draws follows from these three alone.

    Parameters
    ----------
    resampling
        What is different.
    number
        From 0 on. Halves 2k and 2k + 1 complement each other.
    seed
        Seed of the whole plan.
    """

    resampling: Resampling
    number: int
    seed: int

    @property
    def measure_seed(self) -> int | None:
        """Seed that the measure takes; None for the one that is set."""
        if self.resampling is not Resampling.SEEDS:
            return None
        return (self.seed + 1 + self.number) % _LARGEST_SEED

    def rows(self, n_rows: int) -> NDArray[np.intp]:
        """Indices of its rows, increasing, shape ``(m,)``."""
        if self.resampling is Resampling.SEEDS:
            return np.arange(n_rows)
        if self.resampling is Resampling.BOOTSTRAP:
            rng = np.random.default_rng([self.seed, self.number])
            return np.sort(rng.integers(0, n_rows, n_rows))
        pair, which = divmod(self.number, 2)
        order = np.random.default_rng([self.seed, pair]).permutation(n_rows)
        half = n_rows // 2
        # Of an odd number of rows one is in neither half, so that both are alike.
        return np.sort(order[which * half : (which + 1) * half])


def plan_replicates(
    resampling: Resampling, count: int, *, seed: int = 0, measure: str
) -> tuple[Replicate, ...]:
    """So many replicates; the first ones are the same whatever their number.

    Parameters
    ----------
    resampling
        How they differ.
    count
        How many, at least 1; an even number keeps halves in pairs.
    seed
        What all draws follow from.
    measure
        Name of the measure.

    Raises
    ------
    ValueError
        If the measure does not allow the resampling, count is below 1 or seed below 0; the
        message says which, and why.
    """
    if count < 1:
        raise ValueError(f"At least one replicate is needed, got {count}.")
    if seed < 0:
        raise ValueError(f"The seed must not be negative, got {seed}.")
    if resampling is Resampling.BOOTSTRAP and measure not in BOOTSTRAP_MEASURES:
        why = _COPIES_MISLEAD.get(measure)
        takes = f"takes for dependence: {why}" if why else "is not known to bear"
        raise ValueError(
            f"The bootstrap draws rows twice, which {measure} {takes}. Use half-samples."
        )
    if resampling is Resampling.SEEDS and measure in SEEDLESS_MEASURES:
        raise ValueError(
            f"Nothing in {measure} is random, so that every seed finds the same graph. Use "
            "half-samples."
        )
    return tuple(Replicate(resampling, number, seed) for number in range(count))


@dataclass(frozen=True, slots=True)
class Resample:
    """The data of a replicate.

    Parameters
    ----------
    dataset
        Its rows, without nearly constant columns; None where fewer than two variables
        are left.
    nodes
        Which variables of the whole data its variables are.
    left_out
        Variables of which no column varies enough.
    thinned
        Variables of several columns that lost some of them.
    """

    dataset: Dataset | None
    nodes: tuple[int, ...]
    left_out: tuple[int, ...]
    thinned: tuple[int, ...]


def resample(dataset: Dataset, replicate: Replicate) -> Resample:
    """Draw a replicate's rows and leave out what is nearly constant in them.

    A measure can say nothing about a column that hardly varies, and what it says
    of a handful of rows is luck. With other seeds the rows stay as they are.
    """
    everyone = tuple(range(dataset.n_variables))
    if replicate.resampling is Resampling.SEEDS:
        return Resample(dataset, everyone, (), ())
    values = dataset.values[replicate.rows(dataset.n_rows)]
    varying = [not nearly_constant(values[:, column]) for column in range(values.shape[1])]
    variables: list[Variable] = []
    nodes: list[int] = []
    left_out: list[int] = []
    thinned: list[int] = []
    for node, variable in enumerate(dataset.variables):
        columns = tuple(column for column in variable.columns if varying[column])
        if not columns:
            left_out.append(node)
            continue
        if len(columns) < variable.size:
            thinned.append(node)
        nodes.append(node)
        variables.append(Variable(variable.name, columns))
    sample = _without_gaps(values, variables) if len(variables) > 1 else None
    return Resample(sample, tuple(nodes), tuple(left_out), tuple(thinned))


def nearly_constant(column: NDArray[np.float64]) -> bool:
    """Whether one value fills a column but for fewer than five rows, and most of it.

    So it is with no rows at all, such as in a half of one row.
    """
    if not len(column):
        return True
    counts = np.unique(column, return_counts=True)[1]
    most = int(counts.max())
    return len(column) - most < LEAST_OTHER_ROWS and 2 * most > len(column)


def _without_gaps(values: NDArray[np.float64], variables: Sequence[Variable]) -> Dataset:
    """Variables over their own columns only: measures may look at every column."""
    kept = [column for variable in variables for column in variable.columns]
    place = {column: k for k, column in enumerate(kept)}
    renumbered = tuple(
        Variable(variable.name, tuple(place[column] for column in variable.columns))
        for variable in variables
    )
    return Dataset(values[:, kept], renumbered)
