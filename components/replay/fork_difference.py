"""How the result of a fork differs from the run's: in a sentence, and marked in the graphs."""

from __future__ import annotations

from components.graph_view.paint import EdgePaint, ExtraEdge, GraphPaint, LegendEntry
from components.replay.fork_work import Forked
from components.text import count
from gesncd.graphs import PDAG, EdgeKind, shd


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
        turned = differ - gone - come
        text = (
            f"{count(differ, 'pair')} of variables {'differs' if differ == 1 else 'differ'}"
            f": {count(gone, 'edge')} gone, {come} new, {turned} with another direction."
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
            if here is EdgeKind.NONE:
                paint = EdgePaint(ink="muted", dashed=True, remark="only in the other graph")
                missing.append(ExtraEdge(i, j, there, paint))
            elif there is EdgeKind.NONE:
                edges[i, j] = EdgePaint(
                    ink="violated", width=3.2, label="only here", remark="only in this graph"
                )
            else:
                edges[i, j] = EdgePaint(
                    ink="accent", width=3.2, label="turned", remark="another direction there"
                )
    legend = (
        LegendEntry("the same in both"),
        LegendEntry("only here", ink="violated", wide=True),
        LegendEntry("another direction there", ink="accent", wide=True, arrow=True),
        LegendEntry("only in the other", ink="muted", dashed=True),
    )
    return GraphPaint(edges=edges, extra=tuple(missing), legend=legend)
