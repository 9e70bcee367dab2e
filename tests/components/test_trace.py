from dataclasses import replace

from components.trace import Trace, edge_between
from gesncd.graphs import PDAG, Delete, Edge, EdgeKind, Insert, Reorient
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.arrow_sources import ArrowSource
from gesncd.search.events import Cause, Phase


def test_the_trace_sorts_the_events(trace, events):
    assert trace.started is events[0]
    assert trace.finished is events[-1]
    assert [step.index for step in trace.steps] == list(range(1, trace.n_steps + 1))
    assert trace.n_steps >= 4
    assert {end.phase for end in trace.phase_ends} == {Phase.FORWARD, Phase.BACKWARD}


def test_graphs_by_step(trace):
    assert trace.graph_at(0, 5).n_edges == 0
    assert trace.graph_at(trace.n_steps, 5) == trace.finished.cpdag
    assert Trace.of(()).graph_at(0, 3) == PDAG.empty(3)


def test_changes_since_a_step_turn_one_graph_into_the_other(trace):
    for shown in range(trace.n_steps + 1):
        for step in range(shown, trace.n_steps + 1):
            before, after = trace.graph_at(shown, 5), trace.graph_at(step, 5)
            changed = {(c.i, c.j): c for c in trace.changes_since(shown, step)}
            for i in range(5):
                for j in range(i + 1, 5):
                    kinds = before.kind(i, j), after.kind(i, j)
                    if kinds[0] is kinds[1]:
                        assert (i, j) not in changed
                    else:
                        assert (changed[i, j].before, changed[i, j].after) == kinds


def test_kinds_of_change(trace):
    added = trace.changes_since(0, trace.n_steps)
    assert {change.kind for change in added} == {"added"}
    assert len(added) == trace.finished.cpdag.n_edges
    reoriented = [
        change
        for step in range(trace.n_steps)
        for change in trace.changes_since(step, step + 1)
        if change.kind == "reoriented"
    ]
    assert all(c.before is not EdgeKind.NONE is not c.after for c in reoriented)


def test_origins_name_the_step_that_added_each_edge(trace):
    graph = trace.finished.cpdag
    origins = trace.origins(trace.n_steps)
    assert set(origins) == {tuple(sorted(e[:2])) for e in graph.edges()}
    for (i, j), origin in origins.items():
        step = trace.steps[origin.step - 1]
        assert {step.operator.x, step.operator.y} == {i, j}
        assert step.score == origin.score


def test_until_is_the_trace_as_it_was_then(trace):
    for step in range(trace.n_steps):
        past = trace.until(step)
        assert past.n_steps == step
        assert past.finished is None
        assert all(at <= step for at in past.global_scores)
        assert past.graph_at(step, 5) == trace.graph_at(step, 5)
    assert trace.until(trace.n_steps) is trace


def test_until_knows_which_phase_was_over(trace):
    forward = [s.index for s in trace.steps if s.phase is Phase.FORWARD]
    assert trace.until(min(forward[-1], trace.n_steps - 1)).phase_ends == ()
    for step in range(len(forward) + 1, trace.n_steps):
        assert [end.phase for end in trace.until(step).phase_ends] == [Phase.FORWARD]


def test_edge_between():
    graph = PDAG.from_edges(3, directed=[(2, 0)], undirected=[(0, 1)])
    assert edge_between(graph, 0, 2) == Edge(2, 0, True)
    assert edge_between(graph, 1, 0) == Edge(0, 1, False)
    assert edge_between(graph, 1, 2) is None


def test_the_events_until_a_step_are_those_of_a_search_stopped_there(trace):
    for step in range(trace.n_steps):
        events = trace.events_until(step)
        assert events == trace.until(step).events
        past = Trace.of(events)
        assert past.n_steps == step
        assert past.finished is None
    assert trace.events_until(trace.n_steps) == trace.events


def test_every_arrow_has_a_reason(trace):
    for step in range(trace.n_steps + 1):
        arrows = {(e.source, e.target) for e in trace.graph_at(step, 5).edges() if e.directed}
        assert set(trace.arrow_reasons(step, 5)) == arrows


def test_knowledge_orients_the_final_graph_only(known_trace):
    trace = known_trace
    final = trace.graph_at(trace.n_steps, 5)
    assert final == trace.finished.graph != trace.finished.cpdag
    final_sources = trace.arrow_sources(trace.n_steps, 5)
    assert final_sources[0, 1] is ArrowSource.KNOWLEDGE
    assert set(trace.arrow_sources(trace.n_steps - 1, 5).values()) == {ArrowSource.DATA}
    last = {(c.i, c.j): c.after for c in trace.changes_since(trace.n_steps - 1, trace.n_steps)}
    assert last[0, 1] is EdgeKind.FORWARD
    assert trace.arrow_reasons(trace.n_steps, 5)[0, 1].cause is Cause.KNOWLEDGE


def test_a_reorientation_joins_nothing(trace):
    first = trace.steps[0]
    turn = Reorient(Insert(2, 3), Delete(2, 3))
    turned = replace(first, index=2, operator=turn, changes=())
    assert set(Trace.of([first, turned]).origins(2)) == set(Trace.of([first]).origins(1))


def test_knowledge_orients_where_a_run_was_stopped(trace, names):
    events = trace.events_until(1)
    (edge,) = trace.steps[0].cpdag.edges()
    pair = (edge.source, edge.target)
    known = Constraints.of(Knowledge(forbidden=((names[pair[0]], names[pair[1]]),)), names)
    stopped, going_on = Trace.of(events, known), Trace.of(events)
    assert stopped.graph_at(1, 5).kind(*pair) is EdgeKind.BACKWARD
    assert stopped.arrow_sources(1, 5) == {pair[::-1]: ArrowSource.KNOWLEDGE}
    assert stopped.arrow_reasons(1, 5)[pair[::-1]].cause is Cause.KNOWLEDGE
    assert going_on.graph_at(1, 5).kind(*pair) is EdgeKind.UNDIRECTED
    assert stopped.finished is None
    # What another run's events do not admit is left as it is.
    apart = Constraints.of(Knowledge(not_adjacent=((names[pair[0]], names[pair[1]]),)), names)
    assert Trace.of(events, apart).graph_at(1, 5) == trace.steps[0].cpdag
