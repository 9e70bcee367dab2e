"""With the truth known: whose errors they are, and what each measure makes of the same data."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
import streamlit as st

from components.bidi import isolated
from components.export.table_download import show_table_download
from components.names import MEASURE_NAMES
from components.opened_run import cached_trace
from components.replay.in_sight import ask_for
from components.replay.panel_contents import verdict_kind
from components.replay.place import go_to
from components.replay.subject import Subject, oracle_trace
from components.runs.owner import current_owner
from components.store import run_store
from components.text import count, markdown_text
from components.trace import Trace
from gesncd.data import Dataset
from gesncd.graphs import PDAG, agreement, shd
from gesncd.runs.errors import StoreError
from gesncd.runs.sharing import Sharing
from gesncd.runs.store.records import RunState
from gesncd.search.claims import TrueGraph, verdicts
from gesncd.search.reframed_ges import reframed_ges

KIND_WORDS = {
    "true": "✓ true",
    "error": "✕ estimate's error",
    "search": "≠ search's doing",
}
_TABLE = "replay-claims"
_RCD_ROWS = 20_000
"""Rows and variables up to which RCD runs while one waits."""
_RCD_VARIABLES = 30


def show_against_truth(subject: Subject) -> None:
    """The verdict on every step, and the measures side by side."""
    truth = subject.truth
    if truth is None:
        return
    st.header("Against the truth", anchor=False)
    left, right = st.columns([1.1, 1], gap="medium")
    with left:
        st.caption(
            "Each step claims a dependence or an independence. d-separation in the true graph "
            "says whether the claim holds. A row leads to its step."
        )
        frame = claims_frame(subject.trace, truth, subject.names)
        if frame.empty:
            st.caption("No step was taken.")
        else:
            st.dataframe(
                frame,
                hide_index=True,
                key=_TABLE,
                selection_mode="single-row",
                on_select=lambda: _choose(subject),
                height="auto" if len(frame) <= 10 else 380,
                alt="What each step claims, and whether it is true",
            )
            show_table_download(frame, subject.title, "claims", key="replay-claims-csv")
            st.markdown(markdown_text(claims_sentence(frame)))
    with right:
        st.caption(
            "The oracle searches the same way with the true graph in place of data: what it gets "
            "wrong is the search's doing, the rest is the estimate's."
        )
        rows = [
            comparison_row(name, trace, truth, len(subject.names))
            for name, trace in _beside(subject, truth)
        ]
        beside = pd.DataFrame(rows)
        st.dataframe(beside, hide_index=True, alt="Measures against the true class")
        show_table_download(beside, subject.title, "measures", key="replay-measures-csv")


def claims_frame(trace: Trace, truth: TrueGraph, names: tuple[str, ...]) -> pd.DataFrame:
    """One row a step: what it claims, whether that holds, and whose doing a difference is."""
    found = verdicts(truth, trace.steps)
    rows = []
    for step, verdict in zip(trace.steps, found, strict=True):
        claim = verdict.claim
        rows.append(
            {
                "Step": step.index,
                "Claim": f"{isolated(names[claim.x])} and {isolated(names[claim.y])} "
                + ("depend" if claim.dependent else "are independent"),
                "Given": ", ".join(isolated(names[node]) for node in claim.z) or "nothing",
                "Verdict": KIND_WORDS[verdict_kind(verdict)],
            }
        )
    return pd.DataFrame(rows, columns=["Step", "Claim", "Given", "Verdict"])


def claims_sentence(frame: pd.DataFrame) -> str:
    """How many claims hold, and whose the others are."""
    counts = {kind: int((frame["Verdict"] == word).sum()) for kind, word in KIND_WORDS.items()}
    held = counts["true"] + counts["search"]
    text = f"{held} of {count(len(frame), 'claim')} {'holds' if held == 1 else 'hold'}."
    if counts["search"]:
        text += (
            f" {counts['search']} of these part from the true graph all the same, because of "
            "what the search had asked before: its own doing."
        )
    if counts["error"]:
        text += f" {count(counts['error'], 'error')} of the estimate."
    return text


def comparison_row(name: str, trace: Trace, truth: TrueGraph, n: int) -> dict[str, object]:
    """Figures of one search's result against the true class."""
    graph = _result(trace, n)
    found = verdicts(truth, trace.steps)
    wrong = sum(not verdict.holds for verdict in found)
    return {
        "Search with": name,
        "Edges": graph.n_edges,
        "SHD": shd(truth.cpdag, graph),
        "F1": round(agreement(truth.cpdag, graph).f1, 2),
        "Wrong claims": f"{wrong} of {len(found)}",
    }


def _result(trace: Trace, n: int) -> PDAG:
    return trace.graph_at(trace.n_steps, n)


def _beside(subject: Subject, truth: TrueGraph) -> Iterable[tuple[str, Trace]]:
    """The search at hand, the oracle, and what other measures made of the same data."""
    key = subject.key.removesuffix(":oracle")
    if subject.measure_name != "oracle":
        yield MEASURE_NAMES[subject.measure_name], subject.trace
    yield "Oracle", oracle_trace(f"{key}:oracle", truth, subject)
    seen = {subject.measure_name}
    if subject.dataset is None:
        return
    for name, trace in _other_runs(subject.dataset):
        if name not in seen:
            seen.add(name)
            yield f"{MEASURE_NAMES[name]}, other run", trace
    small = subject.dataset.n_rows <= _RCD_ROWS and subject.dataset.n_variables <= _RCD_VARIABLES
    if "rcd" not in seen and small and subject.dataset.n_rows > 1:
        yield "RCD, automatic τ", _rcd_trace(subject.dataset.sha256, subject.dataset)


def _other_runs(dataset: Dataset) -> Iterable[tuple[str, Trace]]:
    """Finished runs on the same data, the newest first."""
    owner = current_owner() if Sharing.of() is not None else None
    try:
        for record in run_store().runs(owner):
            if record.dataset_sha256 == dataset.sha256 and record.state is RunState.FINISHED:
                yield record.settings.measure, cached_trace(record)
    except StoreError:
        return


@st.cache_resource(show_spinner="Searching with RCD", max_entries=8)
def _rcd_trace(sha256: str, _dataset: Dataset) -> Trace:
    from gesncd.measures import Rcd

    measure = Rcd(_dataset)
    return Trace.of(reframed_ges(measure, measure.null_quantile(0.001), global_score=False))


def _choose(subject: Subject) -> None:
    rows = st.session_state[_TABLE].selection.rows
    if rows:
        step = subject.trace.steps[rows[0]]
        chapters = subject.story.chapters
        place = next(k for k, chapter in enumerate(chapters) if chapter.step is step)
        go_to(subject, place, 1)
        # The table stands far below the step that it leads to.
        ask_for("stage")
