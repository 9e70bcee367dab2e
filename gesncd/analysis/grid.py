"""A grid of settings over the same data: what each makes of them, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from gesncd.analysis.agreement import Claim
from gesncd.analysis.path_record import path_from_dict, path_to_dict
from gesncd.analysis.strips import AgreementSummary, agreement_summary
from gesncd.graphs import PDAG, shd
from gesncd.knowledge import Constraints
from gesncd.measures import ConditionalDependence, MemoryCache, ScoreCache
from gesncd.search.events import Phase
from gesncd.search.global_score import global_score_queries, mean_clipped
from gesncd.search.options import Limits
from gesncd.search.plateaus import TauPath
from gesncd.search.progress import OnProgress
from gesncd.search.scoring import Scorer
from gesncd.search.tau_path import tau_path

GRID_FLOOR_SHARE = 1.0 / 3.0
"""A cell's path begins at this share of its smaller τ: far enough for a second look, and
much cheaper than the path of one search, which goes down to a tenth."""

GLOBAL_SCORE_SENTENCE = (
    "S_g says how far the data are from the graph's Markov condition, as the measure sees it: each "
    "variable independent of its non-descendants given its parents. Low means that this measure "
    "finds no dependence left; another may. Compare S_g only within one measure with one kind and "
    "size of networks, whose scores have one scale. S_g cannot tell too many edges from just "
    "enough, as a further edge never breaks the condition, so read it together with the number of "
    "edges."
)
"""What S_g can and cannot tell, for people."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Settings of one cell, by the names that a run's settings have.

    Parameters
    ----------
    measure
        Name of the measure.
    networks
        Kind of NCD's networks.
    depth, width
        Size of its perceptrons.
    seed
        Seed of everything random in the measure.

    What a measure has no use for is None: it would only repeat the same search.
    """

    measure: str
    networks: str | None = None
    depth: int | None = None
    width: int | None = None
    seed: int | None = None

    def changes(self) -> dict[str, Any]:
        """Settings by name, those without use left out."""
        fields = ("measure", "networks", "depth", "width", "seed")
        return {name: value for name in fields if (value := getattr(self, name)) is not None}

    @property
    def without_seed(self) -> Cell:
        """The cell that all seeds of these settings share."""
        return replace(self, seed=None)

    @property
    def label(self) -> str:
        """The cell in a few words, for people."""
        words = [self.measure, self.networks or ""]
        for name in ("depth", "width", "seed"):
            if getattr(self, name) is not None:
                words.append(f"{name} {getattr(self, name)}")
        return ", ".join(filter(None, words))


def cell_of(measure: str, networks: str, depth: int, width: int, seed: int) -> Cell:
    """The cell of full settings, with what the measure has no use for left out.

    Parameters
    ----------
    measure
        Name of the measure.
    networks
        Kind of NCD's networks.
    depth, width
        Size of its perceptrons.
    seed
        Seed of everything random in the measure.
    """
    if measure == "partial-correlation":
        return Cell(measure)
    if measure != "ncd":
        return Cell(measure, seed=seed)
    if networks == "radial":
        return Cell(measure, networks, seed=seed)
    return Cell(measure, networks, depth, width, seed)


def plan_grid(
    *,
    measures: Iterable[str],
    networks: Iterable[str] = ("radial",),
    depths: Iterable[int] = (3,),
    widths: Iterable[int] = (40,),
    seeds: Iterable[int] = (0,),
) -> tuple[Cell, ...]:
    """Every combination once, in the order given.

    RCD has no networks, radial networks no depth and width, partial correlation
    nothing random: such a cell is planned once, not once a combination.

    Parameters
    ----------
    measures
        Names of measures.
    networks
        Kinds of NCD's networks.
    depths, widths
        Sizes of its perceptrons.
    seeds
        Seeds of everything random.
    """
    combined = product(measures, networks, depths, widths, seeds)
    return tuple(dict.fromkeys(cell_of(*values) for values in combined))


@dataclass(frozen=True, slots=True)
class CellResult:
    """What one cell found.

    Parameters
    ----------
    tau_auto
        The measure's automatic τ; None where it has none.
    tau_chosen
        A τ given by hand, the same for every cell; None without one.
    path
        The graphs of every τ from a floor below both on, without steps.
    score_auto, score_chosen
        S_g of the graphs at the two, None where there is no such τ, or S_g was not asked for.
    """

    tau_auto: float | None
    tau_chosen: float | None
    path: TauPath
    score_auto: float | None
    score_chosen: float | None

    def to_dict(self) -> dict[str, Any]:
        """JSON values; :meth:`from_dict` reads them."""
        return {
            "tau_auto": self.tau_auto,
            "tau_chosen": self.tau_chosen,
            "path": path_to_dict(self.path),
            "score_auto": self.score_auto,
            "score_chosen": self.score_chosen,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CellResult:
        """The result of JSON values."""
        return cls(
            tau_auto=values["tau_auto"],
            tau_chosen=values["tau_chosen"],
            path=path_from_dict(values["path"]),
            score_auto=values["score_auto"],
            score_chosen=values["score_chosen"],
        )


def run_cell(
    measure: ConditionalDependence,
    *,
    tau_auto: float | None,
    tau_chosen: float | None = None,
    floor_share: float = GRID_FLOOR_SHARE,
    cache: ScoreCache | None = None,
    on_progress: OnProgress | None = None,
    limits: Limits = Limits(),
    knowledge: Constraints | None = None,
    global_score: bool = True,
) -> CellResult:
    """Search with one cell's measure for every τ from a floor on, and score two graphs.

    Parameters
    ----------
    measure
        The cell's measure on the data.
    tau_auto, tau_chosen
        The thresholds of interest, of which at least one is given.
    floor_share
        The floor as a share of the smaller of them, in (0, 1].
    cache, on_progress, limits, knowledge
        As in :func:`gesncd.search.tau_path`.
    global_score
        Whether to compute S_g of the two graphs, which takes queries.

    Raises
    ------
    ValueError
        If there is no τ, or the share is out of range.
    """
    given = [tau for tau in (tau_auto, tau_chosen) if tau is not None]
    if not given:
        raise ValueError(f"{measure.name} has no automatic τ with these settings; choose one.")
    if not 0 < floor_share <= 1:
        raise ValueError(f"The floor's share must be in (0, 1], got {floor_share}.")
    cache = MemoryCache() if cache is None else cache
    path = tau_path(
        measure,
        floor_share * min(given),
        cache=cache,
        on_progress=on_progress,
        limits=limits,
        knowledge=knowledge,
    )
    scorer = Scorer(measure, cache, on_progress)

    def score(tau: float | None) -> float | None:
        if tau is None or not global_score:
            return None
        return graph_score(scorer, path.at(tau).cpdag)

    return CellResult(tau_auto, tau_chosen, path, score(tau_auto), score(tau_chosen))


def graph_score(scorer: Scorer, cpdag: PDAG) -> float:
    """S_g of a class."""
    queries = global_score_queries(cpdag)
    scorer.answer(queries, phase=Phase.BACKWARD, step=cpdag.n_edges, purpose="global score")
    return mean_clipped([scorer[query] for query in queries], cpdag.n_nodes)


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
