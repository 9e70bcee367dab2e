from dataclasses import replace
from types import SimpleNamespace

from components.against_knowledge import against_knowledge_lines
from components.assumptions import COVERS
from components.discover.status_row import against_text
from components.discover.trust import trust_lines
from components.trace import Trace
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import DSeparationOracle
from gesncd.search import reframed_ges
from gesncd.settings.run_settings import RunSettings

DAG = PDAG.from_edges(5, directed=[(0, 1), (1, 2), (4, 2), (2, 3)]).to_matrix()

REMARK = "More false edges pass the automatic τ than its level says."


def record_of(names, settings):
    return SimpleNamespace(names=names, n_variables=len(names), settings=settings)


def test_remarks_of_the_measure_stand_beside_what_chance_adds(trace, names):
    noted = replace(trace, started=replace(trace.started, notes=(REMARK,)))
    lines = trust_lines(record_of(names, RunSettings(measure="rcd")), noted)
    assert len(lines) == 3
    assert f"over the {trace.finished.n_queries} distinct queries of this search" in lines[0]
    assert lines[0].endswith(COVERS)
    assert lines[1] == REMARK
    assert "rest on one collider" in lines[2]


def test_a_threshold_by_hand_has_no_level(trace, names):
    lines = trust_lines(record_of(names, RunSettings(measure="rcd", tau=0.5)), trace)
    assert lines[0].startswith("τ was chosen by hand")
    assert "distinct queries" not in lines[0]


def test_what_the_data_speak_against_comes_first(trace, names):
    knowledge = Knowledge(tiers=(("Raf", "Mek"), ("Erk", "Akt", "PKA")), closed_tiers=(0,))
    oracle = DSeparationOracle(DAG, graded=True)
    tau = oracle.null_quantile(0.5)
    told = Trace.of(reframed_ges(oracle, tau, knowledge=Constraints.of(knowledge, names)))
    record = record_of(names, RunSettings(measure="rcd", knowledge=knowledge))
    lines = trust_lines(record, told)
    # In the words of the page, where no tier was typed.
    assert lines[0].startswith(
        "The data speak against what is stated, that Raf and Mek come first, with no edge between"
    )
    assert any(line.startswith("Look at the statement") for line in lines)
    assert against_text(told) == (
        "The data speak against background knowledge on 1 pair: see How far to trust it, below."
    )
    unseen = tuple(replace(each, joined=True, score=0.0) for each in told.finished.held)
    joined = replace(told, finished=replace(told.finished, held=unseen))
    # A measure that sees nothing is no reason to warn.
    assert against_text(joined) == ""
    assert not any("speak against" in line for line in trust_lines(record, joined))
    assert any("sees no dependence of" in line for line in trust_lines(record, joined))
    assert against_knowledge_lines(record, trace) == []
    assert against_text(trace) == ""
