import pytest

from gesncd.analysis.replicates import ReplicateResult
from gesncd.analysis.stability import edge_stability
from gesncd.analysis.stability_of_graph import Turn, graph_stability
from gesncd.analysis.stability_sentences import (
    MOST_LISTED,
    bound_sentence,
    graph_stability_sentences,
)
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge

LETTERS = "ABCDEFGHIJKLMNOP"


def sentences(graph, graphs, **words):
    results = [ReplicateResult(each, 0.1, 50) for each in graphs]
    found = graph_stability(graph, edge_stability(graph.n_nodes, results))
    return graph_stability_sentences(found, LETTERS.__getitem__, **words)


def test_what_failed_is_said_first_and_by_name():
    run = PDAG.from_edges(6, directed=[(0, 1), (2, 1), (4, 5)], undirected=[(2, 3), (3, 4)])
    most = PDAG.from_edges(6, directed=[(0, 1)], undirected=[(1, 2), (2, 3), (0, 3)])
    some = PDAG.from_edges(6, directed=[(0, 1)], undirected=[(1, 2), (2, 3), (0, 3), (3, 4)])
    assert sentences(run, [most, most, most, some], replicates="halves") == (
        "Of the 5 edges of your run, 3 came back in most of 4 halves, 1 in some, 1 in none: E → F.",
        "In half of them or fewer: D — E in 25 %.",
        "1 of its arrows came back, but more often undirected: C → B.",
        "1 pair without an edge in your run is joined in most halves: A, D.",
    )


def test_what_is_turned_round_is_said():
    run = PDAG.from_edges(4, directed=[(0, 1), (2, 1)])
    turned = PDAG.from_edges(4, directed=[(1, 0), (1, 2)])
    assert sentences(run, [turned] * 3) == (
        "All 2 edges of your run came back in most of 3 replicates.",
        "2 of its arrows came back, but more often pointing the other way: A → B, C → B.",
    )


def test_a_list_of_failures_is_bounded():
    n = len(LETTERS)
    run = PDAG.from_edges(n, undirected=[(k, k + 1) for k in range(n - 1)])
    (only,) = sentences(run, [PDAG.empty(n)] * 2)
    assert only.startswith(
        "Of the 15 edges of your run, 0 came back in most of 2 replicates, 15 in"
    )
    assert only.count(" — ") == MOST_LISTED
    assert only.endswith(f"and {15 - MOST_LISTED} more.")


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (PDAG.empty(3), "Your run has no edge that could come back."),
        (
            PDAG.from_edges(3, undirected=[(0, 1)]),
            "The only edge of your run came back in the first of the replicates.",
        ),
        (
            PDAG.from_edges(3, undirected=[(0, 2)]),
            "Of the only edge of your run, 0 came back in the first of the replicates, 1 in none: "
            "A — C.",
        ),
    ],
)
def test_few_edges_are_put_in_words_too(run, said):
    assert sentences(run, [PDAG.from_edges(3, undirected=[(0, 1)])])[0] == said


def test_nothing_is_said_before_a_replicate_is_done():
    assert sentences(PDAG.from_edges(2, undirected=[(0, 1)]), []) == ()


def test_the_bound_is_said_with_what_it_assumes():
    said = bound_sentence(4.3333, 9)
    assert said.startswith("Of these 9 edges, at most 4.3 are expected to be false (Meinshausen")
    assert "That assumes that halves join all false pairs equally often" in said
    assert "Of this edge, at most 0.74 are" in bound_sentence(0.742, 1)
    assert "at most 1 is expected" in bound_sentence(1.0, 3)


def test_what_knowledge_set_beforehand_is_told_and_not_counted():
    known = Constraints.of(Knowledge(required=(("A", "B"),), tiers=(("B",), ("C",))), "ABC")
    run = PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    results = [ReplicateResult(PDAG.from_edges(3, directed=[(0, 1)]), 0.1, 50)] * 4
    stability = edge_stability(3, results, known)
    found = graph_stability(run, stability)
    assert graph_stability_sentences(found, LETTERS.__getitem__) == (
        "Of the only edge of your run that was left to the data, 0 came back in most of 4 "
        "replicates, 1 in none: B → C.",
        "1 edge and 2 directions were set beforehand by background knowledge: the edge comes "
        "back in any case, the directions cannot turn where their pairs are joined, and they are "
        "not counted.",
    )
    assert [stability.set_beforehand(i, j) for i, j in ((0, 1), (1, 2), (0, 2))] == [
        "edge and direction",
        "direction",
        "",
    ]
    alone = graph_stability(PDAG.from_edges(3, directed=[(0, 1)]), stability)
    assert graph_stability_sentences(alone, LETTERS.__getitem__)[0] == (
        "Your run has no edge that was left to the data."
    )


def test_what_follows_from_knowledge_may_turn_and_is_said_to():
    """W → S → B → G with W first: no collider directs any of it, and halves have G before B."""
    known = Constraints.of(Knowledge(tiers=(("W",), ("S", "B", "G"))), "WSBG")
    run = PDAG.from_edges(4, directed=[(0, 1), (1, 2), (2, 3)])
    half = PDAG.from_edges(4, directed=[(0, 1), (1, 3), (3, 2)])
    results = [ReplicateResult(each, 0.1, 50) for each in (run, half, half, half)]
    found = graph_stability(run, edge_stability(4, results, known))
    assert graph_stability_sentences(found, "WSBG".__getitem__, replicates="halves") == (
        "Of the 3 edges of your run, 2 came back in most of 4 halves, 1 in some.",
        "1 direction was set beforehand by background knowledge: the direction cannot turn where "
        "its pair is joined, and it is not counted.",
        "2 directions follow from background knowledge in most halves that join the two, and are "
        "not counted as found by the data: B → G in 25 %, S → B in 25 % of all halves.",
        "In half of them or fewer: S → B in 25 %.",
        "1 of its arrows came back, but more often pointing the other way: B → G.",
        "1 pair without an edge in your run is joined in most halves: S, G.",
    )


def test_what_the_run_alone_was_told_is_named_and_not_counted():
    """Replicates that search without knowledge cannot be blamed for what only the run knew."""
    given = Constraints.of(Knowledge(required=(("A", "B"),), tiers=(("C",), ("D",))), "ABCD")
    run = PDAG.from_edges(4, directed=[(0, 1), (2, 3)], undirected=[(1, 2)])
    found = PDAG.from_edges(4, undirected=[(1, 2), (2, 3)])
    stability = edge_stability(4, [ReplicateResult(found, 0.1, 50)] * 4)
    own = graph_stability(run, stability, given)
    assert graph_stability_sentences(own, LETTERS.__getitem__, replicates="halves") == (
        "All 2 edges of your run that were left to the data came back in most of 4 halves.",
        "1 edge was required in your run and is not enforced here, and so is not counted: A → B "
        "came back in 0 %.",
        "1 direction was set in your run by knowledge that is not enforced here, and so is not "
        "counted: C → D.",
    )
    assert own.given_alone(0, 1) == "edge and direction"
    # A direction may follow from what the run was told: then it is no failure either.
    turned = PDAG.from_edges(4, directed=[(1, 2)], undirected=[(0, 1)])
    found = [ReplicateResult(PDAG.from_edges(4, undirected=[(1, 2)]), 0.1, 50)] * 4
    for following, n_turned in (((), 1), (((1, 2),), 0)):
        own = graph_stability(turned, edge_stability(4, found), given, following)
        assert len(own.turned(Turn.UNDIRECTED)) == n_turned
    # Where the replicates obeyed the same, nothing is the run's alone.
    same = graph_stability(run, edge_stability(4, [ReplicateResult(run, 0.1, 50)], given), given)
    assert not any(edge.edge_given or edge.direction_given for edge in same.edges)
    assert same.given_alone(0, 1) == ""


def test_what_the_replicates_alone_were_told_is_no_failure_and_no_find():
    known = Constraints.of(Knowledge(not_adjacent=(("A", "B"),), adjacent=(("C", "D"),)), "ABCD")
    run = PDAG.from_edges(4, undirected=[(0, 1), (1, 2)])
    found = PDAG.from_edges(4, undirected=[(1, 2), (2, 3)])
    stability = edge_stability(4, [ReplicateResult(found, 0.1, 50)] * 4, known)
    assert graph_stability_sentences(graph_stability(run, stability), LETTERS.__getitem__) == (
        "The only edge of your run that was left to the data came back in most of 4 replicates.",
        "1 edge of your run cannot come back, as what is enforced here keeps its ends apart, and "
        "so is not counted: A — B.",
    )


def test_a_pair_that_the_run_had_to_keep_apart_is_told_to_be_such_a_one():
    given = Constraints.of(Knowledge(not_adjacent=(("A", "B"),)), "ABC")
    joined = [ReplicateResult(PDAG.from_edges(3, undirected=[(0, 1), (1, 2)]), 0.1, 50)] * 3
    own = graph_stability(PDAG.empty(3), edge_stability(3, joined), given)
    assert graph_stability_sentences(own, LETTERS.__getitem__)[-1] == (
        "2 pairs without an edge in your run are joined in most replicates: A, B (kept apart in "
        "your run by knowledge); B, C."
    )
