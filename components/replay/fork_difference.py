"""How the result of a fork differs from the run's: in a sentence, and marked in the graphs."""

from __future__ import annotations

from typing import Final

from components.graph_view.paint import EdgePaint, ExtraEdge, GraphPaint, LegendEntry
from components.replay.fork_work import Forked
from components.text import count
from gesncd.graphs import PDAG, EdgeKind, shd

TURNED, DIRECTED, UNDIRECTED = "turned", "directed here", "undirected here"
"""How an edge that both graphs have differs: its arrow is turned, or only one of them has one."""
_REMARKS: Final = {
    TURNED: "the arrow points the other way in the other graph",
    DIRECTED: "directed only in this graph; undirected in the other",
    UNDIRECTED: "undirected only in this graph; directed in the other",
}
_IN_RESULT: Final = {
    TURNED: "turned",
    DIRECTED: "newly directed",
    UNDIRECTED: "no longer directed",
}


def comparison_sentence(old: PDAG, result: Forked, names: tuple[str, ...]) -> str:
    """How two results differ, in one sentence, and what it took."""
    new = result.graph
    if old == new:
        text = "Both ways end in the same graph."
    else:
        pairs = [(i, j) for i in range(len(names)) for j in range(i + 1, len(names))]
        kinds = [(old.kind(i, j), new.kind(i, j)) for i, j in pairs]
        gone = sum(b is EdgeKind.NONE is not a for a, b in kinds)
        come = sum(a is EdgeKind.NONE is not b for a, b in kinds)
        differ = shd(old, new)
        marks = [_mark_difference(b, a) for a, b in kinds]
        found = (f"{count(gone, 'edge')} gone", f"{come} new")
        counted = [
            f"{marks.count(mark)} {words}" for mark, words in _IN_RESULT.items() if mark in marks
        ]
        text = (
            f"{count(differ, 'pair')} of variables {'differs' if differ == 1 else 'differ'}: "
            f"{', '.join((*found, *counted))}."
        )
    if result.n_computed:
        return f"{text} {count(result.n_computed, 'score')} had to be computed."
    return f"{text} All scores were known."


def difference_paint(graph: PDAG, other: PDAG) -> GraphPaint:
    """Marks what one of two graphs has and the other lacks."""
    edges: dict[tuple[int, int], EdgePaint] = {}
    missing = []
    for i in range(graph.n_nodes):
        for j in range(i + 1, graph.n_nodes):
            here, there = graph.kind(i, j), other.kind(i, j)
            if here is there:
                continue
            mark = _mark_difference(here, there)
            if here is EdgeKind.NONE:
                paint = EdgePaint(ink="muted", dashed=True, remark="only in the other graph")
                missing.append(ExtraEdge(i, j, there, paint))
            elif there is EdgeKind.NONE:
                edges[i, j] = EdgePaint(
                    ink="violated", width=3.2, label="only here", remark="only in this graph"
                )
            else:
                edges[i, j] = EdgePaint(ink="accent", width=3.2, label=mark, remark=_REMARKS[mark])
    marks = {paint.label for paint in edges.values()}
    legend = [LegendEntry("the same in both")]
    # The same entries beside both graphs: what is new in one is missing in the other.
    if "only here" in marks or missing:
        legend.append(LegendEntry("only here", ink="violated", wide=True))
    if TURNED in marks:
        legend.append(LegendEntry("turned: points the other way", "accent", wide=True, arrow=True))
    if marks & {DIRECTED, UNDIRECTED}:
        legend += [
            LegendEntry("directed only here", ink="accent", wide=True, arrow=True),
            LegendEntry("undirected only here", ink="accent", wide=True),
        ]
    if "only here" in marks or missing:
        legend.append(LegendEntry("only in the other", ink="muted", dashed=True))
    return GraphPaint(edges=edges, extra=tuple(missing), legend=tuple(legend))


def _mark_difference(here: EdgeKind, there: EdgeKind) -> str:
    """How the marks of an edge differ; empty where they do not, or where only one has it."""
    if here is there or EdgeKind.NONE in (here, there):
        return ""
    if here is EdgeKind.UNDIRECTED:
        return UNDIRECTED
    return DIRECTED if there is EdgeKind.UNDIRECTED else TURNED
