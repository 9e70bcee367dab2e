"""What of a graph was stated before the search."""

from __future__ import annotations

from gesncd.graphs import PDAG
from gesncd.judge.stated import stated_of, stated_text
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures.oracle import DSeparationOracle
from gesncd.search import reframed_ges

NAMES = ("a", "b", "c", "d")
CHAIN = PDAG.from_edges(4, directed=[(0, 1), (1, 2)])


def searched(knowledge, dag=CHAIN):
    """The graph of a search that sees everything, and what was stated of it."""
    oracle = DSeparationOracle(dag.to_matrix(), graded=True)
    known = Constraints.of(knowledge, NAMES)
    last = list(reframed_ges(oracle, oracle.null_quantile(0.5), knowledge=known))[-1]
    return last.graph, stated_of(last.graph, last.changes, known)


def test_edges_pairs_apart_and_directions_are_told():
    graph, stated = searched(Knowledge(required=(("a", "b"),), not_adjacent=(("d", "a"),)))
    assert graph == CHAIN
    assert (stated.joined, stated.apart) == ({(0, 1)}, {(0, 3)})
    assert stated.alone == PDAG.from_edges(4, directed=[(0, 1)])
    assert stated.words(1, 0) == "edge and direction"
    assert stated.words(1, 2) == "direction, as it follows"
    assert stated.words(0, 3) == stated.words(2, 3) == ""
    assert stated_text(stated, graph, CHAIN) == (
        "Stated beforehand: 1 of the graph's 2 edges and 1 pair without an edge. Direction is "
        "judged on 2 arrows: 1 by knowledge, 1 follows from it."
    )


def test_only_directions_of_pairs_that_the_truth_joins_are_judged():
    graph, stated = searched(Knowledge(forbidden=(("b", "a"),)))
    truth = PDAG.from_edges(4, undirected=[(0, 1)])
    assert stated.alone == PDAG.empty(4)
    assert stated_text(stated, graph, truth) == "Direction is judged on 1 arrow: 1 by knowledge."


def test_a_run_without_knowledge_was_told_nothing():
    collider = PDAG.from_edges(4, directed=[(0, 1), (2, 1)])
    graph, stated = searched(Knowledge(), collider)
    assert graph == collider
    assert stated_text(stated, graph, collider) == ""
    assert [stated.words(i, j) for i, j, _ in graph.edges()] == ["", ""]
    assert stated.alone == PDAG.empty(4)
