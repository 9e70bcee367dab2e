import numpy as np
import pytest

from components.data_page.roles import edited_plan, missing_text, picked_plan, roles_frame
from gesncd.data import (
    ColumnPlan,
    Encoding,
    Plan,
    Role,
    profile_table,
    read_table,
)


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    lines = ["pos_x,pos_y,sex,mass"]
    for i in range(60):
        x, y, mass = rng.normal(size=3)
        lines.append(f"{x:.4f},{y:.4f},{'mf'[i % 2]},{'' if i == 3 else f'{mass:.4f}'}")
    return read_table("\n".join(lines).encode(), name="t.csv")


@pytest.fixture(scope="module")
def profile(table):
    return profile_table(table)


def test_each_column_is_a_row(table, profile):
    frame = roles_frame(Plan.strict(table.names), profile)
    assert list(frame["Column"]) == list(table.names)
    assert list(frame["Holds"]) == ["continuous", "continuous", "text categories", "continuous"]
    assert frame["Values"][2] == "m, f"
    assert list(frame["Missing"]) == ["none", "none", "none", "1 (1.7 %)"]
    assert set(frame["Role"]) == {"variable"}
    assert set(frame["Encoded as"]) == {"number"}


def test_missing_values_are_counted_as_the_checks_count_them(table, profile):
    frame = roles_frame(Plan.strict(table.names), profile, {"pos_x": 6, "mass": 7})
    assert list(frame["Missing"]) == ["6 (10 %)", "none", "none", "7 (12 %)"]


def test_cells_change_the_plan(table, profile):
    plan = Plan.strict(table.names)
    edits = {2: {"Encoded as": "0 and 1"}, 3: {"Role": "ignore"}}
    changed = edited_plan(plan, edits, profile)
    assert changed.columns[2] == ColumnPlan("sex", encoding=Encoding.TWO_VALUES)
    assert changed.columns[3] == ColumnPlan("mass", Role.IGNORE)
    assert changed.columns[:2] == plan.columns[:2]


def test_a_name_makes_parts_and_its_absence_takes_them_apart(table, profile):
    plan = Plan.strict(table.names)
    joined = edited_plan(plan, {0: {"Part of": " place "}, 1: {"Part of": "place"}}, profile)
    assert joined.columns[0] == ColumnPlan("pos_x", Role.PART, "place")
    assert joined.columns[1] == ColumnPlan("pos_y", Role.PART, "place")
    apart = edited_plan(joined, {0: {"Part of": None}}, profile)
    assert apart.columns[0] == ColumnPlan("pos_x")
    ignored = edited_plan(joined, {1: {"Role": "ignore"}}, profile)
    assert ignored.columns[1] == ColumnPlan("pos_y", Role.IGNORE)


def test_a_part_takes_the_name_that_its_family_suggests(table, profile):
    plan = Plan.strict(table.names)
    parts = edited_plan(plan, {0: {"Role": "part of a variable"}}, profile)
    assert parts.columns[0] == ColumnPlan("pos_x", Role.PART, "pos")
    unnamed = edited_plan(plan, {3: {"Role": "part of a variable"}}, profile)
    assert unnamed.columns[3] == ColumnPlan("mass", Role.PART, None)


def test_picked_columns_are_used_and_the_others_ignored():
    plan = Plan(
        (
            ColumnPlan("a", Role.IGNORE),
            ColumnPlan("b", Role.PART, "g"),
            ColumnPlan("c", Role.PART, "g"),
        )
    )
    picked = picked_plan(plan, ["a", "c"])
    assert picked.columns == (
        ColumnPlan("a"),
        ColumnPlan("b", Role.IGNORE),
        ColumnPlan("c", Role.PART, "g"),
    )


def test_shares_and_names_are_short():
    assert missing_text(0, 10) == "none"
    assert missing_text(1, 5000) == "1 (<0.1 %)"
    assert missing_text(1500, 3000) == "1,500 (50 %)"
