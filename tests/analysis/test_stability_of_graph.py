import pytest

from gesncd.analysis.replicates import ReplicateResult
from gesncd.analysis.stability import edge_stability
from gesncd.analysis.stability_of_graph import Return, Turn, graph_stability
from gesncd.graphs import PDAG


def replicate(n, directed=(), undirected=(), left_out=()):
    graph = PDAG.from_edges(n, directed=directed, undirected=undirected)
    return ReplicateResult(graph, 0.1, 50, left_out)


def found_of(graph, replicates):
    return graph_stability(graph, edge_stability(graph.n_nodes, replicates))


@pytest.mark.parametrize(
    ("times", "came_back"),
    [(0, Return.NONE), (1, Return.SOME), (2, Return.SOME), (3, Return.MOST), (4, Return.MOST)],
)
def test_more_than_half_is_most_and_none_is_said_apart(times, came_back):
    graph = PDAG.from_edges(2, undirected=[(0, 1)])
    replicates = [replicate(2, undirected=[(0, 1)])] * times + [replicate(2)] * (4 - times)
    (edge,) = found_of(graph, replicates).edges
    assert edge.came_back is came_back
    assert edge.turn is None
    assert edge.shares.joined == times / 4


def test_half_of_the_replicates_in_sixths_is_not_most():
    """The shares 1/6, 1/6 and 1/6 need not sum to exactly one half."""
    graph = PDAG.from_edges(2, directed=[(0, 1)])
    ways = [
        replicate(2, directed=[(0, 1)]),
        replicate(2, directed=[(1, 0)]),
        replicate(2, undirected=[(0, 1)]),
    ]
    (edge,) = found_of(graph, [*ways, *[replicate(2)] * 3]).edges
    assert edge.came_back is Return.SOME
    assert edge.turn is Turn.KEPT


@pytest.mark.parametrize(
    ("forward", "backward", "undirected", "turn"),
    [
        (3, 0, 1, Turn.KEPT),
        (2, 2, 0, Turn.KEPT),
        (1, 0, 3, Turn.UNDIRECTED),
        (0, 2, 2, Turn.UNDIRECTED),
        (1, 3, 0, Turn.REVERSED),
    ],
)
def test_an_arrow_read_against_the_order_of_its_nodes(forward, backward, undirected, turn):
    """Of 2 → 0, forward is from 2 to 0."""
    graph = PDAG.from_edges(3, directed=[(2, 0)])
    replicates = [
        *[replicate(3, directed=[(2, 0)])] * forward,
        *[replicate(3, directed=[(0, 2)])] * backward,
        *[replicate(3, undirected=[(0, 2)])] * undirected,
    ]
    found = found_of(graph, replicates)
    (edge,) = found.edges
    assert (edge.source, edge.target, edge.pair) == (2, 0, (0, 2))
    assert edge.shares.forward == forward / 4
    assert edge.turn is turn
    assert found.turned(turn) == (edge,)


def test_an_arrow_that_seldom_came_back_is_no_turned_one():
    graph = PDAG.from_edges(2, directed=[(0, 1)])
    found = found_of(graph, [replicate(2, undirected=[(0, 1)]), replicate(2), replicate(2)])
    assert found.edges[0].turn is Turn.UNDIRECTED
    assert found.turned(Turn.UNDIRECTED) == ()


def test_failed_edges_come_last_and_new_pairs_are_told():
    graph = PDAG.from_edges(4, directed=[(0, 1)], undirected=[(1, 2)])
    every = [replicate(4, undirected=[(1, 2), (2, 3)])] * 3 + [replicate(4, undirected=[(0, 3)])]
    found = found_of(graph, every)
    assert [(edge.source, edge.target) for edge in found.edges] == [(1, 2), (0, 1)]
    assert [edge.came_back for edge in found.edges] == [Return.MOST, Return.NONE]
    # 0 and 3 were joined in one of four only.
    assert found.others == ((2, 3),)
    assert found.n_replicates == 4


def test_where_a_variable_was_never_there_nothing_can_be_told():
    graph = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    found = found_of(graph, [replicate(3, undirected=[(0, 1)], left_out=[2])] * 2)
    assert [edge.came_back for edge in found.edges] == [Return.MOST, Return.UNTOLD]


def test_graphs_of_other_variables_are_refused():
    with pytest.raises(ValueError, match="has 2 variables, the replicates have 3"):
        graph_stability(PDAG.empty(2), edge_stability(3, [replicate(3)]))
