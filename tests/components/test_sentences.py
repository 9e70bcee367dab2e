from dataclasses import replace

from components.sentences import (
    marks_sentence,
    reason_text,
    result_sentence,
    step_sentence,
    why_sentences,
)
from components.trace import Trace
from gesncd.graphs.operators import Delete, Insert
from gesncd.graphs.pdag import PDAG, EdgeKind
from gesncd.search.events import (
    Candidate,
    Cause,
    GlobalScore,
    MarkChange,
    Phase,
    Reason,
    Started,
    Step,
)

NAMES = ("Raf", "Mek", "Erk", "Akt")


def make_step(**changes):
    graph = PDAG.from_edges(4, undirected=[(0, 1)])
    step = Step(
        index=1,
        phase=Phase.FORWARD,
        operator=Insert(0, 1),
        score=0.612,
        conditioning=(),
        candidates=(),
        n_candidates=6,
        runner_up=Candidate(Insert(2, 3), (), 0.58),
        pair_scores=(),
        cpdag=graph,
        changes=(MarkChange(0, 1, EdgeKind.NONE, EdgeKind.UNDIRECTED, Reason(Cause.OPERATOR)),),
    )
    return replace(step, **changes)


def test_a_step_in_one_sentence():
    assert step_sentence(make_step(), NAMES) == (
        "Add Raf — Mek. Their dependence given nothing is 0.61; "
        "the runner-up was Erk — Akt at 0.58."
    )


def test_a_deletion_with_a_conditioning_set_and_no_runner_up():
    step = make_step(
        phase=Phase.BACKWARD,
        operator=Delete(0, 1),
        conditioning=(2, 3),
        score=0.0011,
        runner_up=None,
    )
    assert step_sentence(step, NAMES) == (
        "Remove Raf — Mek. Their dependence given Erk, Akt is 0.0011; there was no other candidate."
    )


def test_a_runner_up_of_the_same_pair_is_told_apart():
    step = make_step(runner_up=Candidate(Insert(1, 0, (2,)), (2,), 0.4))
    assert "the runner-up was the same pair given Erk at 0.4." in step_sentence(step, NAMES)


def test_marks_are_grouped_by_reason():
    collider = Reason(Cause.V_STRUCTURE, None, (0, 1, 2))
    step = make_step(
        changes=(
            MarkChange(0, 1, EdgeKind.NONE, EdgeKind.FORWARD, collider),
            MarkChange(1, 2, EdgeKind.UNDIRECTED, EdgeKind.BACKWARD, collider),
            MarkChange(
                1, 3, EdgeKind.UNDIRECTED, EdgeKind.FORWARD, Reason(Cause.MEEK, 1, (0, 1, 3))
            ),
            MarkChange(2, 3, EdgeKind.FORWARD, EdgeKind.UNDIRECTED, Reason(Cause.WITHDRAWN)),
        )
    )
    assert marks_sentence(step, NAMES) == (
        "Arrows: Raf → Mek ← Erk (collider); Mek → Akt (Meek's rule 1); Erk — Akt withdrawn."
    )


def test_a_plain_new_line_has_no_arrows_to_tell():
    assert marks_sentence(make_step(), NAMES) == ""


def test_every_cause_has_words(names):
    for cause in Cause:
        assert reason_text(Reason(cause, 1, (0, 1, 2)), names)


def test_why_an_edge_is_there():
    step = make_step()
    trace = Trace.of([Started(4, 0.05, "k", PDAG.empty(4)), step])
    text = " ".join(why_sentences(trace, step.cpdag, 1, 0, 1, 0.05, NAMES))
    assert (
        "Added in step 1 (forward): their dependence given nothing is 0.61, above τ 0.05." in text
    )
    assert "The runner-up was Erk — Akt at 0.58." in text
    assert "Undirected: the data allow either direction." in text


def test_why_an_edge_is_not_there():
    trace = Trace.of([make_step()])
    (text,) = why_sentences(trace, trace.steps[0].cpdag, 2, 3, 1, 0.05, NAMES)
    assert text.startswith("No edge:")
    removed = make_step(index=2, phase=Phase.BACKWARD, operator=Delete(0, 1), score=0.01)
    trace = Trace.of([make_step(), removed])
    text = " ".join(why_sentences(trace, PDAG.empty(4), 0, 1, 2, 0.05, NAMES))
    assert "Removed in step 2 (backward)" in text
    assert "at or below τ 0.05" in text


def test_every_edge_of_a_real_search_is_explained(trace, names):
    graph = trace.finished.cpdag
    for edge in graph.edges():
        text = " ".join(
            why_sentences(trace, graph, edge.source, edge.target, trace.n_steps, 0.5, names)
        )
        assert "Added in step" in text
        assert ("Directed since" in text) == edge.directed


def test_the_result_in_one_sentence():
    step = make_step()
    trace = Trace.of([step, GlobalScore(1, 0.0041)])
    text = result_sentence(trace, step.cpdag, 1, 0.05, 0.47)
    assert text == (
        "1 edge, 0 of them directed; S_g 0.0041; the weakest edge scored 1.3 times the noise floor"
    )
    assert "times τ" in result_sentence(trace, step.cpdag, 1, 0.05, None)
    assert "below the noise floor" in result_sentence(trace, step.cpdag, 1, 0.05, 0.9)
    assert result_sentence(Trace.of(()), PDAG.empty(3), 0, 0.05, 0.05) == "0 edges"
