"""The summary of a rehearsal, and the settings that it proposes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gesncd.analysis.grid import Cell
from gesncd.analysis.rehearsal import RehearsalResult


@dataclass(frozen=True, slots=True)
class RehearsalRow:
    """One setting, a cell at a multiple of its τ, over the simulated sets that are done.

    Parameters
    ----------
    cell
        The cell.
    factor
        Multiple of its reference τ.
    shd, f1, n_edges
        Means over the sets.
    shd_error
        Standard error of the mean SHD; None below two sets.
    empty_shd
        Mean SHD of the graph without edges, over the same sets.
    by_set
        SHD by number of the set.
    """

    cell: Cell
    factor: float
    shd: float
    f1: float
    n_edges: float
    shd_error: float | None
    empty_shd: float
    by_set: Mapping[int, int]

    @property
    def n_sets(self) -> int:
        """Number of simulated sets."""
        return len(self.by_set)


def summarise_rehearsal(
    cells: Sequence[Cell], results: Mapping[tuple[int, int], RehearsalResult]
) -> tuple[RehearsalRow, ...]:
    """One row a cell and factor, in the order of the plan.

    Parameters
    ----------
    cells
        The plan.
    results
        By position of the cell and number of the set; more may come later.
    """
    rows = []
    for k, cell in enumerate(cells):
        done = {number: result for (at, number), result in sorted(results.items()) if at == k}
        if not done:
            continue
        for at in range(len(next(iter(done.values())).scores)):
            scores = {number: result.scores[at] for number, result in done.items()}
            distances = [float(score.shd) for score in scores.values()]
            rows.append(
                RehearsalRow(
                    cell=cell,
                    factor=next(iter(scores.values())).factor,
                    shd=_mean(distances),
                    f1=_mean([score.f1 for score in scores.values()]),
                    n_edges=_mean([float(score.n_edges) for score in scores.values()]),
                    shd_error=_standard_error(distances),
                    empty_shd=_mean([float(result.empty_shd) for result in done.values()]),
                    by_set={number: score.shd for number, score in scores.items()},
                )
            )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class SettingsProposal:
    """The settings that did best in a rehearsal.

    Parameters
    ----------
    row
        The proposed setting.
    as_good
        Others that the sets cannot tell from it.
    warning
        A sentence where the proposal is a weak one; else empty.
    """

    row: RehearsalRow
    as_good: tuple[RehearsalRow, ...]
    warning: str

    def changes(self) -> dict[str, Any]:
        """The proposed cell as settings of a run; τ is left to the factor."""
        return self.row.cell.changes()


FEW_SETS = 5
"""Fewer simulated sets than these make a proposal a weak one."""


_LEAST_DEVIATION = 0.5
"""Of paired differences of SHD, which are whole numbers."""


def propose_settings(rows: Sequence[RehearsalRow]) -> SettingsProposal | None:
    """The setting with the smallest mean SHD over the sets that all settings have done.

    Ties go to the larger F1, then to the factor nearest to 1, then to the earlier row.
    Another setting counts as good as the best unless a t-test of their paired differences
    tells the two apart at 5 %, n sets giving n − 1 degrees of freedom; a single set tells
    nothing apart. Distances are whole numbers, so that equal differences hide a spread of
    up to half an edge: their standard deviation counts as no less.

    Returns
    -------
    The proposal, or None where no set has been done by every setting.
    """
    common = sorted(set.intersection(*(set(row.by_set) for row in rows))) if rows else []
    if not common:
        return None

    def distance(row: RehearsalRow) -> float:
        return _mean([float(row.by_set[number]) for number in common])

    best = min(rows, key=lambda row: (distance(row), -row.f1, abs(math.log(row.factor))))
    as_good = tuple(row for row in rows if row is not best and _alike(row, best, common))
    warnings = []
    if len(common) < FEW_SETS:
        sets = "set" if len(common) == 1 else "sets"
        warnings.append(f"Only {len(common)} simulated {sets}: the best may be so by luck.")
    if distance(best) >= best.empty_shd:
        warnings.append("No setting does better than the graph without edges.")
    return SettingsProposal(best, as_good, " ".join(warnings))


def _alike(row: RehearsalRow, best: RehearsalRow, common: Sequence[int]) -> bool:
    # Imported here, as only a proposal needs it.
    from scipy.special import stdtrit

    n = len(common)
    if n < 2:
        return True
    differences = [float(row.by_set[number] - best.by_set[number]) for number in common]
    error = max(_standard_error(differences) or 0.0, _LEAST_DEVIATION / math.sqrt(n))
    return bool(_mean(differences) <= stdtrit(n - 1, 0.975) * error)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _standard_error(values: Sequence[float]) -> float | None:
    if len(values) < 2:
        return None
    mean = _mean(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return math.sqrt(variance / len(values))
