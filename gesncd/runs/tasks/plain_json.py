"""JSON texts of parts and results, refused unless they read back as the very same value."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

MOST_BYTES: Final = 16 * 2**20
"""Longest text of one value; a task may have hundreds, and a page reads them all."""
_DEEPEST: Final = 100


def plain_text(value: object, what: str) -> str:
    """JSON text of a value.

    Parameters
    ----------
    value
        A mapping of plain values: mappings by text, lists, tuples (which become lists),
        texts, booleans, whole and finite numbers, and None.
    what
        What it is, for the message.

    Raises
    ------
    ValueError
        If it holds anything else, such as NaN or an integer of numpy, or is too long;
        the message says where.
    """
    if not isinstance(value, Mapping):
        raise ValueError(f"{what} must be a mapping by text, not a {type(value).__name__}.")
    text = json.dumps(_plain(value, what, 0), allow_nan=False, separators=(",", ":"))
    if len(text) > MOST_BYTES:
        raise ValueError(
            f"{what} takes {len(text) / 2**20:.1f} MB as JSON; at most "
            f"{MOST_BYTES / 2**20:.0f} MB are kept."
        )
    return text


def _plain(value: object, where: str, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ValueError(f"{where[:200]} is nested more than {_DEEPEST} deep.")
    match value:
        case None | bool():
            return value
        case int() | str() if type(value) in (int, str):
            return value
        case float():  # and numpy's float64, which is one
            if not math.isfinite(value):
                raise ValueError(f"{where} is {value}, which JSON cannot hold; use null instead.")
            return float(value)
        case Mapping():
            for key in value:
                if type(key) is not str:
                    raise ValueError(f"{where} has the key {key!r:.60}, which is no text.")
            return {key: _plain(each, f"{where}.{key}", depth + 1) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each, f"{where}[{k}]", depth + 1) for k, each in enumerate(value)]
    raise ValueError(
        f"{where} is of type {type(value).__module__}.{type(value).__qualname__}, which JSON "
        "cannot hold; make it a plain number, text, list or mapping."
    )
