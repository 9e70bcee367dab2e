import json
from dataclasses import replace

import numpy as np
import pytest

from gesncd.analysis.replicates import ReplicateResult
from gesncd.analysis.resamples import Resampling
from gesncd.analysis.stability import edge_stability, tau_sentence
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.knowledge import Knowledge
from gesncd.measures import PartialCorrelation, Rcd


def rcd(sample, seed):
    return Rcd(sample, seed=0 if seed is None else seed)


def linear(sample, seed):
    assert seed is None
    return PartialCorrelation(sample)


def test_the_threshold_is_automatic_for_the_half(chain_data, searched):
    half = searched(chain_data, linear, "partial-correlation", 2)
    expected = PartialCorrelation(Dataset.from_array(chain_data.values[:150])).null_quantile(0.001)
    assert [result.tau for result in half] == [expected, expected]
    assert half[0].n_rows == 150
    other = searched(chain_data, linear, "partial-correlation", 2, alpha=0.05)
    assert other[0].tau < expected
    fixed = searched(chain_data, linear, "partial-correlation", 2, tau=0.9)
    assert [result.tau for result in fixed] == [0.9, 0.9]
    assert edge_stability(5, fixed).n_edges == 0
    assert "fixed by hand" in tau_sentence(0.9, Resampling.HALVES, (0.9, 0.9))
    assert "half of the rows" in tau_sentence(None, Resampling.HALVES, (0.1, 0.1))
    assert "number of rows" in tau_sentence(None, Resampling.SEEDS, (0.1, 0.1))


def test_other_seeds_search_all_rows_with_their_own_measure(chain_data, searched):
    seeds = []

    def build(sample, seed):
        assert sample is chain_data
        seeds.append(seed)
        return Rcd(sample, seed=seed)

    results = searched(chain_data, build, "rcd", 3, Resampling.SEEDS)
    assert seeds == [1, 2, 3]
    # Without ties nothing in RCD depends on the seed.
    assert len({result.graph for result in results}) == 1
    assert results[0].n_rows == 300


def test_knowledge_is_kept_to_the_variables_that_are_left(searched, rare_data):
    known = Knowledge(required=(("C", "R"),), tiers=(("D",), ("R",), ("A",)))
    results = searched(rare_data, linear, "partial-correlation", 40, knowledge=known)
    assert any(result.left_out for result in results)
    for result in results:
        assert result.graph.parents[0] >> 3 & 1
        assert bool(result.graph.parents[1] >> 2 & 1) == (result.left_out == ())


def test_fewer_than_two_variables_are_no_search(searched):
    values = np.zeros((40, 2))
    values[:, 0] = np.arange(40)
    result = searched(Dataset.from_array(values), rcd, "rcd", 1)[0]
    assert result == ReplicateResult(PDAG.empty(2), None, 20, left_out=(1,), half=0)


def test_a_result_comes_back_from_json(chain_data, searched):
    result = searched(chain_data, linear, "partial-correlation", 1)[0]
    assert result.graph.n_edges
    values = json.loads(json.dumps(result.to_dict()))
    assert ReplicateResult.from_dict(values) == result
    # Results of older versions do not know their half.
    del values["half"]
    assert ReplicateResult.from_dict(values) == replace(result, half=None)


def test_a_measure_without_an_automatic_threshold_is_refused(chain_data, searched):
    class Plain:
        name, symmetric, n_variables, key = "plain", True, 5, "k"

        def evaluate(self, queries, on_chunk=None):
            return np.zeros(len(queries))

    with pytest.raises(ValueError, match="'plain' has no automatic τ"):
        searched(chain_data, lambda sample, seed: Plain(), "plain", 1)
    with pytest.raises(ValueError, match="3 variables, not 5"):
        edge_stability(5, [ReplicateResult(PDAG.empty(3), 0.1, 10)])
