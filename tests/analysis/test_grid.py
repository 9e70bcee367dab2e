import json
from dataclasses import replace

import pytest

from gesncd.analysis.agreement import claims_of
from gesncd.analysis.grid import Cell, CellResult, plan_grid, run_cell, summarise_grid
from gesncd.analysis.statements import Relation, Statement
from gesncd.analysis.strips import AgreementSummary
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import PartialCorrelation, Rcd
from gesncd.search import Finished, GlobalScore, Plateau, TauPath, reframed_ges


def test_a_plan_has_no_cell_twice():
    cells = plan_grid(
        measures=["ncd", "rcd", "partial-correlation"],
        networks=["radial", "perceptron"],
        depths=[2, 3],
        widths=[20, 40],
        seeds=[0, 1],
    )
    assert len(set(cells)) == len(cells)
    count = [sum(cell.measure == m for cell in cells) for m in ("ncd", "rcd")]
    # Perceptrons of every size and seed, radial networks of every seed alone.
    assert count == [2 * 2 * 2 + 2, 2]
    assert cells[-1] == Cell("partial-correlation")
    assert len(cells) == 13
    assert Cell("ncd", "radial", seed=1) in cells
    assert Cell("ncd", "perceptron", 2, 40, 1) in cells


def test_a_cell_names_the_settings_that_it_uses():
    cell = Cell("ncd", "paper", 3, 80, 4)
    assert cell.changes() == {
        "measure": "ncd",
        "networks": "paper",
        "depth": 3,
        "width": 80,
        "seed": 4,
    }
    assert cell.label == "ncd, paper, depth 3, width 80, seed 4"
    assert Cell("rcd", seed=0).changes() == {"measure": "rcd", "seed": 0}
    assert Cell("rcd", seed=0).without_seed == Cell("rcd")


@pytest.mark.parametrize("knowledge", [None, Knowledge(not_adjacent=(("C", "D"),))])
def test_a_cell_finds_and_scores_what_a_search_does(chain_data, knowledge):
    measure = Rcd(chain_data)
    known = None if knowledge is None else Constraints.of(knowledge, chain_data.names)
    tau_auto = measure.null_quantile(0.001)
    result = run_cell(measure, tau_auto=tau_auto, tau_chosen=0.05, knowledge=known)
    assert result.path.tau_floor == pytest.approx(0.05 / 3)
    for tau, score in ((tau_auto, result.score_auto), (0.05, result.score_chosen)):
        events = list(reframed_ges(measure, tau, knowledge=known))
        assert result.path.at(tau).graph == events[-1].graph
        assert isinstance(events[-1], Finished)
        assert score == [event.value for event in events if isinstance(event, GlobalScore)][-1]
    assert CellResult.from_dict(json.loads(json.dumps(result.to_dict()))) == replace(
        result, path=CellResult.from_dict(result.to_dict()).path
    )


def test_a_cell_needs_a_threshold(chain_data):
    measure = PartialCorrelation(chain_data)
    only = run_cell(measure, tau_auto=None, tau_chosen=0.2)
    assert (only.tau_auto, only.score_auto) == (None, None)
    assert only.score_chosen is not None
    with pytest.raises(ValueError, match="has no automatic τ"):
        run_cell(measure, tau_auto=None)
    for share in (0, 1.5):
        with pytest.raises(ValueError, match="share must be in"):
            run_cell(measure, tau_auto=0.1, floor_share=share)


ARROW = PDAG.from_edges(3, directed=[(0, 1), (2, 1)])
LINE = PDAG.from_edges(3, undirected=[(0, 1)])
EMPTY = PDAG.empty(3)


def found(low, high, *, tau_auto=0.02, tau_chosen=0.2):
    """A result with one graph below τ = 0.1 and another above."""
    plateaus = (Plateau(0.01, 0.1, low, low, ()), Plateau(0.1, float("inf"), high, high, ()))
    path = TauPath(0.01, plateaus, (), 0)
    return CellResult(
        tau_auto,
        tau_chosen,
        path,
        None if tau_auto is None else 0.3,
        None if tau_chosen is None else 0.4,
    )


def test_the_summary_has_a_row_for_each_finished_cell():
    cells = plan_grid(measures=["rcd", "partial-correlation"], seeds=[0, 1, 2])
    claims = claims_of([Statement.pair("A", Relation.CAUSES, "B")], "ABC")
    results = {
        0: found(ARROW, LINE),
        2: found(LINE, LINE, tau_chosen=None),
        3: found(ARROW, EMPTY, tau_auto=None),
    }
    first, third, linear = summarise_grid(cells, results, claims, {0: 1.5})
    assert [row.number for row in (first, third, linear)] == [0, 2, 3]
    assert [row.cell for row in (first, third, linear)] == [cells[0], cells[2], cells[3]]
    assert (first.auto.n_edges, first.auto.global_score, first.auto.tau) == (2, 0.3, 0.02)
    assert first.auto.agreement == AgreementSummary(1, 0, 0)
    assert (first.chosen.graph, first.chosen.global_score) == (LINE, 0.4)
    assert first.chosen.agreement == AgreementSummary(0, 0, 1)
    assert (first.seconds, third.seconds) == (1.5, None)
    assert third.chosen is None
    assert linear.auto is None
    # ARROW and LINE differ in two pairs; a lone graph has nothing to agree with.
    assert first.seeds_shd_auto == third.seeds_shd_auto == 2
    assert first.seeds_shd_chosen is None
    assert linear.seeds_shd_chosen is None


def test_agreement_between_seeds_is_the_mean_over_pairs():
    cells = plan_grid(measures=["rcd"], seeds=[0, 1, 2])
    rows = summarise_grid(
        cells, {0: found(ARROW, EMPTY), 1: found(ARROW, EMPTY), 2: found(EMPTY, EMPTY)}
    )
    assert [row.seeds_shd_auto for row in rows] == [pytest.approx(4 / 3)] * 3
    assert [row.seeds_shd_chosen for row in rows] == [0, 0, 0]
