import sys

import pytest

from gesncd.engine import EngineError, EngineMeasure, choose
from gesncd.engine.joblib_engine import JoblibEngine
from gesncd.measures import Rcd
from gesncd.runs import engine_setting
from gesncd.runs.engine_setting import (
    EngineChoice,
    choose_engine,
    engine_choice,
    engine_in_use,
    try_engine,
)
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.shared_measure import sharing_processors
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

HERE = EngineChoice("local", by_environment=False, fixed=False)


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch):
    monkeypatch.delenv("GESNCD_ENGINE", raising=False)
    monkeypatch.delenv("GESNCD_SHARED", raising=False)
    yield
    choose._opened.cache_clear()


@pytest.fixture
def asked(monkeypatch):
    """How often an engine of joblib was asked, by the function that it called."""
    calls = []
    run = JoblibEngine.run

    def counted(self, function, *arguments, **more):
        calls.append(function.__name__)
        return run(self, function, *arguments, **more)

    monkeypatch.setattr(JoblibEngine, "run", counted)
    return calls


def test_what_was_chosen_is_kept_and_can_be_taken_back(store):
    assert engine_choice(store) == HERE
    assert engine_in_use(store) is None
    choose_engine(store, "joblib:threading")
    other = RunStore.open(store.home.path)
    assert engine_choice(other).text == "joblib:threading"
    assert engine_in_use(other).name == "joblib's backend 'threading'"
    choose_engine(other, "local")
    assert engine_choice(store) == HERE


def test_the_environment_wins_and_cannot_be_changed(store, monkeypatch):
    choose_engine(store, "dask://nowhere:1")
    monkeypatch.setenv("GESNCD_ENGINE", "joblib:threading")
    expected = EngineChoice("joblib:threading", by_environment=True, fixed=True)
    assert engine_choice(store) == expected
    assert isinstance(engine_in_use(store), JoblibEngine)
    with pytest.raises(StoreError, match="cannot be changed here"):
        choose_engine(store, "local")
    monkeypatch.setenv("GESNCD_ENGINE", "local")
    assert engine_choice(store).fixed
    assert engine_in_use(store) is None


def test_people_who_share_a_server_choose_no_engine(store, monkeypatch):
    choose_engine(store, "dask://nowhere:1")
    monkeypatch.setenv("GESNCD_SHARED", "1")
    # Not even one that was chosen before: its scheduler could do what this user may.
    assert engine_choice(store) == EngineChoice("local", by_environment=False, fixed=True)
    assert engine_in_use(store) is None
    with pytest.raises(StoreError, match="cannot be changed here"):
        choose_engine(store, "ray")


def test_a_run_uses_what_was_chosen_and_finds_the_same(store, new_run, dataset, asked):
    runs = []
    for text in ("local", "joblib:threading"):
        choose_engine(store, text)
        runs.append(new_run(measure="rcd", seed=2))
        assert work(store, runs[-1]) is RunState.FINISHED
        if text == "local":
            assert asked == []
            # Else the second run would read the scores of the first.
            with store.database.writing() as connection:
                connection.execute("DELETE FROM scores")
    assert set(asked) == {"answer"}
    assert store.event_texts(runs[0]) == store.event_texts(runs[1])


def test_a_measure_of_a_run_asks_the_engine(store, dataset):
    rcd = RunSettings(measure="rcd")
    assert isinstance(sharing_processors(store)(rcd, dataset), Rcd)
    choose_engine(store, "joblib:threading")
    assert isinstance(sharing_processors(store)(rcd, dataset), EngineMeasure)


def test_a_run_whose_scheduler_is_gone_fails_with_what_to_do(store, new_run, monkeypatch):
    monkeypatch.setattr("gesncd.engine.dask_engine._CONNECT_S", 0.5)
    choose_engine(store, "dask://127.0.0.1:9")
    run_id = new_run(measure="rcd")
    assert work(store, run_id) is RunState.FAILED
    message = store.run(run_id).message
    assert "No Dask scheduler answers at tcp://127.0.0.1:9" in message
    assert "Engine on the page Runs" in message
    choose_engine(store, "local")
    store.requeue(run_id)
    assert work(store, run_id) is RunState.FINISHED


# --- trials --------------------------------------------------------------------------------


def test_a_trial_has_the_workers_say_where_they_are():
    found = try_engine("joblib:threading")
    assert found.name == "joblib's backend 'threading'"
    assert (found.n_machines, found.n_workers) == (1, found.n_processors)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mainframe", "names no engine"),
        ("joblib:nowhere", "no backend 'nowhere'"),
        ("dask://127.0.0.1:9", "No Dask scheduler answers at tcp://127.0.0.1:9"),
    ],
)
def test_a_trial_says_why_not(text, message):
    with pytest.raises(EngineError, match=message):
        try_engine(text)


def test_a_trial_names_the_package_that_is_missing(tmp_path, monkeypatch):
    (tmp_path / "distributed.py").write_text("raise ImportError('none')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    # Of the same name, and found first.
    monkeypatch.setattr(
        engine_setting,
        "module_command",
        lambda module: {
            "args": [sys.executable, "-m", module],
            "env": {"PYTHONPATH": f"{tmp_path}:{':'.join(sys.path)}", "OMP_NUM_THREADS": "1"},
        },
    )
    with pytest.raises(EngineError, match=r"'distributed'.*pip install -r requirements-cluster"):
        try_engine("dask://127.0.0.1:9")


def test_a_trial_is_given_up():
    with pytest.raises(EngineError, match="No answer within 0 s"):
        try_engine("joblib:threading", patience_s=0.01)


def test_a_trial_that_crashes_is_no_traceback(monkeypatch):
    monkeypatch.setattr(
        engine_setting,
        "module_command",
        lambda module: {"args": [sys.executable, "-c", "raise SystemExit(3)"]},
    )
    with pytest.raises(EngineError, match="ended unexpectedly"):
        try_engine("ray")
