from dataclasses import replace
from types import SimpleNamespace

from components.assumptions import COVERS
from components.discover.trust import trust_lines
from gesncd.settings.run_settings import RunSettings

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
