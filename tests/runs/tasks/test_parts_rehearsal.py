import pytest

from gesncd.analysis.grid import Cell, run_cell
from gesncd.analysis.rehearsal import (
    REHEARSAL_FLOOR_SHARE,
    RehearsalResult,
    RehearsalSet,
    judge,
    plan_sets,
)
from gesncd.knowledge import Knowledge
from gesncd.measures import PartialCorrelation
from gesncd.runs.errors import PartError
from gesncd.runs.tasks import PartContext
from gesncd.runs.tasks.parts_rehearsal import place_of_part, rehearsal_parts, run_part
from gesncd.settings.calibration import calibrated
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

CELLS = [Cell("rcd", seed=0), Cell("partial-correlation")]
SETS = plan_sets("linear", count=2, seed=3, n_nodes=5, n_edges=5, n_rows=150)


@pytest.fixture
def context(store, dataset):
    return PartContext(store, store.add_dataset(dataset, "linear.csv"))


def test_the_first_set_comes_first_and_knowledge_stays_out():
    base = RunSettings(tau=0.1, alpha=0.01, knowledge=Knowledge((("a", "b"),)))
    parts = rehearsal_parts(base, CELLS, SETS)
    assert [place_of_part(part) for part in parts] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    for part in parts:
        settings = RunSettings.from_dict(part["settings"])
        assert settings.knowledge.is_empty
        assert (settings.tau, settings.alpha) == (None, 0.01)


def test_a_part_compares_with_the_truth(dataset, context):
    part = rehearsal_parts(RunSettings(), CELLS, SETS, tau_chosen=0.9)[3]
    found = RehearsalResult.from_dict(run_part(dataset, part, context))
    data, dag = SETS[1].simulate()
    measure = PartialCorrelation(data)
    # The automatic τ is there, and the chosen one not needed.
    tau = measure.null_quantile(0.001)
    cell = run_cell(measure, tau_auto=tau, floor_share=REHEARSAL_FLOOR_SHARE)
    assert found == judge(cell, dag)
    assert found.empty_shd == 5


def test_the_simulated_scores_are_not_kept(store, dataset, context):
    run_part(dataset, rehearsal_parts(RunSettings(), CELLS, SETS)[0], context)
    with store.database.reading() as connection:
        assert connection.execute("SELECT COUNT(*) FROM scores").fetchone()[0] == 0


def test_what_cannot_be_simulated_is_said(dataset, context):
    part = rehearsal_parts(RunSettings(), CELLS, [RehearsalSet("linear", 0, 3, 2, 60)])[0]
    with pytest.raises(PartError, match="at most 3 edges"):
        run_part(dataset, part | {"set": part["set"] | {"n_edges": 9}}, context)


def test_the_papers_networks_are_calibrated_on_the_simulated_data(dataset, context):
    parts = NcdParts(outer_steps=2, inner_steps=1, test_width=4)
    settings = RunSettings(networks="paper", width=4, ncd=parts, max_subset=0, max_conditioning=0)
    (part,) = rehearsal_parts(settings, [Cell("ncd", "paper", 2, 4, 0)], SETS[:1], tau_chosen=0.9)
    found = RehearsalResult.from_dict(run_part(dataset, part, context))
    data, _ = SETS[0].simulate()
    asked = RunSettings.from_dict(part["settings"])
    build = context.settings_measure
    tau = calibrated(asked, data, build(asked, data), build).null_quantile(0.001)
    assert [score.tau for score in found.scores] == pytest.approx(
        [0.5 * tau, tau, 2 * tau, 4 * tau]
    )
