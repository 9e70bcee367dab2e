import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert, Reorient
from gesncd.search.deserialise import event_from_dict, pdag_from_dict
from gesncd.search.events import (
    Barred,
    Candidate,
    Cause,
    Finished,
    GlobalScore,
    HeldPair,
    MarkChange,
    PairScore,
    Phase,
    PhaseEnded,
    Reason,
    Started,
    Step,
)
from gesncd.search.plain_values import EventError
from gesncd.search.serialise import event_to_dict, pdag_to_dict

counts = st.integers(0, 10**6)
scores = st.floats(allow_nan=False, allow_infinity=False)
nodes = st.integers(0, 200)
node_sets = st.lists(nodes, max_size=4, unique=True).map(lambda xs: tuple(sorted(xs)))
inserts = st.builds(Insert, nodes, nodes, node_sets)
deletes = st.builds(Delete, nodes, nodes, node_sets)
operators = inserts | deletes | st.builds(Reorient, inserts, deletes)
candidates = st.builds(Candidate, operators, node_sets, scores)
barred = st.builds(Barred, candidates, st.none() | st.tuples(nodes, nodes))
pair_scores = st.builds(PairScore, nodes, nodes, st.none() | scores, node_sets)
reasons = st.builds(
    Reason, st.sampled_from(Cause), st.none() | st.integers(1, 4), st.lists(nodes).map(tuple)
)
changes = st.builds(
    MarkChange,
    nodes,
    nodes,
    st.sampled_from(EdgeKind),
    st.sampled_from(EdgeKind),
    reasons,
    st.none() | reasons,
)


def several(strategy):
    return st.lists(strategy, max_size=3).map(tuple)


@st.composite
def graphs(draw):
    n = draw(st.integers(0, 7))
    directed, undirected = [], []
    for i in range(n):
        for j in range(i + 1, n):
            match draw(st.sampled_from(["none", "forward", "backward", "undirected"])):
                case "forward":
                    directed.append((i, j))
                case "backward":
                    directed.append((j, i))
                case "undirected":
                    undirected.append((i, j))
    return PDAG.from_edges(n, directed, undirected)


# Any character, lone surrogates included: notes may quote a hostile column name.
texts = st.text(st.characters(codec=None))
phases = st.sampled_from(Phase)
events = st.one_of(
    st.builds(Started, counts, scores, texts, graphs(), several(texts)),
    st.builds(
        Step,
        counts,
        phases,
        operators,
        scores,
        node_sets,
        several(candidates),
        counts,
        st.none() | candidates,
        several(pair_scores),
        graphs(),
        several(changes),
        several(barred),
    ),
    st.builds(
        PhaseEnded,
        phases,
        graphs(),
        several(candidates),
        counts,
        several(pair_scores),
        several(barred),
    ),
    st.builds(GlobalScore, counts, scores),
    st.builds(
        Finished,
        graphs(),
        graphs(),
        counts,
        counts,
        several(changes),
        several(texts),
        several(st.builds(HeldPair, nodes, nodes, st.booleans(), scores, node_sets, counts)),
        st.none() | scores,
    ),
)


@given(events)
def test_an_event_survives_json_exactly(event):
    text = json.dumps(event_to_dict(event), allow_nan=False)
    assert event_from_dict(json.loads(text)) == event


def test_the_end_of_a_search_by_an_earlier_version_is_read():
    end = Finished(PDAG.empty(2), PDAG.empty(2), 0, 1)
    older = event_to_dict(end)
    del older["held"], older["score_if_joined"]
    assert event_from_dict(older) == end
    phase = PhaseEnded(Phase.FORWARD, PDAG.empty(2), (), 0, ())
    older = event_to_dict(phase)
    del older["barred"]
    assert event_from_dict(older) == phase


@given(graphs())
def test_a_graph_survives_json_exactly(graph):
    assert pdag_from_dict(json.loads(json.dumps(pdag_to_dict(graph)))) == graph


def test_a_negative_zero_is_written_like_a_zero():
    assert json.dumps(event_to_dict(GlobalScore(0, -0.0))) == json.dumps(
        event_to_dict(GlobalScore(0, 0.0))
    )


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_not_finite_is_refused(value):
    with pytest.raises(ValueError, match="finite"):
        event_to_dict(GlobalScore(1, value))
    with pytest.raises(EventError, match="finite"):
        event_from_dict({"event": "global-score", "step": 1, "value": value})


def graph_value(*edges, n=3):
    return {"n": n, "edges": [list(edge) for edge in edges]}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "Expected an event"),
        ({}, "lacks the field 'event'"),
        ({"event": "jump"}, "no event of kind 'jump'"),
        ({"event": "global-score", "step": 1}, "lacks the field 'value'"),
        ({"event": "global-score", "step": True, "value": 0.5}, "whole number for step"),
        ({"event": "global-score", "step": -1, "value": 0.5}, "whole number for step"),
        ({"event": "global-score", "step": 1, "value": "0.5"}, "finite number for value"),
    ],
)
def test_an_edited_event_is_refused_with_its_reason(value, message):
    with pytest.raises(EventError, match=message):
        event_from_dict(value)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (graph_value((0, 3, True)), "ends at node 3"),
        (graph_value((0, -1, True)), "whole number"),
        (graph_value((0, 1, 1)), "true or false"),
        (graph_value((0, 1)), "2 parts instead of 3"),
        (graph_value((0, 1, True), (1, 0, True)), "joined twice"),
        (graph_value((1, 1, True)), "itself"),
        ({"n": 3}, "lacks the field 'edges'"),
        ({"n": 3, "edges": {}}, "a list for the edges"),
    ],
)
def test_an_edited_graph_is_refused_with_its_reason(value, message):
    with pytest.raises(EventError, match=message):
        pdag_from_dict(value)


def test_an_unknown_phase_or_operator_is_refused():
    value = {"event": "phase-ended", "phase": "sideways", "cpdag": graph_value()}
    value |= {"candidates": [], "n_candidates": 0, "pair_scores": []}
    with pytest.raises(EventError, match="sideways"):
        event_from_dict(value)
    value |= {"phase": "forward", "candidates": [[["turn", 0, 1, []], [], 0.5]]}
    with pytest.raises(EventError, match="no operator 'turn'"):
        event_from_dict(value)
