"""What was stated of data stays where it is about those that are left."""

from dataclasses import replace

import pytest

from components.settings.kept_knowledge import DataStatedOf, kept_for
from components.settings.knowledge_panel import AttachedKnowledge
from gesncd.analysis.typed_knowledge import read_typed_knowledge
from gesncd.knowledge import Knowledge

SAID = AttachedKnowledge(
    name="known.csv",
    knowledge=Knowledge(required=(("a", "b"),)),
    typed="a !-> d\n\ntier 1: a, c\ntier 2: d\nb -- c\n",
    first=("a", "e"),
)


def test_all_of_it_stays_where_no_name_is_lost():
    kept, gone = kept_for(SAID, "abcde", "abcde")
    assert not gone
    assert (kept.name, kept.knowledge, kept.first) == (SAID.name, SAID.knowledge, SAID.first)
    assert kept.typed == "a !-> d\ntier 1: a, c; tier 2: d\nb -- c"


def test_what_names_a_column_that_is_gone_is_told():
    kept, gone = kept_for(SAID, "abcde", "abc")
    assert (kept.typed, kept.first, kept.name) == ("b -- c", ("a",), "known.csv")
    assert gone == ("a !-> d", "tier 1: a, c; tier 2: d", "e comes first")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("tier 1: a, d; tier 2: b; tier 3: c", "tier 1: a; tier 2: b; tier 3: c"),
        ("tier 1: a\nTier 2: D\ntier 3: b, c", "tier 1: a; tier 2: b, c"),
        ("a before d, b", "tier 1: a; tier 2: b"),
        ("no edges among a, b, d", "no edges among a, b"),
        ("a, d come first", "a comes first"),
    ],
)
def test_a_statement_about_groups_keeps_those_that_are_left(line, part):
    kept, gone = kept_for(AttachedKnowledge(typed=f"{line}\nb -- c"), "abcd", "abc")
    assert kept.typed == f"{part}\nb -- c"
    (words,) = gone
    assert words.startswith("'d' in ")
    assert not read_typed_knowledge(kept.typed, "abc").problems


def test_a_name_in_other_letters_is_another_variable():
    """It would be read as the other one, once its own is gone."""
    said = AttachedKnowledge(typed="t -> y\ntier 1: t, z; tier 2: y")
    kept, gone = kept_for(said, ("t", "T", "y", "z"), ("T", "y", "z"))
    assert kept.typed == "tier 1: z; tier 2: y"
    assert gone == ("t -> y", "'t' in the tiers")
    assert kept_for(said, ("t", "T", "y", "z"), ("t", "y", "z")) == (said, ())


def test_only_variables_that_were_stated_are_told_to_be_gone():
    said = AttachedKnowledge(typed="tier 1: X12, X3; tier 2: X2\nno edges among X2, X3, X12")
    _, gone = kept_for(said, ("X1", "X12", "X2", "X3", "t", "e"), ("X2", "X3"))
    assert gone == ("'X12' in the tiers", "'X12' in no edges among X2, X3, X12")


@pytest.mark.parametrize("line", ["tier 1: a; tier 2: d", "no edges among a, d", "d comes first"])
def test_of_a_group_of_one_nothing_is_left(line):
    assert kept_for(AttachedKnowledge(typed=line), "abcd", "abc") == (AttachedKnowledge(), (line,))


def test_a_file_keeps_what_is_about_the_columns_that_are_left():
    kept, gone = kept_for(SAID, "abcde", "acde")
    assert (kept.name, kept.knowledge, kept.first) == ("", Knowledge(), ("a", "e"))
    assert gone == ("b -- c", "what known.csv says of 'b'")
    tiers = replace(SAID, knowledge=Knowledge(tiers=(("a",), ("b", "c")), closed_tiers=(1,)))
    kept, gone = kept_for(tiers, "abcde", "acde")
    assert (kept.name, kept.knowledge.tiers) == ("known.csv", (("a",), ("c",)))
    assert kept.left_aside == "Only in part: it is about 'b', too."
    assert gone == ("b -- c", "what known.csv says of 'b'")
    assert kept_for(AttachedKnowledge(), "ab", "a") == (AttachedKnowledge(), ())


@pytest.mark.parametrize("typed", ["a > b\nb !-> c", "a -> b\nb -> a", "tier 1: a\nb -> c"])
def test_what_has_yet_to_be_corrected_stays(typed):
    """Nothing about the columns makes it wrong: the panel says what does."""
    said = AttachedKnowledge(name="f.csv", typed=typed, first=("b",))
    assert kept_for(said, "abcd", "abc") == (said, ())


def test_the_same_table_is_told_by_its_content_where_that_is_known():
    of = DataStatedOf("data.csv", "12ab", ("a",))
    assert of.is_source_of("renamed.csv", "12ab")
    assert not of.is_source_of("data.csv", "34cd")
    assert of.is_source_of("data.csv", None)
    assert not of.is_source_of("other.csv", None)
