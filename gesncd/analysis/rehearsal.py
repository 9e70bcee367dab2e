"""A rehearsal: the same settings on simulated data like the user's, where the truth is known.

Shen et al. (UAI 2022) advise to choose settings so. The simulated data have as many
variables, edges and rows as the user's; whether they are alike in other ways nobody can
tell, so that a proposal is a hint and not a verdict.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gesncd.analysis.grid import Cell, CellResult
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


@dataclass(frozen=True, slots=True)
class RehearsalRow:
    """One setting, a cell at a multiple of its τ, over the simulated sets that are done.

    Parameters
    ----------
    cell
        The cell.
    factor
        Multiple of its reference τ.
    shd, f1, n_edges
        Means over the sets.
    shd_error
        Standard error of the mean SHD; None below two sets.
    empty_shd
        Mean SHD of the graph without edges, over the same sets.
    by_set
        SHD by number of the set.
    """

    cell: Cell
    factor: float
    shd: float
    f1: float
    n_edges: float
    shd_error: float | None
    empty_shd: float
    by_set: Mapping[int, int]

    @property
    def n_sets(self) -> int:
        """Number of simulated sets."""
        return len(self.by_set)


def summarise_rehearsal(
    cells: Sequence[Cell], results: Mapping[tuple[int, int], RehearsalResult]
) -> tuple[RehearsalRow, ...]:
    """One row a cell and factor, in the order of the plan.

    Parameters
    ----------
    cells
        The plan.
    results
        By position of the cell and number of the set; more may come later.
    """
    rows = []
    for k, cell in enumerate(cells):
        done = {number: result for (at, number), result in sorted(results.items()) if at == k}
        if not done:
            continue
        for at in range(len(next(iter(done.values())).scores)):
            scores = {number: result.scores[at] for number, result in done.items()}
            distances = [float(score.shd) for score in scores.values()]
            rows.append(
                RehearsalRow(
                    cell=cell,
                    factor=next(iter(scores.values())).factor,
                    shd=_mean(distances),
                    f1=_mean([score.f1 for score in scores.values()]),
                    n_edges=_mean([float(score.n_edges) for score in scores.values()]),
                    shd_error=_standard_error(distances),
                    empty_shd=_mean([float(result.empty_shd) for result in done.values()]),
                    by_set={number: score.shd for number, score in scores.items()},
                )
            )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class SettingsProposal:
    """The settings that did best in a rehearsal.

    Parameters
    ----------
    row
        The proposed setting.
    as_good
        Others that the sets cannot tell from it.
    warning
        A sentence where the proposal is a weak one; else empty.
    """

    row: RehearsalRow
    as_good: tuple[RehearsalRow, ...]
    warning: str

    def changes(self) -> dict[str, Any]:
        """The proposed cell as settings of a run; τ is left to the factor."""
        return self.row.cell.changes()


FEW_SETS = 5
"""Fewer simulated sets than these make a proposal a weak one."""


_LEAST_DEVIATION = 0.5
"""Of paired differences of SHD, which are whole numbers."""


def propose_settings(rows: Sequence[RehearsalRow]) -> SettingsProposal | None:
    """The setting with the smallest mean SHD over the sets that all settings have done.

    Ties go to the larger F1, then to the factor nearest to 1, then to the earlier row.
    Another setting counts as good as the best unless a t-test of their paired differences
    tells the two apart at 5 %, n sets giving n − 1 degrees of freedom; a single set tells
    nothing apart. Distances are whole numbers, so that equal differences hide a spread of
    up to half an edge: their standard deviation counts as no less.

    Returns
    -------
    The proposal, or None where no set has been done by every setting.
    """
    common = sorted(set.intersection(*(set(row.by_set) for row in rows))) if rows else []
    if not common:
        return None

    def distance(row: RehearsalRow) -> float:
        return _mean([float(row.by_set[number]) for number in common])

    best = min(rows, key=lambda row: (distance(row), -row.f1, abs(math.log(row.factor))))
    as_good = tuple(row for row in rows if row is not best and _alike(row, best, common))
    warnings = []
    if len(common) < FEW_SETS:
        sets = "set" if len(common) == 1 else "sets"
        warnings.append(f"Only {len(common)} simulated {sets}: the best may be so by luck.")
    if distance(best) >= best.empty_shd:
        warnings.append("No setting does better than the graph without edges.")
    return SettingsProposal(best, as_good, " ".join(warnings))


def _alike(row: RehearsalRow, best: RehearsalRow, common: Sequence[int]) -> bool:
    # Imported here: it takes longer than everything else in this package.
    from scipy.special import stdtrit

    n = len(common)
    if n < 2:
        return True
    differences = [float(row.by_set[number] - best.by_set[number]) for number in common]
    error = max(_standard_error(differences) or 0.0, _LEAST_DEVIATION / math.sqrt(n))
    return bool(_mean(differences) <= stdtrit(n - 1, 0.975) * error)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _standard_error(values: Sequence[float]) -> float | None:
    if len(values) < 2:
        return None
    mean = _mean(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return math.sqrt(variance / len(values))
