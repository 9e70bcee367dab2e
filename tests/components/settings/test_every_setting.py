"""Each setting of a run is known wherever settings are compared, linked to or repeated.

A setting that is added has to be named here, with a value that is not its default: then these
tests say where it is missing.
"""

from __future__ import annotations

import shlex
from dataclasses import fields, replace
from pathlib import Path

import pytest

from components.runs.actions import SETTING_NAMES, settings_address
from components.settings.difference import same_search
from gesncd.cli.as_command import KNOWLEDGE_FILE, discover_command
from gesncd.cli.cells import shared_settings
from gesncd.cli.common import settings_of
from gesncd.cli.parser import build_parser
from gesncd.knowledge import Knowledge, to_json
from gesncd.runs.words import settings_words
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

# Perceptrons have a use for every setting.
PLAIN = RunSettings(networks="perceptron")
OTHER = {
    "measure": "rcd",
    "tau": 0.25,
    "alpha": 0.01,
    "networks": "paper",
    "depth": 2,
    "width": 20,
    "seed": 7,
    "global_score": False,
    "max_subset": 1,
    "max_conditioning": 2,
    "knowledge": Knowledge(required=(("A", "B"),)),
    "ncd": NcdParts(restarts=2),
    "screen": 3,
    "device": "cuda",
}
NO_OTHER_GRAPH = {"global_score", "device"}
"""Settings that change what is computed, or where, and not what is found."""
OF_CELLS = {"measure", "networks", "tau", "device", "knowledge"}
"""What a grid varies or sets by itself; knowledge is a file there."""
IN_WORDS_OF_THEIR_OWN = {"measure", "tau", "alpha", "seed", "global_score"}
"""Lists have the measure, the threshold and the seed apart; S_g is there or not."""
NOT_IN_ADDRESSES = {"global_score", "knowledge"}
"""S_g is always computed for a page; knowledge comes with the run."""


def test_every_setting_is_here() -> None:
    assert list(OTHER) == [field.name for field in fields(RunSettings)]
    assert all(getattr(PLAIN, name) != value for name, value in OTHER.items())


@pytest.mark.parametrize("name", sorted({*OTHER} - IN_WORDS_OF_THEIR_OWN))
def test_lists_of_runs_tell_searches_apart_by_it(name) -> None:
    other = replace(PLAIN, **{name: OTHER[name]})
    assert settings_words(other) != settings_words(PLAIN)


@pytest.mark.parametrize("name", OTHER)
def test_searches_that_differ_in_it_are_two(name) -> None:
    other = replace(PLAIN, **{name: OTHER[name]})
    assert same_search(PLAIN, other) is (name in NO_OTHER_GRAPH)
    assert same_search(other, PLAIN) is (name in NO_OTHER_GRAPH)


@pytest.mark.parametrize("name", OTHER)
def test_the_command_that_repeats_a_run_has_it(name, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    # This machine may have no GPU.
    monkeypatch.setattr(
        "gesncd.cli.common.chosen_device", lambda device, *_: "cuda" if device == "cuda" else "cpu"
    )
    other = replace(PLAIN, **{name: OTHER[name]})
    Path(KNOWLEDGE_FILE).write_text(to_json(other.knowledge), encoding="utf-8")
    words = shlex.split(discover_command(other, "d.csv"))
    options = build_parser().parse_args(words[3:])
    read = settings_of(options, global_score=not options.no_global_score)
    # What a measure has no use for need not be told.
    if other.measure != "ncd":
        read = replace(read, networks=other.networks)
    assert read == other


@pytest.mark.parametrize("name", OTHER)
def test_a_link_that_repeats_a_run_has_it(name) -> None:
    other = replace(PLAIN, **{name: OTHER[name]})
    assert (settings_address(other) == settings_address(PLAIN)) is (name in NOT_IN_ADDRESSES)
    # Discover leaves alone what an address sets; a run's settings go before what it does not.
    assert set(settings_address(other)) <= SETTING_NAMES


@pytest.mark.parametrize("command", ["grid", "rehearse"])
def test_what_a_grid_takes_as_an_option_reaches_its_cells(command) -> None:
    options = build_parser().parse_args([command, "d.csv"])
    shared = [name for name in OTHER if hasattr(options, name) and name not in OF_CELLS]
    assert {"alpha", "max_subset", "max_conditioning", "screen"} <= {*shared}
    for name in shared:
        setattr(options, name, OTHER[name])
    settings = shared_settings(options)
    assert {name: getattr(settings, name) for name in shared} == {n: OTHER[n] for n in shared}
