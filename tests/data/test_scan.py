import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gesncd.data import TableError
from gesncd.data.dialect import parse_number
from gesncd.data.text_file import open_text

HEADER = "a,b,c\n"


def scan(text):
    return open_text(text.encode(), "t.csv").scan()[0]


def test_plain_rows():
    result = scan(HEADER + "1,2,3\n4,5,6\n")
    assert result.table.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert list(result.lines) == [2, 3]


def test_troubles_are_counted_with_their_lines():
    rows = ["1,2,3"] * 3 + ["x,NA,3", "inf,,-inf", "y,2,1e999", "1,2", "1,2,3,4", ",,", "1,2,3,"]
    result = scan(HEADER + "\n".join(rows) + "\n")
    assert result.text[0].first == [(5, "x"), (7, "y")]
    assert result.missing[1].first == [(5, "NA"), (6, "")]
    assert result.infinite[0].first == [(6, "inf")]
    assert result.infinite[2].first == [(6, "-inf"), (7, "1e999")]
    assert result.ragged == [(8, 2), (9, 4)]
    assert result.n_ragged == 2
    assert result.empty == [10]
    assert result.longer == 1
    assert result.unreadable == (2, 2)
    assert list(result.lines) == [2, 3, 4, 5, 6, 7, 11]
    assert np.isnan(result.table[3, 0])
    assert result.table[3, 2] == 3


def test_only_the_first_cells_are_kept():
    result = scan(HEADER + "1,2,3\n" * 5 + "x,2,3\n" * 100)
    assert result.text[0].count == 100
    assert result.text[0].lines == [7, 8, 9, 10, 11]


def test_row_names_are_kept_apart():
    result = scan(",a,b\nr1,1,2\nr2,3,x\n")
    assert result.labels == ["r1", "r2"]
    assert result.table[0].tolist() == [1, 2]


def test_lines_count_comments_blank_lines_and_line_breaks_in_cells():
    result = scan('"a\nb",c\n\n# comment\n1,2\n\n3,x\n')
    assert list(result.lines) == [5, 7]
    assert result.text[1].lines == [7]


def test_open_quotation_mark():
    with pytest.raises(TableError, match="quotation mark") as caught:
        scan(HEADER + '1,2,3\n1,"2,3\n')
    assert caught.value.findings[0].code == "unreadable-line"
    with pytest.raises(TableError, match="Line 3 cannot be split"):
        scan(HEADER + '1,2,3\n1,"' + "x" * 200_000 + '",3\n')


cells = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-1000, 1000).map(str),
    st.text("0123456789+-.eE_ infaN", min_size=1, max_size=6),
    st.sampled_from(["1_0", "１", "\xa01", "infinity", "+nan", "1e400", "1.", ".5", "0x1"]),
)


@settings(max_examples=300)
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=5))
def test_the_fast_path_reads_as_the_careful_one(rows):
    result = scan("a,b\nx,y\n" + "".join(f"{a},{b}\n" for a, b in rows))
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    assert result.n_rows == 1 + len(kept)
    for row, values in zip(kept, result.table[1:], strict=True):
        for cell, value in zip(row, values, strict=True):
            expected = parse_number(cell, ".")
            assert value == expected if expected is not None else np.isnan(value)
