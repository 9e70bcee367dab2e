import os
import sys
from contextlib import contextmanager
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
import pytest

from gesncd.data import Dataset

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def data():
    """Nonlinear data over eight variables."""
    rng = np.random.default_rng(5)
    d = 8
    weights = np.triu(rng.random((d, d)) < 0.3, 1) * rng.uniform(0.6, 1.2, (d, d))
    values = np.tanh(rng.normal(size=(250, d)) @ np.linalg.inv(np.eye(d) - weights))
    return Dataset.from_array(values)


@pytest.fixture(scope="session")
def functions():
    """Functions for workers, in a module that they can import too."""
    import importlib

    sys.path.insert(0, str(HERE))
    yield importlib.import_module("worker_functions")
    sys.path.remove(str(HERE))


@contextmanager
def two_workers():
    """A Dask cluster on this machine: a scheduler, two worker processes and their nannies."""
    import dask
    from distributed import LocalCluster

    # The workers are spawned, and find modules where this process does. Not every one that dies
    # comes back, so a part may take fewer of them along than Dask would let it.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            host="127.0.0.1",
            silence_logs=50,
        ) as running,
    ):
        running.wait_for_workers(2, timeout=240)
        yield running


@pytest.fixture(scope="session")
def cluster(functions):
    """A cluster that tests share, and leave whole."""
    with two_workers() as running:
        yield running


@pytest.fixture
def own_cluster(functions):
    """A cluster for one test, which may kill its workers: not every one that dies comes back."""
    with two_workers() as running:
        yield running


@pytest.fixture(scope="session")
def address(cluster):
    """What GESNCD_ENGINE is for the cluster."""
    return "dask://" + cluster.scheduler_address.removeprefix("tcp://")


@pytest.fixture(scope="session")
def dask_engine(address):
    """The engine of the cluster."""
    from gesncd.engine import engine_of

    engine = engine_of(address)
    yield engine
    engine.close()


@pytest.fixture
def arguments():
    """A function that makes a source of arguments."""

    def source(values):
        left = iter(values)
        return lambda: next(left, None)

    return source
