"""Claims that follow from others: checked in every DAG of four nodes."""

import numpy as np
import pytest

from gesncd.analysis.agreement import Verdict, claims_of, verdict
from gesncd.analysis.contradictions import contradiction
from gesncd.analysis.repeated import repeated
from gesncd.analysis.statements import PAIR_RELATIONS, Relation, Statement
from gesncd.knowledge import Constraints, Knowledge

NAMES = "ABCD"
PAIRS = [Statement.pair(a, r, b) for r in PAIR_RELATIONS for a in NAMES for b in NAMES if a != b]
GROUPS = [
    Statement.tiers(["A", "B"]),
    Statement.tiers(["A", "BC"]),
    Statement.tiers(["AB", "CD"]),
    Statement.tiers(["B", "A", "CD"]),
    Statement.closed("ABC"),
    Statement.closed("BCD"),
]


def texts(*statements, known=None):
    claims = claims_of(statements, NAMES)
    return [claim.text for claim in repeated(claims, len(NAMES), known)]


def pair(a, relation, b):
    return Statement.pair(a, relation, b)


def test_a_cause_says_that_the_pair_is_adjacent_and_no_way_leads_back():
    cause = pair("A", Relation.CAUSES, "B")
    others = [
        pair("A", Relation.ADJACENT, "B"),
        pair("B", Relation.NO_EDGE, "A"),
        pair("B", Relation.NOT_CAUSE, "A"),
        Statement.tiers(["A", "B"]),
    ]
    for other in others:
        # In whatever order they are said, the weaker one follows.
        assert texts(cause, other) == texts(other, cause) == [claims_of([other], NAMES)[0].text]
    assert texts(cause, *others) == [claims_of([other], NAMES)[0].text for other in others]
    assert texts(*others[:1]) == texts(cause) == []


def test_of_two_that_say_the_same_the_first_counts():
    path = pair("B", Relation.NOT_CAUSE, "A")
    tiers = Statement.tiers(["A", "B"])
    assert texts(path, tiers) == ["A before B"]
    assert texts(tiers, path) == ["B does not cause A"]


def test_several_together_say_a_further_one():
    adjacent, no_way = pair("A", Relation.ADJACENT, "B"), pair("B", Relation.NO_EDGE, "A")
    assert texts(adjacent, no_way, pair("A", Relation.CAUSES, "B")) != []
    assert texts(adjacent, no_way) == []
    chain = [pair("A", Relation.CAUSES, "B"), pair("B", Relation.CAUSES, "C")]
    assert texts(*chain, pair("C", Relation.NOT_CAUSE, "A")) == ["C does not cause A"]
    # With A → B, what A does not cause B does not cause either.
    assert texts(
        chain[0], pair("A", Relation.NOT_CAUSE, "D"), pair("B", Relation.NOT_CAUSE, "D")
    ) == ["B does not cause D"]


def test_a_coarser_order_follows_from_a_finer_one_cut_by_cut():
    fine, coarse = Statement.tiers(["A", "B", "CD"]), Statement.tiers(["AB", "CD"])
    assert texts(fine, coarse) == ["A, B before C, D"]
    apart = pair("A", Relation.NOT_ADJACENT, "B")
    assert texts(Statement.closed("ABC"), apart) == ["A, B not adjacent"]


def test_what_is_enforced_takes_part():
    known = Constraints.of(Knowledge(adjacent=(("A", "B"),)), NAMES)
    no_way, cause = pair("B", Relation.NO_EDGE, "A"), pair("A", Relation.CAUSES, "B")
    assert texts(no_way, cause) == ["no edge B → A"]
    assert texts(no_way, cause, known=known) == ["A → B"]


@pytest.mark.parametrize("seed", range(4))
def test_what_follows_holds_in_every_dag_that_the_others_allow(brute, seed):
    rng = np.random.default_rng(seed)
    dags = [brute.graph_of(4, [dag]) for members in brute.classes(4) for dag in members]
    holding = {
        (claim.relation, claim.sources, claim.targets): frozenset(
            k for k, dag in enumerate(dags) if verdict(dag, claim) is Verdict.SATISFIED
        )
        for statement in (*PAIRS, *GROUPS)
        for claim in claims_of([statement], NAMES)
    }
    assert len(dags) == 543

    def where(claims):
        found = frozenset(range(len(dags)))
        for claim in claims:
            found &= holding[claim.relation, claim.sources, claim.targets]
        return found

    n_repeated = n_missed = n_tried = 0
    while n_tried < 400:
        drawn = [PAIRS[k] for k in rng.integers(len(PAIRS), size=rng.integers(2, 6))]
        drawn += [GROUPS[k] for k in rng.integers(len(GROUPS), size=rng.integers(0, 2))]
        known, allowed = None, frozenset(range(len(dags)))
        if rng.random() < 0.5:
            a, b, c = map(str, rng.permutation(list(NAMES))[:3])
            enforced = [pair(a, Relation.CAUSES, b), pair(b, Relation.NOT_ADJACENT, c)]
            known = Constraints.of(Knowledge(required=((a, b),), not_adjacent=((b, c),)), NAMES)
            allowed = where(claims_of(enforced, NAMES))
        claims = claims_of(drawn, NAMES)
        if contradiction(drawn) or not where(claims) & allowed:
            continue
        n_tried += 1
        found = repeated(claims, len(NAMES), known)
        kept = [claim for claim in claims if claim not in found]
        # Nothing is lost: what is kept says all.
        assert where(kept) & allowed == where(claims) & allowed
        n_repeated += len(found)
        for claim in kept:
            rest = where([each for each in kept if each is not claim]) & allowed
            n_missed += rest <= where([claim])
    assert n_repeated > 100
    assert n_missed <= 0.02 * n_repeated


def test_tiers_themselves_are_no_claim():
    claim = claims_of([pair("A", Relation.CAUSES, "B")], NAMES)[0]
    wrong = type(claim)(Relation.TIERS, (0,), (1,), "", claim.statement)
    with pytest.raises(ValueError, match="no relation of a claim"):
        repeated([wrong], len(NAMES))
