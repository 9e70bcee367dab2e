import pickle

import pytest

from gesncd.engine import EngineError, EngineMeasure, choose
from gesncd.measures import Rcd
from gesncd.runs.workers.shared_measure import sharing_processors
from gesncd.settings import engine_measure as runs_engine
from gesncd.settings.engine_measure import (
    measure_for_search,
    measure_on,
    measure_there,
    refuse_other_versions,
)
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

RCD = RunSettings(measure="rcd", seed=5)


@pytest.fixture
def threads(monkeypatch):
    """Chooses threads of this process as the engine."""
    monkeypatch.setenv("GESNCD_ENGINE", "joblib:threading")
    yield
    choose._opened.cache_clear()


def test_without_an_engine_the_measure_is_the_plain_one(dataset, store, monkeypatch):
    monkeypatch.delenv("GESNCD_ENGINE", raising=False)
    assert isinstance(measure_for_search(RCD, dataset), Rcd)
    assert isinstance(sharing_processors(store)(RCD, dataset), Rcd)


def test_with_an_engine_searches_and_runs_ask_it(dataset, store, threads):
    for measure in (measure_for_search(RCD, dataset), sharing_processors(store)(RCD, dataset)):
        assert isinstance(measure, EngineMeasure)
        assert measure.key == Rcd(dataset, seed=5).key


def test_a_recipe_travels_and_makes_the_measure(dataset, threads):
    measure = measure_on(choose.chosen_engine(), RCD, dataset)
    recipe = pickle.loads(pickle.dumps(measure._recipe))
    assert recipe.build(dataset).key == recipe.key == measure.key


def test_a_worker_with_other_versions_refuses(dataset, monkeypatch):
    versions = software_versions("rcd")
    assert measure_there(RCD.to_dict(), versions, dataset).key == Rcd(dataset, seed=5).key
    monkeypatch.setattr(
        runs_engine, "software_versions", lambda measure: versions | {"scipy": "0.1"}
    )
    with pytest.raises(EngineError, match=r"has scipy 0\.1, and the machine that asks has"):
        measure_there(RCD.to_dict(), versions, dataset)


def test_pythons_own_version_is_free():
    refuse_other_versions({"numpy": "2", "python": "3.11"}, {"numpy": "2", "python": "3.12"})
    with pytest.raises(EngineError, match="has torch not at all, and the machine that asks has 2"):
        refuse_other_versions({"torch": "2"}, {})
    with pytest.raises(EngineError, match="has torch 2, and the machine that asks has none"):
        refuse_other_versions({}, {"torch": "2"})
