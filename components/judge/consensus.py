"""What several runs agree on, as paint for the graph and as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from typing import Final

import pandas as pd

from components.graph_view.paint import EdgePaint, ExtraEdge, GraphPaint, LegendEntry
from components.text import number, set_text, short_name, tau_number
from gesncd.graphs import PDAG, EdgeKind
from gesncd.judge.many import Comparison, Disagreement, PairShares
from gesncd.judge.stated import Stated

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
        LegendEntry(f"joined by {'both' if n == 2 else 'most'}, not alike"),
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
    stated: Sequence[Stated] = (),
) -> pd.DataFrame:
    """One row a pair: how each run joins it, how many do, and what which run was told of it."""
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
    frame = pd.DataFrame(rows, columns=columns)
    told = [told_words(pair, letters, stated) for pair in pairs] if stated else []
    if any(told):
        frame["Set beforehand"] = told
    return frame


def told_words(pair: PairShares, letters: Sequence[str], stated: Sequence[Stated]) -> str:
    """What each run was told of a pair: ``A, B: edge and direction``; empty where nothing."""
    who: dict[str, list[str]] = {}
    for letter, each in zip(letters, stated, strict=True):
        words = each.words(pair.i, pair.j)
        if words:
            who.setdefault(words, []).append(letter)
    return "; ".join(f"{', '.join(them)}: {words}" for words, them in who.items())


def comparison_text(
    comparison: Comparison, letters: Sequence[str] = (), stated: Sequence[Stated] = ()
) -> str:
    """What is shared, in one sentence, and what of that the runs were told."""
    n = len(comparison.labels)
    alike = sum(pair.unanimous for pair in comparison.pairs)
    joined = sum(pair.joined == n for pair in comparison.pairs)
    total = len(comparison.pairs)
    if not total:
        return "None of the runs has an edge."
    every = "both runs" if n == 2 else f"all {n} runs"
    return (
        f"Of {total} pairs that some run joins, {every} join {joined}, and {alike} of those in "
        f"the same way.{_told(comparison, letters, stated)}"
    )


def _told(comparison: Comparison, letters: Sequence[str], stated: Sequence[Stated]) -> str:
    """What was no finding of the pairs that all join: the edge, and the shared direction."""
    shared = [pair for pair in comparison.pairs if pair.joined == len(comparison.labels)]
    edges = [[each.edge(pair.i, pair.j) for each in stated] for pair in shared]
    ways = [
        [each.direction(pair.i, pair.j) is not None for each in stated]
        for pair in shared
        if pair.unanimous
    ]
    text = ""
    if by_runs := _by_runs(edges, letters):
        text += f" Of the {len(shared)} joined, stated beforehand: {by_runs}."
    if by_runs := _by_runs(ways, letters):
        text += f" Of those alike, directed by knowledge or what follows from it: {by_runs}."
    return text


def _by_runs(told: Sequence[Sequence[bool]], letters: Sequence[str]) -> str:
    """How many pairs hold in which runs: ``3 in both, 1 in A``; empty where none does."""
    held = Counter(tuple(compress(letters, each)) for each in told if any(each))
    every = "both" if len(letters) == 2 else f"all {len(letters)}"
    return ", ".join(
        f"{n} in {every if len(who) == len(letters) else ' and '.join(who)}"
        for who, n in sorted(held.items(), key=lambda item: (-len(item[0]), item[0]))
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
