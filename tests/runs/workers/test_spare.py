import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gesncd.runs.errors import StoreError
from gesncd.runs.machine.lock import RunLock
from gesncd.runs.machine.spawn import start_spare
from gesncd.runs.store.records import RunState
from gesncd.runs.workers.launch import launch
from gesncd.runs.workers.spare import Reserve

ROOT = Path(__file__).parents[3]


@pytest.fixture
def reserve(monkeypatch):
    reserve = Reserve()
    monkeypatch.setattr("gesncd.runs.workers.launch.RESERVE", reserve)
    yield reserve
    reserve.dismiss()


@pytest.fixture
def starts(monkeypatch):
    """Processes that were started to wait."""
    processes = []

    def start(module):
        processes.append(start_spare(module))
        return processes[-1]

    monkeypatch.setattr("gesncd.runs.workers.spare.start_spare", start)
    return processes


def test_a_run_goes_to_the_waiting_process_which_then_is_a_worker(
    store, new_run, reserve, starts, wait_until, is_gone
):
    reserve.keep_ready(store)
    reserve.keep_ready(store)
    assert len(starts) == 1
    run_id = new_run()
    assert launch(store, run_id) == starts[0].pid
    wait_until(lambda: not store.run(run_id).state.is_live)
    assert store.run(run_id).state is RunState.FINISHED
    wait_until(lambda: is_gone(starts[0].pid))
    assert RunLock(store.home.lock(run_id)).acquire()


def test_it_takes_the_environment_and_the_log_of_its_run(
    store, new_run, reserve, starts, monkeypatch
):
    reserve.keep_ready(store)
    monkeypatch.setenv("GESNCD_CPUS", "many")
    run_id = new_run(measure="ncd")
    assert reserve.take(store.home, run_id) is starts[0]
    # As one that was started now would end.
    assert starts[0].wait(60) == 1
    assert "GESNCD_CPUS must be a whole number" in store.home.log(run_id).read_text()


def test_runs_are_the_same_with_and_without(store, new_run, reserve, starts, wait_until):
    reserve.keep_ready(store)
    texts = []
    for by_the_spare in (True, False):
        run_id = new_run(measure="ncd")
        assert (launch(store, run_id) == starts[0].pid) is by_the_spare
        wait_until(lambda: not store.run(run_id).state.is_live)  # noqa: B023 - called at once
        assert store.run(run_id).state is RunState.FINISHED
        texts.append(store.event_texts(run_id))
        with store.database.writing() as connection:
            connection.execute("DELETE FROM scores")
    assert texts[0] == texts[1]


def test_none_is_started_while_a_worker_needs_the_processors(store, new_run, reserve, starts):
    lock = RunLock(store.home.lock(new_run()))
    assert lock.acquire()
    run_id = store.runs()[0].id
    store.begin(run_id, {})
    reserve.keep_ready(store)
    assert starts == []
    store.finish(run_id, RunState.FINISHED)
    lock.release()
    reserve.keep_ready(store)
    assert len(starts) == 1


def test_a_killed_one_is_missed_by_nobody(
    store, new_run, reserve, starts, wait_until, is_gone, is_running
):
    reserve.keep_ready(store)
    starts[0].kill()
    wait_until(lambda: not is_running(starts[0].pid))
    run_id = new_run()
    pid = launch(store, run_id)
    assert pid not in (None, starts[0].pid)
    wait_until(lambda: not store.run(run_id).state.is_live)
    assert store.run(run_id).state is RunState.FINISHED
    assert is_gone(starts[0].pid)


def test_where_one_cannot_live_no_second_one_is_tried(
    store, reserve, starts, monkeypatch, wait_until, is_gone, is_running
):
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    reserve.keep_ready(store)
    wait_until(lambda: not is_running(starts[0].pid))
    for _ in range(3):
        reserve.keep_ready(store)
    assert len(starts) == 1
    assert is_gone(starts[0].pid)


def test_a_missing_python_is_no_error(store, reserve, monkeypatch):
    monkeypatch.setattr("gesncd.runs.machine.spawn.sys.executable", "/nowhere/python")
    reserve.keep_ready(store)
    assert reserve.take(store.home, "any") is None


def test_a_worker_killed_early_leaves_its_run_to_be_resumed(
    store, new_run, reserve, starts, wait_until, is_gone
):
    reserve.keep_ready(store)
    run_id = new_run(measure="ncd")
    assert launch(store, run_id) == starts[0].pid
    wait_until(lambda: store.run(run_id).state is RunState.RUNNING)
    starts[0].send_signal(signal.SIGKILL)
    wait_until(lambda: store.run(run_id).state is RunState.INTERRUPTED)
    assert is_gone(starts[0].pid)


def test_one_that_cannot_begin_fails_its_run(
    store, new_run, reserve, starts, monkeypatch, wait_until
):
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    reserve.keep_ready(store)
    run_id = new_run()
    # Its end may not have been noticed yet: whichever process has the run, it fails in words.
    launch(store, run_id)
    wait_until(lambda: store.run(run_id).state is not RunState.QUEUED)
    assert store.run(run_id).state is RunState.FAILED
    assert "ended at once with status" in store.run(run_id).message


def test_the_switch(store, reserve, starts, monkeypatch):
    monkeypatch.setenv("GESNCD_SPARE_WORKER", "0")
    reserve.keep_ready(store)
    assert starts == []
    monkeypatch.setenv("GESNCD_SPARE_WORKER", "no")
    with pytest.raises(StoreError, match="GESNCD_SPARE_WORKER must be a whole number from 0 on"):
        reserve.keep_ready(store)


def test_dismissed_it_ends(store, reserve, starts, is_gone):
    reserve.keep_ready(store)
    reserve.dismiss()
    assert is_gone(starts[0].pid)
    assert reserve.take(store.home, "any") is None


_SERVER = """
import signal, sys, time
from pathlib import Path
import gesncd.runs.workers.spare as spare
from gesncd.runs.workers.launch import launch
from gesncd.runs.store.run_store import RunStore

# A shell's background jobs, and what those start, ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
store = RunStore.open(Path(sys.argv[1]))
spare.RESERVE.keep_ready(store)
print(spare.RESERVE._process.pid, flush=True)
if len(sys.argv) > 2:
    print(launch(store, sys.argv[2]), flush=True)
time.sleep(600)
"""


@pytest.fixture
def serve(store):
    """A function that starts a process which keeps one ready, and says that one's id."""
    servers = []

    def start(*arguments):
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", _SERVER, str(store.home.path), *arguments]
        servers.append(subprocess.Popen(command, stdout=subprocess.PIPE, env=environment))
        return servers[-1], int(servers[-1].stdout.readline())

    yield start
    for server in servers:
        server.kill()
        server.communicate()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="process states come from /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_dies_with_its_server_however_that_ends(serve, how, wait_until, is_running):
    server, pid = serve()
    assert is_running(pid)
    server.send_signal(how)
    server.wait()
    wait_until(lambda: not is_running(pid))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="process states come from /proc")
def test_with_a_run_it_outlives_its_server(store, new_run, serve, wait_until, is_running):
    run_id = new_run(measure="ncd")
    server, pid = serve(run_id)
    assert int(server.stdout.readline()) == pid
    server.kill()
    server.wait()
    wait_until(lambda: not store.run(run_id).state.is_live)
    assert store.run(run_id).state is RunState.FINISHED
    wait_until(lambda: not is_running(pid))
