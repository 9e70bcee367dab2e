import time

import numpy as np
import pytest
from scipy import stats

from gesncd.simulate import MODELS, random_dag, simulate

CHAIN = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
COLLIDER = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])


@pytest.mark.parametrize("model", sorted(MODELS))
def test_follows_the_seed_alone(model):
    adjacency = random_dag(8, 3, np.random.default_rng(0))
    first, second, other = (
        simulate(model, adjacency, 50, np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    assert np.array_equal(first.values, second.values)
    assert not np.array_equal(first.values, other.values)
    assert first.names == tuple(f"X{i}" for i in range(1, 9))
    assert first.values.shape == (50, 8)


@pytest.mark.parametrize("model", sorted(MODELS))
def test_parents_of_a_collider_are_independent_and_children_dependent(model):
    found = []
    for seed in range(6):
        x, y, z = simulate(model, COLLIDER, 2000, np.random.default_rng(seed)).values.T
        assert stats.spearmanr(x, y).pvalue > 1e-3
        found.append(max(abs(stats.spearmanr(p, z).statistic) for p in (x, y)))
    assert np.median(found) > 0.2


def test_child_is_independent_of_grandparent_given_parent():
    for seed in range(6):
        values = simulate("linear", CHAIN, 4000, np.random.default_rng(seed)).values
        precision = np.linalg.inv(np.cov(values.T))
        partial = -precision[0, 2] / np.sqrt(precision[0, 0] * precision[2, 2])
        assert abs(partial) < 4 / np.sqrt(4000)
        assert abs(np.corrcoef(values.T)[0, 2]) > 0.1


def test_reads_row_as_cause_of_column():
    values = simulate("pnl-mult", CHAIN, 2000, np.random.default_rng(0)).values
    # Only X1 is a root in U[0, 2]; each child is at least its parent.
    assert values[:, 0].max() <= 2
    assert (values[:, 1] >= values[:, 0] * (1 - 1e-12)).all()
    assert (values[:, 2] >= values[:, 1] * (1 - 1e-12)).all()


def test_pnl_gp_stays_between_zero_and_one():
    values = simulate("pnl-gp", CHAIN, 2000, np.random.default_rng(0)).values
    assert -1 <= values[:, 0].min() < -0.9
    assert values[:, 1:].min() >= 0
    assert values[:, 1:].max() <= 1


def test_twenty_thousand_rows_take_seconds():
    adjacency = random_dag(5, 3, np.random.default_rng(0))
    start = time.process_time()
    simulate("pnl-gp", adjacency, 20_000, np.random.default_rng(1))
    assert time.process_time() - start < 20


def test_names_and_empty_graph():
    data = simulate("linear", np.zeros((2, 2)), 1000, np.random.default_rng(0), ["a", "b"])
    assert data.names == ("a", "b")
    assert abs(np.corrcoef(data.values.T)[0, 1]) < 0.12


def test_messages():
    with pytest.raises(ValueError, match="Unknown model 'gp'; choose one of pnl-gp"):
        simulate("gp", CHAIN, 10, np.random.default_rng(0))
    with pytest.raises(ValueError, match="At least one row"):
        simulate("linear", CHAIN, 0, np.random.default_rng(0))
    with pytest.raises(ValueError, match="cycle"):
        simulate("linear", CHAIN + CHAIN.T, 10, np.random.default_rng(0))


def test_growth_beyond_floating_point_is_said():
    full = np.triu(np.ones((1200, 1200)), 1)
    with pytest.raises(ValueError, match="too large to compute with"):
        simulate("pnl-mult", full, 2, np.random.default_rng(0))
