import numpy as np
import pytest

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert, Reorient
from gesncd.search import Candidate, Cause, MarkChange, Phase, PhaseEnded, Reason, Step
from gesncd.search.claims import StepClaim, TrueGraph, verdicts
from gesncd.search.invalid import NotAClique, OpenPath, Rejected, rejected_operators
from gesncd.search.orientation_trace import Frame, FrameKind, frames_of
from gesncd.search.step_sentences import (
    direction_sentence,
    end_sentence,
    finished_sentence,
    frame_sentence,
    obstacle_sentence,
    outlook_sentence,
    settled_sentence,
    verdict_sentence,
    winner_sentence,
)
from gesncd.search.words import runner_up_sentence

NAMES = ("Raf", "Mek", "Erk", "Akt")


def forward(operator, score, given=(), others=(), runner_up=None, cpdag=None):
    winner = Candidate(operator, given, score)
    return Step(
        2,
        Phase.FORWARD,
        operator,
        score,
        given,
        (winner, *others),
        9,
        runner_up,
        (),
        cpdag or PDAG.empty(4),
        (),
    )


def test_a_forward_step_by_hand():
    other = Candidate(Insert(2, 3), (1,), 0.1234)
    step = forward(Insert(0, 1), 0.61, (), (other,), other)
    assert outlook_sentence(step, 1) == (
        "The graph has 1 edge. 9 operators are valid; each would add an edge. The search takes "
        "the one whose pair depends most on each other, if that is above τ."
    )
    assert winner_sentence(step, 0.0127, NAMES) == (
        "Join Raf and Mek: given nothing, their score 0.61 is the highest on offer, above τ 0.0127."
    )
    assert runner_up_sentence(step, NAMES) == (
        "The runner-up was Erk and Akt given Mek, with a score of 0.123."
    )


def test_a_forced_step_is_not_called_the_best():
    better = Candidate(Insert(2, 3), (), 0.9)
    step = forward(Insert(0, 1), 0.61, (), (better,))
    assert "is chosen among those on offer" in winner_sentence(step, 0.1, NAMES)
    assert runner_up_sentence(step, NAMES).startswith("No other valid operator")


def test_a_backward_step_by_hand():
    winner = Candidate(Delete(0, 1, (2,)), (3,), 0.0004)
    step = Step(
        5, Phase.BACKWARD, winner.operator, 0.0004, (3,), (winner,), 1, None, (), PDAG.empty(4), ()
    )
    assert winner_sentence(step, 0.01, NAMES) == (
        "Part Raf and Mek: given Akt, their score 0.0004 is the lowest on offer, at most τ 0.01."
    )
    assert "1 operator is valid; each would remove an edge" in outlook_sentence(step, 3)
    assert direction_sentence(winner.operator, NAMES) == (
        "H holds Erk: without the edge, Raf and Mek both point there."
    )


def test_a_set_t_points_at_y():
    assert direction_sentence(Insert(0, 1, (2, 3)), NAMES) == (
        "T holds Erk and Akt: in the new class Raf, Erk and Akt point at Mek."
    )
    assert direction_sentence(Insert(0, 1), NAMES) == ""


def test_marks_say_the_rule_and_its_pattern():
    arrow = MarkChange(
        1, 2, EdgeKind.UNDIRECTED, EdgeKind.FORWARD, Reason(Cause.MEEK, 1, (0, 1, 2))
    )
    frame = Frame(FrameKind.MEEK, (arrow,), PDAG.empty(4))
    assert frame_sentence(frame, None, NAMES) == (
        "Mek → Erk is directed, because Raf → Mek, and Raf and Erk are not joined: Erk → Mek "
        "would make a new v-structure (Meek rule 1)."
    )
    gone = MarkChange(
        1,
        2,
        EdgeKind.BACKWARD,
        EdgeKind.UNDIRECTED,
        Reason(Cause.WITHDRAWN),
        Reason(Cause.V_STRUCTURE, None, (2, 1, 3)),
    )
    assert frame_sentence(Frame(FrameKind.WITHDRAWN, (gone,), PDAG.empty(4)), None, NAMES) == (
        "Erk → Mek loses its arrowhead: the reason for it is gone. Until now it was there because "
        "Erk and Akt both point at Mek and are not joined, which is a v-structure."
    )
    # Counted as the pictures show them: the operator's own edge comes without a head.
    own = MarkChange(0, 1, EdgeKind.NONE, EdgeKind.UNDIRECTED, Reason(Cause.OPERATOR))
    assert settled_sentence((own,)) == "Nothing else follows from this step."
    assert settled_sentence((arrow,)) == settled_sentence((own, arrow)) == "1 arrow followed."
    assert settled_sentence((own, gone, gone)) == "2 arrowheads were lost."
    assert settled_sentence((arrow, arrow, gone)) == (
        "2 arrows followed, and 1 arrowhead was lost."
    )
    turn = Reorient(Insert(0, 1), Delete(0, 1, (2,)))
    step = forward(turn, 0.4, (2,))
    assert winner_sentence(step, 0.1, NAMES) == (
        "Turn edges around Raf and Mek, which knowledge keeps apart: given Erk they depend, 0.4, "
        "more than this class allows."
    )
    assert "each would add an edge or turn some around." in outlook_sentence(step, 2)
    operator = Frame(FrameKind.OPERATOR, (), PDAG.empty(4))
    assert "turns edges around them" in frame_sentence(operator, step, NAMES)


def test_knowledge_directs_an_edge_that_it_need_not_require():
    arrow = MarkChange(0, 1, EdgeKind.UNDIRECTED, EdgeKind.FORWARD, Reason(Cause.KNOWLEDGE))
    assert frame_sentence(Frame(FrameKind.KNOWLEDGE, (arrow,), PDAG.empty(4)), None, NAMES) == (
        "Raf → Mek is directed, because background knowledge directs it."
    )


def test_obstacles_name_what_is_in_the_way():
    path = Rejected(Insert(0, 3), (), OpenPath((3, 2, 1, 0)))
    assert obstacle_sentence(path, NAMES) == (
        "An open semi-directed path leads from Akt to Raf through Erk and Mek: with Raf → Akt it "
        "could close a cycle."
    )
    clique = Rejected(Delete(0, 1), (2, 3), NotAClique((2, 3), (2, 3)))
    assert obstacle_sentence(clique, NAMES) == (
        "Not a clique: Erk and Akt would have to be joined to each other, and are not."
    )
    three = Rejected(Delete(0, 1), (1, 2, 3), NotAClique((1, 2, 3), (2, 3)))
    assert obstacle_sentence(three, NAMES).endswith("to each other, and Erk and Akt are not.")


def test_ends_of_phases_and_of_the_search():
    last = Candidate(Insert(0, 1), (2,), 0.003)
    end = PhaseEnded(Phase.FORWARD, PDAG.empty(4), (last,), 1, ())
    assert end_sentence(end, 0.01, NAMES) == (
        "The forward phase ends: the highest score on offer, 0.003 of Raf and Mek given Erk, is "
        "at most τ 0.01."
    )
    nothing = PhaseEnded(Phase.BACKWARD, PDAG.empty(4), (), 0, ())
    assert end_sentence(nothing, 0.01, NAMES) == (
        "The backward phase ends: no valid operator can part a pair."
    )
    one = PDAG.from_edges(2, undirected=[(0, 1)])
    over = (
        "The search is over after 1 step. The class it found has 1 edge, 0 of them directed in "
        "every member."
    )
    assert finished_sentence(1, one, one) == over
    known = PDAG.from_edges(2, directed=[(0, 1)])
    assert finished_sentence(1, one, known) == over + " With background knowledge it is 1."


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        (
            StepClaim(0, 1, (2,), True, turns=True, colliders=(2,)),
            "The step takes Raf and Mek for dependent given Erk. So does the true graph, which "
            "does not join them.",
        ),
        (
            StepClaim(0, 1, (2,), True, turns=True, colliders=(3,)),
            "So does the true graph, but there they do not both point at Akt: the search asked "
            "with the set at hand.",
        ),
        (
            StepClaim(0, 2, (), True, turns=True),
            "So does the true graph, which joins them, while knowledge keeps them apart.",
        ),
        (StepClaim(0, 1, (), True, turns=True), "In the true graph they are independent."),
        (StepClaim(0, 2, (), True), "So does the true graph, which joins them."),
        (StepClaim(0, 1, (), True), "In the true graph they are independent."),
        (StepClaim(0, 2, (), False), "In the true graph they depend on each other."),
        (StepClaim(0, 1, (2,), True), "without joining them"),
        (StepClaim(0, 1, (), False), "So does the true graph, which does not join them."),
    ],
)
def test_verdicts_tell_errors_from_the_searchs_doing(claim, says):
    collider = np.zeros((4, 4), dtype=int)
    collider[0, 2] = collider[1, 2] = 1
    verdict = TrueGraph.of(collider).judge(claim)
    assert says in verdict_sentence(verdict, NAMES)


def test_every_explanation_has_fewer_than_forty_words(searches, taken):
    names = [f"V{k}" for k in range(7)]
    truth = TrueGraph.of(np.triu(np.ones((7, 7), dtype=int), 1))
    texts = []
    for _, tau, events in searches:
        pairs = taken(events)
        for before, step in pairs:
            texts += [
                outlook_sentence(step, before.n_edges),
                winner_sentence(step, tau, names),
                runner_up_sentence(step, names),
                direction_sentence(step.operator, names),
                settled_sentence(step.changes),
            ]
            texts += [frame_sentence(frame, step, names) for frame in frames_of(before, step)]
            texts += [obstacle_sentence(r, names) for r in rejected_operators(before, step.phase)]
        texts += [verdict_sentence(v, names) for v in verdicts(truth, [s for _, s in pairs])]
        texts += [end_sentence(e, tau, names) for e in events if isinstance(e, PhaseEnded)]
    assert len(texts) > 1000
    longest = max(texts, key=lambda text: len(text.split()))
    assert len(longest.split()) < 40, longest


def test_a_score_below_zero_is_called_no_dependence():
    step = Step(
        5,
        Phase.BACKWARD,
        Delete(0, 1),
        -0.0052,
        (3,),
        (Candidate(Delete(0, 1), (3,), -0.0052),),
        1,
        None,
        (),
        PDAG.empty(4),
        (),
    )
    assert winner_sentence(step, 0.01, NAMES) == (
        "Part Raf and Mek: given Akt, their score -0.0052 (none, within noise) is the lowest on "
        "offer, at most τ 0.01."
    )


def test_an_insert_adds_an_edge_and_the_arrows_show_later():
    edge = MarkChange(0, 1, EdgeKind.NONE, EdgeKind.UNDIRECTED, Reason(Cause.OPERATOR))
    frame = Frame(FrameKind.OPERATOR, (edge,), PDAG.empty(4))
    assert frame_sentence(frame, forward(Insert(0, 1), 0.4), NAMES) == (
        "Raf — Mek comes without an arrowhead: one needs a reason."
    )
    # T has just been said to make both point there: there is no more to say yet.
    assert frame_sentence(frame, forward(Insert(0, 1, (2,)), 0.4), NAMES) == ""


def test_arrows_are_counted_as_the_pictures_show_them(searches, taken):
    seen = set()
    for _, _, events in searches:
        for before, step in taken(events):
            frames = frames_of(before, step)
            shown = sum(len(f.changes) for f in frames[1:] if f.kind is not FrameKind.WITHDRAWN)
            lost = sum(f.kind is FrameKind.WITHDRAWN for f in frames)
            text = settled_sentence(step.changes)
            assert (f"{shown} arrow{'' if shown == 1 else 's'} followed" in text) == (shown > 0)
            assert (f"{lost} arrowhead" in text) == (lost > 0)
            assert (text == "Nothing else follows from this step.") == (len(frames) == 1)
            seen.add((shown > 0, lost > 0))
    assert len(seen) == 4
