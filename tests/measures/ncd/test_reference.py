"""The package's perceptrons against the plain implementation in the benchmarks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.reference_ncd import ReferenceNcd
from gesncd.data.dataset import Dataset, Variable
from gesncd.measures import Chunk, Ncd, NcdSettings, Query

PAPER = NcdSettings.preset("paper", dtype="float64")


@pytest.fixture
def dataset() -> Dataset:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(203, 7))
    values[:, 1] = np.tanh(values[:, 0]) + 0.5 * values[:, 1]
    values[:, 3] = values[:, 1] ** 2 + 0.3 * values[:, 3]
    values[:, 4] *= 30.0
    values[:, 6] = 2.5
    return Dataset.from_array(values)


def _queries() -> list[Query]:
    return [
        Query.pair(0, 1),
        Query.pair(0, 3, [1]),
        Query.pair(0, 3, [1, 2]),
        Query.pair(2, 5, [0, 1, 4]),
        Query.pair(1, 3, [4]),
        Query((0, 1), (3,), (4,)),
        Query.pair(0, 6, [1]),
    ]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="paper"),
        pytest.param({"depth": 4, "width": 12, "test_depth": 3, "seed": 5}, id="deep"),
        pytest.param({"depth": 1, "test_depth": 1, "outer_steps": 30}, id="affine"),
        pytest.param({"learning_rate": 0.1, "outer_steps": 3}, id="fast"),
    ],
)
def test_equal_scores_from_equal_weights(dataset, changes):
    settings = replace(PAPER, **changes)
    ours = Ncd(dataset, settings, jobs=1).evaluate(_queries())
    reference = ReferenceNcd(dataset, settings).evaluate(_queries())
    assert np.abs(ours - reference).max() < 1e-6
    assert ours[-1] == reference[-1] == 0.0
    assert len(set(reference)) == len(reference)
    if not changes:
        assert 0.3 < reference[0] < 1.0


def test_single_precision_is_near(dataset):
    queries = [query for query in _queries() if query.x == (0,)]
    exact = ReferenceNcd(dataset, PAPER).evaluate(queries)
    single = replace(PAPER, dtype="float32")
    for measure in (Ncd(dataset, single, jobs=1), ReferenceNcd(dataset, single)):
        # Rounding grows over hundreds of steps.
        assert np.abs(measure.evaluate(queries) - exact).max() < 0.05


def test_a_variable_of_several_columns(dataset):
    grouped = Dataset(
        dataset.values[:, :5], (Variable("a", (0, 1)), Variable("b", (3,)), Variable("c", (2, 4)))
    )
    queries = [Query.pair(0, 1, [2]), Query.pair(0, 2)]
    ours = Ncd(grouped, PAPER, jobs=1).evaluate(queries)
    assert np.abs(ours - ReferenceNcd(grouped, PAPER).evaluate(queries)).max() < 1e-6


def test_it_is_a_measure_of_the_paper_preset_only(dataset):
    parts: list[Chunk] = []
    measure = ReferenceNcd(dataset, replace(PAPER, outer_steps=1))
    scores = measure.evaluate([Query.pair(1, 0), Query.pair(0, 1)], parts.append)
    assert scores[0] == scores[1]
    assert parts[-1].done == 2
    assert measure.n_variables == 7
    assert measure.key != Ncd(dataset, PAPER).key
    with pytest.raises(ValueError, match="paper preset only"):
        ReferenceNcd(dataset, NcdSettings())
