import json
from dataclasses import replace

import pytest

from gesncd.analysis.grid import Cell, CellResult, plan_grid, run_cell
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import MemoryCache, PartialCorrelation, Rcd
from gesncd.search import Finished, GlobalScore, reframed_ges, tau_path


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


def test_a_cell_without_global_scores_asks_no_more_than_its_path(chain_data):
    measure = PartialCorrelation(chain_data)
    with_scores, without = MemoryCache(), MemoryCache()
    full = run_cell(measure, tau_auto=0.1, tau_chosen=0.2, cache=with_scores)
    plain = run_cell(measure, tau_auto=0.1, tau_chosen=0.2, cache=without, global_score=False)
    assert (plain.score_auto, plain.score_chosen) == (None, None)
    assert plain.path == full.path
    path_alone = MemoryCache()
    tau_path(measure, 0.1 / 3, cache=path_alone)
    assert len(without) == len(path_alone)
    assert len(with_scores) > len(path_alone)
