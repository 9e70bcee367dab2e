"""What is said of the lines of a file that were passed over: titles, chosen ones, comments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gesncd.data.dialect import Dialect, parse_number
from gesncd.data.findings import Finding, note
from gesncd.data.mend import Change, Mend
from gesncd.words import at_lines, listed, plural, quoted

_BETWEEN = re.compile(r"[;,|\t]")
_LONGEST_UNIT = 15


def skipped_lines(
    skipped: Sequence[tuple[int, str]],
    dialect: Dialect,
    names: Sequence[str],
    word: str = "line",
) -> list[Finding]:
    """Say which lines were passed over, with the way back.

    Parameters
    ----------
    skipped
        Numbers and texts of these lines.
    dialect
        How the table is written.
    names
        Of its columns: a line of them holds no units.
    word
        What line numbers count.
    """
    titles = [entry for entry in skipped if entry[0] in dialect.titles]
    above = [entry for entry in skipped if entry[0] <= dialect.skip]
    chosen = [entry for entry in skipped if entry not in titles and entry not in above]
    findings = []
    if titles:
        be = "is" if len(titles) == 1 else "are"
        findings.append(
            _skipped(
                "title-skipped",
                f"{be} no header and {'was' if be == 'is' else 'were'} skipped",
                titles,
                names,
                word,
                ("Take {} as the header", (("skip", 0),)),
            )
        )
    for entries, code, change in (
        (above, "skipped-above", (("skip", 0),)),
        (chosen, "skipped-lines", (("skip_lines", ()),)),
    ):
        if entries:
            was = "was" if len(entries) == 1 else "were"
            said = f"{was} skipped, as chosen"
            findings.append(_skipped(code, said, entries, names, word, ("Don't skip {}", change)))
    return findings


def _skipped(
    code: str,
    said: str,
    entries: Sequence[tuple[int, str]],
    names: Sequence[str],
    word: str,
    back: tuple[str, tuple[tuple[str, object], ...]],
) -> Finding:
    lines = [number for number, _ in entries]
    where = at_lines(lines[:5], len(lines), word)
    texts = listed([quoted(text.strip(";,|\t ")) for _, text in entries[:3]], len(entries))
    label, change = back
    # Only the first of several can become the header.
    target = f"{word} {lines[0]}" if code == "title-skipped" else where
    held = [
        number
        for number, text in entries
        if code == "skipped-lines" and looks_like_units(text) and not _are_names(text, names)
    ]
    seem = "seems" if len(held) == 1 else "seem"
    units = (
        f" {_capital(at_lines(held[:5], len(held), word))} {seem} to hold units." if held else ""
    )
    return note(
        code,
        f"{_capital(where)} {said}: {texts}.{units}",
        lines=lines[:5],
        count=len(lines),
        mends=[Mend(code, label.format(target), Change(reading=change))],
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _are_names(line: str, names: Sequence[str]) -> bool:
    """Whether most cells of a line are names of columns."""
    filled = [cell.strip(' "') for cell in _BETWEEN.split(line) if cell.strip()]
    return 2 * len(set(names).intersection(filled)) > len(filled)


def looks_like_units(line: str) -> bool:
    """Whether a line holds short texts between delimiters, no numbers, such as "cm;kg;°C"."""
    cells = [cell.strip() for cell in _BETWEEN.split(line)]
    filled = [cell for cell in cells if cell]
    return (
        len(filled) >= 2
        and all(len(cell) <= _LONGEST_UNIT for cell in filled)
        and not any(parse_number(cell, mark) is not None for cell in filled for mark in ".,")
    )


def comment_lines(numbers: Sequence[int], prefix: str) -> list[Finding]:
    """Say which lines were taken for comments, by what they begin with."""
    if not numbers:
        return []
    first = ", ".join(map(str, numbers[:5])) + (", …" if len(numbers) > 5 else "")
    return [
        note(
            "comments",
            f"{plural(len(numbers), 'line')} beginning with {prefix} skipped as comments "
            f"({'line' if len(numbers) == 1 else 'lines'} {first}).",
            lines=numbers[:5],
            count=len(numbers),
        )
    ]
