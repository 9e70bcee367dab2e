"""Every page on a run says what tells it from other runs on the same data."""

from __future__ import annotations

import numpy as np
import pytest

from components.opened_run import run_label
from gesncd.data import Dataset
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

CAPS = ("conditioning sets up to 1", "sets T and H up to 2", "3 candidate partners a variable")


@pytest.fixture
def capped(home):
    """Id of a run with every cap."""
    x = np.random.default_rng(5).normal(size=(200, 4))
    x[:, 2] += x[:, 0] + x[:, 1]
    store = RunStore.open(home)
    sha256 = store.add_dataset(Dataset.from_array(x, list("abcd")), "four.csv")
    settings = RunSettings(
        measure="partial-correlation", max_conditioning=1, max_subset=2, screen=3, seed=7
    )
    run_id = store.create_run(sha256, "four.csv", settings)
    assert work(store, run_id) is RunState.FINISHED
    return run_id


@pytest.mark.parametrize("page", ["app", "pages/tune", "pages/replay", "pages/judge", "pages/runs"])
def test_its_caps_are_told(app, capped, page):
    app.run()
    if page != "app":
        app.switch_page(f"{page}.py")
    app.query_params["run"] = capped
    app.run()
    assert not app.exception
    shown = "\n".join(
        str(element.value).replace("\\", "")
        for kind in ("markdown", "caption")
        # Judge has room for its parts alone, so that the sidebar tells it.
        for element in (app.sidebar if page == "pages/judge" else app.main).get(kind)
    )
    for words in (*CAPS, "seed\N{NO-BREAK SPACE}7"):
        assert words in shown


def test_lists_of_runs_tell_them(home, capped):
    label = run_label(RunStore.open(home).run(capped))
    assert all(words in label for words in CAPS)
