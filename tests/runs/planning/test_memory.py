"""The memory that searches need, beside what real ones take."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.knowledge import from_dict
from gesncd.runs.machine.free_memory import free_mb
from gesncd.runs.planning import memory
from gesncd.runs.planning.memory import (
    ProcessMemory,
    measure_memory,
    memory_by_formula,
    rows_to_try,
    search_mb,
)
from gesncd.runs.planning.memory_advice import fits, memory_finding, memory_text, usual_search_mb
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.settings.run_settings import RunSettings

LINUX = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="a process's peak is read from /proc"
)
SEARCH = """
import sys
from gesncd.runs.planning.memory_trial import peak_mb
from gesncd.runs.workers.worker import main
status = main(["--home", sys.argv[1], sys.argv[2]])
print(status, peak_mb())
"""
"""A run's worker, which says at its end how much it had in memory at most."""


def real_peak(tmp_path, monkeypatch, dataset, settings):
    """MB that the worker of a real run had at most, and the queries that it asked."""
    monkeypatch.setenv("GESNCD_CPUS", "1")
    store = RunStore.open(tmp_path / "home")
    run_id = store.create_run(store.add_dataset(dataset, "data"), "data", settings)
    command = [sys.executable, "-c", SEARCH, str(store.home.path), run_id]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    record = store.run(run_id)
    assert record.state is RunState.FINISHED, record.message
    status, peak = done.stdout.split()
    assert status == "0"
    return float(peak), store.events(run_id)[-1].n_queries


@LINUX
@pytest.mark.parametrize(
    ("measure", "n_rows", "d"),
    [
        ("rcd", 1_000, 5),
        ("partial-correlation", 600_000, 10),
        ("ncd", 500, 4),
        ("ncd", 8_000, 3),
    ],
)
def test_predicted_memory_is_within_a_factor_of_two_of_a_real_run(
    tmp_path, monkeypatch, measure, n_rows, d
):
    dataset = Dataset.from_array(np.random.default_rng(1).normal(size=(n_rows, d)))
    settings = RunSettings(measure=measure)
    taken, n_queries = real_peak(tmp_path, monkeypatch, dataset, settings)
    model = measure_memory(settings, (1,) * d, n_rows)
    assert model.measured
    predicted = search_mb(model, n_rows, n_queries)
    formula = search_mb(memory_by_formula(measure, d), n_rows, n_queries)
    assert taken / 2 <= predicted <= 2 * taken
    assert taken / 2 <= formula <= 2 * taken


@LINUX
def test_a_trial_says_how_large_its_process_became():
    found = measure_memory(RunSettings("partial-correlation"), (4, 16), 3000)
    (few, at_few), (many, at_many) = found.few, found.many
    assert found.measured
    assert (few, many) == (1000, 200_000)
    # Twenty columns, at least as read from the file and as kept.
    assert at_many - at_few > 2 * 20 * 199_000 * 8 / 2**20
    assert 10 < found.shared_mb < at_few


def model(**changed):
    parts = {"few": (1000, 100.0), "many": (3000, 140.0), "table_mb": 0.01, "shared_mb": 30.0}
    return ProcessMemory(**{"measure": "rcd", "measured": True, **parts, **changed})


def test_memory_grows_with_the_rows_as_it_was_tried():
    found = model()
    assert found.mb(10) == found.mb(1000) == 100.0
    assert found.mb(2000) == pytest.approx(120.0)
    assert found.mb(3000) == pytest.approx(140.0)
    assert found.mb(13_000) == pytest.approx(140.0 + 10_000 * 0.02)
    # Never by less than the table, whatever a trial's noise says.
    assert model(many=(3000, 95.0)).mb(13_000) == pytest.approx(100.0 + 10_000 * 0.01)
    assert model(many=(3000, 95.0)).mb(2000) == 100.0


def test_ncd_draws_rows_of_a_large_table():
    found = model(measure="ncd")
    assert found.mb(10_000) == pytest.approx(140.0 + 7_000 * 0.02)
    assert found.mb(110_000) == pytest.approx(found.mb(10_000) + 100_000 * 0.01)


def test_a_search_keeps_queries_and_has_processes():
    found = model()
    assert search_mb(found, 1000, 0) == 100.0
    # 700 bytes a query, and five for each row of it, of which RCD keeps 64 MB at most.
    some = 2**20 / 700
    assert search_mb(found, 1000, some) == pytest.approx(101.0 + 5000 * some / 2**20)
    assert search_mb(found, 1000, 100 * some) == pytest.approx(100.0 + 64 + 100)
    assert search_mb(found, 1000, 0, n_processes=2) == pytest.approx(100.0 + 2 * 70.0)


def test_trials_of_like_tables_are_one():
    assert rows_to_try("ncd", 10, 100) == rows_to_try("ncd", 10, 2000) == (1000, 2000)
    assert rows_to_try("ncd", 10, 5000) == rows_to_try("ncd", 10, 10**6) == (1000, 4000)
    assert rows_to_try("rcd", 10, 10**6) == (1000, 20_000)
    # A wide table is tried on fewer rows, and on more than the first number of them still.
    assert rows_to_try("rcd", 1000, 10**6) == (1000, 4000)
    assert rows_to_try("rcd", 10_000, 10**6) == (1000, 1500)


def test_the_trial_is_not_told_what_does_not_count():
    told = RunSettings(
        "rcd", tau=0.1, seed=3, screen=4, knowledge=from_dict({"required": [["a", "b"]]})
    )
    assert memory.memory_settings(told) == RunSettings("rcd")


@pytest.mark.parametrize("output", ["", "{}", '{"peaks": [3], "shared": 1}', "no"])
def test_where_a_trial_says_nothing_there_is_a_formula(monkeypatch, output):
    def run(**asked):
        (path, _), _ = json.loads(asked["input"])["files"]
        assert Path(path).exists()
        return subprocess.CompletedProcess(asked["args"], 0, output, "")

    monkeypatch.setattr(memory.subprocess, "run", run)
    found = measure_memory(RunSettings("rcd"), (2, 1), 500)
    assert found == memory_by_formula("rcd", 3)
    assert not found.measured


def test_a_trial_that_takes_too_long_is_given_up():
    assert not measure_memory(RunSettings("rcd"), (1, 1), 500, patience_s=0.01).measured


# --- what is free --------------------------------------------------------------------------


def write(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_what_is_free_is_what_the_kernel_says_and_a_container_allows(tmp_path):
    write(tmp_path / "proc", meminfo="MemTotal: 9000000 kB\nMemAvailable: 4194304 kB\n")
    assert free_mb(tmp_path) == 4096.0
    group = tmp_path / "sys" / "fs" / "cgroup"
    statistics = "anon 5\ninactive_file 104857600\n"
    write(group, memory__max="max\n", memory__current="1\n", memory__stat=statistics)
    assert free_mb(tmp_path) == 4096.0
    # Of 1000 MB, 600 are used, of which 100 can be had back.
    write(group, memory__max=f"{1000 * 2**20}\n", memory__current=f"{600 * 2**20}\n")
    assert free_mb(tmp_path) == 500.0


def test_the_older_control_groups_are_understood(tmp_path):
    write(tmp_path / "proc", meminfo="MemAvailable: 4194304 kB\n")
    group = tmp_path / "sys" / "fs" / "cgroup" / "memory"
    write(group, memory__usage_in_bytes="0\n", memory__stat="total_inactive_file 0\n")
    write(group, memory__limit_in_bytes=f"{2**63 - 4096}\n")
    assert free_mb(tmp_path) == 4096.0
    write(group, memory__limit_in_bytes=f"{300 * 2**20}\n")
    assert free_mb(tmp_path) == 300.0


def test_without_proc_it_is_all_that_the_machine_has(tmp_path):
    found = free_mb(tmp_path)
    assert found is None or found > 100


# --- what is said --------------------------------------------------------------------------


def test_nothing_is_said_where_it_fits_or_nothing_tells():
    small = {"rcd": model()}
    assert memory_finding(small, 10, 1000, 4000.0, n_processes=2) is None
    assert memory_finding(small, 10, 10**9, None, n_processes=2) is None
    assert fits(79.0, 100.0)
    assert not fits(81.0, 100.0)
    assert fits(1e9, None)


def test_what_does_not_fit_is_a_warning_with_samples_that_do():
    memories = {"ncd": model(measure="ncd"), "rcd": model()}
    needed = usual_search_mb(memories["rcd"], 10, 60_000, n_processes=2)
    # The process, and what it keeps of the queries.
    assert 140 + 57_000 * 0.02 < needed < 140 + 57_000 * 0.02 + 65
    finding = memory_finding(memories, 10, 60_000, 1000.0, n_processes=2)
    assert finding.code == "search-memory"
    assert finding.severity.value == "warning"
    assert f"{memory_text(needed)} with RCD" in finding.message
    assert "60,000 rows" in finding.message
    assert "1.0 GB are free here" in finding.message
    samples = [mend.change.sample.rows for mend in finding.mends]
    assert samples
    for rows in samples:
        assert usual_search_mb(memories["rcd"], 10, rows, n_processes=2) <= 800.0
        assert rows < 60_000


def test_where_no_sample_helps_only_fewer_columns_do():
    finding = memory_finding({"rcd": model()}, 10, 60_000, 90.0, n_processes=1)
    assert finding.mends == ()
    assert "fewer columns" in finding.message
    assert "sample" not in finding.message


@pytest.mark.parametrize(
    ("mb", "text"),
    [(0.2, "1 MB"), (85.4, "85 MB"), (587.0, "590 MB"), (999.0, "1.0 GB"), (12_500.0, "12 GB")],
)
def test_memory_for_people(mb, text):
    assert memory_text(mb) == text
