import pytest

from gesncd.data import read_table

N = 40


def said(cells, name="a"):
    rows = [f"{cell},{i % 7}.5" for i, cell in enumerate(cells)]
    table = read_table("\n".join([f"{name},b", *rows]).encode(), name="t.csv")
    return [f for f in table.findings if f.code == "leading-zeros"]


def test_codes_are_told_from_measurements():
    (finding,) = said([f"{i * 977 % 100000:05d}" for i in range(N)])
    assert finding.columns == ("a",)
    assert finding.message.startswith("Cells of 'a' begin with zeros ('00000' in line 2)")
    assert finding.mends[0].change.ignore == ("a",)


@pytest.mark.parametrize("cell", ["0.125", "00.5", "01", "100", "0"])
def test_other_numbers_are_not(cell):
    assert said([cell, *map(str, range(1, N))]) == []
