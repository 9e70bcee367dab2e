"""A rehearsal as a table and in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from components.text import count, number
from components.tune.cells_form import cell_text, row_text
from gesncd.analysis import RehearsalRow, RehearsalSet, SettingsProposal
from gesncd.runs.tasks.parts_rehearsal import place_of_part
from gesncd.simulate import MODELS

BESIDE: Final = "Beside the best"
_MOST_NAMED = 6
REHEARSAL_COLUMNS: Final = {
    "τ": st.column_config.TextColumn(help="As a multiple of the settings' own automatic τ"),
    BESIDE: st.column_config.TextColumn(
        help="As good: a t-test of the differences, data set by data set, does not tell it from "
        "the best at 5 %"
    ),
    "SHD": st.column_config.NumberColumn(
        format="%.2f", help="Structural Hamming distance from the true class, mean over the sets"
    ),
    "±": st.column_config.NumberColumn(format="%.2f", help="Standard error of that mean"),
    "F1": st.column_config.NumberColumn(format="%.2f", help="1 where nothing is missed or added"),
    "Edges": st.column_config.NumberColumn(format="%.1f"),
    "SHD, no edges": st.column_config.NumberColumn(
        format="%.1f", help="What the graph without any edge would have: beat this first"
    ),
}


def sets_text(parts: Sequence[Mapping[str, Any]]) -> str:
    """What the simulated data of a rehearsal are like."""
    sets = list({place_of_part(part)[1]: RehearsalSet(**part["set"]) for part in parts}.values())
    first = sets[0]
    return (
        f"Simulated: {MODELS[first.model].title.lower()}, {count(first.n_nodes, 'variable')}, "
        f"{count(first.n_edges, 'edge')}, {count(first.n_rows, 'row')}; "
        f"{count(len(sets), 'data set')}, seeds from {first.seed} on."
    )


def rehearsal_frame(
    rows: Sequence[RehearsalRow],
    shared: Sequence[str] = (),
    proposal: SettingsProposal | None = None,
) -> pd.DataFrame:
    """One row a setting, the smallest distance first; what all share may be left out.

    With a proposal, a column marks the best and those that cannot be told from it.
    """
    ordered = sorted(rows, key=lambda row: (row.shd, -row.f1, abs(math.log(row.factor))))
    frame = pd.DataFrame(
        [
            {
                "Settings": row_text(row.cell, shared),
                "τ": factor_text(row.factor),
                "SHD": row.shd,
                "±": row.shd_error,
                "F1": row.f1,
                "Edges": row.n_edges,
                "SHD, no edges": row.empty_shd,
                "Data sets": row.n_sets,
            }
            for row in ordered
        ]
    )
    if proposal is not None:
        frame.insert(2, BESIDE, [_beside(row, proposal) for row in ordered])
    return frame


def _beside(row: RehearsalRow, proposal: SettingsProposal) -> str:
    if row is proposal.row:
        return "best"
    return "as good" if any(row is each for each in proposal.as_good) else ""


def factor_text(factor: float) -> str:
    """A multiple of the automatic τ."""
    return "automatic" if factor == 1 else f"{factor:g} × automatic"


def proposal_text(proposal: SettingsProposal) -> str:
    """What did best, in words."""
    row = proposal.row
    text = (
        f"{cell_text(row.cell)} at {tau_words(row.factor)} did best: SHD {number(row.shd)} on "
        f"average, against {number(row.empty_shd)} without edges, F1 {number(row.f1)}."
    )
    if proposal.as_good:
        several = len(proposal.as_good) > 1
        text += (
            f" {len(proposal.as_good)} other {'settings are' if several else 'setting is'} as "
            "good, as far as these data sets can tell"
        )
        names = [f"{cell_text(each.cell)} at {tau_words(each.factor)}" for each in proposal.as_good]
        text += f": {'; '.join(names)}." if len(names) <= _MOST_NAMED else "; the table marks them."
    return text


def tau_words(factor: float) -> str:
    """A multiple of the automatic τ, within a sentence."""
    return "the automatic τ" if factor == 1 else f"{factor:g} times the automatic τ"
