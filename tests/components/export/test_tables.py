import numpy as np

from components.export.edge_table import edge_frame, edge_lines
from components.trace import Trace
from gesncd.graphs.pdag import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.events import Finished
from gesncd.search.provenance import oriented_by_knowledge


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


def test_the_reason_for_each_direction_is_told(trace, names):
    frame = edge_frame(trace, trace.finished.cpdag, trace.n_steps, names, None)
    told = {(row["Source"], row["Target"]): row["Direction"] for _, row in frame.iterrows()}
    assert told["PKA", "Erk"] == "collider with Mek"
    assert told["Erk", "Akt"] == "Meek's rule 1"
    assert told["Raf", "Mek"] == "either direction"


def test_the_graph_in_words_says_what_the_table_says(trace, names):
    lines = edge_lines(trace, trace.finished.cpdag, trace.n_steps, names, 0.25)
    assert len(lines) == trace.finished.cpdag.n_edges
    line = next(each for each in lines if each.startswith("Erk → Akt"))
    assert "times the noise floor, added in step" in line
    assert line.endswith("; Meek's rule 1.")


def test_an_unknown_noise_floor_leaves_the_ratio_empty(trace, names):
    frame = edge_frame(trace, trace.finished.cpdag, trace.n_steps, names, None)
    assert frame["× noise floor"].isna().all()


def test_no_edges_no_rows(names):
    frame = edge_frame(Trace.of(()), PDAG.empty(5), 0, names, None)
    assert frame.empty
    assert list(frame.columns)[:3] == ["Source", "Edge", "Target"]


def test_a_direction_that_follows_from_knowledge_says_so_in_the_table():
    names = ("Raf", "Mek", "Erk")
    chain = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    known = Constraints.of(Knowledge(forbidden=(("Mek", "Raf"),)), names)
    graph, changes = oriented_by_knowledge(chain, known)
    trace = Trace.of([Finished(chain, graph, 0, 3, changes)])
    frame = edge_frame(trace, graph, 0, names, None)
    why = dict(zip(frame["Target"], frame["Direction"], strict=True))
    assert why["Mek"] == "background knowledge"
    assert why["Erk"] == "follows from knowledge and from unjoined pairs, Meek's rule 1"
    frame = edge_frame(trace, graph, 0, names, None, apart=[(0, 2)])
    why = dict(zip(frame["Target"], frame["Direction"], strict=True))
    assert why["Erk"] == "follows from knowledge, Meek's rule 1"


def test_an_arrow_whose_other_direction_is_forbidden_rests_on_knowledge_first(trace, names):
    graph = trace.finished.cpdag
    frame = edge_frame(
        trace,
        graph,
        trace.n_steps,
        names,
        None,
        enforced=Constraints.of(Knowledge(forbidden=(("Erk", "PKA"),)), names),
    )
    told = {(row["Source"], row["Target"]): row["Direction"] for _, row in frame.iterrows()}
    assert told["PKA", "Erk"] == "background knowledge; also collider with Mek"
