from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.colours import LIGHT
from components.export.table_download import frame_csv
from components.names import networks_text
from components.tune.cells_form import cell_text, row_text, settings_of, shared_words
from components.tune.grid_figure import clicked_cell, grid_figure
from components.tune.grid_table import COLUMNS, grid_frame
from components.tune.rehearsal_table import BESIDE, factor_text, proposal_text, rehearsal_frame
from components.tune.stability_table import (
    OWN,
    SET,
    SHARES_COLUMNS,
    shares_columns,
    shares_frame,
    shares_paint,
)
from gesncd.analysis import (
    Cell,
    GridRow,
    Point,
    RehearsalRow,
    ReplicateResult,
    edge_stability,
    propose_settings,
    stable_graph,
)
from gesncd.analysis.grid import cell_of
from gesncd.analysis.stability_of_graph import graph_stability
from gesncd.analysis.strips import AgreementSummary
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import NETWORKS, RunSettings

NAMES = ("=cmd()", "B", "C")


def row(number, cell, edges, score, agreement=AgreementSummary(0, 0, 0), seconds=1.5):
    graph = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)][:edges])
    point = Point(0.02, graph, graph.n_edges, score, agreement)
    return GridRow(number, cell, point, None, seconds, None, None)


GRID = tuple(
    row(
        4 * d + 2 * w + s,
        Cell("ncd", "perceptron", 2 + d, (20, 40)[w], s),
        1 + w,
        0.1 * d + 0.01 * s,
    )
    for d in range(2)
    for w in range(2)
    for s in range(2)
)


def test_a_formula_in_a_name_is_harmless_and_a_gap_an_empty_cell():
    frame = pd.DataFrame({"A": ["=cmd()", "B"], "x": [1.5, np.nan], "n": [1, 2]})
    assert frame_csv(frame) == "A,x,n\n'=cmd(),1.5,1\nB,,2\n"


def test_the_grid_table_has_only_columns_with_something_in_them():
    frame = grid_frame(GRID[:2])
    assert list(frame.columns) == ["Settings", "τ", "Edges", "S_g", "Seconds"]
    assert frame["Settings"][0] == "NCD, trained networks, depth 2, width 20, seed 0"
    shared = shared_words([row.cell for row in GRID[::2]])
    assert shared == ("NCD", "trained networks", "seed 0")
    short = grid_frame(GRID[::2], shared)["Settings"].tolist()
    assert short[:2] == ["Depth 2, width 20", "Depth 2, width 40"]
    counted = grid_frame([row(0, Cell("rcd", seed=1), 2, 0.1, AgreementSummary(2, 1, 0))])
    assert counted["Agreement"][0] == "2 ✓ 1 ✕ 0 ?"
    assert counted["Settings"][0] == "RCD, seed 1"
    assert list(counted.columns)[:2] == ["Settings", "Agreement"]


def test_a_cell_is_called_as_a_run_of_its_settings_is():
    for networks in NETWORKS:
        settings = RunSettings(networks=networks, depth=2, width=30, seed=4)
        cell = cell_of("ncd", networks, 2, 30, 4)
        assert cell_text(cell) == f"NCD, {networks_text(settings)}, seed 4"


def test_a_column_of_scores_has_room_for_a_small_one():
    # Six decimals of about 8 pixels, and 8 pixels beside them on either side.
    for column in ("S_g", "τ"):
        assert COLUMNS[column]["width"] >= len("0.000656") * 8 + 16


def test_what_all_cells_share_is_said_once_and_no_row_is_left_without_a_name():
    two_seeds = [Cell("rcd", seed=0), Cell("rcd", seed=1)]
    assert [row_text(cell, shared_words(two_seeds)) for cell in two_seeds] == ["Seed 0", "Seed 1"]
    mixed = [Cell("ncd", "radial", seed=4), Cell("rcd", seed=4), Cell("partial-correlation")]
    assert shared_words(mixed) == ("seed 4",)
    assert [row_text(cell, shared_words(mixed)) for cell in mixed] == [
        "NCD, radial networks",
        "RCD",
        "Partial correlation",
    ]
    assert shared_words([Cell("rcd", seed=0)] * 4) == ()
    paper = Cell("ncd", "paper", 2, 20, 0)
    assert cell_text(paper) == "NCD, the paper's networks, depth 2, width 20, seed 0"
    rows = [Cell("ncd", "radial", seed=0), paper]
    assert [row_text(cell, shared_words(rows)) for cell in rows] == [
        "Radial networks",
        "The paper's networks, depth 2, width 20",
    ]


def test_the_heat_maps_are_means_over_seeds_and_their_fields_can_be_clicked():
    figure = grid_figure(GRID, LIGHT)
    scores, marks, edges, _ = figure.data
    assert np.allclose(np.array(scores.z, dtype=float), [[0.005, 0.005], [0.105, 0.105]])
    assert np.array(edges.z, dtype=float).tolist() == [[1, 2], [1, 2]]
    assert list(marks.customdata) == [0, 2, 4, 6]
    assert clicked_cell({"points": [{"customdata": 4}]}) == 4
    assert clicked_cell({"points": [{"customdata": [6]}]}) == 6
    assert clicked_cell({"points": []}) is None


def test_each_kind_of_networks_has_maps_of_its_own():
    paper = [
        replace(each, number=k + 8, cell=replace(each.cell, networks="paper"))
        for k, each in enumerate(GRID)
    ]
    figure = grid_figure([*GRID, *paper], LIGHT, paper[-1].cell)
    titles = [each.text for each in figure.layout.annotations]
    assert titles == [
        "S_g, trained networks, mean",
        "Edges, trained networks, mean",
        "S_g, the paper's networks, mean",
        "Edges, the paper's networks, mean",
    ]
    alone = grid_figure(GRID, LIGHT)
    assert [each.text for each in alone.layout.annotations] == ["S_g, mean", "Edges, mean"]
    for line in (0, 4):
        assert figure.data[line].z == alone.data[0].z
    assert [list(figure.data[k].customdata) for k in (1, 5)] == [[0, 2, 4, 6], [8, 10, 12, 14]]
    # The frame is in the maps of the cell's own kind.
    assert {shape.xref for shape in figure.layout.shapes} == {"x3", "x4"}
    # A kind of one size has no map.
    assert len(grid_figure([*GRID, *paper[:2]], LIGHT).data) == 4


def test_a_grid_without_two_sizes_needs_no_map():
    assert grid_figure([row(0, Cell("rcd", seed=0), 1, 0.1)], LIGHT) is None
    assert grid_figure(GRID[:2], LIGHT) is None


def test_parts_of_ncd_stay_with_the_networks_they_are_of():
    settings = RunSettings(ncd=NcdParts(restarts=2))
    assert settings_of(settings, Cell("ncd", "radial", seed=3)).ncd == NcdParts(restarts=2)
    assert settings_of(settings, Cell("ncd", "perceptron", 2, 20, 0)).ncd.is_default
    other = settings_of(settings, Cell("rcd", seed=3))
    assert (other.measure, other.seed, other.ncd) == ("rcd", 3, NcdParts())


def replicate(directed, undirected=()):
    return ReplicateResult(PDAG.from_edges(3, directed=directed, undirected=undirected), 0.1, 50)


@pytest.fixture
def stability():
    return edge_stability(
        3, [replicate([(0, 1)]), replicate([(0, 1)]), replicate([(1, 0)]), replicate([], [(1, 2)])]
    )


def test_the_shares_of_a_pair_stand_in_one_row_and_sum_to_one(stability):
    frame = shares_frame(stability, graph_stability(PDAG.empty(3), stability), NAMES)
    assert frame[["A", "B"]].to_numpy().tolist() == [["=cmd()", "B"], ["B", "C"]]
    assert frame[["→", "←", "—", "none"]].iloc[0].tolist() == [0.5, 0.25, 0, 0.25]
    assert np.allclose(frame[["→", "←", "—", "none"]].sum(axis=1), 1)
    assert frame["replicates"].tolist() == [4, 4]


def test_an_edge_of_the_run_that_failed_stays_in_the_table_and_what_counts_comes_first(stability):
    run = PDAG.from_edges(3, directed=[(2, 0), (1, 0)])
    frame = shares_frame(stability, graph_stability(run, stability), NAMES)
    assert list(frame.columns)[:4] == ["A", "B", "joined", OWN]
    assert frame.iloc[:, :4].to_numpy().tolist() == [
        ["=cmd()", "B", 0.75, "←"],
        ["B", "C", 0.25, ""],
        ["=cmd()", "C", 0.0, "←"],
    ]
    assert frame["none"].tolist() == [0.25, 0.75, 1.0]
    # Where no knowledge sets anything, there is no column for it.
    assert list(SHARES_COLUMNS) == [*frame.columns, SET]


def test_what_only_the_run_was_told_is_marked_in_the_table(stability):
    given = Constraints.of(Knowledge(required=(("C", "=cmd()"),)), NAMES)
    run = PDAG.from_edges(3, directed=[(2, 0), (1, 0)])
    frame = shares_frame(stability, graph_stability(run, stability, given), NAMES)
    assert frame[SET].tolist() == ["", "", "run: edge, direction"]


def test_an_edge_is_labelled_with_the_share_that_draws_it(stability):
    graph = stable_graph(stability, 0.75)
    paint = shares_paint(stability, graph)
    assert {pair: edge.label for pair, edge in paint.edges.items()} == {(0, 1): "0.75"}
    assert paint.edges[0, 1].remark == "→ 0.50, ← 0.25, — 0.00, none 0.25"


def test_a_rehearsal_lists_the_best_first_and_says_what_it_stands_against():
    rows = [
        RehearsalRow(Cell("rcd", seed=0), 1.0, 6.0, 0.5, 7.0, 0.5, 9.0, {0: 6, 1: 5, 2: 7}),
        RehearsalRow(Cell("rcd", seed=0), 2.0, 3.0, 0.8, 6.0, 0.5, 9.0, {0: 3, 1: 3, 2: 3}),
    ]
    frame = rehearsal_frame(rows)
    assert frame["SHD"].tolist() == [3.0, 6.0]
    assert frame["τ"].tolist() == ["2 × automatic", "automatic"]
    text = proposal_text(propose_settings(rows))
    assert text.startswith("RCD, seed 0 at 2 times the automatic τ did best: SHD 3 on average")
    assert "against 9 without edges" in text
    # 3, 2 and 4 fewer edges wrong on three sets: told apart.
    assert "as good" not in text
    assert rehearsal_frame(rows, proposal=propose_settings(rows))[BESIDE].tolist() == ["best", ""]
    near = RehearsalRow(
        Cell("partial-correlation"), 1.0, 3.3, 0.8, 6.0, 0.5, 9.0, {0: 2, 1: 4, 2: 4}
    )
    both = propose_settings([*rows, near])
    assert rehearsal_frame([*rows, near], proposal=both)[BESIDE].tolist() == ["best", "as good", ""]
    assert proposal_text(both).endswith(
        "1 other setting is as good, as far as these data sets can tell: Partial correlation at "
        "the automatic τ."
    )
    many = [replace(near, cell=Cell("rcd", seed=seed)) for seed in range(7)]
    assert proposal_text(propose_settings([*rows, *many])).endswith(
        "7 other settings are as good, as far as these data sets can tell; the table marks them."
    )
    assert factor_text(0.5) == "0.5 × automatic"
    assert cell_text(Cell("partial-correlation")) == "Partial correlation"


def test_the_shares_fit_beside_the_sidebar_of_a_small_screen_with_long_names():
    columns = shares_columns(["x" * 40, "y" * 40])
    assert list(columns) == list(SHARES_COLUMNS)
    # 1280 pixels less the sidebar and the margins.
    assert sum(column["width"] for column in columns.values()) <= 900
