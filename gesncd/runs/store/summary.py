"""What a list tells about a run's result, read from its last events alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints
from gesncd.runs.store.event_rows import parse_events
from gesncd.runs.store.records import RunRecord, RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.search.ending import ending_of, unfinished_sentence
from gesncd.search.events import Finished, GlobalScore, PhaseEnded, Started, Step

_BATCH: Final = 4
_EARLY: Final = {
    RunState.STOPPED: "was stopped",
    RunState.FAILED: "failed",
    RunState.INTERRUPTED: "was interrupted",
}


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The newest graph of a run, and its score.

    Parameters
    ----------
    graph
        None before the search began. That of a run that is over is oriented by its knowledge.
    global_score
        S_g of that graph; None where it was not computed.
    """

    graph: PDAG | None = None
    global_score: float | None = None


def summarise(store: RunStore, run_id: str) -> RunSummary:
    """Summary of a run; cheap, however many steps it took.

    Raises
    ------
    StoreError
        If there is no such run, or its events are damaged.
    """
    last = store.n_events(run_id)
    graph: PDAG | None = None
    score: float | None = None
    while last > 0:
        first = max(0, last - _BATCH)
        texts = store.event_texts(run_id, first)[: last - first]
        for event in reversed(parse_events(run_id, texts)):
            match event:
                case GlobalScore():
                    score = event.value if score is None else score
                case Finished():
                    graph = event.graph
                case PhaseEnded():
                    graph = graph or _last_graph(store, run_id, event)
                case Started() | Step():
                    # What comes before is about an earlier graph.
                    return RunSummary(graph or _last_graph(store, run_id, event), score)
        last = first
    return RunSummary(graph, score)


def knowledge_where_stopped(record: RunRecord) -> Constraints | None:
    """What orients the last graph of a run that is over without having finished.

    None for other runs: a search that goes on has its end before it, and one that has
    finished was oriented then.

    Raises
    ------
    gesncd.knowledge.KnowledgeError
        If the knowledge does not fit the run's variables.
    """
    knowledge = record.settings.knowledge
    if record.state.is_live or record.state is RunState.FINISHED or knowledge.is_empty:
        return None
    return Constraints.of(knowledge, record.names)


def early_end(state: RunState, n_steps: int) -> str:
    """That a search has not come to its end, and what its graph is then; empty where it has.

    Parameters
    ----------
    state
        Of the run.
    n_steps
        Steps taken until then.
    """
    if state is RunState.FINISHED:
        return ""
    return unfinished_sentence(n_steps, _EARLY.get(state, "is still going on,"))


def _last_graph(store: RunStore, run_id: str, event: Started | Step | PhaseEnded) -> PDAG:
    return ending_of([event], knowledge_where_stopped(store.run(run_id))).graph
