import numpy as np
import pytest

from gesncd.data import Plan, TableError, prepare, read_tables


def joined(*texts):
    return read_tables([(text.encode(), f"{i}.csv") for i, text in enumerate(texts, 1)])


def test_columns_are_matched_by_name():
    table = joined("a,b,s\n1,2,x\n3,NA,y\n", "s;b;a\ny;6;5,5\nz;;7\n")
    assert table.names == ("a", "b", "s")
    assert table.numbers[:, 0].tolist() == [1, 3, 5.5, 7]
    assert np.isnan(table.numbers[[1, 3], 1]).all()
    texts = table.texts[2]
    assert [texts.values[code] for code in texts.codes] == ["x", "y", "y", "z"]
    assert texts.rows.tolist() == [0, 1, 2, 3]
    assert table.marks == {1: ("", "NA")}
    assert table.parts == (("1.csv", 2), ("2.csv", 2))
    assert table.places([0, 2]) == "lines 2 of 1.csv and 2 of 2.csv"
    (finding,) = table.findings
    assert "2 rows of 1.csv and 2 rows of 2.csv" in finding.message


def test_one_file_is_itself():
    table = joined("a,b\n1,2\n")
    assert (table.name, table.parts) == ("1.csv", ())


def test_which_file_lacks_what_is_said():
    with pytest.raises(TableError) as caught:
        joined("a,b,c\n1,2,3\n", "a,b,c\n1,2,3\n4,5,6\n", "a,d\n1,2\n")
    (finding,) = caught.value.findings
    assert finding.message.startswith("3.csv lacks 'b' and 'c' and has 'd', which 1.csv lacks.")
    assert finding.columns == ("b", "c", "d")


def test_findings_name_their_file():
    table = joined("a,b\n1,2\n", "a,b\n1,2\n1,2,3\n4,4\n")
    ragged = [f for f in table.findings if f.code == "ragged-rows"]
    assert ragged[0].message.startswith("2.csv: Line 3 has 3 cells")


def test_the_same_file_twice_stops_an_analysis():
    table = joined("a,b\n1,2\n", "a,b\n1,2\n")
    prepared = prepare(table, Plan.strict(table.names))
    assert "same-file" in {f.code for f in prepared.errors}


def test_no_files():
    with pytest.raises(TableError, match="at least one file"):
        joined()
