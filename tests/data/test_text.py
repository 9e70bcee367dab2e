import pytest

from gesncd.data import text
from gesncd.data.dataset import DataError

TABLE = "größe,b\n1,2\n3,4\n"


@pytest.mark.parametrize(
    ("codec", "title"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("cp1252", "Windows-1252"),
    ],
)
def test_encodings(codec, title):
    content = TABLE.encode(codec)
    encoding = text.detect_encoding(content, "t.csv")
    assert encoding.title == title
    assert "".join(text.iterate_lines(content, encoding)) == TABLE


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark(codec):
    content = "size,b\n1,2\n".encode(codec)
    encoding = text.detect_encoding(content, "t.csv")
    assert encoding.codec == codec
    assert "".join(text.iterate_lines(content, encoding)) == "size,b\n1,2\n"


def test_bytes_that_windows_does_not_know_are_latin_1():
    assert text.detect_encoding(b"a\x81,b\n1,2\n", "t.csv").title == "Latin-1"


def test_characters_across_blocks(monkeypatch):
    monkeypatch.setattr(text, "_BLOCK", 3)
    assert text.detect_encoding(TABLE.encode(), "t.csv").title == "UTF-8"
    assert text.detect_encoding(TABLE.encode("utf-16"), "t.csv").title == "UTF-16"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04rest", "Excel workbook"),
        (b"\x1f\x8brest", "gzip"),
        (b"PAR1\x15\x04", "Parquet"),
        (b"a,b\n1,\x002\n", "line 2 holds the control character 0x00"),
        (b"a,b\r\n1,2\r\n3,\x07\r\n", "line 3 holds the control character 0x07"),
        (bytes(range(256)), "control character"),
        (b"\xff\xfea,\x00\xd8\x00", "begins like UTF-16"),
    ],
)
def test_not_text(content, message):
    with pytest.raises(DataError, match=message):
        text.detect_encoding(content, "t.csv")


def test_a_column_named_like_a_file_type_is_text():
    assert text.detect_encoding(b"PAR1,PAR2\n1,2\n", "t.csv").title == "UTF-8"


def test_endless_line(monkeypatch):
    monkeypatch.setattr(text, "_BLOCK", 100)
    monkeypatch.setattr(text, "MAX_LINE", 1000)
    assert text.detect_encoding(b"a,b\n" + b"1" * 900 + b"\n", "t.csv").title == "UTF-8"
    with pytest.raises(DataError, match=r"Line 2 of t\.csv is longer"):
        text.detect_encoding(b"a,b\n" + b"1" * 1200, "t.csv")


def test_endless_lines(monkeypatch):
    monkeypatch.setattr(text, "MAX_LINES", 1000)
    assert text.detect_encoding(b"a,b\n" + b"\n" * 900, "t.csv").title == "UTF-8"
    with pytest.raises(DataError, match="more than 1,000 lines"):
        text.detect_encoding(b"a,b\n" + b"\n" * 1100, "t.csv")


@pytest.mark.parametrize("content", [b"", b" \r\n\t\n", b"\n" * 10_000])
def test_empty(content):
    with pytest.raises(DataError, match=r"t\.csv is empty"):
        text.read_bytes(content, "t.csv")


def test_paths(tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    path.write_bytes(b"abc")
    assert text.read_bytes(path, "t.csv") == b"abc"
    with pytest.raises(DataError, match="cannot be read: No such file"):
        text.read_bytes(tmp_path / "none.csv", "none.csv")
    with pytest.raises(DataError, match="cannot be read"):
        text.read_bytes(tmp_path, "folder")
    monkeypatch.setattr(text, "MAX_BYTES", 2)
    for source in (path, b"abc"):
        with pytest.raises(DataError, match="larger than"):
            text.read_bytes(source, "t.csv")


@pytest.mark.parametrize(
    "content",
    [b"<!DOCTYPE html><p>a,b", b"\xef\xbb\xbf <HTML>\na,b", b'[{"a": 1,\n"b": 2}]', b"<?xml v?>\n"],
)
def test_web_pages_and_json_are_told_from_tables(content):
    with pytest.raises(DataError, match=r"t\.csv is a web page or JSON, not a text table"):
        text.detect_encoding(content, "t.csv")
