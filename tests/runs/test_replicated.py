import numpy as np
import pytest

from gesncd.analysis.resamples import Resampling, plan_replicates
from gesncd.data import Dataset
from gesncd.engine import EngineError, engine_of
from gesncd.runs import replicated
from gesncd.runs.replicated import search_replicates
from gesncd.settings.run_settings import RunSettings

SETTINGS = RunSettings(measure="rcd", global_score=False)
PLAN = plan_replicates(Resampling.HALVES, 6, measure="rcd")


@pytest.fixture(scope="module")
def chain():
    noise = np.random.default_rng(3).normal(size=(4, 240))
    return Dataset.from_array(np.cumsum(noise, axis=0).T)


def test_results_come_in_the_plans_order_whoever_computes_them(chain):
    alone = list(search_replicates(SETTINGS, chain, PLAN, jobs=1))
    assert len(alone) == len(PLAN)
    assert len({result.graph for result in alone}) > 1
    assert list(search_replicates(SETTINGS, chain, PLAN, jobs=2)) == alone
    engine = engine_of("joblib:threading")
    assert list(search_replicates(SETTINGS, chain, PLAN, jobs=1, engine=engine)) == alone


def test_a_worker_with_other_versions_is_refused(chain, monkeypatch):
    known = replicated.software_versions("rcd")
    told = iter([known | {"numpy": "1.0"}])
    monkeypatch.setattr(replicated, "software_versions", lambda measure: next(told, known))
    results = search_replicates(
        SETTINGS, chain, PLAN[:1], jobs=1, engine=engine_of("joblib:threading")
    )
    with pytest.raises(EngineError, match=r"has numpy 1\.0|numpy .* has 1\.0"):
        list(results)


def test_leaving_before_the_end_is_quiet(chain, caplog):
    """As by Ctrl-C: what waits for a process is given up, and nothing of it is reported."""
    many = plan_replicates(Resampling.HALVES, 60, measure="rcd")
    results = search_replicates(SETTINGS, chain, many, jobs=2)
    first = next(results)
    results.close()
    assert first == next(search_replicates(SETTINGS, chain, many, jobs=1))
    assert [record.getMessage() for record in caplog.records] == []
