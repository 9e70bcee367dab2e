from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.child import TimeLimit, run_json
from benchmarks.markdown import table
from benchmarks.one_search import Timed, run_own
from benchmarks.search import Case, compared_rows, own_row, write_data
from gesncd.data import Dataset
from gesncd.measures import PartialCorrelation, Query


def test_a_search_reports_its_size(tmp_path: Path):
    row = own_row(Case(6, 2, "linear", "partial-correlation"), tmp_path, limit=60)
    assert row[:2] == ["6, 2, linear", "partial-correlation"]
    seconds, graph, share, steps, queries, edges, peak = row[2:]
    assert 0 <= float(graph) <= float(seconds) < 60
    assert 0 <= int(share.rstrip("%")) <= 100
    assert int(steps) >= int(edges.split()[0]) > 0
    assert int(queries) >= 15
    assert 20 < float(peak) < 1500


def test_ges_finds_the_same_graph_beside(tmp_path: Path):
    rows = list(compared_rows(6, tmp_path, limit=60, xges_python=None))
    assert [row[1] for row in rows] == ["gesncd, BIC", "ges, BIC", "XGES-0, BIC", "XGES, BIC"]
    ours, theirs = rows[:2]
    assert ours[3] == "1.00"
    assert theirs[4:6] == [ours[4], "0"]
    assert all(row[2] == "not run: --xges-python" for row in rows[2:])


def test_data_are_the_same_at_every_call(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (first, edges), (second, again) = (
        write_data(tmp_path / name, 6, 2, "linear") for name in ("a", "b")
    )
    np.testing.assert_array_equal(np.load(first), np.load(second))
    assert edges == again > 0


def test_time_in_the_measure_excludes_the_callers_callback():
    clock: list[float] = []
    rows = np.random.default_rng(0).normal(size=(50, 4))
    timed = Timed(PartialCorrelation(Dataset.from_array(rows)))

    def slow(_: object) -> None:
        import time

        began = time.perf_counter()
        time.sleep(0.2)
        clock.append(time.perf_counter() - began)

    scores = timed.evaluate([Query((0,), (1,))], slow)
    assert scores.shape == (1,)
    assert clock
    assert 0 < timed.seconds < 0.15


def test_parts_add_up():
    rows = np.random.default_rng(0).normal(size=(100, 5))
    result = run_own("bic", Dataset.from_array(rows), global_score=False)
    assert 0 < result["graph_seconds"] < result["seconds"]


def test_a_child_is_ended_at_its_limit_and_its_failure_is_told():
    with pytest.raises(TimeLimit, match=r"0\.5 seconds"):
        run_json(["-c", "import time; time.sleep(30)"], limit=0.5)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        run_json(["-c", "1 / 0"], limit=30)
    assert run_json(["-c", "print('noise'); print('{\"a\": 1}')"], limit=30) == {"a": 1}


def test_a_markdown_table():
    assert table(["a", "b"], [["x", "1"]]) == "| a | b |\n| --- | ---: |\n| x | 1 |"
