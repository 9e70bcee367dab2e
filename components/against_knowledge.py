"""What the data of a run say against its background knowledge."""

from __future__ import annotations

from itertools import combinations

from components.knowledge_marks import compiled
from components.text import short_name
from components.trace import Trace
from gesncd.analysis.typed_knowledge import come_first
from gesncd.runs.store.records import RunRecord
from gesncd.search.held_sentences import held_sentences


def against_knowledge_lines(record: RunRecord, trace: Trace) -> list[str]:
    """Sentences for a run that is over; none where the data speak against nothing."""
    knowledge, names = record.settings.knowledge, record.names
    if trace.started is None or trace.finished is None or not trace.finished.held:
        return []
    stated = dict(compiled(knowledge, tuple(names)).stated)
    # In the words in which it was said, and not in those of the tiers that it stands for.
    first = sorted(names.index(name) for name in come_first(knowledge, names))
    for i, j in combinations(first, 2):
        stated[i, j] = (
            f"{short_name(names[i])} and {short_name(names[j])} come first, with no edge between"
        )
    return held_sentences(
        trace.finished,
        stated,
        [short_name(name) for name in names],
        trace.started.tau,
        score=trace.global_scores.get(trace.n_steps),
    )
