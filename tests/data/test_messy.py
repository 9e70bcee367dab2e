"""From the bytes of a messy file to its data set, by nothing but what is proposed."""

import numpy as np
import pytest

from gesncd.data import (
    Kind,
    Plan,
    ReadOptions,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    settle_plan,
    settle_reading,
)

NAMES = ("Alter", "Größe_cm", "IL6", "TNFα", "CRP", "Körpertemp", "log2_β", "Behandlung", "BMI")


def strictly(content, options):
    table = read_table(content, name="messy.csv", options=options)
    return table, prepare(table, Plan.strict(table.names))


def message(prepared, code):
    (text,) = [f.message for f in prepared.findings if f.code == code]
    return text


@pytest.fixture(scope="module")
def mended(messy_lab):
    _, first = strictly(messy_lab, ReadOptions())
    options = settle_reading(ReadOptions(), first.errors)
    table, _ = strictly(messy_lab, options)
    profile = profile_table(table)
    plan = settle_plan(table, propose_plan(profile), profile)
    dropped = prepare(table, plan, profile=profile)
    (missing,) = [f for f in dropped.findings if f.code == "missing-dropped"]
    fill = next(m for m in missing.mends if m.id == "missing:median")
    return options, table, profile, prepare(table, fill.change.apply(plan), profile=profile)


def test_the_data_set_has_the_samples_and_no_row_of_units(mended):
    options, table, profile, prepared = mended
    assert options == ReadOptions(skip_lines=(3,))
    dataset = prepared.require()
    assert dataset.n_rows == 180
    assert dataset.names == NAMES
    assert [v.size for v in dataset.variables] == [1] * 7 + [3, 1]
    assert [int(line) for line in table.lines[[0, -1]]] == [4, 183]
    assert Kind.MIXED not in {column.kind for column in profile.columns}


def test_every_number_is_that_of_the_file(mended, messy_lab):
    _, _, _, prepared = mended
    rows = [line.split(";") for line in messy_lab.decode().split("\r\n")[3:-1]]
    values = prepared.require().values
    for column, place in ((0, 2), (1, 3), (2, 4), (3, 6), (4, 7), (5, 8), (6, 9), (10, 12)):
        cells = [row[place] for row in rows]
        known = np.array([cell not in ("n.d.", "-") for cell in cells])
        expected = [float(c.replace(",", ".")) for c, k in zip(cells, known, strict=True) if k]
        assert values[known, column].tolist() == expected
        assert (values[~known, column] == np.median(expected)).all()
    assert prepared.labels[7:10] == (
        "Behandlung = Placebo",
        "Behandlung = hoch",
        "Behandlung = niedrig",
    )
    codes = values[:, 7:10].argmax(axis=1)
    assert [("Placebo", "hoch", "niedrig")[c] for c in codes] == [row[10] for row in rows]


def test_nothing_is_left_out_unsaid(mended):
    _, _, _, prepared = mended
    assert message(prepared, "title-skipped") == (
        "Line 1 is no header and was skipped: 'Studie Entzündung, Export vom 03.04.2024'."
    )
    assert "Line 3 was skipped, as chosen: 'TT.MM.JJJJ;Jahre" in message(prepared, "skipped-lines")
    assert "'n.d.' in 'IL6', 'IL6_Kopie' and 'TNFα'" in message(prepared, "missing-words")
    assert message(prepared, "ignored") == (
        "Left out: 'Proben-ID' (identifier), 'Datum' (date or time), 'IL6_Kopie' (the same as "
        "'IL6') and 'Labor' (constant)."
    )
    assert "replaced by their column's median" in message(prepared, "missing-imputed")
    assert [entry["line"] for entry in prepared.record["source"]["skipped"]] == [1, 3]
    assert prepared.record["rows"]["read"] == 180


def test_before_any_mend_the_units_are_named_and_no_row_is_made_up(messy_lab):
    table, prepared = strictly(messy_lab, ReadOptions())
    assert (prepared.dataset, table.n_rows) == (None, 180)
    first = prepared.errors[0]
    assert first.message.startswith("Line 3 looks like units ('Jahre', 'cm', 'a.u.', 'mg/l' and")
    assert [mend.label for mend in first.mends] == ["Skip line 3", "Take line 3 as values"]
    # One card a cause: the columns of numbers are not among those that hold text.
    causes = [(f.columns, f.cause) for f in prepared.errors if f.code == "not-a-number"]
    assert causes == [
        (("Proben-ID",), "identifier"),
        (("Datum",), "date or time"),
        (("Behandlung",), "to encode"),
        (("Labor",), "constant"),
    ]
    counts = {f.columns[0]: f.count for f in prepared.errors if f.code == "missing-values"}
    assert counts == {"IL6": 11, "IL6_Kopie": 11, "TNFα": 6, "CRP": 11}


def test_each_way_back_is_one(messy_lab):
    table, prepared = strictly(messy_lab, ReadOptions())
    as_values = ReadOptions().changed(prepared.errors[0].mends[1].change)
    kept, _ = strictly(messy_lab, as_values)
    assert kept.n_rows == 181
    assert kept.cell(0, kept.index["Alter"]) == "Jahre"
    by_code = {f.code: f for f in table.findings}
    back = ReadOptions().changed(by_code["title-skipped"].mends[0].change)
    assert back == ReadOptions(skip=0)
    (ragged,) = [f for f in strictly(messy_lab, back)[0].findings if f.code == "ragged-rows"]
    again, _ = strictly(messy_lab, back.changed(ragged.mends[0].change))
    assert again.names == table.names
    assert "skipped-above" in {f.code for f in again.findings}
    texts = ReadOptions(skip_lines=(3,)).changed(by_code["missing-words"].mends[0].change)
    assert strictly(messy_lab, texts)[0].texts[4].values == ("n.d.",)
