"""Columns like "1,288": three decimals, or a mark between thousands."""

import numpy as np
import pytest

from gesncd.data import Plan, ReadOptions, prepare, read_table, settle_reading

N = 30
VALUES = np.random.default_rng(5).integers(400, 4000, size=N)
DECIMALS = np.random.default_rng(6).normal(size=N)


def read(cells, others, delimiter=";", **options):
    pairs = enumerate(zip(cells, others, strict=True))
    rows = [f"{a}{delimiter}{b}{delimiter}{i % 7}" for i, (a, b) in pairs]
    text = "\n".join([delimiter.join("abc"), *rows])
    return read_table(text.encode(), name="t.csv", options=ReadOptions(**options))


def commas():
    return [f"{value:.2f}".replace(".", ",") for value in DECIMALS]


def the(table, code):
    (finding,) = [f for f in table.findings if f.code == code]
    return finding


def codes(table):
    return {f.code for f in table.findings}


def grouped(mend):
    return ReadOptions().changed(mend.change).grouped


def test_where_all_cells_have_three_digits_the_other_reading_is_offered():
    cells = [f"{value + 1000:,}" for value in VALUES]
    table = read(cells, commas())
    assert table.numbers[0, 0] == pytest.approx((VALUES[0] + 1000) / 1000)
    said = the(table, "thousands-possible")
    assert said.severity.value == "information"
    assert "which changes no result" in said.message
    again = read(cells, commas(), grouped=grouped(said.mends[0]))
    assert np.array_equal(again.numbers[:, 0], VALUES + 1000)
    back = the(again, "thousands-chosen").mends[0]
    assert grouped(back) == ()
    assert "thousands-possible" not in codes(again)


def test_beside_smaller_whole_numbers_their_owner_must_say():
    cells = [f"{value:,}" for value in VALUES]
    table = read(cells, commas())
    error = the(table, "thousands-mixed")
    first = next(value for value in VALUES if value >= 1000)
    line = 2 + VALUES.tolist().index(first)
    small = next(value for value in VALUES if value < 1000)
    assert error.message.startswith(
        f"Column 'a' holds '{small}' and '{first:,}' (line {line}): {first} with commas between "
        f"thousands, or {first / 1000:g} with a decimal comma?"
    )
    assert prepare(table, Plan.strict(table.names)).dataset is None
    assert settle_reading(ReadOptions(), [error]) == ReadOptions()
    whole, decimal = error.mends
    again = read(cells, commas(), grouped=grouped(whole))
    assert np.array_equal(again.numbers[:, 0], VALUES)
    chosen = ReadOptions().changed(decimal.change).decimal
    assert "thousands-mixed" not in codes(read(cells, commas(), decimal=chosen))


def test_whole_thousands_are_seen_too():
    cells = [["500", "1,000", "2,000", "n.d."][i % 4] for i in range(N)]
    error = the(read(cells, commas()), "thousands-mixed")
    again = read(cells, commas(), grouped=grouped(error.mends[0]))
    assert again.numbers[:3, 0].tolist() == [500, 1000, 2000]
    assert np.isnan(again.numbers[3, 0])


def test_two_marks_in_a_cell_tell_so_the_usual_mend_reads_them():
    cells = [f"{value * 900:,}" for value in VALUES]
    table = read(cells, commas())
    error = the(table, "thousands-likely")
    assert [e.code for e in prepare(table, Plan.strict(table.names)).errors] == ["thousands-likely"]
    usual = settle_reading(ReadOptions(), [error])
    assert np.array_equal(read(cells, commas(), grouped=usual.grouped).numbers[:, 0], VALUES * 900)


def test_quoted_cells_among_commas():
    cells = [f'"{value:,}"' for value in VALUES]
    error = the(read(cells, VALUES, ","), "thousands-mixed")
    again = read(cells, VALUES, ",", grouped=grouped(error.mends[0]))
    assert np.array_equal(again.numbers[:, 0], VALUES)


@pytest.mark.parametrize("odd", ["12,5", "0,288", "12345", "1,2885"])
def test_one_cell_with_a_decimal_mark_ends_the_question(odd):
    cells = [odd, *(f"{value:,}" for value in VALUES[1:])]
    assert not {"thousands-mixed", "thousands-possible"} & codes(read(cells, commas()))


def test_decimal_points_that_another_column_shows_are_not_doubted():
    cells = [f"{value / 100:.3f}" for value in VALUES]
    proven = [f"{value:.2f}" for value in DECIMALS]
    assert "thousands-possible" not in codes(read(cells, proven))
    assert "thousands-possible" in codes(read(cells, range(N)))


def test_the_choice_is_kept_as_plain_values():
    options = ReadOptions(grouped=("a",), dressed=False)
    assert ReadOptions.from_dict(options.to_dict()) == options
    assert ReadOptions().to_dict() == {}
