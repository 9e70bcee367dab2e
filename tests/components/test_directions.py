from dataclasses import replace
from types import SimpleNamespace

from components.directions import (
    arrow_lines,
    collider_text,
    colliders_sentence,
    directed_else_by,
    enforced_on,
    is_mixed,
    kept_apart,
    known_arrows,
    supports_at,
)
from components.trace import Trace
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.direction_support import DirectionSupport
from gesncd.search.events import Finished, Started
from gesncd.settings.run_settings import RunSettings


def of_graph(graph):
    """A search that was over before its first step, with this class as its result."""
    started = Started(graph.n_nodes, 0.1, "key", PDAG.empty(graph.n_nodes))
    return Trace.of([started, Finished(graph, graph, 0, 3)])


def test_pairs_that_knowledge_keeps_apart(names):
    known = RunSettings(knowledge=Knowledge(not_adjacent=(("Erk", "Raf"),)))
    record = SimpleNamespace(settings=known, names=names)
    assert list(kept_apart(record)) == [(0, 2)]
    assert kept_apart(SimpleNamespace(settings=RunSettings(), names=names)) == {}
    assert kept_apart(None) == {}


def test_each_arrow_of_the_graph_has_what_it_rests_on(trace, names):
    found = supports_at(trace, trace.n_steps, 5)
    assert set(found) == {(1, 2), (4, 2), (2, 3)}
    assert all(support.colliders == ((1, 2, 4),) for support in found.values())
    assert arrow_lines(trace, trace.finished.graph, trace.n_steps, (0, 1), names) == []


def test_one_collider_is_named_with_all_that_rest_on_it(trace, names):
    assert colliders_sentence(trace, trace.n_steps, names) == (
        "An arrow has no score of its own: 3 arrows of the graph rest on one collider, "
        "Mek → Erk ← PKA. Click an arrow to see what it rests on."
    )
    assert colliders_sentence(trace, trace.n_steps, names, clickable=False).endswith("PKA.")


def test_of_several_colliders_the_one_that_most_hangs_on_is_named():
    directed = [(0, 2), (1, 2), (2, 3), (4, 6), (5, 6)]
    trace = of_graph(PDAG.from_edges(7, directed=directed))
    assert colliders_sentence(trace, 0, "ABCDEFG", clickable=False) == (
        "An arrow has no score of its own: 5 arrows of the graph rest on 2 colliders, and 3 hang "
        "on A → C ← B alone."
    )


def told(*forbidden):
    """What is enforced where some arrows are forbidden."""
    return Constraints.of(Knowledge(forbidden=forbidden), "ABCDEFG")


def test_several_that_as_much_hangs_on_are_counted():
    directed = [(0, 2), (1, 2), (3, 5), (4, 5)]
    trace = of_graph(PDAG.from_edges(6, directed=directed))
    assert colliders_sentence(trace, 0, "ABCDEF", clickable=False) == (
        "An arrow has no score of its own: 4 arrows of the graph rest on 2 colliders, and 2 hang "
        "on each of 2 of them alone, such as A → C ← B."
    )


def test_a_collider_that_is_stated_whole_does_not_count():
    directed = [(0, 2), (1, 2), (2, 3), (4, 6), (5, 6)]
    trace = of_graph(PDAG.from_edges(7, directed=directed))
    known = told(("G", "E"), ("G", "F"))
    assert colliders_sentence(trace, 0, "ABCDEFG", enforced=known, clickable=False) == (
        "An arrow has no score of its own: 3 arrows of the graph rest on one collider, A → C ← B."
    )


def test_what_comes_first_needs_no_collider():
    """A → C ← B → and C → D → E: with A and B said to come first, nothing hangs on the collider."""
    directed = [(0, 2), (1, 2), (2, 3), (3, 4)]
    trace = of_graph(PDAG.from_edges(5, directed=directed))
    graph = trace.finished.graph
    assert "4 arrows of the graph rest on one collider" in colliders_sentence(trace, 0, "ABCDE")
    settings = RunSettings(knowledge=Knowledge(tiers=(("A", "B"), ("C", "D", "E"))))
    known = enforced_on(SimpleNamespace(settings=settings, names=tuple("ABCDE")))
    assert {(2, 0), (2, 1)} <= known.barred
    assert (0, 2) not in known.barred
    assert enforced_on(None) is None
    assert colliders_sentence(trace, 0, "ABCDE", enforced=known) == ""
    # Of A alone, the arrow from B and nothing else still needs the collider.
    half = told(("C", "A"))
    assert colliders_sentence(trace, 0, "ABCDE", enforced=half, clickable=False) == (
        "An arrow has no score of its own: 1 arrow of the graph hangs on one collider, A → C ← B."
    )
    # What follows from A → C as well is saved by what was said, not by another collider.
    assert arrow_lines(trace, graph, 0, (2, 3), "ABCDE", enforced=half)[-1] == (
        "Without that collider background knowledge would still direct it."
    )
    lines = arrow_lines(trace, graph, 0, (0, 2), "ABCDE", enforced=known)
    assert lines == [
        "Background knowledge forbids the other direction: no collider is needed for it.",
        "The class that the search found directs it the same way.",
    ]
    assert arrow_lines(trace, graph, 0, (0, 2), "ABCDE") != lines


def test_without_arrows_there_is_nothing_to_say():
    trace = of_graph(PDAG.from_edges(3, undirected=[(0, 1), (1, 2)]))
    assert colliders_sentence(trace, 0, "ABC") == ""


def test_what_knowledge_directs_and_what_follows_with_the_data(known_trace):
    trace, step = known_trace, known_trace.n_steps
    assert known_arrows(trace, step, 5) == {(0, 1)}
    assert known_arrows(trace, 0, 5) == frozenset()
    assert not is_mixed(trace, step, (0, 1), 5, ())


def test_what_would_direct_an_arrow_without_its_one_collider():
    two = PDAG.from_edges(4, directed=[(0, 3), (1, 3)])
    three = PDAG.from_edges(4, directed=[(0, 3), (1, 3), (2, 3)])
    support = DirectionSupport((0, 3), ((0, 3, 1),), (), ((0, 3), (1, 3)), ((0, 1),))
    assert directed_else_by(two, support, frozenset()) == ""
    assert directed_else_by(three, support, frozenset()) == "others"
    assert directed_else_by(two, support, frozenset({(0, 3)})) == "knowledge"
    several = replace(support, colliders=((0, 3, 1), (0, 3, 2)))
    assert directed_else_by(three, several, frozenset()) == ""


def test_names_of_a_collider_are_short():
    long = "a very long name of a measurement in a table of some laboratory"
    assert "…" in collider_text((0, 1, 2), [long, "B", "C"])
