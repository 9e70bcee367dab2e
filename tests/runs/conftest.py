import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.runs.store import RunStore


@pytest.fixture
def store(tmp_path):
    return RunStore.open(tmp_path / "home")


@pytest.fixture(scope="session")
def dataset():
    """Linear data over seven variables, with collider, chain and fork."""
    rng = np.random.default_rng(3)
    a, b, e = rng.normal(size=(3, 300))
    c = a + b + 0.5 * rng.normal(size=300)
    d = c + 0.5 * rng.normal(size=300)
    f = d - e + 0.5 * rng.normal(size=300)
    g = 0.8 * e + 0.5 * rng.normal(size=300)
    return Dataset.from_array(np.column_stack([a, b, c, d, e, f, g]), list("abcdefg"))


@pytest.fixture
def new_run(store, dataset):
    """A function that queues a run on the data set."""
    from gesncd.runs.settings import RunSettings

    def create(**settings):
        sha256 = store.add_dataset(dataset, "linear.csv")
        chosen = RunSettings(**{"measure": "partial-correlation", **settings})
        return store.create_run(sha256, "linear.csv", chosen)

    return create


@pytest.fixture
def claim(store):
    """A function that queues a run as if a worker had been started for it."""
    from gesncd.runs.queue import claim_next

    def take(run_id):
        while claim_next(store, 1000) != run_id:
            continue

    return take


@pytest.fixture
def age(store):
    """A function that makes a run's heartbeat look as old as it says."""

    def make_old(run_id, seconds=60.0):
        with store.database.writing() as connection:
            connection.execute(
                "UPDATE runs SET heartbeat = heartbeat - ? WHERE id = ?", (seconds, run_id)
            )

    return make_old
