"""What holds of all documents: links lead somewhere, commands are understood, code is run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gesncd.cli.parser import build_parser

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "benchmarks" / "README.md",
    ROOT / "sample_data" / "README.md",
]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_COMMAND = re.compile(r"^ *(?:[A-Z_]+=\S+ )*(?:\S*/)?python -m gesncd (.+)$", re.MULTILINE)
_PYTHON = re.compile(r"^(?:```python$|(?: {4})+(?:from|import) )", re.MULTILINE)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(path: Path) -> set[str]:
    """What a link may name after a sign: the headings, as GitHub writes them."""
    titles = re.findall(r"^#+ (.+)$", without_code(path.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def links(path: Path) -> list[tuple[Path, str]]:
    """Files and headings that a document leads to, those of the network left out."""
    found = []
    for target in _LINK.findall(without_code(path.read_text("utf-8"))):
        if not re.match(r"\w+:", target):
            file, _, anchor = target.partition("#")
            found.append(((path.parent / file).resolve() if file else path, anchor))
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_lead_somewhere(document: Path) -> None:
    for file, anchor in links(document):
        assert file.exists(), file
        assert not anchor or anchor in anchors(file), (file, anchor)


def test_every_document_is_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        document = waiting.pop()
        if document not in reached:
            reached.add(document)
            waiting += [file for file, _ in links(document) if file.suffix == ".md"]
    assert set(DOCUMENTS) <= reached


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_commands_are_understood(document: Path) -> None:
    for command in _COMMAND.findall(document.read_text("utf-8")):
        # What is in brackets may be left out, and may as well be given.
        for words in (re.sub(r"\[[^\]]*\]", "", command), re.sub(r"[\[\]]", "", command)):
            build_parser().parse_args(shlex.split(words))


def test_the_patterns_find_what_there_is() -> None:
    texts = {name(path): path.read_text("utf-8") for path in DOCUMENTS}
    assert sum(len(_COMMAND.findall(text)) for text in texts.values()) >= 20
    assert sum(len(links(path)) for path in DOCUMENTS) >= 30
    with_code = {each for each, text in texts.items() if _PYTHON.search(text)}
    assert {"README.md", "docs/python.md", "docs/knowledge.md", "docs/tune.md"} <= with_code
    # A document with code in Python has a test of its own, which runs it.
    for each in with_code:
        test = Path(__file__).with_name(f"test_{Path(each).stem.lower()}.py")
        assert "exec(compile(" in test.read_text("utf-8"), each
