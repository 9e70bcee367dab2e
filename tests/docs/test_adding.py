"""The blocks of docs/adding.md run, and every place that it names is there."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

from gesncd.baselines import METHODS
from gesncd.graphs import PDAG
from gesncd.runs.settings import MEASURES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "adding.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def run(block):
    names: dict[str, object] = {}
    exec(compile(block, "docs/adding.md", "exec"), names)
    return names


def test_there_is_a_block_a_section():
    assert len(BLOCKS) == len(re.findall(r"^## ", TEXT, re.MULTILINE)) == 4


def test_the_check_of_a_measure_and_that_of_a_rule_run():
    assert len(run(BLOCKS[0])["queries"]) == 4
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
    assert names["method"].name not in METHODS


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
    assert len(LISTED) == 4
