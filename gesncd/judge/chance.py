"""What an SHD is worth: the same figures for the empty graph and for random ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

from gesncd.graphs import PDAG, complete
from gesncd.judge.figures import Figures, figures, has_arrows
from gesncd.judge.truth import Truth

DRAWS = 50
"""Random graphs that a mean is taken over."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and sample standard deviation of a figure over random graphs."""

    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class RandomFigures:
    """Figures of random classes with as many edges as the estimate; see :class:`Figures`.

    Each random graph is a DAG with exactly that many edges, drawn evenly along a random
    order of the variables, and judged as its class. ``sid_best`` and ``sid_worst`` are
    None where the figures have no SID.

    Parameters
    ----------
    n_draws
        How many graphs were drawn.
    n_edges
        Edges of each.
    shd, f1, skeleton_f1
        Mean and deviation of these figures over the graphs.
    orientation_f1
        The same over those in which there is a direction to be right or wrong about, see
        :func:`~gesncd.judge.figures.has_arrows`; None where these are fewer than two.
    n_oriented
        How many these are.
    sid_best, sid_worst
        The same of SID, for the best and the worst member of each class.
    """

    n_draws: int
    n_edges: int
    shd: Spread
    f1: Spread
    skeleton_f1: Spread
    orientation_f1: Spread | None
    n_oriented: int
    sid_best: Spread | None
    sid_worst: Spread | None


def empty_figures(truth: Truth) -> Figures:
    """Figures of the graph without edges."""
    return figures(PDAG.empty(len(truth.names)), truth)


def random_figures(
    truth: Truth, n_edges: int, rng: np.random.Generator, *, draws: int = DRAWS
) -> RandomFigures:
    """Mean and deviation of the figures of random classes.

    Parameters
    ----------
    truth
        What is taken for true.
    n_edges
        Edges of each random graph.
    rng
        Source of randomness.
    draws
        How many graphs, at least 2.

    Raises
    ------
    ValueError
        If fewer than two graphs are asked for.
    """
    if draws < 2:
        raise ValueError(f"A deviation needs at least two graphs, got {draws}.")
    graphs = [random_class(len(truth.names), n_edges, rng) for _ in range(draws)]
    found = [figures(graph, truth) for graph in graphs]
    # Figures without a direction to judge are 1, which no chance has earned.
    ways = [
        each.orientation.f1
        for graph, each in zip(graphs, found, strict=True)
        if has_arrows(graph, truth.graph)
    ]
    sids = [each.sid for each in found if each.sid is not None]
    return RandomFigures(
        n_draws=draws,
        n_edges=n_edges,
        shd=_spread(found, lambda each: each.shd),
        f1=_spread(found, lambda each: each.entries.f1),
        skeleton_f1=_spread(found, lambda each: each.skeleton.f1),
        orientation_f1=_of(ways) if len(ways) > 1 else None,
        n_oriented=len(ways),
        sid_best=_of([best for best, _ in sids]) if len(sids) == draws else None,
        sid_worst=_of([worst for _, worst in sids]) if len(sids) == draws else None,
    )


def random_class(n_nodes: int, n_edges: int, rng: np.random.Generator) -> PDAG:
    """CPDAG of a random DAG with exactly so many edges.

    Parameters
    ----------
    n_nodes, n_edges
        Its size.
    rng
        Of the order of the nodes and of which pairs are joined.

    Raises
    ------
    ValueError
        If the nodes have fewer pairs than that.
    """
    pairs = [(i, j) for i in range(n_nodes) for j in range(i + 1, n_nodes)]
    if not 0 <= n_edges <= len(pairs):
        raise ValueError(f"{n_nodes} nodes have {len(pairs)} pairs, so not {n_edges} edges.")
    place = rng.permutation(n_nodes)
    chosen = rng.choice(len(pairs), size=n_edges, replace=False)
    return complete(
        PDAG.from_edges(
            n_nodes, directed=[(place[pairs[k][0]], place[pairs[k][1]]) for k in chosen]
        )
    )


def _spread(found: Sequence[Figures], figure: Callable[[Figures], float]) -> Spread:
    return _of([figure(each) for each in found])


def _of(values: Sequence[float]) -> Spread:
    return Spread(fmean(values), stdev(values))
