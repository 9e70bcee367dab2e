"""Knowledge files: CSV, JSON and Tetrad's text, told apart by their content."""

from __future__ import annotations

from pathlib import Path

from gesncd.knowledge.as_csv import from_csv
from gesncd.knowledge.as_json import from_json
from gesncd.knowledge.as_tetrad import from_tetrad
from gesncd.knowledge.statements import Knowledge, KnowledgeError


def bytes_of(source: Path | str | bytes, name: str | None, nameless: str) -> tuple[bytes, str]:
    """What a file holds, and what to call it in messages: its path, or ``nameless`` for bytes.

    Raises
    ------
    KnowledgeError
        If it cannot be read.
    """
    if isinstance(source, bytes):
        return source, name or nameless
    name = name or str(source)
    try:
        return Path(source).read_bytes(), name
    except OSError as error:
        raise KnowledgeError(f"{name} cannot be read: {error.strerror}.") from error


def read_knowledge(source: Path | str | bytes, *, name: str | None = None) -> Knowledge:
    """Read knowledge in any of the three formats, told apart by their content.

    Of a file that holds statements out, too, those that it enforces.

    Parameters
    ----------
    source
        A path, or the bytes of a file.
    name
        What to call the file in messages.

    Raises
    ------
    KnowledgeError
        If the file is not understood, naming the line.
    """
    raw, name = bytes_of(source, name, "The knowledge file")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise KnowledgeError(f"{name} is not UTF-8 text (byte {error.start + 1}).") from error
    stripped = text.lstrip()
    if stripped.startswith("{"):
        return from_json(text, name)
    if stripped.startswith("/knowledge"):
        return from_tetrad(text, name)
    return from_csv(text, name)
