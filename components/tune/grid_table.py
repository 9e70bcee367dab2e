"""The grid as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd
import streamlit as st

from components.tune.cells_form import row_text
from gesncd.analysis import GLOBAL_SCORE_SENTENCE, GridRow, Point
from gesncd.analysis.strips import AgreementSummary

_AT_LINE: Final = " at the line's τ"
_SMALL: Final = 80
"""Pixels of a column of numbers such as 0.000656: all of them shall be seen on a small screen."""
COLUMNS: Final = {
    "τ": st.column_config.NumberColumn(
        format="%.3g", width=_SMALL, help="The automatic τ of these settings"
    ),
    "Edges": st.column_config.NumberColumn(width=50),
    "S_g": st.column_config.NumberColumn(format="%.3g", width=_SMALL, help=GLOBAL_SCORE_SENTENCE),
    "Agreement": st.column_config.TextColumn(
        width=82,
        help="Held-out statements that the graph satisfies, violates and leaves undecided",
    ),
    "Seeds differ by": st.column_config.NumberColumn(
        format="%.1f", help="Mean structural Hamming distance between the graphs of two seeds"
    ),
    "Seconds": st.column_config.NumberColumn("s", format="%.1f", width=54, help="Seconds"),
}


def grid_frame(rows: Sequence[GridRow], shared: Sequence[str] = ()) -> pd.DataFrame:
    """One row a cell; columns that no cell has a value for are left out.

    Parameters
    ----------
    rows
        The cells.
    shared
        Words that are said elsewhere, as all cells have them in common.
    """
    lines = []
    for row in rows:
        line: dict[str, object] = {"Settings": row_text(row.cell, shared)}
        places = list(zip(_points(row), ("", _AT_LINE), strict=True))
        # First what tells the cells apart, in sight on a small screen, too.
        line |= {
            f"Agreement{at}": None if point is None else _agreement_text(point.agreement)
            for point, at in places
        }
        for point, at in places:
            tau = None if point is None else point.tau
            line |= {
                **({"τ": tau} if not at else {}),
                f"Edges{at}": None if point is None else point.n_edges,
                f"S_g{at}": None if point is None else point.global_score,
            }
        line |= {"Seeds differ by": row.seeds_shd_auto, "Seconds": row.seconds}
        lines.append(line)
    return pd.DataFrame(lines).dropna(axis="columns", how="all")


def _agreement_text(counts: AgreementSummary) -> str | None:
    if not counts.total:
        return None
    return f"{counts.satisfied} ✓ {counts.violated} ✕ {counts.undecided} ?"


def _points(row: GridRow) -> tuple[Point | None, Point | None]:
    return row.auto, row.chosen
