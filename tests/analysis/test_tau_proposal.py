import math
from dataclasses import replace

import pytest

from gesncd.analysis.agreement import claims_of
from gesncd.analysis.statements import Relation, Statement
from gesncd.analysis.strips import AgreementSummary, agreement_summary
from gesncd.analysis.tau_proposal import propose_tau
from gesncd.graphs import PDAG
from gesncd.search import Plateau, TauPath

NAMES = tuple("ABCDEF")


def path_of(*graphs):
    """A path with the given (tau_low, graph)."""
    lows = [low for low, _ in graphs]
    highs = [*lows[1:], math.inf]
    plateaus = tuple(
        Plateau(low, high, graph, graph, ())
        for (low, graph), high in zip(graphs, highs, strict=True)
    )
    return TauPath(lows[0], plateaus, (), 0)


EMPTY = PDAG.empty(3)
LINE = PDAG.from_edges(3, undirected=[(0, 1)])
ARROW = PDAG.from_edges(3, directed=[(0, 1), (2, 1)])
WRONG = PDAG.from_edges(3, directed=[(1, 0), (2, 0)])


def claim(*statements):
    return claims_of([Statement.pair(*statement) for statement in statements], "ABC")


CAUSES = claim(("A", Relation.CAUSES, "B"))
BOTH = claim(("A", Relation.CAUSES, "B"), ("C", Relation.CAUSES, "B"))


def test_the_range_with_the_best_agreement_is_proposed():
    path = path_of((0.01, WRONG), (0.04, ARROW), (0.09, LINE), (0.2, EMPTY))
    proposal = propose_tau(path, BOTH, 0.1)
    assert (proposal.tau_low, proposal.tau_high) == (0.04, 0.09)
    assert proposal.tau == pytest.approx(0.06)
    assert proposal.summary == AgreementSummary(2, 0, 0)
    assert proposal.at_automatic == AgreementSummary(0, 1, 1)
    assert not proposal.holds_automatic
    assert proposal.passed_over is None
    assert proposal.sentence == (
        "τ from 0.04 to below 0.09 agrees best: 2 of 2 satisfied, 0 violated, 0 undecided. At the "
        "automatic τ: 0 of 2 satisfied, 1 violated, 1 undecided. The verdicts of all 2 depend on "
        "τ. 2 of those that depend on τ are about a direction, which is weak evidence: data tell "
        "directions less surely than edges."
    )


@pytest.mark.parametrize(("graph", "last", "gain"), [(LINE, EMPTY, "half a"), (WRONG, LINE, "one")])
def test_the_automatic_threshold_is_kept_unless_more_than_one_statement_is_gained(
    graph, last, gain
):
    path = path_of((0.01, ARROW), (0.09, graph), (0.2, graph), (0.5, last))
    proposal = propose_tau(path, CAUSES, 0.3)
    assert (proposal.tau_low, proposal.tau_high, proposal.tau) == (0.09, 0.5, 0.3)
    assert proposal.holds_automatic
    assert proposal.summary == proposal.at_automatic == agreement_summary(graph, CAUSES)
    better = proposal.passed_over
    assert (better.tau_low, better.tau_high) == (0.01, 0.09)
    assert better.summary == AgreementSummary(1, 0, 0)
    assert "τ from 0.09 to below 0.5 is kept: 0 of 1 satisfied" in proposal.sentence
    assert f"τ from 0.01 to below 0.09 agrees with {gain} statement more" in proposal.sentence
    # Beyond the path there is nothing to keep.
    below = propose_tau(path, CAUSES, 0.005)
    assert (below.tau_low, below.at_automatic, below.passed_over) == (0.01, None, None)


def test_verdicts_are_those_at_the_threshold_where_a_range_has_several():
    halves = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    one_each = PDAG.from_edges(3, directed=[(0, 1)])
    path = path_of((0.01, halves), (0.1, one_each), (0.5, EMPTY))
    proposal = propose_tau(path, BOTH, 0.2)
    assert (proposal.tau_low, proposal.tau_high) == (0.01, 0.5)
    assert proposal.summary == proposal.at_automatic == AgreementSummary(1, 1, 0)


def test_a_tie_goes_to_the_automatic_threshold_and_else_to_the_widest_range():
    path = path_of((0.01, ARROW), (0.02, LINE), (0.1, ARROW), (0.9, EMPTY))
    held = propose_tau(path, BOTH, 0.015)
    assert (held.tau_low, held.tau, held.holds_automatic) == (0.01, 0.015, True)
    assert "It holds the automatic τ." in held.sentence
    # 0.1 to 0.9 is a factor of nine, 0.01 to 0.02 one of two.
    assert propose_tau(path, BOTH, 0.05).tau_low == 0.1
    assert propose_tau(path, BOTH).tau_low == 0.1


def test_the_last_range_is_as_wide_as_up_to_one():
    narrow = path_of((0.1, ARROW), (0.4, LINE), (0.8, ARROW))
    assert propose_tau(narrow, CAUSES).tau_low == 0.1
    wide = path_of((0.1, ARROW), (0.4, LINE), (0.5, ARROW))
    # A factor of four against two, up to one.
    assert propose_tau(wide, CAUSES).tau_low == 0.1
    last = path_of((0.1, ARROW), (0.15, LINE), (0.25, ARROW))
    proposal = propose_tau(last, CAUSES)
    assert (proposal.tau_low, proposal.tau) == (0.25, 0.5)
    assert math.isinf(proposal.tau_high)
    assert " on agrees best" in proposal.sentence
    # Scores above one, as BIC differences have, give the last range no width.
    high = path_of((0.5, ARROW), (3.0, LINE), (7.0, ARROW))
    assert propose_tau(high, CAUSES).tau_low == 0.5


def test_neighbouring_plateaus_with_equal_agreement_are_one_range():
    also = PDAG.from_edges(3, directed=[(0, 1), (0, 2), (2, 1)])
    path = path_of((0.01, ARROW), (0.05, also), (0.3, EMPTY))
    proposal = propose_tau(path, CAUSES)
    assert (proposal.tau_low, proposal.tau_high) == (0.01, 0.3)


def test_the_number_of_deciding_claims_and_the_warning():
    constant = claim(("A", Relation.CAUSES, "B"), ("C", Relation.NOT_ADJACENT, "A"))
    path = path_of((0.01, ARROW), (0.1, EMPTY))
    proposal = propose_tau(path, constant)
    assert (proposal.n_claims, proposal.n_deciding) == (2, 1)
    assert proposal.n_directional == 1
    assert "the others are the same at every τ of the path." in proposal.sentence
    assert proposal.warning.startswith("Only 1 statement depends on τ.")
    nothing = propose_tau(path, claim(("C", Relation.NOT_ADJACENT, "A")), 0.03)
    assert nothing.n_deciding == 0
    assert nothing.tau == 0.03
    assert nothing.warning.startswith("No statement depends on τ")
    five = claims_of(
        [
            *(Statement.pair("A", Relation.CAUSES, b) for b in "BCDE"),
            Statement.pair("B", Relation.NOT_ADJACENT, "C"),
        ],
        NAMES,
    )
    full = PDAG.from_edges(6, directed=[(0, j) for j in range(1, 6)] + [(1, 2)])
    enough = propose_tau(path_of((0.01, full), (0.1, PDAG.empty(6))), five)
    assert (enough.n_deciding, enough.warning) == (5, "")


def test_deciding_statements_that_all_ask_for_edges_or_for_none_are_said_to_be_one_sided():
    path = path_of((0.01, ARROW), (0.1, EMPTY))
    edges = claim(("A", Relation.CAUSES, "B"), ("B", Relation.ADJACENT, "C"))
    absent = claim(("A", Relation.NOT_CAUSE, "B"), ("B", Relation.NOT_ADJACENT, "C"))
    asks = "asks for an edge"
    assert f"Every statement that depends on τ {asks}" in propose_tau(path, edges).warning
    assert f"No statement that depends on τ {asks}" in propose_tau(path, absent).warning
    assert asks not in propose_tau(path, (*edges, *absent)).warning
    # What every graph satisfies, or none, balances nothing.
    always = claim(("C", Relation.NOT_ADJACENT, "A"))
    never = claim(("C", Relation.ADJACENT, "A"))
    assert f"Every statement that depends on τ {asks}" in propose_tau(path, edges + always).warning
    assert f"No statement that depends on τ {asks}" in propose_tau(path, absent + never).warning
    # Where some are held out in vain, that is said, and not that none is.
    assert propose_tau(path, absent).warning.endswith("statements about edges that are there, too.")
    assert propose_tau(path, absent + never).warning.endswith(
        "The one about edges that are there has the same verdict at every τ and cannot balance "
        "that: hold out others."
    )
    two = claim(("C", Relation.NOT_ADJACENT, "A"), ("C", Relation.NO_EDGE, "A"))
    assert propose_tau(path, edges + two).warning.endswith(
        "The 2 about what is not joined or not a cause have the same verdicts at every τ and "
        "cannot balance that: hold out others."
    )


def test_ranges_below_the_noise_floor_and_at_the_end_of_the_path_are_doubted():
    path = path_of((0.01, WRONG), (0.04, ARROW), (0.09, LINE), (0.2, EMPTY))
    (low,) = propose_tau(path, BOTH, 0.1).doubts
    assert low.startswith("The range lies below the noise floor")
    assert propose_tau(path, BOTH, 0.05).doubts == ()
    assert propose_tau(path, BOTH).doubts == ()
    first = path_of((0.01, ARROW), (0.09, EMPTY))
    doubts = propose_tau(first, BOTH, 0.1).doubts
    assert [doubt.split()[2] for doubt in doubts] == ["lies", "begins"]
    assert propose_tau(first, BOTH, 0.05).doubts == (
        "The range begins where the path does, and may go on below.",
    )


def test_without_claims_nothing_is_proposed_and_a_floor_at_zero_is_refused():
    path = path_of((0.01, ARROW), (0.1, EMPTY))
    assert propose_tau(path, ()) is None
    with pytest.raises(ValueError, match="positive floor"):
        propose_tau(replace(path, tau_floor=0.0), CAUSES)


def test_claims_that_cannot_all_be_true_are_named():
    path = path_of((0.01, ARROW), (0.1, EMPTY))
    claims = claim(("A", Relation.CAUSES, "B"), ("B", Relation.NOT_ADJACENT, "A"))
    doubt = propose_tau(path, claims).doubts[0]
    assert "A → B is required, but A and B must not be adjacent" in doubt
    assert "No graph can agree with all statements" in doubt
