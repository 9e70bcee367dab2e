"""Answers about pairs, on graphs worked by hand and on many random ones."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert, Reorient
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import Query
from gesncd.measures.oracle import DSeparationOracle
from gesncd.search import (
    Cause,
    Finished,
    MarkChange,
    Offer,
    Phase,
    PhaseEnded,
    Reason,
    Started,
    Step,
    explain_pair,
    reframed_ges,
)
from gesncd.search.ending import ending_of
from gesncd.search.events import HeldPair
from gesncd.search.why_sentences import sentences

A, B, C, D = range(4)
NAMES = "ABCDEF"


class TableScores:
    """Hand-written scores by query, 0 for all others."""

    name = "table"
    key = "table"
    symmetric = True

    def __init__(self, n_variables, scores):
        self.n_variables = n_variables
        self._scores = {Query.pair(x, y, z): score for (x, y, *z), score in scores.items()}

    def evaluate(self, queries, on_chunk=None):
        return np.array([self._scores.get(query.canonical, 0.0) for query in queries])


def search(measure, tau, **options):
    return list(reframed_ges(measure, tau, global_score=False, **options))


def oracle_search(n_nodes, edges, *, graded=True, **options):
    matrix = PDAG.from_edges(n_nodes, directed=edges).to_matrix()
    oracle = DSeparationOracle(matrix, graded=graded)
    return search(oracle, oracle.null_quantile(0.001), **options)


def told(events, i, j):
    return sentences(explain_pair(events, i, j), NAMES)


@pytest.fixture(scope="module")
def withdrawn():
    """A — C, then A → C ← B, then A — B above it, which leaves all three undirected."""
    scores = {(A, C): 0.9, (B, C, A): 0.5, (A, B): 0.3}
    scores |= {(A, C, B): 0.9, (B, C): 0.5, (A, B, C): 0.3}
    events = search(TableScores(3, scores), 0.6)
    assert sum(isinstance(event, Step) for event in events) == 1
    return search(TableScores(3, scores | {(B, C): 0.2}), 0.1)


def test_an_orientation_is_set_by_a_v_structure_and_withdrawn(withdrawn):
    history = explain_pair(withdrawn, C, A)
    assert (history.i, history.j) == (A, C)
    collider = Reason(Cause.V_STRUCTURE, None, (A, C, B))
    assert [(d.step, d.operator, d.change) for d in history.changes] == [
        (1, Insert(A, C), change(A, C, "none", "undirected", Reason(Cause.OPERATOR))),
        (2, Insert(B, C, (A,)), change(A, C, "undirected", "forward", collider)),
        (3, Insert(A, B), change(A, C, "forward", "undirected", Reason(Cause.WITHDRAWN), collider)),
    ]
    assert history.kind is EdgeKind.UNDIRECTED
    assert history.reason is None
    assert sentences(history, NAMES) == [
        "A and C are joined by an undirected edge, A — C: either may cause the other.",
        "Step 1 joined them: their score given nothing was 0.9, 9 times τ.",
        "The runner-up was A and B given nothing, with a score of 0.3.",
        "That left A — C undirected, as nothing directed it.",
        "Step 2 directed A → C, because A and B both point at C and are not joined, which is a "
        "v-structure.",
        "Step 3 left A — C undirected: joining A and B took away the reason for A → C.",
        "It had been A → C because A and B both point at C and are not joined, which is a "
        "v-structure.",
        "The lowest score ever offered to part them, at the end of the backward phase, was 0.9 "
        "given nothing, 9 times τ.",
    ]


def change(i, j, before, after, reason, previous=None):
    return MarkChange(i, j, EdgeKind(before), EdgeKind(after), reason, previous)


def test_a_new_v_structure(withdrawn):
    # As it was after the second step.
    events = withdrawn[: 1 + next(k for k, e in enumerate(withdrawn) if step_index(e) == 2)]
    history = explain_pair(events, B, C)
    assert not history.finished
    assert history.n_steps == 2
    assert history.kind is EdgeKind.FORWARD
    assert history.reason == Reason(Cause.V_STRUCTURE, None, (B, C, A))
    (decision,) = history.decisions
    assert (decision.step, decision.score, decision.conditioning) == (2, 0.5, (A,))
    assert decision.runner_up.operator == Insert(A, B)
    assert sentences(history, NAMES) == [
        "B and C are joined so far, B → C.",
        "This is how it stood after step 2, in the forward phase; the search had not ended.",
        "Step 2 joined them: their score given A was 0.5, 5 times τ.",
        "The runner-up was A and B given nothing, with a score of 0.3.",
        "Step 2 directed B → C, because B and A both point at C and are not joined, which is a "
        "v-structure.",
    ]


def step_index(event):
    return event.index if isinstance(event, Step) else None


def test_meek_rule_1():
    # A → C ← B, and C → D, as D ← … would make another collider at C.
    scores = {(A, C): 0.9, (B, C, A): 0.5, (C, D): 0.3, (A, C, B): 0.9}
    events = search(TableScores(4, scores | {(C, D, A): 0.3, (B, C): 0.25}), 0.2)
    history = explain_pair(events, C, D)
    assert history.kind is EdgeKind.FORWARD
    assert history.reason == Reason(Cause.MEEK, 1, (A, C, D))
    assert (
        "Step 3 directed C → D, because A → C, and A and D are not joined: D → C would make a "
        "new v-structure (Meek rule 1)."
    ) in sentences(history, NAMES)


def test_meek_rule_2():
    # C → B ← D is a v-structure, B → A follows by rule 1, and D → A as D → B → A.
    events = oracle_search(4, [(C, B), (D, B), (B, A), (D, A)])
    history = explain_pair(events, A, D)
    assert history.kind is EdgeKind.BACKWARD
    assert history.reason == Reason(Cause.MEEK, 2, (D, B, A))
    assert (
        "Step 6 directed D → A, because D → B → A: A → D would close a cycle (Meek rule 2)."
    ) in sentences(history, NAMES)


def test_meek_rule_3():
    # B → A ← C is a v-structure; D — B and D — C stay, so D → A.
    events = oracle_search(4, [(B, A), (C, A), (D, A), (D, B), (D, C)])
    history = explain_pair(events, A, D)
    assert history.reason == Reason(Cause.MEEK, 3, (D, B, C, A))
    assert (
        "Step 7 directed D → A, because B → A ← C: A → D would force the new v-structure "
        "B → D ← C (Meek rule 3)."
    ) in sentences(history, NAMES)


def test_meek_rule_4_and_knowledge():
    # Two triangles, A-B-C and A-C-D, all undirected; B → C is known, so C → D by rule 1.
    known = Constraints.of(Knowledge(required=(("B", "C"),)), tuple("ABCD"))
    events = oracle_search(4, [(A, B), (A, C), (B, C), (C, D), (A, D)], knowledge=known)
    history = explain_pair(events, A, D)
    assert history.kind is EdgeKind.FORWARD
    assert history.reason == Reason(Cause.MEEK, 4, (A, B, C, D))
    assert history.changes[-1].step is None
    assert (
        "At the end it became A → D, because B → C → D: D → A would force the new v-structure "
        "B → A ← D (Meek rule 4)."
    ) in sentences(history, NAMES)
    known_edge = explain_pair(events, B, C)
    assert known_edge.at_start is EdgeKind.UNDIRECTED
    assert known_edge.decisions == ()
    assert known_edge.reason == Reason(Cause.KNOWLEDGE)
    assert sentences(known_edge, NAMES) == [
        "B and C are joined, B → C.",
        "They were joined from the start, as background knowledge requires.",
        "At the end it became B → C, because background knowledge directs it.",
    ]
    assert sentences(known_edge, NAMES, one_way=(B, C))[1] == (
        "They were joined from the start, as background knowledge requires: B → C only."
    )


def test_meek_rule_4_from_events_alone():
    before = PDAG.from_edges(4, undirected=[(A, B), (A, C), (B, C), (C, D), (A, D)])
    after = PDAG.from_edges(4, directed=[(B, C), (C, D), (A, D)], undirected=[(A, B), (A, C)])
    reason = Reason(Cause.MEEK, 4, (A, B, C, D))
    events = [
        Started(4, 0.1, "key", before),
        Finished(before, after, 0, 0, (change(A, D, "undirected", "forward", reason),)),
    ]
    assert explain_pair(events, D, A).reason == reason
    assert told(events, D, A)[-1].endswith("the new v-structure B → A ← D (Meek rule 4).")


def test_an_edge_deleted_in_the_backward_phase():
    # The plain oracle of the diamond A → B → D ← C ← A joins A and D, and B and C, too.
    events = oracle_search(4, [(A, B), (A, C), (B, D), (C, D)], graded=False)
    history = explain_pair(events, A, D)
    joined, parted = history.decisions
    assert (joined.step, joined.phase, joined.operator) == (3, Phase.FORWARD, Insert(A, D))
    assert (parted.step, parted.phase, parted.operator) == (8, Phase.BACKWARD, Delete(A, D))
    assert parted.conditioning == (B, C)
    assert history.changes[-1].change.previous == Reason(Cause.MEEK, 3, (A, B, C, D))
    assert history.kind is EdgeKind.NONE
    assert history.best_offer(Phase.BACKWARD) == Offer(Phase.BACKWARD, 7, 0.0, (B, C))
    assert sentences(history, NAMES) == [
        "A and D are not joined.",
        "Step 3 joined them: their score given nothing was 1, 2 times τ.",
        "The runner-up was B and D given nothing, with a score of 1.",
        "That left A — D undirected, as nothing directed it.",
        "Step 7 directed A → D, because B → D ← C: D → A would force the new v-structure "
        "B → A ← C (Meek rule 3).",
        "Step 8 parted them: their score given B and C was 0, 0 times τ.",
        "The runner-up was A and B given nothing, with a score of 1.",
    ]


def test_a_pair_that_was_never_joined():
    scores = {(A, B): 0.9, (B, C): 0.8, (A, B, C): 0.9, (B, C, A): 0.8}
    scores |= {(A, C): 0.4, (A, C, B): 0.05}
    events = search(TableScores(4, scores), 0.1)
    history = explain_pair(events, A, C)
    assert not history.was_joined
    assert history.best_offer(Phase.FORWARD) == Offer(Phase.FORWARD, 1, 0.4, ())
    assert history.ratio(0.4) == pytest.approx(4)
    # B has no neighbours at step 1; A — B — C then leaves only Insert(A, C, {B}).
    assert history.turned_at(Phase.FORWARD) == Offer(Phase.FORWARD, 3, 0.05, (B,), at_end=True)
    assert history.best_offer(Phase.BACKWARD) is None
    assert sentences(history, NAMES) == [
        "A and C are not joined.",
        "The best score ever offered to join them, at step 1, was 0.4 given nothing, 4 times τ.",
        "Other steps came first, and at the end of the forward phase the best on offer was not "
        "above τ: 0.05 given B, 0.5 times τ.",
    ]
    assert told(events, D, A) == [
        "A and D are not joined.",
        "The best score ever offered to join them, at step 1, was 0 given nothing, 0 times τ.",
    ]


def test_what_came_nearest_after_the_last_good_offer_may_have_come_later():
    scores = {(A, B): 0.9, (B, C): 0.8, (A, B, C): 0.9, (B, C, A): 0.8}
    history = explain_pair(search(TableScores(4, scores | {(A, C): 0.4}), 0.1), A, C)
    first = Offer(Phase.FORWARD, 1, 0.4, ())
    low, none = Offer(Phase.FORWARD, 2, 0.02, (B,)), Offer(Phase.FORWARD, 2, None, ())
    end = Offer(Phase.FORWARD, 3, 0.05, (D,), at_end=True)

    def last_words(*offers):
        return sentences(replace(history, offers=offers), NAMES)[-1]

    assert last_words(first, low, end) == (
        "Other steps came first, and from step 2 on the best on offer was not above τ, and nearest "
        "at the end of the forward phase: 0.05 given D, 0.5 times τ."
    )
    # Without a valid operator for a while, but not to the end.
    assert last_words(first, none, end) == last_words(first, low, end)
    assert last_words(first, low, replace(end, score=0.01)) == (
        "Other steps came first, and from step 2 on the best on offer was not above τ: 0.02 given "
        "B, 0.2 times τ."
    )
    assert last_words(first, none) == (
        "Other steps came first, and from step 2 on no valid operator could join them."
    )


def test_the_figure_told_bounds_all_later_offers(searches):
    n_later = 0
    for _, _, events in searches:
        n = events[0].n_variables
        for i in range(n):
            for j in range(i):
                history = explain_pair(events, i, j)
                for phase, nearest in ((Phase.FORWARD, max), (Phase.BACKWARD, min)):
                    turned = history.turned_at(phase)
                    if turned is None:
                        continue
                    offers = [each for each in history.offers if each.phase is phase]
                    later = [e.score for e in offers[offers.index(turned) :] if e.score is not None]
                    found = history.best_since(turned)
                    assert (None if found is None else found.score) == nearest(later, default=None)
                    n_later += found is not None and found != turned
    assert n_later > 3


def test_an_offer_that_knowledge_does_not_admit():
    # C causes neither A nor B, so A — C — B has no member that may be; the collider may,
    # but B and C look independent given A.
    scores = {(A, C): 0.9, (B, C): 0.5, (A, C, B): 0.9}
    known = Constraints.of(Knowledge(forbidden=(("C", "A"), ("C", "B"))), tuple("ABC"))
    events = search(TableScores(3, scores), 0.1, knowledge=known)
    assert told(events, B, C) == [
        "B and C are not joined.",
        "The best score ever offered to join them, at step 1, was 0.5 given nothing, 5 times τ.",
        "It was above τ to the end, but background knowledge admits no such step.",
    ]
    apart = Constraints.of(Knowledge(not_adjacent=(("B", "C"),)), tuple("ABC"))
    events = search(TableScores(3, scores), 0.1, knowledge=apart)
    history = explain_pair(events, B, C)
    held = HeldPair(B, C, False, 0.5, (), 1)
    asked = [*events[:-1], replace(events[-1], held=(held,))]
    words = apart.kept_apart(C, B)
    assert len(sentences(history, NAMES, apart=words)) == 2
    said = sentences(explain_pair(asked, B, C), NAMES, apart=words)
    assert said == [
        "B and C are not joined.",
        "Background knowledge keeps them apart: B and C must not be adjacent.",
        "The data speak against it: the two depend, with a score of 0.5, 5 × τ, given nothing.",
    ]
    assert apart.kept_apart(A, B) == ""
    unseen = replace(held, joined=True, score=0.01)
    asked = [*events[:-1], replace(events[-1], held=(unseen,))]
    said = " ".join(sentences(explain_pair(asked, B, C), NAMES))
    assert "Given nothing this measure sees no dependence of the two: their score is 0.01" in said
    assert "no evidence against it" in said
    assert "speak against" not in said


def test_an_offer_that_knowledge_ruled_out_until_it_was_gone():
    # B — C would pass until D joins both: not other steps but knowledge was in its way.
    scores = {(A, C): 0.9, (B, C): 0.5, (C, D): 0.45, (B, D): 0.4, (B, C, D): 0.05}
    known = Constraints.of(Knowledge(forbidden=(("C", "A"), ("C", "B"))), tuple("ABCD"))
    ruled_out = told(search(TableScores(4, scores), 0.1, knowledge=known), B, C)
    assert ruled_out == [
        "B and C are not joined.",
        "The best score ever offered to join them, at step 1, was 0.5 given nothing, 5 times τ.",
        "Background knowledge admitted no such step, and at the end of the forward phase the best "
        "on offer was not above τ: 0.05 given D, 0.5 times τ.",
    ]
    # Without knowledge B — C is the second step; a weaker one comes after the other two.
    outrun = search(TableScores(4, {**scores, (B, C): 0.3}), 0.1)
    assert told(outrun, B, C)[-1].startswith("Other steps came first, and at the end")


def test_on_the_way_it_is_said_which_direction_knowledge_allows():
    known = Constraints.of(Knowledge(forbidden=(("C", "A"),)), tuple("ABC"))
    events = search(TableScores(3, {(A, C): 0.9}), 0.1, knowledge=known)
    upto = events[: next(k for k, e in enumerate(events) if step_index(e) == 1) + 1]
    assert known.one_way(C, A) == known.one_way(A, C) == (A, C)
    assert known.one_way(A, B) is None
    assert sentences(explain_pair(upto, A, C), NAMES, one_way=(A, C))[0] == (
        "A and C are joined so far by an undirected edge, A — C. Background knowledge allows only "
        "A → C; it directs edges when the search is over."
    )
    stopped = explain_pair(upto, A, C, ending=ending_of(upto, known))
    said = sentences(stopped, NAMES, one_way=(A, C))
    assert said[0] == "A and C are joined so far, A → C."
    assert "Then it became A → C, because background knowledge directs it." in said


def test_a_reorientation_joins_nothing():
    # A — C — B is found first; given C, A and B depend, but they must not be joined.
    scores = {(A, C): 0.9, (B, C): 0.8, (B, C, A): 0.7, (A, C, B): 0.9, (A, B, C): 0.6}
    apart = Constraints.of(Knowledge(not_adjacent=(("A", "B"),)), tuple("ABC"))
    events = search(TableScores(3, scores), 0.1, knowledge=apart)
    turn = next(e for e in events if step_index(e) == 3)
    assert isinstance(turn.operator, Reorient)
    history = explain_pair(events, A, B)
    assert history.decisions == ()
    assert not history.was_joined
    turned = explain_pair(events, A, C)
    assert [dated.step for dated in turned.changes] == [1, 3]
    assert turned.reason == Reason(Cause.V_STRUCTURE, None, (A, C, B))


def test_before_anything_is_known():
    events = [Started(3, 0.1, "key", PDAG.empty(3))]
    history = explain_pair(events, 0, 1)
    assert history.offers == ()
    assert sentences(history, NAMES) == [
        "A and B are not joined so far.",
        "This is how it stood before the first step, in the forward phase; the search had not "
        "ended.",
        "They have not been scored yet.",
    ]


def test_a_threshold_that_is_no_yardstick():
    events = search(TableScores(3, {(A, B): 0.2}), -0.5)
    history = explain_pair(events, A, B)
    assert history.ratio(0.2) is None
    assert "their score given nothing was 0.2, above τ -0.5." in sentences(history, NAMES)[1]


@pytest.mark.parametrize("events", [[], [PhaseEnded(Phase.FORWARD, PDAG.empty(2), (), 0, ())]])
def test_events_without_their_beginning_are_refused(events):
    with pytest.raises(ValueError, match="begin with Started"):
        explain_pair(events, 0, 1)


@pytest.mark.parametrize(("i", "j"), [(0, 0), (0, 3), (-1, 2)])
def test_what_is_no_pair_is_refused(i, j):
    with pytest.raises(ValueError, match="not two of the nodes 0 to 2"):
        explain_pair([Started(3, 0.1, "key", PDAG.empty(3))], i, j)


def test_a_long_conditioning_set_is_cut_short():
    # Nine parents of node 9, joined one by one; the last is scored given the eight others.
    scores = {(k, 9, *range(k)): 0.9 - k / 100 for k in range(9)}
    events = search(TableScores(10, scores), 0.5)
    upto = [event for event in events if not isinstance(event, Step) or event.index <= 9][:10]
    said = sentences(explain_pair(upto, 8, 9), "abcdefghij")
    assert any("given a, b, c, d, e and 3 others was 0.82" in sentence for sentence in said)


def test_every_pair_of_many_searches():
    """What holds for any history, whatever the graph and wherever the search was stopped."""
    rng = np.random.default_rng(3)
    n_reasons_changed = 0
    for trial in range(60):
        n = int(rng.integers(3, 7))
        order = rng.permutation(n)
        upper = np.triu(rng.random((n, n)) < rng.uniform(0.3, 0.8), 1)
        edges = [(int(order[i]), int(order[j])) for i, j in np.argwhere(upper)]
        events = oracle_search(n, edges, graded=bool(trial % 2))
        for end in sorted({1, int(rng.integers(1, len(events))), len(events)}):
            seen = events[:end]
            graph = seen[-1].cpdag
            for i, j in combinations(range(n), 2):
                history = explain_pair(seen, i, j)
                check_history(history, graph)
                if history.reason is not None:
                    n_reasons_changed += history.changes[-1].change.reason != history.reason
                for sentence in sentences(history, NAMES):
                    assert len(sentence.split()) < 40
                    assert sentence.endswith(".")
    assert n_reasons_changed > 10


def check_history(history, graph):
    i, j = history.i, history.j
    assert history.kind is graph.kind(i, j)
    kinds = [history.at_start, *(dated.change.after for dated in history.changes)]
    assert [dated.change.before for dated in history.changes] == kinds[:-1]
    assert kinds[-1] is history.kind
    assert history.was_joined == (kinds != [EdgeKind.NONE])
    there = [kind is not EdgeKind.NONE for kind in kinds]
    assert len(history.decisions) == sum(a != b for a, b in pairwise(there))
    for decision in history.decisions:
        assert (decision.score > history.tau) == (decision.phase is Phase.FORWARD)
        # The winner is the pair's best offer at that step.
        offer = [
            o for o in history.offers if o.phase is decision.phase and o.step <= decision.step
        ][-1]
        assert (offer.score, offer.conditioning) == (decision.score, decision.conditioning)
    arrow = history.kind in (EdgeKind.FORWARD, EdgeKind.BACKWARD)
    assert (history.reason is not None) == arrow
    if arrow:
        check_reason(history.reason, (i, j) if history.kind is EdgeKind.FORWARD else (j, i), graph)


def check_reason(reason, arrow, graph):
    """The pattern is there, and concludes this arrow."""

    def points(a, b):
        return graph.kind(a, b) is EdgeKind.FORWARD

    def apart(a, b):
        return graph.kind(a, b) is EdgeKind.NONE

    nodes = reason.nodes
    if reason.cause is Cause.V_STRUCTURE:
        a, c, b = nodes
        assert arrow == (a, c)
        assert points(a, c)
        assert points(b, c)
        assert apart(a, b)
    elif reason.rule == 1:
        w, u, v = nodes
        assert arrow == (u, v)
        assert points(w, u)
        assert apart(w, v)
    elif reason.rule == 2:
        u, w, v = nodes
        assert arrow == (u, v)
        assert points(u, w)
        assert points(w, v)
    else:
        assert reason.rule == 3
        u, w1, w2, v = nodes
        assert arrow == (u, v)
        assert points(w1, v)
        assert points(w2, v)
        assert apart(w1, w2)
        assert not apart(u, w1)
        assert not apart(u, w2)
