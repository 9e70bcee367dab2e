from itertools import product

from components.neighbourhood import markov_blanket, neighbourhood
from gesncd.graphs import PDAG, cpdag_of_dag, members


def test_the_groups_of_a_node():
    graph = PDAG.from_edges(6, directed=[(0, 1), (1, 2), (3, 2), (5, 1)], undirected=[(1, 4)])
    around = neighbourhood(graph, 1)
    assert around.parents == (0, 5)
    assert around.children == (2,)
    assert around.neighbours == (4,)
    assert around.coparents == (3,)
    assert around.blanket == (0, 2, 3, 4, 5)


def test_a_parent_of_a_child_that_is_joined_anyway_is_no_coparent():
    graph = PDAG.from_edges(3, directed=[(0, 2), (1, 2), (0, 1)])
    assert neighbourhood(graph, 0).coparents == ()


def test_the_blanket_is_the_same_in_every_member_of_every_small_class():
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    classes = {
        cpdag_of_dag(PDAG.from_edges(4, directed=[p for p, k in zip(pairs, on, strict=True) if k]))
        for on in product((0, 1), repeat=6)
    }
    for cpdag in classes:
        for member in members(cpdag):
            for node in range(4):
                assert markov_blanket(member, node) == markov_blanket(cpdag, node)
