"""Numbers with signs around them: read where all are alike, never taken as missing unasked."""

import numpy as np
import pytest

from gesncd.data import (
    Plan,
    ReadOptions,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    settle_plan,
)
from gesncd.data.dialect import parse_number
from gesncd.data.number_like import may_be_number, undress

N = 40
VALUES = np.random.default_rng(8).normal(5, 2, size=N).round(2)


def read(cells, name="a", decimal=".", **options):
    rows = [f"{c};{f'{np.sin(i):.4f}'.replace('.', decimal)};{i % 5}" for i, c in enumerate(cells)]
    text = "\n".join([f"{name};b;c", *rows]).encode()
    return read_table(text, name="t.csv", options=ReadOptions(**options))


def usual(table):
    profile = profile_table(table)
    plan = settle_plan(table, propose_plan(profile), profile)
    return prepare(table, plan, profile=profile)


@pytest.mark.parametrize("shape", ["{}%", "{} %", "${}", "€ {}", "{} kg", "{} mg/dL", "{}°C"])
def test_a_column_with_one_sign_is_read(shape):
    table = read([shape.format(value) for value in VALUES])
    assert np.array_equal(table.numbers[:, 0], VALUES)
    (said,) = [f for f in table.findings if f.code == "dressed-numbers"]
    assert "the numbers were read: '" in said.message
    back = ReadOptions().changed(said.mends[0].change)
    cells = [shape.format(value) for value in VALUES]
    assert read(cells, dressed=back.dressed).texts[0].count == N


def test_decimal_commas_and_words_for_missing_values_and_limits_beside_them():
    cells = [f"{value} €".replace(".", ",") for value in VALUES[2:]]
    table = read(["n.d.", "<LOD", *cells], decimal=",")
    assert table.texts[0].values == ("<LOD",)
    assert table.words[0].values == ("n.d.",)
    assert np.array_equal(table.numbers[2:, 0], VALUES[2:])


def test_words_that_interrupt_more_numbers_than_there_could_be_categories():
    cells = [f"{value}%" for value in VALUES[1:]]
    table = read(["lost it", *cells])
    assert np.array_equal(table.numbers[1:, 0], VALUES[1:])
    assert usual(table).require().n_rows == N - 1
    few = [f"{i % 3} mM" for i in range(N - 1)]
    assert read(["control", *few]).texts[0].values == ("control", "0 mM", "1 mM", "2 mM")
    assert read(["not tested", *few]).texts == {}


@pytest.mark.parametrize("cells", [["40%", "0.4"], ["5 mg", "5 g"], ["$3", "€3"]])
def test_two_signs_or_none_are_not_mixed(cells):
    table = read(cells * (N // 2))
    assert 0 in table.texts
    assert "dressed-numbers" not in {f.code for f in table.findings}


def test_identifiers_stay():
    assert 0 in read([f"{i}A" for i in range(N)], name="sample_id").texts


@pytest.mark.parametrize("shape", ["({})", "{}-", "{}*", "{} ± 0.1", "'{}'"])
def test_the_usual_mends_neither_drop_nor_ignore_numbers_written_otherwise(shape):
    whole = usual(read([shape.format(value) for value in VALUES]))
    some = usual(read([shape.format(v) if i % 3 == 0 else v for i, v in enumerate(VALUES)]))
    one = usual(read([shape.format(VALUES[0]), *VALUES[1:]]))
    for prepared in (whole, some, one):
        (error,) = prepared.errors
        assert error.code == "number-like"
        assert error.lines[0] == 2
        assert "looks like a number written in another way" in error.message
        assert "dropped" not in prepared.sentence


def test_one_point_among_decimal_commas_is_no_missing_value():
    cells = [str(value).replace(".", ",") for value in VALUES]
    prepared = usual(read(["1.5", *cells[1:]], decimal=","))
    assert [e.code for e in prepared.errors] == ["other-decimal"]


@pytest.mark.parametrize("minus", ["\u2212", "\u2013"])
def test_a_printed_minus_is_one(minus):
    assert parse_number(f"{minus}1.5", ".") == -1.5
    table = read([f"{minus}{abs(value)}" for value in VALUES])
    assert np.array_equal(table.numbers[:, 0], -np.abs(VALUES))


@pytest.mark.parametrize("text", ["x", "2-3", "1/8", "12:30", "1_000", "", "%", "kg 3", "-"])
def test_other_texts_are_no_numbers(text):
    assert undress(text, ".") is None
    assert not may_be_number(text)


def test_texts_that_recur_without_a_number_stay_categories():
    table = read([["1,2", "1,3", "2,3"][i % 3] for i in range(N)])
    assert prepare(table, Plan.strict(table.names)).errors[0].code == "not-a-number"
    assert usual(table).dataset is not None


def test_a_column_of_numbers_with_odd_cells_is_neither_ignored_nor_called_names():
    cells = [["1,25", "2,5", *[f"{i},75" for i in range(40)]][i % 42] for i in range(84)]
    # Too many cells are odd to ask whether commas are decimal marks.
    table = read(["n.a.", *["low"] * 12, *cells[13:]])
    assert not [f for f in table.findings if f.code == "other-decimal"]
    (error,) = prepare(table, Plan.strict(table.names)).errors
    assert (error.code, error.cause) == ("number-like", "numbers and text")
    assert propose_plan(profile_table(table)).used == table.names


def test_wells_of_a_plate_stay_names():
    cells = [f"{row}{column}" for row in range(1, 13) for column in "ABCDEFGH"] * 2
    table = read(cells)
    assert profile_table(table).column("a").kind.value == "text categories"
