import json
import math

import numpy as np
import pytest

from gesncd.analysis.grid import Cell, CellResult, run_cell
from gesncd.analysis.rehearsal import (
    FACTORS,
    REHEARSAL_FLOOR_SHARE,
    RehearsalResult,
    RehearsalSet,
    Score,
    judge,
    plan_sets,
    propose_settings,
    summarise_rehearsal,
)
from gesncd.graphs import PDAG, agreement, complete, shd, topological_order
from gesncd.measures import PartialCorrelation
from gesncd.search import Plateau, TauPath


def test_simulated_data_are_as_large_as_asked_and_follow_from_the_seed():
    one = RehearsalSet("anm-gp", 4, 8, 11, 120)
    data, dag = one.simulate()
    assert (data.n_variables, data.n_rows, dag.n_edges) == (8, 120, 11)
    assert dag.is_directed
    assert topological_order(dag) is not None
    again, same = RehearsalSet("anm-gp", 4, 8, 11, 120).simulate()
    assert data.sha256 == again.sha256
    assert dag == same
    assert RehearsalSet("anm-gp", 5, 8, 11, 120).simulate()[1] != dag


def test_every_pair_and_direction_can_be_drawn():
    counts = np.zeros((4, 4))
    for seed in range(600):
        counts += RehearsalSet("linear", seed, 4, 2, 2).simulate()[1].to_matrix()
    # 600 graphs with 2 of 12 ordered pairs each.
    off = counts[~np.eye(4, dtype=bool)]
    assert off.sum() == 1200
    assert np.abs(off - 100).max() < 45
    assert not np.diag(counts).any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none", 0, 5, 3, 100), "Unknown model"),
        (("linear", -1, 5, 3, 100), "seed from 0"),
        (("linear", 0, 1, 0, 100), "two variables"),
        (("linear", 0, 5, 11, 100), "at most 10 edges"),
    ],
)
def test_impossible_sets_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        RehearsalSet(*arguments)


def test_sets_differ_by_their_seeds():
    sets = plan_sets("linear", count=3, seed=7, n_nodes=5, n_edges=4, n_rows=50)
    assert [each.seed for each in sets] == [7, 8, 9]
    with pytest.raises(ValueError, match="At least one"):
        plan_sets("linear", count=0, seed=7, n_nodes=5, n_edges=4, n_rows=50)


def test_scores_are_those_of_the_graphs_at_multiples_of_the_threshold():
    data, dag = RehearsalSet("linear", 2, 6, 6, 400).simulate()
    measure = PartialCorrelation(data)
    tau = measure.null_quantile(0.001)
    result = run_cell(measure, tau_auto=tau, floor_share=REHEARSAL_FLOOR_SHARE)
    judged = judge(result, dag)
    assert [score.factor for score in judged.scores] == list(FACTORS)
    truth = complete(dag)
    for score in judged.scores:
        graph = result.path.at(score.factor * tau).graph
        assert score.tau == score.factor * tau
        assert score.shd == shd(graph, truth)
        assert score.f1 == agreement(graph, truth).f1
        assert score.n_edges == graph.n_edges
    assert judged.empty_shd == 6
    assert judged.global_score == result.score_auto
    # Partial correlation is the right measure for linear data.
    assert judged.scores[1].shd < judged.empty_shd
    assert RehearsalResult.from_dict(json.loads(json.dumps(judged.to_dict()))) == judged


def test_without_an_automatic_threshold_the_chosen_one_is_the_reference():
    empty, dag = PDAG.empty(2), PDAG.from_edges(2, directed=[(0, 1)])
    path = TauPath(0.01, (Plateau(0.01, math.inf, empty, empty, ()),), (), 0)
    judged = judge(CellResult(None, 0.2, path, None, 0.7), dag, factors=(0.5, 1))
    assert [score.tau for score in judged.scores] == [0.1, 0.2]
    assert judged.global_score == 0.7
    with pytest.raises(ValueError, match="below τ_floor"):
        judge(CellResult(None, 0.2, path, None, 0.7), dag, factors=(0.01,))


def result(*shds, f1=0.5, empty=9, factors=(1.0, 2.0)):
    scores = [Score(factor, 0.1, value, f1, 3) for factor, value in zip(factors, shds, strict=True)]
    return RehearsalResult(tuple(scores), empty, 0.1)


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
    results = {(0, k): result(shd, 9) for k, shd in enumerate((5, 6, 5, 6))}
    results |= {(1, k): result(shd, 6) for k, shd in enumerate((3, 4, 3, 4))}
    rows = summarise_rehearsal(CELLS, results)
    proposal = propose_settings(rows)
    assert (proposal.row.cell, proposal.row.factor) == (CELLS[1], 1.0)
    assert proposal.changes() == {"measure": "partial-correlation"}
    assert proposal.as_good == ()
    assert proposal.warning == ""
    # Differences of 2, −2, 2 and −1 tell nothing.
    results |= {(0, k): result(shd, 9) for k, shd in enumerate((5, 2, 5, 3))}
    proposal = propose_settings(summarise_rehearsal(CELLS, results))
    assert [row.cell for row in proposal.as_good] == [CELLS[0]]


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
    rows = summarise_rehearsal(CELLS, {(0, k): result(9, 12) for k in range(3)})
    assert propose_settings(rows).warning == "No setting does better than the graph without edges."
