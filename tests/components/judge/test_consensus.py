"""What several runs agree on, as paint and tables."""

from __future__ import annotations

from components.judge.consensus import (
    comparison_text,
    consensus_paint,
    disagreement_frame,
    disagreement_text,
    shares_frame,
    sorted_shares,
)
from components.judge.run_choice import letters
from gesncd.graphs import PDAG, EdgeKind
from gesncd.judge.many import Disagreement, compare_runs
from gesncd.judge.stated import Stated
from gesncd.measures import Query
from gesncd.search.arrow_sources import ArrowSource

NAMES = ("a", "b", "c", "d")
ONE = PDAG.from_edges(4, directed=[(0, 1), (2, 3)], undirected=[(1, 2)])
TWO = PDAG.from_edges(4, directed=[(0, 1), (3, 2)])
THREE = PDAG.from_edges(4, directed=[(0, 1), (2, 3), (0, 3)])


def test_shared_edges_are_wide_and_green_and_a_minority_is_dashed():
    graphs = (ONE, TWO, THREE)
    comparison = compare_runs(letters(3), graphs)
    paint = consensus_paint(comparison, letters(3), graphs)
    assert set(paint.edges) == {(0, 1), (2, 3)}
    alike, turned = paint.edges[0, 1], paint.edges[2, 3]
    assert (alike.ink, alike.label) == ("satisfied", "")
    assert (turned.ink, turned.label) == ("ink", "")
    assert turned.remark == "A →, B ←, C →"
    assert alike.width == turned.width
    minor = {(each.i, each.j): each for each in paint.extra}
    assert set(minor) == {(1, 2), (0, 3)}
    assert minor[1, 2].kind is EdgeKind.UNDIRECTED
    assert minor[0, 3].kind is EdgeKind.FORWARD
    assert minor[1, 2].paint.dashed
    assert minor[1, 2].paint.label == "A"
    assert minor[1, 2].paint.width < alike.width


def test_shares_are_written_where_not_all_join():
    graphs = (ONE, ONE, THREE, ONE)
    paint = consensus_paint(compare_runs(letters(4), graphs), letters(4), graphs)
    assert paint.edges[1, 2].label == "3/4"
    assert [each.paint.label for each in paint.extra] == ["1/4"]


def test_the_legend_speaks_of_two_runs_as_two():
    graphs = (ONE, TWO)
    paint = consensus_paint(compare_runs(letters(2), graphs), letters(2), graphs)
    assert [entry.text for entry in paint.legend] == [
        "the same in both",
        "joined by both, not alike",
        "in one only",
    ]


def test_the_table_has_what_differs_first():
    graphs = (ONE, TWO, THREE)
    comparison = compare_runs(letters(3), graphs)
    frame = shares_frame(sorted_shares(comparison), letters(3), graphs, NAMES)
    assert list(frame.columns) == [
        "Variable",
        "A",
        "B",
        "C",
        "Other variable",
        "Joined by",
        "Alike",
    ]
    assert frame.values.tolist() == [
        ["c", "→", "←", "→", "d", "3 of 3", "no"],
        ["a", "none", "none", "→", "d", "1 of 3", "no"],
        ["b", "—", "none", "none", "c", "1 of 3", "no"],
        ["a", "→", "→", "→", "b", "3 of 3", "yes"],
    ]
    assert comparison_text(comparison) == (
        "Of 4 pairs that some run joins, all 3 runs join 2, and 1 of those in the same way."
    )


def test_what_the_runs_were_told_is_no_agreement_of_theirs():
    graphs = (ONE, THREE)
    comparison = compare_runs(letters(2), graphs)
    by_knowledge = {(0, 1): ArrowSource.KNOWLEDGE, (2, 3): ArrowSource.DATA}
    first = Stated(PDAG.empty(4), frozenset({(0, 1), (2, 3)}), sources=by_knowledge)
    second = Stated(PDAG.empty(4), frozenset({(0, 1)}), sources=by_knowledge)
    assert comparison_text(comparison, letters(2), (first, second)) == (
        "Of 4 pairs that some run joins, both runs join 2, and 2 of those in the same way. Of the "
        "2 joined, stated beforehand: 1 in both, 1 in A. Of those alike, directed by knowledge or "
        "what follows from it: 1 in both."
    )
    shown = sorted_shares(comparison)
    frame = shares_frame(shown, letters(2), graphs, NAMES, (first, second))
    told = dict(
        zip(frame["Variable"] + frame["Other variable"], frame["Set beforehand"], strict=True)
    )
    assert told == {"ab": "A, B: edge and direction", "cd": "A: edge", "bc": "", "ad": ""}
    nothing = [Stated(PDAG.empty(4))] * 2
    assert "stated" not in comparison_text(comparison, letters(2), nothing)
    assert "Set beforehand" not in shares_frame(shown, letters(2), graphs, NAMES, nothing)


def test_no_run_may_have_an_edge():
    empty = PDAG.empty(4)
    assert comparison_text(compare_runs(letters(2), (empty, empty))) == (
        "None of the runs has an edge."
    )


def test_questions_answered_differently_have_both_scores():
    found = [
        Disagreement(Query.pair(0, 1, (2, 3)), 0.5, 0.1, 0.01, 0.2),
        Disagreement(Query.pair(2, 3), 0.02, 0.1, 0.3, 0.2),
    ]
    frame = disagreement_frame(found, NAMES, "A", "B")
    assert frame.values.tolist() == [
        ["a", "b", "c, d", 0.5, 0.01, "A"],
        ["c", "d", "nothing", 0.02, 0.3, "B"],
    ]
    assert disagreement_text(2, 40, ("A", "B"), (0.1, 0.2)).startswith(
        "Of 40 questions that both asked, they answer 2 differently (5 %). τ is 0.1 in A and 0.2 "
    )
    assert disagreement_text(0, 0, ("A", "B"), (0.1, 0.2)) == (
        "The two runs have no question in common."
    )
