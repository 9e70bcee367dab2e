import numpy as np
import pytest

from gesncd.data import Dataset, Variable
from gesncd.measures import PartialCorrelation, Query
from gesncd.measures.linear_inspect import look_inside


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(8)
    x = rng.normal(size=(80, 4)) + 50.0
    x[:, 1] += 0.5 * x[:, 0] - x[:, 2]
    return Dataset.from_array(x)


@pytest.mark.parametrize("z", [(), (2,), (2, 3)])
def test_the_residuals_correlate_as_the_score_says(data, z):
    query = Query.pair(0, 1, z)
    picture = look_inside(data, query)
    expected = PartialCorrelation(data).evaluate([query])[0]
    assert picture.score == pytest.approx(expected, rel=1e-9)
    assert np.corrcoef(picture.x, picture.y)[0, 1] ** 2 == pytest.approx(expected, rel=1e-9)
    for node in z:
        assert abs(np.corrcoef(picture.x, data.values[:, node])[0, 1]) < 1e-9


def test_a_constant_scores_nothing():
    data = Dataset.from_array(np.column_stack([np.ones(5), np.arange(5.0)]))
    assert look_inside(data, Query.pair(0, 1)).score == 0.0


def test_vectors_have_no_such_picture(data):
    vector = Dataset(data.values, (Variable("a", (0, 1)), Variable("b", (2,))))
    with pytest.raises(ValueError, match="one column"):
        look_inside(vector, Query.pair(0, 1))
