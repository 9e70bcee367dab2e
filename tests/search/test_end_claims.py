import numpy as np
import pytest

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert
from gesncd.lessons import lesson
from gesncd.measures import Query
from gesncd.search import Candidate, PairScore, Phase, PhaseEnded, Step, reframed_ges
from gesncd.search.claims import TrueGraph
from gesncd.search.end_claims import left_pairs


def joined(graph):
    n = graph.n_nodes
    pairs = ((i, j) for i in range(n) for j in range(i + 1, n))
    return {pair for pair in pairs if graph.kind(*pair) is not EdgeKind.NONE}


@pytest.fixture
def chain():
    """0 → 1 → 2."""
    matrix = np.zeros((3, 3), dtype=int)
    matrix[0, 1] = matrix[1, 2] = 1
    return TrueGraph.of(matrix)


def test_every_pair_that_an_end_leaves_otherwise_is_there_with_its_own_score(searches):
    kinds = set()
    for seed, (measure, tau, events) in enumerate(searches):
        # A truth that has nothing to do with the data: all sorts of errors.
        rng = np.random.default_rng(100 + seed)
        truth = TrueGraph.of(np.triu(rng.random((7, 7)) < 0.4, 1).astype(int))
        found = left_pairs(truth, events, tau)
        for end in (event for event in events if isinstance(event, PhaseEnded)):
            left = [each for each in found if each.phase is end.phase]
            ours, true = joined(end.cpdag), joined(truth.cpdag)
            wanted = true - ours if end.phase is Phase.FORWARD else ours - true
            assert {(each.i, each.j) for each in left} == wanted
            assert len(left) == len(wanted)
            order = [(each.verdict is None, not each.is_error) for each in left]
            assert order == sorted(order)
            for each in left:
                if each.verdict is None:
                    continue
                claim = each.verdict.claim
                assert (claim.x, claim.y) == (each.i, each.j)
                assert claim.dependent == (each.phase is Phase.BACKWARD)
                assert (each.score > tau) == claim.dependent
                assert each.score == measure.evaluate([Query.pair(each.i, each.j, claim.z)])[0]
                assert truth.dependent(each.i, each.j, claim.z) == (
                    claim.dependent == each.verdict.holds
                )
                # The true graph joins it, so no set makes it independent.
                assert each.is_error or each.phase is Phase.BACKWARD
                kinds.add((each.phase, each.is_error))
    assert kinds == {(Phase.FORWARD, True), (Phase.BACKWARD, True), (Phase.BACKWARD, False)}


def test_a_linear_measure_stops_short_of_a_curve():
    each = lesson("beyond-linear")
    truth = TrueGraph.of(each.truth())
    (left,) = left_pairs(truth, each.search(), each.tau())
    assert (left.phase, left.i, left.j) == (Phase.FORWARD, 0, 1)
    assert left.is_error
    assert left.verdict.adjacent
    assert not left.verdict.claim.dependent
    assert 0 < left.score <= each.tau()


def test_the_oracle_stops_where_the_truth_does():
    rng = np.random.default_rng(5)
    for _ in range(10):
        truth = TrueGraph.of(np.triu(rng.random((6, 6)) < 0.4, 1).astype(int))
        events = tuple(reframed_ges(truth.oracle, truth.tau, global_score=False))
        found = left_pairs(truth, events, truth.tau)
        # What the forward phase has too many the backward phase parts.
        assert found == ()


def test_what_knowledge_bars_claims_nothing(chain):
    # The pair's best operator is above τ and was not taken: only knowledge can be why.
    best = (PairScore(0, 1, 0.9), PairScore(1, 2, None))
    end = PhaseEnded(Phase.FORWARD, PDAG.empty(3), (), 2, best)
    found = left_pairs(chain, [end], 0.1)
    assert [(each.i, each.j, each.verdict, each.score) for each in found] == [
        (0, 1, None, None),
        (1, 2, None, None),
    ]


def test_an_operator_that_asks_for_something_false_is_told_before_the_best(chain):
    graph = PDAG.from_edges(3, undirected=[(0, 1), (1, 2), (0, 2)])
    offers = (
        Candidate(Delete(0, 2), (), 0.2),
        Candidate(Delete(2, 0), (1,), 0.3),
    )
    end = PhaseEnded(Phase.BACKWARD, graph, offers, 2, (PairScore(0, 2, 0.2, ()),))
    (left,) = left_pairs(chain, [end], 0.1)
    # Given nothing they depend; given 1 they do not, and the deletion was refused.
    assert left.is_error
    assert (left.verdict.claim.z, left.score) == ((1,), 0.3)
    (left,) = left_pairs(chain, [PhaseEnded(Phase.BACKWARD, graph, offers[:1], 2, ())], 0.1)
    assert not left.is_error
    assert left.verdict.holds


def test_scores_of_the_forward_phase_are_not_taken_into_the_backward_phase(chain):
    graph = PDAG.from_edges(3, undirected=[(0, 1), (1, 2), (0, 2)])
    step = Step(
        1,
        Phase.FORWARD,
        Insert(0, 2),
        0.7,
        (),
        (),
        1,
        None,
        (PairScore(0, 2, 0.7),),
        graph,
        (),
    )
    end = PhaseEnded(Phase.BACKWARD, graph, (), 0, ())
    (left,) = left_pairs(chain, [step, end], 0.1)
    assert left.verdict is None
