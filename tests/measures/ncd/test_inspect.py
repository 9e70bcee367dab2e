from dataclasses import replace

import numpy as np
import pytest

from gesncd.data import Dataset, Variable
from gesncd.measures import Ncd, NcdSettings, Query
from gesncd.measures.ncd.inspect import look_inside

PERCEPTRON = {"networks": "perceptron", "dtype": "float32", "restarts": 2, "outer_steps": 6}


@pytest.fixture(scope="module")
def parabola():
    rng = np.random.default_rng(4)
    z = rng.normal(size=120)
    x = rng.uniform(-1.5, 1.5, size=120) + 0.5 * z
    y = x**2 + 0.4 * z + 0.2 * rng.normal(size=120)
    return Dataset.from_array(np.column_stack([x, y, z]), ["x", "y", "z"])


QUERIES = (Query.pair(0, 1, (2,)), Query.pair(0, 1), Query.pair(1, 2, (0,)))
SETTINGS = {
    "radial": NcdSettings(restarts=2),
    "perceptron": NcdSettings(**PERCEPTRON),
    "paper": NcdSettings.preset("paper", outer_steps=6),
}


@pytest.mark.parametrize("kind", SETTINGS)
@pytest.mark.parametrize("query", QUERIES)
def test_the_score_is_the_measures(parabola, kind, query):
    settings = SETTINGS[kind]
    expected = Ncd(parabola, settings, jobs=1).evaluate([query])[0]
    picture = look_inside(parabola, settings, query)
    assert picture.score == expected
    assert look_inside(parabola, settings, query.swapped).score == expected


@pytest.mark.parametrize("kind", SETTINGS)
def test_halves_are_the_rows_that_judge(parabola, kind):
    picture = look_inside(parabola, SETTINGS[kind], QUERIES[0])
    n_halves = {"radial": 4, "perceptron": 4, "paper": 1}[kind]
    assert len(picture.halves) == n_halves
    for half in picture.halves:
        assert len(half.rows) == len(half.f) == len(half.g)
        assert half.f.std() == pytest.approx(1.0)
        assert half.correlation == pytest.approx(np.corrcoef(half.f, half.g)[0, 1], abs=1e-9)
    if kind != "paper":
        for one, other in zip(picture.halves[::2], picture.halves[1::2], strict=True):
            assert sorted([*one.rows, *other.rows]) == list(range(120))


def test_what_is_drawn_adds_up_to_a_perceptrons_score(parabola):
    picture = look_inside(parabola, SETTINGS["perceptron"], QUERIES[0])
    z = 0.0
    for half in picture.halves:
        p = half.f * half.g
        z += np.sqrt(len(p)) * p.mean() / np.sqrt((p**2).mean()) / np.sqrt(2) / 2
    # The networks are in single precision.
    assert np.sign(z) * z**2 / 120 == pytest.approx(picture.score, rel=1e-4)


@pytest.mark.parametrize("depth", [1, 3])
def test_growth_ends_at_the_papers_score(parabola, depth):
    settings = replace(SETTINGS["paper"], depth=depth)
    picture = look_inside(parabola, settings, QUERIES[0])
    assert picture.growth.shape == (1, settings.outer_steps + 1)
    assert picture.growth[:, -1].mean() == pytest.approx(picture.score, rel=1e-6)
    assert picture.halves[0].correlation ** 2 == pytest.approx(picture.score, rel=1e-4)
    assert picture.growth[0, -1] > picture.growth[0, 0]


def test_radial_networks_take_no_steps_and_see_the_parabola(parabola):
    picture = look_inside(parabola, SETTINGS["radial"], QUERIES[0])
    assert picture.growth is None
    assert min(half.correlation for half in picture.halves) > 0.6
    half = picture.halves[0]
    x = parabola.values[half.rows, 0]
    # What f makes of x is even: it follows x² and not x.
    assert abs(np.corrcoef(half.f, x**2)[0, 1]) > abs(np.corrcoef(half.f, x)[0, 1])


def test_vectors_are_taken_as_they_are(parabola):
    data = Dataset(parabola.values, (Variable("xz", (0, 2)), Variable("y", (1,))))
    query = Query.pair(0, 1)
    expected = Ncd(data, SETTINGS["radial"], jobs=1).evaluate([query])[0]
    assert look_inside(data, SETTINGS["radial"], query).score == expected


@pytest.mark.parametrize("kind", SETTINGS)
def test_of_many_rows_those_are_drawn_that_the_score_used(kind):
    rng = np.random.default_rng(7)
    x = rng.uniform(-1.5, 1.5, size=12_000)
    many = Dataset.from_array(np.column_stack([x, x**2 + 0.3 * rng.normal(size=12_000)]))
    settings = {
        "radial": NcdSettings(restarts=1, units=6, regressor_units=6, landmarks=10),
        "perceptron": NcdSettings(
            networks="perceptron", restarts=1, width=4, test_width=4, outer_steps=2, inner_steps=1
        ),
        "paper": NcdSettings.preset("paper", width=4, outer_steps=2),
    }[kind]
    settings = replace(settings, seed=3)
    picture = look_inside(many, settings, Query.pair(0, 1))
    assert picture.score == Ncd(many, settings, jobs=1).evaluate([Query.pair(0, 1)])[0]
    drawn = np.sort(np.random.default_rng([3, 12_000]).choice(12_000, 10_000, replace=False))
    shown = np.concatenate([half.rows for half in picture.halves])
    # Cross-fitted halves hold each row once; the paper's two restarts judge in all of them.
    assert np.array_equal(np.unique(shown), drawn)
    if kind != "paper":
        assert len(shown) == len(drawn)
    if kind == "radial":
        # Each row's place is its own: f follows the x that the row holds.
        half = picture.halves[0]
        assert abs(np.corrcoef(half.f, x[half.rows] ** 2)[0, 1]) > 0.9
    # What is shown leads to the score: by its correlation, or by its growth.
    if picture.growth is not None and not settings.cross_fit:
        assert picture.growth[:, -1].mean() == pytest.approx(picture.score, rel=1e-5)
