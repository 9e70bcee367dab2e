"""How two results of a fork are said and drawn to differ."""

from components.replay.fork_difference import comparison_sentence, difference_paint
from components.replay.fork_work import Forked
from gesncd.graphs import PDAG
from gesncd.lessons import lesson


def test_differences_of_two_results_are_marked_on_both():
    old = PDAG.from_edges(4, [(0, 1)], [(1, 2)])
    new = PDAG.from_edges(4, [(1, 0)], [(2, 3)])
    here, there = difference_paint(old, new), difference_paint(new, old)
    assert {pair: paint.label for pair, paint in here.edges.items()} == {
        (0, 1): "turned",
        (1, 2): "only here",
    }
    assert [(e.i, e.j) for e in here.extra] == [(2, 3)]
    assert [(e.i, e.j) for e in there.extra] == [(1, 2)]
    text = comparison_sentence(old, Forked((), new, 5), ("A", "B", "C", "D"))
    assert text == (
        "3 pairs of variables differ: 1 edge gone, 1 new, 1 turned. 5 scores had to be computed."
    )
    same = comparison_sentence(old, Forked((), old, 0), ("A", "B", "C", "D"))
    assert same == "Both ways end in the same graph. All scores were known."


def test_an_edge_that_only_one_result_directs_is_not_called_turned():
    old = PDAG.from_edges(4, [(2, 3)], [(0, 1)])
    new = PDAG.from_edges(4, [(0, 1)], [(2, 3)])
    here, there = difference_paint(old, new), difference_paint(new, old)
    assert {pair: paint.label for pair, paint in here.edges.items()} == {
        (0, 1): "undirected here",
        (2, 3): "directed here",
    }
    assert {pair: paint.label for pair, paint in there.edges.items()} == {
        (0, 1): "directed here",
        (2, 3): "undirected here",
    }
    assert here.edges[0, 1].remark == "undirected only in this graph; directed in the other"
    words = [entry.text for entry in here.legend]
    assert words == ["the same in both", "directed only here", "undirected only here"]
    assert [entry.text for entry in there.legend] == words
    assert comparison_sentence(old, Forked((), new, 0), ("A", "B", "C", "D")) == (
        "2 pairs of variables differ: 0 edges gone, 0 new, 1 newly directed, 1 no longer directed. "
        "All scores were known."
    )


def test_a_small_threshold_in_the_lesson_directs_an_edge_and_turns_none():
    each = lesson("tau")
    ends = [each.search(variant)[-1].graph for variant in (0, 2)]
    paint = difference_paint(ends[1], ends[0])
    assert paint.edges[1, 2].label == "directed here"
    assert "turned" not in comparison_sentence(ends[0], Forked((), ends[1], 0), each.names)
