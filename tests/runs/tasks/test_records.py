import numpy as np
import pytest

from gesncd.runs.store.records import RunState
from gesncd.runs.tasks.records import TaskRecord, likely_remaining, range_text


def record(**changes):
    values = {
        "id": "a",
        "kind": "search",
        "title": "",
        "dataset_sha256": "0",
        "owner": "",
        "state": RunState.RUNNING,
        "message": "",
        "n_parts": 40,
        "n_done": 12,
        "n_failed": 2,
        "created": 0.0,
        "started": 0.0,
        "ended": None,
        "heartbeat": 0.0,
        "elapsed_s": 0.0,
    }
    return TaskRecord(**{**values, **changes})


def test_progress_is_told_in_words_and_numbers():
    running = record(remaining_s=(100.0, 230.0))
    assert running.progress_text == "12 of 40 parts, 2 failed, 1 to 4 minutes left"
    assert (running.n_left, running.n_ok, running.fraction) == (28, 10, 0.3)
    assert running.is_live
    assert not running.can_resume
    waiting = record(state=RunState.QUEUED, n_done=0, n_failed=0, ahead=1)
    assert waiting.progress_text == "0 of 40 parts, waits for its turn"


def test_what_is_missing_or_failed_can_be_resumed():
    assert record(state=RunState.FINISHED, n_done=40, n_failed=1).can_resume
    assert not record(state=RunState.FINISHED, n_done=40, n_failed=0).can_resume
    assert record(state=RunState.STOPPED).can_resume
    assert record(state=RunState.INTERRUPTED).can_resume
    assert record(state=RunState.INTERRUPTED, n_done=40, n_failed=0).can_resume


def test_equal_parts_leave_only_the_last_round_open():
    # 10 parts of 3 seconds on 2 processes: 5 rounds, of which one may be nearly over.
    assert likely_remaining([3.0] * 5, 10, 2) == pytest.approx((12.0, 15.0))
    assert likely_remaining([3.0] * 5, 1, 2) == pytest.approx((0.0, 3.0))
    assert likely_remaining([3.0] * 5, 3, 2) == pytest.approx((1.5, 6.0))


def test_nothing_is_promised_before_two_parts_are_over():
    assert likely_remaining([], 10, 2) is None
    assert likely_remaining([3.0], 10, 2) is None
    assert likely_remaining([3.0, 3.0], 10, 0) is None
    assert likely_remaining([3.0, 3.0], 0, 1) is None


def test_the_range_holds_the_time_that_parts_then_took():
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(200):
        seconds = rng.gamma(4.0, 2.0, size=60)
        least, most = likely_remaining(list(seconds[:20]), 40, 1)
        held += least <= seconds[20:].sum() <= most
    assert held >= 180


@pytest.mark.parametrize(
    ("least", "most", "text"),
    [
        (0.0, 0.4, "up to 1 second"),
        (20.2, 39.1, "20 to 40 seconds"),
        (80.0, 89.0, "80 to 89 seconds"),
        (61.0, 240.0, "1 to 4 minutes"),
        (120.0, 120.0, "about 2 minutes"),
        (10.0, 100.0, "up to 2 minutes"),
        (3600.0, 9000.0, "1 to 3 hours"),
    ],
)
def test_ranges_are_rounded_outwards(least, most, text):
    assert range_text(least, most) == text
