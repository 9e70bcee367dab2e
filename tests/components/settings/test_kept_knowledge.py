"""What was stated of data stays where it is about those that are left."""

from components.settings.kept_knowledge import kept_for
from components.settings.knowledge_panel import AttachedKnowledge
from gesncd.knowledge import Knowledge

SAID = AttachedKnowledge(
    name="known.csv",
    knowledge=Knowledge(required=(("a", "b"),)),
    typed="a !-> d\n\ntier 1: a, c\ntier 2: d\nb -- c\n",
    first=("a", "e"),
)


def test_all_of_it_stays_where_no_name_is_lost():
    kept, gone = kept_for(SAID, "abcde")
    assert not gone
    assert (kept.name, kept.knowledge, kept.first) == (SAID.name, SAID.knowledge, SAID.first)
    assert kept.typed == "a !-> d\ntier 1: a, c; tier 2: d\nb -- c"


def test_what_names_a_column_that_is_gone_is_told():
    kept, gone = kept_for(SAID, "abc")
    assert (kept.typed, kept.first, kept.name) == ("b -- c", ("a",), "known.csv")
    assert gone == ("a !-> d", "tier 1: a, c; tier 2: d", "e comes first")


def test_a_file_that_names_other_columns_is_no_longer_attached():
    kept, gone = kept_for(SAID, "acde")
    assert (kept.name, kept.knowledge, kept.first) == ("", Knowledge(), ("a", "e"))
    assert gone == ("b -- c", "known.csv")
    contradiction = AttachedKnowledge(name="f.csv", typed="a -> b\nb -> a", first=("a",))
    assert kept_for(contradiction, "ab") == (
        AttachedKnowledge(),
        ("a -> b", "b -> a", "a comes first", "f.csv"),
    )
    assert kept_for(AttachedKnowledge(), "ab") == (AttachedKnowledge(), ())
