"""NCD: purity to the bit, cancelling, degenerate data, level and power."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from gesncd.data.dataset import Dataset, Variable
from gesncd.measures import Cancelled, Chunk, Ncd, NcdSettings, Noted, NullCalibrated, Query
from gesncd.measures.ncd.radial import RadialNetworks
from gesncd.measures.ncd.scorer import NcdScorer
from gesncd.search import reframed_ges

QUICK = NcdSettings(restarts=2, landmarks=40, units=20, regressor_units=30)
STEPS = NcdSettings(
    networks="perceptron",
    restarts=2,
    width=16,
    test_width=8,
    outer_steps=4,
    inner_steps=3,
    landmarks=40,
    dtype="float32",
)
PAPER = NcdSettings.preset("paper", width=16, outer_steps=5)


def _queries() -> list[Query]:
    pairs = [
        Query.pair(i, j, z)
        for i, j in itertools.combinations(range(4), 2)
        for z in ([], [4], [5], [4, 5], [4, 5, 6])
    ]
    vectors = [
        Query((0, 1, 2), (3,), (4, 5)),
        Query((6,), (0, 1, 2, 3)),
        Query((1, 2), (0, 5), (6,)),
    ]
    return [*pairs, *vectors]


@pytest.mark.parametrize(
    "settings",
    [NcdSettings(), QUICK, STEPS, PAPER],
    ids=["default", "quick", "perceptron", "paper"],
)
def test_equal_bits_alone_in_other_batches_orders_and_swapped(mixed_values, settings):
    dataset = Dataset.from_array(mixed_values)
    queries = _queries() if settings is QUICK else _queries()[::3]
    together = Ncd(dataset, settings, jobs=1).evaluate(queries)
    order = np.random.default_rng(0).permutation(len(queries))
    fresh = Ncd(dataset, settings, jobs=1)
    shuffled = fresh.evaluate([queries[i].swapped for i in order])
    assert np.array_equal(shuffled, together[order])
    assert np.array_equal([fresh.evaluate([query])[0] for query in queries], together)
    assert np.array_equal(
        fresh.evaluate(queries[::2] + queries[:5]), [*together[::2], *together[:5]]
    )
    assert len(set(together)) == len(together)


def test_cancelling_acts_soon_and_keeps_what_was_delivered(mixed_values, monkeypatch):
    dataset = Dataset.from_array(mixed_values)
    queries = [
        Query.pair(i, j, z)
        for i, j in itertools.combinations(range(7), 2)
        for z in itertools.combinations([k for k in range(7) if k not in (i, j)], 2)
    ]
    computed: list[int] = []
    evaluate = NcdScorer.evaluate

    def watched(self, asked):
        computed.append(len(asked))
        return evaluate(self, asked)

    monkeypatch.setattr(NcdScorer, "evaluate", watched)
    kept: list[Chunk] = []

    def on_chunk(part: Chunk) -> None:
        kept.append(part)
        if len(kept) == 4:
            raise Cancelled

    measure = Ncd(dataset, jobs=1)
    with pytest.raises(Cancelled):
        measure.evaluate(queries, on_chunk)
    # Nothing is worked out beyond what was delivered, and each delivery is a small part of the
    # work: one conditioning set, or a few tenths of a second by the estimate.
    assert computed == [len(part.indices) for part in kept]
    assert kept[-1].done == sum(computed) < len(queries)
    assert max(computed) <= 10
    tasks, seconds = measure._work.tasks([measure._column_query(q) for q in queries], 1)
    assert len(tasks) == 21
    assert seconds / len(tasks) < 1.0
    again = Ncd(dataset, jobs=1).evaluate([queries[i] for i in kept[0].indices])
    assert np.array_equal(again, kept[0].scores)


def test_scores_lie_in_bounds_and_precision_matters_little(mixed_values):
    dataset = Dataset.from_array(mixed_values[:400])
    queries = [Query.pair(0, 1), Query.pair(0, 2), Query.pair(0, 6, [2]), Query.pair(1, 3, [2])]
    settings = NcdSettings(networks="perceptron", restarts=1, outer_steps=10)
    double = Ncd(dataset, settings, jobs=1).evaluate(queries)
    single = Ncd(dataset, replace(settings, dtype="float32"), jobs=1).evaluate(queries)
    assert (np.abs(double) <= 1.0).all()
    assert single == pytest.approx(double, abs=0.02)


def test_a_variable_of_several_columns_is_a_vector(mixed_values):
    values = mixed_values[:200]
    grouped = Dataset(
        values, (Variable("a", (0, 1)), Variable("b", (3,)), Variable("c", (2, 4, 5)))
    )
    scores = Ncd(grouped, QUICK, jobs=1).evaluate([Query.pair(0, 1, [2]), Query.pair(0, 2)])
    assert np.isfinite(scores).all()
    # x2 − z1 + z2 of a vector depends on y, its members hardly do: only the pair shows it.
    rng = np.random.default_rng(5)
    x = rng.normal(size=(600, 2))
    y = x[:, 0] * x[:, 1] + 0.2 * rng.normal(size=600)
    data = Dataset(np.column_stack([x, y]), (Variable("x", (0, 1)), Variable("y", (2,))))
    measure = Ncd(data, jobs=1)
    assert measure.evaluate([Query.pair(0, 1)])[0] > measure.null_quantile(0.001)


@pytest.mark.parametrize("n", [20, 21, 64])
def test_degenerate_columns_give_finite_scores_and_zero_where_nothing_is_left(n):
    rng = np.random.default_rng(n)
    z = rng.normal(size=n)
    rare = np.zeros(n)
    rare[0] = 1.0
    values = np.column_stack(
        [
            rng.normal(size=n),
            np.full(n, 3.0),
            z,
            2 * z - 5,
            rng.integers(0, 2, size=n),
            rare,
            np.repeat(rng.normal(size=n // 2 + 1), 2)[:n] * 1e200,
        ]
    )
    queries = [
        Query.pair(i, j, z)
        for i, j in itertools.combinations(range(7), 2)
        for z in itertools.combinations([k for k in range(7) if k not in (i, j)], 2)
    ]
    queries += [Query.pair(i, j) for i, j in itertools.combinations(range(7), 2)]
    queries += [Query((0, 1, 3), (4,), (2,))]
    scores = Ncd(Dataset.from_array(values), QUICK, jobs=1).evaluate(queries)
    assert (np.abs(scores) <= 1.0).all()
    for query, score in zip(queries, scores, strict=True):
        ends = {*query.x, *query.y}
        if len(ends) == 2 and (1 in ends or (2 in query.z and 3 in ends)):
            assert score == 0.0, query


def test_keys_tell_everything_that_moves_a_score(mixed_values):
    dataset = Dataset.from_array(mixed_values)
    base = Ncd(dataset, jobs=1)
    assert base.key == Ncd(dataset, NcdSettings(), jobs=2).key
    others = [
        NcdSettings(units=41),
        NcdSettings(seed=1),
        NcdSettings(networks="perceptron"),
        NcdSettings(networks="perceptron", dtype="float32"),
        NcdSettings(inputs="both"),
        PAPER,
    ]
    keys = {Ncd(dataset, settings, jobs=1).key for settings in others}
    keys.add(Ncd(Dataset.from_array(mixed_values[1:]), jobs=1).key)
    assert len(keys) == 7
    assert base.key not in keys


def test_seeds_and_restarts_move_scores(mixed_values):
    dataset = Dataset.from_array(mixed_values[:200])
    queries = [Query.pair(0, 1, [2]), Query.pair(0, 3)]
    scores = {
        tuple(Ncd(dataset, settings, jobs=1).evaluate(queries))
        for settings in (
            QUICK,
            replace(QUICK, seed=1),
            replace(QUICK, restarts=1),
            STEPS,
            replace(STEPS, seed=1),
            replace(STEPS, restarts=1),
        )
    }
    assert len(scores) == 6


def test_too_few_rows_are_refused():
    with pytest.raises(ValueError, match="at least 20 rows"):
        Ncd(Dataset.from_array(np.random.default_rng(0).normal(size=(19, 3))))


def _z_scores(datasets: list[np.ndarray], given: list[int]) -> np.ndarray:
    scores = np.array(
        [
            Ncd(Dataset.from_array(values), jobs=1).evaluate([Query.pair(0, 1, given)])[0]
            for values in datasets
        ]
    )
    return np.sign(scores) * np.sqrt(np.abs(scores) * len(datasets[0]))


def _independent(seed: int, n: int, driven: bool) -> np.ndarray:
    """X and Y independent given Z; driven by sin(2Z), they depend on each other without it."""
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(n, 2))
    noise = rng.laplace(size=(n, 2))
    return np.column_stack([noise + driven * np.sin(2 * z).sum(1, keepdims=True), z])


@pytest.mark.parametrize("given", [[], [2, 3]])
def test_the_level_holds_under_independence(given):
    z = _z_scores([_independent(seed, 400, bool(given)) for seed in range(40)], given)
    # Nominal: 2.5 % above 1.96. Without the predictable part removed, or judged on
    # the training rows, z is far above that in most of these data sets.
    assert (z > 1.96).sum() <= 5
    assert (z > 3.29).sum() <= 1
    assert abs(z.mean()) < 1.2
    assert 0.6 < z.std() < 1.6


def test_the_same_data_are_dependent_without_z():
    z = _z_scores([_independent(seed, 400, True) for seed in range(6)], [])
    assert (z > 3.29).all()


@pytest.mark.parametrize("given", [[], [2]])
def test_power_against_an_even_effect(given):
    datasets = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        z = rng.normal(size=500)
        x = z + rng.normal(size=500)
        y = x**2 - z + rng.normal(size=500)
        datasets.append(np.column_stack([x, y, z]))
    measure = Ncd(Dataset.from_array(datasets[0]), jobs=1)
    assert isinstance(measure, NullCalibrated)
    threshold = np.sqrt(measure.null_quantile(0.001) * 500)
    # √(4/3) times the one-sided normal quantile; the two-sided one is 3.2905.
    assert threshold == pytest.approx(3.5683, abs=1e-3)
    assert (_z_scores(datasets, given) > threshold).sum() >= 7


def test_effect_sizes_say_how_strong_and_are_symmetric():
    rng = np.random.default_rng(0)
    x, other = rng.normal(size=(2, 1000))
    values = np.column_stack([x, 0.6 * x + 0.8 * rng.normal(size=1000), other])
    measure = Ncd(Dataset.from_array(values), jobs=1)
    sizes = measure.effect_sizes(
        [Query.pair(0, 1), Query.pair(0, 2), Query((1,), (0,)), Query.pair(0, 1, [2])]
    )
    # ρ = 0.6.
    assert sizes[[0, 3]] == pytest.approx([0.36, 0.36], abs=0.06)
    assert sizes[1] < 0.01
    assert sizes[2] == sizes[0]
    with pytest.raises(ValueError, match="radial"):
        Ncd(Dataset.from_array(values), STEPS, jobs=1).effect_sizes([Query.pair(0, 1)])


def test_the_paper_preset_is_in_sample_and_has_no_null():
    rng = np.random.default_rng(0)
    x = rng.normal(size=400)
    values = np.column_stack([x, np.tanh(x) + 0.3 * rng.normal(size=400), rng.normal(size=400)])
    measure = Ncd(Dataset.from_array(values), NcdSettings.preset("paper"), jobs=1)
    strong, none = measure.evaluate([Query.pair(0, 1, [2]), Query.pair(0, 2, [1])])
    assert 0.7 < strong <= 1.0
    # Optimistic, and never negative.
    assert 0.0 <= none < 0.1
    with pytest.raises(ValueError, match="no known distribution"):
        measure.null_quantile(0.001)
    values[:, 1] *= 1e9
    with pytest.raises(ValueError, match="Column 2 has values up to"):
        Ncd(Dataset.from_array(values), NcdSettings.preset("paper"), jobs=1).evaluate(
            [Query.pair(0, 1)]
        )


def test_a_sum_of_functions_of_many_columns_is_taken_away():
    # A kernel on the four columns jointly can't learn it from 150 rows: z is then about 5.
    z = _z_scores([_driven_by_many(seed) for seed in range(12)], [2, 3, 4, 5])
    assert np.mean(z) < 2.2
    assert (z > 3.57).sum() <= 3


def _driven_by_many(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(300, 4))
    return np.column_stack([np.sin(2 * z).sum(1)[:, None] + rng.laplace(size=(300, 2)), z])


@pytest.mark.parametrize(
    "effect",
    [
        pytest.param(lambda e, z: 0.3 * e, id="linear"),
        pytest.param(lambda e, z: np.tanh(e) ** 2, id="even"),
        pytest.param(lambda e, z: 0.4 * e * z, id="interaction"),
    ],
)
def test_power_against_weak_effects(effect):
    datasets = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        z, e, u = rng.normal(size=(3, 600))
        datasets.append(np.column_stack([z + e, z + effect(e, z) + u, z]))
    assert (_z_scores(datasets, [2]) > 3.57).sum() >= 6


def test_power_against_a_spread_that_depends():
    datasets = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        z, e, u = rng.normal(size=(3, 600))
        datasets.append(np.column_stack([z + e, z + np.exp(0.4 * e) * u, z]))
    assert (_z_scores(datasets, [2]) > 3.57).sum() >= 7


def test_of_many_rows_some_are_drawn_and_it_is_said(mixed_values, monkeypatch):
    mixed_values = mixed_values[:, :4]
    dataset = Dataset.from_array(mixed_values)
    whole = Ncd(dataset, QUICK, jobs=1)
    assert whole.notes == ()
    monkeypatch.setattr("gesncd.measures.ncd.rows.LARGEST_N", 300)
    drawn, other = (Ncd(dataset, replace(QUICK, seed=seed), jobs=1) for seed in (0, 1))
    assert isinstance(drawn, Noted)
    assert drawn.notes == (
        "NCD used 300 of the 853 rows, drawn at random (seed 0); τ counts those.",
    )
    assert len({whole.key, drawn.key, other.key}) == 3
    queries = [Query.pair(0, 1), Query.pair(0, 1, [2]), Query.pair(2, 3)]
    rows = np.sort(np.random.default_rng([0, 853]).choice(853, 300, replace=False))
    alone = Ncd(Dataset.from_array(mixed_values[rows]), QUICK, jobs=1)
    assert np.array_equal(drawn.evaluate(queries), alone.evaluate(queries))
    assert drawn.null_quantile(0.001) == alone.null_quantile(0.001)
    assert not np.array_equal(drawn.evaluate(queries), other.evaluate(queries))
    started = next(reframed_ges(drawn, 0.5))
    assert started.notes == drawn.notes


def test_pairs_in_tiles_need_fewer_columns_again(monkeypatch):
    monkeypatch.setattr("gesncd.measures.ncd.radial._MEMO_BYTES", 6 * 2 * 8 * 200 * 21)
    solved: list[tuple[int, ...]] = []
    solve = RadialNetworks._solve

    def watched(self, columns, z, half):
        solved.append(columns)
        return solve(self, columns, z, half)

    monkeypatch.setattr(RadialNetworks, "_solve", watched)
    rows = np.random.default_rng(0).normal(size=(200, 10))
    measure = Ncd(Dataset.from_array(rows), replace(QUICK, restarts=1), jobs=1)
    scores = measure.evaluate([Query.pair(*pair) for pair in itertools.combinations(range(10), 2)])
    assert len(set(scores)) == 45
    # Two halves of ten columns at least; row by row it was 79.
    assert 20 <= len(solved) <= 60
