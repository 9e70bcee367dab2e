import numpy as np
import pytest

from gesncd.data import DataError, align_adjacency, read_adjacency, write_adjacency

CPDAG = np.array([[0, 1, 1], [1, 0, 0], [0, 0, 0]])


@pytest.mark.parametrize(
    "names", [("a", "b", "c"), ('x,"1"', "#y", " z\nz"), ("1", "2", "3"), ("ä", "😀", "=1+1")]
)
def test_round_trip(names, tmp_path):
    write_adjacency(tmp_path / "dag.csv", names, CPDAG)
    read_names, matrix = read_adjacency(tmp_path / "dag.csv")
    assert read_names == tuple(name.strip() for name in names)
    assert np.array_equal(matrix, CPDAG)
    assert matrix.dtype == np.int8


def test_row_causes_column_and_names_decide():
    names, matrix = read_adjacency(b";b;a\r\na;1;0\r\nb;0;0\r\n")
    assert names == ("b", "a")
    # a -> b, although the row of a comes first.
    assert matrix.tolist() == [[0, 0], [1, 0]]


def test_rows_without_names_are_in_the_order_of_the_header():
    for text in ("b,a\n0,0\n1,0\n", "b;a\n0;0.0\n1;0\n"):
        names, matrix = read_adjacency(text.encode())
        assert names == ("b", "a")
        assert matrix.tolist() == [[0, 0], [1, 0]]
    # As many rows as names, and yet with names of their own.
    names, matrix = read_adjacency(b",0,1\n1,0,0\n0,0,1\n")
    assert names == ("0", "1")
    assert matrix.tolist() == [[0, 1], [0, 0]]


def test_other_encodings_and_comments():
    names, _ = read_adjacency("# truth\nx\tä\tb\nä\t0\t1.0\nb\t0.0\t0\n".encode("utf-16"))
    assert names == ("ä", "b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("a\nb\n", "no adjacency matrix"),
        ("#\n#\n", "no adjacency matrix"),
        (",a,b\na,0,2\nb,0,0\n", "line 2, column 'b': '2' is neither 0 nor 1"),
        (",a,b\na,0,\nb,0,0\n", "line 2, column 'b': '' is neither"),
        (",a,b\na,0,1\n", "no row for 'b'"),
        (",a,b\na,0,1\nc,0,0\n", "no row for 'b'; no column for 'c'"),
        (",a,b\na,0,1\nb,0\n", "line 3: 2 cells, but the header has 3"),
        (",a,b\na,0,1\na,0,0\n", "line 3: a second row for 'a'"),
        (",a,a\na,0,1\nb,0,0\n", "header names 'a' twice"),
        (",a,\na,0,1\nb,0,0\n", "column 3 of the header has no name"),
        (",a,b\na,1,1\nb,0,0\n", "'a' is given as a cause of itself"),
        ("0,1\n0,0\n", "first line has 0 and 1 where the names belong"),
        ("a,b,c\n0,1,0\n0,0,1\n", "first column has none of the names in the first line"),
        ("a,b\n0,0.3\n0,0\n", "line 2, column 'b': '0.3' is neither 0 nor 1"),
        (",a,b\nc,0,1\nd,0,0\n", "first column has none of the names in the first line"),
        (',a,b\na,0,"1\nb,0,0\n', "quotation mark"),
        (",a,b\na,0,\x001\nb,0,0\n", "control character"),
    ],
)
def test_refusals(text, message):
    with pytest.raises(DataError, match=message):
        read_adjacency(text.encode(), name="truth.csv")


def test_alignment_by_name():
    order = align_adjacency(("a", "b", "c"), CPDAG, ("c", "a", "b"))
    assert order.tolist() == [[0, 0, 0], [1, 0, 1], [0, 1, 0]]
    with pytest.raises(DataError, match=r"those of the data: it lacks 'd'; the data lack 'c'\."):
        align_adjacency(("a", "b", "c"), CPDAG, ("a", "b", "d"))


def test_writing_refuses_a_wrong_shape(tmp_path):
    with pytest.raises(ValueError, match="2 names for a matrix of shape"):
        write_adjacency(tmp_path / "dag.csv", ("a", "b"), CPDAG)
