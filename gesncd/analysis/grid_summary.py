"""The summary of a grid: what each setting makes of the data, side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from gesncd.analysis.agreement import Claim
from gesncd.analysis.grid import Cell, CellResult
from gesncd.analysis.strips import AgreementSummary, agreement_summary
from gesncd.graphs import PDAG, shd


@dataclass(frozen=True, slots=True)
class Point:
    """A cell's graph at one τ.

    Parameters
    ----------
    tau
        The threshold.
    graph
        The graph, oriented by knowledge.
    n_edges
        Its number of edges.
    global_score
        S_g.
    agreement
        Verdicts of the held-out claims.
    """

    tau: float
    graph: PDAG
    n_edges: int
    global_score: float | None
    agreement: AgreementSummary


@dataclass(frozen=True, slots=True)
class GridRow:
    """One finished cell in the summary table.

    Parameters
    ----------
    number
        Position of the cell in the plan.
    cell
        Its settings.
    auto, chosen
        Its graphs at the automatic and at the chosen τ; None where there is no such τ.
    seconds
        Time it took; None if unknown.
    seeds_shd_auto, seeds_shd_chosen
        Mean SHD between pairs of seeds of these settings, at the automatic and at the
        chosen τ: 0 where all seeds agree. None below two finished seeds.
    """

    number: int
    cell: Cell
    auto: Point | None
    chosen: Point | None
    seconds: float | None
    seeds_shd_auto: float | None
    seeds_shd_chosen: float | None


def summarise_grid(
    cells: Sequence[Cell],
    results: Mapping[int, CellResult],
    claims: Sequence[Claim] = (),
    seconds: Mapping[int, float] | None = None,
) -> tuple[GridRow, ...]:
    """The summary table of the cells that are done, in the order of the plan.

    Parameters
    ----------
    cells
        The plan.
    results
        Results by position in the plan; more may come later.
    claims
        Held-out claims.
    seconds
        Time of each cell by position.
    """
    rows = []
    for number, cell in enumerate(cells):
        if number not in results:
            continue
        result = results[number]
        rows.append(
            GridRow(
                number=number,
                cell=cell,
                auto=_point(result, result.tau_auto, result.score_auto, claims),
                chosen=_point(result, result.tau_chosen, result.score_chosen, claims),
                seconds=None if seconds is None else seconds.get(number),
                seeds_shd_auto=None,
                seeds_shd_chosen=None,
            )
        )
    auto = _between_seeds(rows, lambda row: row.auto)
    chosen = _between_seeds(rows, lambda row: row.chosen)
    return tuple(
        replace(
            row,
            seeds_shd_auto=auto.get(row.cell.without_seed),
            seeds_shd_chosen=chosen.get(row.cell.without_seed),
        )
        for row in rows
    )


def grid_caveats(rows: Sequence[GridRow]) -> tuple[str, ...]:
    """What speaks against taking the cell that looks best, in sentences."""
    found = []
    seeded = [row.cell for row in rows if row.cell.seed is not None]
    if len(rows) > 1 and seeded and len({cell.without_seed for cell in seeded}) == len(seeded):
        found.append(
            "One seed each: cells may differ by their seed alone. With two or more seeds of each "
            "the table says how far."
        )
    if any(point and point.agreement.total for row in rows for point in (row.auto, row.chosen)):
        found.append(
            "Choosing a cell by its agreement uses the statements up: they are no evidence for the "
            "graph of that cell any more."
        )
    return tuple(found)


def _point(
    result: CellResult, tau: float | None, score: float | None, claims: Sequence[Claim]
) -> Point | None:
    if tau is None:
        return None
    graph = result.path.at(tau).graph
    return Point(tau, graph, graph.n_edges, score, agreement_summary(graph, claims))


def _between_seeds(
    rows: Sequence[GridRow], point_of: Callable[[GridRow], Point | None]
) -> dict[Cell, float]:
    """Mean SHD between pairs of seeds, by cell without seed."""
    graphs: dict[Cell, list[PDAG]] = {}
    for row in rows:
        point = point_of(row)
        if point is not None:
            graphs.setdefault(row.cell.without_seed, []).append(point.graph)
    return {cell: mean_shd(found) for cell, found in graphs.items() if len(found) > 1}


def mean_shd(graphs: Sequence[PDAG]) -> float:
    """Mean SHD between all pairs of at least two graphs."""
    distances = [shd(a, b) for a, b in combinations(graphs, 2)]
    return sum(distances) / len(distances)
