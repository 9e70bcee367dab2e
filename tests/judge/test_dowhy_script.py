"""The script for dowhy, run: what it prints of simulated trials.

A regression on the treatment's parents stands in for dowhy, which is no dependency.
"""

from __future__ import annotations

import re
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from gesncd.graphs import PDAG
from gesncd.judge import DataFile, dowhy_code, effect_of

ARM = ("Arm = placebo", "Arm = low", "Arm = high")
SITE = ("Site = A", "Site = B", "Site = C")
NAMES = ("Arm", "Site", "Pain score")
DOSE = np.array([0.0, -7.0, -14.0])


class Regression:
    """The part of ``dowhy.CausalModel`` that the script uses."""

    def __init__(self, data, treatment, outcome, graph):
        assert set(graph) == set(data.columns)
        self.data, self.treatment, self.outcome, self.graph = data, treatment, outcome, graph

    def identify_effect(self, proceed_when_unidentifiable):
        return "estimand"

    def estimate_effect(self, estimand, method_name):
        names = [self.treatment, *self.graph.predecessors(self.treatment)]
        design = np.column_stack([np.ones(len(self.data)), self.data[names]])
        assert np.linalg.matrix_rank(design) == design.shape[1], "collinear columns"
        found = np.linalg.lstsq(design, self.data[self.outcome], rcond=None)[0]
        return SimpleNamespace(value=found[1])


@pytest.fixture
def printed(monkeypatch, tmp_path, capsys):
    """What a script prints of effects: (words, number) line by line."""
    dowhy = ModuleType("dowhy")
    dowhy.CausalModel = Regression
    monkeypatch.setitem(sys.modules, "dowhy", dowhy)
    monkeypatch.chdir(tmp_path)

    def run(code, values, columns):
        pd.DataFrame(values, columns=columns).to_csv("data.csv", index=False)
        exec(compile(code, "script", "exec"), {})
        lines = re.findall(r"^(effect.*): (\S+)$", capsys.readouterr().out, re.MULTILINE)
        return {words: float(number) for words, number in lines}

    return run


def test_each_category_is_estimated_against_the_reference(printed):
    rng = np.random.default_rng(0)
    arm, severity = rng.integers(3, size=900), rng.normal(size=900)
    pain = 60 + DOSE[arm] + 5 * severity + rng.normal(size=900)
    names = ("Arm", "Severity", "Pain score")
    effect = effect_of(PDAG.from_edges(3, directed=[(0, 2), (1, 2)]), 0, 2, names)
    file = DataFile(columns=(ARM, ("Severity",), ("Pain score",)), one_hot=frozenset({0}))
    code = dowhy_code(effect, names, file)
    assert "# No adjustment is needed in any graph of the class; adjusting" in code
    assert "# Arm = placebo\n" in code
    values = np.column_stack([np.eye(3)[arm], severity, pain])
    assert printed(code, values, [*ARM, "Severity", "Pain score"]) == {
        "effect of Arm = low against Arm = placebo": pytest.approx(-7, abs=1.5),
        "effect of Arm = high against Arm = placebo": pytest.approx(-14, abs=1.5),
    }


def test_categories_among_the_adjustment_leave_out_their_reference(printed):
    rng = np.random.default_rng(1)
    site = rng.integers(3, size=3000)
    arm = (site + rng.choice(3, size=3000, p=[0.5, 0.3, 0.2])) % 3
    pain = 60 + DOSE[arm] + 20.0 * site + rng.normal(size=3000)
    effect = effect_of(PDAG.from_edges(3, directed=[(0, 2), (1, 2), (1, 0)]), 0, 2, NAMES)
    file = DataFile(columns=(ARM, SITE, ("Pain score",)), one_hot=frozenset({0, 1}))
    code = dowhy_code(effect, NAMES, file)
    assert "adjustment = ['Site = B', 'Site = C']" in code
    assert "# No adjustment" not in code
    values = np.column_stack([np.eye(3)[arm], np.eye(3)[site], pain])
    assert printed(code, values, [*ARM, *SITE, "Pain score"]) == {
        "effect of Arm = low against Arm = placebo": pytest.approx(-7, abs=0.3),
        "effect of Arm = high against Arm = placebo": pytest.approx(-14, abs=0.3),
    }


def test_the_untreated_are_the_reference_wherever_they_stand(printed):
    rng = np.random.default_rng(4)
    arm = rng.integers(3, size=2000)
    pain = DOSE[arm] + rng.normal(size=2000)
    effect = effect_of(PDAG.from_edges(2, directed=[(0, 1)]), 0, 1, NAMES[:2])
    columns = ("Arm = acid", "Arm = Control ", "Arm = salt")
    file = DataFile(columns=(columns, ("Pain",)), one_hot=frozenset({0}))
    values = np.column_stack([np.eye(3)[arm], pain])
    found = printed(dowhy_code(effect, NAMES[:2], file), values, [*columns, "Pain"])
    assert found == {
        "effect of Arm = acid against Arm = Control ": pytest.approx(DOSE[0] - DOSE[1], abs=0.2),
        "effect of Arm = salt against Arm = Control ": pytest.approx(DOSE[2] - DOSE[1], abs=0.2),
    }


def test_an_outcome_of_several_columns_has_a_line_for_each(printed):
    rng = np.random.default_rng(2)
    dose = rng.normal(size=500)
    gaze = dose[:, None] * [2, -3] + rng.normal(size=(500, 2)) / 10
    names = ("dose", "gaze")
    effect = effect_of(PDAG.from_edges(2, directed=[(0, 1)]), 0, 1, names)
    code = dowhy_code(effect, names, DataFile(columns=(("dose",), ("x", "y"))))
    assert printed(code, np.column_stack([dose, gaze]), ["dose", "x", "y"]) == {
        "effect on x": pytest.approx(2, abs=0.05),
        "effect on y": pytest.approx(-3, abs=0.05),
    }


def test_an_outcome_of_categories_keeps_all_of_them(printed):
    rng = np.random.default_rng(3)
    arm = rng.integers(3, size=2000)
    site = np.where(rng.random(2000) < 0.5, arm, 0)
    effect = effect_of(PDAG.from_edges(2, directed=[(0, 1)]), 0, 1, NAMES[:2])
    code = dowhy_code(effect, NAMES[:2], DataFile(columns=(ARM, SITE), one_hot=frozenset({0, 1})))
    found = printed(code, np.hstack([np.eye(3)[arm], np.eye(3)[site]]), [*ARM, *SITE])
    assert len(found) == 6
    high = "effect of Arm = high against Arm = placebo on Site ="
    assert found[f"{high} A"] == pytest.approx(-0.5, abs=0.1)
    assert found[f"{high} B"] == pytest.approx(0, abs=0.1)
    assert found[f"{high} C"] == pytest.approx(0.5, abs=0.1)
