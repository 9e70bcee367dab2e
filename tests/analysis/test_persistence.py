import math

import numpy as np
import pytest

from gesncd.analysis.persistence import persistence
from gesncd.graphs import PDAG, EdgeKind
from gesncd.search import Plateau, TauPath


def test_shares_are_those_of_a_fine_grid_of_thresholds(chain_path):
    low, high = chain_path.tau_floor, chain_path.plateaus[-1].tau_low
    n = 20_000
    taus = np.exp((np.arange(n) + 0.5) / n * math.log(high / low)) * low
    graphs = [chain_path.at(float(tau)).graph for tau in taus]
    found = persistence(chain_path)
    assert found
    for i in range(5):
        for j in range(i + 1, 5):
            kinds = [graph.kind(i, j) for graph in graphs]
            share = {kind: kinds.count(kind) / n for kind in EdgeKind}
            if (i, j) not in found:
                assert share[EdgeKind.NONE] == 1
                continue
            got = found[i, j]
            assert got.joined == pytest.approx(1 - share[EdgeKind.NONE], abs=1e-3)
            assert got.forward == pytest.approx(share[EdgeKind.FORWARD], abs=1e-3)
            assert got.backward == pytest.approx(share[EdgeKind.BACKWARD], abs=1e-3)
            assert got.undirected == pytest.approx(share[EdgeKind.UNDIRECTED], abs=1e-3)
            assert got.forward + got.backward + got.undirected == pytest.approx(got.joined)


ARROW, EMPTY = PDAG.from_edges(2, directed=[(1, 0)]), PDAG.empty(2)


def path(*graphs):
    lows = [low for low, _ in graphs]
    highs = [*lows[1:], math.inf]
    pieces = zip(graphs, highs, strict=True)
    plateaus = tuple(Plateau(low, high, graph, graph, ()) for (low, graph), high in pieces)
    return TauPath(lows[0], plateaus, (), 0)


def test_a_range_may_be_given():
    steps = path((0.001, EMPTY), (0.01, ARROW), (0.1, EMPTY))
    assert persistence(steps)[0, 1].backward == pytest.approx(0.5)
    assert persistence(steps, tau_low=0.01, tau_high=0.1)[0, 1].joined == pytest.approx(1)
    assert persistence(steps, tau_low=0.001, tau_high=0.01) == {}
    assert persistence(steps, tau_high=1.0)[0, 1].joined == pytest.approx(1 / 3)
    for wrong in ({"tau_low": 1e-4}, {"tau_low": 0.5, "tau_high": 0.1}, {"tau_high": math.inf}):
        with pytest.raises(ValueError, match="not within the path"):
            persistence(steps, **wrong)


def test_a_path_of_one_graph_keeps_its_edges():
    assert persistence(path((0.01, ARROW)))[0, 1].backward == 1
    assert persistence(path((0.01, EMPTY))) == {}
