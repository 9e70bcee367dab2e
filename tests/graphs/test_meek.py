"""The closure under Meek's rules, near what changed and all over, against every member."""

from __future__ import annotations

from itertools import chain, permutations

import numpy as np
import pytest

from gesncd.graphs import PDAG, EdgeKind, Marks, close_under_meek, cpdag_of_dag
from gesncd.graphs.equivalence import complete_with_reasons
from gesncd.graphs.meek import Orientation


def undirected(graph):
    matrix = graph.to_matrix()
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(matrix & matrix.T))]


def skeleton(graph):
    matrix = graph.to_matrix()
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(matrix | matrix.T))]


def is_arrow(graph, source, target):
    return graph.kind(source, target) is EdgeKind.FORWARD


def directed_as_in(dag, pairs):
    """Pairs in the direction that a DAG gives them."""
    return [(i, j) if is_arrow(dag, i, j) else (j, i) for i, j in pairs]


def closed_step_by_step(graph, arrows):
    """Each graph, and what the rules added, as arrows are told one after the other."""
    marks = Marks(graph)
    for source, target in arrows:
        added = []
        if marks.neighbors[source] >> target & 1:
            marks.orient(source, target)
            added = close_under_meek(marks, (source, target), with_rule_4=True)
        yield marks.freeze(), added


def closed_at_once(graph, arrows):
    """The same, but with every node looked at again each time."""
    marks = Marks(graph)
    for source, target in arrows:
        if marks.neighbors[source] >> target & 1:
            marks.orient(source, target)
            close_under_meek(marks, range(graph.n_nodes), with_rule_4=True)
        yield marks.freeze()


def test_knowledge_leaves_what_the_members_that_agree_with_it_share(classes):
    """Rules 1 to 4 are complete: checked for all DAGs on four nodes and all orders of telling."""
    by_rule_4 = 0
    for cpdag, dags in classes(4).items():
        pairs = undirected(cpdag)
        # All orders of up to three arrows; further ones have little left to say.
        told = {
            arrows
            for dag in dags
            for arrows in permutations(directed_as_in(dag, pairs), min(3, len(pairs)))
        }
        for arrows in told:
            agreeing = dags
            for (source, target), (found, added) in zip(
                arrows, closed_step_by_step(cpdag, arrows), strict=True
            ):
                agreeing = [each for each in agreeing if is_arrow(each, source, target)]
                matrices = [each.to_matrix() for each in agreeing]
                assert found == PDAG.from_matrix(np.bitwise_or.reduce(matrices))
                by_rule_4 += sum(each.rule == 4 for each in added)
    assert by_rule_4 > 10


@pytest.mark.parametrize("n", [5, 7, 9])
def test_looking_near_what_changed_is_enough(n, random_dag):
    rng = np.random.default_rng(n)
    rules = dict.fromkeys(range(1, 5), 0)
    for _ in range(250):
        dag = random_dag(n, 0.6, rng)
        cpdag = cpdag_of_dag(dag)
        arrows = directed_as_in(dag, undirected(cpdag))
        rng.shuffle(arrows)
        near = closed_step_by_step(cpdag, arrows)
        for (found, added), expected in zip(near, closed_at_once(cpdag, arrows), strict=True):
            assert found == expected
            for each in added:
                rules[each.rule] += 1
    # Rule 3 has a collider in it, and what follows from colliders a CPDAG has already.
    assert rules.pop(3) == 0
    assert min(rules.values()) > 5, rules


def premises(graph, each: Orientation) -> bool:
    """Whether a graph has the pattern that an orientation names, from the module's text."""

    def arrow(source, target):
        return is_arrow(graph, source, target)

    def line(i, j):
        return graph.kind(i, j) is EdgeKind.UNDIRECTED

    def apart(i, j):
        return graph.kind(i, j) is EdgeKind.NONE

    match each.rule:
        case 1:
            w, u, v = each.nodes
            found = arrow(w, u) and apart(w, v)
        case 2:
            u, w, v = each.nodes
            found = arrow(u, w) and arrow(w, v)
        case 3:
            u, w1, w2, v = each.nodes
            lines = line(u, w1) and line(u, w2)
            found = lines and arrow(w1, v) and arrow(w2, v) and apart(w1, w2)
        case _:
            u, w, s, v = each.nodes
            path = line(u, w) and arrow(w, s) and arrow(s, v)
            found = path and not apart(u, s) and apart(w, v)
    return found and line(u, v) and (each.source, each.target) == (u, v)


def test_each_orientation_names_the_pattern_it_came_from(random_dag):
    rng = np.random.default_rng(1)
    rules = dict.fromkeys(range(1, 5), 0)
    for _ in range(300):
        dag = random_dag(7, 0.6, rng)
        cpdag, reasons = complete_with_reasons(dag)
        colliders = [(each.source, each.target) for each in reasons if each.rule == 0]
        lines = [edge for edge in skeleton(dag) if not {edge, edge[::-1]} & set(colliders)]
        then = Marks(PDAG.from_edges(7, colliders, lines))
        stories = [reasons]
        arrows = directed_as_in(dag, undirected(cpdag))
        rng.shuffle(arrows)
        marks = Marks(cpdag)
        for source, target in arrows:
            if marks.neighbors[source] >> target & 1:
                marks.orient(source, target)
                added = close_under_meek(marks, (source, target), with_rule_4=True)
                stories.append((Orientation(source, target, 0, ()), *added))
        for each in chain(*stories):
            if each.rule > 0:
                assert premises(then.freeze(), each)
                rules[each.rule] += 1
            if then.neighbors[each.source] >> each.target & 1:
                then.orient(each.source, each.target)
        assert then.freeze() == marks.freeze() == dag
    assert min(rules.values()) > 5, rules


def test_without_rule_4_it_is_not_used():
    # 0 — 1, 1 → 2 → 3, 0 adjacent to 2, and 1 and 3 apart: the pattern of rule 4 for 0 — 3.
    graph = PDAG.from_edges(4, [(1, 2), (2, 3)], [(0, 1), (0, 2), (0, 3)])
    without, with_it = Marks(graph), Marks(graph)
    assert close_under_meek(without, range(4)) == []
    assert close_under_meek(with_it, range(4), with_rule_4=True) == [
        Orientation(0, 3, 4, (0, 1, 2, 3))
    ]


def test_the_edge_of_rule_4_may_lie_a_step_away_from_what_was_told():
    # 2 → 3 is known; 1 → 2 then directs 0 — 3, which neither 1 nor 2 is an end of.
    graph = PDAG.from_edges(4, [(2, 3)], [(0, 1), (0, 2), (0, 3), (1, 2)])
    marks = Marks(graph)
    marks.orient(1, 2)
    added = close_under_meek(marks, (1, 2), with_rule_4=True)
    assert [(each.source, each.target, each.rule) for each in added] == [(0, 3, 4)]
