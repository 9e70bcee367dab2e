"""Do the data agree with a graph: the independences it implies, tested again.

A graph that a search found agrees with the measure that led the search by
construction. Asked again with another measure, its independences can fail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gesncd.judge.binomial import ExcessStatement, excess
from gesncd.judge.implied import (
    Implied,
    Independence,
    Origin,
    d_separated,
    implied_independences,
)
from gesncd.measures import Chunk, ConditionalDependence, MemoryCache, Query, ScoreCache

__all__ = [
    "Implied",
    "Independence",
    "MarkovReport",
    "OnCounted",
    "Origin",
    "Tested",
    "check_independences",
    "d_separated",
    "implied_independences",
]

OnCounted = Callable[[int, int], None]
"""Called with the independences tested so far and all of them; it may raise ``Cancelled``."""

BATCH = 200
"""Queries given to a measure at once, between which a caller may stop."""


@dataclass(frozen=True, slots=True)
class Tested:
    """An implied independence and what a measure says of it.

    Parameters
    ----------
    query
        The independence, X ⟂ Y given Z.
    origin
        Why the graph implies it.
    score
        T̂(X, Y | Z).
    tau
        Noise floor of the measure that gave the score.
    """

    query: Query
    origin: Origin
    score: float
    tau: float

    @property
    def violated(self) -> bool:
        """Whether the score exceeds the noise floor τ."""
        return self.score > self.tau

    @property
    def ratio(self) -> float:
        """Score over τ; above 1 is a violation."""
        return self.score / self.tau if self.tau > 0 else float("nan")


@dataclass(frozen=True, slots=True)
class MarkovReport:
    """All tested independences of a graph.

    Parameters
    ----------
    measure
        Name of the measure that tested them.
    tau, alpha
        Its noise floor, and the level that belongs to it.
    tested
        Every test, the largest score first.
    statement
        Whether there are more violations than chance makes.
    """

    measure: str
    tau: float
    alpha: float
    tested: tuple[Tested, ...]
    statement: ExcessStatement

    @property
    def violations(self) -> tuple[Tested, ...]:
        """The tests whose score exceeds τ, the largest first."""
        return tuple(each for each in self.tested if each.violated)


def check_independences(
    implied: Implied,
    measure: ConditionalDependence,
    tau: float,
    alpha: float,
    *,
    cache: ScoreCache | None = None,
    on_counted: OnCounted | None = None,
) -> MarkovReport:
    """Test implied independences.

    Parameters
    ----------
    implied
        What :func:`implied_independences` gave.
    measure
        Another measure than the one that found the graph.
    tau, alpha
        Its noise floor at a level, and the level.
    cache
        Where scores are looked up and kept.
    on_counted
        Called as scores come in; it may raise :class:`~gesncd.measures.Cancelled`, and
        the scores until then are in the cache.
    """
    queries = [each.query for each in implied.independences]
    scores = _scores(queries, measure, MemoryCache() if cache is None else cache, on_counted)
    tested = [
        Tested(each.query, each.origin, scores[each.query], tau) for each in implied.independences
    ]
    tested.sort(key=lambda each: (-each.score, each.query))
    n_violated = sum(each.violated for each in tested)
    return MarkovReport(
        measure=measure.name,
        tau=tau,
        alpha=alpha,
        tested=tuple(tested),
        statement=excess(n_violated, len(tested), alpha),
    )


def _scores(
    queries: Sequence[Query],
    measure: ConditionalDependence,
    cache: ScoreCache,
    on_counted: OnCounted | None,
) -> dict[Query, float]:
    """Scores of queries, computed in batches where the cache lacks them."""
    stored = cache.get(measure.key, queries)
    scores = {q: s for q, s in zip(queries, stored, strict=True) if s is not None}
    lacking = [query for query in queries if query not in scores]

    def report(extra: int = 0) -> None:
        if on_counted is not None:
            on_counted(len(scores) + extra, len(queries))

    report()
    for start in range(0, len(lacking), BATCH):
        part = lacking[start : start + BATCH]

        def keep(chunk: Chunk, part: Sequence[Query] = part) -> None:
            done = [part[k] for k in chunk.indices]
            values = chunk.scores.tolist()
            cache.put(measure.key, done, values)
            scores.update(zip(done, values, strict=True))
            report()

        returned = measure.evaluate(part, keep)
        # A simple measure of a user's own may never call back.
        rest = [k for k, query in enumerate(part) if query not in scores]
        if rest:
            cache.put(measure.key, [part[k] for k in rest], [float(returned[k]) for k in rest])
            scores.update((part[k], float(returned[k])) for k in rest)
            report()
    return scores
