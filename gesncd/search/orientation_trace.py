"""A step taken apart: the operator's own edge, then each mark that follows, one at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from gesncd.graphs import PDAG, EdgeKind, Orientation, Reorient, complete_with_reasons
from gesncd.search.events import Cause, MarkChange, Reason, Step


class FrameKind(Enum):
    """What a frame shows."""

    OPERATOR = "operator"
    """The operator's own edge comes or goes; marks have yet to follow."""
    WITHDRAWN = "withdrawn"
    """An arrow whose reason is gone loses its head."""
    V_STRUCTURE = "v-structure"
    """The arrows of one collider."""
    MEEK = "meek"
    """One arrow by one Meek rule."""
    KNOWLEDGE = "knowledge"
    """One arrow by background knowledge."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One of the pictures between the graph before a step and the graph after it.

    Parameters
    ----------
    kind
        What happens in it.
    changes
        The edges that differ from the picture before, with the reason; two for a
        collider, none where the operator has no edge of its own.
    graph
        The graph as this frame leaves it; only the last one is completed.
    """

    kind: FrameKind
    changes: tuple[MarkChange, ...]
    graph: PDAG

    @property
    def reason(self) -> Reason:
        """Why its edges changed."""
        return self.changes[0].reason if self.changes else Reason(Cause.OPERATOR)


def frames_of(before: PDAG, step: Step) -> tuple[Frame, ...]:
    """The pictures of a step, the operator first and the completed graph last.

    The operator's own edge comes undirected. Then orientations are withdrawn, each after
    those that it rested on, then arrows follow in the order in which the step's graph is
    completed, so that the pattern that a rule was read from is there when its frame comes,
    and gone when it is told to be.

    Parameters
    ----------
    before
        The graph before the step.
    step
        The step.
    """
    drawing = _Drawing(before)
    own = (min(step.operator.x, step.operator.y), max(step.operator.x, step.operator.y))
    changed = {(change.i, change.j): change for change in step.changes}
    own_change = None if isinstance(step.operator, Reorient) else changed.get(own)
    if own_change is None:
        frames = [drawing.frame(FrameKind.OPERATOR, ())]
    else:
        gone = own_change.after is EdgeKind.NONE
        kind = EdgeKind.NONE if gone else EdgeKind.UNDIRECTED
        drawn = replace(own_change, after=kind, reason=Reason(Cause.OPERATOR))
        frames = [drawing.frame(FrameKind.OPERATOR, (drawn,))]
    frames += [drawing.frame(FrameKind.WITHDRAWN, (change,)) for change in _withdrawn(before, step)]
    for arrows in _grouped(complete_with_reasons(step.cpdag)[1]):
        wanted = [_pair(arrow.source, arrow.target) for arrow in arrows]
        changes = [
            replace(changed[pair], before=drawing.kind(*pair)) for pair in wanted if pair in changed
        ]
        if changes:
            kind_of = FrameKind.MEEK if arrows[0].rule else FrameKind.V_STRUCTURE
            frames.append(drawing.frame(kind_of, tuple(changes)))
    return tuple(frames)


def _withdrawn(before: PDAG, step: Step) -> list[MarkChange]:
    """Arrows that lose their heads, each after those of them that its reason rested on."""
    arrows = complete_with_reasons(before)[1]
    place = {_pair(arrow.source, arrow.target): k for k, arrow in enumerate(arrows)}
    found = [change for change in step.changes if change.reason.cause is Cause.WITHDRAWN]
    left = sorted(found, key=lambda change: place.get((change.i, change.j), len(place)))
    ordered: list[MarkChange] = []
    while left:
        pending = {(change.i, change.j) for change in left}
        free = (change for change in left if not _rests_on(change, pending))
        ordered.append(next(free, left[0]))
        left.remove(ordered[-1])
    return ordered


def _rests_on(change: MarkChange, pairs: set[tuple[int, int]]) -> bool:
    """Whether the reason that an arrow had is read from some other pairs, too."""
    if change.previous is None:
        return False
    return not pairs.isdisjoint({*pattern_edges(change.previous)} - {(change.i, change.j)})


def knowledge_frames(cpdag: PDAG, changes: Iterable[MarkChange]) -> tuple[Frame, ...]:
    """The pictures in which background knowledge orients a final class, one arrow each.

    Parameters
    ----------
    cpdag, changes
        Those of :class:`~gesncd.search.events.Finished`.
    """
    drawing = _Drawing(cpdag)
    return tuple(
        drawing.frame(
            FrameKind.KNOWLEDGE if change.reason.cause is Cause.KNOWLEDGE else FrameKind.MEEK,
            (change,),
        )
        for change in changes
    )


def pattern_edges(reason: Reason) -> tuple[tuple[int, int], ...]:
    """The pairs (i, j), i < j, that make up the pattern a reason was read from.

    For a v-structure both arrows; for a Meek rule its premises and, last, the edge
    that it directs; nothing for other reasons.
    """
    match reason.cause, reason.rule, reason.nodes:
        case Cause.V_STRUCTURE, _, (a, c, b):
            pairs = [(a, c), (b, c)]
        case Cause.MEEK, 1, (w, u, v):
            pairs = [(w, u), (u, v)]
        case Cause.MEEK, 2, (u, w, v):
            pairs = [(u, w), (w, v), (u, v)]
        case Cause.MEEK, 3, (u, w1, w2, v):
            pairs = [(u, w1), (u, w2), (w1, v), (w2, v), (u, v)]
        case Cause.MEEK, 4, (u, w, s, v):
            pairs = [(u, w), (w, s), (s, v), (u, s), (u, v)]
        case _:
            pairs = []
    return tuple(_pair(a, b) for a, b in pairs)


class _Drawing:
    """A graph whose edges change one frame after the other."""

    def __init__(self, graph: PDAG) -> None:
        self._n = graph.n_nodes
        self._kinds = {
            _pair(edge.source, edge.target): graph.kind(*_pair(edge.source, edge.target))
            for edge in graph.edges()
        }

    def kind(self, i: int, j: int) -> EdgeKind:
        return self._kinds.get((i, j), EdgeKind.NONE)

    def frame(self, kind: FrameKind, changes: tuple[MarkChange, ...]) -> Frame:
        for change in changes:
            self._kinds[change.i, change.j] = change.after
        return Frame(kind, changes, self._graph())

    def _graph(self) -> PDAG:
        directed, undirected = [], []
        for (i, j), kind in self._kinds.items():
            if kind is EdgeKind.UNDIRECTED:
                undirected.append((i, j))
            elif kind is not EdgeKind.NONE:
                directed.append((i, j) if kind is EdgeKind.FORWARD else (j, i))
        return PDAG.from_edges(self._n, directed, undirected)


def _grouped(orientations: Iterable[Orientation]) -> Iterable[list[Orientation]]:
    """Orientations in order, both arrows of a collider together."""
    group: list[Orientation] = []
    for arrow in orientations:
        if group and not _same_collider(group[-1], arrow):
            yield group
            group = []
        group.append(arrow)
    if group:
        yield group


def _same_collider(one: Orientation, other: Orientation) -> bool:
    return (
        one.rule == other.rule == 0
        and one.target == other.target
        and sorted(one.nodes) == sorted(other.nodes)
    )


def _pair(i: int, j: int) -> tuple[int, int]:
    return (i, j) if i < j else (j, i)
