import pytest

from gesncd.analysis.grid import Cell, CellResult, plan_grid, run_cell
from gesncd.knowledge import Knowledge
from gesncd.measures import PartialCorrelation
from gesncd.runs.errors import PartError
from gesncd.runs.tasks import KINDS, PartContext, create_task, task, task_results
from gesncd.runs.tasks.parts_grid import cell_of_part, grid_parts, run_part
from gesncd.settings.calibration import calibrated
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings


@pytest.fixture
def context(store, dataset):
    return PartContext(store, store.add_dataset(dataset, "linear.csv"))


def test_a_part_is_its_cell_with_what_all_cells_share():
    base = RunSettings(tau=0.3, alpha=0.01, max_subset=2, knowledge=Knowledge((("a", "b"),)))
    cells = plan_grid(measures=["ncd", "rcd"], networks=["perceptron"], depths=[2, 4], seeds=[5])
    parts = grid_parts(base, cells, tau_chosen=0.2)
    assert [cell_of_part(part) for part in parts] == list(cells)
    settings = RunSettings.from_dict(parts[1]["settings"])
    assert (settings.depth, settings.seed, settings.tau) == (4, 5, None)
    assert (settings.alpha, settings.max_subset) == (0.01, 2)
    assert settings.knowledge == base.knowledge
    assert parts[0]["tau_chosen"] == 0.2


def test_a_part_is_what_a_cell_finds(dataset, context):
    (part,) = grid_parts(RunSettings(), [Cell("partial-correlation")], tau_chosen=0.2)
    found = CellResult.from_dict(run_part(dataset, part, context))
    measure = PartialCorrelation(dataset)
    expected = run_cell(measure, tau_auto=measure.null_quantile(0.001), tau_chosen=0.2)
    assert found.to_dict() == expected.to_dict()
    assert found.path.at(0.2).graph.n_edges


QUICK = NcdParts(outer_steps=2, inner_steps=1, test_width=4)


def test_the_papers_networks_have_the_threshold_that_their_run_would_calibrate(
    store, dataset, context
):
    settings = RunSettings(networks="paper", width=4, ncd=QUICK, max_subset=0, max_conditioning=0)
    (part,) = grid_parts(settings, [Cell("ncd", "paper", 2, 4, 0)])
    found = CellResult.from_dict(run_part(dataset, part, context))
    asked = RunSettings.from_dict(part["settings"])
    build = context.settings_measure
    measure = calibrated(asked, dataset, build(asked, dataset), build)
    assert found.tau_auto == pytest.approx(measure.null_quantile(0.001))
    assert found.score_auto is not None
    # Those of the permuted data are nobody else's.
    with store.database.reading() as connection:
        n_measures = connection.execute("SELECT COUNT(DISTINCT measure) FROM scores").fetchone()[0]
    assert n_measures == 1


def test_a_cell_that_cannot_be_searched_fails_with_a_sentence(dataset, context):
    known = RunSettings(knowledge=Knowledge((("a", "z"),)))
    with pytest.raises(PartError, match="'z', which the data do not have"):
        run_part(dataset, grid_parts(known, [Cell("rcd", seed=0)])[0], context)


def test_a_task_does_the_cells(store, dataset):
    from gesncd.runs.tasks.worker import work_task

    sha256 = store.add_dataset(dataset, "linear.csv")
    cells = plan_grid(measures=["rcd", "partial-correlation"], seeds=[0, 1])
    task_id = create_task(store, sha256, "grid", grid_parts(RunSettings(), cells))
    work_task(store, task_id, kinds=KINDS, jobs=1)
    assert task(store, task_id).n_ok == 3
    results = task_results(store, task_id)
    assert all(CellResult.from_dict(results[k].value).tau_auto for k in range(3))
