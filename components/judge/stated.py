"""What of a run's graph was stated beforehand, whoever compares it."""

from __future__ import annotations

from components.knowledge_marks import compiled
from components.trace import Trace
from gesncd.judge.stated import Stated, stated_of
from gesncd.runs.store.records import RunRecord


def stated_in(record: RunRecord, trace: Trace) -> Stated:
    """What background knowledge has set of a run's newest graph."""
    names, knowledge = tuple(record.names), record.settings.knowledge
    return stated_of(
        trace.graph_at(trace.n_steps, len(names)),
        () if trace.ending is None else trace.ending.changes,
        None if knowledge.is_empty else compiled(knowledge, names),
    )
