"""What arrows rest on, on graphs that were worked out by hand, one for each rule."""

from __future__ import annotations

import pytest

from gesncd.graphs import PDAG, Delete, Insert, complete_with_reasons, v_structures
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.direction_support import (
    DirectionSupport,
    PairEvidence,
    direction_support,
    direction_supports,
    hanging_on,
    pair_evidence,
    weakest,
)
from gesncd.search.events import Cause, PairScore, Phase, PhaseEnded, Reason, Started, Step
from gesncd.search.provenance import oriented_by_knowledge, reasons_of

A, B, C, D, E = range(5)


def supports(graph):
    """Of the CPDAG that a pattern or a DAG completes to."""
    return direction_supports(reasons_of(complete_with_reasons(graph)[1]))


def known_supports(cpdag, knowledge, n):
    names = [str(node) for node in range(n)]
    graph, changes = oriented_by_knowledge(cpdag, Constraints.of(knowledge, names))
    reasons = dict(reasons_of(complete_with_reasons(cpdag)[1]))
    for change in changes:
        forward = graph.parents[change.j] >> change.i & 1
        reasons[(change.i, change.j) if forward else (change.j, change.i)] = change.reason
    return graph, direction_supports(reasons)


def test_an_arrow_of_a_collider_rests_on_both_edges_and_on_the_gap():
    found = supports(PDAG.from_edges(3, directed=[(A, B), (C, B)]))
    assert found[A, B] == DirectionSupport(
        (A, B), colliders=((A, B, C),), known=(), joined=((A, B), (B, C)), apart=((A, C),)
    )
    # The same collider, whichever of its arrows is asked.
    assert found[C, B].colliders == ((A, B, C),)


def test_rule_1_rests_on_the_collider_before_it_and_on_one_more_gap():
    found = supports(PDAG.from_edges(4, directed=[(A, C), (B, C), (C, D)]))
    support = found[C, D]
    assert support.colliders == ((A, C, B),)
    assert set(support.joined) == {(A, C), (B, C)}
    assert set(support.apart) == {(A, D), (A, B)}


def test_rule_2_rests_on_two_arrows_and_on_no_gap_of_its_own():
    # A → C ← D, then C → B by rule 1 from D, and A — B is closed by A → C → B.
    found = supports(PDAG.from_edges(4, directed=[(A, C), (D, C), (C, B), (A, B)]))
    assert found[C, B].apart == ((B, D), (A, D))
    support = found[A, B]
    assert support.colliders == ((A, C, D),)
    assert set(support.joined) == {(A, C), (B, C), (C, D)}
    assert set(support.apart) == {(A, D), (B, D)}


def test_rule_3_rests_on_the_two_sides_as_well():
    # A — B, A — C and A — D; B → D ← C with B and C apart gives A → D.
    graph = PDAG.from_edges(4, directed=[(B, D), (C, D)], undirected=[(A, B), (A, C), (A, D)])
    support = supports(graph)[A, D]
    assert support.colliders == ((B, D, C),)
    assert set(support.joined) == {(A, B), (A, C), (B, D), (C, D)}
    assert support.apart == ((B, C),)


def test_rule_4_rests_on_what_is_known_and_on_a_gap():
    # u — w, u — s, u — v, w — s, s — v with w and v apart; known: w → s and s → v.
    u, w, s, v = range(4)
    reasons = {
        (w, s): Reason(Cause.KNOWLEDGE),
        (s, v): Reason(Cause.KNOWLEDGE),
        (u, v): Reason(Cause.MEEK, 4, (u, w, s, v)),
    }
    support = direction_support(reasons, (u, v))
    assert support.colliders == ()
    assert support.known == ((w, s), (s, v))
    assert set(support.joined) == {(u, w), (w, s), (s, v), (u, s)}
    assert support.apart == ((w, v),)


def test_a_direction_from_knowledge_rests_on_the_gap_that_the_data_left():
    chain = PDAG.from_edges(3, undirected=[(A, B), (B, C)])
    graph, found = known_supports(chain, Knowledge(forbidden=(("1", "0"),)), 3)
    assert found[A, B] == DirectionSupport((A, B), (), ((A, B),), (), ())
    assert found[B, C] == DirectionSupport((B, C), (), ((A, B),), ((A, B),), ((A, C),))
    assert graph.parents[C] == 1 << B


def test_a_chain_is_followed_to_its_beginning():
    path = PDAG.from_edges(5, directed=[(A, C), (B, C), (C, D), (D, E)])
    support = supports(path)[D, E]
    assert support.colliders == ((A, C, B),)
    assert set(support.apart) == {(C, E), (A, D), (A, B)}
    assert set(support.joined) == {(C, D), (A, C), (B, C)}


def step(index, phase, operator, score, pairs=(), n=3):
    return Step(index, phase, operator, score, (), (), 1, None, tuple(pairs), PDAG.empty(n), ())


def test_evidence_is_the_score_that_joined_and_the_nearest_miss():
    forward, backward = Phase.FORWARD, Phase.BACKWARD
    events = [
        Started(3, 0.1, "key", PDAG.empty(3)),
        step(
            1,
            forward,
            Insert(A, B),
            0.5,
            [PairScore(A, B, 0.5), PairScore(B, C, 0.3), PairScore(A, C, 0.2)],
        ),
        step(2, forward, Insert(B, C), 0.3, [PairScore(A, C, 0.08)]),
        PhaseEnded(forward, PDAG.empty(3), (), 1, (PairScore(A, C, 0.06),)),
        step(3, backward, Delete(A, B), 0.04, [PairScore(B, C, 0.02)]),
        PhaseEnded(backward, PDAG.empty(3), (), 1, (PairScore(B, C, 0.01),)),
    ]
    found = pair_evidence(events)
    assert found.tau == 0.1
    # A — B was parted again, with 0.04; what B — C was offered to be parted says nothing.
    assert found.joined == {(B, C): 0.3}
    assert found.missed == {(A, C): 0.08, (A, B): 0.04}
    with pytest.raises(ValueError, match="Started"):
        pair_evidence(events[1:])


def test_the_weakest_is_the_smallest_score_joined_and_the_largest_apart():
    support = DirectionSupport((A, B), (), (), ((A, B), (B, C), (C, D)), ((A, C), (B, D)))
    evidence = PairEvidence(0.1, {(A, B): 0.5, (B, C): 0.2}, {(A, C): 0.03, (B, D): 0.09})
    found = weakest(support, evidence)
    assert (found.edge, found.edge_score) == ((B, C), 0.2)
    assert (found.gap, found.gap_score) == ((B, D), 0.09)
    nothing = weakest(support, PairEvidence(0.1, {}, {}))
    assert (nothing.edge, nothing.edge_score, nothing.gap, nothing.gap_score) == (None,) * 4


def test_what_hangs_on_one_collider_and_what_others_still_direct():
    chain = PDAG.from_edges(5, directed=[(A, C), (B, C), (C, D), (D, E)])
    assert hanging_on(chain, (), (A, C, B)) == {(A, C), (B, C), (C, D), (D, E)}
    # A, B and E all point at C: each pair makes a collider, and two are left without one.
    star = PDAG.from_edges(5, directed=[(A, C), (B, C), (E, C), (C, D)])
    assert hanging_on(star, (), (A, C, B)) == frozenset()


def test_what_is_known_does_not_hang_on_a_collider():
    chain = PDAG.from_edges(4, directed=[(A, C), (B, C), (C, D)])
    assert hanging_on(chain, [(A, C)], (A, C, B)) == {(B, C)}


def test_with_all_its_colliders_every_arrow_of_a_class_follows(random_cpdags):
    n_arrows = 0
    for graph in random_cpdags(6, 60):
        arrows = {(edge.source, edge.target) for edge in graph.edges() if edge.directed}
        found = direction_supports(reasons_of(complete_with_reasons(graph)[1]))
        assert set(found) == arrows
        colliders = set(v_structures(graph))
        # One that is none takes nothing away.
        assert hanging_on(graph, (), (0, 0, 0)) == frozenset()
        for arrow, support in found.items():
            n_arrows += 1
            assert support.colliders
            assert set(support.colliders) <= colliders
            assert all(graph.adjacent(i) >> j & 1 for i, j in support.joined)
            assert not any(graph.adjacent(i) >> j & 1 for i, j in support.apart)
            for collider in colliders - set(support.colliders):
                assert arrow not in hanging_on(graph, (), collider)
    assert n_arrows > 150
