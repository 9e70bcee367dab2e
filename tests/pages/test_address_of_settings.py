"""A link that repeats a run sets every widget of its settings: a run begun there has them all."""

from dataclasses import fields, replace

import pytest

from components.runs.actions import settings_address
from gesncd.runs.store.run_store import RunStore
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

DEFAULT = RunSettings()
LINKED = (
    RunSettings(
        tau=0.25,
        alpha=0.01,
        networks="perceptron",
        depth=2,
        width=20,
        seed=7,
        max_subset=1,
        max_conditioning=2,
        screen=3,
        ncd=NcdParts(restarts=2),
    ),
    RunSettings(measure="rcd"),
)
NOT_IN_ADDRESSES = {"global_score", "knowledge"}
"""S_g is always computed for a page; knowledge comes with the run."""
NEEDS_A_GPU = {"device"}


def test_every_setting_is_in_one_of_the_links():
    linked = {
        field.name
        for field in fields(RunSettings)
        for each in LINKED
        if getattr(each, field.name) != getattr(DEFAULT, field.name)
    }
    assert linked == {f.name for f in fields(RunSettings)} - NOT_IN_ADDRESSES - NEEDS_A_GPU


@pytest.mark.parametrize("settings", LINKED, ids=lambda settings: settings.measure)
def test_a_run_that_is_begun_from_a_link_has_its_settings(app, home, monkeypatch, settings):
    monkeypatch.setattr("components.discover.run_control.launch", lambda *_: None)
    app.query_params["sample"] = "sachs"
    for name, value in settings_address(settings).items():
        app.query_params[name] = value
    app.run()
    next(each for each in app.button if each.key == "run-button").click().run()
    assert not app.exception
    (run,) = RunStore.open(home).runs()
    assert run.settings == replace(settings, global_score=run.settings.global_score)
