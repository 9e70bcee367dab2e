from dataclasses import replace

import pytest

from gesncd.graphs import PDAG, Delete, Insert, Reorient
from gesncd.search import Candidate, Phase, Step
from gesncd.search.words import (
    action_words,
    against,
    nodes_told,
    runner_up_sentence,
    score_text,
    score_words,
    set_words,
    told_action,
)

NAMES = tuple("ABCDEFGHI")
STEP = Step(
    index=1,
    phase=Phase.FORWARD,
    operator=Insert(0, 1),
    score=0.9,
    conditioning=(3,),
    candidates=(Candidate(Insert(0, 1), (3,), 0.9),),
    n_candidates=3,
    runner_up=Candidate(Insert(1, 2), (0,), 0.012345),
    pair_scores=(),
    cpdag=PDAG.from_edges(9, undirected=[(0, 1)]),
    changes=(),
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.82159, "0.822"),
        (0.6, "0.6"),
        (1.0, "1"),
        (12.345, "12.3"),
        (12345.0, "12300"),
        (0.000313, "0.000313"),
        (4.366e-5, "0.0000437"),
        (4.0e-5, "0.00004"),
        (-4.366e-5, "-0.0000437"),
        (1.2e-6, "1.20e-06"),
    ],
)
def test_scores_have_three_significant_digits_and_no_exponent_where_it_can_be_read(value, text):
    assert score_text(value) == text


def test_a_score_stands_beside_tau():
    assert against(0.0127, 0.0127) == "at most τ 0.0127"
    assert against(0.5, 0.00001234) == "above τ 0.0000123"
    assert against(0.01352, 0.01348) == "just above τ 0.0135"
    assert against(0.01348, 0.01352) == "just below τ 0.0135"
    assert score_words(0.0) == "0"
    assert score_words(-0.01) == "-0.01 (none, within noise)"


def test_sets_are_named_and_cut():
    assert set_words((), NAMES) == "nothing"
    assert set_words((4,), NAMES) == "E"
    assert set_words((0, 1, 2), NAMES) == "A, B and C"
    assert set_words(range(6), NAMES) == "A, B, C, D, E and F"
    assert set_words(range(9), NAMES) == "A, B, C, D, E and 4 others"
    assert set_words((7, 8), {7: "x", 8: "y"}) == "x and y"


def test_verbs():
    turn = Reorient(Insert(0, 1), Delete(1, 0, (2,)))
    assert action_words(Insert(0, 1), NAMES) == "join A and B"
    assert action_words(Delete(1, 0), NAMES, "s") == "parts B and A"
    assert action_words(turn, NAMES, "ing") == "turning edges around A and B"
    assert told_action(turn, NAMES) == "turn edges around A and B, which knowledge keeps apart"
    assert told_action(Insert(0, 1), NAMES) == "join A and B"


def test_a_sentence_names_no_more_than_it_is_told():
    assert nodes_told(STEP) == {0, 1, 2, 3}
    assert nodes_told(replace(STEP, runner_up=None)) == {0, 1, 3}
    few = {node: NAMES[node] for node in nodes_told(STEP)}
    assert runner_up_sentence(STEP, few) == (
        "The runner-up was B and C given A, with a score of 0.0123."
    )
