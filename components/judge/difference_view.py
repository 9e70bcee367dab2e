"""Where two graphs differ, as paint for the graph and as a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import pandas as pd

from components.graph_view.paint import EdgePaint, ExtraEdge, GraphPaint, Ink, LegendEntry
from components.text import short_name
from gesncd.graphs import EdgeKind
from gesncd.judge.difference import PairDifference, PairVerdict, verdict_counts
from gesncd.judge.stated import Pair, Stated

_INKS: Final[dict[PairVerdict, Ink]] = {
    PairVerdict.RIGHT: "satisfied",
    PairVerdict.MISSING: "violated",
    PairVerdict.EXTRA: "violated",
    PairVerdict.REVERSED: "accent",
    PairVerdict.DIRECTION_LOST: "accent",
    PairVerdict.DIRECTION_INVENTED: "accent",
}
"""Green is right, red a wrong edge, blue a right edge with a wrong direction."""
_MARKS: Final = {
    PairVerdict.EXTRA: "+",
    PairVerdict.REVERSED: "⇄",
    PairVerdict.DIRECTION_INVENTED: "?",
}
"""Written on the lines, and in the legend: a word would lie under the boxes of a short line.

What is missing is dashed and what lost its direction is blue without an arrow; nothing else is.
"""
_ORDER: Final = (
    PairVerdict.MISSING,
    PairVerdict.EXTRA,
    PairVerdict.REVERSED,
    PairVerdict.DIRECTION_LOST,
    PairVerdict.DIRECTION_INVENTED,
    PairVerdict.RIGHT,
)
_SIGNS: Final = {
    EdgeKind.FORWARD: "→",
    EdgeKind.BACKWARD: "←",
    EdgeKind.UNDIRECTED: "—",
    EdgeKind.NONE: "none",
}
_BESIDE: Final = {
    PairVerdict.RIGHT: "the same",
    PairVerdict.MISSING: "only in the run",
    PairVerdict.EXTRA: "only here",
    PairVerdict.REVERSED: "reversed",
    PairVerdict.DIRECTION_LOST: "undirected here",
    PairVerdict.DIRECTION_INVENTED: "undirected in the run",
}
"""Verdicts of another method's graph held against a run."""
_MOST_LABELS: Final = 40
"""Marks on more lines than this would hide the graph; colour, dash and legend remain."""


def difference_paint(pairs: Sequence[PairDifference], other: str = "truth") -> GraphPaint:
    """How to draw the estimate so that every pair shows its verdict.

    Parameters
    ----------
    pairs
        From :func:`gesncd.judge.difference.difference`.
    other
        What the estimate is held against, for the hover text.
    """
    counts = verdict_counts(pairs)
    wrong = sum(counts.values()) - counts[PairVerdict.RIGHT]
    labelled = other == "truth" and wrong <= _MOST_LABELS
    edges, extra = {}, []
    for pair in pairs:
        paint = EdgePaint(
            ink=_INKS[pair.verdict],
            dashed=pair.verdict is PairVerdict.MISSING,
            width=1.8 if pair.verdict is PairVerdict.MISSING else 2.4,
            label=_MARKS.get(pair.verdict, "") if labelled else "",
            remark=f"{_word(pair.verdict, other)}; in the {other}: {_SIGNS[pair.true]}",
        )
        if pair.found is EdgeKind.NONE:
            extra.append(ExtraEdge(pair.i, pair.j, pair.true, paint))
        else:
            edges[pair.i, pair.j] = paint
    legend = tuple(
        LegendEntry(
            f"{_word(verdict, other)} {counts[verdict]}{_mark(verdict) if labelled else ''}",
            ink=_INKS[verdict],
            dashed=verdict is PairVerdict.MISSING,
            arrow=verdict in (PairVerdict.REVERSED, PairVerdict.DIRECTION_INVENTED),
        )
        for verdict in (PairVerdict.RIGHT, *_ORDER[:-1])
        if counts[verdict]
    )
    return GraphPaint(edges=edges, extra=tuple(extra), legend=legend)


def _mark(verdict: PairVerdict) -> str:
    return f" ({_MARKS[verdict]})" if verdict in _MARKS else ""


def sorted_pairs(pairs: Sequence[PairDifference]) -> list[PairDifference]:
    """What is wrong first, by kind, then what is right."""
    place = {verdict: k for k, verdict in enumerate(_ORDER)}
    return sorted(pairs, key=lambda pair: (place[pair.verdict], pair.i, pair.j))


def difference_frame(
    pairs: Sequence[PairDifference],
    names: Sequence[str],
    found: str,
    true: str,
    other: str = "truth",
    stated: Stated | None = None,
) -> pd.DataFrame:
    """One row a pair that either graph joins, in the order given.

    Parameters
    ----------
    pairs
        The pairs.
    names
        One a node.
    found, true
        Headings of the two graphs' columns.
    other
        What the graph is held against, ``"truth"`` or ``"run"``.
    stated
        What of the graph was stated beforehand, which has a column where anything was.
    """
    frame = pd.DataFrame(
        [
            {
                "Variable": names[pair.i],
                found: _SIGNS[pair.found],
                true: _SIGNS[pair.true],
                "Other variable": names[pair.j],
                "Verdict": _word(pair.verdict, other),
            }
            for pair in pairs
        ],
        columns=["Variable", found, true, "Other variable", "Verdict"],
    )
    words = [] if stated is None else [stated.words(pair.i, pair.j) for pair in pairs]
    if any(words):
        frame["Set beforehand"] = words
    return frame


def verdict_sentence(
    pairs: Sequence[PairDifference], other: str = "truth", stated: Collection[Pair] = ()
) -> str:
    """The counts in words, what is right first.

    Parameters
    ----------
    pairs
        From :func:`gesncd.judge.difference.difference`.
    other
        What the graph is held against, ``"truth"`` or ``"run"``.
    stated
        Pairs that were stated beforehand to be joined, which are no findings.
    """
    counts = verdict_counts(pairs)
    n_true = sum(pair.true is not EdgeKind.NONE for pair in pairs)
    wrong = [_counted(counts[v], v, other) for v in _ORDER[:-1] if counts[v]]
    whose = "true edges" if other == "truth" else f"edges of the {other}"
    right = counts[PairVerdict.RIGHT]
    be = "is" if right == 1 else "are"
    head = f"{right} of {n_true} {whose} {be} {_word(PairVerdict.RIGHT, other)}"
    told = sum(pair.verdict is PairVerdict.RIGHT and (pair.i, pair.j) in stated for pair in pairs)
    if told:
        head += f", {told} of them stated beforehand"
    return f"{head}; {', '.join(wrong)}." if wrong else f"{head}, and there are no others."


_COUNTED: Final = {
    PairVerdict.MISSING: "{n} {is_are} missing",
    PairVerdict.EXTRA: "{n} {is_are} extra",
    PairVerdict.REVERSED: "{n} {is_are} reversed",
    PairVerdict.DIRECTION_LOST: "{n} {has_have} lost {its_their} direction",
    PairVerdict.DIRECTION_INVENTED: "{n} {has_have} an invented direction",
}
"""Verdicts about a number of edges, as clauses."""


def _counted(n: int, verdict: PairVerdict, other: str) -> str:
    if other != "truth":
        return f"{n} {_word(verdict, other)}"
    one = n == 1
    return _COUNTED[verdict].format(
        n=n,
        is_are="is" if one else "are",
        has_have="has" if one else "have",
        its_their="its" if one else "their",
    )


def _word(verdict: PairVerdict, other: str) -> str:
    """A verdict in words; against another estimate nothing is right or wrong."""
    return verdict.value if other == "truth" else _BESIDE[verdict]


def pair_sentence(
    pair: PairDifference | None, ends: tuple[int, int], names: Sequence[str], other: str
) -> str:
    """A chosen pair in both graphs, in words."""
    if pair is None:
        one, two = (short_name(names[node]) for node in ends)
        return f"{one} and {two}: joined neither in this graph nor in the {other}."
    return (
        f"{_word(pair.verdict, other).capitalize()}: "
        f"{edge_words(pair, names, pair.found)} in this graph, "
        f"{edge_words(pair, names, pair.true)} in the {other}."
    )


def edge_words(pair: PairDifference, names: Sequence[str], kind: EdgeKind) -> str:
    """One graph's edge of a pair as text."""
    if kind is EdgeKind.NONE:
        return "no edge"
    return f"{short_name(names[pair.i])} {_SIGNS[kind]} {short_name(names[pair.j])}"
