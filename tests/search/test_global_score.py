"""S_g: what is asked about a graph, and what is made of the answers."""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import permutations, product

import numpy as np
import pytest

from gesncd.graphs import PDAG, cpdag_of_dag
from gesncd.measures import Query
from gesncd.search import GlobalScore, Phase, Started, Step, reframed_ges
from gesncd.search.global_score import global_score_queries, mean_clipped


@pytest.mark.parametrize(
    ("cpdag", "queries"),
    [
        # 0 → 1 → 2 is the first member: only 2 has a non-descendant besides its parent.
        (PDAG.from_edges(3, undirected=[(0, 1), (1, 2)]), {2: ((0,), (1,))}),
        # A collider has no other members; its causes are each other's non-descendants.
        (PDAG.from_edges(3, [(0, 2), (1, 2)]), {0: ((1,), ()), 1: ((0,), ())}),
        # Without edges every other node is a non-descendant.
        (PDAG.empty(3), {0: ((1, 2), ()), 1: ((0, 2), ()), 2: ((0, 1), ())}),
        # Where all are joined nothing is left to ask.
        (PDAG.from_edges(3, undirected=[(0, 1), (0, 2), (1, 2)]), {}),
        # 1 — 0 — 2 becomes 0 → 1, 0 → 2, and 3 stands alone: its descendants are nobody.
        (
            PDAG.from_edges(4, undirected=[(0, 1), (0, 2)]),
            {0: ((3,), ()), 1: ((2, 3), (0,)), 2: ((1, 3), (0,)), 3: ((0, 1, 2), ())},
        ),
        # 0 → 2 ← 1, 2 → 3: a descendant at two steps is one as well.
        (
            PDAG.from_edges(4, [(0, 2), (1, 2), (2, 3)]),
            {0: ((1,), ()), 1: ((0,), ()), 3: ((0, 1), (2,))},
        ),
    ],
)
def test_queries_worked_by_hand(cpdag, queries):
    expected = [Query(x, (node,), z) for node, (x, z) in sorted(queries.items())]
    assert list(global_score_queries(cpdag)) == expected


def dags_of_four():
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    found = set()
    for order in permutations(range(4)):
        for kept in product((False, True), repeat=6):
            chosen = [pair for pair, keep in zip(pairs, kept, strict=True) if keep]
            arrows = [(order[i], order[j]) for i, j in chosen]
            found.add(PDAG.from_edges(4, arrows))
    return found


def first_of(dags):
    """The DAG that points from smaller to larger at the first edge at which some differ."""
    matrices = {dag: dag.to_matrix() for dag in dags}
    edges = np.argwhere(np.triu(sum(matrices.values())) + np.tril(sum(matrices.values())).T)
    return min(dags, key=lambda dag: [not matrices[dag][i, j] for i, j in edges])


def queries_by_definition(dag):
    matrix = dag.to_matrix()
    reached = np.linalg.matrix_power(np.eye(4, dtype=int) + matrix, 4) > 0
    for node in range(4):
        parents = {int(i) for i in np.flatnonzero(matrix[:, node])}
        others = {int(i) for i in np.flatnonzero(~reached[node])} - parents
        if others:
            yield Query(tuple(sorted(others)), (node,), tuple(sorted(parents)))


def test_every_class_of_four_nodes_is_asked_about_its_first_member():
    classes = defaultdict(list)
    for dag in dags_of_four():
        classes[cpdag_of_dag(dag)].append(dag)
    assert (len(classes), sum(map(len, classes.values()))) == (185, 543)
    for cpdag, dags in classes.items():
        assert list(global_score_queries(cpdag)) == list(queries_by_definition(first_of(dags)))


def test_the_mean_is_over_all_nodes_and_each_score_is_clipped():
    assert mean_clipped([0.5, 0.25], 3) == 0.25
    assert mean_clipped([-0.5, 0.5], 2) == 0.25
    assert mean_clipped([1.5, 0.5], 2) == 0.75
    assert mean_clipped([], 4) == 0.0


def expected_score(measure, cpdag):
    scores = measure.evaluate(global_score_queries(cpdag))
    return np.clip(scores, 0.0, 1.0).sum() / measure.n_variables


def test_a_search_scores_the_graph_it_starts_from_and_that_after_each_step(searches):
    measure, tau, _ = searches[0]
    graphs, scores = {}, {}
    for event in reframed_ges(measure, tau):
        match event:
            case Started():
                graphs[0] = event.cpdag
            case Step():
                graphs[event.index] = event.cpdag
            case GlobalScore():
                # It follows the step whose graph it is of.
                assert event.step == max(graphs)
                scores[event.step] = event.value
    assert list(scores) == list(graphs)
    assert len(graphs) >= 5
    for step, graph in graphs.items():
        assert scores[step] == pytest.approx(expected_score(measure, graph), abs=1e-12)


def test_with_many_variables_only_the_last_graph_is_scored(searches, monkeypatch):
    measure, tau, _ = searches[0]
    module = sys.modules[reframed_ges.__module__]
    monkeypatch.setattr(module, "MAX_VARIABLES_FOR_STEPWISE_GLOBAL_SCORE", 6)
    seen = []
    events = list(reframed_ges(measure, tau, on_progress=seen.append))
    scored = [event for event in events if isinstance(event, GlobalScore)]
    last = [event for event in events if isinstance(event, Step)][-1]
    assert [event.step for event in scored] == [last.index]
    assert scored[0].value == pytest.approx(expected_score(measure, last.cpdag), abs=1e-12)
    phases = {each.phase for each in seen if each.purpose == "global score"}
    assert phases == {Phase.BACKWARD}
