from dataclasses import dataclass
from itertools import pairwise

import pytest

from components.discover.status_row import directed_at_the_end_text, progress_text
from components.export.menu import file_stem
from components.tau_slider import TAU_GRID
from components.trace import Trace
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import DSeparationOracle
from gesncd.runs.store.records import RunProgress, RunRecord, RunState, Waiting
from gesncd.search import Finished, reframed_ges


@dataclass(frozen=True)
class Record:
    progress: RunProgress | None
    created: float = 100.0
    started: float | None = 101.0
    n_variables: int = 5
    waiting: Waiting | None = None

    worked_s = RunRecord.worked_s
    spent_s: float = 0.0
    state: RunState = RunState.RUNNING


def test_a_run_that_waits_tells_its_place():
    record = Record(RunProgress("forward", 1, "candidates", 1, 2, None), waiting=Waiting(2, 0))
    text = "Queued: 2 running, yours is next"
    assert progress_text(record, Trace.of(()), now=200) == (0.0, text)


def test_before_the_first_query_the_wait_is_told():
    share, text = progress_text(Record(None), Trace.of(()), now=103.2)
    assert share == 0
    assert text == "Starting the search, 3\u00a0s"


def test_progress_names_phase_step_queries_rate_and_time_left(trace):
    progress = RunProgress("forward", 6, "candidates", 20, 91, 35.0)
    share, text = progress_text(Record(progress), trace.until(2), now=113)
    assert share == pytest.approx(20 / 91)
    assert text == (
        "Forward phase, step 6 · 20 of 91 queries · 35 a second · "
        "1–3\u00a0s left in this step · 2 edges so far · 12\u00a0s"
    )


def test_an_unknown_rate_promises_nothing(trace):
    progress = RunProgress("backward", 7, "global score", 0, 0, None)
    share, text = progress_text(Record(progress), trace, now=0)
    assert share == 1
    assert text.startswith("Backward phase, S_g after step 7 · 0 of 0 queries · ")
    assert "left" not in text


def test_of_an_early_end_it_is_told_that_knowledge_directs_the_last_graph_alone():
    chain = PDAG.from_edges(3, directed=[(0, 1), (1, 2)]).to_matrix()
    oracle = DSeparationOracle(chain)
    first = Constraints.of(Knowledge(tiers=(("a",), ("b", "c"))), ("a", "b", "c"))
    events = list(reframed_ges(oracle, oracle.null_quantile(0.5), knowledge=first))
    stopped = Trace.of([each for each in events if not isinstance(each, Finished)], first)
    text = directed_at_the_end_text(Record(None, state=RunState.STOPPED), stopped)
    assert text.startswith(
        "Knowledge, and what follows from it, directs 2 edges of this last graph"
    )
    finished = Record(None, state=RunState.FINISHED)
    assert directed_at_the_end_text(finished, Trace.of(events)) == ""
    plain = Trace.of(reframed_ges(oracle, oracle.null_quantile(0.5)))
    assert directed_at_the_end_text(Record(None, state=RunState.STOPPED), plain) == ""


def test_the_threshold_grid_is_a_fixed_log_grid():
    assert TAU_GRID[0] == 0.0001
    assert 0.8 < TAU_GRID[-1] < 1
    assert all(1.08 < b / a < 1.16 for a, b in pairwise(TAU_GRID))


@pytest.mark.parametrize(
    ("name", "stem"),
    [("my data.csv", "my_data"), ("../../x", "x"), ("Größe.CSV", "gr_e"), ("日本", "graph")],
)
def test_file_names_are_plain(name, stem):
    assert file_stem(name) == stem
