"""What the search says of knowledge that the data speak against."""

from __future__ import annotations

import numpy as np
import pytest

from gesncd.data.dataset import Dataset
from gesncd.graphs import PDAG, first_member
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import PartialCorrelation
from gesncd.measures.oracle import DSeparationOracle
from gesncd.search import Finished, GlobalScore, reframed_ges
from gesncd.search.events import HeldPair
from gesncd.search.held_sentences import (
    MOST_TOLD,
    UNSEEN_MANY,
    UNSEEN_ONE,
    against_knowledge,
    held_sentences,
)

NAMES = ("A", "B", "C", "D")
CHAIN = PDAG.from_edges(4, directed=[(0, 1), (1, 2), (2, 3)])


def searched(dag, knowledge, **options):
    oracle = DSeparationOracle(dag.to_matrix(), graded=True)
    known = Constraints.of(knowledge, NAMES)
    return list(reframed_ges(oracle, oracle.null_quantile(0.5), knowledge=known, **options))


def held_of(dag, knowledge):
    found = {(each.i, each.j, each.joined) for each in searched(dag, knowledge)[-1].held}
    return sorted(found)


@pytest.mark.parametrize(
    ("knowledge", "held"),
    [
        (Knowledge(not_adjacent=(("A", "B"),)), [(0, 1, False)]),
        (Knowledge(forbidden=(("A", "B"), ("B", "A"))), [(0, 1, False)]),
        (Knowledge(tiers=(("A", "B"), ("C", "D")), closed_tiers=(0,)), [(0, 1, False)]),
        (Knowledge(adjacent=(("A", "D"),)), [(0, 3, True)]),
        (Knowledge(required=(("A", "C"),)), [(0, 2, True)]),
        # What is true is not spoken against, though A and C, and A and D, depend.
        (Knowledge(not_adjacent=(("A", "C"), ("A", "D"))), []),
        (Knowledge(required=(("A", "B"),), adjacent=(("C", "D"),)), []),
        (Knowledge(tiers=(("A", "B"), ("C", "D"))), []),
    ],
)
def test_statements_that_the_data_speak_against_are_told_and_others_are_not(knowledge, held):
    assert held_of(CHAIN, knowledge) == held


def test_true_knowledge_under_which_the_truth_is_found_is_never_spoken_against(random_cpdags):
    rng = np.random.default_rng(5)
    n_stated = 0
    for cpdag in random_cpdags(4, 40):
        pairs = [(i, j) for i in range(4) for j in range(i + 1, 4) if rng.random() < 0.5]
        joined = [(i, j) for i, j in pairs if cpdag.adjacent(i) >> j & 1]
        apart = [pair for pair in pairs if pair not in joined]
        name = lambda found: tuple((NAMES[i], NAMES[j]) for i, j in found)  # noqa: E731
        knowledge = Knowledge(adjacent=name(joined), not_adjacent=name(apart))
        last = searched(first_member(cpdag), knowledge)[-1]
        if last.cpdag == cpdag:
            assert last.held == ()
            n_stated += len(pairs)
    assert n_stated > 60


def test_a_pair_that_only_statements_on_others_hold_apart_is_told():
    # A → B is forbidden, and B → A would close a cycle with what is required.
    dag = PDAG.from_edges(4, directed=[(0, 1), (0, 2), (2, 1)])
    knowledge = Knowledge(required=(("A", "C"), ("C", "B")), forbidden=(("A", "B"),))
    events = searched(dag, knowledge)
    stated = Constraints.of(knowledge, NAMES).stated
    others = [each for each in events[-1].held if (each.i, each.j) not in stated]
    assert [(each.i, each.j, each.joined) for each in others] == [(0, 1, False)]
    text = " ".join(against_knowledge(events, knowledge, NAMES))
    assert "against what is stated of others, which keeps" in text


def linear(rng):
    a = rng.normal(size=600)
    b = a + rng.normal(size=600)
    c = b + rng.normal(size=600)
    return Dataset.from_array(np.column_stack([a, b, c, rng.normal(size=600)]))


def test_s_g_would_be_that_of_the_search_that_was_told_nothing():
    measure = PartialCorrelation(linear(np.random.default_rng(3)))
    tau = measure.null_quantile(0.001)
    free = list(reframed_ges(measure, tau))
    known = Constraints.of(Knowledge(not_adjacent=(("A", "B"),)), NAMES)
    events = list(reframed_ges(measure, tau, knowledge=known))
    scores = [e.value for e in events if isinstance(e, GlobalScore)]
    (held,) = events[-1].held
    assert (held.i, held.j, held.joined) == (0, 1, False)
    assert held.score > 10 * tau
    free_score = [e.value for e in free if isinstance(e, GlobalScore)][-1]
    assert scores[-1] > 0.05 > free_score
    assert events[-1].score_if_joined == pytest.approx(free_score, abs=0.01)


def test_the_check_comes_last_and_is_left_out_with_s_g():
    known = Knowledge(not_adjacent=(("A", "B"),))
    bare = searched(CHAIN, known, global_score=False)[-1]
    assert (bare.held, bare.score_if_joined) == ((), None)
    asked = []
    last = searched(CHAIN, known, on_progress=lambda p: asked.append((p.purpose, p.done)))[-1]
    assert asked[-1][0] == "knowledge"
    assert last.held


def finished(*held, joined=None):
    empty = PDAG.empty(4)
    return Finished(empty, empty, 0, 3, held=held, score_if_joined=joined)


def test_a_sentence_names_the_statement_its_scores_and_what_to_do():
    knowledge = Knowledge(not_adjacent=(("A", "B"),), required=(("D", "C"),))
    stated = Constraints.of(knowledge, NAMES).stated
    end = finished(
        HeldPair(0, 1, False, 0.31, (2,), 4), HeldPair(2, 3, True, 0.004, (0, 1), 2), joined=0.002
    )
    assert held_sentences(end, stated, NAMES, 0.01, score=0.325) == [
        "The data speak against what is stated, that A and B must not be adjacent: the two depend "
        "given each of the 4 sets that were tried, with a score of at least 0.31, 31 × τ, given C.",
        "S_g is 0.325. In the same graph, but with the pair joined that what is stated holds "
        "apart, it would be 0.002.",
        "Look at the statement again, or run without it.",
        "Given A and B this measure sees no dependence of C and D, though D → C is required: their "
        "score is 0.004, at most τ 0.01.",
        UNSEEN_ONE,
    ]
    assert held_sentences(finished(), stated, NAMES, 0.01, score=0.3) == []


def test_that_a_measure_sees_no_dependence_speaks_against_no_edge():
    knowledge = Knowledge(required=(("A", "B"),), adjacent=(("A", "D"),))
    events = searched(PDAG.empty(4), knowledge)
    assert [each.joined for each in events[-1].held] == [True, True]
    text = " ".join(against_knowledge(events, knowledge, NAMES))
    assert "sees no dependence of A and B, though A → B is required" in text
    assert text.endswith(UNSEEN_MANY)
    for word in ("speak against", "Look at", "run without"):
        assert word not in text
    others = held_sentences(finished(HeldPair(0, 1, True, -0.1, (), 1)), {}, NAMES, 0.01)
    assert others[0].startswith(
        "Given nothing this measure sees no dependence of A and B, whose edge what is stated of "
        "others keeps: their score is"
    )


def test_of_many_pairs_the_clearest_are_told_and_the_rest_is_counted():
    held = [HeldPair(0, k, False, 0.9, (), 1) for k in range(1, MOST_TOLD + 4)]
    lines = held_sentences(finished(*held), {}, [str(k) for k in range(20)], 0.01)
    assert len(lines) == MOST_TOLD + 2
    assert lines[0].endswith("the two depend, with a score of 0.9, 90 × τ, given nothing.")
    assert lines[MOST_TOLD].startswith("3 more pairs are held apart")


def test_a_common_effect_by_what_is_stated_parts_nobody():
    # A and B depend, and cancel given their effect C: no sign that they are not joined.
    dag = PDAG.from_edges(3, directed=[(0, 1), (0, 2), (1, 2)])

    class Cancelling(DSeparationOracle):
        def evaluate(self, queries, on_chunk=None):
            scores = super().evaluate(queries)
            hidden = [{*q.x, *q.y} == {0, 1} and q.z == (2,) for q in queries]
            return np.where(hidden, 0.0, scores)

    def held(**said):
        known = Constraints.of(Knowledge(**said), NAMES[:3])
        oracle = Cancelling(dag.to_matrix())
        return list(reframed_ges(oracle, oracle.null_quantile(0.001), knowledge=known))[-1].held

    assert held(tiers=(("A",), ("B",), ("C",))) == ()
    (unseen,) = held(adjacent=(("A", "B"),))
    assert (unseen.i, unseen.j, unseen.joined, unseen.conditioning) == (0, 1, True, (2,))
