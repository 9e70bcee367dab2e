import numpy as np

from gesncd.data import Change, Plan, Role, Sample, Severity


def gaussians(n, c, seed=0):
    rng = np.random.default_rng(seed)
    return {f"v{i}": rng.normal(size=n).round(4) for i in range(c)}


def test_one_variable(check, base):
    assert "few-variables" in {
        f.code
        for f in check(
            {"a": base["a"], "k": [1] * 300}, Change(ignore=("k",)).apply(Plan.strict(["a", "k"]))
        ).errors
    }


def test_many_variables(check, the):
    data = gaussians(400, 60)
    prepared = check(data, estimate=lambda rows, variables: f"About {rows} × {variables} s.")
    finding = the(prepared, "many-variables")
    assert finding.severity is Severity.WARNING
    assert "60 variables: the search asks for at least 1,770 scores" in finding.message
    assert "About 400 × 60 s." in finding.message


def test_many_rows(check, mend, the):
    data = gaussians(20_500, 2)
    finding = the(check(data), "many-rows")
    assert [m.label for m in finding.mends] == [
        "Analyse a random sample of 20,000 rows (seed 0)",
        "Analyse a random sample of 5,000 rows (seed 0)",
    ]
    sampled = mend(data, finding, 1)
    assert sampled.sentence == (
        "2 variables, 5,000 of 20,500 rows (a random sample of 20,500, seed 0)."
    )
    assert np.array_equal(sampled.dataset.values, mend(data, finding, 1).dataset.values)
    assert sampled.record["plan"]["sample"] == {"rows": 5000, "seed": 0}
    rows = {tuple(row) for row in zip(*data.values(), strict=True)}
    assert all(tuple(row) in rows for row in sampled.dataset.values.tolist())


def test_a_sample_depends_on_its_seed_only(check):
    data = gaussians(1000, 2)
    plans = [Change(sample=Sample(100, seed)).apply(Plan.strict(data)) for seed in (0, 0, 1)]
    first, same, other = (check(data, plan).dataset.values for plan in plans)
    assert np.array_equal(first, same)
    assert not np.array_equal(first, other)


def test_more_columns_than_rows(check):
    data = gaussians(60, 200)
    prepared = check(data, estimate=lambda rows, variables: "Days.")
    (finding,) = prepared.errors
    assert finding.code == "more-columns"
    assert "200 columns but only 60 rows" in finding.message
    assert "Days. Choose the columns that matter, at most 12" in finding.message
    plan = Change(ignore=tuple(f"v{i}" for i in range(10, 200))).apply(Plan.strict(data))
    picked = check(data, plan)
    assert picked.dataset.n_variables == 10
    assert all(c.role is Role.IGNORE for c in plan.columns[10:])


def test_few_rows_per_column(check, the):
    assert the(check(gaussians(120, 40)), "few-rows-per-column").severity is Severity.WARNING
