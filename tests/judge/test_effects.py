"""Effects against every member of small classes, by linear-Gaussian regressions."""

from __future__ import annotations

from itertools import chain, combinations, permutations

import numpy as np
import pytest

from gesncd.graphs import PDAG, ancestors, cpdag_of_dag, members
from gesncd.graphs.bits import mask_of, nodes_in
from gesncd.judge import Identification, effect_of, optimal_adjustment, possible_parent_sets
from gesncd.judge.possible_paths import possible_descendants
from gesncd.knowledge import Constraints, Knowledge
from gesncd.simulate import random_dag

NAMES = tuple("ABCDEFGH")


def effects_of_members(group, sigma, x, y, regression):
    """The possible effects: one of each set of parents of the cause."""
    found = []
    for parents in {dag.parents[x] for dag in group}:
        given = tuple(nodes_in(parents))
        found.append(0.0 if parents >> y & 1 else regression(sigma, x, y, given))
    return found


def check_class(graph, group, covariance, regression, rng):
    n = graph.n_nodes
    sigma, _ = covariance(group[int(rng.integers(len(group)))], rng)
    for x in range(n):
        assert list(possible_parent_sets(graph, x)) == sorted(
            {dag.parents[x] for dag in group},
            key=lambda mask: (mask.bit_count(), list(nodes_in(mask))),
        )
        below = mask_of(y for y in range(n) if any(ancestors(d, 1 << y) >> x & 1 for d in group))
        assert possible_descendants(graph, x) == below
    for x, y in permutations(range(n), 2):
        effect = effect_of(graph, x, y, NAMES)
        possible = effects_of_members(group, sigma, x, y, regression)
        assert effect.identified == (np.ptp(possible) < 1e-9), (graph, x, y)
        causal = any(ancestors(dag, 1 << y) >> x & 1 for dag in group)
        assert (effect.identification is Identification.NONE) == (not causal)
        for each in effect.parent_sets:
            assert each.member in group
            assert each.member.parents[x] == mask_of(each.parents)
            assert each.causes == bool(ancestors(each.member, 1 << y) >> x & 1)
            assert each.effect_is_parent == (y in each.parents)
        if effect.identification is Identification.ADJUSTMENT:
            for dag in group:
                own, total = covariance(dag, rng)
                estimate = regression(own, x, y, effect.adjustment)
                assert estimate == pytest.approx(total[x, y], abs=1e-9)
                plain = regression(own, x, y, ())
                assert effect.empty_is_valid == (abs(plain - total[x, y]) < 1e-9)
        else:
            assert effect.adjustment is None
            assert not effect.empty_is_valid
        assert bool(effect.blocking_path) == (
            effect.identification is Identification.NOT_IDENTIFIED
        )


def test_every_class_of_four_nodes(classes, covariance, regression):
    rng = np.random.default_rng(1)
    for graph, group in classes(4).items():
        check_class(graph, group, covariance, regression, rng)


def test_every_class_of_four_nodes_with_one_known_direction(
    oriented_classes, covariance, regression
):
    rng = np.random.default_rng(2)
    for graph, group in oriented_classes(4):
        check_class(graph, group, covariance, regression, rng)


def test_random_classes_of_seven_nodes(covariance, regression):
    rng = np.random.default_rng(3)
    for _ in range(25):
        graph = cpdag_of_dag(PDAG.from_matrix(random_dag(7, 2.5, rng)))
        check_class(graph, tuple(members(graph)), covariance, regression, rng)


def test_random_classes_of_seven_nodes_with_known_directions(covariance, regression):
    """Two possibly directed paths one after the other need not be one, where edges are known."""
    rng = np.random.default_rng(6)
    n_tried, n_identified = 0, 0
    while n_tried < 60:
        dag = PDAG.from_matrix(random_dag(7, 3.0, rng))
        graph = cpdag_of_dag(dag)
        open_ = [(e.source, e.target) for e in graph.edges() if not e.directed]
        if len(open_) < 2:
            continue
        n_tried += 1
        picked = [open_[k] for k in rng.permutation(len(open_))[: rng.integers(1, 3)]]
        known = [(a, b) if dag.parents[b] >> a & 1 else (b, a) for a, b in picked]
        required = tuple((NAMES[a], NAMES[b]) for a, b in known)
        constraints = Constraints.of(Knowledge(required=required), NAMES[:7])
        oriented, _ = constraints.orient(graph)
        group = tuple(members(oriented))
        check_class(oriented, group, covariance, regression, rng)
        for x, y in permutations(range(7), 2):
            effect = effect_of(oriented, x, y, NAMES)
            if effect.identification is Identification.ADJUSTMENT:
                n_identified += 1
                assert {optimal_adjustment(each, x, y) for each in group} == {effect.adjustment}
    assert n_identified > 200


def test_a_known_confounder_is_adjusted_for():
    """A → X and A → Y stand; X — B — A is no way on to Y, as A → X points back."""
    a, b, c, x, y = range(5)
    graph = PDAG.from_edges(
        5, directed=[(a, x), (a, y), (c, y), (x, y)], undirected=[(a, b), (b, x)]
    )
    assert effect_of(graph, x, y, NAMES).adjustment == (a, c)


def test_no_valid_adjustment_has_less_variance(covariance, regression):
    rng = np.random.default_rng(4)
    compared = 0
    for _ in range(12):
        dag = PDAG.from_matrix(random_dag(6, 3.0, rng))
        models = [covariance(dag, rng) for _ in range(2)]
        for x, y in permutations(range(6), 2):
            effect = effect_of(dag, x, y, NAMES)
            if effect.identification is not Identification.ADJUSTMENT:
                continue
            rest = [node for node in range(6) if node not in (x, y)]
            for given in chain.from_iterable(combinations(rest, k) for k in range(5)):
                if all(
                    abs(regression(sigma, x, y, given) - total[x, y]) < 1e-9
                    for sigma, total in models
                ):
                    sigma = models[0][0]
                    assert variance(sigma, x, y, effect.adjustment) <= (
                        variance(sigma, x, y, given) + 1e-9
                    )
                    compared += 1
    assert compared > 200


def variance(sigma, x, y, given):
    """Asymptotic variance of the regression's coefficient, in units of 1 / n."""
    return left(sigma, y, (x, *given)) / left(sigma, x, given)


def left(sigma, node, given):
    """Variance of a node that others leave unexplained."""
    given = list(given)
    if not given:
        return sigma[node, node]
    part = sigma[given, node]
    return sigma[node, node] - part @ np.linalg.solve(sigma[np.ix_(given, given)], part)


def test_a_chain_is_not_identified_and_a_collider_is():
    chain_class = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    effect = effect_of(chain_class, 0, 2, NAMES)
    assert effect.identification is Identification.NOT_IDENTIFIED
    assert effect.blocking_path == (0, 1, 2)
    assert "A — B — C" in effect.reason
    assert [each.parents for each in effect.parent_sets] == [(), (1,)]
    collider = PDAG.from_edges(3, directed=[(0, 2), (1, 2)])
    effect = effect_of(collider, 0, 2, NAMES)
    assert effect.identification is Identification.ADJUSTMENT
    # B does not confound, but explaining C by it makes the estimate more precise.
    assert effect.adjustment == (1,)
    assert effect_of(collider, 2, 0, NAMES).identification is Identification.NONE


def test_what_cannot_be_asked():
    cycle = PDAG.from_edges(3, directed=[(0, 1), (1, 2), (2, 0)])
    with pytest.raises(ValueError, match="no equivalence class"):
        effect_of(cycle, 0, 1, NAMES)
    with pytest.raises(ValueError, match="two different"):
        effect_of(PDAG.empty(2), 1, 1, NAMES)


def test_a_cause_with_very_many_neighbours_is_judged_without_listing():
    star = PDAG.from_edges(20, undirected=[(0, k) for k in range(1, 20)])
    effect = effect_of(star, 0, 5, tuple(f"V{k}" for k in range(20)))
    assert effect.identification is Identification.NOT_IDENTIFIED
    assert effect.too_many
    assert effect.parent_sets == ()
