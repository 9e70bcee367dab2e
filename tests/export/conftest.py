import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.measures import PartialCorrelation
from gesncd.search.reframed_ges import reframed_ges


@pytest.fixture(scope="session")
def names():
    return ("zeta", "=1+1", "b,c", 'say "hi"')


@pytest.fixture(scope="session")
def events(names):
    """A search over a collider with a tail: zeta → b,c ← =1+1, b,c → say "hi"."""
    rng = np.random.default_rng(0)
    zeta, formula = rng.normal(size=(2, 400))
    child = zeta + formula + 0.5 * rng.normal(size=400)
    last = child + 0.5 * rng.normal(size=400)
    data = Dataset.from_array(np.column_stack([zeta, formula, child, last]), names)
    return list(reframed_ges(PartialCorrelation(data), 0.03))
