"""Categories that are one, written in several ways."""

from dataclasses import replace

import numpy as np
import pytest

from gesncd.data import (
    Change,
    Encoding,
    Missing,
    Plan,
    Severity,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    settle_plan,
)
from gesncd.data.spellings import Variant, variants_of
from gesncd.data.table import Texts

N = 120


def texts(**counts):
    values = list(counts)
    codes = [code for code, text in enumerate(values) for _ in range(counts[text])]
    return Texts.of(range(len(codes)), codes, values)


def read(other, which=2):
    rng = np.random.default_rng(1)
    sexes = ["female" if i % 2 else "male" for i in range(N)]
    sexes[:which] = [other] * which
    rows = [
        f"{sex},{x:.4f},{y:.4f}" for sex, (x, y) in zip(sexes, rng.normal(size=(N, 2)), strict=True)
    ]
    return read_table("\n".join(["sex,x,y", *rows]).encode(), name="t.csv")


def usual(table):
    profile = profile_table(table)
    return settle_plan(table, propose_plan(profile), profile)


def found(prepared, code):
    return [f for f in prepared.findings if f.code == code]


@pytest.mark.parametrize(
    ("counts", "variants"),
    [
        ({"female": 50, "male": 50, "F": 2}, [Variant("F", "female", False)]),
        (
            {"female": 50, "male": 50, "F": 2, "f": 1, "m": 2},
            [Variant("F", "female", False), Variant("m", "male", False),
             Variant("f", "female", False, "F")],
        ),
        ({"female": 50, "Female": 3, "male": 50}, [Variant("Female", "female", True)]),
        ({"low  dose": 1, "low dose": 9, "high": 9}, [Variant("low  dose", "low dose", True)]),
        # Initials and short answers may be as frequent as what they stand for.
        ({"M": 104, "F": 100, "female": 59, "male": 48, "Male": 38, "f": 8},
         [Variant("M", "male", False), Variant("F", "female", False),
          Variant("f", "female", False, "F"), Variant("Male", "male", True)]),
        ({"yes": 50, "no": 50, "y": 40, "n": 30},
         [Variant("y", "yes", False), Variant("n", "no", False)]),
        # One slip, or hardly a vowel: in few cells only.
        ({"control": 50, "drought": 50, "ctrl": 3, "drougth": 2, "contrl": 1},
         [Variant("ctrl", "control", False), Variant("drougth", "drought", False),
          Variant("contrl", "control", False)]),
        ({"control": 50, "drought": 50, "controll": 1, "drpught": 1, "Drougt": 1},
         [Variant("controll", "control", False), Variant("drpught", "drought", False),
          Variant("Drougt", "drought", False)]),
        ({"placebo": 50, "plac.": 40, "drug": 50}, [Variant("plac.", "placebo", False)]),
        # A hyphen, underscore or blank between letters, however frequent.
        ({"low dose": 50, "low-dose": 40, "Low_dose": 2, "lowdose": 1, "high dose": 50},
         [Variant("low-dose", "low dose", False), Variant("Low_dose", "low dose", False),
          Variant("lowdose", "low dose", False)]),
        ({"non-smoker": 50, "nonsmoker": 9, "smoker": 50, "smo.": 2},
         [Variant("nonsmoker", "non-smoker", False), Variant("smo.", "smoker", False)]),
        ({"A": 50, "A-": 50, "type 1": 50, "type-1": 9, "1-2": 9, "12": 9}, []),
        ({"rural": 50, "city": 50, "rual": 1, "citty": 1},
         [Variant("rual", "rural", False), Variant("citty", "city", False)]),
        ({"town": 50, "city": 50, "down": 1, "cty": 1, "towns": 2},
         [Variant("towns", "town", False)]),
        ({"control": 50, "ctrl": 50, "drought": 50}, []),
        ({"groupa": 50, "groupb": 50, "groupc": 2}, []),
        ({"north": 50, "south": 50, "mouth": 2}, [Variant("mouth", "south", False)]),
        ({"male": 50, "female": 50, "mole": 1}, []),
        ({"hyper": 50, "hypo": 50, "hippo": 1}, []),
        ({"inner": 50, "outer": 50, "other": 2}, []),
        ({"site12": 50, "site13": 50, "site21": 2}, []),
        # Leaving one, meaning one of two, a name of its own, a word, a place.
        ({"female": 50, "F": 50}, []),
        ({"none": 50, "normal": 50, "n": 1}, []),
        ({"A": 2, "AB": 50, "B": 40}, []),
        ({"WT": 2, "WT-KO": 50}, []),
        ({"car": 50, "carpool": 50, "bus": 50}, []),
        ({"I": 50, "II": 50, "III": 50}, []),
    ],
)  # fmt: skip
def test_what_is_another_spelling(counts, variants):
    assert list(variants_of(texts(**counts))) == variants


def test_an_abbreviation_is_asked_about_and_not_encoded_by_the_usual_mends():
    table = read("F")
    plan = usual(table)
    (question,) = prepare(table, plan).errors
    assert question.code == "spellings"
    labels = [mend.label for mend in question.mends]
    assert labels[:2] == [
        "Read 'F' as 'female': 0 and 1",
        "Encode 'sex' as one variable of 3 columns",
    ]
    prepared = prepare(table, question.mends[0].change.apply(plan))
    column = prepared.require().values[:, 0]
    assert set(column) == {0.0, 1.0}
    assert column[:4].tolist() == [0.0, 0.0, 1.0, 0.0]
    assert found(prepared, "respelled")[0].message == (
        "Categories of 'sex' read as others: 'F' as 'female'."
    )
    apart = prepare(table, question.mends[1].change.apply(plan))
    assert apart.require().values.shape[1] == 5


SEXES = ["F", "female", "M", "male", "Female", "f"]


def clinic():
    rng = np.random.default_rng(4)
    rows = [f"{SEXES[i % 6]},{x:.4f},{y:.4f}" for i, (x, y) in enumerate(rng.normal(size=(N, 2)))]
    return read_table("\n".join(["sex,x,y", *rows]).encode(), name="t.csv")


def test_frequent_initials_are_asked_about_before_they_become_categories():
    table = clinic()
    plan = usual(table)
    (question,) = prepare(table, plan).errors
    assert question.code == "spellings"
    assert "or keep them apart" in question.message
    read, apart = question.mends[:2]
    assert apart.label == "Keep 'F' and 'female' apart: 4 categories"
    assert prepare(table, read.change.apply(plan)).sentence == (
        "3 variables, 120 rows; spellings of 'sex' merged."
    )


def test_initials_kept_apart_stay_a_question():
    table = clinic()
    profile = profile_table(table)
    plan = Change(encode=(("sex", Encoding.ONE_HOT),)).apply(usual(table))
    plan = settle_plan(table, plan, profile)
    prepared = prepare(table, plan)
    assert prepared.require().variables[0].size == 4
    assert prepared.sentence == (
        "3 variables, 120 rows; spellings of 'sex' merged by letter case; "
        "'F' and 'female' of 'sex' are still two categories."
    )
    (asked,) = found(prepared, "abbreviations")
    assert asked.severity is Severity.WARNING
    (merge,) = asked.mends
    assert merge.label == "Read 'F' as 'female' and 'M' as 'male'"
    merged = prepare(table, merge.change.apply(plan))
    assert not found(merged, "abbreviations")
    assert set(merged.require().values[:, 0]) == {0.0, 1.0}


def test_capitals_are_no_question():
    table = read("Female")
    prepared = prepare(table, usual(table))
    assert len(prepared.require().names) == 3
    assert prepared.require().values.shape == (N, 3)
    (question,) = prepare(table, Plan.strict(table.names)).errors
    assert question.code == "not-a-number"
    assert question.mends[0].label == "Read 'Female' as 'female': 0 and 1"


def test_answers_in_several_spellings_are_read_as_one():
    table = read_table(
        "\n".join(["v,x,y", *(f"{('Yes', 'yes', 'no')[i % 3]},{i * i % 17},{i * 3 % 23}"
                              for i in range(60))]).encode(),
        name="t.csv",
    )  # fmt: skip
    values = prepare(table, usual(table)).require().values[:, 0]
    assert values[:3].tolist() == [1.0, 1.0, 0.0]


def test_the_choice_is_kept():
    table = read("F")
    (question,) = prepare(table, usual(table)).errors
    plan = question.mends[0].change.apply(usual(table))
    assert Plan.from_dict(plan.to_dict()) == plan
    old = {key: value for key, value in plan.to_dict().items() if key != "spellings"}
    assert Plan.from_dict(old).spellings == ()


def cohort(n=N):
    """Categories with stray spellings, one of them in a row that lacks another value only."""
    rng = np.random.default_rng(3)
    smoking = [["no", "ex", "yes"][i % 3] for i in range(n)]
    smoking[0], smoking[1] = " No", " Ex"
    sex = ["mf"[i % 2] for i in range(n)]
    sex[4] = "M"
    x = [f"{v:.4f}" for v in rng.normal(size=n)]
    x[0] = ""
    y = [f"{v:.4f}" for v in rng.normal(size=n)]
    rows = ["smoking,sex,x,y", *map(",".join, zip(smoking, sex, x, y, strict=True))]
    return read_table("\n".join(rows).encode(), name="t.csv")


def as_written(table):
    return Change(encode=(("smoking", Encoding.ONE_HOT), ("sex", Encoding.ONE_HOT))).apply(
        Plan.strict(table.names)
    )


def test_usual_mends_merge_spellings_of_columns_encoded_before():
    table = cohort()
    plan = settle_plan(
        table, replace(as_written(table), missing=Missing.DROP), profile_table(table)
    )
    prepared = prepare(table, plan)
    assert prepared.require().names == ("smoking", "sex", "x", "y")
    assert [v.size for v in prepared.dataset.variables] == [3, 1, 1, 1]
    assert prepared.sentence == (
        "4 variables, 119 of 120 rows (1 with missing values dropped); spellings of 'smoking' and "
        "'sex' merged."
    )


def test_a_category_that_no_row_holds_costs_its_column_only():
    table = cohort()
    prepared = prepare(table, replace(as_written(table), missing=Missing.DROP))
    assert prepared.require().names == ("smoking", "sex", "x", "y")
    assert "smoking = No" not in prepared.labels
    assert "smoking = Ex" in prepared.labels
    (told,) = found(prepared, "absent-categories")
    assert told.message == (
        "No analysed row holds 'No' of 'smoking': what is in no row gets no column."
    )
    (entry,) = [c for c in prepared.record["columns"] if c["name"] == "smoking"]
    assert entry["categories"] == ["Ex", "ex", "no", "yes"]


def test_a_rare_spelling_is_offered_to_be_merged_where_it_is_warned_of():
    table = cohort()
    warned = found(prepare(table, as_written(table)), "near-constant")
    rare = {f.message.split("'")[1]: f for f in warned}
    assert [m.label for m in rare["sex = M"].mends] == ["Read 'M' as 'm'", "Ignore 'sex'"]
    assert "It is probably 'm' in other letters: read it so." in rare["sex = M"].message


def test_0_and_1_for_two_categories_in_several_spellings_merges_them():
    table = cohort()
    plan = Change(ignore=("smoking",), encode=(("sex", Encoding.TWO_VALUES),)).apply(
        Plan.strict(table.names)
    )
    (wrong,) = found(prepare(table, plan), "categories")
    assert wrong.mends[0].label == "Read 'M' as 'm'"
    assert not found(prepare(table, wrong.mends[0].change.apply(plan)), "categories")
