"""Statements as people type them: one a line, in signs or in words.

Names may hold any characters, those of the signs too: only readings in which every name is
one of the data's count, and two readings are a question to the person. Where there is none,
names may differ from the data's in the case of their letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

from gesncd.analysis.several_pairs import SeveralPairsError, refuse_several_pairs
from gesncd.analysis.statements import Relation, Statement
from gesncd.analysis.typed_names import Spellings, unknown_names
from gesncd.knowledge import KnowledgeError

T = TypeVar("T")
MOST_LINES: Final = 2000
"""Lines that are read at once."""

# What may be typed: before the first name, between, after the second; the longest signs first.
_PAIRS: Final = (
    ("", "!=>", "", Relation.NOT_CAUSE),
    ("", "!->", "", Relation.NO_EDGE),
    ("", "!--", "", Relation.NOT_ADJACENT),
    ("", " does not cause ", "", Relation.NOT_CAUSE),
    ("", " doesn't cause ", "", Relation.NOT_CAUSE),
    ("", " doesn’t cause ", "", Relation.NOT_CAUSE),
    ("", " causes ", "", Relation.CAUSES),
    *(("", f" {verb}not adjacent to ", "", Relation.NOT_ADJACENT) for verb in ("is ", "")),
    ("", " isn't adjacent to ", "", Relation.NOT_ADJACENT),
    ("", " isn’t adjacent to ", "", Relation.NOT_ADJACENT),
    *(("", f" {verb}adjacent to ", "", Relation.ADJACENT) for verb in ("is ", "")),
    ("no edge ", "→", "", Relation.NO_EDGE),
    ("no edge ", "->", "", Relation.NO_EDGE),
    *(
        ("", between, f" {verb} adjacent", Relation.NOT_ADJACENT)
        for between in (",", " and ")
        for verb in ("are not", "aren't", "aren’t", "not")
    ),
    *(
        ("", between, f" {verb}adjacent", Relation.ADJACENT)
        for between in (",", " and ")
        for verb in ("are ", "")
    ),
    ("", "—", " adjacent", Relation.ADJACENT),
    ("", "--", " adjacent", Relation.ADJACENT),
    ("", "->", "", Relation.CAUSES),
    ("", "→", "", Relation.CAUSES),
    ("", "--", "", Relation.ADJACENT),
    ("", "—", "", Relation.ADJACENT),
)
# The second name comes first.
_BACKWARD: Final = (("", "<-", "", Relation.CAUSES), ("", "←", "", Relation.CAUSES))
_SIGNS: Final = tuple(
    between for before, between, after, _ in (*_PAIRS, *_BACKWARD) if not before and not after
)
_TIER: Final = re.compile(r"(?:^|;)\s*tier\s+(\d+)\s*:", re.IGNORECASE)
_BEFORE, _AMONG = " before ", "no edges among "
_ENFORCED: Final = "'A -> B', 'A -- B', 'A, B not adjacent', 'A !-> B' (no edge), "
_NOT_ENFORCED: Final = "'A does not cause B', "
_GROUPED: Final = "'tier 1: A; tier 2: B' or 'A comes first'"


@dataclass(frozen=True, slots=True)
class Typed:
    """What was read of some lines.

    Parameters
    ----------
    statements
        Those understood, each once.
    problems
        What is wrong with the others, one sentence a line, with the line's number where
        there are several lines, or ought to be.
    """

    statements: tuple[Statement, ...]
    problems: tuple[str, ...]


def parse_lines(text: str, names: Sequence[str], *, enforced: bool = False) -> Typed:
    """Read statements, one a line; neighbouring lines that begin with a tier are one statement.

    Parameters
    ----------
    text
        The lines; empty ones count for nothing.
    names
        The variables of the data.
    enforced
        Whether a search is to obey them: hints then name no form that it cannot.
    """
    lines = _numbered(text)
    if len(lines) > MOST_LINES:
        return Typed((), (f"These are more than {MOST_LINES} lines; put them into a file.",))
    found: dict[Statement, None] = {}
    problems = []
    for number, line in _with_tiers_together(lines):
        try:
            found[parse_statement(line, names, enforced=enforced)] = None
        except KnowledgeError as error:
            numbered = len(lines) > 1 or isinstance(error, SeveralPairsError)
            problems.append(f"Line {number}: {error}" if numbered else str(error))
    return Typed(tuple(found), tuple(problems))


def statement_texts(text: str) -> list[str]:
    """The statements in lines as typed, each as one text, whether it is understood or not."""
    return [line.strip() for _, line in _with_tiers_together(_numbered(text))]


def is_tiers(line: str) -> bool:
    """Whether a line begins with a tier."""
    return _TIER.match(line) is not None


def _numbered(text: str) -> list[tuple[int, str]]:
    return [(k, line) for k, line in enumerate(text.splitlines(), start=1) if line.strip()]


def _with_tiers_together(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    together: list[tuple[int, str]] = []
    was_tier = False
    for number, line in lines:
        is_tier = is_tiers(line)
        if is_tier and was_tier:
            first, before = together[-1]
            together[-1] = (first, f"{before.rstrip().rstrip(';')}; {line.strip()}")
        else:
            together.append((number, line))
        was_tier = is_tier
    return together


def parse_statement(text: str, names: Sequence[str], *, enforced: bool = False) -> Statement:
    """The statement that somebody typed.

    Both the signs of files, such as ``A -> B``, and the words of
    :attr:`~gesncd.analysis.Statement.text` are understood, and tiers as
    ``tier 1: A, B; tier 2: C``.

    Parameters
    ----------
    text
        The line.
    names, enforced
        As for :func:`parse_lines`.

    Raises
    ------
    KnowledgeError
        If there is no reading, or more than one; :class:`SeveralPairsError` where the line
        holds several pairs.
    """
    text = text.strip()
    if _TIER.match(text):
        return _tiers(text, names)
    strangers: list[list[str]] = []
    for any_case in (False, True):
        spelling = Spellings(names, any_case=any_case)
        found, strangers = _readings(text, spelling)
        if len(found) == 1:
            return found[0]
        if found:
            readings = ", or ".join(statement.text for statement in found)
            raise KnowledgeError(f"{text!r} can be read as {readings}. Choose the names.")
    if strangers:
        refuse_several_pairs(text, set(names), _SIGNS)
        raise KnowledgeError(unknown_names(min(strangers, key=len), names))
    if text.startswith(_AMONG) or _BEFORE in text:
        parts = [p.strip() for p in re.split(r",| before ", text.removeprefix(_AMONG))]
        raise KnowledgeError(unknown_names([p for p in parts if not spelling.own(p)], names))
    forms = f"{_ENFORCED}{'' if enforced else _NOT_ENFORCED}{_GROUPED}"
    raise KnowledgeError(f"{text!r} is not understood. Write {forms}.")


def _readings(text: str, spelling: Spellings) -> tuple[list[Statement], list[list[str]]]:
    """What a line may say, each once; and the unknown names of other readings as a pair."""
    found: dict[Statement, None] = {}
    strangers: list[list[str]] = []
    for first, relation, second in _pairs(text):
        a, b = spelling.own(first), spelling.own(second)
        if a and b:
            found[Statement.pair(a, relation, b)] = None
        else:
            strangers.append([t for t, own in ((first, a), (second, b)) if not own])
    for statement in _groups(text, spelling):
        found[statement] = None
    return list(found), strangers


def _pairs(text: str) -> Iterator[tuple[str, Relation, str]]:
    for before, between, after, relation in _PAIRS:
        for a, b in _splits(text, before, between, after):
            yield a, relation, b
    for before, between, after, relation in _BACKWARD:
        for b, a in _splits(text, before, between, after):
            yield a, relation, b


def _splits(text: str, before: str, between: str, after: str) -> list[tuple[str, str]]:
    """Ways to read a text as two names within a template."""
    if not (text.startswith(before) and text.endswith(after)):
        return []
    middle = text[len(before) : len(text) - len(after)]
    splits = []
    at = middle.find(between)
    while at >= 0:
        a, b = middle[:at].strip(), middle[at + len(between) :].strip()
        if a and b:
            splits.append((a, b))
        at = middle.find(between, at + 1)
    return splits


def _groups(text: str, spelling: Spellings) -> list[Statement]:
    """Readings as tiers in words, or as a group without edges within; two at most."""
    found = []
    if text.startswith(_AMONG):
        readings = _lists(text.removeprefix(_AMONG), spelling)
        found += [Statement.closed(group) for group in islice(readings, 2) if len(group) > 1]
    if _BEFORE in text:
        orders = _joined(text, _BEFORE, lambda part: islice(_lists(part, spelling), 2))
        found += [Statement.tiers(order) for order in islice(orders, 2) if len(order) > 1]
    return found


def _lists(text: str, spelling: Spellings) -> Iterator[tuple[str, ...]]:
    """Readings of a text as names with commas between."""

    def name(part: str) -> Iterator[str]:
        own = spelling.own(part)
        if own:
            yield own

    yield from _joined(text, ",", name)


def _joined(
    text: str, separator: str, read: Callable[[str], Iterator[T]]
) -> Iterator[tuple[T, ...]]:
    """Readings of a text as parts with a separator between, which parts may hold themselves."""
    at = text.find(separator)
    while at >= 0:
        for first in read(text[:at]):
            for rest in _joined(text[at + len(separator) :], separator, read):
                yield (first, *rest)
        at = text.find(separator, at + 1)
    for whole in read(text):
        yield (whole,)


def _tiers(text: str, names: Sequence[str]) -> Statement:
    _, *parts = _TIER.split(text)
    tiers: dict[int, tuple[str, ...]] = {}
    for digits, listed in zip(parts[::2], parts[1::2], strict=True):
        number = int(digits)
        if number in tiers:
            raise KnowledgeError(f"Tier {number} is given twice; put its variables together.")
        spelling = Spellings(names, any_case=False)
        readings = list(islice(_lists(listed, spelling), 2))
        if not readings:
            spelling = Spellings(names, any_case=True)
            readings = list(islice(_lists(listed, spelling), 2))
        if len(readings) == 2:
            raise KnowledgeError(f"The names in tier {number} can be read in two ways.")
        if not readings:
            pieces = [piece.strip() for piece in listed.split(",")]
            strangers = [piece for piece in pieces if piece and not spelling.own(piece)]
            if strangers:
                raise KnowledgeError(unknown_names(strangers, names))
            raise KnowledgeError(f"Tier {number} is not a list of names with commas between.")
        tiers[number] = readings[0]
    if len(tiers) == 1:
        raise KnowledgeError("One tier says nothing; write 'tier 1: A, B; tier 2: C'.")
    return Statement.tiers(tiers[number] for number in sorted(tiers))
