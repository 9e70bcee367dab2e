import numpy as np
from scipy.stats import rankdata

from gesncd.measures.ranks import count_below


def test_ranks_equal_scipy_with_and_without_ties():
    rng = np.random.default_rng(0)
    values = np.column_stack([rng.normal(size=50), rng.integers(0, 5, 50), np.zeros(50)])
    below, at_most = count_below(values)
    assert (at_most == rankdata(values, method="max", axis=0)).all()
    assert (len(values) - below == rankdata(-values, method="max", axis=0)).all()
    assert ((below + at_most + 1) / 2 == rankdata(values, axis=0)).all()
