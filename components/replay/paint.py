"""How the graph of a moment is painted: what just changed, the pattern behind it, a path."""

from __future__ import annotations

from components.graph_view.build import EdgeChange
from components.graph_view.paint import EdgePaint, ExtraEdge, GraphPaint
from components.replay.chapters import Chapter
from components.replay.rows import ChapterOffer
from gesncd.graphs import PDAG, EdgeKind
from gesncd.search.events import Phase
from gesncd.search.invalid import AgainstKnowledge, NotAClique, OpenPath, Rejected
from gesncd.search.orientation_trace import FrameKind, pattern_edges


def moment_changes(chapter: Chapter, part: int) -> tuple[EdgeChange, ...]:
    """The edges that a part of a chapter changes."""
    if part == 0:
        return ()
    frame = chapter.frames[part - 1]
    return tuple(
        EdgeChange(change.i, change.j, change.before, change.after, chapter.phase)
        for change in frame.changes
    )


def moment_paint(chapter: Chapter, part: int, halo: PDAG | None) -> GraphPaint:
    """The pattern that a part's marks were read from, over the true graph if asked for."""
    if part == 0:
        return GraphPaint(halo=halo)
    reason = chapter.frames[part - 1].reason
    return GraphPaint(halo=halo, pattern=reason.nodes, pattern_edges=pattern_edges(reason))


def row_paint(chapter: Chapter, offer: ChapterOffer, row: str, halo: PDAG | None) -> GraphPaint:
    """An operator on offer: the condition that it breaks, where it breaks one."""
    if not row.startswith("r") or int(row[1:]) >= len(offer.rejected):
        return GraphPaint(halo=halo)
    return rejected_paint(offer.rejected[int(row[1:])], halo)


def rejected_paint(rejected: Rejected, halo: PDAG | None) -> GraphPaint:
    """The open path as a trail, or the nodes that are no clique with the edge they lack."""
    match rejected.obstacle:
        case AgainstKnowledge():
            return GraphPaint(halo=halo)
        case OpenPath(nodes):
            return GraphPaint(halo=halo, path=nodes)
        case NotAClique(nodes, (i, j)):
            paint = EdgePaint(ink="violated", dashed=True, label="missing")
            missing = ExtraEdge(min(i, j), max(i, j), EdgeKind.UNDIRECTED, paint)
            return GraphPaint(
                halo=halo, pattern=nodes, pattern_text="not a clique", extra=(missing,)
            )


def mark_word(kind: FrameKind, rule: int | None, phase: Phase) -> str:
    """What a list of marks calls a frame."""
    match kind:
        case FrameKind.OPERATOR:
            return "Insert" if phase is Phase.FORWARD else "Delete"
        case FrameKind.WITHDRAWN:
            return "Withdrawn"
        case FrameKind.V_STRUCTURE:
            return "v-structure"
        case FrameKind.MEEK:
            return f"Meek rule {rule}"
        case FrameKind.KNOWLEDGE:
            return "Knowledge"
