"""Names where there is little room: cut in the middle, and still told apart.

Names of measurements often begin alike ("expression of kinase 7 at rest") and differ late, or
end alike. The cut is where the names of one data set stay distinct.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from components.bidi import isolated
from components.text import NAME_LINES, NAME_WIDTH, cut_middle, one_line, wrap_name

SENTENCE_NAME: Final = 40
"""Characters of a name within a sentence."""
_SHARES: Final = (0.5, 0.3, 0.7, 0.1, 0.9)
"""Shares of the room that a name's beginning may get, in the order of trying."""
_SHARES_LATE: Final = (1.0, 0.7, 0.4)
"""The same, for names that begin where they differ."""
_BEFORE: Final = 8
"""Characters that may be kept before the difference."""
_ROOM: Final = ((12, NAME_WIDTH, NAME_LINES), (20, NAME_WIDTH, 2), (40, 14, 1), (None, 12, 1))
"""Up to so many variables, a box has room for lines of so many characters, and so many lines."""

Cut = Callable[[str, float], str]


def distinct_names(names: Sequence[str], limit: int) -> tuple[str, ...]:
    """Names on one line of at most ``limit`` characters, different where the names are."""
    labels = _distinct(names, lambda name, share: cut_middle(name, limit, share))
    return tuple(isolated(label) for label in labels)


@lru_cache(maxsize=64)
def node_labels(names: tuple[str, ...]) -> tuple[str, ...]:
    """What stands in the nodes' boxes: lines that get fewer and shorter where nodes are many."""
    width, lines = next((w, n) for most, w, n in _ROOM if most is None or len(names) <= most)
    return tuple(_distinct(names, lambda name, share: _wrapped(name, share, width, lines)))


def shown_label(label: str) -> str:
    """A node's label as it is drawn; each line keeps to its own direction."""
    return "\n".join(isolated(line) for line in label.split("\n"))


def _wrapped(name: str, share: float, width: int, lines: int) -> str:
    """The longest cut of a name that fills no more than so many lines."""
    for limit in range(width * lines, width - 1, -1):
        label = wrap_name(cut_middle(name, limit, share), width)
        if label.count("\n") < lines:
            break
    return label


def _distinct(names: Sequence[str], cut: Cut) -> list[str]:
    labels = [cut(one_line(name), _SHARES[0]) for name in names]
    for members in _alike(names, labels):
        others = {label for k, label in enumerate(labels) if k not in members}
        apart = _apart([one_line(names[k]) for k in members], cut, others)
        for k, label in zip(members, apart, strict=True):
            labels[k] = label
    return labels


def _alike(names: Sequence[str], labels: Sequence[str]) -> list[list[int]]:
    """Groups of nodes whose labels are equal although their names are not."""
    groups: dict[str, list[int]] = defaultdict(list)
    for k, label in enumerate(labels):
        groups[label].append(k)
    return [g for g in groups.values() if len({one_line(names[k]) for k in g}) > 1]


def _apart(names: list[str], cut: Cut, taken: set[str]) -> list[str]:
    """Labels for names that a cut in the middle makes equal."""
    # Where neither end tells them apart, what they have in common at the beginning goes.
    tails = _from_difference(names)
    tries = [(names, share) for share in _SHARES[1:3]] + [(tails, share) for share in _SHARES_LATE]
    for texts, share in [*tries, *((names, share) for share in _SHARES[3:])]:
        labels = [cut(text, share) for text in texts]
        if len(set(labels)) == len(names) and taken.isdisjoint(labels):
            return labels
    # The number goes first, where the cut leaves it alone.
    return [cut(f"{k}… {name}", 0.5) for k, name in enumerate(names, 1)]


def _from_difference(names: Sequence[str]) -> list[str]:
    """Names without what all of them begin with, but for the word before the difference."""
    columns = enumerate(zip(*names, strict=False))
    begin = next((k for k, column in columns if len(set(column)) > 1), min(map(len, names)))
    start = max(0, begin - _BEFORE)
    gap = re.search(r"[\s_\-./]", names[0][start:begin])
    start += gap.end() if gap and start + gap.end() < begin else 0
    return ["…" + name[start:] for name in names]
