"""Trials of a measure's pace behind the page."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from components.settings import pace
from components.settings.pace import PaceTrials
from gesncd.data import Dataset
from gesncd.runs.planning.pace import Pace
from gesncd.settings.run_settings import RunSettings

DATA = Dataset.from_array(np.random.default_rng(0).normal(size=(40, 3)))
RCD = RunSettings("rcd")


class Trial:
    """Stands in for the measurement: waits until it is let go, and knows what it was asked."""

    def __init__(self):
        self.asked, self.go = [], threading.Event()

    def __call__(self, settings, dataset):
        self.asked.append(settings)
        assert self.go.wait(120)
        if settings.measure == "partial-correlation":
            raise ValueError("no")
        return Pace(7.0)


@pytest.fixture
def trial(monkeypatch):
    made = Trial()
    monkeypatch.setattr(pace, "measure_pace", made)
    yield made
    made.go.set()


def test_a_trial_is_done_once_for_all_that_takes_as_long(trial, wait_until):
    trials = PaceTrials()
    trials.begin(RCD, DATA)
    assert trials.is_going_on(RCD, DATA)
    assert trials.rate(RCD, DATA) is None
    trials.begin(replace(RCD, tau=0.1, alpha=0.01, seed=4), DATA)
    trial.go.set()
    wait_until(lambda: not trials.is_going_on(RCD, DATA))
    rate = trials.rate(replace(RCD, tau=0.3), DATA)
    assert (rate.per_second, rate.measured) == (7.0, True)
    assert len(trial.asked) == 1


def test_a_trial_that_waits_gives_way_to_a_newer_one(trial, wait_until):
    trials = PaceTrials()
    trials.begin(RCD, DATA)
    wait_until(lambda: trial.asked)
    sizes = [RunSettings(networks="perceptron", width=width) for width in (10, 20, 30)]
    for settings in sizes:
        trials.begin(settings, DATA)
    trial.go.set()
    wait_until(lambda: trials.rate(sizes[2], DATA) is not None)
    assert [settings.measure for settings in trial.asked] == ["rcd", "ncd"]
    assert not trials.is_going_on(sizes[0], DATA)
    assert trials.rate(sizes[0], DATA) is None


def test_a_trial_that_fails_is_not_waited_for(trial, wait_until):
    trials = PaceTrials()
    trial.go.set()
    settings = RunSettings("partial-correlation")
    trials.begin(settings, DATA)
    wait_until(lambda: not trials.is_going_on(settings, DATA))
    assert trials.rate(settings, DATA) is None
