from gesncd.graphs import PDAG, Delete
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.arrow_sources import ArrowSource, arrow_sources, sources_text
from gesncd.search.data_arrows import data_arrows

NAMES = "abcdefg"


def known(**statements):
    return Constraints.of(Knowledge(**statements), NAMES)


def arrows_of(graph):
    return [(i, j) for i, j, directed in graph.edges() if directed]


def test_where_nothing_is_stated_all_arrows_of_a_class_are_from_the_data(random_cpdags):
    """So the three rules, from colliders alone, leave out none that Meek's closure finds."""
    n_arrows = 0
    for graph in random_cpdags(7, 150):
        arrows = arrows_of(graph)
        assert data_arrows(graph, arrows, known()) == set(arrows)
        n_arrows += len(arrows)
    assert n_arrows > 500


def test_an_arrow_that_is_gone_without_a_stated_edge_is_not_from_the_data(random_cpdags):
    """Stated is an edge that a Delete may take away; the class without it is what data gave."""
    n_followed = n_kept = 0
    for graph in random_cpdags(7, 150):
        for i, j, _ in list(graph.edges()):
            operator = Delete(i, j, ())
            if not operator.is_valid(graph):
                continue
            without = arrows_of(operator.apply(graph))
            stated = known(adjacent=((NAMES[i], NAMES[j]),))
            found = data_arrows(graph, arrows_of(graph), stated)
            assert (i, j) not in found
            n_kept += len(found & set(without))
            # A collider of which the edge is a part is there with it alone.
            for a, b in arrows_of(graph):
                others = [c for c, d in arrows_of(graph) if d == b and c != a]
                only = [c for c in others if not graph.adjacent(a) >> c & 1]
                if {a, b} != {i, j} and only == [i if b == j else j] and b in (i, j):
                    before = [(c, a) for c, d in arrows_of(graph) if d == a]
                    if not before and (a, b) not in without:
                        n_followed += 1
                        assert (a, b) not in found
    assert n_kept > 200
    assert n_followed > 20


def test_a_collider_with_a_stated_edge_follows_from_it():
    """b → c is stated, a → c then has its head from the collider, and c → d from that."""
    graph = PDAG.from_edges(7, directed=[(0, 2), (1, 2), (2, 3)])
    sources = arrow_sources(graph, (), known(required=(("b", "c"),)))
    assert sources == {
        (0, 2): ArrowSource.FOLLOWS,
        (1, 2): ArrowSource.KNOWLEDGE,
        (2, 3): ArrowSource.FOLLOWS,
    }
    assert sources_text(sources) == "1 by knowledge, 2 follow from it"
    assert set(arrow_sources(graph, ()).values()) == {ArrowSource.DATA}
    # Another collider in c needs no statement.
    more = PDAG.from_edges(7, directed=[(0, 2), (1, 2), (2, 3), (4, 2)])
    assert arrow_sources(more, (), known(required=(("b", "c"),))) == {
        (0, 2): ArrowSource.DATA,
        (1, 2): ArrowSource.KNOWLEDGE,
        (2, 3): ArrowSource.DATA,
        (4, 2): ArrowSource.DATA,
    }


def test_an_edge_stated_without_a_direction_and_a_pair_kept_apart_count_likewise():
    graph = PDAG.from_edges(7, directed=[(0, 2), (1, 2)])
    joined = arrow_sources(graph, (), known(adjacent=(("c", "b"),)))
    apart = arrow_sources(graph, (), known(forbidden=(("a", "b"), ("b", "a"))))
    assert set(joined.values()) == set(apart.values()) == {ArrowSource.FOLLOWS}
