from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import methods
from benchmarks.cells import Cell, CellFolder, cell_key, compute, entry_f1
from benchmarks.methods import METHODS
from benchmarks.settings import Setting
from gesncd.graphs import PDAG


def test_a_cell_judges_the_graph_without_edges(tiny: Setting):
    cell = compute(tiny, METHODS["empty"], 1)
    dag = tiny.source.load(1).dag
    assert (cell.shd, cell.edges, cell.true_edges) == (dag.n_edges, 0, dag.n_edges)
    assert cell.f1 == cell.f1_to_dag == 0.0
    assert cell.sid_best == cell.sid_worst > 0
    assert cell.tau is None


@pytest.mark.parametrize("name", ["bic", "partial-correlation", "rcd", "rcd-paper"])
def test_a_cell_is_the_same_when_made_again(tiny: Setting, name: str):
    first, again = (replace(compute(tiny, METHODS[name], 1), seconds=0.0) for _ in range(2))
    assert first == again
    assert first.edges > 0
    assert first.sid_best <= first.sid_worst


def test_only_the_papers_rcd_uses_the_papers_threshold(tiny: Setting):
    setting = replace(tiny, paper_rcd_tau=0.123)
    assert compute(setting, METHODS["rcd-paper"], 1).tau == 0.123
    assert compute(setting, METHODS["rcd"], 1).tau == compute(tiny, METHODS["rcd"], 1).tau
    assert compute(setting, METHODS["bic"], 1).tau == 0.0


def test_a_cell_comes_back_as_it_was_written(tiny: Setting, tmp_path: Path):
    folder, method = CellFolder(tmp_path), METHODS["bic"]
    assert folder.get(tiny, method, 1) is None
    cell = compute(tiny, method, 1)
    folder.put(tiny, method, 1, cell)
    assert folder.get(tiny, method, 1) == cell
    assert folder.get(tiny, method, 2) is None
    assert [path.name for path in tmp_path.rglob("*.*")] == ["1.json"]


def test_what_changes_a_result_makes_its_cell_stale(
    tiny: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder, method = CellFolder(tmp_path), METHODS["rcd-paper"]
    folder.put(tiny, method, 1, compute(tiny, method, 1))
    assert folder.get(tiny, method, 1) is not None
    longer = replace(tiny, source=replace(tiny.source, n_rows=81))
    assert folder.get(longer, method, 1) is None
    assert folder.get(replace(tiny, paper_rcd_tau=0.2), method, 1) is None
    other = replace(METHODS["rcd"], name="rcd-paper")
    assert folder.get(tiny, other, 1) is None
    monkeypatch.setattr(methods, "SEARCH_VERSION", methods.SEARCH_VERSION + 1)
    assert folder.get(tiny, method, 1) is None


def test_a_broken_file_is_no_cell(tiny: Setting, tmp_path: Path):
    folder, method = CellFolder(tmp_path), METHODS["bic"]
    path = tmp_path / "tiny" / "bic" / "1.json"
    path.parent.mkdir(parents=True)
    for text in ("", "{", "[]", json.dumps({"key": cell_key(tiny, method, 1), "shd": 1})):
        path.write_text(text, encoding="utf-8")
        assert folder.get(tiny, method, 1) is None


def test_entry_f1_halves_an_undirected_edge():
    dag = PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    chain = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    assert entry_f1(dag, dag) == 1.0
    # Two hits, four entries found, two true.
    assert entry_f1(chain, dag) == pytest.approx(2 * 2 / 6)
    assert entry_f1(PDAG.from_edges(3, directed=[(1, 0)]), dag) == 0.0
    assert entry_f1(PDAG.empty(3), PDAG.empty(3)) == 1.0


def test_cells_hold_every_number_of_the_table():
    assert {"shd", "f1", "f1_to_dag", "sid_best", "sid_worst", "seconds"} <= set(
        Cell.__dataclass_fields__
    )
