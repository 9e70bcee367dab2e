"""Names in scripts that run from right to left, kept from reordering the text around them.

In a line such as "שם → 0.5" the arrow and the number would move to the other side of the name.
An isolate (U+2068 … U+2069, Unicode Standard Annex 9) lets the name run its own way and leaves
the line alone. Only what is shown is isolated, never what is saved.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_OPENERS: Final = "\u2066\u2067\u2068"
_ISOLATE, _END = "\u2068", "\u2069"
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_OVERRIDES: Final = re.compile("[\u202a-\u202e]")
"""Controls that reach over what follows them; a name has no business with those."""
_MARKS: Final = re.compile(f"[{_ISOLATE}{_END}]")


def isolated(text: str) -> str:
    """Text that leaves its neighbours in place; the text itself where it does so anyway.

    What is isolated already stays as it is, and an isolate that was cut in two is closed.
    """
    if text.isascii():
        return text
    kept: list[str] = []
    depth, bare = 0, False
    for character in _OVERRIDES.sub("", text):
        if character in _OPENERS:
            depth += 1
        elif character == _END:
            if depth == 0:
                continue
            depth -= 1
        elif depth == 0 and unicodedata.bidirectional(character) in _RIGHT_TO_LEFT:
            bare = True
        kept.append(character)
    whole = "".join(kept) + _END * depth
    return f"{_ISOLATE}{whole}{_END}" if bare else whole


def plain(text: str) -> str:
    """Text without the marks of :func:`isolated`, for files."""
    return text if text.isascii() else _MARKS.sub("", text)
