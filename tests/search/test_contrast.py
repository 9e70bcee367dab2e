"""Why a step claims a collider or none, and which of two equal scores goes first."""

import re
from dataclasses import replace

import pytest

from gesncd.graphs import PDAG, Delete, Insert
from gesncd.graphs.equivalence import v_structures
from gesncd.lessons import lesson
from gesncd.search import Candidate, Phase, Step
from gesncd.search.contrast import TIES, contrast_sentence, tie_sentence

NAMES = ("Raf", "Mek", "Erk", "Akt")


def step_of(*candidates, runner_up=None):
    """A forward step that took the first of some operators, each (operator, given, score)."""
    offered = tuple(Candidate(*each) for each in candidates)
    won = offered[0]
    return Step(
        1,
        Phase.FORWARD,
        won.operator,
        won.score,
        won.conditioning,
        offered,
        len(offered),
        runner_up,
        (),
        PDAG.empty(4),
        (),
    )


def test_a_collider_is_claimed_as_the_pair_depends_more_given_t():
    step = step_of(
        (Insert(0, 1, (2,)), (2,), 0.68),
        (Insert(0, 3), (), 0.5),
        # The other end is asked about as well, where an empty T claims something else.
        (Insert(1, 0), (), 0.4),
        (Insert(0, 1), (), 0.371),
    )
    assert contrast_sentence(step, NAMES) == (
        "With T empty, given nothing, the same pair had 0.371 only: that it depends more given "
        "Erk is the reason for the collider of Raf with Erk at Mek."
    )


def test_an_empty_t_at_the_other_end_is_no_reason_for_a_collider(searches, taken):
    """It asks given other variables; so does the one at the same end where that is valid."""
    alone = step_of((Insert(0, 1, (2,)), (2,), 0.68), (Insert(1, 0), (3,), 0.4))
    assert contrast_sentence(alone, NAMES) == ""
    names, n_reasons = [f"V{k}" for k in range(7)], 0
    for _, _, events in searches:
        for _, step in taken(events):
            if "is the reason for" not in contrast_sentence(step, names):
                continue
            x, y = step.operator.x, step.operator.y
            scores = {each.operator: each.score for each in step.candidates}
            assert scores[Insert(x, y)] < step.score
            n_reasons += 1
    assert n_reasons > 5


def test_no_collider_is_claimed_where_an_empty_t_scored_higher():
    step = step_of((Insert(0, 1), (), 0.656), (Insert(0, 1, (2,)), (2,), 0.388))
    assert contrast_sentence(step, NAMES) == (
        "With Erk in T, given Erk, the same pair had 0.388 only, so no collider of Raf with Erk at "
        "Mek is claimed."
    )


def test_two_sets_are_compared_without_a_claim():
    step = step_of((Insert(0, 1, (2,)), (2,), 0.6), (Insert(0, 1, (2, 3)), (2, 3), 0.5))
    assert contrast_sentence(step, NAMES) == (
        "With Erk and Akt in T, given Erk and Akt, the same pair had 0.5 only."
    )
    # Knowledge may forbid the better one.
    better = replace(step, candidates=(*step.candidates, Candidate(Insert(0, 1), (), 0.9)))
    assert contrast_sentence(better, NAMES) == (
        "With T empty, given nothing, the same pair had 0.9."
    )


def test_equal_scores_name_the_rule():
    other = Candidate(Insert(2, 3), (), 1.0)
    twin = Candidate(Insert(0, 1, (2,)), (2,), 1.0)
    step = step_of(
        (Insert(0, 1), (), 1.0),
        (Insert(2, 3), (), 1.0),
        (twin.operator, (2,), 1.0),
        runner_up=other,
    )
    assert contrast_sentence(step, NAMES) == (
        "With Erk in T, given Erk, the same pair had 1 as well."
    )
    assert contrast_sentence(replace(step, runner_up=twin), NAMES) == ""
    assert tie_sentence(step) == f"Both score the same: {TIES}."
    assert tie_sentence(replace(step, runner_up=replace(other, score=0.9))) == ""
    assert tie_sentence(replace(step, runner_up=None)) == ""


def test_nothing_is_said_where_there_is_nothing_to_compare():
    assert contrast_sentence(step_of((Insert(0, 1), (), 0.6), (Insert(2, 3), (), 0.5)), NAMES) == ""
    # Twins have the same T.
    assert contrast_sentence(step_of((Insert(0, 1), (), 0.6), (Insert(1, 0), (), 0.6)), NAMES) == ""
    parted = step_of((Delete(0, 1), (), 0.1), (Delete(0, 1, (2,)), (2,), 0.2))
    assert contrast_sentence(parted, NAMES) == ""


@pytest.mark.parametrize(
    ("lesson_id", "says"),
    [
        ("chain-and-fork", "With Sport in T, given Sport, the same pair had 0.388 only, so no"),
        ("collider", "the same pair had 0.371 only: that it depends more given Talent is"),
        ("meek-rule-1", "the same pair had 0.409 only: that it depends more given Talent is"),
    ],
)
def test_lessons_say_why_their_last_step_makes_a_collider_or_none(lesson_id, says):
    each = lesson(lesson_id)
    last = [event for event in each.search() if isinstance(event, Step)][-1]
    assert says in contrast_sentence(last, each.names)


def test_sentences_are_short(searches, taken):
    names = [f"V{k}" for k in range(7)]
    texts = [
        text
        for _, _, events in searches
        for _, step in taken(events)
        for text in (contrast_sentence(step, names), tie_sentence(step))
        if text
    ]
    assert len(texts) > 20
    assert max(len(text.split()) for text in texts) < 40


def test_what_is_said_of_colliders_holds_in_the_graph_after_the_step(searches, taken):
    names = [f"V{k}" for k in range(7)]
    said = {"no": 0, "the": 0}
    beside_a_parent = 0
    for before, step in (pair for _, _, events in searches for pair in taken(events)):
        text = contrast_sentence(step, names)
        found = re.search(r"(no|reason for the) collider of V(\d) with (.+) at V(\d)", text)
        if found is None:
            continue
        is_claimed = found[1] != "no"
        said["the" if is_claimed else "no"] += 1
        x, y = int(found[2]), int(found[4])
        colliders = {*v_structures(step.cpdag)}
        for t in map(int, re.findall(r"V(\d)", found[3])):
            assert ((min(x, t), y, max(x, t)) in colliders) is is_claimed
        beside_a_parent += any(at == y for _, at, _ in colliders.difference(v_structures(before)))
    assert min(said.values()) > 3
    # Where Y has a parent there is a collider at it in any case.
    assert beside_a_parent > said["the"]
