"""The Data page's parts in order."""

from __future__ import annotations

import streamlit as st

from components.data_page import draft as drafts
from components.data_page.attach import show_attachments
from components.data_page.choice import show_choice, take_addressed
from components.data_page.draft import Draft
from components.data_page.finding_cards import show_findings
from components.data_page.pictures import show_pictures
from components.data_page.reading import show_reading
from components.data_page.roles import show_roles
from components.data_page.row_choices import show_row_choices
from components.data_page.sidebar import show_sidebar
from components.data_page.work import (
    Outcome,
    Understood,
    proposal,
    proposal_sentence,
    understand,
    work_out,
)
from components.estimate import estimate_s, expected_rate
from components.store import recent_runs
from components.text import duration_range, markdown_text
from gesncd.data import Role, Severity
from gesncd.runs.errors import StoreError
from gesncd.runs.settings import RunSettings

_LARGE_ROWS, _LARGE_VARIABLES = 20_000, 50


def show_data_page() -> None:
    """The choice of data; or the chosen data, from what is wrong to how they look."""
    draft = drafts.current() or take_addressed()
    if draft is None:
        st.title("Data", anchor=False)
        st.markdown("Choose a table, see what is in it, and mend what stands in the way.")
        show_choice()
        return
    understood = understand(draft)
    outcome = work_out(draft, understood)
    show_sidebar(draft, outcome)
    st.title("Data", anchor=False)
    _show_problems(draft, understood, outcome)
    show_reading(draft, understood)
    if outcome is None:
        return
    show_roles(draft, outcome)
    show_row_choices(draft, outcome)
    show_pictures(draft, outcome)
    show_attachments(draft, variable_names(outcome))


def _show_problems(draft: Draft, understood: Understood, outcome: Outcome | None) -> None:
    if outcome is None:
        show_findings(draft, understood.refusals, understood.names)
        return
    _show_mend_all(draft, outcome)
    if all(f.severity is Severity.INFORMATION for f in outcome.prepared.findings):
        st.markdown(":green[:material/check:] No errors, no warnings.")
    show_findings(draft, outcome.prepared.findings, outcome.table.names, size_remark(outcome))


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
    plan = proposal(draft, outcome)
    drafts.update(draft.key, lambda now: now.changed(now.options, plan))


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
    """How long searches over a large table take, by each measure; empty for a small one."""
    n_rows = int(outcome.prepared.record["rows"]["analysed"])
    n_variables = len(variable_names(outcome))
    if n_rows <= _LARGE_ROWS and n_variables <= _LARGE_VARIABLES:
        return ""
    try:
        runs = recent_runs()
    except StoreError:
        runs = []
    spans = []
    for title, measure in (("NCD", "ncd"), ("RCD", "rcd")):
        rate = expected_rate(runs, RunSettings(measure=measure), max(n_rows, 1))
        span = duration_range(*estimate_s(rate, n_variables))
        spans.append(f"{span} with {title}" + ("" if rate.measured else ", a guess"))
    megabytes = max(1, round(8 * n_rows * n_variables / 1e6))
    return f"A search takes {'; '.join(spans)}. The table takes {megabytes:,} MB of memory."
