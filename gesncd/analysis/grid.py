"""A grid of settings over the same data: its plan, and the search of one cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from gesncd.analysis.path_record import path_from_dict, path_to_dict
from gesncd.graphs import PDAG
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
    "enough, as a further edge never breaks the condition, although the estimate may rise a "
    "little with it: read it together with the number of edges."
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
