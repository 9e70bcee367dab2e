import numpy as np
import pytest

from gesncd.data import Dataset, Variable
from gesncd.measures import Query, Rcd
from gesncd.measures.rcd_inspect import look_inside


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(8)
    x = rng.normal(size=(90, 3))
    x[:, 1] = x[:, 0] ** 2 + 0.1 * rng.normal(size=90)
    return Dataset.from_array(np.round(x, 1))


@pytest.mark.parametrize("query", [Query.pair(0, 1), Query.pair(0, 1, (2,)), Query.pair(2, 1)])
@pytest.mark.parametrize("ranks", [True, False])
@pytest.mark.parametrize("seed", [0, 3])
def test_both_directions_make_the_measures_score(data, query, ranks, seed):
    measure = Rcd(data, ranks=ranks, seed=seed)
    one, other = look_inside(data, query, ranks=ranks, seed=seed)
    assert (one.score + other.score) / 2 == measure.evaluate([query])[0]
    directed = Rcd(data, symmetric=False, ranks=ranks, seed=seed)
    assert one.score == directed.evaluate([query.canonical])[0]


def test_the_score_is_the_formula_of_what_is_drawn(data):
    picture, _ = look_inside(data, Query.pair(0, 1, (2,)))
    r, m, n = picture.rank, picture.with_x, picture.without_x
    above = (np.minimum(r, r[m]) - np.minimum(r, r[n])).sum()
    below = (r - np.minimum(r, r[n])).sum()
    assert (picture.numerator, picture.denominator) == (above, below)
    assert picture.score == above / below
    assert not (m == np.arange(90)).any()
    assert look_inside(data, Query.pair(0, 1))[0].without_x is None


def test_vectors_have_no_such_picture(data):
    vector = Dataset(data.values, (Variable("a", (0, 1)), Variable("b", (2,))))
    with pytest.raises(ValueError, match="one column"):
        look_inside(vector, Query.pair(0, 1))
