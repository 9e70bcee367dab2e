import numpy as np

from gesncd.data import Change, Encoding, Marker, Missing, Plan, Severity


def test_nothing_wrong(check, base, codes):
    prepared = check(base)
    assert codes(prepared) == []
    assert prepared.sentence == "3 variables, 300 rows."


def test_missing_values_and_their_mends(check, mend, the, base):
    base["a"] = [*base["a"][:290], *["NA"] * 10]
    base["b"] = ["", *base["b"][1:]]
    prepared = check(base)
    assert prepared.dataset is None
    first, second = prepared.errors
    assert first.message.startswith("Column 'a' has 10 missing values (lines 292, 293,")
    assert "written 'NA'" in first.message
    assert second.lines == (2,)
    assert [m.id for m in first.mends] == [
        "missing:drop",
        "missing:median",
        "missing:iterative",
        "ignore:a",
    ]
    assert first.mends[0].label == "Drop 11 rows with missing values: 289 left"
    dropped = mend(base, first)
    assert dropped.sentence == ("3 variables, 289 of 300 rows (11 with missing values dropped).")
    assert dropped.dataset.n_rows == 289
    told = the(dropped, "missing-dropped")
    assert told.severity is Severity.INFORMATION
    assert "'a' 10 and 'b' 1" in told.message
    assert dropped.record["rows"]["dropped_missing_lines"][:2] == [2, 292]
    median = mend(base, first, 1)
    assert median.dataset.values[-1, 0] == np.median([float(v) for v in base["a"][:290]])
    warned = the(median, "missing-imputed")
    assert warned.severity is Severity.WARNING
    assert warned.message.startswith("11 missing values in 11 rows replaced by their column's ")
    assert median.sentence.endswith("11 missing values replaced by medians.")
    iterative = mend(base, first, 2)
    assert iterative.dataset.n_rows == 300
    assert mend(base, first, 3).dataset is None
    assert len(mend(base, first, 3).errors) == 1


def test_a_mostly_empty_column_is_left_out_before_rows_are_dropped(check, mend, the, base):
    base["a"] = [*base["a"][:290], *["NA"] * 10]
    base["note"] = ["", *["1"] * 50, *[""] * 249]
    first = check(base).errors[0]
    assert [m.label for m in first.mends[:2]] == [
        "Leave out 'note', drop 10 rows: 290 rows left",
        "Drop 250 rows with missing values: 50 left",
    ]
    assert mend(base, first).sentence == (
        "3 variables, 290 of 300 rows (10 with missing values dropped); left out: 'note' "
        "(constant)."
    )
    dropped = the(mend(base, first, 1), "missing-dropped")
    assert dropped.mends[0] == first.mends[0]
    base["a"] = base["b"]
    assert check(base).errors[0].mends[0].label == "Leave out 'note': 300 rows left"


def test_rows_are_counted_by_all_columns_also_where_an_error_is_left(check, the, base):
    base["a"] = ["", *base["a"][1:]]
    base["b"] = ["x", "", *base["b"][2:]]
    base["empty"] = [""] * 300
    prepared = check(base, Change(missing=Missing.DROP).apply(Plan.strict(base)))
    assert {e.columns for e in prepared.errors} == {("b",), ("empty",)}
    assert the(prepared, "missing-dropped").count == 2
    assert "298 of 300 rows (2 with missing values dropped)" in prepared.sentence
    assert prepared.record["rows"]["dropped_missing"] == 2


def test_many_dropped_rows_are_a_warning(check, the, base):
    base["a"] = [*base["a"][:250], *["?"] * 50]
    plan = Change(missing=Missing.DROP).apply(Plan.strict("abc"))
    finding = the(check(base, plan), "missing-dropped")
    assert finding.severity is Severity.WARNING
    assert "biased" in finding.message


def test_an_empty_column_is_an_error_whatever_the_plan(check, mend, base):
    base["d"] = [""] * 300
    for missing in Missing:
        prepared = check(base, Change(missing=missing).apply(Plan.strict("abcd")))
        (finding,) = prepared.errors
        assert "'d' holds no values" in finding.message
    assert mend(base, finding).dataset.names == ("a", "b", "c")


def test_no_complete_row_is_left(check, mend, base):
    base["a"] = [*base["a"][:150], *[""] * 150]
    base["b"] = [*[""] * 150, *base["b"][150:]]
    plan = Change(missing=Missing.DROP).apply(Plan.strict("abc"))
    (finding,) = check(base, plan).errors
    assert finding.code == "no-rows"
    assert "No row of t.csv is complete" in finding.message
    assert mend(base, finding, 0, plan).dataset.n_rows == 300


def test_text_categories(check, mend, the, base):
    base["sex"] = ["mf"[i % 2] for i in range(300)]
    base["tissue"] = [["liver", "lung", "heart"][i * i % 7 % 3] for i in range(300)]
    first, second = check(base).errors
    assert first.message == (
        "Column 'sex', line 2: 'm' is not a number (all 300 values are not). "
        "Encode its 2 categories, or leave the column out."
    )
    once = first.mends[0].change.apply(Plan.strict(base))
    prepared = mend(base, second, 0, once)
    dataset = prepared.dataset
    assert dataset.names == ("a", "b", "c", "sex", "tissue")
    assert dataset.variables[4].columns == (4, 5, 6)
    assert dataset.values[:2, 3].tolist() == [1, 0]
    assert dataset.values[0, 4:].tolist() == [0, 1, 0]
    encoded = [f.message for f in prepared.findings if f.code == "encoded"]
    assert encoded[0] == "Column 'sex' is analysed as 0 ('f') and 1 ('m')."
    assert "as one variable of 3 columns of 0 and 1: 'heart', 'liver' and 'lung'" in encoded[1]
    assert prepared.record["columns"][4]["categories"] == ["heart", "liver", "lung"]


def test_booleans_become_0_and_1(check, mend, base):
    base["smoker"] = ["True" if i % 3 else "False" for i in range(300)]
    (finding,) = check(base).errors
    values = mend(base, finding).dataset.values[:, 3]
    assert values[:3].tolist() == [0, 1, 1]
    base["smoker"] = ["yes" if i % 3 else "zero" for i in range(300)]
    (finding,) = check(base).errors
    assert mend(base, finding).dataset.values[:3, 3].tolist() == [0, 1, 1]


def test_categories_with_missing_values(check, base):
    base["s"] = ["NA" if i < 10 else "xxyz"[i % 4] for i in range(300)]
    plan = check(base).errors[0].mends[0].change.apply(Plan.strict(base))
    dropped = check(base, Change(missing=Missing.DROP).apply(plan))
    assert (dropped.dataset.n_rows, dropped.dataset.values.shape[1]) == (290, 6)
    filled = check(base, Change(missing=Missing.ITERATIVE).apply(plan))
    assert filled.dataset.values[:10, 3:].tolist() == [[1, 0, 0]] * 10


def test_a_stray_text_can_be_taken_as_missing(check, mend, the, base):
    base["a"] = ["x?" if i % 50 == 7 else v for i, v in enumerate(base["a"])]
    (finding,) = check(base).errors
    assert "6 of 300 values are not" in finding.message
    assert finding.mends[0].label == "Take 'x?' in 'a' as missing"
    plan = finding.mends[0].change.apply(Plan.strict("abc"))
    again = check(base, plan)
    assert again.errors[0].code == "missing-values"
    assert again.errors[0].count == 6
    assert check(base, Change(missing=Missing.DROP).apply(plan)).dataset.n_rows == 294
    assert the(again, "markers").message == "Taken as missing in 'a': 'x?'."


def test_suspected_markers(check, mend, the, base):
    base["a"] = [-999 if i % 30 == 7 else v for i, v in enumerate(base["a"])]
    prepared = check(base)
    finding = the(prepared, "marker-suspected")
    assert finding.severity is Severity.WARNING
    assert "-999 10 times" in finding.message
    again = mend(base, finding)
    assert again.errors[0].code == "missing-values"
    assert "marker-suspected" not in {f.code for f in again.findings}


def test_markers_count_everywhere_or_in_some_columns(check, base):
    base["a"] = [-9 if i % 30 == 7 else v for i, v in enumerate(base["a"])]
    base["b"] = ["-9.0" if i % 30 == 8 else v for i, v in enumerate(base["b"])]
    everywhere = Change(markers=(Marker("-9"),), missing=Missing.DROP).apply(Plan.strict("abc"))
    assert check(base, everywhere).dataset.n_rows == 280
    only_b = Change(markers=(Marker("-9", ("b",)),), missing=Missing.DROP)
    assert check(base, only_b.apply(Plan.strict("abc"))).dataset.n_rows == 290


def test_dates_and_identifiers_are_named_as_such(check, base):
    base["visit"] = [f"2020-01-{1 + i % 28:02d}" for i in range(300)]
    base["code"] = [f"K{i}" for i in range(300)]
    dates, codes = check(base).errors
    assert "seems to hold dates or times; leave it out" in dates.message
    assert "seems to name or number things; leave it out" in codes.message
    assert [m.id for m in dates.mends] == ["ignore:visit"]


def test_infinite_values(check, mend, base):
    base["a"] = ["inf", "-inf", *base["a"][2:]]
    (finding,) = check(base).errors
    assert finding.code == "not-finite"
    assert mend(base, finding).errors[0].code == "missing-values"


def test_categories_that_cannot_be_encoded(check, mend, base):
    base["s"] = ["xyz"[i % 3] for i in range(300)]
    two = Change(encode=(("s", Encoding.TWO_VALUES),)).apply(Plan.strict(base))
    (finding,) = check(base, two).errors
    assert "3 categories, so 0 and 1 don't suffice" in finding.message
    assert mend(base, finding, 0, two).dataset.values.shape == (300, 6)
    one = Change(encode=(("a", Encoding.ONE_HOT),)).apply(Plan.strict(base))
    assert any("at most 100 can be encoded" in e.message for e in check(base, one).errors)
