"""Every place that tells where an arrow's direction comes from tells the same."""

from types import SimpleNamespace

import numpy as np
import pytest

from components.detail_panel.contents import pair_content
from components.directions import enforced_on, known_arrows
from components.export.edge_table import edge_frame
from components.knowledge_marks import knowledge_legend, marks_of
from components.sentences import result_sentence
from components.trace import Trace
from gesncd.analysis import ReplicateResult, edge_stability
from gesncd.cli.sentences import edge_lines
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import DSeparationOracle
from gesncd.search.reframed_ges import reframed_ges
from gesncd.settings.run_settings import RunSettings

NAMES = ("Chlorophyll", "gs", "A_net", "Yield", "N dose", "Soil NO3", "Leaf N")
EDGES = ((0, 2), (1, 2), (2, 3), (4, 5), (5, 6))


@pytest.fixture(scope="module")
def told():
    """A collider into A_net, and A_net → Yield, which is known as well; a chain of N."""
    dag = np.zeros((7, 7))
    for source, target in EDGES:
        dag[source, target] = 1
    knowledge = Knowledge(forbidden=(("Yield", "A_net"), ("Soil NO3", "N dose")))
    known = Constraints.of(knowledge, NAMES)
    trace = Trace.of(reframed_ges(DSeparationOracle(dag), 0.5, knowledge=known))
    record = SimpleNamespace(settings=RunSettings(knowledge=knowledge), names=NAMES, n_variables=7)
    return record, trace, known


def test_counts_signs_table_and_stability_agree(told):
    record, trace, known = told
    step, barred = trace.n_steps, enforced_on(record)
    graph = trace.graph_at(step, 7)
    assert {(e.source, e.target) for e in graph.edges() if e.directed} == set(EDGES)
    # 2 + 1 + 2 arrows are all 5.
    assert result_sentence(trace, graph, step, 0.5, None, enforced=barred).startswith(
        "5 edges, 5 of them directed (2 by knowledge, 1 of these by the data too, "
        "1 follows from it, 2 from the data)"
    )
    marks = marks_of(record, trace, step)
    signs = {pair: marks.known(pair) for pair in EDGES}
    assert signs == {(0, 2): "", (1, 2): "", (2, 3): "by", (4, 5): "by", (5, 6): "follows"}
    assert len(knowledge_legend(graph, marks)) == 2
    frame = edge_frame(trace, graph, step, NAMES, None, enforced=barred)
    why = dict(zip(frame["Target"], frame["Direction"], strict=True))
    assert why["Yield"] == "background knowledge; also Meek's rule 1"
    assert why["Soil NO3"] == "background knowledge"
    assert why["Leaf N"].startswith("follows from knowledge")
    stability = edge_stability(7, [ReplicateResult(graph, 0.5, 20)], known)
    set_ways = {pair for pair in EDGES if stability.sets_direction(*pair)}
    assert set_ways == set(known_arrows(trace, step, 7, barred)) == {(2, 3), (4, 5)}
    lines = edge_lines(graph, NAMES, trace.arrow_sources(step, 7, barred))
    assert "  A_net → Yield (directed by knowledge, and by the data)" in lines
    assert "  N dose → Soil NO3 (directed by knowledge)" in lines
    assert "  Soil NO3 → Leaf N (follows from knowledge)" in lines


def test_a_pair_that_knowledge_directs_is_not_told_as_left_open(told):
    """The edge comes before the collider that directs it: the class leaves it open until then."""
    record, trace, _ = told
    first = next(step for step in trace.steps if {step.operator.x, step.operator.y} == {2, 3})
    assert not first.cpdag.parents[3], "the class leaves it open"
    graph = trace.graph_at(trace.n_steps, 7)
    told_of = pair_content(
        trace, graph, (2, 3), trace.n_steps, NAMES, enforced=enforced_on(record)
    )["lines"]
    assert told_of[1:3] == [
        "Background knowledge forbids the other direction: no collider is needed for it.",
        "The class that the search found directs it the same way.",
    ]
    text = " ".join(told_of)
    assert "undirected" not in text
    assert (
        "Nothing in the data directed it then, but background knowledge allows only "
        "A_net → Yield." in text
    )
