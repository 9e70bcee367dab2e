import numpy as np
import pytest

from gesncd.graphs import PDAG, Delete, Insert, Reorient, cpdag_of_dag
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search import Finished, Phase, Step, reframed_ges
from gesncd.search.claims import StepClaim, TrueGraph, claim_of, verdicts
from gesncd.search.fork import Departure, continue_search


@pytest.fixture
def collider():
    """0 → 2 ← 1, 2 → 3."""
    matrix = np.zeros((4, 4), dtype=int)
    matrix[0, 2] = matrix[1, 2] = matrix[2, 3] = 1
    return matrix


def test_claims_are_judged_by_d_separation(collider):
    truth = TrueGraph.of(collider)
    cases = {
        StepClaim(0, 2, (), True): (True, True, False),
        StepClaim(0, 1, (), True): (False, False, False),
        StepClaim(0, 1, (2,), True): (True, False, True),
        StepClaim(0, 1, (3,), True): (True, False, True),
        StepClaim(0, 1, (), False): (True, False, False),
        StepClaim(0, 3, (2,), False): (True, False, False),
        StepClaim(0, 3, (), False): (False, False, False),
        StepClaim(2, 3, (0, 1), False): (False, True, False),
    }
    for claim, (holds, adjacent, search) in cases.items():
        verdict = truth.judge(claim)
        assert (verdict.holds, verdict.adjacent) == (holds, adjacent), claim
        assert verdict.is_property_of_search == search, claim


def test_a_reorientation_is_judged_by_the_colliders_it_makes(collider):
    truth = TrueGraph.of(collider)
    cases = {
        StepClaim(0, 1, (2,), True, turns=True, colliders=(2,)): (True, False, False),
        StepClaim(0, 1, (2,), True, turns=True): (True, False, False),
        # Given 3 they depend, but it is 2 that both of them point at.
        StepClaim(0, 1, (3,), True, turns=True, colliders=(3,)): (True, False, True),
        StepClaim(0, 1, (2,), True, turns=True, colliders=(2, 3)): (True, False, True),
        # Here knowledge is wrong, and the search obeys it.
        StepClaim(0, 2, (), True, turns=True, colliders=(3,)): (True, True, False),
        StepClaim(0, 1, (), True, turns=True, colliders=(2,)): (False, False, False),
    }
    for claim, (holds, adjacent, search) in cases.items():
        verdict = truth.judge(claim)
        assert (verdict.holds, verdict.adjacent) == (holds, adjacent), claim
        assert verdict.is_property_of_search == search, claim


def test_the_right_reorientation_is_not_held_against_the_search():
    matrix = np.zeros((3, 3), dtype=int)
    matrix[0, 2] = matrix[1, 2] = 1
    truth = TrueGraph.of(matrix)
    # The first guess about Z is wrong: X, Y and Z stand in a row without arrows.
    before = PDAG.from_edges(3, undirected=[(0, 2), (1, 2)])
    operator = Reorient(Insert(0, 1), Delete(0, 1, (2,)))
    assert operator.is_valid(before)
    assert operator.apply(before) == truth.cpdag
    knowledge = Constraints.of(Knowledge(forbidden=(("X", "Y"), ("Y", "X"))), ("X", "Y", "Z"))
    departure = Departure(before, Phase.FORWARD, 2, truth.tau)
    events = list(continue_search(truth.oracle, departure, knowledge=knowledge))
    turned = [e for e in events if isinstance(e, Step) and isinstance(e.operator, Reorient)]
    (step,) = turned
    claim = claim_of(step)
    assert claim.turns
    assert claim.colliders == (2,)
    verdict = truth.judge(claim)
    assert verdict.holds
    assert not verdict.adjacent
    assert not verdict.is_property_of_search
    assert events[-1].cpdag == truth.cpdag


def test_the_oracle_makes_no_error_of_estimation_and_finds_the_class(collider):
    truth = TrueGraph.of(collider)
    events = list(reframed_ges(truth.oracle, truth.tau, global_score=False))
    found = verdicts(truth, (e for e in events if isinstance(e, Step)))
    assert all(verdict.holds for verdict in found)
    assert isinstance(events[-1], Finished)
    assert events[-1].cpdag == truth.cpdag == cpdag_of_dag(PDAG.from_matrix(collider))


def test_a_steps_claim_depends_on_its_phase(searches, taken):
    phases = set()
    for _, _, events in searches:
        for _, step in taken(events):
            phases.add(step.phase)
            claim = claim_of(step)
            assert claim.dependent == (step.phase is Phase.FORWARD)
            assert (claim.x, claim.y, claim.z) == (
                step.operator.x,
                step.operator.y,
                step.conditioning,
            )
    assert phases == set(Phase)


def test_a_class_is_as_good_as_a_dag():
    chain = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    truth = TrueGraph.of(chain)
    assert truth.is_class
    assert truth.cpdag == PDAG.from_matrix(chain)
    assert truth.dependent(0, 2, ())
    assert not truth.dependent(0, 2, (1,))


def test_graphs_that_stand_for_nothing_are_refused():
    cycle = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    with pytest.raises(ValueError, match="directed cycle"):
        TrueGraph.of(cycle)
    square = np.zeros((4, 4), dtype=int)
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        square[a, b] = square[b, a] = 1
    with pytest.raises(ValueError, match="cannot be directed"):
        TrueGraph.of(square)
