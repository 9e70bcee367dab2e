"""The blocks of docs/adding.md run, and every place that it names is there."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import components
import gesncd
from components import state
from components.names import MEASURE_NAMES, SHORT_NAMES
from components.opened_run import run_label
from gesncd import discover
from gesncd.__main__ import main
from gesncd.analysis.grid import Cell, cell_of
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.measures import PartialCorrelation
from gesncd.measures.ranks import count_below
from gesncd.runs.planning.memory import memory_by_formula
from gesncd.runs.planning.memory_advice import memory_finding, usual_search_mb
from gesncd.runs.planning.plan import rows_needed
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import work
from gesncd.settings import on_data, run_settings
from gesncd.settings.run_settings import MEASURES, TITLES, RunSettings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "adding.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def run(block):
    names: dict[str, object] = {}
    exec(compile(block, "docs/adding.md", "exec"), names)
    return names


def test_there_is_a_block_a_section():
    assert len(BLOCKS) == len(re.findall(r"^## ", TEXT, re.MULTILINE)) == 7


def test_the_check_of_a_measure_and_that_of_a_rule_run():
    assert len(run(BLOCKS[0])["queries"]) == 6
    assert isinstance(run(BLOCKS[1])["cpdag"], PDAG)


def test_every_page_is_made_as_the_block_says():
    expected = ast.parse(run(BLOCKS[2])["page"]).body
    for path in (ROOT / "pages").glob("*.py"):
        body = ast.parse(path.read_text("utf-8")).body
        assert isinstance(body[0], ast.Expr), path
        assert [ast.dump(node) for node in body[1:3]] == [ast.dump(n) for n in expected[1:3]], path


def test_the_baseline_finds_the_chain_and_its_entry_is_whole():
    names = run(BLOCKS[3])
    assert names["found"].graph == PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    assert names["method"].installed


def test_the_check_the_lesson_and_the_format_do_what_they_say():
    (found,) = run(BLOCKS[4])["check_rounding"](np.c_[np.arange(9.0), np.linspace(0, 1, 9)], "ab")
    assert found.message == "Whole numbers only: 'a'."
    assert run(BLOCKS[5])["end"].graph.n_edges == 2
    assert run(BLOCKS[6])["pairs_text"]("ab", PDAG.empty(2)) == ""


@pytest.mark.parametrize(
    "target", re.findall(r"`((?:gesncd|components|tests|docs)/[\w/.]*)`", TEXT)
)
def test_a_place_is_there(target):
    created_by_the_reader = target in ("components/mine/",)
    assert created_by_the_reader or (ROOT / target).exists()


LISTED = re.findall(r"^- `(\w+/[\w/]+\.py)`: `(\w+)`(?: and `(\w+)`)?$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("path", "first", "second"), LISTED)
def test_a_name_to_change_is_where_it_is_said(path, first, second):
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    for name in filter(None, (first, second)):
        value = getattr(module, name)
        if isinstance(value, dict):
            assert set(value) == set(MEASURES), name
    assert len(LISTED) == 3


LOOKED_AT = re.findall(
    r"`(\w+/[\w/]+\.py)`, `(\w+)`(?:\s+and\s+`(\w+)`)?", TEXT.partition("Then look through")[2]
)


@pytest.mark.parametrize(("path", "first", "second"), LOOKED_AT)
def test_a_name_to_look_at_is_where_it_is_said(path, first, second):
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    for name in filter(None, (first, second)):
        assert hasattr(module, name), name
    assert len(LOOKED_AT) >= 12


def test_all_names_of_measures_follow_from_one_table():
    assert list(TITLES) == list(MEASURES) == list(MEASURE_NAMES) == list(SHORT_NAMES)
    for name, title in TITLES.items():
        assert MEASURE_NAMES[name].lower() == title.lower()
    assert len(set(SHORT_NAMES.values())) == len(TITLES)


class Spearman(PartialCorrelation):
    """What somebody adds: partial correlation of ranks."""

    name = "spearman"

    def __init__(self, dataset):
        below, at_most = count_below(dataset.values)
        super().__init__(Dataset((below + at_most).astype(float), dataset.variables))


@pytest.fixture
def spearman(monkeypatch, tmp_path):
    """A measure named in the places that the text says are needed, and in no other."""
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GESNCD_SPARE_WORKER", "0")
    build = on_data._build

    def built(chosen, dataset, jobs):
        return Spearman(dataset) if chosen.measure == "spearman" else build(chosen, dataset, jobs)

    for path, *names in LISTED:
        module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
        for name in filter(None, names):
            if isinstance(value := getattr(module, name), dict):
                monkeypatch.setitem(value, "spearman", "Spearman")
    # These follow from the titles when they are imported.
    for names in (MEASURE_NAMES, SHORT_NAMES):
        monkeypatch.setitem(names, "spearman", "Spearman")
    monkeypatch.setattr(on_data, "_build", built)
    # Others have taken the tuple over by its name, this module among them. One that is first
    # imported while it is longer would keep it.
    for package in (gesncd, components):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
    before = run_settings.MEASURES
    for module in list(sys.modules.values()):
        if getattr(module, "MEASURES", None) is before:
            monkeypatch.setattr(module, "MEASURES", (*before, "spearman"))
    return "spearman"


@pytest.fixture
def curved():
    rng = np.random.default_rng(4)
    a = rng.normal(size=400)
    b = np.exp(a) + 0.1 * rng.normal(size=400)
    return Dataset.from_array(np.column_stack([a, b, rng.normal(size=400)]), ["A", "B", "C"])


def test_a_measure_that_was_added_searches_and_is_planned(spearman, curved, tmp_path, capsys):
    found = discover(curved, measure=spearman)
    assert [(edge.source, edge.target) for edge in found.edges] == [("A", "B")]
    assert cell_of(spearman, "radial", 3, 40, 7) == Cell(spearman, seed=7)
    assert rows_needed(spearman, 0.01, 0.001) > 1000
    formula = memory_by_formula(spearman, 3)
    assert 0 < formula.mb(1000) < formula.mb(100_000)
    assert formula.kept_mb(1000, 100) > 0
    free = usual_search_mb(formula, 3, 400, n_processes=1) / 2
    finding = memory_finding({spearman: formula}, 3, 400, free, n_processes=1)
    assert "with Spearman" in finding.message

    path = tmp_path / "curved.csv"
    np.savetxt(path, curved.values, delimiter=",", header="A,B,C", comments="")
    assert main(["plan", str(path), "--measure", spearman, "--degree", "2"]) == 0
    planned = capsys.readouterr().out
    assert "Pace of spearman in one process" in planned
    assert "MB" in planned


def test_a_measure_that_was_added_is_on_the_pages(spearman, curved):
    store = RunStore.open()
    run_id = store.create_run(
        store.add_dataset(curved, "curved.csv"), "curved.csv", RunSettings(measure=spearman)
    )
    assert work(store, run_id) is RunState.FINISHED
    assert run_label(store.run(run_id)).startswith("curved.csv · Spearman, τ\u00a0")
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=240)

    def visited(page):
        app.query_params["run"] = run_id
        app.switch_page(f"pages/{page}.py").run()
        assert not app.exception, (page, [each.value for each in app.exception])
        return "\n".join(str(each.value) for each in (*app.markdown, *app.info))

    for page in ("discover", "runs", "tune", "replay"):
        assert "Spearman" in visited(page), page
    visited("judge")
    visited("replay")
    app.query_params["step"], app.query_params["part"] = "1", "1"
    app.session_state[state.REPLAY_AT] = None
    app.run()
    next(each for each in app.button if each.key == "replay-look-inside").click().run()
    app.run()
    said = "There is no picture yet of how Spearman comes to a score."
    assert any(each.value.startswith(said) for each in app.info)
