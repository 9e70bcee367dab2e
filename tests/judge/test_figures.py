"""Figures against counting by hand, over every pair of small classes, and published ones."""

from __future__ import annotations

from itertools import combinations, islice, product

import numpy as np
import pytest

from gesncd.graphs import PDAG, Agreement, EdgeKind, cpdag_of_dag, shd, sid
from gesncd.judge import (
    KINDS,
    PairVerdict,
    confusion,
    difference,
    figures,
    truth_of_graph,
    verdict_counts,
)
from gesncd.judge.figures import orientation_agreement, skeleton_agreement

NAMES = tuple("abcdefgh")


def ratio(hits: int, found: int, true: int) -> Agreement:
    if not found and not true:
        return Agreement(1.0, 1.0, 1.0)
    if not hits:
        return Agreement(0.0, 0.0, 0.0)
    precision, recall = hits / found, hits / true
    return Agreement(precision, recall, 2 * precision * recall / (precision + recall))


def same(left: Agreement, right: Agreement) -> bool:
    return np.allclose(
        [left.precision, left.recall, left.f1], [right.precision, right.recall, right.f1]
    )


def test_against_sets_of_edges(classes):
    for estimate, truth in islice(product(classes(4), classes(4)), 0, None, 23):
        matrices = estimate.to_matrix(), truth.to_matrix()
        pairs = list(combinations(range(4), 2))
        lines = [{p for p in pairs if m[p] or m[p[::-1]]} for m in matrices]
        expected = ratio(len(lines[0] & lines[1]), len(lines[0]), len(lines[1]))
        assert same(skeleton_agreement(estimate, truth), expected)
        both = lines[0] & lines[1]
        arrows = [
            {q for p in both for q in (p, p[::-1]) if m[q] and not m[q[::-1]]} for m in matrices
        ]
        expected = ratio(len(arrows[0] & arrows[1]), len(arrows[0]), len(arrows[1]))
        assert same(orientation_agreement(estimate, truth), expected)
        counts = verdict_counts(difference(estimate, truth))
        assert sum(counts.values()) - counts[PairVerdict.RIGHT] == shd(estimate, truth)
        table = np.array(confusion(estimate, truth))
        assert table.sum() == 6
        assert table.sum() - np.trace(table) == shd(estimate, truth)


def test_sid_is_that_of_the_best_and_worst_member(classes):
    rng = np.random.default_rng(0)
    found = list(classes(4).items())
    for _ in range(150):
        cpdag, group = found[int(rng.integers(len(found)))]
        _, others = found[int(rng.integers(len(found)))]
        dag = others[int(rng.integers(len(others)))]
        distances = [sid(member, dag) for member in group]
        truth = truth_of_graph(dag, NAMES[:4])
        assert figures(cpdag, truth).sid == (min(distances), max(distances))


def test_the_example_of_the_sid_paper():
    # Peters and Bühlmann (2015), figure 1: two estimates of equal SHD, of which one adds
    # an edge and spoils no effect, and the other turns one round and spoils eight.
    common = [(0, k) for k in (2, 3, 4)] + [(1, k) for k in (2, 3, 4)]
    dag = PDAG.from_edges(5, directed=[(0, 1), *common])
    extra = PDAG.from_edges(5, directed=[(0, 1), *common, (2, 3)])
    turned = PDAG.from_edges(5, directed=[(1, 0), *common])
    truth = truth_of_graph(dag, NAMES[:5])
    assert figures(extra, truth).shd_to_dag == figures(turned, truth).shd_to_dag == 1
    assert figures(extra, truth).sid == (0, 0)
    assert figures(turned, truth).sid == (8, 8)


def test_a_worked_example():
    # Truth a → c ← b, c → d. Found: a → c, b — c, d → c, and no more.
    dag = PDAG.from_edges(4, directed=[(0, 2), (1, 2), (2, 3)])
    estimate = PDAG.from_edges(4, directed=[(0, 2), (3, 2)], undirected=[(1, 2)])
    found = figures(estimate, truth_of_graph(dag, NAMES[:4]))
    assert found.shd == 2
    assert found.n_edges == found.n_true_edges == 3
    assert found.skeleton == Agreement(1.0, 1.0, 1.0)
    # One of the two arrows found is right; there are three.
    assert same(found.orientation, ratio(1, 2, 3))
    # Entries found: 4, of which a → c is hit; the truth has 3.
    assert same(found.entries, ratio(1, 4, 3))
    # Against the DAG's entries the undirected edge is half right.
    assert same(found.entries_to_dag, ratio(2, 4, 3))


def test_a_class_as_truth_has_no_sid_and_says_why():
    truth = truth_of_graph(PDAG.from_edges(2, undirected=[(0, 1)]), NAMES[:2])
    found = figures(truth.graph, truth)
    assert found.sid is None
    assert "class" in found.sid_reason
    assert found.shd_to_dag is None
    assert found.shd == 0


def test_an_estimate_that_no_dag_has_gets_no_sid():
    truth = truth_of_graph(PDAG.from_edges(3, directed=[(0, 1), (1, 2)]), NAMES[:3])
    cycle = PDAG.from_edges(3, directed=[(0, 1), (1, 2), (2, 0)])
    found = figures(cycle, truth)
    assert found.sid is None
    assert "No DAG" in found.sid_reason
    assert found.shd == 3


def test_confusion_is_read_from_the_earlier_to_the_later():
    truth = PDAG.from_edges(3, directed=[(0, 1), (2, 1)])
    estimate = PDAG.from_edges(3, directed=[(1, 0)], undirected=[(0, 2)])
    table = confusion(estimate, truth)
    place = {kind: k for k, kind in enumerate(KINDS)}
    assert table[place[EdgeKind.FORWARD]][place[EdgeKind.BACKWARD]] == 1
    assert table[place[EdgeKind.NONE]][place[EdgeKind.UNDIRECTED]] == 1
    assert table[place[EdgeKind.BACKWARD]][place[EdgeKind.NONE]] == 1


@pytest.mark.parametrize(
    ("found", "true", "verdict"),
    [
        ([(0, 1)], [(0, 1)], PairVerdict.RIGHT),
        ([(1, 0)], [(0, 1)], PairVerdict.REVERSED),
        ([], [(0, 1)], PairVerdict.MISSING),
        ([(0, 1)], [], PairVerdict.EXTRA),
        (None, [(0, 1)], PairVerdict.DIRECTION_LOST),
        ([(0, 1)], None, PairVerdict.DIRECTION_INVENTED),
        (None, None, PairVerdict.RIGHT),
    ],
)
def test_verdicts(found, true, verdict):
    def graph(arrows):
        if arrows is None:
            return PDAG.from_edges(2, undirected=[(0, 1)])
        return PDAG.from_edges(2, directed=arrows)

    (pair,) = difference(graph(found), graph(true))
    assert pair.verdict is verdict
    assert (pair.i, pair.j) == (0, 1)


def test_graphs_of_different_variables_are_refused():
    with pytest.raises(ValueError, match="same variables"):
        difference(PDAG.empty(2), PDAG.empty(3))
    with pytest.raises(ValueError, match="different numbers"):
        confusion(PDAG.empty(2), PDAG.empty(3))


def test_the_truth_itself_is_perfect(all_dags):
    for dag in all_dags(3):
        found = figures(cpdag_of_dag(dag), truth_of_graph(dag, NAMES[:3]))
        perfect = Agreement(1.0, 1.0, 1.0)
        assert (found.shd, found.sid[0]) == (0, 0)
        assert found.entries == found.skeleton == found.orientation == perfect
