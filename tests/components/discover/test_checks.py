"""Checks of a graph, looked up among tasks on its data."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from components import state
from components.discover import checks
from components.judge.case import JudgeTruth
from components.judge.graph_key import graph_key
from components.tune.page import _SECTIONS
from gesncd.analysis import ReplicateResult, Resampling, edge_stability
from gesncd.graphs import PDAG
from gesncd.judge.known_truth import under_knowledge
from gesncd.judge.truth import truth_of_graph
from gesncd.knowledge import Constraints, Knowledge
from gesncd.runs.errors import StoreError
from gesncd.settings.run_settings import RunSettings

GRAPH = PDAG.from_edges(3, directed=[(0, 1), (2, 1)])
OTHER = PDAG.from_edges(3, directed=[(0, 1)], undirected=[])


def test_the_key_of_a_graph_tells_graphs_apart():
    assert graph_key(GRAPH) == graph_key(PDAG.from_edges(3, directed=[(2, 1), (0, 1)]))
    assert graph_key(GRAPH) != graph_key(OTHER)


def test_what_most_replicates_have_is_counted():
    turned = PDAG.from_edges(3, directed=[(1, 0), (1, 2)])
    found = [ReplicateResult(graph, 0.1, 20) for graph in (GRAPH, GRAPH, turned, turned)]
    assert checks.stability_text(edge_stability(3, found), GRAPH, Resampling.SEEDS, "ABCD") == (
        "2 of 2 edges are found again in at least 75 % of 4 searches with other seeds, and 0 of 2 "
        "arrows with the same direction."
    )
    undirected = PDAG.from_edges(3, undirected=[(0, 1)])
    text = checks.stability_text(
        edge_stability(3, found[:1]), undirected, Resampling.HALVES, "ABCD"
    )
    assert text == "1 of 1 edge is found again in at least 75 % of 1 half of the rows."


def test_what_knowledge_set_beforehand_is_not_found_again():
    known = Constraints.of(Knowledge(required=(("A", "B"),)), ("A", "B", "C"))
    turned = PDAG.from_edges(3, directed=[(0, 1)], undirected=[(1, 2)])
    found = [ReplicateResult(graph, 0.1, 20) for graph in (GRAPH, turned, turned, turned)]
    text = checks.stability_text(edge_stability(3, found, known), GRAPH, Resampling.SEEDS, "ABCD")
    assert text == (
        "1 of 1 edge is found again in at least 75 % of 4 searches with other seeds, and 0 of 1 "
        "arrow with the same direction; left out: 1 edge and 1 direction that background "
        "knowledge set beforehand."
    )


def test_a_direction_that_follows_in_some_searches_counts_as_the_table_has_it():
    """B → C follows from the stated A → B in one search of four, and has a collider in three."""
    known = Constraints.of(Knowledge(required=(("A", "B"),)), tuple("ABCD"))
    follows = PDAG.from_edges(4, directed=[(0, 1), (1, 2)])
    by_data = PDAG.from_edges(4, directed=[(0, 1), (1, 2), (3, 2)])
    graphs = (follows, by_data, by_data, by_data)
    found = edge_stability(4, [ReplicateResult(graph, 0.1, 20) for graph in graphs], known)
    assert found.following[1, 2] == 0.25
    assert checks.stability_text(found, by_data, Resampling.SEEDS, "ABCD") == (
        "2 of 2 edges are found again in at least 75 % of 4 searches with other seeds, and 2 of 2 "
        "arrows with the same direction; left out: 1 edge and 1 direction that background "
        "knowledge set beforehand."
    )
    mostly = edge_stability(
        4, [ReplicateResult(each, 0.1, 20) for each in (follows, follows, follows, by_data)], known
    )
    assert checks.stability_text(mostly, follows, Resampling.SEEDS, "ABCD") == (
        "1 of 1 edge is found again in at least 75 % of 4 searches with other seeds; left out: 1 "
        "edge and 1 direction that background knowledge set beforehand, and 1 direction that "
        "follows from it in most of them (B → C)."
    )


@pytest.mark.parametrize(
    ("there", "differs"),
    [
        (RunSettings(measure="rcd", global_score=False), False),
        (RunSettings(measure="rcd", tau=0.2), True),
        (RunSettings(measure="rcd", alpha=0.01), True),
        (RunSettings(measure="rcd", max_conditioning=1), True),
        (RunSettings(measure="ncd"), True),
    ],
)
def test_only_a_search_with_the_settings_of_the_run_is_a_check_of_it(there, differs):
    record = SimpleNamespace(settings=RunSettings(measure="rcd"))
    found = checks._stability_differs(record, [{"settings": there.to_dict()}])
    assert bool(found) is differs


def test_each_kind_of_replicates_is_told_by_its_largest_task_the_halves_first(monkeypatch):
    turned = PDAG.from_edges(3, directed=[(1, 0), (1, 2)])
    empty = PDAG.empty(3)
    known = {
        "seeds": (Resampling.SEEDS, [GRAPH, GRAPH]),
        "few": (Resampling.HALVES, [GRAPH, GRAPH]),
        "many": (Resampling.HALVES, [GRAPH, turned, empty, empty]),
        "failed": (Resampling.BOOTSTRAP, []),
    }
    all_of = [
        SimpleNamespace(id=name, n_done=len(of) or 3, n_parts=2 if name == "seeds" else 20)
        for name, (_, of) in known.items()
    ]
    home = SimpleNamespace(path="h")
    monkeypatch.setattr(checks, "run_store", lambda: SimpleNamespace(home=home))
    monkeypatch.setattr(checks.tasks, "all_fitting", lambda *_: all_of)
    monkeypatch.setattr(checks, "task_parts", lambda _, name: [name])
    monkeypatch.setattr(
        checks, "replicate_of_part", lambda part: SimpleNamespace(resampling=known[part][0])
    )

    def shares(home, name, n_done, n_nodes, *_):
        return edge_stability(n_nodes, [ReplicateResult(g, 0.1, 20) for g in known[name][1]])

    monkeypatch.setattr(checks, "_shares", shares)
    record = SimpleNamespace(
        settings=RunSettings(measure="rcd"), names=("A", "B", "C"), n_variables=3
    )
    found = checks._stability(record, GRAPH)
    halves, so_far, seeds = found.text.split(". ")
    assert so_far == "So far 4 of 20 replicates were computed"
    assert halves.startswith(
        "0 of 2 edges are found again in at least 75 % of 4 halves of the rows"
    )
    assert seeds.startswith(
        "2 of 2 edges are found again in at least 75 % of 2 searches with other"
    )
    assert found.of == "4 halves of the rows"
    assert found.stability.n_replicates == 4
    monkeypatch.setattr(checks.tasks, "all_fitting", lambda *_: all_of[3:])
    assert checks._stability(record, GRAPH) is None


def test_a_threshold_by_hand_has_to_be_the_same_number():
    record = SimpleNamespace(settings=RunSettings(measure="rcd", tau=0.2))
    for tau, differs in ((0.2, False), (0.3, True), (None, True)):
        parts = [{"settings": RunSettings(measure="rcd", tau=tau).to_dict()}]
        assert bool(checks._stability_differs(record, parts)) is differs


def markov_task(name, measure, scores, graph, n_asked=None):
    """A task of independences of four variables, of which so many are tested."""
    tests = [[0, 1, [], "local"], [0, 2, [], "local"], [0, 3, [], "local"], [1, 2, [], "local"]]
    part = {
        "settings": RunSettings(measure=measure).to_dict(),
        "alpha": 0.01,
        "tests": tests[: len(scores)],
        "graph": graph_key(graph),
    }
    more = {**part, "tests": tests[len(scores) : n_asked or len(scores)]}
    value = {"measure": measure, "tau": 0.1, "scores": scores}
    return name, [part, more], {0: SimpleNamespace(ok=True, value=value)}


def test_independences_are_told_of_each_test_of_this_very_graph_the_adverse_first(monkeypatch):
    known = [
        markov_task("newest", "rcd", [0.0, 0.05, 0.0], GRAPH),
        markov_task("other", "ncd", [0.9, 0.9, 0.9], OTHER),
        markov_task("adverse", "partial-correlation", [0.9, 0.8], GRAPH, 4),
        markov_task("before", "rcd", [0.9, 0.9], GRAPH, 3),
        ("not begun", markov_task("", "ncd", [0.9], GRAPH)[1], {}),
    ]
    monkeypatch.setattr(checks, "run_store", lambda: None)
    monkeypatch.setattr(checks, "own_tasks", lambda *_: [SimpleNamespace(id=k[0]) for k in known])
    monkeypatch.setattr(checks, "task_parts", lambda _, name: {k[0]: k[1] for k in known}[name])
    monkeypatch.setattr(checks, "task_results", lambda _, name: {k[0]: k[2] for k in known}[name])
    record = SimpleNamespace(dataset_sha256="d", names=("A", "B", "C", "D"))
    first, second = checks._independences(record, GRAPH).split(" So far 2 of 4 were tested. ")
    assert first.startswith("Partial correlation calls 2 independences of 2 violated")
    assert "the data do not agree" in first
    assert "Most clearly: " in first
    assert "Most clearly: " not in second
    assert second.startswith("RCD calls 0 independences of 3 violated")
    assert second.endswith("It does not show that the graph is right.")
    assert checks._independences(record, PDAG.empty(3)) is None


def test_a_truth_is_told_with_what_was_stated_beforehand(monkeypatch, known_trace, names):
    knowledge = Knowledge(forbidden=(("Mek", "Raf"),), required=(("PKA", "Erk"),))
    record = SimpleNamespace(
        names=names, settings=RunSettings(measure="rcd", knowledge=knowledge), dataset_sha256="d"
    )
    graph = known_trace.graph_at(known_trace.n_steps, len(names))
    truth = under_knowledge(truth_of_graph(graph, names), Constraints.of(knowledge, names))
    offer = JudgeTruth("t", "truth.csv", truth, "uploaded")
    monkeypatch.setattr(checks, "open_run", lambda _: None)
    monkeypatch.setattr(checks, "truths_at_hand", lambda _: [offer])
    said = checks._truth(record, known_trace, graph)
    assert "4 of 4 true edges are right, 1 of them stated beforehand, and there are no" in said
    assert said.endswith("Direction is judged on 4 arrows: 2 by knowledge, 2 follow from it.")


def test_where_the_store_cannot_be_read_nothing_was_done(monkeypatch):
    def broken(*_):
        raise StoreError("The store is damaged.")

    monkeypatch.setattr(checks, "checks_of", broken)
    found = checks.checks_or_none(None, None)
    assert list(found.results.values()) == [None] * 4
    assert found.stability is None


def test_the_link_to_stability_names_the_part_as_the_page_does():
    assert checks._PAGES["Stability"][2] == {state.TUNE_SECTION: _SECTIONS["stability"]}
