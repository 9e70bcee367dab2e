import numpy as np
import pytest

from gesncd.analysis.agreement import Verdict, claims_of, verdict
from gesncd.analysis.enforced import already_enforced
from gesncd.analysis.statements import PAIR_RELATIONS, Relation, Statement
from gesncd.knowledge import Constraints, Knowledge, KnowledgeError

NAMES = "ABCD"
CLAIMS = claims_of(
    [Statement.pair(a, r, b) for r in PAIR_RELATIONS for a in NAMES for b in NAMES if a != b],
    NAMES,
)


def implied(knowledge):
    known = Constraints.of(knowledge, NAMES)
    return {claim.text for claim in already_enforced(CLAIMS, known)}


def test_a_required_edge_implies_its_adjacency_and_no_way_back():
    assert implied(Knowledge(required=(("A", "B"), ("B", "C")))) == {
        "A → B",
        "B → C",
        "A — B adjacent",
        "B — C adjacent",
        "no edge B → A",
        "no edge C → B",
        "no edge C → A",
        "B does not cause A",
        "C does not cause B",
        "C does not cause A",
    }


def test_tiers_imply_no_path_back_only_if_no_variable_is_free():
    whole = implied(Knowledge(tiers=(("A", "B"), ("C", "D"))))
    assert "C does not cause A" in whole
    assert "A does not cause C" not in whole
    free = implied(Knowledge(tiers=(("A",), ("C",))))
    assert "no edge C → A" in free
    assert "C does not cause A" not in free


def test_an_edge_forbidden_both_ways_is_an_absent_one():
    assert "A, B not adjacent" in implied(Knowledge(forbidden=(("A", "B"), ("B", "A"))))


def test_without_knowledge_nothing_is_implied():
    assert already_enforced(CLAIMS, None) == ()
    assert implied(Knowledge(tiers=(("A", "B", "C", "D"),))) == set()


def test_what_is_implied_holds_in_every_graph_that_the_knowledge_allows(brute):
    rng = np.random.default_rng(3)
    tried = 0
    while tried < 25:
        pairs = [(a, b) for a in NAMES for b in NAMES if a != b]
        picked = [pairs[k] for k in rng.permutation(len(pairs))[:4]]
        tiers = (("A", "B"), ("C",)) if rng.random() < 0.5 else ()
        try:
            knowledge = Knowledge(
                tuple(picked[:1]), tuple(picked[1:3]), tuple(picked[3:]), tiers=tiers
            )
            known = Constraints.of(knowledge, NAMES)
        except KnowledgeError:
            continue
        tried += 1
        claims = already_enforced(CLAIMS, known)
        assert claims
        for members in brute.classes(4):
            oriented = known.orient(brute.graph_of(4, members))
            if oriented is not None:
                assert all(verdict(oriented[0], claim) is Verdict.SATISFIED for claim in claims)


def test_a_cut_between_tiers_that_is_enforced_is_found():
    known = Constraints.of(Knowledge(tiers=(("A", "B"), ("C", "D"))), NAMES)
    (same,) = claims_of([Statement.tiers(["AB", "CD"])], NAMES)
    (finer,) = claims_of([Statement.tiers(["A", "B"])], NAMES)
    assert already_enforced([same, finer], known) == (same,)


def test_a_closed_group_is_enforced_if_all_its_pairs_are():
    (closed,) = claims_of([Statement.closed("ABC")], NAMES)
    pairs = (("A", "B"), ("A", "C"), ("B", "C"))
    whole = Constraints.of(Knowledge(not_adjacent=pairs), NAMES)
    part = Constraints.of(Knowledge(not_adjacent=pairs[:2]), NAMES)
    assert already_enforced([closed], whole) == (closed,)
    assert already_enforced([closed], part) == ()


def test_tiers_themselves_are_no_claim():
    claim = claims_of([Statement.pair("A", Relation.CAUSES, "B")], NAMES)[0]
    wrong = type(claim)(Relation.TIERS, (0,), (1,), "", claim.statement)
    with pytest.raises(ValueError, match="no relation of a claim"):
        already_enforced([wrong], Constraints.of(Knowledge(required=(("A", "B"),)), NAMES))
