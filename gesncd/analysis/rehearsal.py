"""A rehearsal: the same settings on simulated data like the user's, where the truth is known.

Shen et al. (UAI 2022) advise to choose settings so. The simulated data have as many
variables, edges and rows as the user's; whether they are alike in other ways nobody can
tell, so that a proposal is a hint and not a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gesncd.analysis.grid import CellResult
from gesncd.data import Dataset
from gesncd.graphs import PDAG, agreement, complete, shd
from gesncd.simulate import MODELS, simulate

FACTORS = (0.5, 1.0, 2.0, 4.0)
"""Thresholds that are tried, as multiples of each cell's own automatic τ."""

REHEARSAL_FLOOR_SHARE = min(FACTORS)
"""Where the path of a rehearsal's cell begins, as a share of its τ."""


@dataclass(frozen=True, slots=True)
class RehearsalSet:
    """One simulated data set; all of it follows from these numbers.

    Parameters
    ----------
    model
        A name in :data:`gesncd.simulate.MODELS`.
    seed
        Not negative.
    n_nodes, n_edges, n_rows
        As many as the user's data and graph have.

    Raises
    ------
    ValueError
        If a number is out of range or the model unknown.
    """

    model: str
    seed: int
    n_nodes: int
    n_edges: int
    n_rows: int

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise ValueError(f"Unknown model {self.model!r}; choose one of {', '.join(MODELS)}.")
        if self.seed < 0 or self.n_nodes < 2 or self.n_rows < 2:
            raise ValueError(
                "A rehearsal needs two variables, two rows, and a seed from 0 on; got "
                f"{self.n_nodes}, {self.n_rows} and {self.seed}."
            )
        most = self.n_nodes * (self.n_nodes - 1) // 2
        if not 0 <= self.n_edges <= most:
            raise ValueError(
                f"{self.n_nodes} variables have at most {most} edges, not {self.n_edges}."
            )

    def simulate(self) -> tuple[Dataset, PDAG]:
        """The data and the DAG they come from.

        The DAG is drawn at random: a random order of the nodes, and every set of so many
        pairs equally likely.

        Raises
        ------
        ValueError
            If the model's values grow too large with so many edges.
        """
        rng = np.random.default_rng([self.seed, self.n_nodes, self.n_edges, self.n_rows])
        order = rng.permutation(self.n_nodes)
        above = np.argwhere(np.triu(np.ones((self.n_nodes, self.n_nodes), dtype=bool), 1))
        chosen = above[np.sort(rng.permutation(len(above))[: self.n_edges])]
        adjacency = np.zeros((self.n_nodes, self.n_nodes), dtype=np.int8)
        adjacency[order[chosen[:, 0]], order[chosen[:, 1]]] = 1
        data = simulate(self.model, adjacency, self.n_rows, rng)
        return data, PDAG.from_matrix(adjacency)


def plan_sets(
    model: str, *, count: int, seed: int, n_nodes: int, n_edges: int, n_rows: int
) -> tuple[RehearsalSet, ...]:
    """Several simulated sets that differ by their seeds alone.

    Parameters
    ----------
    model
        A name in :data:`gesncd.simulate.MODELS`.
    count
        How many, at least 1.
    seed
        Seed of the first; each further one has the next.
    n_nodes, n_edges, n_rows
        As many as the user's data and graph have.

    Raises
    ------
    ValueError
        If a number is out of range or the model unknown.
    """
    if count < 1:
        raise ValueError(f"At least one simulated data set is needed, got {count}.")
    return tuple(RehearsalSet(model, seed + k, n_nodes, n_edges, n_rows) for k in range(count))


@dataclass(frozen=True, slots=True)
class Score:
    """How far the graph at one τ is from the true class.

    Parameters
    ----------
    factor
        τ as a multiple of the cell's reference τ: its automatic one, else the chosen one.
    tau
        The threshold.
    shd, f1
        Against the CPDAG of the true DAG.
    n_edges
        Edges found.
    """

    factor: float
    tau: float
    shd: int
    f1: float
    n_edges: int


@dataclass(frozen=True, slots=True)
class RehearsalResult:
    """One cell on one simulated data set.

    Parameters
    ----------
    scores
        One a factor.
    empty_shd
        SHD of the graph without edges, which any settings should beat.
    """

    scores: tuple[Score, ...]
    empty_shd: int

    def to_dict(self) -> dict[str, Any]:
        """JSON values; :meth:`from_dict` reads them."""
        fields = ("factor", "tau", "shd", "f1", "n_edges")
        return {
            "scores": [{name: getattr(s, name) for name in fields} for s in self.scores],
            "empty_shd": self.empty_shd,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> RehearsalResult:
        """The result of JSON values; what older versions wrote beside them is not read."""
        scores = tuple(Score(**score) for score in values["scores"])
        return cls(scores, values["empty_shd"])


def judge(result: CellResult, dag: PDAG, factors: Sequence[float] = FACTORS) -> RehearsalResult:
    """Compare what a cell found with the truth, at several multiples of its τ.

    Parameters
    ----------
    result
        What :func:`gesncd.analysis.grid.run_cell` found, on a path that goes down to the
        smallest factor.
    dag
        The true DAG.
    factors
        Multiples of the automatic τ, or of the chosen one where there is no other.

    Raises
    ------
    ValueError
        If the path does not go down so far.
    """
    truth = complete(dag)
    reference = result.tau_chosen if result.tau_auto is None else result.tau_auto
    assert reference is not None, "a cell has a τ"
    scores = []
    for factor in factors:
        tau = factor * reference
        graph = result.path.at(tau).graph
        f1 = agreement(graph, truth).f1
        scores.append(Score(factor, tau, shd(graph, truth), f1, graph.n_edges))
    return RehearsalResult(tuple(scores), shd(PDAG.empty(dag.n_nodes), truth))
