"""What the caps exclude is said: by the options, the table, the search and the τ-path."""

from itertools import combinations

import numpy as np
import pytest

from gesncd.graphs import PDAG, reachable_semi_directed
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search import Finished, Limits, Phase, reframed_ges
from gesncd.search.candidates import CandidateTable
from gesncd.search.options import Option, delete_options, insert_options
from gesncd.search.tau_path import tau_path

NO_SETS = Limits(max_subset=0)
CAPPED = ("The search capped the size of T and H at 0, and the cap excluded some operators.",)
# 0 — 1 — 2 beside 3.
CHAIN = PDAG.from_edges(4, undirected=[(0, 1), (1, 2)])
TRIANGLE = PDAG.from_edges(4, undirected=[(0, 1), (0, 2), (1, 2)])


class TableScores:
    """Hand-written scores by pair and conditioning set, 0 for all others."""

    name = "table"
    key = "table"
    symmetric = True

    def __init__(self, n_variables, scores):
        self.n_variables = n_variables
        self._scores = scores

    def evaluate(self, queries, on_chunk=None):
        keys = [(*query.canonical.x, *query.canonical.y, *query.z) for query in queries]
        return np.array([self._scores.get(key, 0.0) for key in keys])


def inserts(cpdag, x, y, limits):
    return insert_options(
        cpdag, x, y, limits, lambda start, blocked: reachable_semi_directed(cpdag, start, blocked)
    )


@pytest.mark.parametrize(
    ("limits", "found", "cut"),
    [
        (Limits(), [Option(0, 0), Option(0b10, 0b10)], False),
        (Limits(max_subset=1, max_conditioning=1), [Option(0, 0), Option(0b10, 0b10)], False),
        (NO_SETS, [Option(0, 0)], True),
        (Limits(max_conditioning=0), [Option(0, 0)], True),
    ],
)
def test_a_cap_that_excludes_an_insertion_says_so(limits, found, cut):
    # Insert(3, 0, T) with T empty or {1}.
    assert inserts(CHAIN, 3, 0, limits) == (found, cut)


@pytest.mark.parametrize(
    ("limits", "found", "cut"),
    [
        (Limits(), [Option(0b100, 0), Option(0, 0b100)], False),
        (Limits(max_subset=1, max_conditioning=1), [Option(0b100, 0), Option(0, 0b100)], False),
        # H is what leaves the conditioning set, so one cap spares what the other takes.
        (NO_SETS, [Option(0, 0b100)], True),
        (Limits(max_conditioning=0), [Option(0b100, 0)], True),
    ],
)
def test_a_cap_that_excludes_a_deletion_says_so(limits, found, cut):
    assert delete_options(TRIANGLE, 0, 1, limits) == (found, cut)


@pytest.mark.parametrize(
    ("phase", "graph"), [(Phase.FORWARD, CHAIN), (Phase.BACKWARD, TRIANGLE)], ids=["fes", "bes"]
)
def test_a_table_remembers_that_a_cap_excluded_something(phase, graph):
    table = CandidateTable(4, phase, NO_SETS)
    table.move_to(PDAG.empty(4))
    table.score(lambda query: 0.5)
    assert not table.cut
    # Pairs with 3, looked at last, have nothing to be cut, and neither has the empty graph.
    table.move_to(graph)
    table.score(lambda query: 0.5)
    assert table.cut
    table.move_to(PDAG.empty(4))
    assert table.cut


def cut_by(limits, graph, names):
    """Whether turns are cut, which are all there is where each pair is joined or kept apart."""
    pairs = combinations(range(len(names)), 2)
    apart = tuple((names[i], names[j]) for i, j in pairs if not graph.adjacent(i) >> j & 1)
    known = Constraints.of(Knowledge(not_adjacent=apart), names)
    table = CandidateTable(len(names), Phase.FORWARD, limits, known)
    table.move_to(graph)
    return table.cut


def test_a_deletion_that_is_cut_from_a_turn_counts():
    # To join A and C of A — B — C takes no set; to part them again may take H = {B}.
    assert cut_by(NO_SETS, CHAIN, "ABCD")
    assert not cut_by(Limits(max_subset=1), CHAIN, "ABCD")


def test_an_insertion_that_is_cut_from_a_turn_counts():
    # A — B, and all of B to E joined: Insert(A, C, {D, E}), after which H = {B} at most.
    clique = PDAG.from_edges(5, undirected=[(0, 1), *combinations(range(1, 5), 2)])
    assert cut_by(Limits(max_subset=1), clique, "ABCDE")
    assert not cut_by(Limits(max_subset=2), clique, "ABCDE")


def in_a_search(measure, limits, knowledge):
    events = list(
        reframed_ges(measure, 0.1, limits=limits, knowledge=knowledge, global_score=False)
    )
    assert isinstance(events[-1], Finished)
    return events[-1].notes


def on_a_path(measure, limits, knowledge):
    return tau_path(measure, 0.1, limits=limits, knowledge=knowledge).notes


@pytest.mark.parametrize("notes_of", [in_a_search, on_a_path])
@pytest.mark.parametrize(
    ("scores", "knowledge"),
    [
        # Forward alone: to join 2 to 0 — 1 may take T, to part 0 — 1 — 2 takes no H.
        ({(0, 1): 0.9, (1, 2): 0.8}, None),
        # Backward alone: 0 — 1 — 2 is there from the start, and joining 0 and 2 takes no T.
        ({(0, 2, 1): 0.9, (0, 2): 0.9}, Knowledge(adjacent=(("A", "B"), ("B", "C")))),
    ],
    ids=["forward", "backward"],
)
def test_a_cap_that_either_phase_met_is_said(notes_of, scores, knowledge):
    known = None if knowledge is None else Constraints.of(knowledge, "ABC")
    measure = TableScores(3, scores)
    assert notes_of(measure, NO_SETS, known) == CAPPED
    assert notes_of(measure, Limits(max_subset=1), known) == ()
