from dataclasses import dataclass

import pytest

from components.settings.estimate import LikeRuns
from components.tune.searches_time import (
    Span,
    Work,
    searches_text,
    span_of_parts,
    span_of_run,
    span_words,
    timed_parts,
)
from gesncd.data.dataset import Dataset
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import create_task
from gesncd.runs.tasks.records import Outcome
from gesncd.runs.tasks.writing import keep_outcome
from gesncd.settings.run_settings import RunSettings

LINEAR = RunSettings(measure="partial-correlation", global_score=False)
NCD = RunSettings()


def test_equal_parts_give_a_narrow_span_and_differing_ones_a_wide_one():
    assert span_of_parts([3.0] * 20, 50, 2) == Span(75.0, 75.0, n_parts=20)
    wide = span_of_parts([1.0, 5.0] * 10, 50, 2)
    assert wide.low < 75.0 < wide.high
    assert wide.low > 40.0
    # Of three searches on two processes one is alone in its round.
    assert span_of_parts([3.0, 3.0], 3, 2) == Span(4.5, 6.0, n_parts=2)


def test_twenty_searches_that_took_five_minutes_end_the_guessing():
    """What a page said of fifty such: under four hours, a rough guess."""
    seconds = [28.0, 30.0, 33.0, 29.0] * 5
    span = span_of_parts(seconds, 50, 2)
    assert span_words([span]) == ("about 12–13\u00a0min, judging by 20 such searches that are done")


def test_a_run_tells_of_halves_of_its_rows():
    work = Work([NCD], 50, "stability", share_of_rows=0.5)
    span = span_of_run(LikeRuns((2.0, 11.0)), NCD, work, 2)
    # The longest: others found their scores. 50 halves of 10 s on all processors, 250 s.
    assert (span.low, span.high) == (pytest.approx(100.0), pytest.approx(400.0))
    assert span_words([span]).endswith("judging by a run of these data that took 11\u00a0s")
    linear = span_of_run(LikeRuns((11.0,)), LINEAR, work, 2)
    assert linear.high == pytest.approx(200.0)
    # Most of one second is the start of its process.
    assert span_of_run(LikeRuns((1.0,)), LINEAR, work, 2).high == pytest.approx(5.0)
    slower = Work([LINEAR], 1, "grid", slower=3.0)
    assert span_of_run(LikeRuns((10.0,)), LINEAR, slower, 2).high == pytest.approx(43.2)


def test_the_least_sure_of_several_settings_is_what_is_said():
    parts, run, guess = Span(10.0, 20.0, n_parts=4), Span(10.0, 20.0, run_s=9.0), Span(1.0, 9.0)
    assert span_words([parts, run]).endswith("judging by a run of these data that took 9\u00a0s")
    assert span_words([parts, run, guess]).endswith("a rough guess until two are done")
    assert span_words([parts, parts]).endswith("8 such searches that are done")


@dataclass(frozen=True)
class Record:
    dataset_sha256: str
    n_variables: int = 3
    n_rows: int = 100


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "home"))
    return RunStore.open(tmp_path / "home")


def test_parts_of_earlier_tasks_count_by_their_settings_and_what_they_did(store, monkeypatch):
    sha256 = store.add_dataset(Dataset.from_array([[0.0, 1.0, 2.0]] * 30), "d")
    record = Record(sha256)

    def part(settings, resampling, number):
        return {"settings": settings.to_dict(), "resampling": resampling, "number": number}

    seeded = RunSettings(measure="partial-correlation", global_score=False, seed=7)
    other = RunSettings(measure="rcd")
    parts = [
        part(LINEAR, "halves", 0),
        part(seeded, "halves", 1),
        part(LINEAR, "bootstrap", 2),
        part(other, "halves", 3),
        part(LINEAR, "halves", 4),
    ]
    task_id = create_task(store, sha256, "stability", parts)
    for number, seconds in enumerate((4.0, 6.0, 50.0, 9.0)):
        keep_outcome(store, task_id, number, Outcome("{}", seconds=seconds), 1)
    keep_outcome(store, task_id, 4, Outcome(None, message="It failed.", seconds=99.0), 1)
    found = timed_parts(record, "stability", lambda part: part["resampling"] == "halves")
    assert sorted(found.values()) == [(4.0, 6.0), (9.0,)]
    assert timed_parts(record, "grid", lambda part: True) == {}
    monkeypatch.setattr("components.tune.searches_time.recent_runs", list)
    known = Work([LINEAR], 10, "stability", fits=lambda part: part["resampling"] == "halves")
    assert searches_text(record, known).endswith("judging by 2 such searches that are done.")
    # One part, and it is of another measure, says too little.
    guessed = Work([other], 10, "stability", fits=lambda part: part["resampling"] == "halves")
    assert searches_text(record, guessed).startswith("10 searches: ")
    assert searches_text(record, guessed).endswith("a rough guess until two are done.")
    # A threshold of its own is other work: a smaller one leads to denser graphs.
    fixed = Work([RunSettings(measure="partial-correlation", tau=1e-4)], 10, "stability")
    assert searches_text(record, fixed).endswith("a rough guess until two are done.")
    # Seeds are searches of one kind: they share what was timed, and the processes.
    seeds = Work([LINEAR, seeded], 5, "stability", fits=known.fits)
    assert searches_text(record, seeds) == searches_text(record, known)
