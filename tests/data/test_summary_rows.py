"""Last rows that sum up others are found by word or by their numbers, and by nothing else."""

import numpy as np
import pytest

from gesncd.data import (
    Plan,
    ReadOptions,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    read_tables,
    settle_plan,
    settle_reading,
)

N = 40
VALUES = np.random.default_rng(6).normal(50, 9, size=(N, 4)).round(3)


def lines_of(values=VALUES, ids="S{}"):
    return [",".join([ids.format(i + 1), *map(str, row)]) for i, row in enumerate(values)]


def row(name, values):
    return ",".join([name, *map(str, values)])


def read(*lines, **options):
    return read_table("\n".join(lines).encode(), name="t.csv", options=ReadOptions(**options))


def summary(table):
    return [f for f in table.findings if f.code == "summary-row"]


HEADER = "id,a,b,c,d"


@pytest.mark.parametrize(
    "word", ["Mean", "Mittelwert", "TOTAL", "Summe:", "SD", "Std. Dev.", "Moyenne", "Promedio"]
)
@pytest.mark.parametrize("ids", ["S{}", "{}"])
def test_a_word_tells(word, ids):
    table = read(HEADER, *lines_of(ids=ids), row(word, [1, 2, 3, 4]))
    (finding,) = summary(table)
    assert finding.lines == (N + 2,)
    assert finding.severity.value == "error"
    assert finding.message.startswith(f"Line {N + 2} sums up the rows above ('{word}') and is no")
    options = ReadOptions().changed(finding.mends[0].change)
    again = read(HEADER, *lines_of(ids=ids), row(word, [1, 2, 3, 4]), skip_lines=options.skip_lines)
    assert again.n_rows == N
    assert summary(again) == []


def test_it_can_be_an_observation():
    table = read(HEADER, *lines_of(), row("Mean", [1, 2, 3, 4]))
    (finding,) = summary(table)
    profile = profile_table(table)
    plan = settle_plan(table, propose_plan(profile), profile)
    assert prepare(table, plan).dataset is None
    accepted = prepare(table, finding.mends[1].change.apply(plan))
    assert accepted.require().n_rows == N + 1
    (kept,) = [f for f in accepted.findings if f.code == "summary-row"]
    assert kept.severity.value == "warning"
    unskipped = read(HEADER, *lines_of(), row("Mean", [1, 2, 3, 4]), skip_lines=())
    assert summary(unskipped)[0].severity.value == "warning"


def test_several_rows_with_words_of_which_some_may_be_names():
    last = [row(name, [1, 2, 3, 4]) for name in ("Mean", "SD", "Min", "Max", "n")]
    (finding,) = summary(read(HEADER, *lines_of(), *last))
    assert finding.lines == tuple(range(N + 2, N + 7))


@pytest.mark.parametrize("name", ["Max", "Min", "Meander", "mean2"])
def test_names_are_no_summaries(name):
    assert summary(read(HEADER, *lines_of(), row(name, [1, 2, 3, 4]))) == []


def test_a_category_that_recurs_is_none():
    lines = [f"{line},{'total' if i % 3 else 'part'}" for i, line in enumerate(lines_of())]
    assert summary(read(HEADER + ",kind", *lines)) == []


def test_a_word_above_the_end_is_none():
    assert summary(read(HEADER, row("Mean", [1, 2, 3, 4]), *lines_of())) == []


@pytest.mark.parametrize(
    ("name", "statistic"),
    [
        ("mean", lambda v: v.mean(axis=0).round(2)),
        ("sum", lambda v: v.sum(axis=0).round(3)),
        ("median", lambda v: np.median(v, axis=0).round(3)),
        ("standard deviation", lambda v: v.std(axis=0, ddof=1).round(4)),
    ],
)
def test_numbers_tell(name, statistic):
    table = read(HEADER, *lines_of(), row("", statistic(VALUES)))
    (finding,) = summary(table)
    assert f"(its numbers are the {name} of each column)" in finding.message


def test_one_number_off_is_an_observation():
    means = VALUES.mean(axis=0).round(2)
    means[2] += 0.02
    assert summary(read(HEADER, *lines_of(), row("", means))) == []


def test_rounded_means_of_codes_may_be_an_answer():
    codes = np.random.default_rng(2).integers(1, 6, size=(N, 4))
    last = row("S99", codes.mean(axis=0).round().astype(int))
    assert summary(read(HEADER, *lines_of(codes), last)) == []


def test_ordinary_tables_have_none():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        values = [rng.normal(size=(N, 4)), rng.poisson(3, (N, 4)), rng.random((N, 4))][seed % 3]
        assert summary(read(HEADER, *lines_of(values))) == []


def test_with_units_both_are_skipped():
    lines = ["id,a,b,c,d", ",cm,kg,s,m", *lines_of(), row("Mittelwert", [1, 2, 3, 4])]
    table = read(*lines)
    found = {f.code: f for f in table.findings}
    options = settle_reading(ReadOptions(), table.findings)
    assert options.skip_lines == (2, N + 3)
    first = ReadOptions().changed(found["units-row"].mends[0].change)
    (left,) = summary(read(*lines, skip_lines=first.skip_lines))
    assert first.changed(left.mends[0].change).skip_lines == (2, N + 3)


def test_in_a_workbook(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for cells in [HEADER.split(","), *([f"S{i}", *r] for i, r in enumerate(VALUES.tolist()))]:
        book.active.append(cells)
    book.active.append(["Mittelwert", *VALUES.mean(axis=0).tolist()])
    path = tmp_path / "t.xlsx"
    book.save(path)
    (finding,) = summary(read_table(path, name="t.xlsx"))
    assert finding.message.startswith(f"Row {N + 2} sums up the rows above ('Mittelwert')")


def test_a_strict_plan_refuses_it():
    lines = [line.partition(",")[2] for line in lines_of()]
    table = read("a,b,c,d", *lines, ",".join(map(str, VALUES.mean(axis=0).round(3))))
    prepared = prepare(table, Plan.strict(table.names))
    assert [f.code for f in prepared.errors] == ["summary-row"]


def test_of_several_files_each_says_its_own_line():
    short = [HEADER, *lines_of(VALUES[:30]), row("Mean", [1, 2, 3, 4])]
    whole = [HEADER, *lines_of(), row("Mean", [1, 2, 3, 4])]
    files = [("one.csv", "\n".join(whole).encode()), ("two.csv", "\n".join(short).encode())]
    found = summary(read_tables([(content, name) for name, content in files]))
    assert [finding.lines for finding in found] == [(N + 2,), (32,)]
    assert found[1].message.startswith("two.csv: Line 32 sums up the rows above ('Mean')")
    assert all("Delete it in this file" in finding.message for finding in found)
    assert all(finding.mends == () for finding in found)
