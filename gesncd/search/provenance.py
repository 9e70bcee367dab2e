"""Why each mark of a graph changed from one step to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gesncd.graphs import PDAG, EdgeKind, Operator, Orientation
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints
from gesncd.search.events import Cause, MarkChange, Reason
from gesncd.search.reason_patterns import broken_pairs

Reasons = Mapping[tuple[int, int], Reason]
"""Why each directed edge (source, target) of a graph is directed."""


def reasons_of(orientations: Iterable[Orientation]) -> dict[tuple[int, int], Reason]:
    """Reasons of the arrows of a completed graph, in the order in which they follow."""
    return {
        (o.source, o.target): Reason(Cause.MEEK, o.rule, o.nodes)
        if o.rule
        else Reason(Cause.V_STRUCTURE, None, o.nodes)
        for o in orientations
    }


def carried(told: Reasons, found: Reasons, graph: PDAG) -> dict[tuple[int, int], Reason]:
    """Reasons of a graph's arrows: those that were told before, as long as they hold.

    An arrow may have several, and which is found first depends on all of the graph.

    Parameters
    ----------
    told
        Those of the graph before.
    found
        Those of this graph, in the order in which arrows follow.
    graph
        This graph, completed.
    """
    return {
        arrow: told[arrow]
        if arrow in told and next(broken_pairs(told[arrow], graph), None) is None
        else reason
        for arrow, reason in found.items()
    }


def mark_changes(
    before: PDAG,
    after: PDAG,
    operator: Operator,
    reasons_before: Reasons,
    reasons_after: Reasons,
) -> tuple[MarkChange, ...]:
    """Every edge that differs between two graphs, and why.

    The operator's own edge comes first; then the arrows in the order in which they
    follow, v-structures before Meek's rules; then withdrawn orientations.

    Parameters
    ----------
    before, after
        Completed graphs around one step.
    operator
        What was applied between them.
    reasons_before, reasons_after
        Why the directed edges of each graph are directed.
    """
    own = (min(operator.x, operator.y), max(operator.x, operator.y))
    changed = _changed_pairs(before, after)
    order = [own]
    order += [(min(a, b), max(a, b)) for a, b in reasons_after]
    order += sorted(changed)
    changes = []
    for i, j in dict.fromkeys(order):
        if (i, j) in changed:
            changes.append(
                _change(i, j, before, after, (i, j) == own, reasons_before, reasons_after)
            )
    return tuple(changes)


def oriented_by_knowledge(
    cpdag: PDAG, knowledge: Constraints | None
) -> tuple[PDAG, tuple[MarkChange, ...]]:
    """Orient a final class as far as background knowledge determines it, and say why.

    Returns
    -------
    graph
        Meek's maximally oriented PDAG; the CPDAG itself without knowledge.
    changes
        One for each edge directed beyond the class, in the order in which they follow.

    Raises
    ------
    ValueError
        If no member of the class satisfies the knowledge.
    """
    if knowledge is None:
        return cpdag, ()
    oriented = knowledge.orient(cpdag)
    if oriented is None:
        raise ValueError("No member of the class satisfies the knowledge.")
    graph, found = oriented
    changes = []
    for arrow, is_known in found:
        i, j = sorted((arrow.source, arrow.target))
        reason = (
            Reason(Cause.KNOWLEDGE) if is_known else Reason(Cause.MEEK, arrow.rule, arrow.nodes)
        )
        changes.append(MarkChange(i, j, EdgeKind.UNDIRECTED, graph.kind(i, j), reason))
    return graph, tuple(changes)


def _change(
    i: int,
    j: int,
    before: PDAG,
    after: PDAG,
    is_own: bool,
    reasons_before: Reasons,
    reasons_after: Reasons,
) -> MarkChange:
    old, new = before.kind(i, j), after.kind(i, j)
    previous = reasons_before.get(_arrow(i, j, old)) if _is_arrow(old) else None
    if _is_arrow(new):
        reason = reasons_after[_arrow(i, j, new)]
    elif is_own:
        reason = Reason(Cause.OPERATOR)
    else:
        reason = Reason(Cause.WITHDRAWN)
    return MarkChange(i, j, old, new, reason, previous)


def _changed_pairs(before: PDAG, after: PDAG) -> set[tuple[int, int]]:
    pairs = set()
    for j in range(after.n_nodes):
        if before.parents[j] == after.parents[j] and before.neighbors[j] == after.neighbors[j]:
            continue
        for graph in (before, after):
            for edge in _edges_into(graph, j):
                pairs.add(edge)
    return {(i, j) for i, j in pairs if before.kind(i, j) is not after.kind(i, j)}


def _edges_into(graph: PDAG, node: int) -> Iterable[tuple[int, int]]:
    for other in nodes_in(graph.parents[node] | graph.neighbors[node]):
        yield min(node, other), max(node, other)


def _is_arrow(kind: EdgeKind) -> bool:
    return kind in (EdgeKind.FORWARD, EdgeKind.BACKWARD)


def _arrow(i: int, j: int, kind: EdgeKind) -> tuple[int, int]:
    return (i, j) if kind is EdgeKind.FORWARD else (j, i)
