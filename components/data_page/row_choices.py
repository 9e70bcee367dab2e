"""What becomes of rows: missing values, repeated rows, a random sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from components.data_page import draft as drafts
from components.data_page.draft import Draft, fitted
from components.data_page.work import Outcome
from gesncd.data import Missing, Sample

MISSING = {
    Missing.REFUSE: "Stop if there are any",
    Missing.DROP: "Drop rows that have any",
    Missing.MEDIAN: "Fill in medians",
    Missing.ITERATIVE: "Fill in predictions",
}


def show_row_choices(draft: Draft, outcome: Outcome) -> None:
    """The widgets in one line."""
    st.header("Rows", anchor=False)
    plan = outcome.plan
    columns = st.columns([1.2, 1, 0.8, 1.2], vertical_alignment="bottom")
    keys = {what: f"_rows_{what}_{draft.revision}" for what in ("missing", "rows", "seed", "twice")}
    change: dict[str, Any] = {"on_change": _choose, "args": (keys, draft.key, outcome.table.names)}
    columns[0].selectbox(
        "Missing values",
        list(MISSING),
        index=list(MISSING).index(plan.missing),
        format_func=MISSING.__getitem__,
        key=keys["missing"],
        help="Filled-in values are no measurements: they can weaken, create or sharpen "
        "dependence. Dropping rows can leave a biased choice.",
        **change,
    )
    columns[1].number_input(
        "Random sample of rows",
        min_value=1,
        value=plan.sample.rows if plan.sample is not None else None,
        placeholder="all rows",
        key=keys["rows"],
        help="So many rows are drawn, each at most once; the others are left out of the search.",
        **change,
    )
    columns[2].number_input(
        "Its seed",
        min_value=0,
        max_value=2**31 - 1,
        value=plan.sample.seed if plan.sample is not None else 0,
        disabled=plan.sample is None,
        key=keys["seed"],
        help="The same seed draws the same rows.",
        **change,
    )
    columns[3].checkbox(
        "Drop repeated rows",
        value=plan.drop_duplicates,
        help="Of rows that are equal in every variable the first is kept.",
        key=keys["twice"],
        **change,
    )


def _choose(keys: dict[str, str], draft_key: str, names: Sequence[str]) -> None:
    values = {what: st.session_state[key] for what, key in keys.items()}
    rows = values["rows"]

    def chosen(draft: Draft) -> Draft:
        plan = replace(
            fitted(draft.plan, names),
            missing=values["missing"],
            sample=None if rows is None else Sample(int(rows), int(values["seed"] or 0)),
            drop_duplicates=bool(values["twice"]),
        )
        return draft.changed(draft.options, plan)

    drafts.update(draft_key, chosen)
