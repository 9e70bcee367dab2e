"""Where two graphs differ, as paint, sentence and table."""

from __future__ import annotations

import pytest

from components.judge.difference_view import (
    difference_frame,
    difference_paint,
    pair_sentence,
    sorted_pairs,
    verdict_sentence,
)
from gesncd.graphs import PDAG, EdgeKind
from gesncd.judge.difference import difference
from gesncd.judge.stated import Stated
from gesncd.search.arrow_sources import ArrowSource

NAMES = ("A", "B", "C", "D", "E", "F")


@pytest.fixture
def pairs():
    """One pair of each verdict."""
    found = PDAG.from_edges(6, directed=[(0, 1), (2, 1), (1, 4), (0, 3)], undirected=[(4, 5)])
    true = PDAG.from_edges(6, directed=[(0, 1), (1, 2), (2, 3), (4, 5)], undirected=[(0, 3)])
    return sorted_pairs(difference(found, true))


def test_what_is_wrong_comes_first_by_kind(pairs):
    assert [each.verdict.value for each in pairs] == [
        "missing",
        "extra",
        "reversed",
        "direction lost",
        "direction invented",
        "right",
    ]


def test_every_verdict_has_a_colour_and_a_mark_or_a_dash_or_no_arrow(pairs):
    paint = difference_paint(pairs)
    assert {pair: (each.ink, each.dashed, each.label) for pair, each in paint.edges.items()} == {
        (0, 1): ("satisfied", False, ""),
        (1, 2): ("accent", False, "⇄"),
        (1, 4): ("violated", False, "+"),
        (0, 3): ("accent", False, "?"),
        (4, 5): ("accent", False, ""),
    }
    (missing,) = paint.extra
    assert (missing.i, missing.j, missing.kind) == (2, 3, EdgeKind.FORWARD)
    assert (missing.paint.ink, missing.paint.dashed, missing.paint.label) == (
        "violated",
        True,
        "",
    )
    assert [entry.text for entry in paint.legend] == [
        "right 1",
        "missing 1",
        "extra 1 (+)",
        "reversed 1 (⇄)",
        "direction lost 1",
        "direction invented 1 (?)",
    ]


def test_many_differences_are_not_labelled():
    n = 60
    found = PDAG.from_edges(n, directed=[(i, i + 1) for i in range(n - 1)])
    paint = difference_paint(difference(found, PDAG.empty(n)))
    assert len(paint.edges) == n - 1
    assert {each.label for each in paint.edges.values()} == {""}
    assert [entry.text for entry in paint.legend] == ["extra 59"]


def test_the_sentence_counts(pairs):
    assert verdict_sentence(pairs) == (
        "1 of 5 true edges is right; 1 is missing, 1 is extra, 1 is reversed, 1 has lost its "
        "direction, 1 has an invented direction."
    )
    assert verdict_sentence(pairs, "run") == (
        "1 of 5 edges of the run is the same; 1 only in the run, 1 only here, 1 reversed, "
        "1 undirected here, 1 undirected in the run."
    )
    same = PDAG.from_edges(2, directed=[(0, 1)])
    assert verdict_sentence(difference(same, same)) == (
        "1 of 1 true edges is right, and there are no others."
    )


def test_the_table_reads_each_edge_from_the_first_variable(pairs):
    frame = difference_frame(pairs, NAMES, "Found", "True")
    assert frame.values.tolist() == [
        ["C", "none", "→", "D", "missing"],
        ["B", "→", "none", "E", "extra"],
        ["B", "←", "→", "C", "reversed"],
        ["E", "—", "→", "F", "direction lost"],
        ["A", "→", "—", "D", "direction invented"],
        ["A", "→", "→", "B", "right"],
    ]


def test_what_was_stated_beforehand_is_counted_and_marked_apart(pairs):
    # A → B is right; B → E is stated as well, and wrong.
    stated = Stated(PDAG.empty(6), frozenset({(0, 1), (1, 4)}), sources={(0, 1): ArrowSource.BOTH})
    assert verdict_sentence(pairs, stated=stated.joined).startswith(
        "1 of 5 true edges is right, 1 of them stated beforehand; 1 is missing"
    )
    frame = difference_frame(pairs, NAMES, "Found", "True", stated=stated)
    assert frame["Set beforehand"].tolist() == ["", "edge", "", "", "", "edge and direction"]
    bare = difference_frame(pairs, NAMES, "Found", "True", stated=Stated(PDAG.empty(6)))
    assert "Set beforehand" not in bare.columns


def test_a_pair_in_words(pairs):
    assert pair_sentence(pairs[2], (1, 2), NAMES, "truth") == (
        "Reversed: B ← C in this graph, B → C in the truth."
    )
    assert pair_sentence(pairs[0], (2, 3), NAMES, "truth") == (
        "Missing: no edge in this graph, C → D in the truth."
    )
    assert pair_sentence(None, (0, 5), NAMES, "truth") == (
        "A and F: joined neither in this graph nor in the truth."
    )


@pytest.mark.parametrize("other", ["truth", "run"])
def test_what_the_graph_tells_by_colour_and_mark_the_table_and_a_choice_tell_in_words(pairs, other):
    words = difference_frame(pairs, NAMES, "found", "true", other)["Verdict"].tolist()
    assert len(set(words)) == len(pairs)
    for pair, word in zip(pairs, words, strict=True):
        said = pair_sentence(pair, (pair.i, pair.j), NAMES, other)
        assert said.startswith(f"{word.capitalize()}: ")
