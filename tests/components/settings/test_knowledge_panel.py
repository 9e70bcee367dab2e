import numpy as np

from components.settings.knowledge_panel import AttachedKnowledge, in_force, said_by_run
from gesncd.analysis.typed_knowledge import with_first
from gesncd.knowledge import Knowledge

NAMES = ("Age", "Sex", "IL6", "CRP (mg/l)", "BP")


def test_a_runs_knowledge_comes_back_as_what_could_have_been_typed():
    known = with_first(
        Knowledge(
            required=(("IL6", "CRP (mg/l)"),),
            forbidden=(("CRP (mg/l)", "BP"),),
            adjacent=(("BP", "IL6"),),
            not_adjacent=(("BP", "Sex"),),
        ),
        ("Age", "Sex"),
        NAMES,
    )
    said = said_by_run(known, NAMES)
    assert said.name == ""
    assert said.first == ("Age", "Sex")
    assert len(said.typed.splitlines()) == 4
    assert in_force(said, NAMES) == (known, ())


def test_tiers_come_back_as_lines():
    known = Knowledge(tiers=(("Age", "Sex"), ("IL6",), ("BP",)), closed_tiers=(0,))
    said = said_by_run(known, NAMES)
    assert (said.name, said.first) == ("", ())
    assert in_force(said, NAMES) == (known, ())


def test_what_cannot_be_typed_is_attached_as_a_whole():
    # "A → B → C" reads in two ways.
    names = ("A", "C", "A → B", "B → C")
    known = Knowledge(required=(("A", "B → C"),))
    said = said_by_run(known, names)
    assert in_force(said, names) == (known, ())
    assert said == AttachedKnowledge("From the run shown", known)


def test_whatever_a_run_obeyed_is_in_force_again():
    rng = np.random.default_rng(7)
    for _ in range(60):
        pairs = [(a, b) for a in NAMES for b in NAMES if a < b]
        chosen = [pairs[k] for k in rng.permutation(len(pairs))[:3]]
        known = Knowledge(
            required=chosen[:1] if rng.random() < 0.5 else (),
            forbidden=chosen[1:2],
            not_adjacent=chosen[2:] if rng.random() < 0.5 else (),
        )
        assert in_force(said_by_run(known, NAMES), NAMES) == (known, ())
