import pytest

from gesncd.graphs import PDAG
from gesncd.runs.errors import UnknownRunError
from gesncd.runs.store.summary import RunSummary, summarise
from gesncd.runs.workers.worker import work
from gesncd.search.events import Finished, GlobalScore, Phase, PhaseEnded, Started, Step


def test_a_finished_run_is_summarised_by_its_last_graph_and_score(store, new_run):
    run_id = new_run()
    work(store, run_id)
    events = store.events(run_id)
    last_score = [event for event in events if isinstance(event, GlobalScore)][-1]
    assert summarise(store, run_id) == RunSummary(events[-1].graph, last_score.value)
    assert events[-1].graph.n_edges == 6


def test_every_beginning_of_a_run_is_summarised_by_what_is_known_then(store, new_run):
    run_id = new_run()
    work(store, run_id)
    events = store.events(run_id)
    other = new_run()
    assert summarise(store, other) == RunSummary(None, None)
    graph, score = None, None
    for event in events:
        store.append_events(other, [event])
        match event:
            case Started() | Step():
                graph, score = event.cpdag, None
            case GlobalScore():
                score = event.value
            case PhaseEnded():
                graph = event.cpdag
            case Finished():
                graph = event.graph
        assert summarise(store, other) == RunSummary(graph, score), event


def test_an_empty_graph_is_a_graph(store, new_run):
    run_id = new_run()
    empty = PDAG.empty(7)
    store.append_events(run_id, [Started(7, 0.5, "key", empty)])
    store.append_events(run_id, [PhaseEnded(Phase.FORWARD, empty, (), 0, ())])
    store.append_events(run_id, [Finished(cpdag=empty, n_steps=0, n_queries=3, graph=empty)])
    assert summarise(store, run_id) == RunSummary(empty, None)


def test_an_unknown_run_is_an_error_for_people(store):
    with pytest.raises(UnknownRunError):
        summarise(store, "nobody")
