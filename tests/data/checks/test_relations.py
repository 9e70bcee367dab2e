import numpy as np
import pytest

from gesncd.data import Plan, Severity
from gesncd.data.checks.linear import dependent_sets, independent_columns


def test_duplicate_columns(check, mend, base):
    base["again"] = base["b"]
    (finding,) = check(base).errors
    assert finding.code == "duplicate-columns"
    assert finding.message.startswith("Columns 'b' and 'again' hold the same numbers.")
    assert mend(base, finding).dataset.names == ("a", "b", "c")
    kept = mend(base, finding, 1)
    assert kept.dataset.n_variables == 4
    assert kept.findings[0].severity is Severity.WARNING


def test_other_units_are_duplicates(check, base):
    base["fahrenheit"] = base["a"] * 1.8 + 32
    (finding,) = check(base).errors
    assert "'a' and 'fahrenheit' are the same but for unit and zero point" in finding.message


def test_linear_combinations_are_named(check, mend, base):
    rng = np.random.default_rng(1)
    base["d"] = rng.normal(size=300)
    base["total"] = base["a"] + 2 * base["b"] - base["c"] + 1000
    (finding,) = check(base).errors
    assert finding.code == "linear-combination"
    assert finding.columns == ("a", "b", "c", "total")
    assert finding.mends[0].label == "Ignore 'total'"
    assert mend(base, finding).dataset.names == ("a", "b", "c", "d")


def test_shares_that_sum_to_one(check, base):
    rng = np.random.default_rng(1)
    parts = rng.dirichlet([1, 2, 3, 4], size=300)
    shares = {f"share {i}": parts[:, i] for i in range(4)}
    (finding,) = check({**base, **shares}).errors
    assert finding.columns == tuple(shares)


def test_a_one_hot_group_is_to_be_joined(check, mend, base):
    place = np.arange(300) * 7 % 31 % 3
    flags = {f"arm_{k}": (place == i).astype(int) for i, k in enumerate("xyz")}
    (finding,) = check({**base, **flags}).errors
    assert finding.code == "one-hot-group"
    joined = mend({**base, **flags}, finding)
    assert joined.dataset.names == ("a", "b", "c", "arm")
    assert joined.dataset.variables[3].columns == (3, 4, 5)
    assert "Variable 'arm' spans 'arm_x', 'arm_y' and 'arm_z'." in {
        f.message for f in joined.findings
    }


def test_joined_columns_may_determine_each_other_but_not_others(check, base):
    from gesncd.data import Change

    base["d"] = base["a"]
    plan = Change(join=(("both", ("a", "d")),)).apply(Plan.strict(base))
    assert check(base, plan).errors == ()
    base["e"] = base["a"] * 2
    plan = Change(join=(("both", ("a", "d")),)).apply(Plan.strict(base))
    (finding,) = check(base, plan).errors
    assert finding.columns == ("both", "e")


def test_nearly_deterministic_pairs(check, mend, the, base):
    base["cube"] = base["a"] ** 3
    finding = the(check(base), "nearly-deterministic")
    assert finding.severity is Severity.WARNING
    assert "'cube' is nearly a function of 'a'" in finding.message
    assert mend(base, finding).dataset.names == ("a", "b", "c")


def test_a_function_that_is_not_monotone(check, the):
    rng = np.random.default_rng(0)
    x = rng.normal(size=1000)
    data = {"x": x, "square": x**2, "z": rng.normal(size=1000)}
    assert (
        "'square' is nearly a function of 'x'" in the(check(data), "nearly-deterministic").message
    )


def test_nearly_linear(check, the, base):
    rng = np.random.default_rng(2)
    base["sum"] = (base["a"] + base["b"] + base["c"] + 0.02 * rng.normal(size=300)).round(3)
    finding = the(check(base), "nearly-deterministic")
    assert "nearly a sum of multiples of others" in finding.message


@pytest.mark.parametrize("noise", [0.3, 0.6])
def test_strong_dependence_is_not_determinism(check, base, noise, codes):
    rng = np.random.default_rng(2)
    base["d"] = base["a"] + noise * rng.normal(size=300)
    assert codes(check(base)) == []


def test_sets_of_several_kinds_at_once():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(200, 8))
    values = np.column_stack([x, x[:, 0] * 3, x[:, 1] + x[:, 2], x[:, 3] - x[:, 4] + x[:, 5]])
    found = [{j, *others} for j, others in dependent_sets(values, range(11))]
    assert sorted(map(sorted, found)) == [[0, 8], [1, 2, 9], [3, 4, 5, 10]]
    assert len(independent_columns(values, range(11))) == 8
    assert dependent_sets(x, range(8)) == []


def test_a_relation_broken_in_one_row_is_not_exact():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(9000, 3))
    values = np.column_stack([x, x[:, 0] + x[:, 1]])
    assert len(dependent_sets(values, range(4))) == 1
    values[1, 3] += 1
    assert dependent_sets(values, range(4)) == []
