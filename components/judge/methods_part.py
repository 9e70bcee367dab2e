"""Other methods on the same data: chosen, run in the background, compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from components import state
from components.background_task import watch
from components.judge.background import Job, jobs, start_job
from components.judge.case import Case, JudgeTruth
from components.judge.difference_view import (
    difference_frame,
    difference_paint,
    sorted_pairs,
    verdict_sentence,
)
from components.judge.graph import COLUMNS, focus_pair, show_painted
from components.judge.method_results import MethodResult, methods_frame, results_of
from components.judge.tables import show_table
from components.text import count, markdown_text, short_name
from gesncd.baselines import METHODS, Availability, availability
from gesncd.judge.difference import difference
from gesncd.runs.errors import StoreError
from gesncd.runs.tasks.parts_baseline import baseline_parts

KINDS: Final = {
    "baseline-2-min": "2 minutes",
    "baseline-10-min": "10 minutes",
    "baseline": "30 minutes",
}
"""Kinds of task by the time that a method may take."""
_NUMBERS: Final = {
    "F1 to the truth": st.column_config.NumberColumn(format="%.2f"),
    "Seconds": st.column_config.NumberColumn(
        format="%.1f", help="A run that finds scores of earlier searches of the data takes less."
    ),
    "SHD to this run": st.column_config.NumberColumn(
        help="Pairs of variables whose edge differs from this run's"
    ),
}


@dataclass(frozen=True, slots=True)
class ShownMethod:
    """The method whose graph is shown beside the run of some data."""

    dataset: str
    method: str


def show_methods_part(case: Case) -> None:
    """The tick list, what is going on, the table, and one method's graph."""
    st.markdown(
        "What other people's methods find in the same data, each with one published setting. "
        "Where methods that rest on different assumptions agree, the graph hangs less on any of "
        "them."
    )
    try:
        known = jobs(case, *KINDS)
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    results = results_of(known)
    _show_choice(case, {each.name for each in results if each.found is not None})
    _show_progress(known)
    _show_results(case, results)
    shown = _shown(case, results)
    if shown is not None:
        _show_graph(case, shown)


def method_choices(case: Case) -> list[Availability]:
    """Every method, and why it cannot be used where it cannot."""
    wide = case.dataset is not None and any(v.size > 1 for v in case.dataset.variables)
    found = []
    for each in availability():
        method = METHODS.get(each.name)
        if each.usable and wide and method is not None and not method.vectors:
            reason = "It needs one column a variable, and a variable here has several."
            each = Availability(each.name, each.title, False, reason)
        found.append(each)
    return found


def _show_choice(case: Case, done: set[str]) -> None:
    if case.dataset is None:
        st.info(
            "The data of this run are not here, only its graph, so no other method can be run on "
            "them.",
            icon=":material/database_off:",
        )
        return
    choices = method_choices(case)
    ticked = _show_ticks([each for each in choices if each.usable], done)
    # Beside each other where there is room, and whole on a narrow page.
    row = st.container(horizontal=True, vertical_alignment="bottom")
    kind = row.selectbox(
        "Time limit of each",
        list(KINDS),
        format_func=KINDS.__getitem__,
        key=state.JUDGE_LIMIT,
        help="A method that takes longer is stopped, and the table says so.",
        width=200,
    )
    row.button(
        "Run ticked",
        type="primary",
        icon=":material/play_arrow:",
        key="judge-methods-start",
        on_click=_start,
        args=(case, str(kind), tuple(ticked)),
        disabled=not ticked,
        help="Each runs in a process of its own, besides this page.",
    )
    _show_unusable([each for each in choices if not each.usable])


def _show_ticks(usable: Sequence[Availability], done: set[str]) -> list[str]:
    ticked = []
    columns = st.columns(2, gap="small")
    for k, each in enumerate(usable):
        key, method = state.judge_tick_key(each.name), METHODS[each.name]
        if key not in st.session_state:
            st.session_state[key] = each.name == "pc" and each.name not in done
        if columns[k % 2].checkbox(
            each.title,
            key=key,
            # With its title, which a narrow page cuts.
            help=markdown_text(f"{each.title}: {method.reference}. Run with: {method.settings}."),
        ):
            ticked.append(each.name)
    return ticked


def _show_unusable(unusable: Sequence[Availability]) -> None:
    if not unusable:
        return
    titles: dict[str, list[str]] = {}
    for each in unusable:
        titles.setdefault(each.reason, []).append(each.title)
    with st.expander(count(len(unusable), "method") + " cannot be run here"):
        lines = [f"- **{', '.join(them)}**: {markdown_text(why)}" for why, them in titles.items()]
        st.markdown("\n".join(lines))


def _start(case: Case, kind: str, names: Sequence[str]) -> None:
    title = ", ".join(METHODS[name].title for name in names)
    started = start_job(case, kind, baseline_parts(names), short_name(title, 100))
    if started is not None:
        for name in names:
            st.session_state[state.judge_tick_key(name)] = False


def _show_progress(known: Sequence[Job]) -> None:
    for job in known:
        if job.record.is_live or job is known[0]:
            watch(job.record, job.record.title, key=f"judge-methods-{job.record.id}")


def _show_results(case: Case, results: Sequence[MethodResult]) -> None:
    if not results:
        st.caption("No other method was run on these data yet.")
        return
    record = case.opened.record

    def chosen(row: int | None) -> None:
        # The first row is the run itself.
        name = results[row - 1].name if row and row <= len(results) else ""
        st.session_state[state.JUDGE_METHOD] = ShownMethod(record.dataset_sha256, name)

    show_table(
        case.opened,
        methods_frame(results, case.graph, record.duration_s, case.truth),
        key="methods",
        alt="Other methods on the same data, beside this run",
        columns=_NUMBERS,
        on_row=chosen,
    )
    st.caption("Choose a row to see that method's graph.")
    if not record.settings.knowledge.is_empty:
        n_stated = len(case.stated.joined)
        told = f" {count(n_stated, 'edge')} of it {'was' if n_stated == 1 else 'were'} stated."
        st.caption(
            "This run used background knowledge, which the other methods do not have"
            f"{_held_against(case.chosen)}.{told if n_stated else ''}"
        )


def _held_against(chosen: JudgeTruth | None) -> str:
    """Which class the run is held against, and which the others; empty without a truth."""
    if chosen is None:
        return ""
    if chosen.truth.graph == chosen.truth.cpdag:
        return "; all are held against the same true class"
    return "; it is held against the true class with that knowledge, they without"


def _shown(case: Case, results: Sequence[MethodResult]) -> MethodResult | None:
    choice: ShownMethod | None = st.session_state.get(state.JUDGE_METHOD)
    with_graph = [each for each in results if each.found is not None]
    if choice is None or choice.dataset != case.opened.record.dataset_sha256:
        return with_graph[0] if with_graph else None
    return next((each for each in with_graph if each.name == choice.method), None)


def _show_graph(case: Case, shown: MethodResult) -> None:
    assert shown.found is not None
    method = METHODS[shown.name]
    st.header(shown.title, anchor=False)
    left, right = st.columns(COLUMNS, gap="small")
    with right:
        other = _choose_other(case)
    against = case.graph if other == "run" or case.truth is None else case.truth.cpdag
    pairs = sorted_pairs(difference(shown.found.graph, against))
    with left:
        paint = difference_paint(pairs, other)
        show_painted(case.opened, shown.found.graph, paint, own=case.graph)
    with right:
        st.markdown(f"**{markdown_text(verdict_sentence(pairs, other))}**")
        for note in shown.found.notes:
            st.markdown(markdown_text(note))
        st.caption(markdown_text(f"{method.reference}. Run with: {method.settings}."))

    def chosen(row: int | None) -> None:
        pair = pairs[row] if row is not None and row < len(pairs) else None
        focus_pair(case.opened, None if pair is None else (pair.i, pair.j))

    headings = shown.title, "This run" if other == "run" else "Truth"
    show_table(
        case.opened,
        difference_frame(pairs, case.names, *headings, other),
        key=f"method-{shown.name}",
        alt="Every pair that either graph joins, what differs first",
        on_row=chosen,
    )


def _choose_other(case: Case) -> str:
    if case.truth is None:
        return "run"
    names = {"run": "This run", "truth": "The truth"}
    other = st.segmented_control(
        "Held against",
        list(names),
        default="run",
        required=True,
        format_func=names.__getitem__,
        key=state.JUDGE_AGAINST,
        help="What the graph of another method is compared with.",
    )
    return str(other)
