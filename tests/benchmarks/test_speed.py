from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import torch

from benchmarks import speed, speed_app, speed_gpu, speed_ncd, speed_parts
from benchmarks.speed_rows import Row, RowFolder, seconds_of, table_rows
from gesncd.measures import Ncd, NcdSettings, Query
from gesncd.runs.store.records import RunState
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

ROWS = [Row("a", "< 1 s", "2 s", False), Row("b", "reported", "3"), Row("c", "≥ 1", "1", True)]


def test_rows_are_kept_and_quick_ones_lie_apart(tmp_path: Path):
    folder = RowFolder(tmp_path, quick=False)
    assert folder.get("x") == []
    folder.put("x", ROWS)
    assert folder.get("x") == ROWS
    assert RowFolder(tmp_path, quick=True).get("x") == []
    (tmp_path / "speed" / "x.json").write_text("{}")
    assert folder.get("x") == []
    assert [row[-1] for row in table_rows(ROWS)] == ["missed", "", "met"]


def test_the_table_is_printed_and_a_failure_told(tmp_path: Path, capsys, monkeypatch):
    def fail(quick: bool) -> list[Row]:
        raise OSError("no disk")

    monkeypatch.setattr(speed, "MEASUREMENTS", {"good": lambda quick: ROWS, "bad": fail})
    assert speed.main(["--quick", "--cells", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "bad failed: OSError: no disk" in told.err
    assert told.out.splitlines() == [
        "| what | target | measured |  |",
        "| --- | ---: | ---: | ---: |",
        "| a | < 1 s | 2 s | missed |",
        "| b | reported | 3 |  |",
        "| c | ≥ 1 | 1 | met |",
    ]
    assert speed.main(["--quick", "--table", "--only", "good", "--cells", str(tmp_path)]) == 0
    assert capsys.readouterr().out == told.out


def test_the_arithmetic_is_counted():
    settings = NcdSettings.preset(
        "paper", depth=2, width=3, test_depth=1, outer_steps=1, inner_steps=2
    )
    # h: 2·3 + 3 forward; as many for the weights and 3 for the hidden layer's gradient; four
    # steps and a last look. f: affine in three inputs, forward and its weights once, then a look.
    expected = 10 * (2 * ((4 * (2 * 9 + 3) + 9) + (2 * 3 + 3)))
    assert speed_ncd.multiply_adds(settings, 2, 10) == expected


def test_queries_are_distinct_and_the_same_at_every_call():
    queries = speed_ncd.conditional_queries(6, 2, 30)
    assert len(set(queries)) == 30
    assert all(len(query.z) == 2 for query in queries)
    assert queries == speed_ncd.conditional_queries(6, 2, 30)


def test_a_search_is_recorded_batch_by_batch():
    batches = speed_ncd.searched(speed_ncd.pnl_gp(60, 4))
    pairs = {Query.pair(x, y) for y in range(4) for x in range(y)}
    assert {query.canonical for query in batches[0]} == pairs


def test_seconds_are_a_median():
    calls: list[int] = []
    assert 0 <= seconds_of(lambda: calls.append(1), 3) < 1
    assert len(calls) == 3


@pytest.mark.parametrize("measurement", [speed_parts.tau, speed_parts.imports, speed_gpu.gpu])
def test_small_measurements_give_rows(measurement):
    rows = measurement(True)
    assert rows
    assert all(row.what and row.target and row.measured for row in rows)


def test_a_gpu_is_reported_at_both_batches(monkeypatch):
    assert speed_gpu.gpu(True)[0].measured == "no GPU found" or torch.cuda.is_available()
    asked = []

    class Counted(Ncd):
        """On the CPU, whatever was asked for; few of the queries are computed."""

        def __init__(self, dataset, settings, *, jobs=None, device="cpu"):
            asked.append(device)
            super().__init__(dataset, settings, jobs=1)

        def evaluate(self, queries, on_chunk=None):
            return super().evaluate(queries[:4], on_chunk)

    monkeypatch.setattr(speed_gpu, "Ncd", Counted)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "a GPU")
    rate, double, single = speed_gpu.gpu(True)
    assert re.fullmatch(r"\d+ at 64, \d+ at 1024 \(a GPU\)", rate.measured)
    assert double.met is True
    assert single.met is None
    assert asked == ["cuda", "cuda", "cpu", "cuda", "cpu"]


def test_peak_memory_is_that_of_the_whole_family():
    (robust, paper) = speed_parts.memory(True)
    for row in (robust, paper):
        # A process with torch takes about 200 MB.
        assert 150 < float(row.measured.removesuffix(" MB")) < 1500


def test_a_temporary_home_is_gone_afterwards(monkeypatch):
    monkeypatch.setenv("GESNCD_HOME", "/before")
    with speed_app.temporary_home() as store:
        data = speed_app.simulated(4, 60)
        run_id = speed_app.queued(store, data, RunSettings(measure="partial-correlation", tau=1e-9))
        assert work(store, run_id) is RunState.FINISHED
        assert speed_app.until_first_step(store, run_id) > 0
        folder = store.home.path
        assert os.environ["GESNCD_HOME"] == str(folder)
    assert os.environ["GESNCD_HOME"] == "/before"
    assert not folder.exists()
