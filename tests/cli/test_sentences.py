from gesncd.cli.sentences import edge_lines, shown, step_sentence
from gesncd.graphs import PDAG, Delete, Insert, Reorient
from gesncd.search.arrow_sources import ArrowSource
from gesncd.search.events import Phase, Step


def step(phase, operator, score, conditioning, cpdag):
    return Step(2, phase, operator, score, conditioning, (), 1, None, (), cpdag, ())


def test_a_step_is_one_sentence():
    graph = PDAG.from_edges(4, directed=[(0, 1)])
    forward = step(Phase.FORWARD, Insert(0, 1, (2,)), 0.123456, (2, 3), graph)
    assert step_sentence(forward, 0.05, "abcd") == (
        "Step 2 (forward) joins a and b: their score given c and d is 0.123, above τ 0.05; "
        "1 edge now."
    )
    backward = step(Phase.BACKWARD, Delete(0, 1), 0.01, (), PDAG.empty(4))
    assert step_sentence(backward, 0.05, "abcd") == (
        "Step 2 (backward) parts a and b: their score given nothing is 0.01, at most τ 0.05; "
        "0 edges now."
    )
    turn = Reorient(Insert(0, 1), Delete(0, 1, (2,)))
    turned = step(Phase.FORWARD, turn, 0.2, (2,), graph)
    assert step_sentence(turned, 0.05, ("a\n", *"bcd")) == (
        "Step 2 (forward) turns edges around a\\n and b, which knowledge keeps apart: their score "
        "given c is 0.2, above τ 0.05; 1 edge now."
    )


def test_edges_show_their_direction():
    graph = PDAG.from_edges(3, directed=[(2, 0)], undirected=[(0, 1)])
    assert edge_lines(graph, "zba") == ["2 edges:", "  a → z", "  b — z"]
    assert edge_lines(PDAG.empty(1), "a") == ["No edges."]
    assert edge_lines(graph, "zba", {(2, 0): ArrowSource.BOTH}) == [
        "2 edges, 1 of them directed (1 by knowledge, 1 of these by the data too):",
        "  a → z (directed by knowledge, and by the data)",
        "  b — z",
    ]


def test_a_name_cannot_steer_the_terminal():
    assert shown("ok é 名") == "ok é 名"
    assert shown("\x1b[2Jx\ny\u202e") == "\\x1b[2Jx\\ny\\u202e"
