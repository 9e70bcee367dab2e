"""Results of other methods, put together over tasks."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from components.judge.background import Job
from components.judge.method_results import methods_frame, results_of
from gesncd.graphs import PDAG
from gesncd.judge.truth import truth_of_graph
from gesncd.runs.tasks import PartResult
from gesncd.runs.tasks.parts_baseline import baseline_parts
from gesncd.search.serialise import pdag_to_dict

RUN = PDAG.from_edges(3, directed=[(0, 2), (1, 2)])
CHAIN = PDAG.from_edges(3, undirected=[(0, 2), (1, 2)])


def job(names, results):
    return Job(SimpleNamespace(), tuple(baseline_parts(names)), results)


def done(graph, seconds=2.0, notes=(), is_class=True):
    value = {
        "graph": pdag_to_dict(graph),
        "dag": None,
        "is_class": is_class,
        "notes": list(notes),
        "seconds": seconds,
    }
    return PartResult(True, value, "", seconds + 1.0)


FAILED = PartResult(False, {}, "It took longer than its limit.", 120.0)


def test_the_newest_graph_of_a_method_counts_and_a_later_failure_does_not_hide_it():
    newest = job(["ges-bic", "pc"], {0: done(CHAIN), 1: FAILED})
    older = job(["pc"], {0: done(RUN, 5.0)})
    oldest = job(["pc", "gsf"], {0: done(CHAIN), 1: FAILED})
    found = results_of([newest, older, oldest])
    assert [each.name for each in found] == ["pc", "ges-bic", "gsf"]
    assert found[0].found.graph == RUN
    assert found[0].seconds == 5.0
    assert found[2].found is None
    assert found[2].message == FAILED.message


def test_results_of_other_settings_are_left_out():
    old = job(["pc"], {0: done(RUN)})
    old.parts[0]["settings"] = "pc 0"
    assert results_of([old]) == []


@pytest.mark.parametrize("known", [True, False])
def test_the_table_sets_methods_beside_the_run_and_the_truth(known):
    names = ("a", "b", "c")
    truth = truth_of_graph(RUN, names) if known else None
    tried = {0: done(CHAIN, 1.5), 1: FAILED}
    frame = methods_frame(results_of([job(["pc", "gsf"], tried)]), RUN, 0.5, truth)
    assert frame["Method"].tolist() == ["This run", "PC", "GES with the generalized score"]
    assert frame["Edges"].tolist()[:2] == [2, 2]
    assert frame["SHD to this run"].tolist()[:2] == [0, 2]
    assert frame["Seconds"].tolist() == [0.5, 1.5, 120.0]
    assert frame["Result"].tolist() == ["", "a class", FAILED.message]
    assert pd.isna(frame["Edges"][2])
    if known:
        assert frame["SHD to the truth"].tolist()[:2] == [0, 2]
        # Two of the four entries found are the true arrows'.
        assert frame["F1 to the truth"].tolist()[:2] == [1.0, 0.0]
    else:
        assert "SHD to the truth" not in frame.columns
