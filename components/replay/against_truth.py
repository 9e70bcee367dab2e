"""With the truth known: whose errors they are, and what each measure makes of the same data."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from components import state
from components.export.table_download import show_table_download
from components.names import MEASURE_NAMES
from components.opened_run import cached_trace
from components.replay.claims_table import (
    ClaimRow,
    claim_rows,
    claims_frame,
    left_of,
    n_wrong_steps,
    truth_summary,
)
from components.replay.in_sight import ask_for
from components.replay.place import go_to
from components.replay.subject import Subject, oracle_trace
from components.replay.truth_told import n_directions
from components.runs.owner import current_owner
from components.store import run_store
from components.text import markdown_text
from components.trace import Trace
from gesncd.data import Dataset
from gesncd.graphs import PDAG, agreement, shd
from gesncd.judge.difference import PairVerdict, difference, verdict_counts
from gesncd.knowledge import Constraints, KnowledgeError
from gesncd.runs.errors import StoreError
from gesncd.runs.sharing import Sharing
from gesncd.runs.store.records import RunState
from gesncd.search.claims import TrueGraph
from gesncd.search.reframed_ges import reframed_ges

_ORACLE = "Oracle"
_RCD_ROWS = 20_000
"""Rows and variables up to which RCD runs while one waits."""
_RCD_VARIABLES = 30


def show_against_truth(subject: Subject) -> None:
    """The verdict on every step, and the measures side by side."""
    truth = subject.truth
    if truth is None:
        return
    st.header("Against the truth", anchor=False)
    st.markdown(markdown_text(" ".join(truth_summary(subject.trace, truth))))
    st.caption(
        "Each step claims a dependence or an independence, and so does each end of a phase of the "
        "pairs it leaves; listed are those that it leaves otherwise than the true graph. "
        "d-separation there says whether a claim holds. Arrows are held against the true class. "
        "A row leads to its step."
    )
    rows = claim_rows(subject.trace, truth, subject.names)
    if not rows:
        st.caption("No step was taken.")
    else:
        frame = claims_frame(rows)
        st.dataframe(
            frame,
            hide_index=True,
            key=state.REPLAY_CLAIMS,
            selection_mode="single-row",
            on_select=lambda: _choose(subject, rows),
            height="auto" if len(frame) <= 10 else 380,
            alt="What each step and each end of a phase claims, and whether it is true",
            column_config=_narrowed(frame),
        )
        show_table_download(frame, subject.title, "claims", key="replay-claims-csv")
    beside = [
        (comparison_row(name, trace, true), name, trace)
        for name, trace, true in _beside(subject, truth)
    ]
    oracle = next(row for row, name, _ in beside if name == _ORACLE)
    st.caption(oracle_sentence(reaches=oracle["SHD"] == 0))
    figures = pd.DataFrame([row for row, _, _ in beside])
    st.dataframe(figures, hide_index=True, alt="Measures against the true class")
    show_table_download(figures, subject.title, "measures", key="replay-measures-csv")


def _narrowed(frame: pd.DataFrame) -> dict[str, ColumnConfig]:
    """Widths for columns whose names are so long that they would push the verdict out of sight."""
    return {
        column: st.column_config.TextColumn(width=width)
        for column, characters, width in (("Claim", 36, 260), ("Given", 18, 130))
        if frame[column].str.len().max() > characters
    }


def oracle_sentence(*, reaches: bool) -> str:
    """What the oracle's row is for.

    Parameters
    ----------
    reaches
        Whether it ends in the true class, as it does unless something keeps it from it.
    """
    head = "The oracle searches the same way with the true graph in place of data"
    if reaches:
        return (
            f"{head}, and ends in the true class. What it joins on the way and parts again are "
            "detours of the search; that another search ends elsewhere comes from its scores and "
            "its τ."
        )
    return (
        f"{head}. Knowledge or limits of this run keep it from the true class, so not all that "
        "another search has wrong comes from its scores and its τ."
    )


def comparison_row(name: str, trace: Trace, truth: TrueGraph) -> dict[str, object]:
    """Figures of one search's result against the true class."""
    graph = _result(trace, truth.dag.n_nodes)
    counts = verdict_counts(difference(graph, truth.target))
    return {
        "Search with": name,
        "Edges": graph.n_edges,
        "Missing": counts[PairVerdict.MISSING],
        "Too many": counts[PairVerdict.EXTRA],
        "Directions": n_directions(counts),
        "SHD": shd(graph, truth.target),
        "F1": round(agreement(graph, truth.target).f1, 2),
        "Wrong steps": f"{n_wrong_steps(trace, truth)} of {trace.n_steps}",
        "Wrong stops": sum(left.is_error for left in left_of(trace, truth)),
    }


def _result(trace: Trace, n: int) -> PDAG:
    return trace.graph_at(trace.n_steps, n)


def _beside(subject: Subject, truth: TrueGraph) -> Iterable[tuple[str, Trace, TrueGraph]]:
    """The search at hand, the oracle, and what other measures made of the same data.

    Each with the truth as the knowledge of its search orients it.
    """
    key = subject.key.removesuffix(":oracle")
    if subject.measure_name != "oracle":
        yield MEASURE_NAMES[subject.measure_name], subject.trace, truth
    yield _ORACLE, oracle_trace(f"{key}:oracle", truth, subject), truth
    seen = {subject.measure_name}
    if subject.dataset is None:
        return
    for name, trace, knowledge in _other_runs(subject.dataset):
        if name not in seen:
            seen.add(name)
            yield f"{MEASURE_NAMES[name]}, other run", trace, truth.under(knowledge)
    small = subject.dataset.n_rows <= _RCD_ROWS and subject.dataset.n_variables <= _RCD_VARIABLES
    if "rcd" not in seen and small and subject.dataset.n_rows > 1:
        found = _rcd_trace(subject.dataset.sha256, subject.dataset)
        yield "RCD, automatic τ", found, truth.under(None)


def _other_runs(dataset: Dataset) -> Iterable[tuple[str, Trace, Constraints | None]]:
    """Finished runs on the same data, the newest first."""
    owner = current_owner() if Sharing.of() is not None else None
    try:
        for record in run_store().runs(owner):
            if record.dataset_sha256 == dataset.sha256 and record.state is RunState.FINISHED:
                said = record.settings.knowledge
                knowledge = None if said.is_empty else Constraints.of(said, record.names)
                yield record.settings.measure, cached_trace(record), knowledge
    except (StoreError, KnowledgeError):
        return


@st.cache_resource(show_spinner="Searching with RCD", max_entries=8)
def _rcd_trace(sha256: str, _dataset: Dataset) -> Trace:
    from gesncd.measures import Rcd

    measure = Rcd(_dataset)
    return Trace.of(reframed_ges(measure, measure.null_quantile(0.001), global_score=False))


def _choose(subject: Subject, rows: tuple[ClaimRow, ...]) -> None:
    chosen = st.session_state[state.REPLAY_CLAIMS].selection.rows
    if chosen:
        event = rows[chosen[0]].event
        chapters = subject.story.chapters
        place = next(k for k, chapter in enumerate(chapters) if chapter.event is event)
        go_to(subject, place, 1)
        # The table stands far below the step that it leads to.
        ask_for("stage")
