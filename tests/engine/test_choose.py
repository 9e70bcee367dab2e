import sys

import pytest

from gesncd.engine import (
    EngineError,
    chosen_engine,
    dask_engine,
    dask_text,
    engine_of,
    named_engine,
    opened_engine,
)


@pytest.mark.parametrize("text", ["", "local", "  local "])
def test_the_default_is_this_machine(text):
    assert chosen_engine({"GESNCD_ENGINE": text}) is None
    assert chosen_engine({}) is None


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("dask://lab:1234", "tcp://lab:1234"),
        ("dask://lab", "tcp://lab:8786"),
        ("dask://10.0.0.7:8786/", "tcp://10.0.0.7:8786"),
        ("dask://[::1]:8786", "tcp://[::1]:8786"),
        ("dask+tls://lab:8786", "tls://lab:8786"),
    ],
)
def test_a_scheduler_by_its_address(monkeypatch, text, address):
    monkeypatch.setattr(dask_engine, "DaskEngine", lambda asked, **_: asked)
    assert engine_of(text) == address


@pytest.mark.parametrize(
    "text", ["dask", "dask://", "dask://lab:port", "tcp://lab:8786", "joblib", "joblib:", "slurm"]
)
def test_what_names_no_engine_is_refused(text):
    with pytest.raises(EngineError, match=r"names no engine.*dask://HOST:PORT"):
        engine_of(text)


@pytest.mark.parametrize("module", ["distributed", "joblib"])
def test_a_missing_package_is_named_with_what_installs_it(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    text = "dask://127.0.0.1:1" if module == "distributed" else "joblib:loky"
    with pytest.raises(EngineError, match=rf"'{module}'.*pip install -r requirements-cluster\.txt"):
        engine_of(text)


def test_ray_is_a_backend_of_joblib_that_ray_brings(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(EngineError, match=r"'ray'.*pip install ray"):
        engine_of("ray")


def test_an_unknown_backend_is_refused():
    with pytest.raises(EngineError, match="no backend 'nowhere'"):
        engine_of("joblib:nowhere")


def test_nobody_at_the_address(monkeypatch):
    monkeypatch.setattr(dask_engine, "_CONNECT_S", 0.5)
    with pytest.raises(EngineError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9 "):
        engine_of("dask://127.0.0.1:9")


def test_an_engine_is_opened_once():
    first = chosen_engine({"GESNCD_ENGINE": "joblib:threading"})
    assert first is not None
    assert chosen_engine({"GESNCD_ENGINE": "joblib:threading"}) is first


def test_what_the_environment_names():
    assert named_engine({}) == ""
    assert named_engine({"GESNCD_ENGINE": " local "}) == "local"
    assert opened_engine("local") is None


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("10.0.0.7:8786", "dask://10.0.0.7:8786"),
        (" lab ", "dask://lab:8786"),
        ("tcp://lab:1234", "dask://lab:1234"),
        ("dask://lab:1234/", "dask://lab:1234"),
        ("tls://lab:8786", "dask+tls://lab:8786"),
        ("dask+tls://lab", "dask+tls://lab:8786"),
        ("[::1]:99", "dask://[::1]:99"),
    ],
)
def test_addresses_as_people_write_them(written, text):
    assert dask_text(written) == text


@pytest.mark.parametrize(
    "written",
    ["", "lab:port", "http://lab:8786", "lab:8786/x", "two words", "lab:99999", "a@b:1"],
)
def test_what_is_no_address_is_refused(written):
    with pytest.raises(EngineError, match=r"no address of a Dask scheduler\. Write HOST:PORT"):
        dask_text(written)


def test_a_trial_waits_less_for_a_first_worker(monkeypatch):
    monkeypatch.setattr(dask_engine, "DaskEngine", lambda address, **more: (address, more))
    assert engine_of("dask://lab", first_worker_s=2.0) == ("tcp://lab:8786", {"first_worker_s": 2})
