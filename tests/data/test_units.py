import math

import pytest

from gesncd.data import Plan, ReadOptions, prepare, read_table, read_tables
from gesncd.data.units import says_missing

N = 40


def rows(*, sex=None):
    """Lines of three columns of numbers, and one of texts where asked for."""
    lines = []
    for i in range(N):
        cells = [f"{0.37 * i % 5:.3f}", f"{0.71 * i % 3:.3f}", str(i * i % 13)]
        lines.append(",".join(cells if sex is None else [*cells, sex[i % len(sex)]]))
    return lines


def read(*lines, **options):
    return read_table("\n".join(lines).encode(), name="t.csv", options=ReadOptions(**options))


def units(table):
    return [f for f in table.findings if f.code == "units-row"]


@pytest.mark.parametrize(
    "row", ["cm,kg,1/min", "cm,kg,", "[cm],[kg],[-]", "10^9/L,°C,%", "cm,kg,log2(x+1)"]
)
def test_a_row_of_units_is_set_aside_and_named(row):
    table = read("a,b,c", row, *rows())
    (finding,) = units(table)
    assert finding.lines == (2,)
    assert finding.message.startswith("Line 2 looks like units (")
    assert (table.n_rows, table.lines[0], table.texts) == (N, 3, {})
    assert prepare(table, Plan.strict(table.names)).dataset is None
    chosen = ReadOptions().changed(finding.mends[0].change)
    again = read_table("\n".join(["a,b,c", row, *rows()]).encode(), name="t.csv", options=chosen)
    assert prepare(again, Plan.strict(again.names)).require().n_rows == N


@pytest.mark.parametrize(
    "row",
    [
        # Values, words for missing ones, a text that recurs, a number written otherwise.
        "1.5,kg,2",
        "n.d.,n.d.,n.d.",
        "NA,NA,NA",
        "cm,,",
        '"1,5","2,5","3,5"',
    ],
)
def test_other_first_rows_stay(row):
    table = read("a,b,c", row, *rows())
    assert units(table) == []
    assert table.n_rows == N + 1


def test_a_text_that_recurs_is_a_value():
    body = rows()
    body[7] = "low,low,3"
    assert units(read("a,b,c", "low,low,low", *body)) == []


def test_columns_of_text_say_nothing():
    assert units(read("a,b,c,s", "1,2,3,m", *rows(sex="mf"))) == []
    only_texts = [f"{'xyz'[i % 3]},{'uv'[i % 2]}" for i in range(N)]
    assert units(read("s,t", "cm,kg", *only_texts)) == []


def test_categories_forget_the_unit():
    table = read("a,b,c,s", "cm,kg,%,code", *rows(sex="mf"))
    assert len(units(table)) == 1
    texts = table.texts[3]
    assert texts.values == ("m", "f")
    assert texts.rows.tolist() == list(range(N))
    assert [texts.text(i) for i in range(4)] == ["m", "f", "m", "f"]


def test_two_rows_below_the_header():
    table = read("a,b,c", "cm,kg,%", "float,double,int", *rows())
    (finding,) = units(table)
    assert finding.lines == (2, 3)
    assert finding.message.startswith("Lines 2 and 3 look like units")
    assert finding.mends[0].label == "Skip lines 2 and 3"
    assert read("a,b,c", "cm,kg,%", "f,d,i", *rows(), skip_lines=(2, 3)).n_rows == N


def test_rows_without_a_header_and_rows_called_values_are_left_alone():
    assert read("a,b,c", "cm,kg,%", *rows(), skip_lines=()).n_rows == N + 1
    assert units(read("cm,kg,%", *rows(), header=False)) == []


def test_files_of_which_one_has_units_are_not_cut_alike():
    plain = "\n".join(["a,b,c", *rows()]).encode()
    with_units = "\n".join(["a,b,c", "cm,kg,%", *reversed(rows())]).encode()
    table = read_tables([(plain, "plain.csv"), (with_units, "units.csv")])
    (finding,) = units(table)
    assert finding.mends == ()
    assert finding.message.startswith("units.csv: Line 2 looks like units")
    assert finding.message.endswith("Delete it in this file: other files have values on that line.")
    both = read_tables([(with_units, "units.csv"), (with_units + b"\n1,2,3", "more.csv")])
    assert [f.mends[0].label for f in units(both)] == ["Skip line 2"] * 2


@pytest.mark.parametrize("text", ["n.d.", "N.D.", "ND", "n/d", "n. d.", "n.b.", "k.A.", "k. A."])
def test_words_that_say_missing(text):
    assert says_missing(text)
    body = rows()
    body[5] = f"{text},1,2"
    body[9] = f"NA,{text},2"
    table = read("a,b,c", *body)
    assert table.texts == {}
    assert math.isnan(table.numbers[5, 0])
    assert table.missing(0).nonzero()[0].tolist() == [5, 9]
    assert table.marks[0] == tuple(sorted(["NA", text]))
    (said,) = [f for f in table.findings if f.code == "missing-words"]
    assert (said.columns, said.count) == (("a", "b"), 2)
    assert f"'{text}' in 'a' and 'b' (2 cells)" in said.message
    # The way back, and a choice of one's own, leave it as it is.
    (mend,) = said.mends
    back = ReadOptions().changed(mend.change)
    again = read_table("\n".join(["a,b,c", *body]).encode(), name="t.csv", options=back)
    assert again.texts[0].values == (text,)
    assert again.missing(0).nonzero()[0].tolist() == [9]


@pytest.mark.parametrize("text", ["<5", "low", "x", "n", "d.", "1 a"])
def test_other_words_are_text(text):
    assert not says_missing(text)
    body = rows()
    body[5] = f"{text},1,2"
    assert read("a,b,c", *body).texts[0].values == (text,)


def test_beside_another_text_and_among_categories_they_stay():
    body = rows()
    body[5], body[6] = "n.d.,1,2", "low,1,2"
    assert read("a,b,c", *body).texts[0].values == ("n.d.", "low")
    table = read("a,b,c,s", *rows(sex=["m", "f", "nd"]))
    assert table.texts[3].values == ("m", "f", "nd")
