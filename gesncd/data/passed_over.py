"""What is said of the lines of a file that were passed over: titles, chosen ones, comments."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.data.dialect import Dialect
from gesncd.data.findings import Finding, at_lines, listed, note, plural, quoted
from gesncd.data.plan import Change, Mend


def skipped_lines(
    skipped: Sequence[tuple[int, str]], dialect: Dialect, word: str = "line"
) -> list[Finding]:
    """Say which lines were passed over, with the way back."""
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
            findings.append(_skipped(code, said, entries, word, ("Don't skip {}", change)))
    return findings


def _skipped(
    code: str,
    said: str,
    entries: Sequence[tuple[int, str]],
    word: str,
    back: tuple[str, tuple[tuple[str, object], ...]],
) -> Finding:
    lines = [number for number, _ in entries]
    where = at_lines(lines[:5], len(lines), word)
    texts = listed([quoted(text.strip(";,|\t ")) for _, text in entries[:3]], len(entries))
    label, change = back
    # Only the first of several can become the header.
    target = f"{word} {lines[0]}" if code == "title-skipped" else where
    return note(
        code,
        f"{where[0].upper()}{where[1:]} {said}: {texts}.",
        lines=lines[:5],
        count=len(lines),
        mends=[Mend(code, label.format(target), Change(reading=change))],
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
