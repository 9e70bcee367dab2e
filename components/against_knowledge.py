"""What the data of a run say against its background knowledge."""

from __future__ import annotations

from components.knowledge_marks import stated_words
from components.text import short_name
from components.trace import Trace
from gesncd.runs.store.records import RunRecord
from gesncd.search.held_sentences import held_sentences


def against_knowledge_lines(record: RunRecord, trace: Trace) -> list[str]:
    """Sentences for a run that is over; none where the data speak against nothing."""
    knowledge, names = record.settings.knowledge, record.names
    if trace.started is None or trace.finished is None or not trace.finished.held:
        return []
    return held_sentences(
        trace.finished,
        stated_words(knowledge, tuple(names)),
        [short_name(name) for name in names],
        trace.started.tau,
        score=trace.global_scores.get(trace.n_steps),
    )
