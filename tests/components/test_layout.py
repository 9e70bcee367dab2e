import numpy as np
import pytest

from components.graph_view.build import FONT_SIZE
from components.layout import ASPECT, box_sizes, circle, dependence, positions
from gesncd.data.dataset import Dataset, Variable


def overlaps(points, names):
    sizes = box_sizes(names)
    gaps = np.abs(points[:, None] - points[None])
    touching = (gaps < (sizes[:, None] + sizes[None]) / 2).all(axis=2)
    return int(touching[np.triu_indices(len(names), 1)].sum())


def test_the_same_data_give_the_same_positions(linear_data):
    again = Dataset.from_array(linear_data.values)
    assert np.array_equal(positions(linear_data), positions(again))


@pytest.mark.parametrize("d", [1, 2, 3, 4, 11, 20, 40, 60])
@pytest.mark.parametrize("long_names", [False, True])
def test_boxes_never_overlap(d, long_names):
    rng = np.random.default_rng(d)
    values = rng.normal(size=(200, d)) + rng.normal(size=(200, 1))
    names = [f"gene number {i} after forty minutes of rest"[:40] for i in range(d)]
    dataset = Dataset.from_array(values, names if long_names else None)
    points = positions(dataset)
    assert points.shape == (d, 2)
    assert np.isfinite(points).all()
    assert overlaps(points, dataset.names) == 0


def test_dependent_variables_are_near_each_other():
    rng = np.random.default_rng(0)
    hubs = rng.normal(size=(500, 3))
    values = np.repeat(hubs, 4, axis=1) + 0.3 * rng.normal(size=(500, 12))
    points = positions(Dataset.from_array(values))
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    same = np.arange(12)[:, None] // 4 == np.arange(12)[None] // 4
    np.fill_diagonal(same, False)
    other = ~same & ~np.eye(12, dtype=bool)
    assert gaps[same].mean() < 0.7 * gaps[other].mean()


def test_symmetric_effects_count_as_dependence():
    rng = np.random.default_rng(1)
    x = rng.normal(size=2000)
    strength = dependence(Dataset.from_array(np.column_stack([x, x**2, rng.normal(size=2000)])))
    assert strength[0, 1] > 0.9
    assert strength[0, 2] < 0.1
    assert np.array_equal(strength, strength.T)


def test_constant_and_identical_columns_get_finite_positions():
    rng = np.random.default_rng(2)
    x = rng.normal(size=50)
    values = np.column_stack([x, x, x, np.ones(50), np.zeros(50), x])
    dataset = Dataset.from_array(values)
    points = positions(dataset)
    assert np.isfinite(points).all()
    assert overlaps(points, dataset.names) == 0


def test_a_variable_of_several_columns_counts_its_strongest():
    rng = np.random.default_rng(4)
    x = rng.normal(size=800)
    values = np.column_stack([x, rng.normal(size=800), x + 0.1 * rng.normal(size=800)])
    variables = (Variable("pair", (1, 0)), Variable("x", (2,)))
    assert dependence(Dataset(values, variables))[0, 1] > 0.9


def test_circle_keeps_the_order_of_the_variables():
    points = circle([f"X{i}" for i in range(8)])
    angles = np.unwrap(np.arctan2(points[:, 1], points[:, 0]))
    assert (np.diff(angles) > 0).all()


VIEW = np.array([594.0, 459.0])
"""Pixels of Discover's graph in a window of 1280 × 800, without a margin."""


@pytest.mark.parametrize(
    ("name", "d"),
    [("gene {}", 3), ("gene {}", 20), ("gene {}", 40), ("gene {}", 60)]
    + [("gene number {} after forty minutes rest", d) for d in (3, 11, 20)],
)
def test_a_graph_fits_on_a_small_screen_with_letters_that_can_be_read(name, d):
    rng = np.random.default_rng(d)
    values = rng.normal(size=(200, d))
    for node in range(1, d):
        values[:, node] += 0.9 * values[:, rng.integers(max(0, node - 6), node)]
    dataset = Dataset.from_array(values, [name.format(k) for k in range(d)])
    points, sizes = positions(dataset), box_sizes(dataset.names)
    extent = (points + sizes / 2).max(axis=0) - (points - sizes / 2).min(axis=0)
    assert FONT_SIZE * (VIEW / extent).min() >= 10.0
    if d > 3:
        assert extent[0] / extent[1] == pytest.approx(ASPECT, rel=0.2), "the shape of the view"


def test_wide_letters_get_wide_boxes():
    assert box_sizes(["温度"])[0, 0] == box_sizes(["abcd"])[0, 0]
