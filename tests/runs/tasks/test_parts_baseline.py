"""Foreign methods as parts of a task."""

import json

import pytest

from gesncd.baselines import METHODS, run_method
from gesncd.runs.errors import PartError
from gesncd.runs.tasks.context import PartContext
from gesncd.runs.tasks.kinds import KINDS
from gesncd.runs.tasks.parts_baseline import baseline_parts, found_of_value, run_part


@pytest.fixture
def context(store, dataset):
    return PartContext(store, store.add_dataset(dataset, "linear.csv"))


@pytest.mark.parametrize("name", ["pc", "ges-bic", "kgv"])
def test_a_part_gives_what_the_method_gives(name, dataset, context):
    (part,) = baseline_parts([name])
    value = run_part(dataset, json.loads(json.dumps(part)), context)
    # A page reads it back from the store as JSON.
    again = json.loads(json.dumps(value))
    assert found_of_value(again) == run_method(name, dataset)
    assert again["method"] == name
    assert again["seconds"] > 0


def test_parts_name_the_settings_so_that_a_changed_method_is_another_part():
    parts = baseline_parts(["pc", "gsf"], seed=3)
    assert [part["method"] for part in parts] == ["pc", "gsf"]
    assert [part["seed"] for part in parts] == [3, 3]
    assert parts[0]["settings"] == METHODS["pc"].fingerprint


def test_what_cannot_be_run_is_said(dataset, context):
    with pytest.raises(PartError, match="R package"):
        run_part(dataset, {"method": "cam", "seed": 0}, context)


def test_the_kind_is_isolated_and_limited():
    kind = KINDS["baseline"]
    assert kind.isolated
    assert kind.limit_s == 1800
    assert kind.function == "gesncd.runs.tasks.parts_baseline:run_part"
