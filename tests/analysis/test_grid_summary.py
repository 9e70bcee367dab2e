import pytest

from gesncd.analysis.agreement import claims_of
from gesncd.analysis.grid import Cell, CellResult, plan_grid
from gesncd.analysis.grid_summary import GridRow, Point, grid_caveats, summarise_grid
from gesncd.analysis.statements import Relation, Statement
from gesncd.analysis.strips import AgreementSummary
from gesncd.graphs import PDAG
from gesncd.search import Plateau, TauPath

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


def test_a_grid_says_what_speaks_against_its_best_cell():
    def row(cell, counts=AgreementSummary(0, 0, 0)):
        return GridRow(0, cell, Point(0.02, LINE, 1, 0.1, counts), None, 1.5, None, None)

    sizes = [Cell("ncd", "perceptron", 3, width, seed) for width in (20, 40) for seed in (0, 1)]
    assert grid_caveats([row(cell) for cell in sizes]) == ()
    (one_seed,) = grid_caveats([row(cell) for cell in sizes[::2]])
    assert "may differ by their seed alone" in one_seed
    (used_up,) = grid_caveats([row(Cell("partial-correlation"), AgreementSummary(2, 1, 0))])
    assert "uses the statements up" in used_up
