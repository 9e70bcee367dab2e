"""What docs/tune.md shows runs, and what it says of Sachs is so."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from gesncd.analysis import (
    Relation,
    Resampling,
    edge_stability,
    false_edge_bound,
    parse_statement,
    plan_replicates,
    run_replicate,
    stable_graph,
)
from gesncd.cli.parser import build_parser
from gesncd.data import read_csv
from gesncd.export.named import named_edges
from gesncd.measures import Rcd

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "tune.md").read_text(encoding="utf-8")


def test_the_commands_are_understood() -> None:
    commands = re.findall(r"^ {4}python -m gesncd (.+)$", TEXT, flags=re.MULTILINE)
    assert {command.split()[0] for command in commands} == {
        "tune",
        "grid",
        "rehearse",
        "stability",
    }
    for command in commands:
        build_parser().parse_args(shlex.split(re.sub(r"[\[\]]", "", command)))


def test_every_form_that_may_be_typed_is_understood() -> None:
    block = re.search(r"arrow back:\n\n((?: {4}.+\n)+)", TEXT)
    assert block is not None
    forms = [
        re.split(r", or | or |; (?=A, B before)", re.sub(r"also one tier a line; ", "", part))
        for line in block[1].splitlines()
        for part in re.split(r" {3,}", line.strip())
    ]
    read = [parse_statement(form, "ABC") for some in forms for form in some]
    assert len(read) == 17
    assert {statement.relation for statement in read} == set(Relation)


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", TEXT, flags=re.MULTILINE)
    (example,) = [re.sub(r"^ {4}", "", b, flags=re.MULTILINE) for b in blocks if "import" in b]
    monkeypatch.chdir(ROOT)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example.strip(), "docs/tune.md", "exec"), {})
    assert "agrees best: 2 of 2 satisfied" in printed.getvalue()


def test_the_stable_edges_of_sachs_are_the_ones_named() -> None:
    dataset, _ = read_csv(ROOT / "sample_data" / "sachs.csv", name="sachs.csv")
    plan = plan_replicates(Resampling.HALVES, 50, measure="rcd")
    found = edge_stability(11, [run_replicate(dataset, r, lambda d, _: Rcd(d)) for r in plan])
    shown = {
        (frozenset((a, b)), b if directed else None)
        for a, b, directed in named_edges(dataset.names, stable_graph(found, 0.75))
    }
    sentence = re.search(r"θ = 0\.75 keep (.+?),\njoined in all replicates", TEXT, re.DOTALL)
    assert sentence is not None
    named = [edge.split() for edge in re.split(r", | and ", sentence[1])]
    assert shown == {(frozenset((a, b)), b if sign == "→" else None) for a, sign, b in named}
    ends = [frozenset(dataset.names[node] for node in pair) for pair in found.pairs]
    always = [shares.joined == 1 for shares in found.pairs.values()]
    assert {pair for pair, each in zip(ends, always, strict=True) if each} == {e for e, _ in shown}
    assert false_edge_bound(found, 0.75) == pytest.approx(0.76, abs=0.005)
