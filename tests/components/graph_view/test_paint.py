"""What a page adds to a graph, as the browser gets it."""

import json

import numpy as np

from components.colours import LIGHT
from components.graph_view.build import view_data
from components.graph_view.paint import (
    INKS,
    EdgePaint,
    ExtraEdge,
    GraphPaint,
    LegendEntry,
)
from gesncd.graphs import PDAG, EdgeKind

GRAPH = PDAG.from_edges(4, directed=[(0, 1)], undirected=[(1, 2)])
POINTS = np.zeros((4, 2))


def data(paint=None):
    made = view_data(["a", "b", "c", "d"], GRAPH, POINTS, layout_id="l", stamp="s", paint=paint)[
        "paint"
    ]
    return json.loads(json.dumps(made))


def test_a_graph_without_paint_is_drawn_as_ever():
    assert data() == {
        "edges": {},
        "extra": [],
        "halo": None,
        "haloText": "class of the true graph",
        "pattern": [],
        "patternEdges": [],
        "patternText": "reason for the arrows",
        "path": [],
        "legend": None,
        "roomFor": [],
        "roomForFrame": "",
    }


def test_inks_are_colours_of_the_palette():
    assert set(INKS.values()) <= set(LIGHT.as_dict())


def test_edges_are_painted_by_their_id():
    painted = data(GraphPaint(edges={(0, 1): EdgePaint("satisfied", label="87 %", width=3.0)}))
    assert painted["edges"] == {
        "0-1": {"ink": "forward", "dashed": False, "width": 3.0, "label": "87 %", "remark": ""}
    }


def test_extra_edges_point_as_their_kind_is_read():
    kinds = (EdgeKind.FORWARD, EdgeKind.BACKWARD, EdgeKind.UNDIRECTED)
    extra = tuple(ExtraEdge(0, 3, kind, EdgePaint(dashed=True)) for kind in kinds)
    made = data(GraphPaint(extra=extra))["extra"]
    assert [(e["from"], e["to"], e["directed"]) for e in made] == [
        (0, 3, True),
        (3, 0, True),
        (0, 3, False),
    ]


def test_a_halo_keeps_direction_and_the_legend_its_words():
    made = data(GraphPaint(halo=GRAPH, legend=(LegendEntry("missing", "violated", dashed=True),)))
    assert {(e["from"], e["to"], e["directed"]) for e in made["halo"]} == {
        (0, 1, True),
        (1, 2, False),
    }
    assert made["legend"][0] == {
        "text": "missing",
        "ink": "backward",
        "dashed": True,
        "wide": False,
        "arrow": False,
    }
