import hashlib

import pytest

from gesncd.data import TableError
from gesncd.data.dialect import Dialect
from gesncd.data.text_file import open_text

CONTENT = b"a;b\n1,5;x\n2,5;y\n"


def test_preview_and_hash():
    table = open_text(CONTENT, "t.csv")
    assert table.dialect == Dialect(";", ",")
    assert table.preview(1) == [["a", "b"], ["1,5", "x"]]
    assert table.layout.names == ("a", "b")
    assert table.sha256 == hashlib.sha256(CONTENT).hexdigest()


def test_another_dialect_is_another_table():
    table = open_text(CONTENT, "t.csv")
    other = table.understood_as(Dialect(",", "."))
    assert other.preview(1) == [["a;b"], ["1", "5;x"]]
    assert table.dialect == Dialect(";", ",")


def test_a_table_without_a_good_header_can_still_be_shown():
    table = open_text(b"1,2\n3,4\n", "t.csv")
    assert table.preview(5) == [["1", "2"], ["3", "4"]]
    with pytest.raises(TableError, match="no header"):
        _ = table.layout
