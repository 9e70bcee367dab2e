"""Which methods there are, and what they find on data that leave no doubt."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from gesncd.baselines import (
    METHODS,
    UNAVAILABLE,
    BaselineError,
    availability,
    castle_methods,
    run_method,
)
from gesncd.data import Dataset, Variable
from gesncd.graphs import PDAG

WITH_CASTLE = pytest.mark.skipif(
    importlib.util.find_spec("castle") is None, reason="gcastle is an optional package"
)


def collider(n: int = 500) -> Dataset:
    """X1 → X3 ← X2, X3 → X4; linear and strong, in units far from 1."""
    rng = np.random.default_rng(0)
    first, second, noise, last = rng.normal(size=(4, n))
    third = first + second + 0.5 * noise
    values = np.column_stack([first, second, third, third + 0.5 * last])
    return Dataset.from_array(values * [1.0, 100.0, 0.01, 1.0] + 7.0)


EXPECTED = PDAG.from_edges(4, directed=[(0, 2), (1, 2), (2, 3)])


@pytest.mark.parametrize("name", ["pc", "ges-bic", "gsf", "kgv"])
def test_it_finds_the_collider(name):
    found = run_method(name, collider())
    assert found.is_class
    assert found.graph == EXPECTED
    assert run_method(name, collider(), seed=0) == found


@WITH_CASTLE
def test_which_way_the_arrows_of_the_optional_package_point(monkeypatch):
    # On raw columns of equal noise variances NOTEARS finds linear directions.
    monkeypatch.setattr(castle_methods, "standardised", lambda dataset: dataset.values)
    rng = np.random.default_rng(0)
    first, second, third, last = rng.normal(size=(4, 500))
    third += first + second
    last += third
    found = run_method("notears", Dataset.from_array(np.column_stack([first, second, third, last])))
    assert found.graph == found.dag == EXPECTED


@WITH_CASTLE
def test_the_optional_package_on_standardised_columns():
    found = run_method("notears", collider(300))
    assert found.is_class
    assert found.dag is not None
    assert found.graph.n_edges >= 3
    scaled = collider(300).values * [10.0, 1.0, 1.0, 0.1]
    assert run_method("notears", Dataset.from_array(scaled)).graph == found.graph


def test_availability_names_everything_once():
    found = availability()
    names = [each.name for each in found]
    assert names == [*METHODS, *(each.name for each in UNAVAILABLE)]
    assert len(set(names)) == len(names)
    for each in found:
        assert each.usable == (each.reason == "")
    cam = next(each for each in found if each.name == "cam")
    assert "R package" in cam.reason


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    missing = {each.name: each.reason for each in availability() if not each.usable}
    assert "gcastle" in missing["notears"]
    assert "requirements-baselines.txt" in missing["pc"]
    assert "gsf" not in missing
    with pytest.raises(BaselineError, match="needs causal-learn"):
        run_method("pc", collider(50))


def test_what_cannot_be_run():
    with pytest.raises(BaselineError, match="no method 'magic'"):
        run_method("magic", collider(50))
    with pytest.raises(BaselineError, match="R package"):
        run_method("cam", collider(50))
    values = collider(50).values
    wide = Dataset(values, (Variable("v", (0, 1)), Variable("w", (2, 3))))
    with pytest.raises(BaselineError, match="one column a variable, but 'v' has 2"):
        run_method("pc", wide)
    assert run_method("kgv", wide).graph.n_nodes == 2
    constant = Dataset.from_array(np.column_stack([values[:, 0], np.ones(50)]))
    with pytest.raises(BaselineError, match="'X2' is constant"):
        run_method("pc", constant)


def test_fingerprints_differ_and_name_the_version():
    prints = {method.fingerprint for method in METHODS.values()}
    assert len(prints) == len(METHODS)
    assert METHODS["pc"].package_version is not None
    assert METHODS["pc"].package_version in METHODS["pc"].fingerprint


def test_the_optional_packages_are_pinned():
    lines = Path(__file__).parents[2].joinpath("requirements-baselines.txt").read_text("utf-8")
    for method in METHODS.values():
        if method.package is not None:
            assert f"{method.package}==" in lines
