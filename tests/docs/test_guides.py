"""The guides, one a use, name what there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gesncd.cli.parser import build_parser
from gesncd.lessons import LESSONS

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = sorted(DOCS.glob("guide-*.md"))


def test_there_is_a_guide_a_use() -> None:
    assert [guide.stem for guide in GUIDES] == ["guide-science", "guide-teaching", "guide-tuning"]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_links_lead_somewhere_and_commands_are_understood(guide: Path) -> None:
    text = guide.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (DOCS / target).exists(), target
    for command in re.findall(r"python -m gesncd ([^`\n]+)", text):
        build_parser().parse_args(shlex.split(command))


def test_the_lessons_are_those_of_the_page() -> None:
    text = (DOCS / "guide-teaching.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", text, flags=re.MULTILINE)
    assert rows[1:] == [lesson.title for lesson in LESSONS]
