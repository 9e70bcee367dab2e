"""What each lesson claims, asserted on its own data."""

import pytest

from gesncd.graphs import PDAG, EdgeKind, cpdag_of_dag, members
from gesncd.lessons import LESSONS, lesson
from gesncd.search import Cause, Finished, Phase, Started, Step
from gesncd.search.claims import TrueGraph, claim_of
from gesncd.search.orientation_trace import FrameKind, frames_of
from gesncd.search.words import score_text


def steps_of(events):
    return [event for event in events if isinstance(event, Step)]


def result_of(events):
    assert isinstance(events[-1], Finished)
    return events[-1].cpdag


def true_class(each, variant=0):
    return cpdag_of_dag(PDAG.from_matrix(each.truth(variant)))


def test_there_are_six_lessons_of_plain_sentences():
    assert len(LESSONS) == 6
    assert len({each.id for each in LESSONS}) == 6
    for each in LESSONS:
        assert lesson(each.id) is each
        assert len(each.names) == len(each.places) <= 6
        assert 2 <= len(each.text) <= 4
        for sentence in " ".join((*each.text, each.look_at)).split(". "):
            assert len(sentence.split()) < 40
            assert "!" not in sentence
    assert lesson("no such") is None


def test_data_are_small_and_the_same_at_every_call():
    for each in LESSONS:
        for variant in range(len(each.variants)):
            one, other = each.dataset(variant), each.dataset(variant)
            assert one.sha256 == other.sha256
            assert one.names == each.names
            assert one.n_rows <= 400
            assert each.truth(variant).shape == (len(each.names),) * 2


def test_a_chain_and_a_fork_are_one_class():
    each = lesson("chain-and-fork")
    chain, fork = (result_of(each.search(variant)) for variant in (0, 1))
    assert (each.truth(0) != each.truth(1)).any()
    assert chain == fork == true_class(each, 0) == true_class(each, 1)
    assert chain == PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    found = set(members(chain))
    assert {PDAG.from_matrix(each.truth(0)), PDAG.from_matrix(each.truth(1))} <= found
    assert len(found) == 3
    # Given health, sport and mood are independent: the search never joins them.
    assert not TrueGraph.of(each.truth(1)).dependent(0, 2, (1,))


def test_a_collider_orients_both_edges():
    each = lesson("collider")
    events = each.search()
    first, second = steps_of(events)
    assert result_of(events) == PDAG.from_edges(3, [(0, 2), (1, 2)])
    assert first.cpdag.kind(*sorted((first.operator.x, first.operator.y))) is EdgeKind.UNDIRECTED
    # Step 2 is taken given what is joined already, and that raises its score.
    assert len(second.conditioning) == 1
    pair = {second.operator.x, second.operator.y}
    alone = next(c for c in first.candidates if {c.operator.x, c.operator.y} == pair)
    assert second.score > 1.3 * alone.score
    # The numbers that the lesson names. Alone the pair passes τ as well, ten times over.
    talent, luck, fame = (each.names.index(name) for name in ("Talent", "Luck", "Fame"))
    assert pair == {luck, fame}
    assert second.conditioning == (talent,)
    unjoined = next(c for c in first.candidates if {c.operator.x, c.operator.y} == {talent, luck})
    given = next(
        c
        for c in second.candidates
        if {c.operator.x, c.operator.y} == {talent, luck} and c.conditioning == (fame,)
    )
    scores = (alone.score, second.score, unjoined.score, given.score)
    shown = [score_text(score) for score in scores]
    assert shown == ["0.371", "0.68", "0.0000437", "0.491"]
    for text in shown:
        assert text in each.look_at
    assert alone.score > 10 * each.tau()
    arrows = [frame for frame in frames_of(first.cpdag, second) if frame.changes]
    assert arrows[-1].kind is FrameKind.V_STRUCTURE
    assert len(arrows[-1].changes) == 2


def test_meeks_first_rule_directs_the_child():
    each = lesson("meek-rule-1")
    events = each.search()
    assert result_of(events) == true_class(each)
    (change,) = [
        change
        for step in steps_of(events)
        for change in step.changes
        if change.reason.cause is Cause.MEEK
    ]
    assert change.reason.rule == 1
    assert (change.i, change.j, change.after) == (2, 3, EdgeKind.FORWARD)
    # It follows in the very step that makes the collider.
    assert any(c.reason.cause is Cause.V_STRUCTURE for c in steps_of(events)[-1].changes)


def test_the_backward_phase_removes_an_edge_that_the_forward_phase_added():
    each = lesson("backward-phase")
    events = each.search()
    steps = steps_of(events)
    sun, water, growth = (each.names.index(name) for name in ("Sun", "Water", "Growth"))
    added = [
        s
        for s in steps
        if s.phase is Phase.FORWARD and {s.operator.x, s.operator.y} == {sun, water}
    ]
    removed = [s for s in steps if s.phase is Phase.BACKWARD]
    assert len(added) == len(removed) == 1
    assert {removed[0].operator.x, removed[0].operator.y} == {sun, water}
    assert added[0].conditioning == (growth,)
    assert growth not in removed[0].conditioning
    # Right for its question both times, though the true graph does not join them.
    truth = TrueGraph.of(each.truth())
    first, last = truth.judge(claim_of(added[0])), truth.judge(claim_of(removed[0]))
    assert first.is_property_of_search
    assert last.holds
    assert not last.is_property_of_search
    assert result_of(events) == true_class(each)


def test_a_linear_measure_misses_what_ncd_finds():
    each = lesson("beyond-linear")
    linear, ncd = each.search(0), each.search(1)
    assert each.variants[0].measure == "partial-correlation"
    assert each.dataset(0).sha256 == each.dataset(1).sha256
    assert result_of(linear).kind(0, 1) is EdgeKind.NONE
    assert result_of(ncd) == true_class(each)
    scores = []
    for events in (linear, ncd):
        best = [
            c.score
            for c in steps_of(events)[0].candidates
            if {c.operator.x, c.operator.y} == {0, 1}
        ]
        scores.append(max(best))
    assert scores[0] < each.noise_floor(0)
    assert scores[1] > 5 * each.noise_floor(1)


def test_tau_only_says_where_to_stop():
    each = lesson("tau")
    auto, large, small = (each.search(variant) for variant in range(3))
    assert result_of(auto) == true_class(each)
    assert result_of(large).n_edges == 2
    assert result_of(large).kind(1, 2) is EdgeKind.NONE
    assert result_of(small).n_edges > 3
    ops = [
        [s.operator for s in steps_of(e) if s.phase is Phase.FORWARD] for e in (large, auto, small)
    ]
    assert ops[1][: len(ops[0])] == ops[0]
    assert ops[2][: len(ops[1])] == ops[1]
    assert each.tau(2) < each.noise_floor(2) < each.tau(1)
    assert isinstance(auto[0], Started)
    assert auto[0].tau == pytest.approx(each.noise_floor(0))
