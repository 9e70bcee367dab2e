"""One call from data to a graph, for use from Python.

The command line and the app run the same search; this adds nothing to it but the order
of the steps: measure, threshold, search, and the paper's rule of two initialisations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gesncd.data import Dataset, Prepared
from gesncd.data.exact_relations import exact_relations
from gesncd.data.given import dataset_given
from gesncd.export.named import NamedEdge, named_edges
from gesncd.export.result_json import result_document, result_text
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints
from gesncd.measures import ScoreCache
from gesncd.search import (
    Event,
    GlobalScore,
    OnProgress,
    Started,
    Step,
    explain_pair,
)
from gesncd.search.arrow_sources import ArrowSource, arrow_sources
from gesncd.search.ending import ending_of
from gesncd.search.notes import notes_of
from gesncd.search.why_sentences import sentences
from gesncd.settings.calibration import calibrated
from gesncd.settings.device import chosen_device
from gesncd.settings.engine_measure import measure_for_search
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import noise_floor, resolve_tau
from gesncd.settings.run_search import search_events
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Discovery:
    """What a search found, with everything that it did.

    Parameters
    ----------
    dataset
        The data that were searched.
    settings
        The settings; with the paper's rule of two initialisations, those that were kept.
    events
        All events of the search, from ``Started`` to ``Finished``.
    noise_floor
        Score that noise exceeds with probability alpha a query, or None.
    prepared
        What was read and found where the data came from a file; None otherwise.
    remarks
        Sentences on data that came otherwise: variables that others give exactly.
    """

    dataset: Dataset
    settings: RunSettings
    events: tuple[Event, ...]
    noise_floor: float | None
    prepared: Prepared | None = None
    remarks: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """One line, as events fill pages."""
        return (
            f"<Discovery: {self.graph.n_edges} edges among {len(self.names)} variables, "
            f"{self.settings.measure}, τ {self.tau:.4g}>"
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables, in node order."""
        return self.dataset.names

    @property
    def graph(self) -> PDAG:
        """The CPDAG, oriented further by background knowledge where there is some."""
        return ending_of(self.events).graph

    @property
    def edges(self) -> list[NamedEdge]:
        """Edges by name: source, target, and whether the edge is directed."""
        return named_edges(self.names, self.graph)

    @property
    def tau(self) -> float:
        """The threshold of the search.

        Raises
        ------
        RuntimeError
            If the events do not begin with Started, as those of every search do.
        """
        started = self.events[0]
        if not isinstance(started, Started):
            raise RuntimeError("The events of a search begin with Started.")
        return started.tau

    @property
    def steps(self) -> tuple[Step, ...]:
        """Steps of the forward and the backward phase, in order."""
        return tuple(event for event in self.events if isinstance(event, Step))

    @property
    def global_score(self) -> float | None:
        """S_g of the final graph; None where it was not asked for."""
        values = [event.value for event in self.events if isinstance(event, GlobalScore)]
        return values[-1] if values else None

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people: the remarks, the search's own notes, what speaks against knowledge.

        The search notes what a cap has cut, and what its measure warns of.
        """
        return (*self.remarks, *notes_of(self.events, self.settings.knowledge, self.names))

    @property
    def arrow_sources(self) -> dict[tuple[str, str], ArrowSource]:
        """Where the direction of each arrow (source, target) comes from.

        ``ArrowSource.BOTH`` counts as set by knowledge wherever arrows are counted.
        """
        changes = ending_of(self.events).changes
        known = Constraints.of(self.settings.knowledge, self.names)
        found = arrow_sources(self.graph, changes, known)
        return {(self.names[i], self.names[j]): source for (i, j), source in found.items()}

    def why(self, first: str, second: str) -> list[str]:
        """Sentences on why two variables are joined as they are, or not.

        Raises
        ------
        KeyError
            If there is no variable of that name.
        ValueError
            If it is the same variable twice.
        """
        i, j = self._node(first), self._node(second)
        if i == j:
            raise ValueError(f"Give two different variables; {first!r} was given twice.")
        known = Constraints.of(self.settings.knowledge, self.names)
        return sentences(
            explain_pair(self.events, i, j),
            self.names,
            self.noise_floor,
            apart=known.kept_apart(i, j),
            one_way=known.one_way(i, j),
        )

    def to_networkx(self) -> nx.DiGraph[str]:
        """The graph for networkx; an undirected edge is a pair of arcs.

        Each arc has the attribute ``directed``.
        """
        import networkx as nx

        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(self.names)
        for source, target, directed in self.edges:
            graph.add_edge(source, target, directed=directed)
            if not directed:
                graph.add_edge(target, source, directed=False)
        return graph

    def to_json(
        self,
        notes: Sequence[str] | None = None,
        preparation: Mapping[str, object] | None = None,
    ) -> str:
        """The result document, as ``python -m gesncd discover --out`` writes it.

        Parameters
        ----------
        notes, preparation
            Sentences on the data, and what was done to the file before the search. Where
            :func:`discover` read the file itself, it knows both.
        """
        if self.prepared is not None:
            notes = self.prepared.notes if notes is None else notes
            preparation = self.prepared.record if preparation is None else preparation
        document = result_document(
            self.names,
            self.events,
            settings=self.settings.to_dict(),
            noise_floor=self.noise_floor,
            data_sha256=self.dataset.source_sha256,
            dataset_sha256=self.dataset.sha256,
            versions=software_versions(self.settings.measure),
            notes=self.remarks if notes is None else notes,
            preparation=preparation,
        )
        return result_text(document)

    def _node(self, name: str) -> int:
        if name not in self.names:
            raise KeyError(f"There is no variable {name!r}; there are {', '.join(self.names)}.")
        return self.names.index(name)


def discover(
    data: Dataset | pd.DataFrame | NDArray[np.float64] | str | Path,
    settings: RunSettings | None = None,
    *,
    cache: ScoreCache | None = None,
    on_event: Callable[[Event], None] | None = None,
    on_progress: OnProgress | None = None,
    **changes: Any,
) -> Discovery:
    """Search for the CPDAG of a table.

    Parameters
    ----------
    data
        A data set; a data frame of numbers; an array of shape ``(n_rows, n_columns)``;
        or the path of a table, read as it is with nothing mended.
    settings
        All settings at once; the defaults are NCD with its automatic threshold.
    cache
        Where scores are looked up and kept, to search again with another τ at no cost.
    on_event, on_progress
        Called with each event, and while scores are computed. The paper's preset searches
        twice, from two initialisations, and keeps the graph with the lower S_g.
    **changes
        Settings that differ, by the names of :class:`~gesncd.settings.run_settings.RunSettings`:
        ``measure="rcd"``, ``tau=0.01``, ``knowledge=...``. The device may also be
        ``"auto"``: a GPU for perceptrons where there is one. It is the CPU by default.

    Raises
    ------
    gesncd.data.DataError
        If the data cannot be searched as they are.
    gesncd.settings.errors.SettingsError
        If a setting is unknown, out of range, or not possible on these data.
    gesncd.knowledge.KnowledgeError
        If the knowledge names unknown variables or contradicts itself.

    Examples
    --------
    >>> from gesncd import discover
    >>> found = discover("sample_data/sachs.csv", measure="partial-correlation")
    >>> len(found.steps) >= len(found.edges)
    True
    """
    if settings is not None and not isinstance(settings, RunSettings):
        raise SettingsError(
            "The second argument is one RunSettings. Give single settings by name, as in "
            "discover(data, measure='rcd'), or as discover(data, **settings)."
        )
    dataset, prepared = dataset_given(data)
    remarks = exact_relations(dataset) if prepared is None else ()
    chosen = _changed(settings or RunSettings(), changes)

    def search(one: RunSettings) -> Discovery:
        found = _searched(dataset, one, cache, on_event, on_progress)
        return replace(found, prepared=prepared, remarks=remarks)

    if chosen.networks != "paper" or chosen.measure != "ncd":
        return search(chosen)
    if not chosen.global_score:
        raise SettingsError("The preset 'paper' keeps the run with the lower S_g; compute it.")
    both = [search(replace(chosen, seed=seed)) for seed in (chosen.seed, chosen.seed + 1)]
    return min(both, key=_final_score)


def _final_score(found: Discovery) -> float:
    return float("inf") if found.global_score is None else found.global_score


def _searched(
    dataset: Dataset,
    settings: RunSettings,
    cache: ScoreCache | None,
    on_event: Callable[[Event], None] | None,
    on_progress: OnProgress | None,
) -> Discovery:
    measure = calibrated(
        settings,
        dataset,
        measure_for_search(settings, dataset),
        measure_for_search,
        cache=cache,
        on_progress=on_progress,
    )
    tau = resolve_tau(settings, measure)
    events = []
    for event in search_events(
        settings, dataset, measure, tau, cache=cache, on_progress=on_progress
    ):
        events.append(event)
        if on_event is not None:
            on_event(event)
    return Discovery(dataset, settings, tuple(events), noise_floor(settings, measure))


def _changed(settings: RunSettings, changes: dict[str, Any]) -> RunSettings:
    known = settings.to_dict()
    unknown = [name for name in changes if name not in known]
    if unknown:
        raise SettingsError(f"There is no setting {unknown[0]!r}; there are {', '.join(known)}.")
    if "device" in changes:
        measure = changes.get("measure", settings.measure)
        networks = changes.get("networks", settings.networks)
        changes = changes | {"device": chosen_device(changes["device"], measure, networks)}
    return replace(settings, **changes)
