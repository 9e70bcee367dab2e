import pytest

from gesncd.analysis.statements import (
    PAIR_RELATIONS,
    Relation,
    Statement,
    check_names,
    knowledge_of,
    statements_of,
)
from gesncd.analysis.typed import parse_statement
from gesncd.knowledge import Knowledge, KnowledgeError

KNOWN = Knowledge(
    required=(("A", "B"),),
    forbidden=(("C", "A"),),
    adjacent=(("B", "C"),),
    not_adjacent=(("A", "D"),),
    tiers=(("A", "E"), ("B",), ("D", "F")),
    closed_tiers=(2,),
)


def test_knowledge_and_its_statements_are_one_and_the_same():
    statements = statements_of(KNOWN)
    assert len(statements) == 6
    assert knowledge_of(statements) == KNOWN
    assert knowledge_of(reversed(statements)) == KNOWN
    assert statements_of(Knowledge(tiers=(("A", "B"),))) == ()


def test_a_closed_group_that_is_no_tier_keeps_its_pairs_apart():
    assert knowledge_of([Statement.closed("ABC")]).not_adjacent == (
        ("A", "B"),
        ("A", "C"),
        ("B", "C"),
    )


def test_what_cannot_be_enforced_is_refused():
    path = Statement.pair("A", Relation.NOT_CAUSE, "B")
    assert not path.can_be_enforced
    with pytest.raises(KnowledgeError, match="'A does not cause B' cannot be enforced"):
        knowledge_of([path])
    with pytest.raises(KnowledgeError, match="Two statements give tiers"):
        knowledge_of([Statement.tiers("AB"), Statement.tiers("BC")])


@pytest.mark.parametrize("relation", PAIR_RELATIONS)
def test_a_statement_in_words_or_signs_is_read_back(relation):
    statement = Statement.pair("PIP 2", relation, "PIP3, late")
    names = ["PIP 2", "PIP3, late", "PIP"]
    assert parse_statement(statement.text, names) == statement
    a, b = statement.names
    assert parse_statement(f"  {a}{relation.value}{b} ", names) == statement


def test_names_may_hold_signs_and_words():
    names = ["a->b", "c", "a", "x causes y", "b->c"]
    assert parse_statement("a->b -> c", names[:3]) == Statement.pair("a->b", Relation.CAUSES, "c")
    assert parse_statement("c causes x causes y", names) == Statement.pair(
        "c", Relation.CAUSES, "x causes y"
    )
    with pytest.raises(KnowledgeError, match=r"can be read as a → b->c, or a->b → c"):
        parse_statement("a->b->c", names)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A -> Z", "no variable 'Z'. None has a name like that"),
        ("y !=> z", "no variable 'y' and 'z'"),
        ("A", "'A' is not understood. Write 'A -> B'"),
        ("", "'' is not understood"),
        ("A -> A", "joins 'A' to itself"),
    ],
)
def test_what_cannot_be_read_is_said(text, message):
    with pytest.raises(KnowledgeError, match=message):
        parse_statement(text, ["A", "B"])


def test_the_order_of_a_pair_matters_only_where_it_should():
    assert Statement.pair("B", Relation.ADJACENT, "A") == Statement.pair(
        "A", Relation.ADJACENT, "B"
    )
    assert Statement.pair("B", Relation.CAUSES, "A") != Statement.pair("A", Relation.CAUSES, "B")


def test_a_pair_is_written_in_the_order_in_which_it_was_stated():
    stated = Statement.pair("B", Relation.NOT_ADJACENT, "A")
    assert stated.text == "B, A not adjacent"
    assert len({stated, Statement.pair("A", Relation.NOT_ADJACENT, "B")}) == 1


@pytest.mark.parametrize(
    ("relation", "groups", "message"),
    [
        (Relation.CAUSES, (("A",),), "exactly two"),
        (Relation.CAUSES, (("A", "B"), ("C",)), "exactly two"),
        (Relation.TIERS, (("A", "B"),), "at least two"),
        (Relation.CLOSED, (("A",),), "at least two"),
        (Relation.TIERS, (("A", "B"), ("B",)), "'B' is named twice"),
    ],
)
def test_an_impossible_statement_is_refused(relation, groups, message):
    with pytest.raises(KnowledgeError, match=message):
        Statement(relation, groups)


def test_names_are_checked():
    check_names(statements_of(KNOWN), "ABCDEF")
    with pytest.raises(KnowledgeError, match="'D', 'F', which the data do not have"):
        check_names([Statement.tiers(["A", "DF"])], "ABC")


def test_braces_in_names_stay():
    assert Statement.pair("{a}", Relation.CAUSES, "{0}").text == "{a} → {0}"
