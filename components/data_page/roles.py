"""What each column is in the analysis, as a table that can be edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components.data_page import draft as drafts
from components.data_page.draft import Draft, fitted
from components.data_page.values import value_text
from components.data_page.work import Outcome
from components.export.table_download import show_table_download
from components.text import short_name
from gesncd.data import ColumnPlan, ColumnProfile, Encoding, Kind, Plan, Profile, Role

ROLES = {
    Role.VARIABLE: "variable",
    Role.IGNORE: "ignore",
    Role.PART: "part of a variable",
}
ENCODINGS = {
    Encoding.NUMBER: "number",
    Encoding.TWO_VALUES: "0 and 1",
    Encoding.ONE_HOT: "one column a category",
    Encoding.ORDER: "order",
}
_CATEGORICAL = frozenset([Kind.CATEGORY, Kind.BOOLEAN, Kind.MIXED, Kind.DATE, Kind.ID])
_LINE = 35
_ROWS_SHOWN = 14
_PICKER_FROM = 12


def show_roles(draft: Draft, outcome: Outcome) -> None:
    """The table, and for many columns a picker."""
    st.header("Columns and their roles", anchor=False)
    key = f"_roles_{draft.revision}"
    frame = roles_frame(outcome.plan, outcome.profile, missing_counts(outcome))
    st.data_editor(
        frame,
        key=key,
        hide_index=True,
        num_rows="fixed",
        height=_LINE * (min(len(frame), _ROWS_SHOWN) + 1) + 3,
        disabled=["Column", "Holds", "Values", "Missing"],
        column_config={
            # Widths that leave room for all seven beside the sidebar of a small screen.
            "Column": st.column_config.TextColumn(pinned=True, width=140),
            "Holds": st.column_config.TextColumn(width=125),
            "Values": st.column_config.TextColumn(width=140),
            "Missing": st.column_config.TextColumn(width=90),
            "Role": st.column_config.SelectboxColumn(
                options=list(ROLES.values()), required=True, width=125
            ),
            "Part of": st.column_config.TextColumn(
                width=105,
                help="Name of the variable that this column is part of; columns with the same "
                "name here are one node of the graph.",
                max_chars=120,
            ),
            "Encoded as": st.column_config.SelectboxColumn(
                options=list(ENCODINGS.values()),
                required=True,
                width=165,
                help="How cells become numbers. Categories become 0 and 1, or one variable with "
                "a column of 0 and 1 for each category. “order”: words on a known scale, such as "
                "mild, moderate, severe, become 1, 2, 3.",
            ),
        },
        on_change=_edit,
        args=(key, draft.key, outcome),
    )
    show_table_download(frame, draft.title, "columns", key="roles-csv")
    left, right = st.columns([3, 1])
    left.caption(
        "Click a cell to change it. Columns with the same name under “Part of” become one "
        "variable, one node of the graph."
    )
    if len(outcome.table.names) > _PICKER_FROM:
        with right:
            _show_picker(draft, outcome)


def missing_counts(outcome: Outcome) -> dict[str, int]:
    """Missing values of the columns in use as the checks count them, markers included."""
    entries = outcome.prepared.record["columns"]
    return {entry["name"]: entry["missing"] for entry in entries if "missing" in entry}


def roles_frame(
    plan: Plan, profile: Profile, missing: Mapping[str, int] | None = None
) -> pd.DataFrame:
    """One row a column of the table, as shown.

    Parameters
    ----------
    plan, profile
        What becomes of the columns, and what they hold.
    missing
        Numbers of missing values where they differ from those of the profile.
    """
    known = missing or {}
    return pd.DataFrame(
        [
            {
                "Column": short_name(column.name, 60),
                "Holds": about.kind.value,
                "Values": values_text(about),
                "Missing": missing_text(known.get(column.name, about.n_missing), profile.n_rows),
                "Role": ROLES[column.role],
                "Part of": column.group or "",
                "Encoded as": ENCODINGS[column.encoding],
            }
            for column, about in zip(plan.columns, profile.columns, strict=True)
        ]
    )


def values_text(about: ColumnProfile) -> str:
    """The range of numbers, or the first different texts."""
    if about.kind in _CATEGORICAL or about.low is None or about.high is None:
        return short_name(", ".join(about.examples), 60) if about.examples else ""
    return f"{value_text(about.low)} to {value_text(about.high)}"


def missing_text(n_missing: int, n_rows: int) -> str:
    """How many values are missing, and their share."""
    if not n_missing:
        return "none"
    share = 100 * n_missing / max(n_rows, 1)
    return f"{n_missing:,} ({'<0.1' if share < 0.1 else f'{share:.2g}'} %)"


def _edit(key: str, draft_key: str, outcome: Outcome) -> None:
    edits = st.session_state[key]["edited_rows"]

    def edited(draft: Draft) -> Draft:
        plan = fitted(draft.plan, outcome.table.names)
        return draft.changed(draft.options, edited_plan(plan, edits, outcome.profile))

    drafts.update(draft_key, edited)


def edited_plan(plan: Plan, edits: Mapping[int, Mapping[str, Any]], profile: Profile) -> Plan:
    """The plan after edits of the table: row index to new cells."""
    columns = list(plan.columns)
    for row, cells in edits.items():
        columns[int(row)] = _edited(columns[int(row)], cells, profile)
    return replace(plan, columns=tuple(columns))


def _edited(column: ColumnPlan, cells: Mapping[str, Any], profile: Profile) -> ColumnPlan:
    role, group, encoding = column.role, column.group, column.encoding
    if "Part of" in cells:
        group = str(cells["Part of"] or "").strip() or None
        role = Role.PART if group else Role.VARIABLE
    if "Role" in cells:
        role = next(r for r, word in ROLES.items() if word == cells["Role"])
    if "Encoded as" in cells:
        encoding = next(e for e, word in ENCODINGS.items() if word == cells["Encoded as"])
    if role is not Role.PART:
        group = None
    elif group is None:
        group = _proposed_group(column.name, profile)
    return ColumnPlan(column.name, role, group, encoding)


def _proposed_group(name: str, profile: Profile) -> str | None:
    """The group that the column's name or values suggest."""
    return next((g.name for g in profile.groups if name in g.columns), None)


def _show_picker(draft: Draft, outcome: Outcome) -> None:
    with (
        st.popover("Choose columns", icon=":material/checklist:", width="stretch"),
        st.form(f"_picker_{draft.revision}", border=False),
    ):
        names = outcome.table.names
        kept = st.multiselect(
            "Columns to analyse",
            range(len(names)),
            default=[i for i, c in enumerate(outcome.plan.columns) if c.role is not Role.IGNORE][
                :_MOST_PRESET
            ],
            format_func=lambda i: short_name(names[i], 40),
            filter_mode="contains",
            key=f"_picked_{draft.revision}",
        )
        if st.form_submit_button("Analyse only these", key=f"_pick_{draft.revision}"):
            plan = picked_plan(outcome.plan, [names[i] for i in kept])
            drafts.keep(draft.changed(draft.options, plan))
            st.rerun()


_MOST_PRESET = 60


def picked_plan(plan: Plan, kept: Sequence[str]) -> Plan:
    """The plan in which these columns are used and all others ignored."""
    wanted = set(kept)
    columns = []
    for column in plan.columns:
        if column.name not in wanted:
            column = replace(column, role=Role.IGNORE, group=None)
        elif column.role is Role.IGNORE:
            column = replace(column, role=Role.VARIABLE, group=None)
        columns.append(column)
    return replace(plan, columns=tuple(columns))
