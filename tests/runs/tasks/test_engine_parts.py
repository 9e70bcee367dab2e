import pytest

from gesncd.engine import EngineError, Lost
from gesncd.measures import Cancelled, Query, Rcd
from gesncd.runs.tasks import engine_parts
from gesncd.runs.tasks.engine_parts import DetachedContext, EnginePool, Sent, do_part, pool_for
from gesncd.runs.tasks.kinds import Kind
from gesncd.runs.tasks.pool import Pool, Unable
from gesncd.runs.tasks.process import Job
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

RCD = RunSettings(measure="rcd", global_score=False)


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(engine_parts, "_kept", type(engine_parts._kept)())


@pytest.fixture
def sent(tmp_path):
    function = "gesncd.runs.tasks.parts_search:run_part"
    part = {"settings": RCD.to_dict()}
    return Sent(0, part, function, software_versions("ncd"), tmp_path / "log")


@pytest.fixture
def job(store, dataset, sent, tmp_path):
    sha256 = store.add_dataset(dataset, "linear.csv")
    return Job(store.home.path, sha256, sent.function, tmp_path / "log")


class Replying:
    """An engine that gives each part the next of some replies."""

    name = "replying"

    def __init__(self, *replies):
        self.replies = iter(replies)

    def n_workers(self):
        return 3

    def run(self, function, dataset, next_argument, *, tick=lambda: None, ahead=1):
        while (argument := next_argument()) is not None:
            tick()
            reply = next(self.replies, None) or function(dataset, argument)
            if isinstance(reply, Exception):
                raise reply
            yield argument, reply

    def close(self):
        pass


def test_scores_on_the_tasks_data_are_told_and_serve_the_next_part(dataset, sent, monkeypatch):
    done = do_part(dataset, sent)
    assert done.outcome.message == ""
    ((key, queries, scores),) = done.scores
    assert key == build_measure(RCD, dataset).key
    assert list(Rcd(dataset).evaluate(queries)) == list(scores)
    asked = []
    evaluate = Rcd.evaluate
    monkeypatch.setattr(
        Rcd, "evaluate", lambda self, *given: asked.append(given) or evaluate(self, *given)
    )
    again = do_part(dataset, sent)
    assert asked == []
    assert again.scores == ()


def test_scores_on_other_data_stay_with_their_part(dataset):
    context = DetachedContext("another", lambda: False)
    measure = context.settings_measure(RCD, dataset)
    context.cache.put(measure.key, [Query.pair(0, 1)], [0.5])
    assert context.cache.get(measure.key, [Query.pair(0, 1), Query.pair(0, 2)]) == [0.5, None]
    assert context.found() == ()
    assert DetachedContext("another", lambda: False).cache.get(measure.key, [Query.pair(0, 1)]) == [
        None
    ]


def test_a_part_hears_of_a_stop(dataset):
    context = DetachedContext(dataset.sha256, lambda: True)
    with pytest.raises(Cancelled):
        context.check()
    with pytest.raises(Cancelled):
        context.on_progress(None)


def test_a_worker_with_other_versions_does_no_part(dataset, sent, monkeypatch):
    monkeypatch.setattr(engine_parts, "software_versions", lambda measure: {"torch": "0.1"})
    with pytest.raises(EngineError, match=r"has torch 0\.1|has gesncd not at all"):
        do_part(dataset, sent)


def test_the_pool_keeps_outcomes_and_scores(store, dataset, job, sent):
    kept = {}
    lost = Lost("The workers ended.")
    pool = EnginePool(Replying(None, lost), store, job, kept.__setitem__)
    pool.run({4: sent.part, 7: sent.part}, lambda: 1, lambda: None)
    assert kept[4].value is not None
    assert (kept[7].value, kept[7].message) == (None, "The workers ended.")
    assert pool.n_processes == 3
    key = build_measure(RCD, dataset).key
    assert store.scores(key, [Query.pair(0, 1)])


def test_the_pool_cannot_without_its_engine(store, job, sent):
    pool = EnginePool(Replying(EngineError("Nobody is there.")), store, job, lambda *_: None)
    with pytest.raises(Unable, match="Nobody is there"):
        pool.run({0: sent.part}, lambda: 1, lambda: None)


def test_a_stop_goes_through_the_pool(store, job, sent):
    def tick():
        raise Cancelled

    with pytest.raises(Cancelled):
        EnginePool(Replying(), store, job, lambda *_: None).run({0: sent.part}, lambda: 1, tick)


def test_parts_that_need_a_process_of_their_own_stay_here(store, job, monkeypatch):
    engine = Replying()
    monkeypatch.setattr(engine_parts, "engine_in_use", lambda store: engine)

    def made(kind):
        return type(pool_for(store, job, kind, lambda *_: None))

    assert made(Kind("a:b")) is EnginePool
    assert made(Kind("a:b", isolated=True)) is Pool
    assert made(Kind("a:b", limit_s=3.0)) is Pool
    engine = None
    assert made(Kind("a:b")) is Pool

    def unreachable(store):
        raise EngineError("No scheduler answers.")

    monkeypatch.setattr(engine_parts, "engine_in_use", unreachable)
    with pytest.raises(Unable, match="No scheduler answers"):
        made(Kind("a:b"))
