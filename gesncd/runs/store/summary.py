"""What a list tells about a run's result, read from its last events alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gesncd.graphs import PDAG
from gesncd.runs.store.event_rows import parse_events
from gesncd.runs.store.run_store import RunStore
from gesncd.search.events import Finished, GlobalScore, PhaseEnded, Started, Step

_BATCH: Final = 4


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The newest graph of a run, and its score.

    Parameters
    ----------
    graph
        None before the search began. A finished run's is oriented by its knowledge.
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
                    graph = graph or event.cpdag
                case Started() | Step():
                    # What comes before is about an earlier graph.
                    return RunSummary(graph or event.cpdag, score)
        last = first
    return RunSummary(graph, score)
