from dataclasses import replace

import pytest

from gesncd.knowledge import Knowledge
from gesncd.measures import PartialCorrelation, Query
from gesncd.runs.errors import PartError
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import PartContext, create_task, task_results
from gesncd.runs.tasks.parts_search import run_part
from gesncd.runs.tasks.plain_json import plain_text
from gesncd.runs.tasks.worker import work_task
from gesncd.runs.workers.worker import work
from gesncd.search.deserialise import pdag_from_dict
from gesncd.search.events import Finished, GlobalScore
from gesncd.search.reframed_ges import reframed_ges
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

SETTINGS = RunSettings(measure="partial-correlation", alpha=0.01)


@pytest.fixture
def part_context(store, dataset):
    return PartContext(store, store.add_dataset(dataset, "linear.csv"))


def search(dataset, part_context, settings=SETTINGS):
    return run_part(dataset, {"settings": settings.to_dict(), "label": "x"}, part_context)


def test_a_part_finds_what_a_search_finds(dataset, part_context):
    value = search(dataset, part_context)
    measure = PartialCorrelation(dataset)
    events = list(reframed_ges(measure, measure.null_quantile(0.01)))
    finished = next(event for event in events if isinstance(event, Finished))
    scores = [event.value for event in events if isinstance(event, GlobalScore)]
    assert pdag_from_dict(value["cpdag"]) == finished.cpdag
    assert value["edges"] == value["cpdag"]["edges"]
    assert (value["n_edges"], value["n_steps"]) == (finished.graph.n_edges, finished.n_steps)
    assert value["n_edges"] >= 6
    assert value["global_score"] == scores[-1]
    assert value["tau"] == value["noise_floor"] == measure.null_quantile(0.01)
    assert 0 < value["n_queries"] < finished.n_queries
    assert 0 < value["seconds"] < 60
    plain_text(value, "result")


def test_a_part_repeats_itself_from_cached_scores(dataset, part_context):
    first, second = search(dataset, part_context), search(dataset, part_context)
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_threshold_global_score_and_knowledge_are_obeyed(dataset, part_context):
    plain = search(dataset, part_context)
    strict = search(dataset, part_context, replace(SETTINGS, tau=0.5, global_score=False))
    assert (strict["tau"], strict["global_score"]) == (0.5, None)
    assert strict["noise_floor"] == plain["noise_floor"]
    assert strict["n_edges"] < plain["n_edges"]
    known = replace(SETTINGS, knowledge=Knowledge(required=frozenset({("e", "g")})))
    oriented = search(dataset, part_context, known)
    assert [4, 6, True] in oriented["edges"]
    assert [4, 6, True] not in oriented["cpdag"]["edges"]
    assert oriented["global_score"] is not None


def test_a_runs_search_and_a_parts_share_their_scores(store, dataset, part_context):
    search(dataset, part_context)
    with store.database.reading() as connection:
        before = connection.execute("SELECT count(*) FROM scores").fetchone()[0]
    assert before > 20
    run_id = store.create_run(dataset.sha256, "x", replace(SETTINGS, global_score=False))
    work(store, run_id)
    with store.database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM scores").fetchone()[0] == before


def test_what_cannot_be_searched_is_told(dataset, part_context):
    with pytest.raises(PartError, match="lacks its settings"):
        run_part(dataset, {}, part_context)
    with pytest.raises(PartError, match="Unknown setting 'depht'"):
        run_part(dataset, {"settings": {"depht": 3}}, part_context)
    unknown = replace(SETTINGS, knowledge=Knowledge(required=frozenset({("e", "zz")})))
    with pytest.raises(PartError, match="zz"):
        search(dataset, part_context, unknown)


def test_what_is_judged_in_sample_is_calibrated_first(dataset, part_context):
    parts = NcdParts(outer_steps=2, inner_steps=1, test_width=4)
    quick = RunSettings(networks="paper", width=4, ncd=parts, global_score=False, max_subset=0)
    value = search(dataset, part_context, quick)
    assert value["tau"] == value["noise_floor"]
    assert 0.005 < value["tau"] < 1
    given = search(dataset, part_context, replace(quick, tau=value["tau"]))
    assert (given["cpdag"], given["noise_floor"]) == (value["cpdag"], None)


def test_two_processes_share_the_scores_and_find_what_one_finds(store, dataset, part_context):
    parts = [{"settings": replace(SETTINGS, alpha=0.3 / 2**k).to_dict()} for k in range(12)]
    task_id = create_task(store, dataset.sha256, "search", parts)
    assert work_task(store, task_id, jobs=2) is RunState.FINISHED
    results = task_results(store, task_id)
    assert [result.message for result in results.values()] == [""] * 12
    alone = PartContext(RunStore.open(store.home.path.parent / "other"), "")
    for number, part in enumerate(parts):
        expected = run_part(dataset, part, alone)
        assert {**results[number].value, "seconds": 0} == {**expected, "seconds": 0}
    measure = PartialCorrelation(dataset)
    pairs = [Query.pair(i, j) for i in range(7) for j in range(i)]
    canonical = [query.canonical for query in pairs]
    found = store.scores(measure.key, canonical)
    assert found == dict(zip(canonical, measure.evaluate(canonical), strict=True))
