"""A graph against the truth: what is right, what is not, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from components.detail_panel import Choice, detail_panel, pair_content
from components.directions import enforced_on, kept_apart
from components.judge.case import Case, JudgeTruth
from components.judge.difference_view import (
    difference_frame,
    difference_paint,
    pair_sentence,
    sorted_pairs,
    verdict_sentence,
)
from components.judge.figure_table import (
    NAMES,
    STATED_MEANING,
    chance_text,
    confusion_frame,
    figure_frame,
    told_nothing_text,
)
from components.judge.graph import COLUMNS, focus_pair, focused_pair, show_painted
from components.judge.tables import show_download, show_table
from components.judge.truth_choice import show_upload
from components.text import markdown_text
from gesncd.graphs import PDAG
from gesncd.judge.chance import RandomFigures, random_figures
from gesncd.judge.difference import PairDifference, difference
from gesncd.judge.figures import Figures, confusion, figures, has_arrows
from gesncd.judge.stated import Stated, stated_text

_SEED = 0
"""The random graphs are the same at every look."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A graph's figures, and those that it must beat: of what was stated alone, and of chance."""

    run: Figures
    alone: Figures
    chance: RandomFigures


def show_truth_part(case: Case) -> None:
    """The difference in one graph, the figures beside it, the pairs and their counts below."""
    if case.chosen is None:
        _show_nothing(case)
        return
    truth = case.chosen.truth
    pairs = sorted_pairs(difference(case.graph, truth.graph))
    stated = case.stated
    found = judged(case.graph, case.chosen, stated.alone)
    left, right = st.columns(COLUMNS, gap="small")
    with left:
        st.markdown(f"**{markdown_text(verdict_sentence(pairs, stated=stated.joined))}**")
        if truth.doubts:
            lines = [*truth.doubts, "What is said of a misspelt name does not count below."]
            # One box, so that the graph stays in sight.
            st.warning("  \n".join(map(markdown_text, lines)), icon=":material/spellcheck:")
        for note in truth.notes:
            st.caption(markdown_text(note))
        show_painted(case.opened, case.graph, difference_paint(pairs), own=case.graph)
    with right:
        _show_figures(case, found, stated)
        _show_pair(case, pairs)
    left, right = st.columns(COLUMNS, gap="small")
    with left:
        _show_pairs(case, pairs, stated)
    with right:
        _show_confusion(case)
    _show_meaning(found, told=bool(stated_text(stated, case.graph, truth.graph)))


def judged(graph: PDAG, chosen: JudgeTruth, alone: PDAG) -> Judgement:
    """All figures of a graph and of what was stated alone, computed once."""
    truth = chosen.truth
    graphs = [graph, alone, truth.graph, *(() if truth.dag is None else (truth.dag,))]
    key = repr([(each.parents, each.neighbors) for each in graphs])
    return _judged(key, graph, chosen, alone)


@st.cache_data(show_spinner="Judging random graphs", max_entries=64)
def _judged(key: str, _graph: PDAG, _chosen: JudgeTruth, _alone: PDAG) -> Judgement:
    truth = _chosen.truth
    chance = random_figures(truth, _graph.n_edges, np.random.default_rng(_SEED))
    return Judgement(figures(_graph, truth), figures(_alone, truth), chance)


def _show_nothing(case: Case) -> None:
    left, right = st.columns([1.2, 1], gap="large")
    with left:
        st.markdown(
            "No true graph is known for these data. Add one, and this part shows which edges of "
            "the run are right, missing, extra or turned, with the usual figures."
        )
        show_upload(case.opened, "page")
    with right:
        st.markdown(
            "For most real data there is none. The other parts of this page need no truth: they "
            "compare runs and methods, and ask the data."
        )
        st.markdown(
            "A truth is the whole graph: a pair that it does not join counts as not joined. If you "
            "know only some edges, state them on *Tune*, which says how far the graph agrees."
        )


def _show_figures(case: Case, found: Judgement, stated: Stated) -> None:
    assert case.truth is not None
    truth, any_edge = case.truth.graph, stated.alone.n_edges > 0
    frame = figure_frame(
        found.run,
        found.alone,
        found.chance,
        oriented=has_arrows(case.graph, truth),
        alone_oriented=has_arrows(stated.alone, truth),
        stated=any_edge,
    )
    st.table(frame, border="horizontal", hide_index=True, alt="Figures of the run beside chance")
    told = stated_text(stated, case.graph, truth)
    if told:
        st.caption(markdown_text(f"{told} {told_nothing_text(stated=any_edge)}"))
    if found.run.sid is None:
        st.caption(markdown_text(found.run.sid_reason))
    show_download(case.opened, frame, "figures")


def _show_pair(case: Case, pairs: list[PairDifference]) -> None:
    ends = focused_pair(case.opened)
    if ends is None:
        return
    pair = next((each for each in pairs if (each.i, each.j) == ends), None)
    st.markdown(f"**{markdown_text(pair_sentence(pair, ends, case.names, 'truth'))}**")
    trace = case.opened.trace
    floor = case.opened.record.noise_floor
    apart = kept_apart(case.opened.record)
    enforced = enforced_on(case.opened.record)
    content = pair_content(
        trace, case.graph, ends, trace.n_steps, case.names, floor, apart, enforced
    )

    def choose(choice: Choice) -> None:
        if choice.focus is not None:
            nodes = sorted(choice.focus)
            focus_pair(case.opened, (nodes[0], nodes[1]) if len(nodes) == 2 else None)

    detail_panel(content, key="judge-details", on_choice=choose)


def _show_pairs(case: Case, pairs: list[PairDifference], stated: Stated) -> None:
    st.header("Pair by pair", anchor=False)
    if not pairs:
        st.caption("Neither graph has an edge.")
        return

    def chosen(row: int | None) -> None:
        pair = pairs[row] if row is not None and row < len(pairs) else None
        focus_pair(case.opened, None if pair is None else (pair.i, pair.j))

    show_table(
        case.opened,
        difference_frame(pairs, case.names, "In this run", "In the truth", stated=stated),
        key="differences",
        alt="Every pair that the run or the truth joins, what differs first",
        on_row=chosen,
    )


def _show_confusion(case: Case) -> None:
    assert case.truth is not None
    st.header("Confusion of edge types", anchor=False)
    frame = confusion_frame(confusion(case.graph, case.truth.graph))
    st.table(frame, border="horizontal", hide_index=True, alt="Pairs by true and found edge")
    st.caption(
        "Numbers of pairs. Each is read from the variable that comes first in the data to the "
        "other one."
    )
    show_download(case.opened, frame, "confusion")


def _show_meaning(found: Judgement, *, told: bool) -> None:
    with st.expander("What the figures mean"):
        lines = [f"- **{name}**: {markdown_text(text)}" for name, text in NAMES.items()]
        lines.append(f"- {markdown_text(chance_text(found.chance))}")
        if told:
            lines.append(f"- {markdown_text(STATED_MEANING)}")
        lines.append(
            "- A search finds a class of graphs that the data cannot tell apart. So the run is "
            "compared with the true class, in which edges that no data could direct have no "
            "direction."
        )
        if found.run.shd_to_dag is not None and found.run.entries_to_dag is not None:
            lines.append(
                f"- Against the true DAG itself, which no such method can reach: SHD "
                f"{found.run.shd_to_dag}, F1 {found.run.entries_to_dag.f1:.2f}. There a line is "
                "two guesses, of which at most one is right."
            )
        st.markdown("\n".join(lines))
