"""RCD on hand-worked cases, against brute force, and under ties."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from gesncd.data.dataset import Dataset, Variable
from gesncd.measures import Noted, Query, Rcd
from gesncd.search import Started, reframed_ges


def _paper(values: np.ndarray) -> Rcd:
    return Rcd(Dataset.from_array(np.asarray(values, dtype=float)), symmetric=False, ranks=False)


def test_hand_worked_unconditional():
    # x = 0, 1, 3, 6, 10: nearest others M = 1, 0, 1, 2, 3 (zero-based).
    # y = 2, 4, 1, 5, 3: R = 2, 4, 1, 5, 3 and L = 4, 2, 5, 1, 3; n = 5.
    # min(R_i, R_M(i)) = min(2,4) + min(4,2) + min(1,4) + min(5,1) + min(3,5)
    #                  = 2 + 2 + 1 + 1 + 3 = 9.
    # Σ L² = 16 + 4 + 25 + 1 + 9 = 55; numerator 5·9 − 55 = −10.
    # Σ L(n − L) = 4 + 6 + 0 + 4 + 6 = 20; T = −1/2.
    values = np.column_stack([[0, 1, 3, 6, 10], [2, 4, 1, 5, 3]])
    assert _paper(values).evaluate([Query.pair(0, 1)])[0] == -0.5


def test_hand_worked_unconditional_with_ties_in_y():
    # x = 0, 1, 3, 6: M = 1, 0, 1, 2. y = 1, 1, 2, 2: R = 2, 2, 4, 4; L = 4, 4, 2, 2; n = 4.
    # Σ min(R_i, R_M(i)) = 2 + 2 + 2 + 4 = 10; Σ L² = 16 + 16 + 4 + 4 = 40; numerator 0.
    values = np.column_stack([[0, 1, 3, 6], [1, 1, 2, 2]])
    assert _paper(values).evaluate([Query.pair(0, 1)])[0] == 0.0


def test_hand_worked_conditional():
    # z = 0, 1, 3, 6, 10, 15: N = 1, 0, 1, 2, 3, 4.
    # x = 0, 9, 0, 9, 0, 9. Squared distances of (x, z):
    #   0: to 2 is 9, to 1 is 82, to 4 is 100            → M(0) = 2
    #   1: to 3 is 25, to 0 is 82, to 2 is 85            → M(1) = 3
    #   2: to 0 is 9                                      → M(2) = 0
    #   3: to 1 is 25, to 5 is 81, to 2 is 90            → M(3) = 1
    #   4: to 2 is 49, to 3 is 97, to 0 is 100           → M(4) = 2
    #   5: to 3 is 81, to 4 is 106                       → M(5) = 3
    # y = 1, 5, 2, 6, 3, 4 = R.
    # Σ min(R_i, R_M(i)) = 1 + 5 + 1 + 5 + 2 + 4 = 18.
    # Σ min(R_i, R_N(i)) = 1 + 1 + 2 + 2 + 3 + 3 = 12.
    # Σ R = 21; T = (18 − 12) / (21 − 12) = 2/3.
    values = np.column_stack([[0, 9, 0, 9, 0, 9], [1, 5, 2, 6, 3, 4], [0, 1, 3, 6, 10, 15]])
    assert _paper(values).evaluate([Query.pair(0, 1, [2])])[0] == pytest.approx(2 / 3, abs=1e-15)


def test_ranks_change_who_is_near():
    # Ranks of x = 0, 1, 3, 6, 10 are 1..5: the inner rows have two nearest others, rows 0 and 4
    # one each, so M(0) = 1 and M(4) = 3 still, but the result now depends on the ties.
    values = np.column_stack([[0.0, 1, 3, 6, 10], [2.0, 4, 1, 5, 3]])
    scores = {
        Rcd(Dataset.from_array(values), symmetric=False, seed=seed).evaluate([Query.pair(0, 1)])[0]
        for seed in range(40)
    }
    # min(R_i, R_M(i)): rows 0 and 4 give 2 and 3. Row 1 takes 0 or 2: 2 or 1; row 2 takes
    # 1 or 3: 1 either way; row 3 takes 2 or 4: 1 or 3. Sums 8, 9, 10, 11 → T = (5·sum − 55)/20.
    assert scores == {-0.75, -0.5, -0.25, 0.0}


def _brute(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> float:
    n = len(y)
    r = [sum(other <= value for other in y) for value in y]
    at_least = [sum(other >= value for other in y) for value in y]

    def nearest(points: np.ndarray) -> list[int]:
        result = []
        for i in range(n):
            distances = [((points[i] - points[j]) ** 2).sum() for j in range(n)]
            result.append(min((j for j in range(n) if j != i), key=lambda j: distances[j]))
        return result

    m = nearest(np.hstack([x, z]))
    if z.shape[1]:
        near = nearest(z)
        top = sum(min(r[i], r[m[i]]) - min(r[i], r[near[i]]) for i in range(n))
        bottom = sum(r[i] - min(r[i], r[near[i]]) for i in range(n))
    else:
        top = sum(n * min(r[i], r[m[i]]) - at_least[i] ** 2 for i in range(n))
        bottom = sum(at_least[i] * (n - at_least[i]) for i in range(n))
    return float(Fraction(int(top), int(bottom)))


def _values(n: int = 40, d: int = 5, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, d))
    values[:, 1] = np.round(values[:, 0] ** 2 + 0.3 * values[:, 1], 1)  # ties in Y
    return values


@pytest.mark.parametrize(
    "query",
    [
        Query.pair(0, 1),
        Query((1,), (0,)),
        Query.pair(0, 1, [2]),
        Query((3,), (1,), (0, 2, 4)),
        Query((0, 2), (3,), (1, 4)),
    ],
)
def test_the_papers_form_equals_brute_force(query):
    values = _values()
    x, y, z = (values[:, list(part)] for part in (query.x, query.y, query.z))
    # Rounded columns tie in Y only; no two rows tie in the columns searched, except Y = column 0
    # given X = column 1 alone, where the brute force would need the same coin.
    if query.x == (1,) and not query.z:
        values[:, 1] += 1e-3 * values[:, 4]
        x = values[:, [1]]
    assert _paper(values).evaluate([query])[0] == pytest.approx(_brute(x, y[:, 0], z), abs=1e-15)


def test_symmetric_scores_average_both_directions():
    dataset = Dataset.from_array(_values())
    directed = Rcd(dataset, symmetric=False)
    pairs = [Query.pair(0, 1, [2]), Query.pair(3, 4)]
    both = [0.5 * (directed.evaluate([q])[0] + directed.evaluate([q.swapped])[0]) for q in pairs]
    assert Rcd(dataset).evaluate(pairs) == pytest.approx(both, abs=1e-15)
    assert np.array_equal(
        Rcd(dataset).evaluate(pairs), Rcd(dataset).evaluate([q.swapped for q in pairs])
    )


def test_a_vector_on_one_side_takes_the_direction_of_the_single_one():
    dataset = Dataset.from_array(_values())
    expected = Rcd(dataset, symmetric=False).evaluate([Query((0, 2, 3), (1,), (4,))])
    measure = Rcd(dataset)
    assert np.array_equal(measure.evaluate([Query((0, 2, 3), (1,), (4,))]), expected)
    assert np.array_equal(measure.evaluate([Query((1,), (0, 2, 3), (4,))]), expected)
    # Here the single variable is the smaller one, and the vector stays on the side of Y.
    lone = Rcd(dataset, symmetric=False).evaluate([Query((1, 2, 3), (0,), (4,))])
    assert np.array_equal(measure.evaluate([Query((0,), (1, 2, 3), (4,))]), lone)


def test_a_vector_y_follows_the_chain_rule():
    # y2 = x·y1 is independent of x alone and so is y1, but (y1, y2) determines x.
    rng = np.random.default_rng(0)
    x, y1 = rng.choice([-1.0, 1.0], size=(2, 400))
    values = np.column_stack([x, y1, x * y1])
    joint = Dataset(values, (Variable("x", (0,)), Variable("y", (1, 2))))
    plain = Rcd(Dataset.from_array(values), symmetric=False)
    assert np.abs(plain.evaluate([Query.pair(0, 1), Query.pair(0, 2)])).max() < 0.2
    assert Rcd(joint, symmetric=False).evaluate([Query.pair(0, 1)])[0] > 0.4


def test_duplicated_rows_and_constants_are_finite():
    rng = np.random.default_rng(1)
    values = np.repeat(rng.integers(0, 2, size=(30, 4)).astype(float), 2, axis=0)
    values = np.column_stack([values, np.full(60, 7.0)])
    measure = Rcd(Dataset.from_array(values))
    scores = measure.evaluate(
        [Query.pair(0, 4), Query.pair(0, 1, [4]), Query.pair(2, 4, [3]), Query.pair(0, 1, [2, 3])]
    )
    assert np.isfinite(scores).all()
    directed = Rcd(Dataset.from_array(values), symmetric=False)
    # Y constant: every R is n, numerator and denominator are 0.
    assert list(directed.evaluate([Query.pair(0, 4), Query.pair(2, 4, [3])])) == [0.0, 0.0]


def test_scores_depend_on_nothing_but_the_query():
    values = np.round(_values(n=100, seed=4), 1)
    queries = [
        Query.pair(i, j, z)
        for i in range(5)
        for j in range(5)
        for z in ([], [2], [2, 4])
        if i != j and not {i, j} & set(z)
    ]
    dataset = Dataset.from_array(values)
    together = Rcd(dataset).evaluate(queries)
    assert np.array_equal(together[::-1], Rcd(dataset).evaluate(queries[::-1]))
    assert np.array_equal(together, [Rcd(dataset).evaluate([q])[0] for q in queries])
    assert not np.array_equal(together, Rcd(dataset, seed=1).evaluate(queries))


def test_ranks_make_the_result_free_of_units_and_raw_columns_do_not():
    values = _values(n=200)
    bent = values.copy()
    bent[:, 2] = np.exp(3 * bent[:, 2])
    query = [Query.pair(0, 3, [2, 4])]
    assert Rcd(Dataset.from_array(values)).evaluate(query) == Rcd(
        Dataset.from_array(bent)
    ).evaluate(query)
    assert _paper(values).evaluate(query) != _paper(bent).evaluate(query)


def test_a_function_of_x_scores_near_one_and_keys_differ_by_setting():
    rng = np.random.default_rng(2)
    x = rng.normal(size=1000)
    dataset = Dataset.from_array(np.column_stack([x, np.sin(3 * x), rng.normal(size=1000)]))
    strong, none = Rcd(dataset, symmetric=False).evaluate([Query.pair(0, 1), Query.pair(0, 2)])
    assert strong > 0.95
    assert abs(none) < Rcd(dataset).null_quantile(0.001)
    keys = {
        Rcd(dataset, symmetric=s, ranks=r, seed=seed).key
        for s in (True, False)
        for r in (True, False)
        for seed in (0, 1)
    }
    assert len(keys) == 8


@pytest.mark.parametrize("size", [0, 1, 2, 4])
@pytest.mark.parametrize("model", ["linear", "sin", "heteroscedastic"])
def test_the_null_quantile_covers_independent_pairs(size, model):
    rng = np.random.default_rng(size)
    exceeded = []
    for _ in range(12):
        z = rng.normal(size=(300, size))
        noise = rng.normal(size=(300, 10))
        drive = z.sum(1, keepdims=True)
        x = {
            "linear": drive + noise,
            "sin": np.sin(2 * z).sum(1, keepdims=True) + noise,
            "heteroscedastic": np.exp(0.5 * drive) * noise,
        }[model]
        measure = Rcd(Dataset.from_array(np.column_stack([x, z])))
        given = range(10, 10 + size)
        scores = measure.evaluate([Query.pair(i, j, given) for i in range(10) for j in range(i)])
        exceeded.append(scores > measure.null_quantile(0.001))
    # 540 pairs at a nominal 0.1 %; 2.3/sqrt(n) instead of 3.3/sqrt(n) lets 1 to 7 % pass in five.
    assert np.mean(exceeded) <= 0.008


def test_the_null_quantile_of_a_level():
    measure = Rcd(Dataset.from_array(np.random.default_rng(0).normal(size=(400, 2))))
    assert measure.null_quantile(0.001) == pytest.approx(3.307 / 20, abs=1e-3)
    assert measure.null_quantile(0.5) == 0.0
    with pytest.raises(ValueError, match="alpha"):
        measure.null_quantile(1.0)


def test_it_warns_of_columns_with_few_values():
    values = np.random.default_rng(0).normal(size=(100, 3))
    assert Rcd(Dataset.from_array(values)).notes == ()
    values[:, 1] = np.round(values[:, 1])
    measure = Rcd(Dataset.from_array(values))
    assert isinstance(measure, Noted)
    (note,) = measure.notes
    assert note.startswith("Columns with few values are among the data: 'X2'. RCD is noisier")
    started = next(reframed_ges(measure, 0.5))
    assert isinstance(started, Started)
    assert started.notes == (note,)
