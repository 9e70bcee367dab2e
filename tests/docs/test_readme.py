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


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target
