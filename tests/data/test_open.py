import numpy as np
import pytest

from gesncd.data import DataError, ReadOptions, TableError, preview_file, read_table, read_tables
from gesncd.data import open as opening

ROWS = "\n".join(f"{i};{i * i % 7},5;x" for i in range(30))
TEXT = f"#made by a program\na;b;c\n{ROWS}\n".encode()


def read(content, **options):
    return read_table(content, name="t.csv", options=ReadOptions(**options))


def test_detected():
    table = read(TEXT)
    assert table.names == ("a", "b", "c")
    assert table.numbers[:3, 1].tolist() == [0.5, 1.5, 4.5]
    assert table.texts[2].values == ("x",)
    source = table.source
    assert (source.format, source.delimiter, source.decimal) == ("text", ";", ",")
    assert (source.encoding, source.comments) == ("UTF-8", 1)
    assert table.lines[0] == 3
    assert table.preview(2) == [["0", "0.5", "x"], ["1", "1.5", "x"]]


def test_the_preview_shows_what_is_detected():
    preview = preview_file(TEXT, name="t.csv", n_rows=2)
    assert preview.rows == (("a", "b", "c"), ("0", "0,5", "x"), ("1", "1,5", "x"))
    assert preview.comments == ("#made by a program",)
    assert (preview.delimiter, preview.decimal, preview.encoding) == (";", ",", "UTF-8")
    other = preview_file(TEXT, name="t.csv", options=ReadOptions(delimiter=",", comment=""))
    assert other.rows[:3] == (("#made by a program",), ("a;b;c",), ("0;0", "5;x"))


def test_delimiter_and_decimal_can_be_chosen():
    content = b"a;b\n" + b"1,234;2\n" * 10 + b"1,5;3\n" * 20
    assert read(content).numbers[0, 0] == 1.234
    points = read(content, decimal=".")
    assert points.texts[0].values == ("1,234", "1,5")


def test_encoding_can_be_chosen():
    content = "größe;Łódź\n1;2\n2;3\n".encode("cp1250")
    assert read(content).names == ("größe", "£ódŸ")
    assert read(content, encoding="cp1250").names == ("größe", "Łódź")
    with pytest.raises(DataError, match="not valid UTF-8"):
        read(content, encoding="utf-8")
    with_mark = "a,b\n1,2\n".encode("utf-8-sig")
    assert read(with_mark, encoding="utf-8").names == ("a", "b")


def test_without_header():
    content = b"1,2\n3,4\n5,7\n"
    with pytest.raises(TableError, match="no header") as caught:
        read(content)
    mend = caught.value.findings[0].mends[0]
    table = read_table(content, name="t.csv", options=ReadOptions().changed(mend.change))
    assert table.names == ("X1", "X2")
    assert table.numbers.tolist() == [[1, 2], [3, 4], [5, 7]]


def test_duplicate_headers_can_be_numbered():
    content = b"a,b,a,a (2)\n1,2,3,4\n"
    with pytest.raises(TableError, match="names 2 columns 'a'") as caught:
        read(content)
    mend = caught.value.findings[0].mends[0]
    table = read_table(content, name="t.csv", options=ReadOptions().changed(mend.change))
    assert table.names == ("a", "b", "a (3)", "a (2)")
    assert [f.code for f in table.findings] == ["names-numbered"]


def test_spaces_as_delimiter():
    content = b'  a   b c\n  1  2.5 x\n 3   4   "y z"\n'
    with pytest.raises(TableError, match="separated by spaces") as caught:
        read(content)
    mend = caught.value.findings[0].mends[0]
    table = read_table(content, name="t.csv", options=ReadOptions().changed(mend.change))
    assert table.names == ("a", "b", "c")
    assert table.numbers[:, :2].tolist() == [[1, 2.5], [3, 4]]
    assert table.texts[2].values == ("x", "y z")
    mixed = read(content.replace(b"3   4", b"3 \t4"), delimiter=" ")
    assert mixed.numbers[1, :2].tolist() == [3, 4]


def test_lines_above_the_table_can_be_skipped():
    content = b"My study\n" + b"a,b\n" + b"1,2\n" * 5
    options = ReadOptions(skip=0)
    (finding,) = [
        f
        for f in read_table(content, name="t.csv", options=options).findings
        if f.code == "ragged-rows"
    ]
    assert finding.message.endswith("If what stands above is a title, skip it.")
    again = read_table(content, name="t.csv", options=options.changed(finding.mends[0].change))
    assert again.names == ("a", "b")
    assert [f.message for f in again.findings] == ["Line 1 was skipped, as chosen: 'My study'."]
    assert again.n_rows == 5
    assert options.changed(again.findings[0].mends[0].change) == options


def test_missing_markers_and_comments_can_be_chosen():
    content = b"a,b\n-999,none\n1,x\n%2,y\n3,NA\n"
    table = read(content, missing=("-999",), comment="%")
    assert np.isnan(table.numbers[0, 0])
    assert table.numbers[1:, 0].tolist() == [1, 3]
    assert table.texts[1].values == ("none", "x", "NA")
    assert table.marks == {0: ("-999",)}
    chosen = table.findings[-1]
    assert chosen.message == "Cells that mean missing, as chosen, besides empty ones: '-999'."
    usual = ReadOptions(missing=("-999",)).changed(chosen.mends[0].change)
    assert usual == ReadOptions()
    assert read(content, missing=()).findings[-1].message == (
        "Only empty cells mean missing, as chosen."
    )
    assert "missing-cells" not in {finding.code for finding in read(content).findings}


def test_too_large(monkeypatch):
    monkeypatch.setattr(opening, "MAX_BYTES", 30)
    with pytest.raises(DataError, match="larger than"):
        read_tables([(b"a,b\n1,2\n3,4\n5,6\n", "1"), (b"a,b\n1,2\n3,4\n5,6\n", "2")])
    monkeypatch.setattr("gesncd.data.scan.MAX_CELLS", 10)
    with pytest.raises(TableError, match="more than 10 cells"):
        read(b"a,b\n" + b"1,2\n" * 20)


def test_a_wide_table_is_refused_at_once():
    wide = ",".join(f"c{i}" for i in range(10_000))
    rows = "\n".join([",".join("1" * 10_000)] * 50)
    with pytest.raises(TableError, match="10,000 columns"):
        read(f"{wide}\n{rows}\n".encode())
    with pytest.raises(TableError, match="5,000,001 columns"):
        read(b"a" + b",b" * 5_000_000 + b"\n1,2\n")


def test_an_endless_line_and_binaries_are_refused():
    with pytest.raises(DataError, match="longer than"):
        read(b"a,b\n" + b"1" * 20_000_000)
    rng = np.random.default_rng(0)
    with pytest.raises(DataError, match="control character"):
        read(rng.bytes(100_000))
    with pytest.raises(DataError, match="zip archive"):
        read(b"PK\x03\x04" + rng.bytes(1000))
    with pytest.raises(DataError, match="damaged"):
        read(b"PAR1\x15" + rng.bytes(1000))
