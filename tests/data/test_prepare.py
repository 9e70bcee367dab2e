import json

import numpy as np
import pytest

from gesncd.data import (
    Change,
    ColumnPlan,
    DataError,
    Encoding,
    Kind,
    Missing,
    Plan,
    Role,
    Sample,
    Severity,
    TableError,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    settle_plan,
)


@pytest.fixture
def messy(base):
    rng = np.random.default_rng(1)
    n = 300
    visits = [f"{1 + i % 28}.3.2020" for i in range(n)]
    place = np.arange(n) * 7 % 31 % 3
    return {
        "patient": [f"p{i}" for i in range(n)],
        "visit": visits,
        **base,
        "sex": ["mf"[i % 7 % 2] for i in range(n)],
        "tissue": [["liver", "lung", "heart"][i * i % 11 % 3] for i in range(n)],
        "note": [f"text {i % 50}" for i in range(n)],
        "lab": [-999 if i % 50 == 3 else v for i, v in enumerate(rng.normal(50, 9, n).round(2))],
        "age": ["" if i % 60 == 4 else v for i, v in enumerate(rng.integers(20, 80, n))],
        "k": [1] * n,
        **{f"arm_{k}": (place == i).astype(int) for i, k in enumerate("xyz")},
        "double": base["a"] * 2,
        "sum": base["a"] + base["b"],
        "mostly": [i if i % 5 == 0 else "NA" for i in range(n)],
    }


def test_what_a_careful_colleague_proposes(make, messy):
    made = make(messy)
    plan = made.proposed
    assert plan.ignored == ("patient", "visit", "note", "k", "mostly")
    by_name = {c.name: c for c in plan.columns}
    assert by_name["sex"].encoding is Encoding.TWO_VALUES
    assert by_name["tissue"].encoding is Encoding.ONE_HOT
    assert {by_name[f"arm_{k}"].group for k in "xyz"} == {"arm"}
    assert [(m.text, m.columns) for m in plan.markers] == [("-999", ("lab",))]
    assert plan.missing is Missing.DROP
    assert plan.sample is None
    prepared = made.prepare(plan)
    assert [f.code for f in prepared.errors] == ["duplicate-columns", "linear-combination"]
    assert prepared.sentence.startswith("Not ready: ")


def test_settling_applies_what_is_safe(make, messy, finding):
    made = make(messy)
    plan = settle_plan(made.table, made.proposed, made.profile)
    prepared = made.prepare(plan)
    assert prepared.errors == ()
    assert prepared.dataset.names == ("a", "b", "c", "sex", "tissue", "lab", "age", "arm")
    assert prepared.dataset.n_rows == 300 - 11
    assert prepared.sentence == (
        "8 variables, 289 of 300 rows (11 with missing values dropped); left out: 'patient' "
        "(identifier), 'visit' (date or time), 'note' (50 different texts), 'k' (constant), "
        "'double' (the same as 'a' but for unit and zero point), 'sum' (given exactly by others) "
        "and 'mostly' (80 % missing)."
    )
    assert settle_plan(made.table, plan, made.profile) == plan


def test_settling_leaves_what_is_for_the_owner(make, base):
    base["a"] = [1e200, *base["a"][1:]]
    made = make({name: values[:15] for name, values in base.items()})
    plan = settle_plan(made.table, made.proposed, made.profile)
    assert plan == made.proposed
    assert {f.code for f in made.prepare(plan).errors} == {"few-rows", "too-large"}


def test_the_strict_plan_loses_nothing(make, base):
    made = make(base)
    prepared = made.strict()
    assert np.array_equal(prepared.dataset.values, made.table.numbers)
    assert prepared.require() is prepared.dataset
    assert prepared.dataset.source_sha256 == made.table.source.sha256


def test_errors_come_first_and_refuse(make, messy):
    prepared = make(messy).strict()
    order = [Severity.ERROR, Severity.WARNING, Severity.INFORMATION]
    ranks = [order.index(f.severity) for f in prepared.findings]
    assert ranks == sorted(ranks)
    with pytest.raises(TableError, match="Column 'patient', line 2"):
        prepared.require()


def test_the_record_tells_everything(make, messy):
    made = make(messy)
    plan = settle_plan(made.table, made.proposed, made.profile)
    prepared = made.prepare(plan)
    record = json.loads(json.dumps(prepared.record))
    assert record["rows"]["read"] == 300
    assert record["rows"]["analysed"] == 289
    assert record["rows"]["dropped_missing"] == 11
    assert len(record["rows"]["dropped_missing_lines"]) == 11
    entries = {entry["name"]: entry for entry in record["columns"]}
    assert list(entries) == list(made.table.names)
    assert entries["visit"] == {"name": "visit", "kind": Kind.DATE.value, "role": "ignore"}
    assert entries["lab"]["missing"] == 6
    assert entries["tissue"]["categories"] == ["heart", "liver", "lung"]
    assert entries["arm_x"]["group"] == "arm"
    assert Plan.from_dict(record["plan"]) == plan
    assert record["source"]["sha256"] == made.table.source.sha256
    assert record["sentence"] == prepared.sentence
    assert {f["severity"] for f in record["findings"]} == {"information"}


def test_a_plan_gives_the_same_data_again(make, messy):
    made = make(messy)
    plan = settle_plan(made.table, made.proposed, made.profile)
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    assert made.prepare(plan).dataset.sha256 == made.prepare(again).dataset.sha256


def test_imputed_values_are_counted(make, base):
    base["a"] = ["", "", *base["a"][2:]]
    made = make(base)
    plan = Change(missing=Missing.ITERATIVE).apply(Plan.strict("abc"))
    prepared = made.prepare(plan)
    assert prepared.record["columns"][0]["imputed"] == 2
    assert prepared.dataset.n_rows == 300
    assert prepared.sentence.endswith("2 missing values replaced by predictions.")
    assert np.array_equal(prepared.dataset.values[2:], made.table.numbers[2:])


def test_order_of_mends_missing_then_duplicates_then_sample(make, base):
    columns = {n: [*v, *v[:50]] for n, v in base.items()}
    columns["a"] = ["", *columns["a"][1:]]
    made = make(columns)
    plan = Change(missing=Missing.DROP, drop_duplicates=True, sample=Sample(120, 4)).apply(
        Plan.strict("abc")
    )
    prepared = made.prepare(plan)
    # Line 2 lacks a value, so its copy in line 302 is no repetition.
    assert prepared.sentence == (
        "3 variables, 120 of 350 rows (1 with missing values dropped; 49 that repeat others "
        "dropped; a random sample of 300, seed 4)."
    )
    assert prepared.record["rows"]["sampled_from"] == 300


def test_a_plan_for_another_table_is_refused(make, base):
    made = make(base)
    for names, problem in (
        ("abd", "names 'd', which the table lacks"),
        ("ab", "says nothing on 'c'"),
        ("abcc", "names a column twice"),
    ):
        with pytest.raises(DataError, match=problem):
            made.prepare(Plan.strict(names))


def test_groups_need_names_of_their_own(make, base, finding):
    made = make(base)

    def message(group):
        plan = Plan((ColumnPlan("a"), ColumnPlan("b", Role.PART, group), ColumnPlan("c")))
        return finding(made.prepare(plan), "group-name").message

    assert "Name it" in message(" ")
    assert "Choose another name" in message("a")


def test_everything_ignored(make, base):
    made = make(base)
    prepared = made.prepare(Change(ignore=("a", "b", "c")).apply(Plan.strict("abc")))
    assert "few-variables" in {f.code for f in prepared.errors}
    assert prepared.dataset is None


def test_structure_that_is_accepted_becomes_a_warning():
    rng = np.random.default_rng(0)
    rows = [f"{a:.5f},{b:.5f}" for a, b in rng.normal(size=(150, 2))]
    table = read_table("\n".join(["a,b", *rows, "1,2,3", "4"]).encode(), name="t.csv")
    profile = profile_table(table)
    plan = propose_plan(profile)
    (error,) = prepare(table, plan).errors
    assert (error.code, error.mends[0].label) == ("ragged-rows", "Leave out 2 such rows")
    prepared = prepare(table, error.mends[0].change.apply(plan))
    assert prepared.dataset.n_rows == 150
    assert prepared.findings[0].severity is Severity.WARNING
    unknown = Change(accept=("few-rows", "constant")).apply(plan)
    assert prepare(table, unknown).dataset is None


def test_units_change_no_finding(make, base, codes_of):
    rng = np.random.default_rng(8)
    base["d"] = base["a"] + 0.3 * rng.normal(size=300)
    plain = codes_of(make(base).strict())
    base["d"] = base["d"] * 1e-6 + 5
    assert codes_of(make(base).strict()) - {"scales"} == plain
