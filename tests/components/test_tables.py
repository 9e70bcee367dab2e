import numpy as np

from components.edge_table import edge_frame
from components.trace import Trace
from gesncd.graphs.pdag import PDAG


def test_one_row_an_edge_strongest_first(trace, names):
    graph = trace.finished.cpdag
    frame = edge_frame(trace, graph, trace.n_steps, names, 0.25)
    assert len(frame) == graph.n_edges
    scores = frame["Score"].to_numpy(dtype=float)
    assert (np.diff(scores) <= 0).all()
    assert np.allclose(frame["× noise floor"].to_numpy(dtype=float), scores / 0.25)
    shown = {(row["Source"], row["Edge"], row["Target"]) for _, row in frame.iterrows()}
    assert shown == {
        (names[e.source], "→" if e.directed else "—", names[e.target]) for e in graph.edges()
    }


def test_an_unknown_noise_floor_leaves_the_ratio_empty(trace, names):
    frame = edge_frame(trace, trace.finished.cpdag, trace.n_steps, names, None)
    assert frame["× noise floor"].isna().all()


def test_no_edges_no_rows(names):
    frame = edge_frame(Trace.of(()), PDAG.empty(5), 0, names, None)
    assert frame.empty
    assert list(frame.columns)[:3] == ["Source", "Edge", "Target"]
