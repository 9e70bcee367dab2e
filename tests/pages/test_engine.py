"""The engine on the page Runs, and what Discover and Data say of time and memory."""

from __future__ import annotations

import os
import re

import pytest

from gesncd.engine import EngineError
from gesncd.engine.probe import Probe
from gesncd.runs.engine_setting import engine_choice
from gesncd.runs.planning import memory_advice
from gesncd.runs.planning.memory import memory_by_formula
from gesncd.runs.store.run_store import RunStore


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch):
    monkeypatch.delenv("GESNCD_ENGINE", raising=False)
    monkeypatch.delenv("GESNCD_SHARED", raising=False)


@pytest.fixture
def store(home):
    return RunStore.open(home)


@pytest.fixture
def runs(app):
    app.run()
    return app.switch_page("pages/runs.py").run()


def by_key(elements, key):
    return next(each for each in elements if each.key == key)


def keys(app):
    return {each.key for each in app.button}


def texts(app):
    kinds = ("markdown", "caption", "error", "success", "warning")
    # Without the marks that keep Markdown from reading it otherwise.
    return re.sub("[\\\\\u2060]", "", "\n".join(str(e.value) for k in kinds for e in app.get(k)))


def choose(app, kind, address=None):
    app = by_key(app.radio, "_engine_kind").set_value(kind).run()
    if address is not None:
        app = by_key(app.text_input, "_engine_address").input(address).run()
    assert not app.exception
    return app


def test_this_machine_is_the_default_and_in_use(runs):
    assert by_key(runs.radio, "_engine_kind").value == "local"
    assert by_key(runs.button, "engine-use").disabled
    assert "engine-test" not in keys(runs)
    assert "processor" in texts(runs)


def test_a_scheduler_is_tried_chosen_and_remembered(runs, store, monkeypatch):
    asked = []

    def answer(text):
        asked.append(text)
        return Probe("Dask at tcp://10.0.0.7:8786", 4, 2, 16)

    monkeypatch.setattr("components.runs.engine.try_engine", answer)
    app = choose(runs, "dask")
    assert by_key(app.button, "engine-use").disabled
    assert "engine-test" not in keys(app)
    app = choose(app, "dask", "tcp://10.0.0.7")
    assert "Name only a scheduler that you trust" in texts(app)
    app = by_key(app.button, "engine-test").click().run()
    assert asked == ["dask://10.0.0.7:8786"]
    assert "4 workers on 2 machines with 16 processors" in texts(app)
    assert engine_choice(store).text == "local"
    app = by_key(app.button, "engine-use").click().run()
    assert engine_choice(store).text == "dask://10.0.0.7:8786"
    assert by_key(app.button, "engine-use").disabled
    # Somebody who comes later finds it as it was left.
    later = type(app).from_file(app._script_path, default_timeout=240)
    later = later.run().switch_page("pages/runs.py").run()
    assert by_key(later.text_input, "_engine_address").value == "10.0.0.7:8786"
    later = choose(later, "local")
    by_key(later.button, "engine-use").click().run()
    assert engine_choice(store).text == "local"


def test_what_is_no_address_is_said_and_cannot_be_used(runs):
    app = choose(runs, "dask", "http://lab <b>")
    assert "is no address of a Dask scheduler" in texts(app)
    assert by_key(app.button, "engine-use").disabled
    assert "engine-test" not in keys(app)


def test_why_a_trial_failed_stands_there_until_another_engine_is_looked_at(runs, monkeypatch):
    def refuse(text):
        raise EngineError("A Dask cluster needs the package 'distributed'. Install it with: pip.")

    monkeypatch.setattr("components.runs.engine.try_engine", refuse)
    app = choose(runs, "dask", "lab")
    app = by_key(app.button, "engine-test").click().run()
    assert "needs the package 'distributed'" in texts(app)
    app = choose(app, "ray")
    assert "needs the package 'distributed'" not in texts(app)
    assert "RAY_ADDRESS" in texts(app)


def test_the_environment_is_shown_as_fixed(app, monkeypatch):
    monkeypatch.setenv("GESNCD_ENGINE", "joblib:threading")
    page = app.run().switch_page("pages/runs.py").run()
    assert "by `GESNCD_ENGINE`, and fixed" in texts(page)
    assert "joblib:threading" in texts(page)
    assert keys(page) & {"engine-use", "engine-test"} == {"engine-test"}
    page = by_key(page.button, "engine-test").click().run()
    assert "joblib's backend 'threading'" in texts(page)
    assert f"{len(os.sched_getaffinity(0))} processor" in texts(page)


def test_people_who_share_a_server_choose_nothing(app, monkeypatch):
    monkeypatch.setenv("GESNCD_SHARED", "1")
    page = app.run().switch_page("pages/runs.py").run()
    assert "Several people share this server" in texts(page)
    assert not keys(page) & {"engine-use", "engine-test"}


def test_a_real_cluster_is_found_and_searches(runs, store, run_until):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1"
    ) as cluster:
        address = cluster.scheduler_address
        app = choose(runs, "dask", address)
        app = by_key(app.button, "engine-test").click().run(timeout=120)
        assert f"Dask at {address}: 1 worker on 1 machine" in texts(app)
        by_key(app.button, "engine-use").click().run()
        discover = type(app).from_file(app._script_path, default_timeout=240)
        discover.query_params["sample"] = "sachs"
        discover.run()
        discover.button_group[0].set_value("rcd").run()
        assert f"Run uses the Dask cluster at {address.removeprefix('tcp://')}" in texts(discover)
        by_key(discover.button, "run-button").click().run()
        run_until(discover, lambda _: not store.runs()[0].state.is_live, seconds=120)
        assert store.runs()[0].state.value == "finished", store.runs()[0].message


# --- memory --------------------------------------------------------------------------------


def test_discover_says_time_and_memory(app):
    app.query_params["sample"] = "sachs"
    app.run()
    assert re.search(
        r"(?:About|Under) .+ and [\d.]+\u00a0[MG]B of memory for 11 variables × 853 rows",
        texts(app),
    )
    assert not app.warning


def test_discover_warns_where_memory_does_not_suffice(app, monkeypatch):
    monkeypatch.setattr("components.settings.panel.free_mb", lambda: 50.0)
    app.query_params["sample"] = "sachs"
    app.run()
    assert "50\u00a0MB are free: the system may end the search" in texts(app)


def test_data_says_memory_of_a_large_table_and_what_to_do(app, monkeypatch):
    tried = []

    def measured(settings, columns, n_rows):
        tried.append((settings.measure, columns, n_rows))
        return memory_by_formula(settings.measure, sum(columns))

    monkeypatch.setattr("components.settings.memory.measure_memory", measured)
    monkeypatch.setattr("components.data_page.page.free_mb", lambda: 220.0)
    rows = "\n".join(f"{i % 977 / 7:.4f},{i * i % 991 / 3:.4f}" for i in range(120_000))
    app = app.run().switch_page("pages/data.py").run()
    content = f"a,b\n{rows}\n".encode()
    app.file_uploader[0].set_value([("large.csv", content, "text/csv")]).run(timeout=120)
    assert not app.exception
    said = texts(app)
    assert re.search(r"A search takes .+ and \d+\u00a0MB of memory with RCD", said)
    assert {measure for measure, *_ in tried} == {"ncd", "rcd"}
    assert re.search(r"needs about .+ with NCD .*and 220 MB are free here", said)
    assert memory_advice.fits(100.0, 220.0)
