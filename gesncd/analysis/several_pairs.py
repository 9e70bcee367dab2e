"""Lines that hold several pairs of variables, where each line is for one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from gesncd.knowledge import KnowledgeError


class SeveralPairsError(KnowledgeError):
    """A line holds a chain or a list of variables instead of one pair."""


def refuse_several_pairs(text: str, known: Set[str], signs: Sequence[str]) -> None:
    """Say of a chain or a list of variables how to write it as pairs.

    Parameters
    ----------
    text
        A line that is not understood as it is.
    known
        The variables of the data.
    signs
        What may stand between the two names of a pair.

    Raises
    ------
    SeveralPairsError
        If the line is a chain or a list.
    """
    longest_first = sorted(signs, key=len, reverse=True)
    sign = re.compile(f"({'|'.join(map(re.escape, longest_first))})")
    pairs = [pair for clause in text.split(";") for pair in _pairs(sign.split(clause), known)]
    named = {name for a, _, b in pairs for name in (a, b)}
    # In a chain one name may be misspelt; a comma may belong to a misspelt name.
    is_chain = len(sign.findall(text)) > 1 and len(known & named) > 1
    if len(pairs) < 2 or not all(named) or not (is_chain or known >= named):
        return
    shown = " and, on the next line, ".join(f"'{a} {between} {b}'" for a, between, b in pairs[:2])
    raise SeveralPairsError(f"One pair a line, such as {shown}.")


def _pairs(parts: Sequence[str], known: Set[str]) -> Iterator[tuple[str, str, str]]:
    """Each name beside each of its neighbours, with the sign between; ``parts`` alternate."""
    sides = [_names(part.strip(), known) for part in parts[::2]]
    for between, left, right in zip(parts[1::2], sides[:-1], sides[1:], strict=True):
        yield from ((a, between.strip(), b) for a in left for b in right)


def _names(side: str, known: Set[str]) -> list[str]:
    return [side] if side in known else [each.strip() for each in re.split(r",| and ", side)]
