from dataclasses import dataclass

import pytest

from components.settings.estimate import (
    Rate,
    earlier_s,
    earlier_text,
    estimate_s,
    estimate_text,
    expected_rate,
    like_runs,
    like_text,
)
from components.text import duration_range
from gesncd.knowledge import Knowledge
from gesncd.runs.store.records import RunProgress, RunState
from gesncd.settings.run_settings import RunSettings


@dataclass(frozen=True)
class Record:
    settings: RunSettings
    rate: float | None
    n_rows: int = 500

    @property
    def progress(self):
        return RunProgress("forward", 1, "candidates", 1, 1, self.rate)


RCD, NCD = RunSettings(measure="rcd"), RunSettings()


def test_the_rate_is_that_of_like_runs_scaled_to_the_rows():
    records = [Record(RCD, 100.0), Record(NCD, 1.0), Record(RCD, None), Record(RCD, 300.0)]
    assert expected_rate(records, RCD, 1000) == Rate(100.0, measured=True)


def test_networks_of_another_size_are_another_thing():
    wide_networks = RunSettings(networks="perceptron", width=160)
    records = [Record(wide_networks, 5.0)]
    assert expected_rate(records, NCD, 1000).measured is False
    wide = expected_rate([], wide_networks, 1000)
    assert wide.per_second < expected_rate([], NCD, 1000).per_second


def test_a_guess_spans_more_than_a_measured_rate():
    def span(measured):
        low, high = estimate_s(Rate(50.0, measured), 20)
        return high / low

    assert span(False) > span(True) > 1


def test_a_known_search_lies_within_the_estimate():
    # 11 variables at 40 a second: such a search asks about 300 queries, so it takes 8 s.
    low, high = estimate_s(Rate(40.0, measured=True), 11)
    assert low < 8 < high


def test_the_estimate_says_what_it_rests_on():
    assert estimate_text(Rate(40.0, True), 11, 853) == (
        "About 4–25\u00a0s for 11 variables × 853 rows, by the pace of earlier runs here."
    )
    assert estimate_text(Rate(40.0, False), 11, 853).endswith("a guess before the first run.")
    tried = estimate_text(Rate(40.0, True), 11, 853, tried=True)
    assert tried.endswith("by a short trial on these data.")


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (3, 6, "3–6\u00a0s"),
        (0.2, 1.2, "under 2\u00a0s"),
        (0.2, 5, "under 5\u00a0s"),
        (60, 200, "1–3\u00a0min"),
        (20, 200, "under 3\u00a0min"),
        (3600, 9000, "1–2\u00a0h"),
        (4.1, 4.3, "4\u00a0s"),
    ],
)
def test_spans_of_time(low, high, text):
    assert duration_range(low, high) == text


def test_queries_before_the_search_take_their_time():
    rate = Rate(40.0, True)
    low, high = estimate_s(rate, 11)
    later_low, later_high = estimate_s(rate, 11, 240)
    assert later_low - low == pytest.approx(240 / (40.0 * 1.4))
    assert later_high - high == pytest.approx(240 * 1.4 / 40.0)
    assert estimate_text(rate, 11, 853, first=4000) != estimate_text(rate, 11, 853)


@dataclass(frozen=True)
class Over:
    settings: RunSettings
    duration_s: float | None
    dataset_sha256: str = "d"
    state: RunState = RunState.FINISHED
    attempt: int = 1


def test_the_same_search_takes_as_long_as_before():
    seeded = RunSettings(measure="rcd", seed=3)
    records = [
        Over(NCD, 1.0),
        Over(RCD, 2.0, dataset_sha256="other"),
        Over(RCD, 3.0, state=RunState.STOPPED),
        Over(RCD, 4.0, attempt=2),
        Over(RunSettings(measure="rcd", tau=0.1), 5.0),
        Over(seeded, 10.2),
        Over(RCD, 7.0),
    ]
    assert earlier_s(records, RCD, "d") == 10.2
    assert earlier_s(records, RCD, "none") is None
    assert earlier_text(10.2) == "About 10\u00a0s, as the same search on these data took before."
    assert earlier_text(0.2).startswith("Under 1\u00a0s, as the same search")
    assert earlier_text(10.2, memory_mb=300).endswith("before, and 300\u00a0MB of memory.")


@dataclass(frozen=True)
class Like(Over):
    tau: float | None = 0.02
    noise_floor: float | None = 0.02
    progress: RunProgress | None = RunProgress("forward", 1, "candidates", 1, 1, 30.0)


def test_like_searches_of_the_same_data_tell_how_long_another_takes():
    """What was said of a search of 11 seconds: one to seven minutes."""
    knowing = RunSettings(knowledge=Knowledge(required=(("a", "b"),)), seed=4)
    records = [Like(knowing, 11.0), Like(RCD, 3.0), Like(NCD, 15.0)]
    found = like_runs(records, RunSettings(seed=9, alpha=0.01), "d")
    assert found.seconds == (11.0, 15.0)
    assert (found.last, found.longest, found.span) == (11.0, 15.0, (5.5, 30.0))
    assert like_text(found) == (
        "About 6–30\u00a0s: the last search of these data with this measure took 11\u00a0s."
    )
    assert like_text(found, memory_mb=300).startswith(
        "About 6–30\u00a0s and 300\u00a0MB of memory:"
    )


@pytest.mark.parametrize(
    "record",
    [
        Like(NCD, 1.0, dataset_sha256="other"),
        Like(NCD, 1.0, state=RunState.STOPPED),
        Like(NCD, 1.0, attempt=2),
        Like(NCD, None),
        # From another machine.
        Like(NCD, 1.0, progress=None),
        Like(RunSettings(screen=3), 1.0),
        Like(RunSettings(networks="paper"), 1.0),
        # Searched at a threshold that is far from the automatic one.
        Like(RunSettings(tau=0.2), 1.0, tau=0.2),
        Like(RunSettings(tau=0.2), 1.0, tau=0.2, noise_floor=None),
    ],
)
def test_a_search_that_is_no_like_one_tells_nothing(record):
    assert like_runs([record], NCD, "d") is None


def test_a_threshold_within_a_factor_of_two_is_alike():
    assert like_runs([Like(NCD, 5.0)], RunSettings(tau=0.011), "d").last == 5.0
    assert like_runs([Like(NCD, 5.0)], RunSettings(tau=0.009), "d") is None
    assert like_runs([Like(NCD, 5.0)], RunSettings(tau=0.041), "d") is None


def test_a_range_that_begins_at_nothing_reads_as_a_sentence(monkeypatch):
    monkeypatch.setattr(
        "components.settings.estimate.duration_range", lambda low, high: "under 5\u00a0min"
    )
    text = estimate_text(Rate(1e4, True), 3, 100, memory_mb=1100.0)
    assert text.startswith("Under 5\u00a0min and 1.1\u00a0GB of memory for 3 variables × 100 rows")
