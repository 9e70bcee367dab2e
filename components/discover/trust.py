"""How far a result can be trusted: what is expected of chance, and what it says nothing about."""

from __future__ import annotations

import streamlit as st

from components.against_knowledge import against_knowledge_lines
from components.assumptions import false_edges_text
from components.directions import colliders_sentence, enforced_on
from components.knowledge_marks import n_settled
from components.text import markdown_text
from components.trace import Trace
from gesncd.runs.store.records import RunRecord


def trust_lines(record: RunRecord, trace: Trace) -> list[str]:
    """Sentences on the edges that are there, in the order of the page."""
    by_hand = record.settings.tau is not None
    queries = trace.finished.n_queries if trace.finished is not None and not by_hand else None
    lines = [
        *against_knowledge_lines(record, trace),
        false_edges_text(
            record.n_variables,
            record.settings.alpha,
            queries,
            n_settled=n_settled(record.settings.knowledge, tuple(record.names)),
            by_hand=by_hand,
        ),
        *(trace.started.notes if trace.started is not None else ()),
    ]
    enforced = enforced_on(record)
    lines.append(colliders_sentence(trace, trace.n_steps, record.names, enforced=enforced))
    return list(filter(None, lines))


def show_trust(record: RunRecord, trace: Trace) -> None:
    """The sentences."""
    st.header("How far to trust it", anchor=False)
    st.markdown("\n".join(f"- {markdown_text(line)}" for line in trust_lines(record, trace)))
