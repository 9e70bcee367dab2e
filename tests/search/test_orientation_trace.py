from collections import Counter
from dataclasses import replace

import numpy as np

from gesncd.graphs import PDAG, EdgeKind, Insert, Reorient, complete_with_reasons
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import DSeparationOracle
from gesncd.search import Finished, Phase, Reason, Step, reframed_ges
from gesncd.search.events import Cause
from gesncd.search.orientation_trace import FrameKind, frames_of, knowledge_frames, pattern_edges
from gesncd.search.provenance import mark_changes, reasons_of


def step_of(before, operator, phase=Phase.FORWARD):
    cpdag, orientations = complete_with_reasons(operator.edit(before))
    earlier = reasons_of(complete_with_reasons(before)[1])
    changes = mark_changes(before, cpdag, operator, earlier, reasons_of(orientations))
    return Step(
        1, phase, operator, 0.5, operator.conditioning_set(before), (), 1, None, (), cpdag, changes
    )


def premise_holds(graph, change):
    """A rule's pattern is there before its frame, read from the rules' own text."""
    rule, nodes = change.reason.rule, change.reason.nodes

    def arrow(a, b):
        return graph.kind(a, b) is EdgeKind.FORWARD

    def line(a, b):
        return graph.kind(a, b) is EdgeKind.UNDIRECTED

    def apart(a, b):
        return graph.kind(a, b) is EdgeKind.NONE

    if rule == 1:
        w, u, v = nodes
        return arrow(w, u) and apart(w, v)
    if rule == 2:
        u, w, v = nodes
        return arrow(u, w) and arrow(w, v)
    assert rule == 3
    u, w1, w2, v = nodes
    return line(u, w1) and line(u, w2) and arrow(w1, v) and arrow(w2, v) and apart(w1, w2)


def test_a_head_is_lost_after_those_that_it_rested_on(searches, taken):
    """What is told to be gone is not in the picture any more."""
    n_withdrawn = out_of_order = 0
    for _, _, events in searches:
        for before, step in taken(events):
            graph = before
            for frame in frames_of(before, step):
                if frame.kind is FrameKind.WITHDRAWN:
                    (change,) = frame.changes
                    n_withdrawn += 1
                    reason = change.previous
                    if reason.cause is Cause.MEEK:
                        assert not premise_holds(graph, replace(change, reason=reason))
                    else:
                        a, c, b = reason.nodes
                        heads = [graph.kind(each, c) for each in (a, b)]
                        apart = graph.kind(a, b) is EdgeKind.NONE
                        assert not (apart and heads == [EdgeKind.FORWARD] * 2)
                graph = frame.graph
            lost = [c for c in step.changes if c.reason.cause is Cause.WITHDRAWN]
            frames = [f for f in frames_of(before, step) if f.kind is FrameKind.WITHDRAWN]
            out_of_order += [f.changes[0] for f in frames] != lost
    assert n_withdrawn > 10
    # Their order by columns would not do.
    assert out_of_order > 0


def test_frames_lead_from_the_graph_before_to_the_one_after(searches, taken):
    kinds = Counter()
    for _, _, events in searches:
        for before, step in taken(events):
            frames = frames_of(before, step)
            assert frames[0].kind is FrameKind.OPERATOR
            assert frames[-1].graph == step.cpdag
            graph = before
            for frame in frames:
                kinds[frame.kind] += 1
                for change in frame.changes:
                    assert graph.kind(change.i, change.j) is change.before
                    assert frame.graph.kind(change.i, change.j) is change.after
                    assert change.before is not change.after
                graph = frame.graph
    assert kinds[FrameKind.V_STRUCTURE] > 20
    assert kinds[FrameKind.MEEK] > 20
    assert kinds[FrameKind.WITHDRAWN] > 5


def test_a_rules_premises_are_drawn_before_its_conclusion(searches, taken):
    rules = Counter()
    for _, _, events in searches:
        for before, step in taken(events):
            graph = before
            for frame in frames_of(before, step):
                if frame.kind is FrameKind.MEEK:
                    (change,) = frame.changes
                    rules[change.reason.rule] += 1
                    assert premise_holds(graph, change), (graph, change)
                if frame.kind is FrameKind.V_STRUCTURE:
                    a, c, b = frame.reason.nodes
                    assert frame.graph.kind(a, c) is EdgeKind.FORWARD
                    assert frame.graph.kind(b, c) is EdgeKind.FORWARD
                    assert frame.graph.kind(a, b) is EdgeKind.NONE
                graph = frame.graph
    assert rules[1] > 5
    assert rules[2] > 5


def test_a_collider_and_meeks_first_rule_by_hand():
    # 0 — 2 — 3, then 1 → 2 is inserted with T = {0}.
    before = PDAG.from_edges(4, undirected=[(0, 2), (2, 3)])
    frames = frames_of(before, step_of(before, Insert(1, 2, (0,))))
    assert [frame.kind for frame in frames] == [
        FrameKind.OPERATOR,
        FrameKind.V_STRUCTURE,
        FrameKind.MEEK,
    ]
    assert frames[0].graph == PDAG.from_edges(4, undirected=[(0, 2), (1, 2), (2, 3)])
    assert frames[1].graph == PDAG.from_edges(4, [(0, 2), (1, 2)], [(2, 3)])
    assert {(c.i, c.j) for c in frames[1].changes} == {(0, 2), (1, 2)}
    assert frames[2].reason == Reason(Cause.MEEK, 1, (0, 2, 3))
    assert pattern_edges(frames[2].reason) == ((0, 2), (2, 3))


def test_patterns_of_all_rules():
    assert pattern_edges(Reason(Cause.V_STRUCTURE, None, (4, 1, 0))) == ((1, 4), (0, 1))
    assert pattern_edges(Reason(Cause.MEEK, 2, (0, 1, 2))) == ((0, 1), (1, 2), (0, 2))
    third = pattern_edges(Reason(Cause.MEEK, 3, (0, 1, 2, 3)))
    assert third == ((0, 1), (0, 2), (1, 3), (2, 3), (0, 3))
    fourth = pattern_edges(Reason(Cause.MEEK, 4, (0, 1, 2, 3)))
    assert fourth == ((0, 1), (1, 2), (2, 3), (0, 2), (0, 3))
    assert pattern_edges(Reason(Cause.WITHDRAWN)) == ()


def test_knowledge_orients_the_final_class_arrow_by_arrow():
    dag = np.zeros((4, 4))
    dag[0, 1] = dag[1, 2] = dag[2, 3] = 1
    knowledge = Constraints.of(Knowledge(required=(("A", "B"),)), "ABCD")
    finished = list(reframed_ges(DSeparationOracle(dag), 0.5, knowledge=knowledge))[-1]
    assert isinstance(finished, Finished)
    frames = knowledge_frames(finished.cpdag, finished.changes)
    assert [frame.kind for frame in frames] == [
        FrameKind.KNOWLEDGE,
        FrameKind.MEEK,
        FrameKind.MEEK,
    ]
    assert frames[-1].graph == finished.graph == PDAG.from_matrix(dag)


def test_a_reorientation_has_no_edge_of_its_own():
    # A — C — B, where the data say that A and B collide in C and knowledge keeps them apart.
    dag = np.zeros((3, 3))
    dag[0, 2] = dag[1, 2] = 1
    knowledge = Constraints.of(Knowledge(not_adjacent=(("A", "B"),)), "ABC")
    before, frames = PDAG.empty(3), []
    for event in reframed_ges(DSeparationOracle(dag), 0.5, knowledge=knowledge):
        if isinstance(event, Step):
            if isinstance(event.operator, Reorient):
                frames = frames_of(before, event)
            before = event.cpdag
    assert [frame.kind for frame in frames] == [FrameKind.OPERATOR, FrameKind.V_STRUCTURE]
    assert frames[0].changes == ()
    assert frames[0].reason == Reason(Cause.OPERATOR)
    assert frames[-1].graph == before
    assert before == PDAG.from_matrix(dag)
