"""Do the data agree: what the graph implies, tested again with another measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pandas as pd
import streamlit as st

from components import state
from components.background_task import watch
from components.judge.background import Job, jobs, start_job
from components.judge.case import Case
from components.judge.graph import COLUMNS, focus_pair, show_painted
from components.judge.graph_key import graph_key
from components.judge.markov_view import (
    independence_frame,
    so_far_text,
    verdict_text,
    violation_paint,
)
from components.judge.tables import show_download, show_table
from components.names import MEASURE_NAMES
from components.text import count, markdown_text, tau_number
from gesncd.judge.binomial import CAVEAT
from gesncd.judge.markov import Implied, MarkovReport, Tested, implied_independences
from gesncd.runs.errors import StoreError
from gesncd.runs.tasks.parts_markov import markov_parts, markov_report
from gesncd.settings.run_settings import MEASURES, RunSettings

KIND: Final = "markov"
_ALPHAS: Final = (0.05, 0.01, 0.001)
_SAMPLED, _MOST_LOCAL = 100, 300
_SEED: Final = 0
"""The same independences are drawn whenever the same graph is asked."""


def show_data_part(case: Case) -> None:
    """What is tested and with which measure, then the violations."""
    st.markdown(
        "A graph says which variables are independent given which others. The search decided "
        "by its own measure; here another one is asked. Violations beyond what "
        "chance makes mean that edges are missing or wrong, or that one of the measures is blind "
        "to something."
    )
    if case.dataset is None:
        st.info(
            "The data of this run are not here, only its graph: it was opened from a capsule "
            "without data. Open the same data on *Data* and run them, then ask here.",
            icon=":material/database_off:",
        )
        return
    try:
        implied = _implied(case)
    except ValueError as error:
        st.info(markdown_text(str(error)))
        return
    if not implied.independences:
        st.info("The graph joins every pair, so it implies no independence that could be tested.")
        return
    measure, alpha = _show_choices(case, implied)
    try:
        known = jobs(case, KIND)
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    job = next((each for each in known if _is_asked(each.parts[0], case, measure, alpha)), None)
    if job is None:
        return
    watch(job.record, "Independences", key="judge-markov")
    values = {number: each.value for number, each in job.results.items() if each.ok}
    report = markov_report(job.parts, values)
    if report is not None:
        _show_report(case, job, implied, report)


def _implied(case: Case) -> Implied:
    rng = np.random.default_rng(_SEED)
    return implied_independences(case.graph, rng, n_sampled=_SAMPLED, max_local=_MOST_LOCAL)


def _show_choices(case: Case, implied: Implied) -> tuple[str, float]:
    own = case.opened.record.settings.measure
    offered = [name for name in MEASURES if name != own]
    row = st.container(horizontal=True, vertical_alignment="bottom")
    chosen = st.session_state.setdefault(state.JUDGE_TESTED_WITH, {})
    usual = "rcd" if "rcd" in offered else offered[0]
    _recall(state.JUDGE_MEASURE, chosen, offered, usual)
    _recall(state.JUDGE_ALPHA, chosen, _ALPHAS, _ALPHAS[1])
    measure = row.segmented_control(
        "Test with",
        offered,
        required=True,
        format_func=MEASURE_NAMES.__getitem__,
        key=state.JUDGE_MEASURE,
        help=f"The run used {MEASURE_NAMES[own]}, which agrees with its own graph anyway.",
    )
    alpha = row.selectbox(
        "Level α",
        _ALPHAS,
        format_func=lambda value: f"{value:g}",
        key=state.JUDGE_ALPHA,
        help="A true independence is called violated with this probability, by chance alone.",
        width=160,
    )
    chosen.update({state.JUDGE_MEASURE: measure, state.JUDGE_ALPHA: alpha})
    tests = len(implied.independences)
    row.button(
        f"Test {tests:,}",
        type="primary",
        icon=":material/fact_check:",
        key="judge-markov-start",
        on_click=_start,
        args=(case, implied, str(measure), float(alpha)),
        help=f"Test the {count(tests, 'independence')} that the graph implies",
    )
    some = "" if implied.n_local == implied.n_local_all else f" of {implied.n_local_all:,}, drawn"
    st.caption(
        f"{implied.n_local:,}{some} from the local Markov condition: each variable is independent "
        f"of what it does not cause, given its parents. {implied.n_sampled:,} more are drawn from "
        "the other independences with up to 4 given variables."
    )
    return str(measure), float(alpha)


def _recall(key: str, chosen: Mapping[str, Any], offered: Sequence[Any], usual: Any) -> None:
    """Set a widget to what was chosen last: it forgets that while it is not on the page."""
    if st.session_state.get(key) not in offered:
        last = chosen.get(key)
        st.session_state[key] = last if last in offered else usual


def _start(case: Case, implied: Implied, measure: str, alpha: float) -> None:
    settings = _settings(case, measure)
    parts = markov_parts(implied, settings, alpha, graph=graph_key(case.graph))
    start_job(case, KIND, parts, f"Independences of {case.opened.record.id[:8]}")


def _settings(case: Case, measure: str) -> RunSettings:
    return replace(RunSettings(measure), seed=case.opened.record.settings.seed)


def _is_asked(part: Mapping[str, Any], case: Case, measure: str, alpha: float) -> bool:
    settings = part.get("settings")
    return (
        isinstance(settings, Mapping)
        and settings.get("measure") == measure
        and part.get("alpha") == alpha
        and part.get("graph") == graph_key(case.graph)
    )


def _show_report(case: Case, job: Job, implied: Implied, report: MarkovReport) -> None:
    left, right = st.columns(COLUMNS, gap="small")
    violations = report.violations
    with left:
        show_painted(case.opened, case.graph, violation_paint(violations), own=case.graph)
    with right:
        st.markdown(markdown_text(verdict_text(report)))
        so_far = so_far_text(report, len(implied.independences))
        if so_far:
            st.caption(so_far)
        _show_shares(case, report)
        st.caption(markdown_text(CAVEAT))
    _show_tests(case, report, violations)


def _show_shares(case: Case, report: MarkovReport) -> None:
    statement = report.statement
    rows = [
        ("Tested", f"{statement.n_tests:,}"),
        ("Violated", f"{statement.n_violated:,} ({100 * statement.share:.1f} %)"),
        ("Expected by chance", f"{statement.expected:.1f} ({100 * statement.alpha:g} %)"),
        ("So many by chance", f"p {statement.p_value:.2g}"),
        ("Share, 95 % interval", f"{100 * statement.low:.1f} to {100 * statement.high:.1f} %"),
        ("Noise floor τ", tau_number(report.tau)),
    ]
    frame = pd.DataFrame(rows, columns=["Independences", "Value"])
    st.table(frame, border="horizontal", hide_index=True, alt="Violations beside chance")
    show_download(case.opened, frame, "verdict")


def _show_tests(case: Case, report: MarkovReport, violations: tuple[Tested, ...]) -> None:
    st.header("Violations", anchor=False)
    every = st.toggle("Show those that hold too", key=state.JUDGE_ALL_TESTS)
    shown = report.tested if every else violations
    if not shown:
        st.caption("None of the tested independences is violated.")
        return

    def chosen(row: int | None) -> None:
        each = shown[row] if row is not None and row < len(shown) else None
        ends = None if each is None else sorted((each.query.x[0], each.query.y[0]))
        focus_pair(case.opened, None if ends is None else (ends[0], ends[1]))

    show_table(
        case.opened,
        independence_frame(shown, case.names),
        key="independences",
        alt="Independences that the graph implies and what the measure says, largest score first",
        columns={
            "Score": st.column_config.NumberColumn(format="%.3g"),
            "× noise floor": st.column_config.NumberColumn(
                format="%.2f", help="Score over τ; above 1 is a violation"
            ),
        },
        on_row=chosen,
    )
