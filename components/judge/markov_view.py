"""What a Markov check found, in words, as paint for the graph and as a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import pandas as pd

from components.graph_view.paint import EdgePaint, ExtraEdge, GraphPaint, LegendEntry
from components.names import MEASURE_NAMES
from components.text import count, set_text, short_name
from gesncd.graphs import EdgeKind
from gesncd.judge.markov import MarkovReport, Tested
from gesncd.words import listed

_MOST_DRAWN: Final = 40
_MOST_NAMED: Final = 3
_UNLIKELY: Final = 0.01
"""Probability below which an excess is called one."""
_ORIGINS: Final = {"local": "local Markov", "sampled": "drawn"}


def verdict_text(report: MarkovReport) -> str:
    """Whether the data agree, in one honest sentence."""
    statement = report.statement
    name = MEASURE_NAMES.get(report.measure, report.measure)
    lead = (
        f"{name} calls {count(statement.n_violated, 'independence')} of {statement.n_tests:,} "
        f"violated at level {statement.alpha:g}; chance alone makes about {statement.expected:.1f}."
    )
    if statement.p_value < _UNLIKELY:
        return (
            f"{lead} That is more than chance makes: the data do not agree with the graph "
            "everywhere, or this measure sees what the other is blind to."
        )
    return (
        f"{lead} That is no more than chance makes: this measure finds nothing against the graph. "
        "It does not show that the graph is right."
    )


def clearest_text(report: MarkovReport, names: Sequence[str]) -> str:
    """Where the graph is contradicted most clearly; empty where chance alone may do it."""
    if report.statement.p_value >= _UNLIKELY:
        return ""
    told = []
    for each in report.violations[:_MOST_NAMED]:
        x, y = (short_name(names[node]) for node in (each.query.x[0], each.query.y[0]))
        given = listed([short_name(names[node]) for node in each.query.z])
        pair = f"{x} and {y} given {given}" if given else f"{x} and {y}"
        told.append(f"{pair} ({each.ratio:.1f} × the noise floor)")
    return f"Most clearly: {'; '.join(told)}."


def so_far_text(report: MarkovReport, n_asked: int) -> str:
    """How many of the independences were tested; empty where all were."""
    done = len(report.tested)
    return f"So far {done:,} of {n_asked:,} were tested." if done < n_asked else ""


def violation_paint(violations: Sequence[Tested]) -> GraphPaint:
    """Violated pairs as dashed lines, the clearest ones; the graph's own edges as ever."""
    by_pair: dict[tuple[int, int], list[Tested]] = defaultdict(list)
    for each in violations:
        i, j = sorted((each.query.x[0], each.query.y[0]))
        by_pair[i, j].append(each)
    drawn = list(by_pair.items())[:_MOST_DRAWN]
    extra = tuple(
        ExtraEdge(
            i,
            j,
            EdgeKind.UNDIRECTED,
            EdgePaint(
                "violated",
                dashed=True,
                width=1.8,
                label=f"× {max(each.ratio for each in found):.1f}",
                remark=f"said to be independent, violated in {count(len(found), 'test')}",
            ),
        )
        for (i, j), found in drawn
    )
    legend = [
        LegendEntry("directed", arrow=True),
        LegendEntry("undirected"),
    ]
    if extra:
        text = "independence violated, × noise floor"
        if len(by_pair) > _MOST_DRAWN:
            text += f", the {_MOST_DRAWN} clearest of {len(by_pair)} pairs"
        legend.append(LegendEntry(text, ink="violated", dashed=True))
    return GraphPaint(extra=extra, legend=tuple(legend))


def independence_frame(tested: Sequence[Tested], names: Sequence[str]) -> pd.DataFrame:
    """One row an independence, in the order given."""
    columns = [
        "Variable",
        "Other variable",
        "Given",
        "Score",
        "× noise floor",
        "Violated",
        "From",
    ]
    return pd.DataFrame(
        [
            {
                "Variable": short_name(names[each.query.x[0]], 60),
                "Other variable": short_name(names[each.query.y[0]], 60),
                "Given": set_text(each.query.z, names),
                "Score": each.score,
                "× noise floor": each.ratio,
                "Violated": "yes" if each.violated else "no",
                "From": _ORIGINS[each.origin],
            }
            for each in tested
        ],
        columns=columns,
    )
