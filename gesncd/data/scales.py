"""Words that people put in an order, such as "mild", "moderate" and "severe"."""

from __future__ import annotations

from collections.abc import Sequence

_ROMAN = ("i", "ii", "iii", "iv", "v")

SCALES: tuple[tuple[str, ...], ...] = (
    ("none|absent|no", "mild|slight", "moderate", "severe", "very severe|critical"),
    ("none|absent", "very low", "low", "medium|moderate|intermediate|middle|normal", "high",
     "very high"),
    ("none|nothing", "little|a little|few", "some", "much|many|a lot"),
    (
        "never",
        "rarely|seldom|almost never",
        "sometimes|occasionally",
        "often|frequently|usually",
        "always",
    ),
    ("strongly disagree", "disagree", "neutral|undecided", "agree", "strongly agree"),
    ("very poor|very bad", "poor|bad", "fair|average", "good", "very good", "excellent"),
    ("very small", "small", "medium|middle", "large|big", "very large"),
    ("primary", "secondary", "tertiary"),
    ("young", "middle-aged|middle aged", "old|elderly"),
    _ROMAN,
    *(tuple(f"{word} {n}|{word} {i}" for i, n in enumerate(_ROMAN, 1))
      for word in ("stage", "grade", "class", "level", "phase", "stadium", "grad")),
    ("keine|kein", "leicht", "mittel|mäßig", "schwer"),
    ("niedrig|tief|gering", "mittel", "hoch"),
    ("nie", "selten", "manchmal", "oft|häufig", "immer"),
)  # fmt: skip
"""Scales from low to high; a bar parts words for the same place."""


def ranks_on_scale(categories: Sequence[str]) -> tuple[int, ...]:
    """Place of each category among those given, from 1 up.

    Empty unless all lie on one known scale, at two places or more, capitals and blanks aside.
    """
    words = [" ".join(category.casefold().split()) for category in categories]
    for scale in SCALES:
        places = {word: k for k, same in enumerate(scale) for word in same.split("|")}
        if all(word in places for word in words):
            held = sorted({places[word] for word in words})
            if len(held) > 1:
                return tuple(held.index(places[word]) + 1 for word in words)
    return ()
