"""What a Markov check found, in words and paint."""

from __future__ import annotations

from components.judge.markov_view import (
    clearest_text,
    independence_frame,
    so_far_text,
    verdict_text,
    violation_paint,
)
from gesncd.judge import markov
from gesncd.judge.binomial import excess
from gesncd.measures import Query

NAMES = ("a", "b", "c", "d")
TESTED = (
    markov.Tested(Query.pair(0, 1, (2, 3)), "local", 0.5, 0.1),
    markov.Tested(Query.pair(0, 1), "sampled", 0.2, 0.1),
    markov.Tested(Query.pair(1, 3), "local", 0.1, 0.1),
)


def report(n_violated, n_tests):
    return markov.MarkovReport("rcd", 0.1, 0.01, TESTED, excess(n_violated, n_tests, 0.01))


def test_chance_is_not_called_a_violation_and_an_excess_is():
    assert verdict_text(report(2, 200)) == (
        "RCD calls 2 independences of 200 violated at level 0.01; chance alone makes about 2.0. "
        "That is no more than chance makes: this measure finds nothing against the graph. It does "
        "not show that the graph is right."
    )
    assert "more than chance makes: the data do not agree" in verdict_text(report(20, 200))


def test_where_an_excess_is_clearest_is_named_and_chance_is_not():
    assert clearest_text(report(20, 200), NAMES) == (
        "Most clearly: a and b given c and d (5.0 × the noise floor); a and b (2.0 × the noise "
        "floor)."
    )
    assert clearest_text(report(2, 200), NAMES) == ""


def test_a_test_that_is_not_over_says_how_far_it_is():
    assert so_far_text(report(1, 3), 180) == "So far 3 of 180 were tested."
    assert so_far_text(report(1, 3), 3) == ""


def test_a_violated_pair_is_one_dashed_line_with_its_clearest_ratio():
    violations = tuple(each for each in TESTED if each.violated)
    assert len(violations) == 2
    paint = violation_paint(violations)
    (line,) = paint.extra
    assert (line.i, line.j, line.paint.dashed, line.paint.label) == (0, 1, True, "× 5.0")
    assert "2 tests" in line.paint.remark
    assert paint.legend[-1].text == "independence violated, × noise floor"
    assert not paint.edges


def test_without_violations_the_legend_has_none():
    assert [entry.text for entry in violation_paint(()).legend] == ["directed", "undirected"]


def test_many_violations_are_cut_to_the_clearest():
    many = [markov.Tested(Query.pair(0, k), "local", 1.0 - k / 100, 0.1) for k in range(1, 51)]
    paint = violation_paint(many)
    assert [line.j for line in paint.extra] == list(range(1, 41))
    assert paint.legend[-1].text.endswith("the 40 clearest of 50 pairs")


def test_the_table_names_what_is_given():
    frame = independence_frame(TESTED, NAMES)
    assert frame.values.tolist()[0] == ["a", "b", "c, d", 0.5, 5.0, "yes", "local Markov"]
    assert frame.values.tolist()[2][2:] == ["nothing", 0.1, 1.0, "no", "local Markov"]
