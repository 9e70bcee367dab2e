from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gesncd.graphs import (
    PDAG,
    complete,
    complete_with_reasons,
    consistent_extension,
    cpdag_of_dag,
    first_member,
    is_cpdag,
    members,
    topological_order,
    v_structures,
)

# Robinson (1973): labelled DAGs; Gillispie and Perlman (2002): equivalence classes.
N_DAGS = {1: 1, 2: 3, 3: 25, 4: 543}
N_CLASSES = {1: 1, 2: 2, 3: 11, 4: 185}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_brute_force_itself_counts_right(n, all_dags, classes) -> None:
    assert len(all_dags(n)) == N_DAGS[n]
    assert len(classes(n)) == N_CLASSES[n]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_cpdag_of_every_dag_is_the_union_of_its_class(n, classes) -> None:
    for cpdag, dags in classes(n).items():
        for dag in dags:
            assert cpdag_of_dag(dag) == cpdag


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_members_lists_every_dag_of_a_class_once_in_order(n, classes) -> None:
    for cpdag, dags in classes(n).items():
        listed = list(members(cpdag))
        assert len(listed) == len(dags)
        assert set(listed) == set(dags)
        assert first_member(cpdag) == listed[0]
        assert listed == sorted(listed, key=_direction_key)


def _direction_key(dag: PDAG) -> list[bool]:
    """Edges in sorted order, False where the smaller node points to the larger."""
    return [edge.source > edge.target for edge in dag.edges()]


def test_members_stops_at_its_limit_in_a_class_too_large_to_list() -> None:
    complete_graph = PDAG.from_edges(12, undirected=[(i, j) for i in range(12) for j in range(i)])
    assert len(list(members(complete_graph, limit=7))) == 7


@pytest.mark.parametrize("n", [2, 3, 4])
def test_is_cpdag_tells_the_classes_among_all_pdags(n, classes) -> None:
    pairs = [(i, j) for i in range(n) for j in range(i)]
    count = 0
    for code in range(4 ** len(pairs)):
        kinds = [code >> 2 * k & 3 for k in range(len(pairs))]
        directed = [
            p if k == 1 else p[::-1] for p, k in zip(pairs, kinds, strict=True) if k in (1, 2)
        ]
        undirected = [p for p, k in zip(pairs, kinds, strict=True) if k == 3]
        count += is_cpdag(PDAG.from_edges(n, directed, undirected))
    assert count == N_CLASSES[n]


@pytest.mark.parametrize("n", [3, 4])
def test_consistent_extension_exists_exactly_where_brute_force_finds_one(n, all_dags) -> None:
    dags = all_dags(n)
    pairs = [(i, j) for i in range(n) for j in range(i)]
    rng = np.random.default_rng(0)
    for _ in range(400):
        kinds = rng.integers(0, 4, len(pairs))
        directed = [
            p if k == 1 else p[::-1] for p, k in zip(pairs, kinds, strict=True) if k in (1, 2)
        ]
        undirected = [p for p, k in zip(pairs, kinds, strict=True) if k == 3]
        graph = PDAG.from_edges(n, directed, undirected)
        possible = {dag for dag in dags if _extends(dag, graph)}
        extension = consistent_extension(graph)
        assert (extension in possible) if possible else extension is None


def _extends(dag: PDAG, graph: PDAG) -> bool:
    same_skeleton = all(dag.adjacent(v) == graph.adjacent(v) for v in range(dag.n_nodes))
    keeps_arrows = all(not graph.parents[v] & ~dag.parents[v] for v in range(dag.n_nodes))
    return same_skeleton and keeps_arrows and set(v_structures(dag)) == set(v_structures(graph))


@given(st.integers(5, 14), st.floats(0.05, 0.7), st.integers(0, 2**32 - 1))
def test_completion_is_idempotent_and_closed(n: int, density: float, seed: int) -> None:
    dag = _random(n, density, seed)
    cpdag = cpdag_of_dag(dag)
    assert complete(cpdag) == cpdag
    assert is_cpdag(cpdag)
    extension = consistent_extension(cpdag)
    assert extension is not None
    assert cpdag_of_dag(extension) == cpdag
    assert cpdag_of_dag(first_member(cpdag)) == cpdag
    assert set(v_structures(cpdag)) == set(v_structures(dag))


def test_cpdag_equals_causal_learn_and_ges_on_random_dags(random_dag) -> None:
    import ges.utils as ges_utils

    rng = np.random.default_rng(1)
    for _ in range(60):
        n = int(rng.integers(3, 12))
        dag = random_dag(n, rng.uniform(0.1, 0.6), rng)
        expected = ges_utils.dag_to_cpdag(dag.to_matrix().astype(int))
        assert (cpdag_of_dag(dag).to_matrix() == expected).all()
        assert cpdag_of_dag(dag) == _cpdag_by_causal_learn(dag)


def _cpdag_by_causal_learn(dag: PDAG) -> PDAG:
    from causallearn.graph.Dag import Dag
    from causallearn.graph.GraphNode import GraphNode
    from causallearn.utils.DAG2CPDAG import dag2cpdag

    nodes = [GraphNode(str(i)) for i in range(dag.n_nodes)]
    theirs = Dag(nodes)
    for edge in dag.edges():
        theirs.add_directed_edge(nodes[edge.source], nodes[edge.target])
    ends = dag2cpdag(theirs).graph  # [j, i] = 1, [i, j] = -1: i → j; both -1: undirected
    return PDAG.from_matrix(ends == -1)


@pytest.mark.parametrize(
    ("directed", "undirected", "arrow", "rule"),
    [
        # 0 → 2 ← 1 forces 2 → 3, which is not adjacent to 0 or 1.
        ([(0, 2), (1, 2), (2, 3)], [], (2, 3), 1),
        # The same with 0 → 3 closing a triangle: 0 → 2 → 3.
        ([(0, 2), (1, 2), (2, 3), (0, 3)], [], (0, 3), 2),
        # 1 → 3 ← 2 with 0 joined to all three.
        ([(0, 1), (0, 2), (1, 3), (2, 3), (0, 3)], [], (0, 3), 3),
    ],
)
def test_each_rule_is_named_with_its_pattern(directed, undirected, arrow, rule) -> None:
    _, orientations = complete_with_reasons(PDAG.from_edges(4, directed, undirected))
    (found,) = [o for o in orientations if (o.source, o.target) == arrow]
    assert found.rule == rule
    if rule == 1 or rule == 2:
        assert found.nodes == (0, 2, 3)
    else:
        assert found.nodes == (0, 1, 2, 3)


@given(st.integers(4, 12), st.floats(0.1, 0.7), st.integers(0, 2**32 - 1))
def test_reasons_cover_exactly_the_arrows_and_hold_in_the_graph(n, density, seed) -> None:
    cpdag, orientations = complete_with_reasons(_random(n, density, seed))
    assert len(orientations) == len({(o.source, o.target) for o in orientations})
    assert {(o.source, o.target) for o in orientations} == {
        (e.source, e.target) for e in cpdag.edges() if e.directed
    }
    arrow = {(e.source, e.target) for e in cpdag.edges() if e.directed}

    def apart(a: int, b: int) -> bool:
        return not cpdag.adjacent(a) >> b & 1

    earlier: set[tuple[int, int]] = set()
    for o in orientations:
        u, v = o.source, o.target
        if o.rule == 0:
            a, c, b = o.nodes
            assert (a, c) == (u, v)
            assert (b, c) in arrow
            assert apart(a, b)
        elif o.rule == 1:
            assert o.nodes[1:] == (u, v)
            assert (o.nodes[0], u) in earlier
            assert apart(o.nodes[0], v)
        elif o.rule == 2:
            w = o.nodes[1]
            assert {(u, w), (w, v)} <= earlier
        else:
            assert o.rule == 3  # rule 4 needs knowledge
            w1, w2 = o.nodes[1:3]
            assert {(w1, v), (w2, v)} <= earlier
            assert apart(w1, w2)
        earlier.add((u, v))


def test_no_dag_no_cpdag() -> None:
    with pytest.raises(ValueError, match="undirected"):
        cpdag_of_dag(PDAG.from_edges(2, undirected=[(0, 1)]))
    with pytest.raises(ValueError, match="cycle"):
        cpdag_of_dag(PDAG.from_edges(3, directed=[(0, 1), (1, 2), (2, 0)]))


def _random(n: int, density: float, seed: int) -> PDAG:
    rng = np.random.default_rng(seed)
    matrix = np.triu(rng.random((n, n)) < density, 1)
    order = rng.permutation(n)
    dag = PDAG.from_matrix(matrix[np.ix_(order, order)])
    assert topological_order(dag) is not None
    return dag
