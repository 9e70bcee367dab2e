import numpy as np

from gesncd.data import Change, Encoding, Plan, Severity


def test_kinds_are_explained(check, the, base):
    rng = np.random.default_rng(0)
    base["sick"] = rng.integers(0, 2, 300)
    base["grade"] = rng.integers(1, 5, 300)
    base["cells"] = rng.poisson(50, 300)
    prepared = check(base)
    two = the(prepared, "two-values")
    assert two.columns == ("sick",)
    assert "NCD" in two.message
    assert "RCD" in two.message
    assert the(prepared, "counts").columns == ("cells",)
    few = the(prepared, "ordinal-codes")
    assert few.columns == ("grade",)
    assert "1 = red, 2 = blue" in few.message
    assert {two.severity, few.severity} == {Severity.INFORMATION}
    assert prepared.dataset is not None


def test_codes_can_become_categories(check, mend, the, base):
    base["colour"] = np.random.default_rng(0).integers(1, 5, 300)
    finding = the(check(base), "ordinal-codes")
    prepared = mend(base, finding)
    assert prepared.dataset.variables[3].size == 4
    assert prepared.record["columns"][3]["categories"] == ["1", "2", "3", "4"]


def test_families_of_names_can_be_joined(check, mend, the, base):
    rng = np.random.default_rng(0)
    base |= {"pos_x": rng.normal(size=300), "pos_y": rng.normal(size=300)}
    finding = the(check(base), "name-family")
    assert finding.severity is Severity.INFORMATION
    joined = mend(base, finding)
    assert joined.dataset.names == ("a", "b", "c", "pos")
    told = the(joined, "joined-columns")
    assert mend(base, told, 0).dataset.names == ("a", "b", "c", "pos_x", "pos_y")


def test_what_is_ignored_is_said_and_can_be_used_again(check, the, base):
    plan = Change(ignore=("b",)).apply(Plan.strict("abc"))
    prepared = check(base, plan)
    finding = the(prepared, "ignored")
    assert finding.message == "Left out: 'b' (continuous, as chosen)."
    assert finding.mends[0].change.apply(plan) == Plan.strict("abc")
    assert prepared.sentence == "2 variables, 300 rows; left out: 'b' (continuous, as chosen)."


def test_two_values_named_like_a_treatment_are_pointed_at(check, the, codes, base):
    rng = np.random.default_rng(0)
    assert "set-beforehand" not in codes(check(base))
    base["sick"] = rng.integers(0, 2, 300)
    said = the(check(base), "set-beforehand")
    assert said.severity is Severity.INFORMATION
    assert said.message.startswith("Is one of these a treatment or a group: 'sick'? What was set")
    base["treated"] = rng.integers(0, 2, 300)
    said = the(check(base), "set-beforehand")
    assert said.columns == ("treated",)
    assert said.message.startswith("'treated' is named like a treatment. What was set")
    assert "by what comes first" in said.message
    base["sex"] = base.pop("treated")
    assert the(check(base), "set-beforehand").message.startswith("'sex' is named like a group. ")


def test_a_text_column_named_like_a_treatment_is_pointed_at(check, the, base):
    base["sick"] = np.random.default_rng(0).integers(0, 2, 300)
    base["Arm"] = [["Placebo", "Low dose", "High dose"][i % 3] for i in range(300)]
    plan = Change(encode=(("Arm", Encoding.ONE_HOT),)).apply(Plan.strict(tuple(base)))
    said = the(check(base, plan), "set-beforehand")
    assert said.columns == ("Arm",)
    assert said.message.startswith("'Arm' is named like a treatment. ")


def test_categories_that_may_be_one_are_pointed_at(check, mend, the, codes, base):
    base["sex"] = [["f", "m", "M"][i % 3] for i in range(300)]
    error = the(check(base), "not-a-number")
    said = the(mend(base, error, 1), "alike-categories")
    assert "'M' and 'm'" in said.message
    assert [merge.label for merge in said.mends] == ["Read 'M' as 'm'"]
    base["sex"] = [["f", "m", "x"][i % 3] for i in range(300)]
    assert "alike-categories" not in codes(mend(base, error))


def test_an_answer_in_several_spellings_is_named(check, the, base):
    base["smoker"] = [["Yes", "yes", "No", "no"][i % 4] for i in range(300)]
    message = the(check(base), "not-a-number").message
    assert "are probably one: read 'yes' as 'Yes' and 'no' as 'No'" in message
