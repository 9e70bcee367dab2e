import pytest

from gesncd.analysis.grid import Cell
from gesncd.analysis.rehearsal import RehearsalResult, Score
from gesncd.analysis.rehearsal_summary import propose_settings, summarise_rehearsal


def result(*shds, f1=0.5, empty=9, factors=(1.0, 2.0)):
    scores = [Score(factor, 0.1, value, f1, 3) for factor, value in zip(factors, shds, strict=True)]
    return RehearsalResult(tuple(scores), empty)


CELLS = (Cell("rcd", seed=0), Cell("partial-correlation"))


def test_the_summary_has_means_and_standard_errors():
    rows = summarise_rehearsal(CELLS, {(0, 0): result(4, 6), (0, 1): result(8, 6)})
    assert [(row.cell, row.factor) for row in rows] == [(CELLS[0], 1.0), (CELLS[0], 2.0)]
    assert [(row.shd, row.shd_error) for row in rows] == [(6, pytest.approx(2)), (6, 0)]
    assert rows[0].by_set == {0: 4, 1: 8}
    assert (rows[0].n_sets, rows[0].empty_shd, rows[0].n_edges) == (2, 9, 3)
    assert summarise_rehearsal(CELLS, {(1, 0): result(1, 1)})[0].shd_error is None
    assert summarise_rehearsal(CELLS, {}) == ()


def test_the_best_setting_is_proposed_with_those_that_are_as_good():
    results = {(0, k): result(shd, 9) for k, shd in enumerate((5, 6, 5, 6, 5))}
    results |= {(1, k): result(shd, 6) for k, shd in enumerate((3, 4, 3, 4, 3))}
    rows = summarise_rehearsal(CELLS, results)
    proposal = propose_settings(rows)
    assert (proposal.row.cell, proposal.row.factor) == (CELLS[1], 1.0)
    assert proposal.changes() == {"measure": "partial-correlation"}
    assert proposal.as_good == ()
    assert proposal.warning == ""
    # Differences of 2, −2, 2, −1 and 1 tell nothing.
    results |= {(0, k): result(shd, 9) for k, shd in enumerate((5, 2, 5, 3, 4))}
    proposal = propose_settings(summarise_rehearsal(CELLS, results))
    assert [row.cell for row in proposal.as_good] == [CELLS[0]]


@pytest.mark.parametrize(
    ("differences", "as_good"),
    [
        # One set tells nothing, and equal differences on few sets little.
        ([9], True),
        ([1, 1, 1], True),
        ([2, 2, 2], False),
        ([4, 4], True),
        ([5, 5], False),
        ([1, 1, 1, 1, 1], False),
        # t = 2.6 is more than two standard errors, but 2 degrees of freedom ask for 4.3.
        ([1, 3, 5], True),
        ([1, 3, 5, 2, 4], False),
    ],
)
def test_settings_are_told_apart_by_a_t_test_of_paired_differences(differences, as_good):
    results = {(0, k): result(3, 99) for k in range(len(differences))}
    results |= {(1, k): result(3 + more, 99) for k, more in enumerate(differences)}
    proposal = propose_settings(summarise_rehearsal(CELLS, results))
    assert proposal.row.cell == CELLS[0]
    assert ((CELLS[1], 1.0) in [(row.cell, row.factor) for row in proposal.as_good]) == as_good
    assert ("Only" in proposal.warning) == (len(differences) < 5)


def test_ties_go_to_f1_and_then_to_the_threshold_as_it_is():
    factors = (0.5, 1.0, 2.0)
    rows = summarise_rehearsal(CELLS[:1], {(0, 0): result(4, 4, 4, factors=factors)})
    assert propose_settings(rows).row.factor == 1.0
    both = {(0, 0): result(4, 4, f1=0.5), (1, 0): result(4, 4, f1=0.6)}
    proposal = propose_settings(summarise_rehearsal(CELLS, both))
    assert proposal.row.cell == CELLS[1]
    assert len(proposal.as_good) == 3


def test_settings_are_compared_on_the_sets_that_all_have_done():
    results = {(0, 0): result(4, 5), (1, 0): result(3, 5), (1, 1): result(8, 9)}
    proposal = propose_settings(summarise_rehearsal(CELLS, results))
    assert proposal.row.cell == CELLS[1]
    assert proposal.warning == "Only 1 simulated set: the best may be so by luck."
    apart = {(0, 0): result(4, 5), (1, 1): result(3, 5)}
    assert propose_settings(summarise_rehearsal(CELLS, apart)) is None
    assert propose_settings(()) is None


def test_settings_that_do_no_better_than_no_edges_are_said_to():
    rows = summarise_rehearsal(CELLS, {(0, k): result(9, 12) for k in range(5)})
    assert propose_settings(rows).warning == "No setting does better than the graph without edges."
