from itertools import permutations

import numpy as np
import pytest

from gesncd.analysis.agreement import Verdict, claims_of, verdict
from gesncd.analysis.statements import Relation, Statement
from gesncd.graphs import PDAG
from gesncd.knowledge import KnowledgeError


def holds(brute, statement, arrows, node):
    """The statement's meaning in one DAG."""
    joined = {frozenset(arrow) for arrow in arrows}
    match statement.relation:
        case Relation.TIERS:
            groups = [[node[name] for name in group] for group in statement.groups]
            return not any(
                i in brute.descendants(arrows, j)
                for k, earlier in enumerate(groups)
                for i in earlier
                for later in groups[k + 1 :]
                for j in later
            )
        case Relation.CLOSED:
            group = [node[name] for name in statement.names]
            return not any(pair <= set(group) for pair in joined)
    a, b = (node[name] for name in statement.names)
    match statement.relation:
        case Relation.CAUSES:
            return (a, b) in arrows
        case Relation.NO_EDGE:
            return (a, b) not in arrows
        case Relation.ADJACENT:
            return frozenset((a, b)) in joined
        case Relation.NOT_ADJACENT:
            return frozenset((a, b)) not in joined
        case Relation.NOT_CAUSE:
            return b not in brute.descendants(arrows, a)
    raise AssertionError


def expected(truths):
    if all(truths):
        return Verdict.SATISFIED
    return Verdict.UNDECIDED if any(truths) else Verdict.VIOLATED


def pair_statements(names):
    return [
        Statement.pair(a, relation, b)
        for a, b in permutations(names, 2)
        for relation in (
            Relation.CAUSES,
            Relation.NO_EDGE,
            Relation.ADJACENT,
            Relation.NOT_ADJACENT,
            Relation.NOT_CAUSE,
        )
    ]


def check(brute, n, members, statements):
    node = {name: k for k, name in enumerate(brute.names[:n])}
    graph = brute.graph_of(n, members)
    for claim in claims_of(statements, brute.names[:n]):
        truths = [holds(brute, claim.statement, arrows, node) for arrows in members]
        assert verdict(graph, claim) is expected(truths), (claim.text, graph)


def test_verdicts_of_every_class_on_four_nodes_are_those_of_its_members(brute):
    statements = [
        *pair_statements("ABCD"),
        Statement.tiers([["A"], ["B", "C"]]),
        Statement.tiers([["A", "B"], ["D"]]),
        Statement.closed("ABC"),
    ]
    assert len(brute.classes(4)) == 185
    for members in brute.classes(4):
        check(brute, 4, members, statements)


def test_verdicts_of_graphs_oriented_by_knowledge_are_those_of_the_members_left(brute):
    rng = np.random.default_rng(5)
    oriented = 0
    for members in brute.classes(4):
        if len(members) < 3:
            continue
        for _ in range(4):
            chosen = sorted(members[rng.integers(len(members))])
            known = {arrow for arrow in chosen if rng.random() < 0.4}
            left = tuple(arrows for arrows in members if known <= arrows)
            oriented += 1 < len(left) < len(members)
            check(brute, 4, left, pair_statements("ABCD"))
    assert oriented > 50


def test_verdicts_of_random_graphs_on_six_nodes_are_those_of_the_members(brute):
    rng = np.random.default_rng(8)
    undecided = 0
    for _ in range(60):
        order = rng.permutation(6)
        place = {int(node): k for k, node in enumerate(order)}
        arrows = frozenset(
            (i, j) for i in range(6) for j in range(6) if place[i] < place[j] and rng.random() < 0.4
        )
        members = brute.class_of(6, arrows)
        undecided += len(members) > 1
        check(brute, 6, members, pair_statements("ABCDEF"))
        check(brute, 6, members, [Statement.tiers(["ABC", "EF"])])
    assert undecided > 30


def test_a_path_that_every_member_has_is_a_violation_though_no_arrow_leaves_the_cause():
    # A — C — …: whichever way they point, A → C → B or A → D → B.
    graph = PDAG.from_edges(4, directed=[(2, 1), (3, 1)], undirected=[(0, 2), (0, 3)])
    (claim,) = claims_of([Statement.pair("A", Relation.NOT_CAUSE, "B")], "ABCD")
    assert verdict(graph, claim) is Verdict.VIOLATED


def test_not_causing_is_more_than_having_no_edge():
    graph = PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    edge, path = claims_of(
        [
            Statement.pair("A", Relation.NO_EDGE, "C"),
            Statement.pair("A", Relation.NOT_CAUSE, "C"),
        ],
        "ABC",
    )
    assert verdict(graph, edge) is Verdict.SATISFIED
    assert verdict(graph, path) is Verdict.VIOLATED


def test_tiers_are_one_claim_a_cut_and_repeated_statements_one_claim():
    tiers = Statement.tiers([["A"], ["B", "C"], ["D"]])
    claims = claims_of([tiers, tiers], "ABCD")
    assert [claim.text for claim in claims] == ["A before B, C", "B, C before D"]
    assert [(claim.sources, claim.targets) for claim in claims] == [
        ((1, 2, 3), (0,)),
        ((3,), (0, 1, 2)),
    ]
    # D → A jumps over both cuts, C → A over the first alone.
    assert [verdict(PDAG.from_edges(4, directed=[(3, 0)]), c) for c in claims] == [
        Verdict.VIOLATED,
        Verdict.VIOLATED,
    ]
    assert [verdict(PDAG.from_edges(4, directed=[(2, 0), (1, 0)]), c) for c in claims] == [
        Verdict.VIOLATED,
        Verdict.SATISFIED,
    ]


def test_a_free_variable_between_tiers_does_not_hide_a_path_back():
    (claim,) = claims_of([Statement.tiers(["A", "B"])], "ABC")
    back = PDAG.from_edges(3, directed=[(1, 2), (2, 0)])
    assert verdict(back, claim) is Verdict.VIOLATED


def test_an_unknown_name_is_refused_with_the_statement():
    with pytest.raises(KnowledgeError, match=r"'A → Z' names 'Z', which the data do not have"):
        claims_of([Statement.pair("A", Relation.CAUSES, "Z")], "ABC")
