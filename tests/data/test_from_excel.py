import datetime
import io
import zipfile

import numpy as np
import openpyxl
import pytest

from gesncd.data import (
    DataError,
    ReadOptions,
    TableError,
    from_excel,
    preview_file,
    read_table,
)
from gesncd.data import workbook as limits


def workbook(**sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


ROWS = [
    ["id", "x", "when", "ok", "text"],
    [1, 0.1, datetime.datetime(2020, 1, 31), True, "a"],
    [None, None, None, None, None],
    [2, None, datetime.datetime(2020, 1, 31, 12, 30), False, " 3.5 "],
    [3, "#N/A", datetime.date(2021, 2, 1), True, "?"],
]


def test_cells_of_every_type():
    table = read_table(workbook(S=ROWS, T=[["a", "b"]]), name="t.csv")
    assert table.names == ("id", "x", "when", "ok", "text")
    assert table.source.sheets == ("S", "T")
    assert (table.source.format, table.source.sheet) == ("excel", "S")
    assert table.lines.tolist() == [2, 4, 5]
    assert table.numbers[:, 0].tolist() == [1, 2, 3]
    assert table.numbers[0, 1] == 0.1
    assert np.isnan(table.numbers[1:, 1]).all()
    assert table.missing(1).tolist() == [False, True, True]
    assert table.texts[2].values == ("2020-01-31", "2020-01-31 12:30:00", "2021-02-01")
    assert table.texts[3].values == ("true", "false")
    assert table.texts[4].values == ("a",)
    assert table.numbers[1, 4] == 3.5
    assert table.missing(4).tolist() == [False, False, True]


MEASURED = [["name", "x", "y"], *[[f"s{i}", i / 7, i * i] for i in range(5)]]
NOTES = [["read me"], ["Measured in 2024"], ["Units: g, kg", "see the handbook", 3]]


def test_a_sheet_of_notes_before_the_table_is_passed_over():
    content = workbook(Notes=NOTES, Data=MEASURED, More=MEASURED)
    table = read_table(content, name="t.xlsx")
    assert (table.source.sheet, table.names) == ("Data", ("name", "x", "y"))
    (said,) = [f for f in table.findings if f.code == "sheet"]
    assert said.message == (
        "Sheet 'Data' was read, number 2 of 3 in the workbook. Not read: 'Notes' and 'More'."
    )
    assert preview_file(content, name="t.xlsx").sheet == "Data"
    other = ReadOptions().changed(said.mends[0].change)
    assert read_table(content, name="t.xlsx", options=other).source.sheet == "Notes"


def test_the_first_sheet_is_read_if_it_is_a_table_or_none_is():
    for sheets in ({"A": MEASURED, "B": MEASURED}, {"A": NOTES, "B": NOTES[:2]}):
        assert read_table(workbook(**sheets), name="t.xlsx").source.sheet == "A"
    alone = read_table(workbook(A=MEASURED), name="t.xlsx")
    assert "sheet" not in {f.code for f in alone.findings}


def test_a_sheet_can_be_chosen():
    content = workbook(first=[["a", "b"], [1, 2]], second=[["c", "d"], [3, 4]])
    table = read_table(content, name="t.xlsx", options=ReadOptions(sheet="second"))
    assert table.names == ("c", "d")
    preview = preview_file(content, name="t.xlsx", options=ReadOptions(sheet="second"))
    assert (preview.rows, preview.sheets) == ((("c", "d"), ("3", "4")), ("first", "second"))
    with pytest.raises(DataError, match="no sheet 'x'; its sheets are 'first' and 'second'"):
        read_table(content, name="t.xlsx", options=ReadOptions(sheet="x"))


def test_title_rows_and_missing_header():
    content = workbook(S=[["My study"], [], ["a", "b"], [1, 2], [3, 5]])
    table = read_table(content, name="t.xlsx", options=ReadOptions(skip=2))
    assert (table.names, table.n_rows, table.lines[0]) == (("a", "b"), 2, 4)
    content = workbook(S=[[1, 2], [3, 4]])
    table = read_table(content, name="t.xlsx", options=ReadOptions(header=False))
    assert table.numbers.tolist() == [[1, 2], [3, 4]]


def test_titles_and_units_of_a_sheet_are_found():
    rows = [[i / 7, i * i % 11, "n.d." if i == 5 else i % 13 / 3] for i in range(40)]
    content = workbook(S=[["My study"], [], ["a", "b", "c"], ["cm", "kg", "%"], *rows])
    table = read_table(content, name="t.xlsx")
    assert (table.names, table.n_rows, table.lines[0]) == (("a", "b", "c"), 40, 5)
    found = {f.code: f for f in table.findings}
    assert found["title-skipped"].message == "Row 1 is no header and was skipped: 'My study'."
    assert found["units-row"].message.startswith("Row 4 looks like units ('cm', 'kg' and '%')")
    assert found["missing-words"].count == 1
    preview = preview_file(content, name="t.xlsx")
    assert (preview.rows[0], preview.titles) == (("a", "b", "c"), (1,))
    options = ReadOptions().changed(found["units-row"].mends[0].change)
    again = read_table(content, name="t.xlsx", options=options)
    assert again.n_rows == 40
    assert again.source.skipped == ((1, "My study"), (4, "cm; kg; %"))
    as_header = ReadOptions().changed(found["title-skipped"].mends[0].change)
    assert preview_file(content, name="t.xlsx", options=as_header).rows[0][0] == "My study"


def test_cells_beyond_the_header_are_not_lost():
    rows = [["a", "b"], *([i, i * i % 7] for i in range(1200)), [1, 2, 3]]
    table = read_table(workbook(S=rows), name="t.xlsx")
    (finding,) = [f for f in table.findings if f.code == "ragged-rows"]
    assert finding.lines == (1202,)


def test_an_empty_sheet_and_wide_ones():
    with pytest.raises(TableError, match="no cells"):
        read_table(workbook(S=[[]]), name="t.xlsx")
    with pytest.raises(TableError, match="3,000 columns"):
        read_table(workbook(S=[[f"c{i}" for i in range(3000)]]), name="t.xlsx")


def zipped(**parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return file.getvalue()


def test_a_workbook_as_excel_writes_it():
    """With shared strings, a formula's stored value, rich text and cells left out."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    sheet = (
        f'<worksheet xmlns="{main}"><dimension ref="A1"/><sheetData>'
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
        '<row r="2"><c r="A2"><v>1.5</v></c><c r="B2"><f>A2*2</f><v>3</v></c></row>'
        '<row r="4"><c r="B4" t="s"><v>2</v></c></row></sheetData></worksheet>'
    )
    content = zipped(
        **{
            "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
            '<Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-'
            'officedocument.spreadsheetml.sheet.main+xml"/>'
            '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats'
            '-officedocument.spreadsheetml.sharedStrings+xml"/>'
            '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxml'
            'formats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
            f'Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{relations}"><sheets>'
            '<sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="r2" Type="{relations}/sharedStrings" Target="sharedStrings.xml"/>'
            "</Relationships>",
            "xl/sharedStrings.xml": f'<sst xmlns="{main}"><si><t>size</t></si>'
            "<si><t>twice</t></si><si><r><t>a</t></r><r><t>b</t></r></si></sst>",
            "xl/worksheets/sheet1.xml": sheet,
        }
    )
    table = read_table(content, name="t.xlsx")
    assert table.names == ("size", "twice")
    assert table.lines.tolist() == [2, 4]
    assert table.numbers[0].tolist() == [1.5, 3]
    assert table.missing(0).tolist() == [False, True]
    assert table.texts[1].values == ("ab",)


def test_bombs_are_refused_before_they_unpack(monkeypatch):
    monkeypatch.setattr(limits, "MAX_UNPACKED", 1 << 20)
    bomb = zipped(xl__workbook_xml="<a/>", xl__sheet_xml=b"0" * (2 << 20))
    assert len(bomb) < 10_000
    with pytest.raises(DataError, match="would unpack to 2 MiB"):
        read_table(bomb, name="t.xlsx")
    monkeypatch.setattr(limits, "MAX_STRINGS", 1000)
    bomb = zipped(xl__workbook_xml="<a/>", xl__sharedStrings_xml=b"0" * 2000)
    with pytest.raises(DataError, match="would unpack"):
        read_table(bomb, name="t.xlsx")


def test_entity_bombs_are_refused():
    lol = '<!DOCTYPE a [<!ENTITY a0 "aaaaaaaaaa">' + "".join(
        f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10)
    )
    content = workbook(S=[["a", "b"], [1, 2]])
    parts = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            parts[name] = archive.read(name)
    parts["xl/workbook.xml"] = f"{lol}]><workbook>&a9;</workbook>".encode()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    with pytest.raises(DataError, match="damaged"):
        read_table(file.getvalue(), name="t.xlsx")


def test_too_many_cells_end_the_reading(monkeypatch):
    monkeypatch.setattr(from_excel, "_MOST_CELLS", 100)
    with pytest.raises(TableError, match="cells"):
        read_table(workbook(S=[["a", "b"], *([[1, 2]] * 100)]), name="t.xlsx")


def test_rows_after_a_gap_are_read():
    rows = [["a", "b"], [1, 2], *([[]] * 3000), [3, 4]]
    table = read_table(workbook(S=rows), name="t.xlsx")
    assert table.lines.tolist() == [2, 3003]
