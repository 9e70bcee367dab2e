import numpy as np
import pytest

from gesncd.graphs import PDAG, Insert
from gesncd.lessons import lesson
from gesncd.search import Candidate, PairScore, Phase, Step, reframed_ges
from gesncd.search.claims import TrueGraph, claim_of
from gesncd.search.separations import Separation, kept_all, offered_separation


def step(index, operator, score, given=(), others=(), pair_scores=(), n=None):
    shown = (Candidate(operator, given, score), *others)
    n = len(shown) if n is None else n
    return Step(
        index,
        Phase.FORWARD,
        operator,
        score,
        given,
        shown,
        n,
        None,
        pair_scores,
        PDAG.empty(3),
        (),
    )


@pytest.fixture
def collider():
    """0 → 2 ← 1."""
    matrix = np.zeros((3, 3), dtype=int)
    matrix[0, 2] = matrix[1, 2] = 1
    return TrueGraph.of(matrix)


def test_lesson_four_had_been_offered_the_empty_set():
    each = lesson("backward-phase")
    truth = TrueGraph.of(each.truth())
    steps = [event for event in each.search() if isinstance(event, Step)]
    joined = steps[3]
    assert truth.judge(claim_of(joined)).is_property_of_search
    found = offered_separation(truth, steps, joined, each.tau())
    assert (found.step, found.z) == (1, ())
    assert 0 <= found.score <= each.tau()
    assert kept_all(steps, joined)


def test_one_at_most_tau_comes_before_an_earlier_one_above_it(collider):
    early = step(1, Insert(0, 2), 0.9, pair_scores=(PairScore(0, 1, 0.2),))
    later = step(2, Insert(1, 2), 0.8, others=(Candidate(Insert(1, 0), (), 0.05),))
    last = step(3, Insert(0, 1), 0.5, (2,))
    steps = (early, later, last)
    assert offered_separation(collider, steps, last, 0.1) == Separation(2, (), 0.05)
    assert offered_separation(collider, steps, last, 0.01) == Separation(1, (), 0.2)


def test_what_came_later_or_separates_nothing_does_not_count(collider):
    asked = step(1, Insert(0, 1), 0.5, (2,), pair_scores=(PairScore(0, 1, 0.5, (2,)),))
    later = step(2, Insert(0, 2), 0.4, pair_scores=(PairScore(0, 1, 0.01),))
    other = step(1, Insert(0, 1), 0.5, (2,), pair_scores=(PairScore(0, 2, 0.01),))
    assert offered_separation(collider, (asked, later), asked, 0.1) is None
    assert offered_separation(collider, (other,), other, 0.1) is None


def test_a_run_that_kept_some_operators_only_does_not_know_all(collider):
    whole, cut = step(1, Insert(0, 2), 0.9), step(2, Insert(1, 2), 0.8, n=60)
    assert kept_all((whole, cut), whole)
    assert not kept_all((whole, cut), cut)


def test_a_chain_is_joined_end_to_end_before_its_middle_is_at_hand():
    # 0 → 1 → 2 with an oracle that knows yes and no alone: the ends are joined first.
    matrix = np.zeros((3, 3), dtype=int)
    matrix[0, 2] = matrix[2, 1] = 1
    truth = TrueGraph.of(matrix)
    plain = type(truth.oracle)(matrix)
    steps = [e for e in reframed_ges(plain, 0.5, global_score=False) if isinstance(e, Step)]
    first = steps[0]
    assert {first.operator.x, first.operator.y} == {0, 1}
    assert truth.judge(claim_of(first)).is_property_of_search
    assert offered_separation(truth, steps, first, 0.5) is None
    assert kept_all(steps, first)
