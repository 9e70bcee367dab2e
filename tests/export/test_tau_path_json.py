import json
import math

import pytest

from gesncd.export.result_json import result_text
from gesncd.export.tau_path_json import tau_path_document
from gesncd.graphs import PDAG
from gesncd.search import Plateau, Route, TauPath


def plateau(low, high, graph, score=None):
    return Plateau(low, high, graph, graph, (Route(low, high, 0, ()),), score)


@pytest.fixture
def path():
    joined = PDAG.from_edges(3, directed=[(2, 0), (1, 0)])
    return TauPath(
        tau_floor=0.01,
        plateaus=(plateau(0.01, 0.25, joined), plateau(0.25, math.inf, PDAG.empty(3))),
        insertions=(),
        n_queries=5,
        notes=(),
    )


def document(path, **changes):
    options = {
        "settings": {"measure": "rcd", "alpha": 0.001},
        "tau_auto": 0.1,
        "data_sha256": None,
        "dataset_sha256": "abc",
        "versions": {"gesncd": "1"},
        "notes": ["A note."],
    }
    return tau_path_document(path, ["z", "b", "a"], **{**options, **changes})


def test_plateaus_by_name_without_an_infinity(path):
    written = json.loads(result_text(document(path)))
    assert written["plateaus"] == [
        {
            "tau_low": 0.01,
            "tau_high": 0.25,
            "edges": [
                {"source": "a", "target": "z", "directed": True},
                {"source": "b", "target": "z", "directed": True},
            ],
        },
        {"tau_low": 0.25, "tau_high": None, "edges": []},
    ]
    assert written["variables"] == ["z", "b", "a"]
    assert (written["tau_floor"], written["tau_auto"], written["alpha"]) == (0.01, 0.1, 0.001)
    assert written["data_sha256"] == written["dataset_sha256"] == "abc"
    assert written["notes"] == ["A note."]


def test_global_scores_and_caps_are_said(path):
    scored = TauPath(
        0.01,
        tuple(plateau(p.tau_low, p.tau_high, p.cpdag, 0.5) for p in path.plateaus),
        (),
        5,
        ("A cap bit.",),
    )
    written = document(scored, data_sha256="file")
    assert [p["global_score"] for p in written["plateaus"]] == [0.5, 0.5]
    assert written["notes"] == ["A note.", "A cap bit."]
    assert written["data_sha256"] == "file"


def test_every_node_has_a_name(path):
    with pytest.raises(ValueError, match="2 names for 3 nodes"):
        tau_path_document(
            path,
            ["a", "b"],
            settings={},
            tau_auto=None,
            data_sha256=None,
            dataset_sha256="abc",
            versions={},
        )
