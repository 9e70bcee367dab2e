"""Arrows that stay for another reason: found, told with both reasons, and not without need."""

import numpy as np
import pytest

from gesncd.graphs import PDAG, EdgeKind, complete_with_reasons, cpdag_of_dag
from gesncd.lessons import lesson
from gesncd.search import Cause, Step
from gesncd.search.kept_arrows import kept_arrows, kept_briefly, kept_sentences
from gesncd.search.provenance import carried, reasons_of


def reasons_at(graph):
    """Why each arrow of a completed graph is directed, as it is found anew."""
    return reasons_of(complete_with_reasons(graph)[1])


def test_a_reason_that_was_told_stays_while_it_holds():
    """Another one that would be found first does not take its place, nor does that one's end."""
    # 2 → 3 by rule 1 on 0 → 2; then 4 → 3 makes a collider of it, and goes again.
    first = cpdag_of_dag(PDAG.from_edges(5, [(0, 2), (1, 2), (2, 3)]))
    more = cpdag_of_dag(PDAG.from_edges(5, [(0, 2), (1, 2), (2, 3), (4, 3)]))
    told = reasons_at(first)
    rule_1 = told[2, 3]
    assert rule_1.rule == 1
    assert reasons_at(more)[2, 3].cause is Cause.V_STRUCTURE
    assert kept_arrows(told, more) == ()
    held = carried(told, reasons_at(more), more)
    assert held[2, 3] == rule_1
    assert held[4, 3].cause is Cause.V_STRUCTURE
    assert kept_arrows(held, first) == ()
    # Where it ends, that is told, with what holds instead.
    alone = cpdag_of_dag(PDAG.from_edges(5, [(2, 3), (4, 3)]))
    (arrow,) = kept_arrows(held, alone)
    assert (arrow.source, arrow.target, arrow.was) == (2, 3, rule_1)
    assert arrow.now.cause is Cause.V_STRUCTURE


@pytest.fixture(scope="module")
def graphs():
    """The graphs of the lesson on the backward phase, from the empty one on."""
    each = lesson("backward-phase")
    steps = [event.cpdag for event in each.search() if isinstance(event, Step)]
    return each.names, [PDAG.empty(4), *steps]


def test_the_reason_of_an_arrow_changes_in_the_step_that_takes_the_old_one_away(graphs):
    names, found = graphs
    told = {}
    reasons = reasons_at(found[0])
    for step in range(1, len(found)):
        for arrow in kept_arrows(reasons, found[step]):
            told[step] = kept_sentences(arrow, names)
        reasons = carried(reasons, reasons_at(found[step]), found[step])
    assert told == {
        4: (
            "Growth → Sun stays for another reason now: Soil → Growth, and Soil and Sun are not "
            "joined: Sun → Growth would make a new v-structure (Meek rule 1).",
            "The reason until now, Meek rule 1 on Water → Growth, is gone: Water and Sun are "
            "joined now.",
        ),
        5: (
            "Water → Sun stays for another reason now: Water and Soil both point at Sun and are "
            "not joined, which is a v-structure.",
            "The reason until now, Meek rule 2 on Water → Growth → Sun, is gone: Growth → Sun has "
            "lost its arrowhead.",
        ),
    }


def test_an_arrow_whose_reason_still_holds_is_not_told():
    # 0 → 2 ← 1 directs 2 → 3; with 3 → 4 ← 5 beside it nothing of that is touched.
    before = cpdag_of_dag(PDAG.from_edges(6, [(0, 2), (1, 2), (2, 3)]))
    after = cpdag_of_dag(PDAG.from_edges(6, [(0, 2), (1, 2), (2, 3), (3, 4), (5, 4)]))
    assert kept_arrows(reasons_at(before), after) == ()
    # 4 → 2 makes more colliders at 2, and the first one is there as before.
    more = cpdag_of_dag(PDAG.from_edges(6, [(0, 2), (1, 2), (2, 3), (4, 2)]))
    assert kept_arrows(reasons_at(before), more) == ()


def test_what_is_told_as_gone_is_gone_on_random_graphs():
    rng = np.random.default_rng(3)
    n_found, words = 0, ()
    names = [f"v{k}" for k in range(8)]
    for _ in range(400):
        matrix = np.triu(rng.random((8, 8)) < 0.4, 1).astype(np.int8)
        other = matrix.copy()
        i, j = sorted(rng.choice(8, 2, replace=False))
        other[i, j] = 1 - other[i, j]
        before, after = (cpdag_of_dag(PDAG.from_matrix(each)) for each in (matrix, other))
        for arrow in kept_arrows(reasons_at(before), after):
            n_found += 1
            for graph in (before, after):
                assert graph.kind(arrow.source, arrow.target) is EdgeKind.FORWARD
            assert arrow.was != arrow.now
            assert before.kind(arrow.i, arrow.j) is not after.kind(arrow.i, arrow.j)
            assert arrow.was.cause in (Cause.V_STRUCTURE, Cause.MEEK)
            words += kept_sentences(arrow, names)
            brief = kept_briefly(arrow, names)
            assert brief.startswith(f"v{arrow.source} → v{arrow.target} stays likewise, now by ")
            # Both say the same of what took the old reason away.
            assert brief.removesuffix(".").split(": ")[1] in words[-1]
            words += (brief,)
    assert n_found > 30
    assert all(len(text.split()) < 40 for text in words)


def test_what_a_search_calls_the_reason_until_now_is_what_was_told_last(searches, taken):
    n_lost = n_kept = 0
    for _, _, events in searches:
        told = {}
        reasons = {}
        for _, step in taken(events):
            for arrow in kept_arrows(reasons, step.cpdag):
                n_kept += 1
                assert told[arrow.source, arrow.target] == arrow.was
                told[arrow.source, arrow.target] = arrow.now
            for change in step.changes:
                ends = {
                    EdgeKind.FORWARD: (change.i, change.j),
                    EdgeKind.BACKWARD: (change.j, change.i),
                }
                if change.previous is not None:
                    n_lost += 1
                    assert told.pop(ends[change.before]) == change.previous
                if change.after in ends:
                    told[ends[change.after]] = change.reason
            reasons = carried(reasons, reasons_at(step.cpdag), step.cpdag)
            assert reasons == told
    assert n_lost > 10
    assert n_kept > 10
