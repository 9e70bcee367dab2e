import contextlib
import os
import signal
import subprocess
import sys
import threading

import pytest

from gesncd.runs.errors import StoreError
from gesncd.runs.machine.lock import RunLock, is_held

HOLD = """
import sys
from pathlib import Path
from gesncd.runs.machine.lock import RunLock
lock = RunLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
{then}
sys.stdin.read()
"""
FORK = """
import os, time
if os.fork() == 0:
    print("child", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def hold(tmp_path):
    """A function that starts a process which holds the lock."""
    processes = []

    def start(then=""):
        process = subprocess.Popen(
            [sys.executable, "-c", HOLD.format(then=then), str(tmp_path / "lock")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        processes.append(process)
        assert process.stdout.readline() == "True\n"
        return process

    yield start
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_nobody_holds_a_lock_that_was_never_taken(tmp_path):
    assert not is_held(tmp_path / "lock")
    assert not (tmp_path / "lock").exists()


def test_a_lock_is_held_from_acquire_to_release(tmp_path):
    lock = RunLock(tmp_path / "lock")
    assert lock.acquire()
    assert is_held(tmp_path / "lock")
    assert not RunLock(tmp_path / "lock").acquire()
    lock.release()
    assert not is_held(tmp_path / "lock")
    lock.release()


def test_a_killed_process_holds_no_lock(tmp_path, hold):
    process = hold()
    assert is_held(tmp_path / "lock")
    process.kill()
    process.wait()
    assert not is_held(tmp_path / "lock")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform has no fork")
def test_a_forked_child_does_not_keep_its_dead_parents_lock(tmp_path, hold):
    process = hold(FORK)
    assert process.stdout.readline() == "child\n"
    assert is_held(tmp_path / "lock")
    process.kill()
    process.wait()
    assert not is_held(tmp_path / "lock")


def test_patience_outlasts_a_reader_that_only_looks(tmp_path):
    look = RunLock(tmp_path / "lock")
    assert look.acquire()
    timer = threading.Timer(0.1, look.release)
    timer.start()
    assert RunLock(tmp_path / "lock").acquire(patience_s=5.0)
    timer.join()


def test_a_lock_that_cannot_be_opened_gives_a_message(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened"):
        RunLock(tmp_path / "absent" / "lock").acquire()
