"""What was stated and not told to a search, as a check of its graph."""

from __future__ import annotations

import numpy as np
import pytest

from components.discover.statements_check import agreement_text, as_in_the_run, statements_check
from gesncd.analysis.agreement import claims_of
from gesncd.analysis.statements import Relation, Statement
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.knowledge import Knowledge
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.statements import Said, SaidOfData, keep_said
from gesncd.settings.run_settings import RunSettings

NAMES = ("A", "B", "C", "D")
GRAPH = PDAG.from_edges(4, directed=[(0, 2), (1, 2)], undirected=[(1, 3)])
"""A → C ← B — D."""
A_C = Statement.pair("A", Relation.CAUSES, "C")
C_A = Statement.pair("C", Relation.CAUSES, "A")
B_D = Statement.pair("B", Relation.CAUSES, "D")
A_B = Statement.pair("A", Relation.ADJACENT, "B")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that adds a run with these settings, and what was said of its data."""
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path))
    rows = np.random.default_rng(3).normal(size=(60, 4))

    def create(*said, **settings):
        store = RunStore.open(tmp_path)
        sha256 = store.add_dataset(Dataset.from_array(rows, NAMES), "d.csv")
        keep_said(store, sha256, SaidOfData(said))
        chosen = RunSettings(measure="partial-correlation", **settings)
        return store.run(store.create_run(sha256, "d.csv", chosen))

    return create


def test_what_does_not_hold_is_named():
    assert agreement_text(claims_of((A_C, B_D, A_B), NAMES), GRAPH) == (
        "Of 3 statements held out of the search, 1 satisfied, 1 violated (A — B adjacent), "
        "1 undecided (B → D)."
    )
    assert agreement_text(claims_of((A_C,), NAMES), GRAPH) == (
        "Of 1 statement held out of the search, 1 satisfied, 0 violated, 0 undecided."
    )


def test_without_evidence_nothing_is_said(run):
    assert statements_check(run(), GRAPH) is None
    known = Knowledge(required=(("A", "C"),))
    assert statements_check(run(Said(A_C), knowledge=known), GRAPH) is None, "it was obeyed"


def test_the_run_tells_what_was_enforced_and_not_the_list_as_it_is_now(run):
    record = run(Said(A_C, enforced=True), Said(B_D), knowledge=Knowledge(required=(("B", "D"),)))
    assert as_in_the_run((Said(A_C, enforced=True), Said(B_D)), record) == (
        Said(A_C),
        Said(B_D, enforced=True),
    )
    assert statements_check(record, GRAPH) == (
        "Of 1 statement held out of the search, 1 satisfied, 0 violated, 0 undecided."
    )
    # The run's own knowledge counts as obeyed, whether or not the list has it.
    record = run(Said(A_C), knowledge=Knowledge(adjacent=(("A", "B"),)))
    assert as_in_the_run((Said(A_C),), record) == (Said(A_C), Said(A_B, enforced=True))


def test_a_threshold_that_statements_may_have_chosen_is_said(run):
    text = statements_check(run(Said(A_C), Said(A_B), tau=0.2), GRAPH)
    assert text is not None
    assert "1 satisfied, 1 violated (A — B adjacent), 0 undecided. τ was set by hand" in text


def test_what_contradicts_the_run_is_violated_by_it(run):
    record = run(Said(C_A), knowledge=Knowledge(required=(("A", "C"),)))
    assert statements_check(record, GRAPH) == (
        "Of 1 statement held out of the search, 0 satisfied, 1 violated (C → A), 0 undecided."
    )
