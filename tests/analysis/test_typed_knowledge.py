import re

import pytest

from gesncd.analysis.statements import Statement
from gesncd.analysis.typed_knowledge import (
    come_first,
    in_own_spelling,
    read_typed_knowledge,
    read_typed_statements,
    together,
    with_first,
)
from gesncd.knowledge import Constraints, Knowledge, KnowledgeError

NAMES = ("Age", "Sex", "IL6", "CRP", "BP")


def test_lines_of_every_form_are_one_knowledge():
    text = "IL6 -> CRP\nCRP !-> BP\n\nAge, Sex come first\ntier 1: IL6\ntier 2: CRP, BP\n"
    typed = read_typed_knowledge(text, NAMES)
    assert typed.problems == ()
    assert typed.first == ("Age", "Sex")
    assert typed.knowledge == Knowledge(
        required=(("IL6", "CRP"),),
        forbidden=(("CRP", "BP"),),
        tiers=(("IL6",), ("CRP", "BP")),
    )


@pytest.mark.parametrize(
    "line", ["Sex comes first", "Sex has no causes.", "  Sex comes first  ", "Sex have no causes"]
)
def test_what_comes_first_has_several_words(line):
    assert read_typed_knowledge(line, NAMES).first == ("Sex",)


def test_lists_have_commas_or_and():
    assert read_typed_knowledge("Sex and Age come first", NAMES).first == ("Age", "Sex")


def test_misspelt_names_are_told_with_the_line_and_the_nearest():
    typed = read_typed_knowledge("Agge comes first\nIL6 -> CPR\nAge -> BP", NAMES)
    assert typed.first == ()
    assert typed.knowledge.required == (("Age", "BP"),)
    first, second = typed.problems
    assert first == "Line 1: The data have no variable 'Agge'. Did you mean 'Age'?"
    assert second.startswith("Line 2: The data have no variable 'CPR'. Did you mean 'CRP'")
    (far,) = read_typed_knowledge("Zzzz comes first", NAMES).problems
    assert far == "The data have no variable 'Zzzz'. None has a name like that."


def test_what_cannot_be_enforced_is_refused_with_what_can():
    (problem,) = read_typed_knowledge("Age !=> BP", NAMES).problems
    assert "cannot be enforced" in problem
    assert "'Age !-> BP'" in problem


def test_names_may_hold_the_words():
    names = ("A", "B comes first")
    typed = read_typed_knowledge("A -> B comes first", names)
    assert typed.knowledge.required == (("A", "B comes first"),)
    assert typed.first == ()
    assert read_typed_knowledge("B comes first comes first", names).first == ("B comes first",)


def test_what_comes_first_has_no_edge_into_it_however_it_is_kept():
    as_tiers = with_first(Knowledge(), ("Sex", "Age"), NAMES)
    assert as_tiers == Knowledge(tiers=(("Age", "Sex"), ("IL6", "CRP", "BP")), closed_tiers=(0,))
    order = Knowledge(tiers=(("IL6",), ("CRP",)))
    as_pairs = with_first(order, ("Sex", "Age"), NAMES)
    assert as_pairs.tiers == order.tiers
    for knowledge in (as_tiers, as_pairs):
        facts = Constraints.of(knowledge, NAMES)
        everyone = (1 << len(NAMES)) - 1
        assert facts.forbidden_parents[0] == everyone & ~1
        assert facts.forbidden_parents[1] == everyone & ~2
    plain = Constraints.of(as_tiers, NAMES)
    assert plain.forbidden_parents[2:] == (0, 0, 0)


def test_everything_may_come_first():
    knowledge = with_first(Knowledge(), ("a", "b"), ("a", "b"))
    assert Constraints.of(knowledge, ("a", "b")).apart == (2, 1)


def test_several_sources_hold_together():
    one = Knowledge(required=(("IL6", "CRP"),), tiers=(("Age",), ("BP",)))
    other = Knowledge(forbidden=(("CRP", "BP"),), tiers=(("Age",), ("BP",)))
    assert together((one, Knowledge(), other)) == Knowledge(
        required=(("IL6", "CRP"),), forbidden=(("CRP", "BP"),), tiers=(("Age",), ("BP",))
    )
    with pytest.raises(KnowledgeError, match="Tiers are stated in two places"):
        together((one, Knowledge(tiers=(("BP",), ("Age",)))))


def test_what_comes_first_is_known_again():
    assert come_first(with_first(Knowledge(), ("Age",), NAMES), NAMES) == ("Age",)
    assert come_first(with_first(Knowledge(), ("Age", "Sex"), NAMES), NAMES) == ("Age", "Sex")
    # Without what closes the first tier, its own edges are free.
    open_tier = Knowledge(tiers=(("Age", "Sex"), ("IL6", "CRP", "BP")))
    assert come_first(open_tier, NAMES) == ()
    assert come_first(Knowledge(tiers=(("Age",), ("BP",))), NAMES) == ()
    assert come_first(Knowledge(), NAMES) == ()


def test_what_comes_first_is_a_statement_about_tiers():
    typed = read_typed_statements("a, b come first\nc -> d\nq comes first", ["a", "b", "c", "d"])
    assert typed.statements[0] == Statement.tiers([["a", "b"], ["c", "d"]])
    assert [each.text for each in typed.statements[1:]] == ["c → d"]
    assert typed.problems == ("Line 3: The data have no variable 'q'. None has a name like that.",)


@pytest.mark.parametrize("read", [read_typed_knowledge, read_typed_statements])
def test_every_form_that_the_hint_names_is_accepted(read):
    (hint,) = read("Treatment was randomised", ("A", "B")).problems
    forms = re.findall("'([^']+)'", hint.split("Write ")[1])
    assert len(forms) >= 6
    for form in forms:
        assert read(form, ("A", "B")).problems == (), form


def test_a_name_without_its_unit_is_hinted_at_for_each_unknown_one():
    names = ("Yield (t/ha)", "N dose (kg/ha)", "Chlorophyll [SPAD]", "Mass (g)", "Mass (kg)")
    said = (
        "The data have no variable 'yield' and 'N dose'. Did you mean 'Yield (t/ha)' for 'yield' "
        "and 'N dose (kg/ha)' for 'N dose'?"
    )
    assert read_typed_knowledge("yield !-> N dose", names).problems == (said,)
    assert read_typed_knowledge("yield, N dose come first", names).problems == (said,)
    (told,) = read_typed_knowledge("Chlorophyll comes first", names).problems
    assert told.endswith("Did you mean 'Chlorophyll [SPAD]'?")


def test_names_in_another_case_are_kept_as_the_data_spell_them():
    names = ("Age (y)", "Sex", "Bmi", "CRP")
    read = read_typed_knowledge("sex and BMI come first", names)
    assert (read.first, read.problems) == (("Sex", "Bmi"), ())
    own = in_own_spelling("sex and BMI come first\nsex -> crp", names)
    assert own == "Sex comes first\nBmi comes first\nSex → CRP"
    as_typed = "Sex comes first\nBmi -> CRP"
    assert in_own_spelling(as_typed, names) == as_typed
    assert in_own_spelling("tier 1: sex\ntier 2: CRP", names) == "Sex before CRP"
