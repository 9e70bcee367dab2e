from dataclasses import replace

from components.sentences import (
    marks_sentence,
    reason_text,
    result_sentence,
    step_sentence,
)
from components.trace import Trace
from gesncd.graphs import PDAG, Delete, EdgeKind, Insert, Reorient
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.events import (
    Candidate,
    Cause,
    Finished,
    GlobalScore,
    MarkChange,
    Phase,
    Reason,
    Step,
)
from gesncd.search.provenance import oriented_by_knowledge

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
        "Join Raf and Mek: their score given nothing is 0.612. "
        "The runner-up was Erk and Akt given nothing, with a score of 0.58."
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
        "Part Raf and Mek: their score given Erk and Akt is 0.0011. No other valid operator would "
        "have led to a different graph."
    )


def test_a_runner_up_of_the_same_pair_is_told_apart():
    step = make_step(runner_up=Candidate(Insert(1, 0, (2,)), (2,), 0.4))
    assert step_sentence(step, NAMES).endswith(
        "The runner-up was the same pair given Erk, with a score of 0.4."
    )


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


def test_a_reorientation_joins_nothing_and_says_so():
    step = make_step(operator=Reorient(Insert(0, 1), Delete(0, 1, (2,))), conditioning=(2,))
    assert step_sentence(step, NAMES) == (
        "Turn edges around Raf and Mek, which knowledge keeps apart: their score given Erk is "
        "0.612. The runner-up was Erk and Akt given nothing, with a score of 0.58."
    )


def test_arrows_by_knowledge_are_counted(known_trace):
    trace = known_trace
    text = result_sentence(trace, trace.finished.graph, trace.n_steps, 0.5, None)
    assert text.startswith("4 edges, 4 of them directed (1 by knowledge, 3 from the data);")
    assert text.endswith("; arrowheads have no score")


def test_arrows_that_only_follow_from_knowledge_are_counted_apart():
    chain = PDAG.from_edges(4, undirected=[(0, 1), (1, 2), (2, 3)])
    knowledge = Constraints.of(Knowledge(forbidden=(("Mek", "Raf"),)), NAMES)
    graph, changes = oriented_by_knowledge(chain, knowledge)
    trace = Trace.of([Finished(chain, graph, 0, 3, changes)])
    assert result_sentence(trace, graph, 0, 0.5, None) == (
        "3 edges, 3 of them directed (1 by knowledge, 2 follow from it)"
    )
    chain = PDAG.from_edges(4, undirected=[(0, 1), (1, 2)])
    graph, changes = oriented_by_knowledge(chain, knowledge)
    trace = Trace.of([Finished(chain, graph, 0, 3, changes)])
    assert "(1 by knowledge, 1 follows from it)" in result_sentence(trace, graph, 0, 0.5, None)


def test_the_result_in_one_sentence():
    step = make_step()
    trace = Trace.of([step, GlobalScore(1, 0.0041)])
    text = result_sentence(trace, step.cpdag, 1, 0.05, 0.47)
    assert text == (
        "1 edge, 0 of them directed; S_g\u00a00.0041; the weakest edge was added at 1.3× the "
        "noise floor"
    )
    assert "× τ" in result_sentence(trace, step.cpdag, 1, 0.05, None)
    assert "below the noise floor" in result_sentence(trace, step.cpdag, 1, 0.05, 0.9)
    assert result_sentence(Trace.of(()), PDAG.empty(3), 0, 0.05, 0.05) == "0 edges"


def test_a_score_below_zero_is_called_no_dependence():
    step = make_step(phase=Phase.BACKWARD, operator=Delete(0, 1), score=-0.0052, runner_up=None)
    assert step_sentence(step, NAMES) == (
        "Part Raf and Mek: their score given nothing is -0.0052 (none, within noise). No other "
        "valid operator would have led to a different graph."
    )
    assert "within noise" not in step_sentence(make_step(score=0.0), NAMES)
