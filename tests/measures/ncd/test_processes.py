"""Several processes give the same bits, end with whoever needs them, and are missed aloud."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from loky.process_executor import BrokenProcessPool

from gesncd import end_with_parent
from gesncd.data.dataset import Dataset
from gesncd.measures import Chunk, Ncd, NcdSettings, Query
from gesncd.measures.ncd import processes

QUICK = NcdSettings(restarts=2, landmarks=40, units=20, regressor_units=30)
QUERIES = [
    *(
        Query.pair(i, j, z)
        for i, j in itertools.combinations(range(4), 2)
        for z in ([], [4], [5], [4, 5], [4, 5, 6])
    ),
    Query((0, 1, 2), (3,), (4, 5)),
    Query((6,), (0, 1, 2, 3)),
    Query((1, 2), (0, 5), (6,)),
]


def test_equal_bits_from_several_processes_and_none_left_behind(
    mixed_values, monkeypatch, wait_until
):
    monkeypatch.setattr("gesncd.measures.ncd.processes._WORTH_SECONDS", 0.0)
    monkeypatch.setattr("gesncd.measures.ncd.processes._START_SECONDS", 0.0)
    dataset = Dataset.from_array(mixed_values)
    queries = QUERIES * 2
    alone = Ncd(dataset, QUICK, jobs=1).evaluate(queries)
    parts: list[Chunk] = []
    with Ncd(dataset, QUICK, jobs=2) as measure:
        assert np.array_equal(measure.evaluate(queries, parts.append), alone)
        pool = measure._processes._pool
        assert pool is not None
        wait_until(lambda: pool.ready)
        # Now that the processes run, all of the work goes to them.
        assert np.array_equal(measure.evaluate(queries[::-1]), alone[::-1])
        processes = list(pool._executor._processes.values())
        assert processes
    assert not any(process.is_alive() for process in processes)
    assert sorted(np.concatenate([part.indices for part in parts])) == list(range(len(queries)))


_KILLED_IN_THE_MIDST = """
import itertools, os, signal
import numpy as np
from gesncd.data.dataset import Dataset
from gesncd.measures import Ncd, Query
import gesncd.measures.ncd.processes as module

module._START_SECONDS = module._WORTH_SECONDS = 0.0
measure = Ncd(Dataset.from_array(np.random.default_rng(0).normal(size=(300, 8))), jobs=2)

def on_chunk(part):
    if measure._processes._pool is not None and measure._processes._pool.ready:
        print(*measure._processes._pool._executor._processes, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

queries = [Query.pair(i, j, [7]) for i, j in itertools.combinations(range(7), 2)]
while True:
    measure.evaluate(queries, on_chunk)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="process states come from /proc")
def test_processes_end_when_their_parent_is_killed(wait_until):
    root = Path(__file__).parents[3]
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED_IN_THE_MIDST],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=600,
    )
    workers = [int(word) for word in killed.stdout.split()]
    assert workers, killed.stderr

    def running(process: int) -> bool:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        return state != "Z"

    wait_until(lambda: not any(map(running, workers)))


def test_where_the_parents_number_stays_its_end_is_waited_for(monkeypatch):
    happened = []
    parent = SimpleNamespace(join=lambda: happened.append("the parent ended"))
    monkeypatch.setattr(end_with_parent, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(end_with_parent.multiprocessing, "parent_process", lambda: parent)
    monkeypatch.setattr(end_with_parent.os, "_exit", lambda code: happened.append(code))
    # As on Windows, the number never changes.
    end_with_parent.wait_and_end(os.getppid())
    assert happened == ["the parent ended", 1]


class BrokenPool:
    """A pool whose processes die of whatever they are given."""

    ready = True

    def __init__(self, values, settings, jobs):
        self.closed = False

    def submit(self, queries):
        raise BrokenProcessPool("gone")

    def close(self):
        self.closed = True


def test_processes_that_die_are_said_and_others_may_start(mixed_values, monkeypatch):
    monkeypatch.setattr(processes, "_WORTH_SECONDS", 0.0)
    monkeypatch.setattr(processes, "_START_SECONDS", 0.0)
    made = []
    monkeypatch.setattr(
        processes, "Pool", lambda *parts: made.append(BrokenPool(*parts)) or made[-1]
    )
    measure = Ncd(Dataset.from_array(mixed_values), QUICK, jobs=2)
    for number in (1, 2):
        with pytest.raises(RuntimeError, match=r"could not start or ended.*one process \(jobs=1\)"):
            measure.evaluate(QUERIES)
        assert len(made) == number
        assert made[-1].closed
