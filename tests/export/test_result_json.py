import json

import pytest

from gesncd.export.result_json import result_document, result_text
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.events import GlobalScore, Step

SETTINGS = {"measure": "partial-correlation", "tau": 0.03, "alpha": 0.001, "seed": 0}


def document_of(names, events, **changes):
    arguments = {
        "settings": SETTINGS,
        "noise_floor": 0.02,
        "data_sha256": "aa",
        "dataset_sha256": "bb",
        "versions": {"python": "3", "gesncd": "1"},
        **changes,
    }
    return result_document(names, events, **arguments)


def test_the_document_says_what_was_found(names, events):
    document = document_of(names, events)
    assert document["variables"] == list(names)
    assert document["edges"] == [
        {"source": "=1+1", "target": "b,c", "directed": True},
        {"source": "b,c", "target": 'say "hi"', "directed": True},
        {"source": "zeta", "target": "b,c", "directed": True},
    ]
    assert (document["tau"], document["tau_source"], document["alpha"]) == (0.03, "given", 0.001)
    assert (document["noise_floor"], document["finished"]) == (0.02, True)
    assert (document["data_sha256"], document["dataset_sha256"]) == ("aa", "bb")
    assert document["notes"] == []


def test_each_step_is_told_by_name(names, events):
    steps = [event for event in events if isinstance(event, Step)]
    told = document_of(names, events)["steps"]
    assert [each["index"] for each in told] == list(range(1, len(steps) + 1))
    scores = {e.step: e.value for e in events if isinstance(e, GlobalScore)}
    for step, each in zip(steps, told, strict=True):
        assert each["phase"] == step.phase.value
        assert each["score"] == step.score
        assert each["operator"]["x"] == names[step.operator.x]
        assert each["operator"]["y"] == names[step.operator.y]
        assert each["operator"]["kind"] == "insert"
        assert each["conditioning"] == sorted(names[node] for node in step.conditioning)
        assert each["n_candidates"] == step.n_candidates
        assert each["global_score"] == scores[step.index]
        assert len(each["edges"]) == step.cpdag.n_edges
        assert len(each["changes"]) == len(step.changes)
        if step.runner_up is None:
            assert each["runner_up"] is None
        else:
            assert each["runner_up"]["score"] == step.runner_up.score
    last = told[-1]["changes"][-1]
    assert set(last) == {"i", "j", "before", "after", "reason", "previous"}
    assert {last["i"], last["j"]} <= set(names)
    assert set(last["reason"]["nodes"]) <= set(names)


def test_an_automatic_threshold_is_told(names, events):
    settings = {**SETTINGS, "tau": None}
    assert document_of(names, events, settings=settings)["tau_source"] == "auto"


def test_data_without_a_file_are_named_by_the_data_set(names, events):
    assert document_of(names, events, data_sha256=None)["data_sha256"] == "bb"


def test_a_stopped_search_says_so_and_shows_what_it_has(names, events):
    position = next(i for i, event in enumerate(events) if isinstance(event, Step)) + 1
    document = document_of(names, events[:position], notes=["Two rows were dropped."])
    assert document["finished"] is False
    assert document["notes"][1] == "Two rows were dropped."
    assert document["notes"][0].startswith("The search was stopped after step")
    assert document_of(names, events[:1])["notes"][0].startswith(
        "The search was stopped before its first step: nothing was found yet"
    )
    failed = document_of(names, events[:1], unfinished="It failed.")
    assert failed["notes"][0] == "It failed."
    assert len(document["edges"]) == 1
    assert document["global_score"] is None


def test_knowledge_orients_the_class_at_which_a_search_was_stopped(names, events):
    position = next(i for i, event in enumerate(events) if isinstance(event, Step)) + 1
    (edge,) = events[position - 1].cpdag.edges()
    source, target = names[edge.source], names[edge.target]
    known = Constraints.of(Knowledge(forbidden=((source, target),)), names)
    (told,) = document_of(names, events[:position], stopped_with=known)["edges"]
    assert told == {"source": target, "target": source, "directed": True}
    (open_,) = document_of(names, events[:position])["edges"]
    assert not open_["directed"]


def test_a_search_without_global_scores_has_none(names, events):
    silent = [event for event in events if not isinstance(event, GlobalScore)]
    document = document_of(names, silent)
    assert document["global_score"] is None
    assert {step["global_score"] for step in document["steps"]} == {None}


def test_the_text_is_the_same_bytes_whatever_the_order_of_keys(names, events):
    text = result_text(document_of(names, events))
    turned = {
        "settings": dict(reversed(SETTINGS.items())),
        "versions": {"gesncd": "1", "python": "3"},
    }
    assert result_text(document_of(names, events, **turned)) == text
    assert json.loads(text) == document_of(names, events)
    assert text.endswith("}\n")


def test_any_name_can_be_written_as_utf8_and_read_back(events):
    odd = ("é", "\ud800", "a\u2028b", "\x00")
    text = result_text(document_of(odd, events))
    assert "é" in text
    assert json.loads(text.encode("utf-8"))["variables"] == list(odd)


def test_nothing_that_is_not_finite_gets_in(names, events):
    with pytest.raises(ValueError, match="finite"):
        document_of(names, events, noise_floor=float("nan"))


def test_the_events_must_begin_at_the_beginning(names, events):
    for wrong in ([], events[1:]):
        with pytest.raises(ValueError, match="begin with Started"):
            document_of(names, wrong)
    with pytest.raises(ValueError, match="3 names for 4"):
        document_of(names[:3], events)
