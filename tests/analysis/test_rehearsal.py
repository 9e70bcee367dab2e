import json
import math

import numpy as np
import pytest

from gesncd.analysis.grid import CellResult, run_cell
from gesncd.analysis.rehearsal import (
    FACTORS,
    REHEARSAL_FLOOR_SHARE,
    RehearsalResult,
    RehearsalSet,
    judge,
    plan_sets,
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
    # Partial correlation is the right measure for linear data.
    assert judged.scores[1].shd < judged.empty_shd
    values = json.loads(json.dumps(judged.to_dict()))
    assert RehearsalResult.from_dict(values) == judged
    # Older versions kept S_g, too.
    assert RehearsalResult.from_dict(values | {"global_score": 0.1}) == judged


def test_without_an_automatic_threshold_the_chosen_one_is_the_reference():
    empty, dag = PDAG.empty(2), PDAG.from_edges(2, directed=[(0, 1)])
    path = TauPath(0.01, (Plateau(0.01, math.inf, empty, empty, ()),), (), 0)
    judged = judge(CellResult(None, 0.2, path, None, 0.7), dag, factors=(0.5, 1))
    assert [score.tau for score in judged.scores] == [0.1, 0.2]
    with pytest.raises(ValueError, match="below τ_floor"):
        judge(CellResult(None, 0.2, path, None, 0.7), dag, factors=(0.01,))
