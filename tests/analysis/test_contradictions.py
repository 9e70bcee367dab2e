from itertools import permutations

import numpy as np
import pytest

from gesncd.analysis.agreement import Verdict, claims_of, verdict
from gesncd.analysis.contradictions import contradiction
from gesncd.analysis.statements import PAIR_RELATIONS, Relation, Statement
from gesncd.analysis.typed import parse_lines
from gesncd.graphs import PDAG

NAMES = "ABCD"


def found(text):
    typed = parse_lines(text, NAMES)
    assert not typed.problems
    return contradiction(typed.statements)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A -> B\nA, B not adjacent", "A → B is required, but A and B must not be adjacent"),
        ("A -> B\nB -> A", "A → B is required, but B → A is required"),
        ("A -- B\nA, B not adjacent", "A and B must be adjacent, but A and B must not be adjacent"),
        ("A -> B\nA !-> B", "A → B is required, but A → B is forbidden"),
        ("A -> B\nB -> C\nC -> A", "requires a cycle"),
        ("A -> B\nA !=> B", "A → B is required, but A does not cause B"),
        ("A -> C\nC -> B\nA !=> B", "A → C → B is required, but A does not cause B"),
        ("A -- B\nA !=> B\nB !-> A", "A → B is required, but A does not cause B"),
        # A — B is B → A, as A does not cause B.
        ("A -- B\nA !=> B\nA -> C\nB !=> C", "B → A → C is required, but B does not cause C"),
        ("tier 1: A; tier 2: B\nB -> A", "B comes after A in the order stated"),
        ("tier 1: A; tier 2: B\nB -> C\nC -> A", "B → C → A is required, but A before B"),
        ("A before B\nC before D\nD -> C", "D → C is required, but C before D"),
        ("no edges among A, B, C\nA -- C", "A and C must not be adjacent"),
    ],
)
def test_statements_that_cannot_all_be_true_are_named(text, message):
    assert message in found(text)
    assert found("\n".join(reversed(text.splitlines())))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A -> B\nA -- B\nB !=> A\nB !-> A",
        # No edge, but a path.
        "A !-> B\nA -> C\nC -> B",
        "A before B\nB before A",
        "A before B\nC before D\nA -> D",
        "A -- B\nB -- C\nC -- A",
    ],
)
def test_statements_that_can_all_be_true_are_left(text):
    assert found(text) is None


def test_tiers_that_are_enforced_leave_a_path_through_others():
    """The search forbids edges back; a held-out tier says that nothing causes what comes first."""
    arrows = [Statement.pair("A", Relation.CAUSES, "C"), Statement.pair("C", Relation.CAUSES, "B")]
    order = Statement.tiers(["B", "A"])
    assert "A → C → B is required, but B before A" in contradiction([order], enforced=arrows)
    assert contradiction((), enforced=[order, *arrows]) is None
    assert contradiction(arrows, enforced=[order]) is None
    back = Statement.pair("A", Relation.CAUSES, "B")
    assert "A comes after B in the order stated" in contradiction([back], enforced=[order])
    graph = PDAG.from_edges(3, directed=[(0, 2), (2, 1)])
    (held_out,) = claims_of([order], "ABC")
    (obeyed,) = claims_of([order], "ABC", enforced=True)
    assert (held_out.text, obeyed.text) == ("B before A", "no edge from A back to B")
    assert verdict(graph, held_out) is Verdict.VIOLATED
    assert verdict(graph, obeyed) is Verdict.SATISFIED
    assert verdict(PDAG.from_edges(3, undirected=[(0, 1)]), obeyed) is Verdict.UNDECIDED
    assert verdict(PDAG.from_edges(3, directed=[(0, 1)]), obeyed) is Verdict.VIOLATED


@pytest.mark.parametrize("share_enforced", [0.0, 0.5, 1.0])
def test_a_contradiction_is_found_where_no_dag_satisfies_all_and_never_elsewhere(
    brute, share_enforced
):
    dags = [PDAG.from_edges(4, directed=arrows) for c in brute.classes(4) for arrows in c]
    pairs = [
        Statement.pair(a, relation, b)
        for a, b in permutations(NAMES, 2)
        for relation in PAIR_RELATIONS
    ]
    pairs += [Statement.tiers(("A", "BC")), Statement.tiers(("C", "A"))]

    def where_true(each, enforced):
        claims = claims_of([each], NAMES, enforced=enforced)
        return np.array(
            [all(verdict(dag, claim) is Verdict.SATISFIED for claim in claims) for dag in dags]
        )

    holds = {(each, mark): where_true(each, mark) for each in pairs for mark in (False, True)}
    rng = np.random.default_rng(0)
    impossible = missed = 0
    for size in (3, 4, 6, 8) * 100:
        said = [pairs[k] for k in rng.choice(len(pairs), size, replace=False)]
        enforced = [s for s in said if s.can_be_enforced and rng.random() < share_enforced]
        # Knowledge holds one order.
        orders = [each for each in enforced if each.relation is Relation.TIERS]
        enforced = [each for each in enforced if each not in orders[1:]]
        held_out = [each for each in said if each not in enforced]
        is_possible = np.logical_and.reduce([holds[s, s in enforced] for s in said]).any()
        why = contradiction(held_out, enforced=enforced)
        assert why is None or not is_possible, said
        impossible += not is_possible
        missed += why is None and not is_possible
    assert impossible > 100
    # What follows from edges without a claimed direction may be missed.
    assert missed <= 0.02 * impossible
