"""Lines that repeat the header are found, named and skipped, and hide nothing else."""

import numpy as np
import pytest

from gesncd.data import (
    Plan,
    ReadOptions,
    Severity,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    read_tables,
    settle_plan,
    settle_reading,
)

N = 40
NAMES = ["id", "dose", "share", "count", "450"]
HEADER = ";".join(NAMES)


def rows(n=N):
    values = np.random.default_rng(1).random((n, 2)).round(4)
    return [
        f"S{i};{['low', 'high'][i % 2]};{10 * a:.3f}%;{i % 7 + 1},{i % 900 + 100};{b}"
        for i, (a, b) in enumerate(values)
    ]


def read(lines, **options):
    return read_table("\n".join(lines).encode(), name="t.csv", options=ReadOptions(**options))


def found(table):
    return [f for f in table.findings if f.code == "repeated-header"]


def test_it_is_named_and_hides_neither_kinds_nor_numbers():
    body = rows()
    table = read([HEADER, *body[:20], HEADER, *body[20:]])
    (finding,) = found(table)
    assert (finding.severity, finding.lines) == (Severity.ERROR, (22,))
    assert finding.message == "Line 22 repeats the header and holds no values: skip it."
    assert [m.label for m in finding.mends] == ["Skip line 22", "Take line 22 as values"]
    plain = read([HEADER, *body])
    assert np.array_equal(table.numbers, plain.numbers, equal_nan=True)
    assert [t.values for t in table.texts.values()] == [t.values for t in plain.texts.values()]
    assert {f.code for f in table.findings} - {f.code for f in plain.findings} == {
        "repeated-header"
    }
    assert list(table.lines[19:22]) == [21, 23, 24]


def test_the_usual_mend_skips_it_and_does_not_call_it_units():
    body = rows()
    lines = [HEADER, *body[:20], HEADER, *body[20:]]
    options = settle_reading(ReadOptions(), read(lines).findings)
    assert options.skip_lines == (22,)
    table = read_table("\n".join(lines).encode(), name="t.csv", options=options)
    assert found(table) == []
    (said,) = [f for f in table.findings if f.code == "skipped-lines"]
    assert "units" not in said.message
    profile = profile_table(table)
    assert prepare(table, settle_plan(table, propose_plan(profile), profile)).require()


def test_it_can_be_values():
    body = rows()
    lines = [HEADER, *body[:20], HEADER, *body[20:]]
    back = ReadOptions().changed(found(read(lines))[0].mends[1].change)
    table = read_table("\n".join(lines).encode(), name="t.csv", options=back)
    assert table.n_rows == N + 1
    (kept,) = found(table)
    assert kept.severity is Severity.WARNING
    assert ReadOptions().changed(kept.mends[0].change).skip_lines == (22,)


def test_several_are_one_finding_also_beyond_the_cells_kept_to_show():
    body = rows(80)
    lines = [HEADER]
    for start in range(0, 80, 10):
        lines += [*body[start : start + 10], HEADER]
    lines[-2] = lines[-2].rpartition(";")[0] + ";what"
    table = read(lines)
    (finding,) = found(table)
    assert finding.count == len(finding.lines) == 8
    assert finding.message.startswith("Lines 12, 23, 34, 45, 56 and 3 more repeat the header")
    assert table.texts[4].values == ("what",)
    assert prepare(table, Plan.strict(table.names)).dataset is None


def test_cells_that_are_missing_are_counted_without_it():
    body = [line.rpartition(";")[0] + ";" if i == 3 else line for i, line in enumerate(rows())]
    table = read([HEADER, *body, "id;dose;share;;450", "id;dose;share;count;"])
    assert found(table)[0].lines == (N + 2, N + 3)
    assert table.n_rows == N
    profile = profile_table(table)
    assert [profile.column(name).n_missing for name in NAMES] == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("line", ["id;dose;1.5%;1,100;0.5", "S1;dose;;;", "id;high;share;count;7"])
def test_a_line_with_other_values_stays(line):
    assert found(read([HEADER, *rows(), line])) == []


def test_one_cell_may_differ():
    assert found(read([HEADER, *rows(), "id;dose;share;count (2);450"]))


def test_with_units_and_a_sum_all_are_skipped():
    values = np.random.default_rng(1).random((N, 3)).round(4)
    body = [",".join([f"S{i}", *map(str, row)]) for i, row in enumerate(values)]
    lines = ["id,a,b,c", ",cm,kg,s", *body[:9], "id,a,b,c", *body[9:], "Mean,1,2,3"]
    options = settle_reading(ReadOptions(), read(lines).findings)
    assert options.skip_lines == (2, 12, N + 4)


def test_in_a_workbook(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for cells in [["a", "b"], [1.5, 2], [2.5, 1], ["a", "b"], [0.5, 7]]:
        book.active.append(cells)
    path = tmp_path / "t.xlsx"
    book.save(path)
    table = read_table(path, name="t.xlsx")
    assert found(table)[0].message.startswith("Row 4 repeats the header")
    assert table.texts == {}


def test_of_several_files_each_says_its_own_line():
    body = rows()
    files = [[HEADER, *body[:9], HEADER, *body], [HEADER, *body]]
    table = read_tables([("\n".join(f).encode(), f"{i}.csv") for i, f in enumerate(files)])
    (finding,) = found(table)
    assert finding.message.endswith("Delete it in this file: other files have values on that line.")
    assert finding.mends == ()
