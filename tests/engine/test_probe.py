import json
import subprocess
import sys

from gesncd.engine.probe import Probe, look, probe


def test_a_cluster_says_its_workers_machines_and_processors(address, data):
    found = probe(address)
    assert found == Probe(
        "Dask at tcp://" + address.removeprefix("dask://"), 2, 1, look(data, 0)[1]
    )


def test_the_process_of_a_trial_sends_its_functions_by_name(address):
    done = subprocess.run(
        [sys.executable, "-m", "gesncd.engine.probe"],
        input=address,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    found = json.loads(done.stdout.strip().splitlines()[-1])
    assert (found["n_workers"], found["n_machines"]) == (2, 1)


def test_workers_with_several_threads_are_told_of(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    done = subprocess.run(
        [sys.executable, "-m", "gesncd.engine.probe"],
        input="joblib:threading",
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    found = json.loads(done.stdout.strip().splitlines()[-1])
    assert "OMP_NUM_THREADS=1" in found["error"]
