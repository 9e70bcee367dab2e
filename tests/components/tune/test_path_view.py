import json
import math

import numpy as np
import pytest

from components.tune.path_view import Agreement, Strip, axis, change_text, path_data
from components.tune.use import written_tau
from gesncd.graphs import PDAG
from gesncd.measures import PartialCorrelation
from gesncd.search.plateaus import Plateau, TauPath
from gesncd.search.tau_path import tau_path


@pytest.fixture(scope="module")
def path(linear_data):
    return tau_path(PartialCorrelation(linear_data), 0.002, global_score=True)


def data_of(path, names, **more):
    settings = {"path_id": "p", "tau": 0.01, "tau_auto": 0.02, "alpha": 0.001}
    return path_data(path, names, **(settings | more))


def test_each_plateau_has_its_numbers_as_the_graph_has_them(path, linear_data):
    data = data_of(path, linear_data.names)
    assert len(data["plateaus"]) == len(path.plateaus) > 5
    for sent, plateau in zip(data["plateaus"], path.plateaus, strict=True):
        edges = list(plateau.graph.edges())
        assert (sent["low"], sent["edges"]) == (plateau.tau_low, len(edges))
        assert sent["directed"] == sum(edge.directed for edge in edges)
        assert sent["sg"] == plateau.global_score
    assert data["plateaus"][-1]["high"] is None
    json.dumps(data, allow_nan=False)


def test_a_breakpoint_says_what_changes_below_it(path, linear_data):
    data = data_of(path, linear_data.names)
    assert data["plateaus"][0]["note"] == ""
    for k, sent in enumerate(data["plateaus"][1:], start=1):
        above, below = path.plateaus[k].graph, path.plateaus[k - 1].graph
        assert sent["note"] == change_text(above, below, linear_data.names) != ""


def test_changes_are_edges_that_come_go_and_turn():
    names = ("A", "B", "C", "D")
    above = PDAG.from_edges(4, directed=[(0, 1)], undirected=[(2, 3)])
    below = PDAG.from_edges(4, undirected=[(0, 1), (1, 2)])
    assert change_text(above, below, names) == "B — C comes, C — D goes, A → B becomes A — B"
    full = PDAG.from_edges(4, undirected=[(i, j) for j in range(4) for i in range(j)])
    assert change_text(PDAG.empty(4), full, names).endswith(" and 3 more changes")


def test_the_axis_holds_every_breakpoint_and_the_automatic_threshold(path):
    low, high = axis(path, 0.02)
    assert low == path.tau_floor
    assert high > path.plateaus[-1].tau_low
    assert axis(path, 0.9)[1] >= 0.9
    high_score = TauPath(
        0.5,
        (
            Plateau(0.5, 0.99, PDAG.empty(2), PDAG.empty(2), ()),
            Plateau(0.99, math.inf, PDAG.empty(2), PDAG.empty(2), ()),
        ),
        (),
        1,
    )
    assert axis(high_score, None)[1] > 0.99


def test_a_mark_beyond_the_path_is_not_drawn(path, linear_data):
    data = data_of(path, linear_data.names, tau_auto=0.0001)
    assert data["auto"] is None
    assert data["marks"] == []
    data = data_of(path, linear_data.names, tau_of_run=0.05)
    assert [mark["text"] for mark in data["marks"]] == ["automatic τ", "this run"]
    assert data["autoText"] == "0.02 (auto, α 0.001)"


def test_strips_and_the_proposal_travel_as_they_are(path, linear_data):
    n = len(path.plateaus)
    agreement = Agreement((0.5,) * n, ("1 of 2",) * n, (0.01, None, 0.05), "take it")
    strip = Strip("A, B not adjacent", "s" * n, enforced=True, parts=("A", "!--", "B"))
    data = data_of(path, linear_data.names, strips=[strip], agreement=agreement)
    assert data["strips"] == [
        {
            "label": "A, B not adjacent",
            "states": "s" * n,
            "enforced": True,
            "parts": ["A", "!--", "B"],
        }
    ]
    assert data["sums"]["values"] == [0.5] * n
    assert data["best"] == {"low": 0.01, "high": None, "tau": 0.05, "text": "take it"}
    assert data_of(path, linear_data.names)["best"] is None


def test_a_threshold_in_an_address_leads_to_the_same_graph(path):
    rng = np.random.default_rng(1)
    taus = np.exp(rng.uniform(math.log(path.tau_floor), 0.0, 200))
    taus = [*taus, *(p.tau_low for p in path.plateaus)]
    for tau in map(float, taus):
        written = written_tau(path, tau)
        assert float(f"{written:g}") == written
        assert path.at(written).graph == path.at(tau).graph
        assert 0 < written < 1


def test_the_picture_says_where_the_path_ends_and_what_is_left_there(path, linear_data):
    beyond = data_of(path, linear_data.names)["beyond"]
    assert beyond == {"tau": path.plateaus[-1].tau_low, "text": "no edges"}
    required = PDAG.from_edges(2, directed=[(0, 1)])
    plateaus = (
        Plateau(0.01, 0.1, required, PDAG.from_edges(2, undirected=[(0, 1)]), ()),
        Plateau(0.1, math.inf, required, required, ()),
    )
    kept = TauPath(0.01, plateaus, (), 1)
    assert data_of(kept, ("A", "B"))["beyond"] == {"tau": 0.1, "text": "only required edges"}
    same = TauPath(0.01, plateaus[1:], (), 1)
    assert data_of(same, ("A", "B"))["beyond"] is None
