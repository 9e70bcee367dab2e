from itertools import combinations

from gesncd.graphs import PDAG, Delete, Insert
from gesncd.graphs.bits import nodes_in
from gesncd.search.events import Phase
from gesncd.search.invalid import NotAClique, OpenPath, obstacle, rejected_operators


def subsets(nodes):
    nodes = list(nodes)
    return [s for size in range(len(nodes) + 1) for s in combinations(nodes, size)]


def inserts(graph):
    for x in range(graph.n_nodes):
        for y in range(graph.n_nodes):
            if x != y and not graph.adjacent(x) >> y & 1:
                free = graph.neighbors[y] & ~graph.adjacent(x)
                yield from (Insert(x, y, t) for t in subsets(nodes_in(free)))


def deletes(graph):
    for x in range(graph.n_nodes):
        for y in range(graph.n_nodes):
            if (graph.parents[y] | graph.neighbors[y]) >> x & 1:
                na = graph.neighbors[y] & graph.adjacent(x)
                yield from (Delete(x, y, h) for h in subsets(nodes_in(na)))


def test_an_obstacle_is_there_exactly_where_the_operator_is_not_valid(random_cpdags):
    seen = {True: 0, False: 0}
    for graph in random_cpdags(5, 60):
        for operator in (*inserts(graph), *deletes(graph)):
            valid = operator.is_valid(graph)
            seen[valid] += 1
            assert (obstacle(graph, operator) is None) == valid, (graph, operator)
    assert seen[False] > 50
    assert seen[True] > 500


def test_open_paths_lead_from_y_to_x_around_the_blocking_set(random_cpdags):
    n_paths = 0
    for graph in random_cpdags(6, 60):
        for operator in inserts(graph):
            found = obstacle(graph, operator)
            if not isinstance(found, OpenPath):
                continue
            n_paths += 1
            na = graph.neighbors[operator.y] & graph.adjacent(operator.x)
            assert (found.nodes[0], found.nodes[-1]) == (operator.y, operator.x)
            assert len(set(found.nodes)) == len(found.nodes)
            for a, b in zip(found.nodes, found.nodes[1:], strict=False):
                assert (graph.children[a] | graph.neighbors[a]) >> b & 1
                assert not na >> b & 1
                assert b not in operator.t
    assert n_paths > 30


def test_a_chain_of_four_must_block_the_way_back():
    chain = PDAG.from_edges(4, undirected=[(0, 1), (1, 2), (2, 3)])
    assert obstacle(chain, Insert(0, 3)) == OpenPath((3, 2, 1, 0))
    assert obstacle(chain, Insert(0, 3, (2,))) is None


def test_a_star_has_no_clique_among_its_tips():
    star = PDAG.from_edges(4, undirected=[(0, 1), (0, 2)])
    assert obstacle(star, Insert(3, 0, (1, 2))) == NotAClique((1, 2), (1, 2))


def test_a_diamond_cannot_lose_its_middle_without_h():
    diamond = PDAG.from_edges(4, undirected=[(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)])
    assert obstacle(diamond, Delete(1, 2)) == NotAClique((0, 3), (0, 3))
    assert obstacle(diamond, Delete(1, 2, (0,))) is None


def test_rejected_operators_are_invalid_and_come_with_their_sets(random_cpdags):
    total = 0
    for graph in random_cpdags(6, 40):
        for phase, kind in ((Phase.FORWARD, Insert), (Phase.BACKWARD, Delete)):
            found = rejected_operators(graph, phase, limit=7)
            assert len(found) <= 7
            sizes = [len(getattr(r.operator, "t", getattr(r.operator, "h", ()))) for r in found]
            assert sizes == sorted(sizes)
            for rejected in found:
                total += 1
                assert isinstance(rejected.operator, kind)
                assert not rejected.operator.is_valid(graph)
                assert rejected.conditioning == rejected.operator.conditioning_set(graph)
                assert rejected.obstacle == obstacle(graph, rejected.operator)
    assert total > 50


def test_two_nodes_in_t_that_are_not_joined_are_listed():
    star = PDAG.from_edges(4, undirected=[(0, 1), (0, 2)])
    listed = {r.operator: r.obstacle for r in rejected_operators(star, Phase.FORWARD)}
    assert listed[Insert(3, 0, (1, 2))] == NotAClique((1, 2), (1, 2))


def test_each_way_to_break_the_clique_condition_is_listed(random_cpdags):
    for graph in random_cpdags(5, 60):
        for phase, every in ((Phase.FORWARD, inserts), (Phase.BACKWARD, deletes)):
            listed = rejected_operators(graph, phase, limit=10_000)
            shown = {
                (r.operator.x, r.operator.y, r.obstacle.missing)
                for r in listed
                if isinstance(r.obstacle, NotAClique)
            }
            for operator in every(graph):
                found = obstacle(graph, operator)
                if isinstance(found, NotAClique):
                    assert (operator.x, operator.y, found.missing) in shown


def test_the_empty_graph_rejects_nothing():
    assert rejected_operators(PDAG.empty(5), Phase.FORWARD) == ()
    assert rejected_operators(PDAG.empty(5), Phase.BACKWARD) == ()
