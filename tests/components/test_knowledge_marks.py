from dataclasses import replace

import pytest

from components.graph_view.build import KnowledgeMarks
from components.knowledge_marks import knowledge_legend, knowledge_lines, knowledge_marks
from gesncd.analysis.typed_knowledge import with_first
from gesncd.graphs import PDAG
from gesncd.knowledge import Knowledge, KnowledgeError

NAMES = ("a", "b", "c", "d")


def test_nothing_known_marks_nothing_but_given_arrows():
    marks = knowledge_marks(Knowledge(), NAMES, frozenset({(0, 1)}))
    assert marks.required == frozenset()
    assert marks.forbidden == ()
    assert marks.directed == {(0, 1)}


def test_required_apart_and_one_way_pairs():
    knowledge = Knowledge(
        required=(("b", "a"),), forbidden=(("c", "d"),), not_adjacent=(("a", "d"),)
    )
    marks = knowledge_marks(knowledge, NAMES)
    assert marks.required == {(0, 1)}
    # The reverse of a required edge goes without saying.
    assert set(marks.forbidden) == {(0, 3, True), (2, 3, False)}


def test_tiers_forbid_the_way_back():
    marks = knowledge_marks(Knowledge(tiers=(("a",), ("b", "c"))), NAMES)
    assert set(marks.forbidden) == {(1, 0, False), (2, 0, False)}


def test_unknown_names_are_refused():
    with pytest.raises(KnowledgeError, match="'x'"):
        knowledge_marks(Knowledge(required=(("x", "a"),)), NAMES)


def test_what_is_in_force_in_words():
    pairs = tuple((f"v{k}", "w") for k in range(7))
    knowledge = Knowledge(
        required=(("a", "b"),),
        forbidden=pairs,
        adjacent=(("c", "d"),),
        tiers=(("a",), ("b", "c")),
        closed_tiers=(1,),
    )
    lines = knowledge_lines(knowledge)
    assert lines[0] == "1 required edge: a → b."
    assert lines[1].startswith("7 forbidden directions: v0 → w, ")
    assert lines[1].endswith(" and 2 more.")
    assert lines[2] == "1 pair that must be joined: c — d."
    assert lines[3:] == ["2 tiers, no edge leads back: a < b, c.", "No edges within tier 2."]
    assert knowledge_lines(Knowledge()) == []


def test_tiers_that_only_say_what_comes_first_are_told_in_these_words():
    one = with_first(Knowledge(), ["a"], NAMES)
    assert knowledge_lines(one, NAMES) == ["a comes first: no edge leads into it."]
    assert knowledge_lines(one) == ["2 tiers, no edge leads back: a < b, c, d."]
    two = with_first(Knowledge(required=(("a", "c"),)), ["a", "b"], NAMES)
    assert knowledge_lines(two, NAMES) == [
        "a, b come first: no edge leads into them.",
        "1 required edge: a → c.",
    ]


def test_the_legend_has_the_signs_that_are_there():
    graph = PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    pairs = frozenset({(0, 1), (1, 2)})
    both = KnowledgeMarks(directed=pairs, following=frozenset({(1, 2)}))
    assert knowledge_legend(graph, both) == [
        "◆ directed by knowledge",
        "◇ follows from knowledge",
    ]
    # A required edge that knowledge directs has no diamond beside its lock.
    assert knowledge_legend(graph, replace(both, required=frozenset({(0, 1)}))) == [
        "◇ follows from knowledge",
        "lock: required by knowledge",
    ]
    assert knowledge_legend(graph, KnowledgeMarks(directed=pairs)) == [
        "◆ directed by, or following from, knowledge"
    ]
    assert knowledge_legend(graph, KnowledgeMarks()) == []
    assert knowledge_legend(PDAG.empty(3), both) == []
