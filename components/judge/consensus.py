"""What several runs agree on, as paint for the graph and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd

from components.graph_view.paint import EdgePaint, ExtraEdge, GraphPaint, LegendEntry
from components.text import number, set_text, short_name, tau_number
from gesncd.graphs import PDAG, EdgeKind
from gesncd.judge.many import Comparison, Disagreement, PairShares

_LEAST, _MOST = 1.4, 3.4
"""Widths of lines for an edge of half of the runs and of all."""
_SIGNS: Final = {
    EdgeKind.FORWARD: "→",
    EdgeKind.BACKWARD: "←",
    EdgeKind.UNDIRECTED: "—",
    EdgeKind.NONE: "",
}
_MOST_MINOR: Final = 60
"""Edges of a minority that are drawn; more would hide the rest. The table has all."""


def consensus_paint(
    comparison: Comparison, letters: Sequence[str], graphs: Sequence[PDAG]
) -> GraphPaint:
    """The majority's edges, as wide as they are shared; a minority's dashed."""
    edges, extra = {}, []
    n = len(letters)
    for pair in comparison.pairs:
        width = _LEAST + (_MOST - _LEAST) * pair.joined / n
        label = "" if pair.joined == n else f"{pair.joined}/{n}"
        who = holders(pair, letters, graphs)
        if pair.consensus is not EdgeKind.NONE:
            ink = "satisfied" if pair.unanimous else "ink"
            edges[pair.i, pair.j] = EdgePaint(ink, width=width, label=label, remark=who)
        elif len(extra) < _MOST_MINOR:
            text = who_short(pair, letters, graphs) if n <= 3 else label
            paint = EdgePaint("muted", dashed=True, width=_LEAST, label=text, remark=who)
            extra.append(ExtraEdge(pair.i, pair.j, leading_kind(pair), paint))
    every = "both" if n == 2 else f"all {n}"
    legend = [
        LegendEntry(f"the same in {every}", ink="satisfied", wide=True),
        LegendEntry(f"joined by {'both' if n == 2 else 'most'}, not alike", ink="ink", arrow=True),
        LegendEntry("in one only" if n == 2 else "in half or fewer", ink="muted", dashed=True),
    ]
    return GraphPaint(edges=edges, extra=tuple(extra), legend=tuple(legend))


def leading_kind(pair: PairShares) -> EdgeKind:
    """The kind that most of those have that join a pair; undirected where that is open."""
    if 2 * pair.forward > pair.joined:
        return EdgeKind.FORWARD
    return EdgeKind.BACKWARD if 2 * pair.backward > pair.joined else EdgeKind.UNDIRECTED


def holders(pair: PairShares, letters: Sequence[str], graphs: Sequence[PDAG]) -> str:
    """Which run has which edge: ``A →, B —, C none``."""
    kinds = [graph.kind(pair.i, pair.j) for graph in graphs]
    return ", ".join(
        f"{letter} {_SIGNS[kind] or 'none'}" for letter, kind in zip(letters, kinds, strict=True)
    )


def who_short(pair: PairShares, letters: Sequence[str], graphs: Sequence[PDAG]) -> str:
    """The letters of the runs that join a pair."""
    return "".join(
        letter
        for letter, graph in zip(letters, graphs, strict=True)
        if graph.kind(pair.i, pair.j) is not EdgeKind.NONE
    )


def sorted_shares(comparison: Comparison) -> list[PairShares]:
    """Pairs on which the runs differ first, then those they share, most shared first."""
    return sorted(comparison.pairs, key=lambda pair: (pair.unanimous, -pair.joined, pair.i, pair.j))


def shares_frame(
    pairs: Sequence[PairShares],
    letters: Sequence[str],
    graphs: Sequence[PDAG],
    names: Sequence[str],
) -> pd.DataFrame:
    """One row a pair: how each run joins it, and how many do."""
    rows = []
    for pair in pairs:
        row: dict[str, object] = {"Variable": names[pair.i]}
        for letter, graph in zip(letters, graphs, strict=True):
            row[letter] = _SIGNS[graph.kind(pair.i, pair.j)] or "none"
        row["Other variable"] = names[pair.j]
        row["Joined by"] = f"{pair.joined} of {pair.n_runs}"
        row["Alike"] = "yes" if pair.unanimous else "no"
        rows.append(row)
    columns = ["Variable", *letters, "Other variable", "Joined by", "Alike"]
    return pd.DataFrame(rows, columns=columns)


def comparison_text(comparison: Comparison) -> str:
    """What is shared, in one sentence."""
    n = len(comparison.labels)
    alike = sum(pair.unanimous for pair in comparison.pairs)
    joined = sum(pair.joined == n for pair in comparison.pairs)
    total = len(comparison.pairs)
    if not total:
        return "None of the runs has an edge."
    every = "both runs" if n == 2 else f"all {n} runs"
    return (
        f"Of {total} pairs that some run joins, {every} join {joined}, and {alike} of those in "
        "the same way."
    )


def disagreement_frame(
    found: Sequence[Disagreement], names: Sequence[str], first: str, second: str
) -> pd.DataFrame:
    """One row a query on which two runs decide differently."""
    return pd.DataFrame(
        [
            {
                "Variable": _side(each.query.x, names),
                "Other variable": _side(each.query.y, names),
                "Given": set_text(each.query.z, names),
                f"Score in {first}": each.first_score,
                f"Score in {second}": each.second_score,
                "Dependent in": first if each.dependent_in_first else second,
            }
            for each in found
        ],
        columns=[
            "Variable",
            "Other variable",
            "Given",
            f"Score in {first}",
            f"Score in {second}",
            "Dependent in",
        ],
    )


def disagreement_text(
    n_found: int, n_common: int, letters: tuple[str, str], taus: tuple[float, float]
) -> str:
    """How often two runs decide differently on a query that both asked."""
    if not n_common:
        return "The two runs have no question in common."
    first, second = letters
    thresholds = (
        f"τ is {tau_number(taus[0])} in {first} and {tau_number(taus[1])} in {second}; "
        "scores of different measures are on different scales, so each is held against its own τ."
    )
    share = number(100 * n_found / n_common)
    return (
        f"Of {n_common:,} questions that both asked, they answer {n_found:,} differently "
        f"({share} %). {thresholds}"
    )


def _side(nodes: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(short_name(names[node], 60) for node in nodes)
