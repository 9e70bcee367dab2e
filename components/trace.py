"""A run's events as what the page asks for: the graph at a step, scores, phases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from components.graph_view.build import EdgeChange
from gesncd.graphs import PDAG, Edge, EdgeKind, Reorient, complete_with_reasons
from gesncd.knowledge import Constraints
from gesncd.search.arrow_sources import Arrow, ArrowSource, arrow_sources
from gesncd.search.ending import Ending, ending_of
from gesncd.search.events import (
    Event,
    Finished,
    GlobalScore,
    Phase,
    PhaseEnded,
    Reason,
    Started,
    Step,
)
from gesncd.search.provenance import reasons_of


@dataclass(frozen=True, slots=True)
class EdgeOrigin:
    """When an edge that is in a graph was last added, and with which score."""

    step: int
    score: float


@dataclass(frozen=True, slots=True)
class Trace:
    """What a run has yielded so far, sorted by kind.

    Parameters
    ----------
    started, finished
        The first and the last event, or None while they are outstanding.
    steps
        In order; ``steps[k]`` has index k + 1.
    phase_ends
        Phases that are over.
    global_scores
        S_g by step; 0 is the graph at the start.
    """

    started: Started | None
    steps: tuple[Step, ...]
    phase_ends: tuple[PhaseEnded, ...]
    global_scores: dict[int, float]
    finished: Finished | None
    events: tuple[Event, ...] = ()
    """All of them, in order."""
    ending: Ending | None = None
    """The last graph as background knowledge orients it; None while the search goes on."""

    @classmethod
    def of(cls, events: Iterable[Event], stopped_with: Constraints | None = None) -> Trace:
        """Sort a run's events.

        Parameters
        ----------
        events
            In order.
        stopped_with
            The background knowledge of a run that is over without having finished.
        """
        events = tuple(events)
        started, finished = None, None
        steps: list[Step] = []
        phase_ends: list[PhaseEnded] = []
        scores: dict[int, float] = {}
        for event in events:
            match event:
                case Started():
                    started = event
                case Step():
                    steps.append(event)
                case PhaseEnded():
                    phase_ends.append(event)
                case GlobalScore():
                    scores[event.step] = event.value
                case Finished():
                    finished = event
        ending = None
        if finished is not None or (started is not None and stopped_with is not None):
            ending = ending_of(events, stopped_with)
        return cls(started, tuple(steps), tuple(phase_ends), scores, finished, events, ending)

    @property
    def n_steps(self) -> int:
        """Steps taken so far."""
        return len(self.steps)

    def until(self, step: int) -> Trace:
        """The trace as it was right after a step."""
        if step >= self.n_steps:
            return self
        last = self.steps[step - 1].phase if step else Phase.FORWARD
        ends = tuple(end for end in self.phase_ends if end.phase is not last)
        return Trace(
            self.started,
            self.steps[:step],
            ends if last is Phase.BACKWARD else (),
            {at: value for at, value in self.global_scores.items() if at <= step},
            None,
            self.events_until(step),
        )

    def events_until(self, step: int) -> tuple[Event, ...]:
        """The events up to a step's own; all of them for the last step."""
        if step >= self.n_steps:
            return self.events
        last = self.steps[step - 1] if step else self.started
        place = next(k for k, event in enumerate(self.events) if event is last)
        return self.events[: place + 1]

    def graph_at(self, step: int, n_nodes: int) -> PDAG:
        """The graph after a step; 0 is the graph at the start.

        After the last step of a search that is over it is the class as background
        knowledge orients it, before that the CPDAG.
        """
        if self.ending is not None and step >= self.n_steps:
            return self.ending.graph
        if step > 0:
            return self.steps[step - 1].cpdag
        return self.started.cpdag if self.started is not None else PDAG.empty(n_nodes)

    def changes_since(self, shown: int, step: int) -> tuple[EdgeChange, ...]:
        """Edges that differ between the graphs after two steps, shown ≤ step.

        An edge that came and went in between differs in neither and is left out.
        """
        before: dict[tuple[int, int], EdgeKind] = {}
        after: dict[tuple[int, int], tuple[EdgeKind, Phase]] = {}
        for taken in self.steps[shown:step]:
            for change in taken.changes:
                before.setdefault((change.i, change.j), change.before)
                after[change.i, change.j] = (change.after, taken.phase)
        if self.ending is not None and step >= self.n_steps:
            for change in self.ending.changes:
                before.setdefault((change.i, change.j), change.before)
                after[change.i, change.j] = (change.after, Phase.BACKWARD)
        return tuple(
            EdgeChange(i, j, before[i, j], kind, phase)
            for (i, j), (kind, phase) in after.items()
            if before[i, j] is not kind
        )

    def origins(self, step: int) -> dict[tuple[int, int], EdgeOrigin]:
        """For each pair (i, j), i < j, joined after a step: when it was last added."""
        found: dict[tuple[int, int], EdgeOrigin] = {}
        for taken in self.steps[:step]:
            if isinstance(taken.operator, Reorient):
                continue
            pair = _pair(taken.operator.x, taken.operator.y)
            if taken.phase is Phase.FORWARD:
                found[pair] = EdgeOrigin(taken.index, taken.score)
            else:
                found.pop(pair, None)
        return found

    def arrow_sources(
        self, step: int, n_nodes: int, enforced: Constraints | None = None
    ) -> dict[Arrow, ArrowSource]:
        """Where the direction of each arrow of the graph after a step comes from.

        ``enforced`` is what background knowledge stated.
        """
        changes = () if self.ending is None or step < self.n_steps else self.ending.changes
        return arrow_sources(self.graph_at(step, n_nodes), changes, enforced)

    def arrow_reasons(self, step: int, n_nodes: int) -> dict[tuple[int, int], Reason]:
        """Why each arrow (source, target) of the graph after a step is directed."""
        cpdag = self.graph_at(step, n_nodes)
        ending = self.ending if step >= self.n_steps else None
        if ending is not None:
            cpdag = ending.cpdag
        reasons = reasons_of(complete_with_reasons(cpdag)[1])
        if ending is not None:
            for change in ending.changes:
                forward = change.after is EdgeKind.FORWARD
                arrow = (change.i, change.j) if forward else (change.j, change.i)
                reasons[arrow] = change.reason
        return reasons


def edge_between(graph: PDAG, i: int, j: int) -> Edge | None:
    """The edge of two nodes, or None."""
    kind = graph.kind(i, j)
    if kind is EdgeKind.NONE:
        return None
    if kind is EdgeKind.UNDIRECTED:
        return Edge(min(i, j), max(i, j), False)
    return Edge(i, j, True) if kind is EdgeKind.FORWARD else Edge(j, i, True)


def _pair(i: int, j: int) -> tuple[int, int]:
    return (i, j) if i < j else (j, i)
