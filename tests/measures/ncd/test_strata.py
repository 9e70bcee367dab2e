"""Sums over cells: their mean and variance under shuffling within cells, which is exact."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch

from gesncd.measures.ncd.radial import studentised
from gesncd.measures.ncd.strata import Strata


def test_shuffled_within_cells_the_sum_has_mean_zero_and_the_variance_that_is_reckoned():
    strata = Strata.of(np.array([4, 0, 4, 0, 4]))
    rng = np.random.default_rng(0)
    f, g = torch.from_numpy(rng.normal(size=(2, 5)) ** 3 + 2.0)
    totals, variances = [], []
    for three in itertools.permutations([0, 2, 4]):
        for two in itertools.permutations([1, 3]):
            order = torch.tensor([three[0], two[0], three[1], two[1], three[2]])
            products = strata.centred(f[None]) * strata.centred(g[order][None])
            totals.append(float(products.sum()))
            variances.append(float((strata.factors() * products.square()).sum()))
    assert np.mean(totals) == pytest.approx(0.0, abs=1e-12)
    assert np.var(totals) == pytest.approx(np.mean(variances), rel=1e-12)
    assert studentised(products[0], strata.factors()) == pytest.approx(
        totals[-1] / variances[-1] ** 0.5
    )


def test_rows_that_are_alone_are_one_stratum_together():
    strata = Strata.of(np.array([7, 3, 3, 9, 0]))
    left = strata.centred(torch.tensor([[1.0, 5.0, 7.0, 2.0, 6.0]], dtype=torch.float64))
    assert left.tolist() == [[-2.0, -1.0, 1.0, -1.0, 3.0]]
    assert strata.factors().tolist() == [1.5, 2.0, 2.0, 1.5, 1.5]


def test_one_row_alone_says_nothing_and_rounding_error_is_none():
    strata = Strata.of(np.array([0, 0, 0, 1]))
    left = strata.centred(torch.tensor([[0.1, 0.1, 0.1, 9.0]], dtype=torch.float64))
    assert left.tolist() == [[0.0, 0.0, 0.0, 0.0]]
    assert strata.factors().tolist() == [1.5, 1.5, 1.5, 1.0]
