import math

import pytest

from gesncd.graphs import PDAG, Insert
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import MemoryCache
from gesncd.search import Candidate, Finished, Phase, PhaseEnded, Step, reframed_ges
from gesncd.search.fork import Departure, continue_search


def test_going_on_as_before_ends_as_before(searches, taken):
    for measure, tau, events in searches[:6]:
        pairs = taken(events)
        for k, (before, step) in enumerate(pairs):
            departure = Departure(before, step.phase, k, tau)
            found = list(continue_search(measure, departure))
            steps = [event for event in found if isinstance(event, Step)]
            assert [s.operator for s in steps] == [s.operator for _, s in pairs[k:]]
            assert [s.index for s in steps] == [s.index for _, s in pairs[k:]]
            assert [s.changes for s in steps] == [s.changes for _, s in pairs[k:]]
            assert [s.runner_up for s in steps] == [s.runner_up for _, s in pairs[k:]]
            assert isinstance(found[-1], Finished)
            assert found[-1].graph == events[-1].graph


def test_the_runner_up_is_applied_first_and_the_search_goes_on(searches, taken):
    n_other = 0
    for measure, tau, events in searches[:8]:
        for k, (before, step) in enumerate(taken(events)):
            if step.runner_up is None:
                continue
            departure = Departure(before, step.phase, k, tau, first=step.runner_up)
            found = list(continue_search(measure, departure))
            first = found[0]
            assert isinstance(first, Step)
            assert first.operator == step.runner_up.operator
            assert first.candidates[0] == step.runner_up
            assert first.cpdag == step.runner_up.operator.apply(before)
            assert first.cpdag != step.cpdag
            phases = list(Phase) if step.phase is Phase.FORWARD else [Phase.BACKWARD]
            assert [e.phase for e in found if isinstance(e, PhaseEnded)] == phases
            n_other += found[-1].graph != events[-1].graph
    assert n_other >= 3


def test_a_first_operator_need_not_pass(searches, taken):
    measure, _, events = searches[0]
    before, step = taken(events)[0]
    last = step.candidates[-1]
    found = list(continue_search(measure, Departure(before, Phase.FORWARD, 0, 0.99, first=last)))
    forward = [e.operator for e in found if isinstance(e, Step) and e.phase is Phase.FORWARD]
    assert forward == [last.operator]
    # The backward phase takes the edge away again: at τ 0.99 everything counts as noise.
    assert found[-1].graph == PDAG.empty(7)


def test_another_tau_from_the_start_is_another_search(searches):
    measure, tau, _ = searches[1]
    for other in (tau / 4, tau * 6):
        departure = Departure(PDAG.empty(7), Phase.FORWARD, 0, other)
        forked = list(continue_search(measure, departure))
        plain = list(reframed_ges(measure, other, global_score=False))
        assert forked[-1] == plain[-1]


def test_only_missing_scores_are_computed(searches):
    measure, tau, _ = searches[2]
    cache = MemoryCache()
    list(reframed_ges(measure, tau, cache=cache, global_score=False))
    known, computed = len(cache), []
    departure = Departure(PDAG.empty(7), Phase.FORWARD, 0, tau)
    list(continue_search(measure, departure, cache=cache, on_progress=computed.append))
    assert computed == []
    assert len(cache) == known
    lower = Departure(PDAG.empty(7), Phase.FORWARD, 0, tau / 20)
    list(continue_search(measure, lower, cache=cache, on_progress=computed.append))
    assert len(cache) > known


def test_knowledge_is_kept_to_on_the_other_way_too(searches, taken):
    measure, tau, _ = searches[3]
    names = [f"X{k + 1}" for k in range(7)]
    knowledge = Constraints.of(
        Knowledge(not_adjacent=(("X1", "X2"),), forbidden=(("X3", "X4"),)), names
    )
    events = tuple(reframed_ges(measure, tau, global_score=False, knowledge=knowledge))
    pairs = taken(events)
    for k, (before, step) in enumerate(pairs):
        earlier = tuple(b for b, s in pairs[:k] if s.phase is step.phase)
        departure = Departure(before, step.phase, k, tau, earlier=earlier)
        found = list(continue_search(measure, departure, knowledge=knowledge))
        assert found[-1].graph == events[-1].graph


def test_senseless_departures_are_refused(searches):
    measure, tau, _ = searches[0]
    empty = PDAG.empty(7)
    with pytest.raises(ValueError, match="finite"):
        list(continue_search(measure, Departure(empty, Phase.FORWARD, 0, math.nan)))
    joined = PDAG.from_edges(7, undirected=[(0, 1)])
    wrong = Candidate(Insert(0, 1), (), 0.5)
    with pytest.raises(ValueError, match="not valid"):
        list(continue_search(measure, Departure(joined, Phase.FORWARD, 0, tau, first=wrong)))
