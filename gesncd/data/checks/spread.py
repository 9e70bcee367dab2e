"""Columns that hardly vary, vary beyond measure, or hold values far from the others."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from gesncd.data.arrays import SMALLEST_SPAN
from gesncd.data.assemble import Assembly
from gesncd.data.checks.category_mends import merge_mends, sure_variants
from gesncd.data.exact import rounded_names, rounded_to_one
from gesncd.data.findings import Finding, error, ignore_mend, note, warning
from gesncd.data.profile import Profile
from gesncd.words import listed, names_listed, percent, quoted

_NEAR_CONSTANT = 0.95
_FEW = 10
_FAR = 10.0
_MAD_TO_SD = 1.4826
_SCALES = 1e3

Floats = NDArray[np.float64]


def check_ranges(data: Assembly) -> list[Finding]:
    """Columns that never change, or whose numbers are too close to compute with."""
    if data.n_rows < 2:
        return []
    findings = []
    rounded = rounded_names(data.table)
    for j, label in enumerate(data.labels):
        column = data.values[:, j]
        smallest, largest = float(column.min()), float(column.max())
        owner = label if not data.flags[j] else _owner(data, j)
        if smallest == largest:
            findings.append(
                error(
                    "constant",
                    rounded_to_one(label)
                    if label in rounded
                    else f"Column {quoted(label)} holds the same value in every row "
                    f"({smallest:g}). It cannot depend on anything; leave it out.",
                    columns=[owner],
                    mends=[ignore_mend(owner)],
                )
            )
        elif largest - smallest < SMALLEST_SPAN:
            findings.append(
                error(
                    "too-close",
                    f"The values of column {quoted(label)} lie within {largest - smallest:g} of "
                    "each other, too close to compute with. Change the unit.",
                    columns=[owner],
                    mends=[ignore_mend(owner)],
                )
            )
    return findings


def _owner(data: Assembly, column: int) -> str:
    """Name of the table's column that an encoded column comes from."""
    label = data.labels[column]
    names = [n for n in data.table.names if label == n or label.startswith(f"{n} = ")]
    return max(names, key=len, default=label)


def check_near_constant(data: Assembly, profile: Profile) -> list[Finding]:
    """Columns in which most rows agree, so that half of the rows may all agree.

    With m rows off the most frequent value, half of n rows, drawn without
    replacement, hold none of them with probability C(n − m, ⌊n/2⌋) / C(n, ⌊n/2⌋).
    """
    n = data.n_rows
    if n < 2:
        return []
    findings = []
    for j, label in enumerate(data.labels):
        value, times = most_frequent(data.values[:, j])
        off = n - times
        if off == 0 or 2 * times <= n or (off > _FEW and times <= _NEAR_CONSTANT * n):
            continue
        chance = constant_in_half(n, off)
        risk = (
            f" In a random half of the rows it would be constant {_in_words(chance)}."
            if chance >= 1e-4
            else ""
        )
        owner = label if not data.flags[j] else _owner(data, j)
        about = profile.column(owner)
        meant = {f"{owner} = {v.text}": v.meaning for v in sure_variants(about)}.get(label)
        same = f" It is probably {quoted(meant)} in other letters: read it so." if meant else ""
        findings.append(
            warning(
                "near-constant",
                f"Column {quoted(label)} is {value:g} in {times:,} of {n:,} rows. So few other "
                f"values hardly show what it depends on.{risk}{same}",
                columns=[owner],
                count=off,
                mends=[*(merge_mends(about) if meant else ()), ignore_mend(owner)],
            )
        )
    return findings


def _in_words(chance: float) -> str:
    if chance > 0.1:
        return f"in {percent(chance)} of draws"
    return f"once in {round(1 / chance):,} draws"


def constant_in_half(n: int, off: int) -> float:
    """Probability that ⌊n/2⌋ of n rows, drawn without replacement, miss ``off`` given ones."""
    half = n // 2
    if off > n - half:
        return 0.0
    log = (
        math.lgamma(n - off + 1)
        - math.lgamma(n - off - half + 1)
        - math.lgamma(n + 1)
        + math.lgamma(n - half + 1)
    )
    return math.exp(log)


def most_frequent(column: Floats) -> tuple[float, int]:
    """The most frequent value and how often it occurs."""
    ordered = np.sort(column)
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    lengths = np.diff(np.concatenate([starts, [len(ordered)]]))
    best = int(np.argmax(lengths))
    return float(ordered[starts[best]]), int(lengths[best])


def check_outliers(data: Assembly) -> list[Finding]:
    """Values more than ten robust standard deviations from the median."""
    found: list[tuple[str, int, float, int]] = []
    for j, label in enumerate(data.labels):
        column = data.values[:, j]
        if data.flags[j] or len(column) < 20:
            continue
        middle = float(np.median(column))
        distance = np.abs(column - middle)
        spread = _MAD_TO_SD * float(np.median(distance))
        if spread == 0.0:
            continue
        n_far = int((distance > _FAR * spread).sum())
        if n_far:
            row = int(np.argmax(distance))
            found.append((label, n_far, float(column[row]), int(data.rows[row])))
    if not found:
        return []
    found.sort(key=lambda entry: -entry[1])
    parts = [
        f"{quoted(label)} ({count:,}, up to {value:g} in {data.table.places([row])})"
        for label, count, value, row in found[:3]
    ]
    return [
        note(
            "outliers",
            f"Values far from the others: {listed(parts, len(found))}. RCD works on ranks and does "
            "not mind them. NCD does so too while nothing is given; given other variables it works "
            "on the numbers, as partial correlation always does, and both may follow a few rows. "
            "Check that they are no typing errors.",
            columns=[label for label, *_ in found],
            lines=data.table.first_lines([row for *_, row in found]),
            count=sum(count for _, count, *_ in found),
        )
    ]


def check_scales(data: Assembly) -> list[Finding]:
    """Say that units don't matter where they differ much."""
    numeric = [j for j, is_flag in enumerate(data.flags) if not is_flag]
    if len(numeric) < 2 or data.n_rows < 2:
        return []
    with np.errstate(over="ignore"):
        spreads = np.array([data.values[:, j].std() for j in numeric])
    good = (spreads > 0) & np.isfinite(spreads)
    if not good.any() or spreads[good].max() / spreads[good].min() < _SCALES:
        return []
    widest, narrowest = (
        numeric[int(np.argmax(np.where(good, spreads, 0)))],
        numeric[int(np.argmin(np.where(good, spreads, np.inf)))],
    )
    extremes = names_listed([data.labels[widest], data.labels[narrowest]])
    return [
        note(
            "scales",
            f"Columns differ much in scale ({extremes} most). "
            "Units and scales don't change the result.",
        )
    ]
