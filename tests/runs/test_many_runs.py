"""Twenty runs in a row: no process, no memory and no file stays behind."""

import gc
import os
from contextlib import suppress
from pathlib import Path

import pytest

from gesncd.runs.store.records import RunState
from gesncd.runs.upkeep import delete_run
from gesncd.runs.workers.launch import launch

MEGABYTES_ALLOWED = 8

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")


def resident_megabytes():
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def n_open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


def children():
    found = set()
    for task in Path("/proc/self/task").iterdir():
        # A thread of this process may end between being listed and being read.
        with suppress(FileNotFoundError, ProcessLookupError):
            found.update((task / "children").read_text().split())
    return found


def test_twenty_runs_in_a_row_leave_nothing_behind(store, new_run, wait_until):
    before, open_before = children(), n_open_files()
    ids, sizes = [], []
    for k in range(20):
        run_id = new_run(tau=0.2 + k / 100)
        launch(store, run_id)
        wait_until(lambda run_id=run_id: not store.run(run_id).state.is_live)
        assert store.run(run_id).state is RunState.FINISHED
        assert len(store.events(run_id)) > 5
        ids.append(run_id)
        sizes.append(resident_megabytes())
    wait_until(lambda: children() <= before)
    # The first runs load what all share.
    assert sizes[-1] - sizes[4] < MEGABYTES_ALLOWED
    wait_until(lambda: n_open_files() <= open_before + 1)
    for run_id in ids:
        delete_run(store, run_id)
    left = [path.name for path in store.home.path.rglob("*") if path.is_file()]
    assert [name for name in left if not name.startswith("gesncd.sqlite")] == []
