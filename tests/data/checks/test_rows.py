import numpy as np
import pytest

from gesncd.data import Plan, Severity
from gesncd.data.findings import ignore_mend


def test_few_rows(check, the, base):
    short = {name: values[:60] for name, values in base.items()}
    finding = the(check(short), "under-100-rows")
    assert finding.severity is Severity.WARNING
    assert "Only 60 rows" in finding.message
    (finding,) = check({name: values[:12] for name, values in base.items()}).errors
    assert finding.code == "few-rows"


def test_duplicate_rows(check, mend, the, base):
    copied = {name: [*values, *values[:4]] for name, values in base.items()}
    finding = the(check(copied), "duplicate-rows")
    assert finding.severity is Severity.WARNING
    assert "4 rows equal an earlier row in every variable (lines 302, 303, 304 and 305)" in (
        finding.message
    )
    again = mend(copied, finding)
    assert again.sentence == "3 variables, 300 of 304 rows (4 that repeat others dropped)."
    assert again.record["rows"]["dropped_duplicates"] == 4
    copied = {name: [*values, values[0]] for name, values in base.items()}
    again = mend(copied, the(check(copied), "duplicate-rows"))
    assert again.sentence.endswith("300 of 301 rows (1 that repeats another dropped).")
    assert np.array_equal(again.dataset.values[:, 0], base["a"])


def test_duplicates_among_few_values_are_no_surprise(check, the):
    columns = {
        name: [(i * k) % 13 % 3 for i in range(300)] for name, k in zip("ab", (2, 5), strict=True)
    }
    assert the(check(columns), "duplicate-rows").severity is Severity.INFORMATION


def test_negative_zero_equals_zero():
    from gesncd.data.repeats import repeated_rows

    values = np.array([[0.0, 1], [-0.0, 1], [2, 1], [0, 1]])
    assert repeated_rows(values).tolist() == [1, 3]


def walk(rng, n=300):
    return np.cumsum(rng.normal(size=n))


def test_autocorrelation(check, the, base):
    base["a"] = walk(np.random.default_rng(0))
    finding = the(check(base), "rows-not-independent")
    assert finding.severity is Severity.WARNING
    assert finding.columns == ("a",)
    assert "noise floor assumes independent rows" in finding.message


def test_sorted_rows_are_not_a_warning(check, the, base):
    base["a"] = np.sort(base["a"])
    finding = the(check(base), "sorted-rows")
    assert finding.severity is Severity.INFORMATION
    base["b"] = base["a"] + 0.5 * np.random.default_rng(1).normal(size=300)
    assert "sorted by 'a', which may be why" in the(check(base), "rows-not-independent").message


@pytest.mark.parametrize("seed", range(5))
def test_independent_rows_raise_no_alarm(check, codes, seed):
    rng = np.random.default_rng(seed)
    data = {f"v{i}": rng.normal(size=120) for i in range(15)}
    assert codes(check(data)) == []


def test_a_body_mass_index_names_nobody(check, codes, base):
    rng = np.random.default_rng(2)
    base["Body mass index (kg/m²)"] = np.round(rng.normal(25, 4, size=300), 1)
    base["HOMA index"] = rng.integers(1, 60, size=300)
    base["Reaction time"] = rng.integers(200, 600, size=300)
    assert not {"repeated-subjects", "identifier", "time-column"} & set(codes(check(base)))
    assert "identifier" in codes(check({**base, "row_key": rng.integers(1, 60, size=300)}))


def test_time_columns(check, mend, the, base):
    base["visit day"] = [i * i % 37 for i in range(300)]
    finding = the(check(base), "time-column")
    assert "'visit day' seems to tell when" in finding.message
    ignored = mend(base, finding)
    assert "visit day" not in ignored.dataset.names
    assert "time-column" not in [f.code for f in ignored.findings]
    assert the(ignored, "time-left-out").severity is Severity.INFORMATION
    assert the(ignored, "time-left-out").message not in ignored.notes


def test_repeated_subjects(check, the, base):
    base["subject"] = [i * 7 % 100 + 1000 for i in range(300)]
    finding = the(check(base), "repeated-subjects")
    assert "names 100 things in 300 rows" in finding.message
    base["subject"] = [i * 7 % 300 + 1000 + (i % 2) * 5000 for i in range(300)]
    assert "repeated-subjects" not in {f.code for f in check(base).findings}


def test_counters_and_identifiers_in_use(check, mend, the, base):
    numbered = {"nr": range(1, 301), **base}
    finding = the(check(numbered), "counter")
    assert "'nr' numbers the rows (1, 2, 3, …)" in finding.message
    assert mend(numbered, finding).dataset.names == ("a", "b", "c")
    base["sample_id"] = [5000 + i * 77 % 2003 for i in range(300)]
    finding = the(check(base), "identifier")
    assert finding.severity is Severity.WARNING
    assert mend(base, finding).dataset.names == ("a", "b", "c")


def with_names(base, names):
    """Columns of which the last four rows repeat the first in all but their name."""
    return {"Sample ID": names, **{name: [*v, *v[:4]] for name, v in base.items()}}


def without_names():
    return ignore_mend("Sample ID").change.apply(Plan.strict(["Sample ID", *"abc"]))


def test_rows_that_differ_in_what_is_left_out_are_no_copies(check, the, base):
    columns = with_names(base, [f"S{i}" for i in range(304)])
    # What is to become of the names is not decided yet.
    assert "duplicate-rows" not in {f.code for f in check(columns).findings}
    finding = the(check(columns, without_names()), "duplicate-rows")
    assert finding.severity is Severity.INFORMATION
    assert "though other columns of the file tell them apart" in finding.message
    assert finding.mends == ()


def test_rows_that_are_copied_with_their_names_are(check, the, base):
    columns = with_names(base, [f"S{i % 300}" for i in range(304)])
    finding = the(check(columns, without_names()), "duplicate-rows")
    assert finding.severity is Severity.WARNING
    assert "in every column of the file" not in finding.message
    assert len(finding.mends) == 1
    columns["Sample ID"] = [*columns["Sample ID"][:300], "new", "newer", "S2", "S3"]
    finding = the(check(columns, without_names()), "duplicate-rows")
    assert "2 of them in every column of the file" in finding.message
    assert finding.mends == ()
