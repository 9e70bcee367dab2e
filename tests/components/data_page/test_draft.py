from dataclasses import replace

import streamlit as st

from components.data_page import draft as drafts
from components.data_page.draft import Draft, fitted
from components.data_page.finding_cards import (
    alike,
    finding_text,
    label_text,
    mend_help,
    mended_by_all,
    shared_mends,
)
from components.data_page.work import with_proposals
from components.data_source import UploadedTable
from gesncd.data import (
    Change,
    ColumnPlan,
    Encoding,
    Finding,
    Marker,
    Mend,
    Missing,
    Plan,
    ReadOptions,
    Role,
    Severity,
    prepare,
    read_table,
)
from gesncd.data.plan import Spelling

NAMES = ("a", "b", "c")


def draft_of(content=b"a,b,c\n1,2,3\n"):
    return Draft.of([UploadedTable("t.csv", content)])


def ignoring(name):
    return Mend(f"ignore:{name}", f"Ignore '{name}'", Change(ignore=(name,)))


def test_the_key_is_that_of_names_and_bytes():
    assert draft_of().key == draft_of().key
    assert draft_of().key != draft_of(b"a,b,c\n1,2,4\n").key
    other = Draft.of([UploadedTable("u.csv", b"a,b,c\n1,2,3\n")])
    assert other.key != draft_of().key
    # Where one file ends and the next begins matters.
    one = Draft.of([UploadedTable("x", b"12"), UploadedTable("y", b"3")])
    two = Draft.of([UploadedTable("x", b"1"), UploadedTable("y", b"23")])
    assert one.key != two.key
    assert one.title == "x and 1 more"


def test_a_mend_changes_the_plan_and_is_undone():
    draft = draft_of()
    assert draft.is_untouched
    after = draft.mended(ignoring("b"), NAMES)
    assert after.plan.ignored == ("b",)
    assert not after.is_untouched
    twice = after.mended(ignoring("c"), NAMES)
    assert twice.plan.ignored == ("b", "c")
    assert twice.undone().plan == after.plan
    assert twice.undone().undone().plan is None
    assert draft.undone() is draft
    assert twice.reset().plan is None
    assert twice.reset().undone().plan == twice.plan


def test_every_change_has_its_own_revision_and_none_is_no_change():
    draft = draft_of()
    after = draft.mended(ignoring("b"), NAMES)
    assert after.revision == 1
    assert after.undone().revision == 2
    assert after.mended(ignoring("b"), NAMES) is after


def test_a_way_of_reading_keeps_the_plan():
    mend = Mend("delimiter", "Read spaces", Change(reading=(("delimiter", " "),)))
    after = draft_of().mended(mend, ())
    assert after.options == ReadOptions(delimiter=" ")
    assert after.plan is None
    planned = draft_of().mended(ignoring("b"), NAMES).mended(mend, NAMES)
    assert planned.plan.ignored == ("b",)
    assert planned.options.delimiter == " "
    assert planned.undone().options == ReadOptions()


def test_a_plan_is_fitted_to_other_columns():
    plan = Plan((ColumnPlan("a"), ColumnPlan("b", Role.IGNORE), ColumnPlan("c")))
    assert fitted(None, NAMES) == Plan.strict(NAMES)
    moved = fitted(plan, ("b", "d"))
    assert [c.name for c in moved.columns] == ["b", "d"]
    assert moved.ignored == ("b",)


def test_proposals_leave_what_was_decided():
    plan = Plan(
        (
            ColumnPlan("a", Role.IGNORE),
            ColumnPlan("b", encoding=Encoding.ONE_HOT),
            ColumnPlan("c"),
        ),
        Missing.MEDIAN,
        (Marker("-1"),),
    )
    offer = Plan(
        (
            ColumnPlan("a"),
            ColumnPlan("b", Role.IGNORE),
            ColumnPlan("c", Role.IGNORE),
        ),
        Missing.DROP,
        (Marker("-9", ("c",)),),
    )
    merged = with_proposals(plan, offer)
    assert merged.columns == (*plan.columns[:2], ColumnPlan("c", Role.IGNORE))
    assert merged.missing is Missing.MEDIAN
    assert merged.markers == (Marker("-1"), Marker("-9", ("c",)))
    assert with_proposals(Plan.strict(NAMES), offer).missing is Missing.DROP


def finding(code, name, *mends, severity=Severity.ERROR):
    return Finding(code, severity, f"About {name}.", (name,), mends=mends)


def test_more_than_three_of_a_kind_share_a_card():
    few = [finding("x", name) for name in "abc"]
    many = [finding("y", name) for name in "abcd"]
    groups = alike([*few, *many, finding("y", "z", severity=Severity.WARNING)])
    assert [len(group) for group in groups] == [1, 1, 1, 4, 1]


def test_kinds_with_another_cause_have_their_own_cards():
    dates = [replace(finding("x", name), cause="date") for name in "abcd"]
    names = [replace(finding("x", name), cause="identifier") for name in "efghi"]
    groups = alike([dates[0], names[0], *dates[1:], *names[1:]])
    assert [[f.cause for f in group] for group in groups] == [["date"] * 4, ["identifier"] * 5]


def test_to_ignore_all_columns_is_no_way_out():
    group = [finding("x", name, ignoring(name)) for name in NAMES]
    assert shared_mends(group, len(NAMES)) == []
    assert shared_mends(group, len(NAMES) + 1) == []
    assert [label for label, _ in shared_mends(group, len(NAMES) + 2)] == ["Ignore these 3 columns"]


def test_columns_of_measurements_are_not_ignored_many_at_a_click():
    group = [replace(finding("x", n, ignoring(n)), cause="numbers and text") for n in NAMES]
    assert shared_mends(group) == []


def test_columns_with_a_smaller_way_out_are_not_ignored_many_at_a_click():
    group = [
        finding("x", n, Mend(f"encode:{n}", f"Encode {n}", Change(use=(n,))), ignoring(n))
        for n in NAMES
    ]
    assert [label for label, _ in shared_mends(group)] == ["Encode these 3 columns"]


def test_texts_to_encode_have_a_card_of_their_own_whose_button_merges_spellings():
    header = "name,a,b,c,d,x,y"
    rows = [
        f"person {chr(97 + i % 26)}{i % 60},{'uvw'[i % 3]},"
        f"{'uv'[i % 2]},{'mMf'[i % 3]},{'st'[i % 2]}"
        f",{i * 7 % 31}.5,{i * 5 % 29}.5"
        for i in range(120)
    ]
    table = read_table("\n".join([header, *rows]).encode(), name="t.csv")
    errors = prepare(table, Plan.strict(table.names)).errors
    groups = alike(errors)
    assert [[f.columns[0] for f in group] for group in groups] == [["name"], ["a", "b", "c", "d"]]
    assert [m.label for m in groups[0][0].mends] == ["Ignore 'name'"]
    ((label, mends),) = shared_mends(groups[1], len(table.names))
    assert label == "Encode these 4 columns"
    draft = draft_of()
    plan = mended_by_all(draft, mends, table.names).plan
    assert plan.spellings == (Spelling("c", "M", "m"),)
    assert [c.encoding for c in plan.columns[1:5]] == [
        Encoding.ONE_HOT,
        Encoding.TWO_VALUES,
        Encoding.TWO_VALUES,
        Encoding.TWO_VALUES,
    ]


def test_a_button_for_many_columns_names_them_all_when_pointed_at():
    group = [finding("x", name, ignoring(name)) for name in NAMES]
    ((_, mends),) = shared_mends(group)
    assert mend_help(mends).replace("\\", "") == "Leaves out 'a', 'b' and 'c'."
    both = Mend("sparse:drop", "Leave out 2 columns", Change(ignore=("a", "b")))
    assert mend_help((both,)).replace("\\", "") == "Leave out 2 columns. Leaves out 'a' and 'b'."
    assert mend_help((ignoring("a"),)).replace("\\", "") == f"{ignoring('a').label}."


def test_mends_of_many_are_applied_at_once_and_undone_at_once():
    group = [finding("constant", name, ignoring(name)) for name in NAMES]
    ((label, mends),) = shared_mends(group)
    assert label == "Ignore these 3 columns"
    draft = draft_of()
    after = mended_by_all(draft, mends, NAMES)
    assert after.plan.ignored == NAMES
    assert after.revision == 1
    assert after.undone().plan is None


def test_the_same_mend_of_many_is_offered_once():
    drop = Mend("missing:drop", "Drop 5 rows", Change(missing=Missing.DROP))
    fill = Mend("missing:median", "Fill in medians", Change(missing=Missing.MEDIAN))
    group = [finding("missing-values", n, drop, fill, ignoring(n)) for n in "ab"]
    labels = [label for label, _ in shared_mends(group)]
    assert labels == ["Drop 5 rows", "Fill in medians"]
    assert shared_mends(group)[0][1] == (drop,)
    # A way out that not all of them have is no way out of all.
    assert [label for label, _ in shared_mends([*group, finding("x", "c", drop)])] == [
        "Drop 5 rows"
    ]


def test_messages_and_labels_are_text():
    hostile = "<img src=x> ![p](http://e.example/p.png) :red[x] $y$ **b**"
    for shown in (finding_text(finding("x", hostile)), label_text(f"Ignore '{hostile}'"[:55])):
        bare = shown.replace("\\\\", "")
        for start in ("<", "[", "$", "*", ":"):
            assert all(bare[i - 1] == "\\" for i, c in enumerate(bare) if c == start)


def test_a_late_click_builds_on_what_was_changed_since(monkeypatch):
    monkeypatch.setattr(st, "session_state", {})
    first = draft_of()
    drafts.keep(first.mended(ignoring("a"), NAMES))
    drafts.update(first.key, lambda draft: draft.mended(ignoring("b"), NAMES))
    assert drafts.current().plan.ignored == ("a", "b")
    drafts.update("another table", lambda draft: draft.mended(ignoring("c"), NAMES))
    assert drafts.current().plan.ignored == ("a", "b")
    drafts.drop()
    drafts.update(first.key, Draft.undone)
    assert drafts.current() is None
