"""Names that a file format can hold, still one a variable."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def distinct(names: Sequence[str], clean: Callable[[str], str]) -> list[str]:
    """Names as a format holds them; where two become alike, later ones get a number.

    Parameters
    ----------
    names
        Different names.
    clean
        What the format makes of one name.
    """
    taken: set[str] = set()
    found = []
    for name in names:
        text = base = clean(name) or "unnamed"
        number = 2
        while text in taken:
            text, number = f"{base}_{number}", number + 1
        taken.add(text)
        found.append(text)
    return found


def xml_text(text: str) -> str:
    """Text without the characters that XML cannot hold, each shown as U+FFFD."""
    return _NOT_IN_XML.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Text on one line, as UTF-8 can hold it."""
    return " ".join(text.encode("utf-8", "backslashreplace").decode("utf-8").split())
