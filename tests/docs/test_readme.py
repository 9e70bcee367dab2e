"""What README.md shows must run as it stands."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from gesncd.cli.parser import build_parser

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks() -> list[str]:
    """Indented code blocks, without their indent."""
    found = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", TEXT, flags=re.MULTILINE)
    return [re.sub(r"^ {4}", "", block, flags=re.MULTILINE).strip() for block in found]


def test_the_python_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = [block for block in _blocks() if "import" in block]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {})
    assert "Mek — Raf" in printed.getvalue().splitlines()


def test_the_commands_are_understood() -> None:
    commands = re.findall(r"^ {4}python -m gesncd (.+)$", TEXT, flags=re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        build_parser().parse_args(shlex.split(command))


def _rows(text: str) -> list[list[str]]:
    """Cells of the tables of a text."""
    lines = re.findall(r"^\|(.+)\|$", text, flags=re.MULTILINE)
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def test_the_figures_are_those_of_the_benchmarks() -> None:
    measured = {}
    for cells in _rows((ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")):
        if len(cells) > 3 and "±" in cells[3]:
            method = cells[1].removesuffix(" (its best)")
            measured[cells[0], method] = cells[3].split(" ")[0]
    methods = {
        "no edges at all": ("empty",),
        "PC, Fisher's z": ("pc",),
        "GES, BIC": ("ges-bic", "bic"),
        "the paper's NCD": ("paper: NCD",),
    }
    start = next(k for k, row in enumerate(_rows(TEXT)) if row[0] == "method")
    header, _, *rows = _rows(TEXT)[start:]
    settings = ("gp-10-d2-1k", "mult-10-d2-1k", "syntren")
    for title, kind in zip(header[1:], ("PNL-GP, 10", "PNL-MULT, 10", "SynTReN, 20"), strict=True):
        assert title.startswith(kind)
    assert len(rows) == 7
    for name, *figures in rows:
        for setting, figure in zip(settings, figures, strict=True):
            found = {
                measured[setting, method]
                for method in methods.get(name, (name.strip("`"),))
                if (setting, method) in measured
            }
            assert found == ({figure} if figure != "–" else set()), (name, setting)


def test_the_layout_is_that_of_the_code() -> None:
    (layout,) = [block for block in _blocks() if block.startswith("app.py, pages/")]
    places = [re.split(r" {2,}", line)[0] for line in layout.splitlines()]
    named = {place for line in places for place in line.split(", ")}
    for place in named:
        path = ROOT / place
        assert path.exists() or path.with_suffix(".py").exists(), place
    inside = {path.parent.name for path in (ROOT / "gesncd").glob("*/__init__.py")}
    assert {f"gesncd/{name}" for name in inside} <= named
