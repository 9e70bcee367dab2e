"""The command that a report prints asks for the very run."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from gesncd.cli.as_command import KNOWLEDGE_FILE, discover_command
from gesncd.cli.common import settings_of
from gesncd.cli.parser import build_parser
from gesncd.knowledge import Knowledge, to_json
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

KNOWN = Knowledge(required=(("a b", "c"),), tiers=(("a b",), ("c", "d")))


@pytest.mark.parametrize(
    "settings",
    [
        RunSettings(),
        RunSettings(seed=7, alpha=1e-4, global_score=False),
        RunSettings(measure="rcd", tau=0.1 + 0.2, alpha=0.05),
        RunSettings(measure="partial-correlation", max_conditioning=0, max_subset=3, screen=4),
        RunSettings(measure="rcd", knowledge=KNOWN),
        RunSettings(networks="perceptron", depth=2, width=20),
        RunSettings(networks="perceptron", ncd=NcdParts(cross_fit=False, learning_rate=0.02)),
        RunSettings(networks="paper", tau=0.005, ncd=NcdParts(outer_steps=3)),
        RunSettings(ncd=NcdParts(restarts=2, inputs="both", units=20, regressor_units=30)),
        RunSettings(
            networks="perceptron",
            ncd=NcdParts(spectral_norm=True, remove_predictable=False, test_depth=2),
        ),
    ],
    ids=repr,
)
def test_the_command_is_read_back_as_the_same_settings(settings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if not settings.knowledge.is_empty:
        Path(KNOWLEDGE_FILE).write_text(to_json(settings.knowledge), encoding="utf-8")
    name = "Köln; rm -rf $HOME 'x'.csv"
    words = shlex.split(discover_command(settings, name))
    assert words[:4] == ["python", "-m", "gesncd", "discover"]
    options = build_parser().parse_args(words[3:])
    assert options.data == Path(name)
    assert settings_of(options, global_score=not options.no_global_score) == settings


def test_the_device_is_that_of_the_run():
    trained = RunSettings(networks="perceptron", device="cuda")
    assert "--device cuda" in discover_command(trained, "d.csv")
    assert "--device" not in discover_command(RunSettings(), "d.csv")


def test_a_name_that_looks_like_an_option_is_a_file():
    words = shlex.split(discover_command(RunSettings(), "-rf.csv"))
    assert build_parser().parse_args(words[3:]).data == Path("./-rf.csv")
