from dataclasses import replace

import pytest

from components.settings.difference import (
    all_differences,
    differences,
    same_search,
    threshold_words,
)
from gesncd.knowledge import Knowledge
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

PLAIN = RunSettings()
ONE = Knowledge(required=(("A", "B"),))
OTHER = Knowledge(forbidden=(("A", "B"),))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"measure": "rcd"}, ("RCD",)),
        ({"networks": "perceptron", "depth": 2}, ("NCD", "trained networks, depth 2, width 40")),
        ({"ncd": NcdParts(restarts=2)}, ("NCD", "radial networks, restarts 2")),
        ({"seed": 3}, ("seed\u00a03",)),
        ({"alpha": 0.01}, ("α\u00a00.01",)),
        ({"max_conditioning": 2}, ("conditioning sets of at most 2",)),
        ({"max_subset": 1}, ("sets T and H of at most 1",)),
        ({"screen": 1}, ("1 candidate partner a variable",)),
        ({"knowledge": ONE}, ("1 statement enforced",)),
    ],
)
def test_what_differs_is_said_as_it_is_there_and_is_no_same_search(changes, words):
    there = replace(PLAIN, **changes)
    assert differences(there, PLAIN) == words
    assert not same_search(PLAIN, there)
    assert not same_search(there, PLAIN)
    assert same_search(there, there)


def test_the_way_back_is_said_too():
    assert differences(PLAIN, replace(PLAIN, measure="rcd", knowledge=ONE)) == (
        "NCD",
        "radial networks",
        "nothing enforced",
    )
    one, other = replace(PLAIN, knowledge=ONE), replace(PLAIN, knowledge=OTHER)
    assert differences(one, other) == ("another statement enforced",)
    capped = replace(PLAIN, max_subset=1, max_conditioning=1, screen=2)
    assert differences(PLAIN, capped) == (
        "conditioning sets of any size",
        "sets T and H of any size",
        "all pairs as candidates",
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PLAIN, replace(PLAIN, depth=5, width=80)),
        (PLAIN, replace(PLAIN, global_score=False)),
        (PLAIN, replace(PLAIN, knowledge=Knowledge(tiers=(("A", "B"),)))),
        (
            RunSettings(networks="perceptron"),
            RunSettings(networks="perceptron", device="cuda"),
        ),
        (
            RunSettings(measure="partial-correlation"),
            RunSettings(measure="partial-correlation", seed=4),
        ),
        (RunSettings(tau=0.1), RunSettings(tau=0.1, alpha=0.05)),
        (RunSettings(tau=0.123456), RunSettings(tau=0.1234561)),
    ],
)
def test_what_changes_no_graph_is_no_difference(one, other):
    assert differences(one, other) == ()
    assert same_search(one, other)


def test_a_threshold_makes_another_search_and_is_said_by_itself():
    given = replace(PLAIN, tau=0.05)
    assert not same_search(given, PLAIN)
    assert not same_search(replace(PLAIN, tau=0.051), given)
    assert differences(given, PLAIN) == ()
    assert threshold_words(PLAIN) == "τ automatic"
    assert threshold_words(given) == "τ\u00a00.05"


def test_several_say_each_difference_once():
    rcd = replace(PLAIN, measure="rcd")
    assert all_differences([(rcd, PLAIN), (PLAIN, PLAIN), (rcd, PLAIN)]) == ("RCD",)
