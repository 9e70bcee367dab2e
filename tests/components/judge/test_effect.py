"""An effect in words, table and paint."""

from __future__ import annotations

from components.judge.effect_part import adjustment_text, effect_paint, parents_frame
from gesncd.graphs import PDAG
from gesncd.judge.effects import effect_of

NAMES = ("a", "b", "c", "d")
COLLIDER = PDAG.from_edges(4, directed=[(0, 2), (1, 2), (2, 3)])
CHAIN = PDAG.from_edges(4, undirected=[(0, 1), (1, 2), (2, 3)])


def test_the_adjustment_set_is_named():
    confounded = PDAG.from_edges(4, directed=[(1, 0), (1, 2), (0, 2), (3, 0)])
    assert adjustment_text(effect_of(confounded, 0, 2, NAMES), NAMES) == "Adjust for b."
    assert adjustment_text(effect_of(COLLIDER, 0, 2, NAMES), NAMES) == (
        "No adjustment is needed; adjusting for b makes a linear estimate more precise."
    )
    assert adjustment_text(effect_of(COLLIDER, 2, 3, NAMES), NAMES) == (
        "No adjustment is needed: the plain regression of the effect on the cause is enough."
    )
    assert adjustment_text(effect_of(CHAIN, 0, 3, NAMES), NAMES) == ""


def test_each_possibility_has_a_row():
    found = effect_of(CHAIN, 1, 3, NAMES)
    assert parents_frame(found, NAMES).values.tolist() == [
        ["none", "nothing to adjust for"],
        ["a", "a valid adjustment"],
        ["c", "zero (no path)"],
    ]
    turned = effect_of(CHAIN, 1, 2, NAMES)
    assert ["c", "zero (reversed)"] in parents_frame(turned, NAMES).values.tolist()


def test_cause_and_effect_are_framed_and_the_open_path_dotted():
    found = effect_of(CHAIN, 1, 3, NAMES)
    paint = effect_paint(CHAIN, found)
    assert paint.pattern == (1, 3)
    assert paint.path == (1, 2, 3)
    # The frame's own entry says what it is, and no line does.
    assert paint.pattern_text == "cause and effect"
    assert not [entry for entry in paint.legend if "framed" in entry.text]
    assert set(paint.edges) == {(0, 1), (1, 2)}
    assert [entry.text for entry in paint.legend][-1] == "dotted: why it stays open"
    settled = effect_paint(COLLIDER, effect_of(COLLIDER, 2, 3, NAMES))
    assert settled.path == ()
    assert not settled.edges
