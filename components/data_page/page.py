"""The Data page's parts in order."""

from __future__ import annotations

from functools import partial

import streamlit as st

from components.data_page import draft as drafts
from components.data_page.attach import show_attachments
from components.data_page.choice import show_choice, take_addressed
from components.data_page.draft import Draft
from components.data_page.finding_cards import show_findings
from components.data_page.handover import as_left_on_discover, is_stated_on_discover
from components.data_page.pictures import show_pictures
from components.data_page.reading import show_reading
from components.data_page.reopened import show_reopened
from components.data_page.roles import show_roles
from components.data_page.row_choices import show_row_choices
from components.data_page.sidebar import show_sidebar
from components.data_page.work import (
    Outcome,
    Understood,
    left_out_reasons,
    proposal,
    proposal_sentence,
    read_as_usual,
    understand,
    work_out,
)
from components.polling import rerun_page
from components.settings.estimate import estimate_s, expected_rate, memory_words
from components.settings.memory import columns_of, memory_trials, needed_mb, processes
from components.store import recent_runs
from components.text import duration_range, markdown_text, unbroken
from gesncd.data import Finding, Role, Severity
from gesncd.data.checks.size import MANY_ROWS, MANY_VARIABLES
from gesncd.runs.errors import StoreError
from gesncd.runs.machine.free_memory import free_mb
from gesncd.runs.planning.memory_advice import memory_finding
from gesncd.runs.planning.tried_costs import TOLD_MEASURES
from gesncd.settings.run_settings import TITLES, RunSettings

_LOOK_S = 1.0


def show_data_page() -> None:
    """The choice of data; or the chosen data, from what is wrong to how they look."""
    draft = drafts.current() or take_addressed()
    if draft is None:
        st.title("Data", anchor=False)
        st.markdown("Choose a table, see what is in it, and mend what stands in the way.")
        show_reopened()
        show_choice()
        return
    understood = understand(draft)
    outcome = work_out(draft, understood)
    draft = as_left_on_discover(draft, outcome)
    show_sidebar(draft, outcome)
    st.title("Data", anchor=False)
    _show_problems(draft, understood, outcome)
    show_reading(draft, understood)
    if outcome is None:
        return
    show_roles(draft, outcome)
    show_row_choices(draft, outcome)
    show_pictures(draft, outcome)
    show_attachments(
        draft, variable_names(outcome), is_stated=is_stated_on_discover(draft, outcome)
    )


def _show_problems(draft: Draft, understood: Understood, outcome: Outcome | None) -> None:
    if outcome is None:
        show_findings(draft, understood.refusals, understood.names)
        return
    _show_mend_all(draft, outcome)
    if all(f.severity is Severity.INFORMATION for f in outcome.prepared.findings):
        st.markdown(":green[:material/check:] No errors, no warnings.")
    _await_trials(outcome)
    findings = [*outcome.prepared.findings]
    tight = memory_warning(outcome)
    if tight is not None:
        # The last of the warnings: it comes late, and buttons above it keep their places.
        serious = sum(f.severity is not Severity.INFORMATION for f in findings)
        findings.insert(serious, tight)
    show_findings(
        draft,
        findings,
        outcome.table.names,
        size_remark(outcome),
        partial(left_out_reasons, draft, outcome),
    )


def _show_mend_all(draft: Draft, outcome: Outcome) -> None:
    sentence = proposal_sentence(draft, outcome)
    if sentence is None:
        return
    with st.container(border=True, key="mend-all-card"):
        text, action = st.columns([5, 1], vertical_alignment="center")
        lead = "**With all usual mends**"
        text.markdown(f"{lead}: {markdown_text(sentence)}" if sentence else lead)
        action.button(
            "Mend all",
            type="primary",
            key="mend-all",
            on_click=_mend_all,
            args=(draft, outcome),
            width="stretch",
        )


def _mend_all(draft: Draft, outcome: Outcome) -> None:
    read, found = read_as_usual(draft, outcome)
    plan = proposal(read, found)
    options = read.options if read is not draft else None
    drafts.update(draft.key, lambda now: now.changed(options or now.options, plan))


def variable_names(outcome: Outcome) -> tuple[str, ...]:
    """Names of the variables that the plan makes, also while an error stands in the way."""
    if outcome.prepared.dataset is not None:
        return outcome.prepared.dataset.names
    names = [
        column.group if column.role is Role.PART and column.group else column.name
        for column in outcome.plan.columns
        if column.role is not Role.IGNORE
    ]
    return tuple(dict.fromkeys(names))


def size_remark(outcome: Outcome) -> str:
    """How long searches over a large table take, and their memory; empty for a small one."""
    n_rows, columns = _shape(outcome)
    if not _is_large(n_rows, columns):
        return ""
    try:
        runs = recent_runs()
    except StoreError:
        runs = []
    spans = []
    for measure in TOLD_MEASURES:
        settings = RunSettings(measure=measure)
        rate = expected_rate(runs, settings, max(n_rows, 1))
        span = duration_range(*estimate_s(rate, len(columns)))
        memory = memory_words(needed_mb(settings, columns, n_rows))
        guess = "" if rate.measured else ", a guess"
        spans.append(f"{span} and {memory} of memory with {TITLES[measure]}{guess}")
    megabytes = max(1, round(8 * n_rows * sum(columns) / 1e6))
    return f"A search takes {'; '.join(spans)}. The table takes {unbroken(f'{megabytes:,}', 'MB')}."


def memory_warning(outcome: Outcome) -> Finding | None:
    """That searches over a large table do not fit into this machine's memory."""
    n_rows, columns = _shape(outcome)
    if not _is_large(n_rows, columns):
        return None
    memories = {
        measure: memory_trials().memory(RunSettings(measure=measure), columns, n_rows)
        for measure in TOLD_MEASURES
    }
    return memory_finding(memories, len(columns), n_rows, free_mb(), n_processes=processes())


def _await_trials(outcome: Outcome) -> None:
    """Have the memory of searches over a large table tried, and look again when that is done."""
    n_rows, columns = _shape(outcome)
    if not _is_large(n_rows, columns):
        return
    for measure in TOLD_MEASURES:
        memory_trials().begin(RunSettings(measure=measure), columns, n_rows)
    if _trials_go_on(n_rows, columns):
        st.fragment(_look_again, run_every=_LOOK_S)(n_rows, columns)


def _look_again(n_rows: int, columns: tuple[int, ...]) -> None:
    if not _trials_go_on(n_rows, columns):
        rerun_page()


def _trials_go_on(n_rows: int, columns: tuple[int, ...]) -> bool:
    return any(
        memory_trials().is_going_on(RunSettings(measure=measure), columns, n_rows)
        for measure in TOLD_MEASURES
    )


def _shape(outcome: Outcome) -> tuple[int, tuple[int, ...]]:
    """Rows that are analysed, and the number of columns of each variable."""
    n_rows = int(outcome.prepared.record["rows"]["analysed"])
    if outcome.prepared.dataset is not None:
        return n_rows, columns_of(outcome.prepared.dataset)
    return n_rows, (1,) * len(variable_names(outcome))


def _is_large(n_rows: int, columns: tuple[int, ...]) -> bool:
    return bool(columns) and (n_rows > MANY_ROWS or len(columns) > MANY_VARIABLES)
