"""Replicates: the search repeated on a resample, and what each found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gesncd.analysis.resamples import Replicate, Resampling, resample
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import ConditionalDependence, NullCalibrated, ScoreCache
from gesncd.search.deserialise import pdag_from_dict
from gesncd.search.events import Finished
from gesncd.search.options import Limits
from gesncd.search.progress import OnProgress
from gesncd.search.reframed_ges import reframed_ges
from gesncd.search.serialise import pdag_to_dict

BuildMeasure = Callable[[Dataset, int | None], ConditionalDependence]
"""Makes the measure on a sample, with a seed of its own or, for None, the one that is set."""


@dataclass(frozen=True, slots=True)
class ReplicateResult:
    """What one replicate found.

    Parameters
    ----------
    graph
        Its graph over all variables; those left out have no edges in it.
    tau
        Its threshold; None where fewer than two variables were left to search.
    n_rows
        Rows it searched.
    left_out
        Variables that were nearly constant in it: it says nothing about their pairs.
    thinned
        Variables of several columns of which some were.
    half
        Number of the half-sample that it searched, of which 2k and 2k + 1 complement
        each other; None for other replicates, and in results of older versions.
    """

    graph: PDAG
    tau: float | None
    n_rows: int
    left_out: tuple[int, ...] = ()
    thinned: tuple[int, ...] = ()
    half: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON values; :meth:`from_dict` reads them."""
        return {
            "graph": pdag_to_dict(self.graph),
            "tau": self.tau,
            "n_rows": self.n_rows,
            "left_out": list(self.left_out),
            "thinned": list(self.thinned),
            "half": self.half,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ReplicateResult:
        """The result of JSON values."""
        return cls(
            graph=pdag_from_dict(values["graph"]),
            tau=values["tau"],
            n_rows=values["n_rows"],
            left_out=tuple(values["left_out"]),
            thinned=tuple(values["thinned"]),
            half=values.get("half"),
        )


def run_replicate(
    dataset: Dataset,
    replicate: Replicate,
    build: BuildMeasure,
    *,
    tau: float | None = None,
    alpha: float = 0.001,
    limits: Limits | Callable[[Dataset], Limits] = Limits(),
    knowledge: Knowledge = Knowledge(),
    cache: ScoreCache | None = None,
    on_progress: OnProgress | None = None,
) -> ReplicateResult:
    """Search a replicate.

    Parameters
    ----------
    dataset
        The whole data.
    replicate
        What is drawn from them.
    build
        Makes the measure on the sample.
    tau
        A threshold fixed by hand, or None for the automatic one *of the sample*: half
        of the rows have more noise, and so a larger τ.
    alpha
        Level of the automatic τ.
    limits
        Caps of the search, or what makes them of a sample.
    cache, on_progress
        As in the search.
    knowledge
        Background knowledge by name; what it says of variables that are left out is
        left out, too.

    Raises
    ------
    ValueError
        If τ is to be automatic and the measure has no automatic one.
    """
    sample = resample(dataset, replicate)
    n_rows = len(replicate.rows(dataset.n_rows))
    half = replicate.number if replicate.resampling is Resampling.HALVES else None
    if sample.dataset is None:
        empty = PDAG.empty(dataset.n_variables)
        return ReplicateResult(empty, None, n_rows, sample.left_out, sample.thinned, half)
    measure = build(sample.dataset, replicate.measure_seed)
    if tau is None:
        if not isinstance(measure, NullCalibrated):
            raise ValueError(f"The measure {measure.name!r} has no automatic τ; give a number.")
        tau = float(measure.null_quantile(alpha))
    known = known_of(knowledge, sample.dataset.names)
    events = reframed_ges(
        measure,
        tau,
        cache=cache,
        on_progress=on_progress,
        global_score=False,
        limits=limits(sample.dataset) if callable(limits) else limits,
        knowledge=None if known.is_empty else Constraints.of(known, sample.dataset.names),
    )
    graph = next(event.graph for event in events if isinstance(event, Finished))
    return ReplicateResult(
        _over_all(graph, sample.nodes, dataset.n_variables),
        tau,
        n_rows,
        sample.left_out,
        sample.thinned,
        half,
    )


def known_of(knowledge: Knowledge, names: Iterable[str]) -> Knowledge:
    """The part of knowledge that is about some variables only."""
    kept = set(names)

    def within(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple((a, b) for a, b in pairs if a in kept and b in kept)

    return Knowledge(
        required=within(knowledge.required),
        forbidden=within(knowledge.forbidden),
        adjacent=within(knowledge.adjacent),
        not_adjacent=within(knowledge.not_adjacent),
        tiers=tuple(tuple(name for name in tier if name in kept) for tier in knowledge.tiers),
        closed_tiers=knowledge.closed_tiers,
    )


def _over_all(graph: PDAG, nodes: tuple[int, ...], n_nodes: int) -> PDAG:
    edges = [(nodes[i], nodes[j], directed) for i, j, directed in graph.edges()]
    return PDAG.from_edges(
        n_nodes,
        directed=[(i, j) for i, j, directed in edges if directed],
        undirected=[(i, j) for i, j, directed in edges if not directed],
    )
