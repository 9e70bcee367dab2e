"""A real file system that fills up or turns read-only, where the tests may mount one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gesncd.runs.capsule.capsule import export_run
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.launch import launch
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

SLOW_WORKER = Path(__file__).with_name("slow_worker.py")


@pytest.fixture
def disk(tmp_path):
    """A file system of 4 MB of its own."""
    point = tmp_path / "disk"
    point.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(point)]
    try:
        mounted = subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("no file system can be mounted here, which takes root")
    yield point
    subprocess.run(["mount", "-o", "remount,rw", str(point)], capture_output=True)
    subprocess.run(["umount", "-l", str(point)], check=True)


@pytest.fixture
def kept(disk, dataset):
    """A store on that disk with a finished run."""
    store = RunStore.open(disk / "home")
    sha256 = store.add_dataset(dataset, "linear.csv")
    run_id = store.create_run(sha256, "linear.csv", RunSettings("partial-correlation"))
    assert work(store, run_id) is RunState.FINISHED
    return store, run_id


def fill(disk):
    """Leave no byte free."""
    with (disk / "filler").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            return


def new_run(store, dataset, **settings):
    sha256 = store.add_dataset(dataset, "linear.csv")
    return store.create_run(
        sha256, "linear.csv", RunSettings(measure="partial-correlation", **settings)
    )


def test_a_full_disk_is_named_and_loses_no_earlier_run(disk, kept, dataset):
    store, run_id = kept
    before = store.run(run_id), store.event_texts(run_id)
    fill(disk)
    with pytest.raises(StoreError, match="disk is full"):
        new_run(store, dataset)
    (disk / "filler").unlink()
    again = RunStore.open(store.home.path)
    assert (again.run(run_id), again.event_texts(run_id)) == before
    other = new_run(again, dataset, seed=1)
    assert work(again, other) is RunState.FINISHED


def test_a_disk_that_fills_up_during_a_run_costs_only_what_was_not_yet_written(
    disk, kept, dataset, tmp_path, wait_until
):
    store, run_id = kept
    interrupted = new_run(store, dataset, tau=0.01)
    command = [sys.executable, str(SLOW_WORKER), str(store.home.path), interrupted]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with (tmp_path / "log").open("wb") as log:
        worker = subprocess.Popen(command, env=environment, stderr=log)
        try:
            wait_until(lambda: store.run(interrupted).last_event >= 1)
            fill(disk)
            assert worker.wait(60) == 1
        finally:
            worker.kill()
            worker.wait()
    assert "The disk is full" in (tmp_path / "log").read_text()
    (disk / "filler").unlink()
    again = RunStore.open(store.home.path)
    with again.database.writing() as connection:
        connection.execute("UPDATE runs SET heartbeat = heartbeat - 100")
    assert again.run(interrupted).state.can_resume
    assert again.run(run_id).state is RunState.FINISHED
    kept_events = again.event_texts(interrupted)
    assert len(kept_events) >= 1
    launch(again, interrupted)
    wait_until(lambda: not again.run(interrupted).state.is_live)
    assert again.run(interrupted).state is RunState.FINISHED
    fresh = RunStore.open(tmp_path / "fresh")
    control = new_run(fresh, dataset, tau=0.01)
    work(fresh, control)
    assert kept_events == fresh.event_texts(control)[: len(kept_events)]
    assert again.event_texts(interrupted) == fresh.event_texts(control)


def test_data_that_do_not_fit_are_refused_and_leave_no_half_file(disk, kept):
    import numpy as np

    from gesncd.data import Dataset

    store, run_id = kept
    big = Dataset.from_array(np.random.default_rng(0).normal(size=(200_000, 4)))
    with pytest.raises(StoreError, match="No space left"):
        store.add_dataset(big, "big.csv")
    assert [path.stem for path in store.home.datasets.iterdir()] == [
        store.run(run_id).dataset_sha256
    ]


def test_a_read_only_home_is_named_and_loses_no_earlier_run(disk, kept, dataset):
    store, run_id = kept
    before = store.run(run_id), store.event_texts(run_id)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(StoreError, match=r"cannot be (written|made)"):
        RunStore.open(store.home.path)
    # A page that had it open before is told too.
    with pytest.raises(StoreError, match="cannot be opened for writing"):
        new_run(store, dataset)
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    again = RunStore.open(store.home.path)
    assert (again.run(run_id), again.event_texts(run_id)) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_write_permission_is_named(tmp_path):
    home = tmp_path / "home"
    RunStore.open(home)
    home.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="cannot be written"):
            RunStore.open(home)
    finally:
        home.chmod(0o700)


def test_a_capsule_that_does_not_fit_leaves_no_file(disk, kept, monkeypatch, capsys):
    from gesncd.__main__ import main

    store, run_id = kept
    fill(disk)
    monkeypatch.chdir(disk)
    command = ["runs", "--home", str(store.home.path), "export", run_id, "--out", "x.gesncd"]
    assert main(command) == 2
    assert "disk is full" in capsys.readouterr().err
    assert sorted(path.name for path in disk.iterdir()) == ["filler", "home"]
    (disk / "filler").unlink()
    with (disk / "x.gesncd").open("w+b") as target:
        export_run(store, run_id, target, with_data=True)
