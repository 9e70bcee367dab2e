"""KGV and the generalized score against their definitions on whole Gram matrices."""

from __future__ import annotations

import numpy as np
import pytest

from gesncd.baselines.gsf import FOLDS, NOISE, RIDGE, GeneralizedScore
from gesncd.baselines.kernel_features import kernel_columns, scaled_columns
from gesncd.baselines.kernel_search import search_with
from gesncd.baselines.kgv import KAPPA, KernelGeneralizedVariance
from gesncd.data import Dataset, Variable
from gesncd.graphs import PDAG
from gesncd.measures import Cancelled


def gram(columns: np.ndarray, width: float = 2.0) -> np.ndarray:
    """Centred Gram matrix of a Gaussian kernel, from all distances."""
    distances = np.linalg.norm(columns[:, None] - columns[None], axis=2)
    median = np.median(distances[np.triu_indices(len(columns), 1)])
    kernel = np.exp(-np.square(distances) / (2 * (width * median) ** 2))
    centre = np.eye(len(columns)) - 1 / len(columns)
    return centre @ kernel @ centre


def nonlinear(n: int, seed: int) -> Dataset:
    """X1 → X2 ← X3 without linear correlation between X1 and X2."""
    rng = np.random.default_rng(seed)
    first, third = rng.normal(size=(2, n))
    second = np.cos(2 * first) + np.sin(third) + 0.3 * rng.normal(size=n)
    return Dataset.from_array(np.column_stack([first, second, third]))


def test_columns_reproduce_the_gram_matrix():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(150, 2))
    columns = kernel_columns(scaled_columns(values))
    assert np.abs(columns @ columns.T - gram(values)).max() < 1e-3
    assert np.abs(columns.mean(axis=0)).max() < 1e-12
    assert columns.shape[1] < 80


def test_a_constant_column_has_no_width():
    assert scaled_columns(np.ones((30, 1))) is None
    mostly = np.zeros((30, 1))
    mostly[:5, 0] = np.arange(5)
    assert np.isfinite(scaled_columns(mostly)).all()


def test_kgv_is_its_definition():
    """det 𝒦 from n × n matrices, cut to the directions that are kept."""
    n = 120
    dataset = nonlinear(n, 1)
    score = KernelGeneralizedVariance(dataset)
    parts = []
    for column in dataset.values.T:
        values, vectors = np.linalg.eigh(gram(column[:, None]))
        shares = values / (values + n * KAPPA / 2)
        kept = shares > 0.5
        parts.append(vectors[:, kept] * shares[kept])
    for node, parents in [(1, (0,)), (1, (0, 2)), (2, (0,))]:
        places = [*parents, node]

        def log_det(nodes: list[int]) -> float:
            stacked = np.concatenate([parts[k] for k in nodes], axis=1)
            matrix = stacked.T @ stacked
            start = 0
            for k in nodes:
                size = parts[k].shape[1]
                matrix[start : start + size, start : start + size] = np.eye(size)
                start += size
            return float(np.linalg.slogdet(matrix)[1])

        size = parts[node].shape[1] * sum(parts[k].shape[1] for k in parents)
        expected = -0.5 * (log_det(places) - log_det(list(parents))) - size * np.log(n) / (2 * n)
        assert score.local_scores([(node, parents)])[0] == pytest.approx(expected, abs=1e-3)


def test_kgv_scores_equivalent_dags_alike():
    score = KernelGeneralizedVariance(nonlinear(200, 2))
    chain = score.local_scores([(0, ()), (1, (0,)), (2, (1,))]).sum()
    turned = score.local_scores([(2, ()), (1, (2,)), (0, (1,))]).sum()
    fork = score.local_scores([(1, ()), (0, (1,)), (2, (1,))]).sum()
    assert chain == pytest.approx(turned, abs=1e-9)
    assert chain == pytest.approx(fork, abs=1e-9)


def test_generalized_score_is_its_definition():
    """The dual form of Huang et al.: ridge regression and likelihood in n × n matrices."""
    n = 100
    dataset = nonlinear(n, 3)
    score = GeneralizedScore(dataset, seed=0)
    target = gram(dataset.values[:, [1]])
    # A product of kernels with a width each.
    scaled = np.concatenate([scaled_columns(dataset.values[:, [k]]) for k in (0, 2)], axis=1)
    squared = np.square(scaled[:, None] - scaled[None]).sum(axis=2)
    centre = np.eye(n) - 1 / n
    given = centre @ np.exp(-squared / 2) @ centre
    order = np.random.default_rng(0).permutation(n)
    total = 0.0
    for test in np.array_split(order, FOLDS):
        train = np.setdiff1d(order, test)
        m = len(train)
        weights = np.linalg.solve(given[np.ix_(train, train)] + m * RIDGE * np.eye(m), given[train])
        # Residual Gram matrices: of φ(Y) − Σ weights φ(Y of the training rows).
        inside, outside = np.eye(n)[:, train], np.eye(n)[:, test]
        left = [
            part - np.eye(n)[:, train] @ weights[:, rows]
            for part, rows in ((inside, train), (outside, test))
        ]
        within = left[0].T @ target @ left[0]
        across = left[0].T @ target @ left[1]
        own = left[1].T @ target @ left[1]
        inner = np.eye(m) + within / (m * NOISE)
        log_det = np.linalg.slogdet(inner)[1]
        trace = np.trace(own - across.T @ np.linalg.solve(inner, across) / (m * NOISE)) / NOISE
        total -= 0.5 * (len(test) * log_det / 2 + trace)
    found = score.local_scores([(1, (0, 2)), (1, ())])
    # The constant log γ of each direction is left out of neither family's difference.
    size = score._features(1).shape[1]
    constant = -0.25 * size * np.log(NOISE)
    assert found[0] == pytest.approx(total / n + constant, rel=1e-3)
    assert found[0] > found[1]


@pytest.mark.parametrize("make", [KernelGeneralizedVariance, GeneralizedScore])
def test_both_see_a_parent_without_correlation_and_no_parent_in_noise(make):
    rng = np.random.default_rng(40)
    values = nonlinear(400, 4).values
    dataset = Dataset.from_array(np.column_stack([values, rng.normal(size=400)]))
    score = make(dataset)
    alone, with_parent, with_noise = score.local_scores([(1, ()), (1, (0,)), (1, (3,))])
    assert with_parent > alone + 0.02
    assert with_noise < alone
    assert score.local_scores([(1, (0,))])[0] == with_parent


@pytest.mark.parametrize("make", [KernelGeneralizedVariance, GeneralizedScore])
def test_the_search_finds_the_collider(make):
    found = search_with(make(nonlinear(400, 5)), lambda: None)
    assert found.is_class
    assert found.graph == PDAG.from_edges(3, directed=[(0, 1), (2, 1)])


@pytest.mark.parametrize("make", [KernelGeneralizedVariance, GeneralizedScore])
def test_vectors_and_constants(make):
    values = nonlinear(200, 6).values
    rng = np.random.default_rng(6)
    values = np.column_stack([values, rng.normal(size=200), np.ones(200)])
    dataset = Dataset(
        values,
        (Variable("v", (0, 3)), Variable("y", (1,)), Variable("z", (2,)), Variable("c", (4,))),
    )
    found = search_with(make(dataset), lambda: None)
    assert found.graph == PDAG.from_edges(4, directed=[(0, 1), (2, 1)])


def test_keys_change_with_data_and_seed():
    first, second = nonlinear(60, 7), nonlinear(60, 8)
    assert GeneralizedScore(first).key == GeneralizedScore(first).key
    keys = {
        GeneralizedScore(first).key,
        GeneralizedScore(first, seed=1).key,
        GeneralizedScore(second).key,
        KernelGeneralizedVariance(first).key,
        KernelGeneralizedVariance(second).key,
    }
    assert len(keys) == 5


def test_the_search_can_be_stopped():
    calls = []

    def check() -> None:
        calls.append(1)
        if len(calls) == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        search_with(KernelGeneralizedVariance(nonlinear(100, 9)), check)


def test_too_few_rows():
    with pytest.raises(ValueError, match="20 rows"):
        GeneralizedScore(Dataset.from_array(np.zeros((10, 2))))
