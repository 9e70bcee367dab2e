from components.discover.equivalence import MOST_COUNTED, class_members, size_text, turned_edges
from gesncd.graphs import PDAG


def tree(n):
    return PDAG.from_edges(n, undirected=[(i, i + 1) for i in range(n - 1)])


def test_a_chain_of_n_has_n_members():
    assert len(class_members(tree(7))) == 7
    assert size_text(tree(7)).startswith(
        "7 graphs explain the data equally well, if every decision of the search was right."
    )


def test_with_knowledge_only_graphs_that_agree_with_it_are_counted():
    assert size_text(tree(2), known=True) == (
        "2 graphs explain the data equally well and agree with what you know, if every decision "
        "of the search was right. They have the same edges and differ in how the undirected ones "
        "point."
    )


def test_a_directed_graph_is_alone_and_that_is_no_reason_for_trust():
    graph = PDAG.from_edges(3, directed=[(0, 1), (2, 1)])
    assert size_text(graph) == (
        "The class leaves no direction open. That is so if every decision of the search was "
        "right, and says nothing of how sure an arrow is: one wrong edge, or one that is missing, "
        "can turn many of them."
    )
    assert size_text(graph, known=True).startswith(
        "The class and what you know leave no direction open."
    )
    assert size_text(PDAG.empty(3)) == "The graph has no edges, so no direction is open."


def test_counting_stops_at_the_cap_and_says_so():
    pairs = [(2 * k, 2 * k + 1) for k in range(30)]
    graph = PDAG.from_edges(60, undirected=pairs)
    assert len(class_members(graph)) == MOST_COUNTED + 1
    assert size_text(graph).startswith("More than 1,000 graphs")


def test_the_edges_that_a_member_turns():
    graph = PDAG.from_edges(4, directed=[(0, 1), (2, 1)], undirected=[(2, 3)])
    for member in class_members(graph):
        (change,) = turned_edges(graph, member)
        assert {change.i, change.j} == {2, 3}
        assert change.kind == "reoriented"
        assert change.after is member.kind(2, 3)
