import math
import warnings

import numpy as np
import pytest

from gesncd.data import Severity
from gesncd.data.checks.spread import constant_in_half, most_frequent


def test_constant(check, mend, base):
    base["k"] = [7] * 300
    (finding,) = check(base).errors
    assert finding.code == "constant"
    assert "'k' holds the same value in every row (7)" in finding.message
    assert mend(base, finding).dataset.names == ("a", "b", "c")


def test_near_constant_as_half_samples_would_see_it(check, mend, the, base):
    base["rare"] = [int(i in (3, 200)) for i in range(300)]
    finding = the(check(base), "near-constant")
    assert finding.severity is Severity.WARNING
    assert "0 in 298 of 300 rows" in finding.message
    assert "constant in 25 % of draws" in finding.message
    assert mend(base, finding).dataset.names == ("a", "b", "c")
    base["rare"] = [int(i % 25 == 0) for i in range(300)]
    draws = round(math.comb(300, 150) / math.comb(288, 150))
    assert f"constant once in {draws:,} draws" in the(check(base), "near-constant").message
    base["rare"] = [int(i % 10 == 0) for i in range(300)]
    assert "near-constant" not in {f.code for f in check(base).findings}


@pytest.mark.parametrize(("n", "off"), [(20, 1), (21, 3), (100, 7)])
def test_the_chance_of_a_constant_half_sample(n, off):
    rng = np.random.default_rng(1)
    draws = rng.permuted(np.tile(np.arange(n), (20_000, 1)), axis=1)[:, : n // 2]
    simulated = (draws >= off).all(axis=1).mean()
    exact = constant_in_half(n, off)
    assert abs(simulated - exact) < 4 * np.sqrt(exact / 20_000) + 1e-4


def test_a_half_sample_cannot_miss_most_rows():
    assert constant_in_half(10, 6) == 0.0


def test_most_frequent():
    assert most_frequent(np.array([2.0, 1, 2, 3, 2, 1])) == (2.0, 3)
    assert most_frequent(np.array([5.0])) == (5.0, 1)


def test_outliers_are_information(check, the, base):
    values = np.array(base["b"])
    values[41] = 1e4
    base["b"] = values
    finding = the(check(base), "outliers")
    assert finding.severity is Severity.INFORMATION
    assert "'b' (1, up to 10000 in line 43)" in finding.message
    assert "RCD works on ranks" in finding.message
    assert finding.lines == (43,)


def test_scales_are_information(check, the, base):
    base["a"] = base["a"] * 1e6
    finding = the(check(base), "scales")
    assert finding.severity is Severity.INFORMATION
    assert "don't change the result" in finding.message


def test_values_beyond_computing(check, base):
    base["a"] = base["a"] * 1e-200
    base["b"] = base["b"] * 1e200
    assert [f.code for f in check(base).errors] == ["too-large", "too-close"]


@pytest.mark.parametrize("size", [1e101, 1e154, 1e307])
def test_numbers_whose_sums_overflow_are_refused_quietly(check, codes, base, size):
    big = {name: np.sign(column) * size * (1 + np.abs(column)) for name, column in base.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prepared = check(big)
    assert [f.code for f in prepared.errors] == ["too-large"] * 3
    assert "(300 such values): squares of numbers beyond 1e+100" in prepared.errors[0].message
    assert prepared.errors[0].count == 300
