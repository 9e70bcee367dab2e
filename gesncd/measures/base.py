"""What a measure of conditional dependence is, and what the search asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


class Cancelled(Exception):  # noqa: N818 - it is no error
    """Raised by a progress callback to end an evaluation; finished parts are kept."""


@dataclass(frozen=True, slots=True, order=True)
class Query:
    """One question to a measure: how dependent are X and Y given Z?

    Parameters
    ----------
    x, y, z
        Disjoint, sorted tuples of variable indices; z may be empty. The search
        asks for single x and y. The global score asks for a variable and a set:
        the set is x, but for a symmetric measure y where the variable comes first,
        as such a measure is asked the canonical query.

    Raises
    ------
    ValueError
        If x or y is empty, a tuple is not strictly increasing, or two overlap.
    """

    x: tuple[int, ...]
    y: tuple[int, ...]
    z: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.x or not self.y:
            raise ValueError("A query needs at least one variable in x and in y.")
        for name in ("x", "y", "z"):
            part = getattr(self, name)
            if any(a >= b for a, b in pairwise(part)):
                raise ValueError(f"Query.{name} must be strictly increasing, got {part}.")
        if len({*self.x, *self.y, *self.z}) != len(self.x) + len(self.y) + len(self.z):
            raise ValueError(f"The parts of a query must be disjoint, got {self}.")

    @classmethod
    def pair(cls, x: int, y: int, z: Iterable[int] = ()) -> Query:
        """Query two single variables given a set.

        Parameters
        ----------
        x, y
            The two variables.
        z
            Those given, in any order.
        """
        return cls((x,), (y,), tuple(sorted(z)))

    @property
    def swapped(self) -> Query:
        """The same question with x and y exchanged."""
        # Made without the checks, which this query has passed: a search swaps often.
        twin = object.__new__(Query)
        for name, value in (("x", self.y), ("y", self.x), ("z", self.z)):
            object.__setattr__(twin, name, value)
        return twin

    @property
    def canonical(self) -> Query:
        """The representative of this query and its swap: the one with the smaller x."""
        return self if self.x <= self.y else self.swapped


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """A finished part of an evaluation.

    Parameters
    ----------
    indices
        Positions in the sequence of queries, shape ``(k,)``.
    scores
        Their scores, shape ``(k,)``, finite.
    done, asked
        Queries finished so far, this part included, and queries in all.
    """

    indices: NDArray[np.intp]
    scores: NDArray[np.float64]
    done: int
    asked: int


OnChunk = Callable[[Chunk], None]
"""Called after each finished part; it may raise :class:`Cancelled`."""


@runtime_checkable
class ConditionalDependence(Protocol):
    """A measure T̂(X, Y | Z): positive under dependence, tending to 0 under independence.

    A score is a pure function of data, settings, seed and query. It depends on
    nothing else, neither on τ nor on the other queries of a batch, so that it
    can be cached and one run yields the graphs for every τ.
    """

    @property
    def name(self) -> str:
        """Short name for people and the command line, such as ``"rcd"``."""
        ...

    @property
    def key(self) -> str:
        """Stable hash of data, settings, seed, algorithm version, dtype and device kind."""
        ...

    @property
    def symmetric(self) -> bool:
        """Whether T̂(X, Y | Z) = T̂(Y, X | Z) by construction, so that a pair is computed once.

        It is then asked the canonical query alone, also where x or y is a set.
        """
        ...

    @property
    def n_variables(self) -> int:
        """Number of variables, d; queries use indices below it."""
        ...

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries.

        Parameters
        ----------
        queries
            Any number of queries, in any order.
        on_chunk
            Called as parts are done, at least every second or two.

        Returns
        -------
        Array of shape ``(len(queries),)``, finite.
        """
        ...


@runtime_checkable
class NullCalibrated(Protocol):
    """A measure that knows how large its scores get under independence."""

    def null_quantile(self, alpha: float) -> float:
        """Score that a conditionally independent pair exceeds with probability alpha.

        Parameters
        ----------
        alpha
            Level a query, in (0, 1).
        """
        ...


@runtime_checkable
class Noted(Protocol):
    """A measure that has to say how its scores come about."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people; none where there is nothing unusual."""
        ...


@runtime_checkable
class ScoreCache(Protocol):
    """Scores by measure key and query. A measure never caches by itself."""

    def get(self, measure_key: str, queries: Sequence[Query]) -> list[float | None]:
        """Known scores, None where there is none."""
        ...

    def put(self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]) -> None:
        """Keep scores.

        Parameters
        ----------
        measure_key
            Key of the measure that gave them.
        queries, scores
            Of equal length; a later score of a query replaces an earlier one.
        """
        ...
