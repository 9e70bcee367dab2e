from types import SimpleNamespace

import pytest

from gesncd.graphs import PDAG
from gesncd.knowledge import Knowledge
from gesncd.runs.errors import UnknownRunError
from gesncd.runs.store.records import RunState
from gesncd.runs.store.summary import RunSummary, early_end, knowledge_where_stopped, summarise
from gesncd.runs.workers.worker import work
from gesncd.search.events import Finished, GlobalScore, Phase, PhaseEnded, Started, Step
from gesncd.settings.run_settings import RunSettings


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


@pytest.mark.parametrize(
    ("state", "orients"),
    [
        (RunState.STOPPED, True),
        (RunState.INTERRUPTED, True),
        (RunState.RUNNING, False),
        (RunState.FINISHED, False),
    ],
)
def test_knowledge_orients_what_is_over_without_having_finished(state, orients):
    known = RunSettings(knowledge=Knowledge(required=(("A", "B"),)))
    record = SimpleNamespace(state=state, names=("A", "B"), settings=known)
    assert (knowledge_where_stopped(record) is not None) is orients
    record.settings = RunSettings()
    assert knowledge_where_stopped(record) is None


def test_a_stopped_run_is_summarised_as_its_knowledge_orients_it(store, new_run):
    names = store.run(new_run()).names
    run_id = new_run(knowledge=Knowledge(forbidden=((names[1], names[0]),)))
    joined = PDAG.from_edges(len(names), undirected=[(0, 1)])
    store.append_events(run_id, [Started(len(names), 0.5, "key", joined)])
    assert summarise(store, run_id).graph == joined
    store.finish(run_id, RunState.STOPPED)
    assert [edge.directed for edge in summarise(store, run_id).graph.edges()] == [True]


def test_only_a_finished_search_has_a_result():
    assert early_end(RunState.FINISHED, 3) == ""
    for state in RunState:
        if state is not RunState.FINISHED:
            assert "after step 3: this is what was found until then" in early_end(state, 3)
            assert "nothing was found yet, which is no result" in early_end(state, 0)
