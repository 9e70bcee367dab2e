"""What a report tells of the data: what they are, how they came about, what was found in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from components.text import count
from gesncd.data.checks.meaning import EXPLANATIONS, MOST_NAMED
from gesncd.runs.store.records import RunRecord
from gesncd.words import quoted

_DROPPED: Final = {
    "dropped_missing": ("missing-dropped", "with missing values left out"),
    "dropped_duplicates": ("duplicates-dropped", "that repeat others left out"),
}
"""Counts of rows, each with the finding that tells of them better, and what is said without it."""


def data_rows(record: RunRecord) -> dict[str, str]:
    """Names and values."""
    rows = (record.preparation or {}).get("rows") or {}
    size = f"{count(record.n_variables, 'variable')}, {count(record.n_rows, 'row')}"
    if isinstance(rows.get("read"), int) and rows["read"] != record.n_rows:
        size += f" of {rows['read']:,} in the file"
    return {
        "Name": record.data_name,
        "Size": size,
        "Variables": _listed(record.names),
        "SHA-256 of the file": record.source_sha256 or "not read from a file",
        "SHA-256 of values and names": record.dataset_sha256,
    }


def preparation_lines(record: RunRecord) -> list[str]:
    """How the file became the data: reading and mends."""
    known = record.preparation
    if known is None:
        return []
    rows = known.get("rows") or {}
    # The sentence gives counts that stand beside the data's name, and what the lines below tell.
    texts = [] if rows else [str(known.get("sentence", ""))]
    texts.append(_reading(known.get("source") or {}))
    told = {finding.get("code") for finding in _findings(known)}
    for key, (code, what) in _DROPPED.items():
        if rows.get(key) and code not in told:
            texts.append(f"{count(int(rows[key]), 'row')} {what}.")
    if rows.get("sampled_from"):
        texts.append(f"The rows are a sample of {int(rows['sampled_from']):,}.")
    texts += [str(finding.get("message", "")) for finding in _findings(known) if _is_done(finding)]
    texts.append(_left_out(known))
    return list(dict.fromkeys(filter(None, texts)))


def check_lines(record: RunRecord) -> list[str]:
    """What the checks found in the data, and what it means for the result."""
    found = [
        finding
        for finding in _findings(record.preparation or {})
        if not _is_done(finding) and not _is_answered(finding, record)
    ]
    texts = [str(finding.get("message", "")) for finding in found]
    return list(dict.fromkeys(filter(None, texts)))


def _findings(known: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [each for each in known.get("findings") or () if isinstance(each, Mapping)]


def _is_done(finding: Mapping[str, Any]) -> bool:
    """Whether a finding tells what was done to the data, not what to think of them."""
    return finding.get("severity") == "information" and finding.get("code") not in EXPLANATIONS


def _is_answered(finding: Mapping[str, Any], record: RunRecord) -> bool:
    """Whether it asks to say what was set beforehand, and the run's knowledge does."""
    tiers = record.settings.knowledge.tiers
    names = finding.get("columns") or ()
    asks = finding.get("code") == "set-beforehand" and names
    return bool(asks) and len(tiers) > 1 and set(names) <= set(tiers[0])


def _left_out(known: Mapping[str, Any]) -> str:
    ignored = [str(c["name"]) for c in known.get("columns") or () if c.get("role") == "ignore"]
    told: set[str] = set()
    for finding in _findings(known):
        if finding.get("code") == "ignored":
            told.update(finding.get("columns", ()))
    # The finding gives the reasons, but of the first columns only.
    if told.issuperset(ignored) and len(ignored) <= MOST_NAMED:
        return ""
    return f"Columns left out: {_listed(ignored)}." if ignored else ""


def _reading(source: Mapping[str, Any]) -> str:
    return ", ".join(_reading_parts(source)) + "." if any(_reading_parts(source)) else ""


def _reading_parts(source: Mapping[str, Any]) -> Iterator[str]:
    begin = "Read with "
    for key, label in (("delimiter", "delimiter"), ("decimal", "decimal sign")):
        if source.get(key):
            yield f"{begin}{label} {source[key]!r}"
            begin = ""
    if source.get("encoding"):
        yield f"{begin}encoding {source['encoding']}"


def _listed(names: Sequence[str]) -> str:
    """Names with commas between; quoted where one holds a comma itself."""
    plain = not any("," in name or name != name.strip() for name in names)
    return ", ".join(names if plain else [quoted(name) for name in names])
