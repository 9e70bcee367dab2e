from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import accuracy
from benchmarks.accuracy import HEADER, all_rows, metrics, spread
from benchmarks.cells import Cell, CellFolder, compute
from benchmarks.methods import METHODS
from benchmarks.reported import COLUMNS, ReportedResults
from benchmarks.settings import PAPER_DATA, SETTINGS, Reported, Setting


@pytest.fixture
def reported(tmp_path: Path) -> ReportedResults:
    path = tmp_path / "reported.csv"
    path.write_text(
        "setting,nodes,expected_degree,n,method,metric,mean,sd\n"
        "A,4,2,80,NCD,SHD,5.6,2.5\n"
        "A,4,2,80,NCD,F1,0.63,0.14\n"
        "A,4,2,80,GSF,SHD,4.0,\n"
        "A,4,2,80,KGV,SHD,9.9,1.0\n"
        "A,4,2,,NCD,seconds,<1,\n"
        "A,4,8,80,NCD,SHD,1.0,1.0\n",
        encoding="utf-8",
    )
    return ReportedResults(path)


def test_reported_figures_stand_in_their_columns(reported: ReportedResults):
    assert reported.rows(Reported("A", "4", "2", "80")) == [
        ["paper: NCD", "", "5.6 ± 2.5", "", "0.63 ± 0.14", "", "", "<1"],
        ["paper: GSF (its best)", "", "4.0", "", "", "", "", ""],
    ]
    assert reported.rows(Reported("B", "4", "2", "80")) == []
    assert len(COLUMNS) + 3 == len(HEADER)


@pytest.mark.skipif(not PAPER_DATA.is_dir(), reason="the paper's figures are not here")
def test_every_setting_that_names_figures_finds_them():
    reported = ReportedResults()
    for setting in SETTINGS.values():
        if setting.reported is not None:
            assert any(row[0].startswith("paper: NCD") for row in reported.rows(setting.reported))


def cell(shd: int, f1: float) -> Cell:
    return Cell("", shd, f1, 0.5, 3, 7, 1.25, 4, 4, None, 0)


def test_means_and_deviations():
    assert metrics([cell(2, 0.5), cell(4, 1.0)]) == [
        "3.0 ± 1.4",
        "0.75 ± 0.35",
        "0.50 ± 0.00",
        "3.0 ± 0.0",
        "7.0 ± 0.0",
        "1.2 ± 0.0",
    ]
    assert spread([3], 1) == "3.0"


def test_the_table_shows_what_is_there(tiny: Setting, tmp_path: Path, reported: ReportedResults):
    folder = CellFolder(tmp_path / "cells")
    chosen = [METHODS["bic"], METHODS["empty"]]
    assert all_rows(folder, [tiny], chosen, reported) == []
    folder.put(tiny, METHODS["bic"], 1, compute(tiny, METHODS["bic"], 1))
    (row,) = all_rows(folder, [tiny], chosen, reported)
    assert row[:3] == ["tiny", "bic", "1 of 2"]
    assert len(row) == len(HEADER)


@pytest.mark.skipif(not PAPER_DATA.is_dir(), reason="the paper's figures are not here")
def test_a_second_run_computes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    arguments = ["accuracy", "--settings", "linear-10-d2-1k", "--methods", "empty", "bic"]
    monkeypatch.setattr(sys, "argv", [*arguments, "--cells", str(tmp_path)])
    assert accuracy.main() == 0
    first = capsys.readouterr()
    assert first.err.count("SHD") == 10
    assert "| linear-10-d2-1k | bic | 5 | " in first.out
    assert accuracy.main() == 0
    second = capsys.readouterr()
    assert second.err == ""
    assert second.out == first.out
