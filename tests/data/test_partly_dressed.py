"""Columns of numbers of which only some cells carry a unit or a percent sign."""

import io

import numpy as np
import openpyxl
import pytest

from gesncd.data import (
    DataError,
    Plan,
    ReadOptions,
    as_proposed,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    settle_plan,
)

N = 60
VALUES = np.random.default_rng(3).normal(24, 2, N).round(1)
OTHERS = np.random.default_rng(4).normal(size=N).round(3)


def content(cells, decimal=".", more=None):
    more = OTHERS if more is None else more
    rows = [f"{a};{b};{c}" for a, b, c in zip(cells, more, OTHERS[::-1], strict=True)]
    return "\n".join(["temp;x;y", *(row.replace(".", decimal) for row in rows)]).encode()


def asked(table):
    profile = profile_table(table)
    plan = settle_plan(table, propose_plan(profile), profile)
    return [e for e in prepare(table, plan, profile=profile).errors if e.code == "number-like"]


@pytest.mark.parametrize("sign", ["{} °C", "{}%", "${}", "{} mg/dL"])
@pytest.mark.parametrize("every", [1, 5, 30])
@pytest.mark.parametrize("decimal", [".", ","])
def test_the_numbers_are_read_where_their_owner_says_that_they_mean_the_same(sign, every, decimal):
    cells = [sign.format(v) if i % every == 2 % every else v for i, v in enumerate(VALUES)]
    cells[0] = VALUES[0]
    table = read_table(content(cells, decimal), name="t.csv")
    (question,) = asked(table)
    label = question.mends[0].label
    assert label == f"Read 'temp' without '{sign.format('').strip()}'"
    carrying = [str(v) for v in cells if not isinstance(v, float)]
    assert f"{len(carrying)} values carry '{sign.format('').strip()}' (" in question.message
    assert f"the other {N - len(carrying)} no sign (" in question.message
    options = ReadOptions().changed(question.mends[0].change)
    assert ReadOptions.from_dict(options.to_dict()) == options
    again = read_table(content(cells, decimal), name="t.csv", options=options)
    assert np.array_equal(again.numbers[:, 0], VALUES)
    assert not asked(again)
    (said,) = [f for f in again.findings if f.code == "undressed"]
    assert said.count == len(carrying)
    assert "as chosen" in said.message
    back = options.changed(said.mends[0].change)
    assert back == ReadOptions()


def test_the_ranges_show_a_lost_comma_or_a_share_among_percents():
    cells = [*map(str, VALUES)]
    cells[7] = "244 °C"
    (question,) = asked(read_table(content(cells), name="t.csv"))
    rest = np.delete(VALUES, 7)
    assert "1 value carries '°C' (244), the other 59 no sign" in question.message
    assert f"no sign ({rest.min()} to {rest.max()})." in question.message
    # A single odd cell can still be taken as missing.
    assert [m.label for m in question.mends] == [
        "Read 'temp' without '°C'",
        "Take '244 °C' in 'temp' as missing",
        "Ignore 'temp'",
    ]


def test_several_columns_are_chosen_one_after_the_other():
    cells, more = [*map(str, VALUES)], [*map(str, OTHERS)]
    cells[4], more[5] = f"{VALUES[4]} °C", f"{OTHERS[5]} %"
    file = content(cells, more=more)
    first, second = asked(read_table(file, name="t.csv"))
    options = ReadOptions().changed(first.mends[0].change)
    (left,) = asked(read_table(file, name="t.csv", options=options))
    assert (left.columns, second.columns) == (("x",), ("x",))
    options = options.changed(left.mends[0].change)
    assert options.undressed == ("temp", "x")
    table = read_table(file, name="t.csv", options=options)
    assert np.array_equal(table.numbers, np.c_[VALUES, OTHERS, OTHERS[::-1]])
    (said,) = [f for f in table.findings if f.code == "undressed"]
    assert said.columns == ("temp", "x")


@pytest.mark.parametrize("odd", [["24 °C", "75 °F"], ["5 mg", "high"], ["(24.1)"], ["24.1*"]])
def test_other_texts_are_not_read_so(odd):
    cells = [*map(str, VALUES)]
    cells[3 : 3 + len(odd)] = odd
    table = read_table(content(cells), name="t.csv")
    found = prepare(table, Plan.strict(table.names)).errors
    assert found
    assert not [m for e in found for m in e.mends if m.id.startswith("undressed")]


@pytest.mark.parametrize("odd", [["24 °C", "75 °F"], ["500 g", "0.5 kg"]])
def test_units_that_differ_are_never_read(odd):
    cells = [*map(str, VALUES)]
    cells[3:5] = odd
    table = read_table(content(cells), name="t.csv", options=ReadOptions(undressed=("temp",)))
    assert table.texts[0].values == tuple(odd)
    assert prepare(table, Plan.strict(table.names)).errors


@pytest.mark.parametrize("option", ["missing", "grouped", "other_decimal", "undressed"])
def test_a_single_text_is_no_list_of_its_letters(option):
    with pytest.raises(DataError, match=f"'{option}' is a list of texts, such as .'-999'.,"):
        ReadOptions(**{option: "-999"})
    assert getattr(ReadOptions(**{option: ["-999"]}), option) == ("-999",)


def test_words_for_missing_values_and_limits_stand_beside_them():
    cells = [*map(str, VALUES)]
    cells[3:6] = ["n.d.", "24 °C", "<20"]
    table = read_table(content(cells), name="t.csv", options=ReadOptions(undressed=("temp",)))
    assert table.numbers[4, 0] == 24
    assert table.texts[0].values == ("<20",)
    assert table.words[0].values == ("n.d.",)


def test_the_usual_mends_leave_the_choice_to_their_owner():
    cells = [*map(str, VALUES)]
    cells[2] = "40 %"
    _, prepared = as_proposed([(content(cells), "t.csv")])
    assert [e.code for e in prepared.errors] == ["number-like"]
    with pytest.raises(DataError, match="'40 %' is not a number"):
        prepared.require()


def test_a_workbook_is_read_so_as_well():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["temp", "x"])
    for i, (value, other) in enumerate(zip(VALUES, OTHERS, strict=True)):
        sheet.append([f"{value} °C" if i == 9 else float(value), float(other)])
    file = io.BytesIO()
    book.save(file)
    (question,) = asked(read_table(file.getvalue(), name="t.xlsx"))
    options = ReadOptions().changed(question.mends[0].change)
    table = read_table(file.getvalue(), name="t.xlsx", options=options)
    assert np.array_equal(table.numbers[:, 0], VALUES)
