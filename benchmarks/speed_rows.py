"""Rows of the speed table, kept one file a measurement."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True)
class Row:
    """One target and what was measured.

    Parameters
    ----------
    what, target, measured
        For people.
    met
        Whether the target was met; None where there is none, or nothing was measured.
    """

    what: str
    target: str
    measured: str
    met: bool | None = None

    @property
    def verdict(self) -> str:
        """The last column."""
        return "" if self.met is None else "met" if self.met else "missed"


HEADER = ("what", "target", "measured", "")

Measurement = Callable[[bool], Sequence[Row]]
"""Takes whether it shall be quick."""


class RowFolder:
    """Rows under one folder, ``NAME.json`` each; quick ones lie apart."""

    def __init__(self, root: Path, *, quick: bool) -> None:
        self._root = root / ("speed-quick" if quick else "speed")

    def get(self, name: str) -> list[Row]:
        """Rows of the last measurement; none where there was none."""
        try:
            kept = json.loads((self._root / f"{name}.json").read_text("utf-8"))
            return [Row(**row) for row in kept["rows"]]
        except (FileNotFoundError, ValueError, TypeError, KeyError):
            return []

    def put(self, name: str, rows: Sequence[Row]) -> None:
        """Write rows; a reader sees all of them or none."""
        self._root.mkdir(parents=True, exist_ok=True)
        content = {"measured": time.strftime("%Y-%m-%d"), "rows": [asdict(row) for row in rows]}
        handle, temporary = tempfile.mkstemp(dir=self._root, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file, indent=1, ensure_ascii=False)
        Path(temporary).replace(self._root / f"{name}.json")


def table_rows(rows: Sequence[Row]) -> list[list[str]]:
    """Rows as cells of a table."""
    return [[row.what, row.target, row.measured, row.verdict] for row in rows]


def seconds_of(action: Callable[[], object], times: int = 1) -> float:
    """Median of the seconds that something takes."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        taken.append(time.perf_counter() - began)
    return median(taken)


def milliseconds(seconds: float) -> str:
    """As text."""
    return f"{1000 * seconds:.0f} ms"
