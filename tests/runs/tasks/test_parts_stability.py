import pytest

from gesncd.analysis.replicates import ReplicateResult, run_replicate
from gesncd.analysis.resamples import Replicate, Resampling, plan_replicates
from gesncd.knowledge import Knowledge
from gesncd.measures import Cancelled, PartialCorrelation, Rcd
from gesncd.runs.errors import PartError
from gesncd.runs.tasks import PartContext
from gesncd.runs.tasks.parts_stability import replicate_of_part, run_part, stability_parts
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings

LINEAR = RunSettings(measure="partial-correlation")


@pytest.fixture
def context(store, dataset):
    return PartContext(store, store.add_dataset(dataset, "linear.csv"))


def test_a_part_is_its_replicate():
    plan = plan_replicates(Resampling.HALVES, 4, seed=9, measure="partial-correlation")
    parts = stability_parts(LINEAR, plan)
    assert [replicate_of_part(part) for part in parts] == list(plan)


@pytest.mark.parametrize(
    "settings",
    [
        LINEAR,
        RunSettings(measure="partial-correlation", tau=0.3, max_subset=0),
        RunSettings(measure="partial-correlation", alpha=0.2, knowledge=Knowledge((("g", "a"),))),
    ],
)
def test_a_part_is_what_a_replicate_finds(dataset, context, settings):
    replicate = Replicate(Resampling.HALVES, 3, 1)
    found = run_part(dataset, stability_parts(settings, [replicate])[0], context)
    expected = run_replicate(
        dataset,
        replicate,
        lambda sample, seed: PartialCorrelation(sample),
        tau=settings.tau,
        alpha=settings.alpha,
        limits=limits_of(settings, dataset),
        knowledge=settings.knowledge,
    )
    assert ReplicateResult.from_dict(found) == expected
    assert expected.graph.n_edges


def test_a_seed_is_the_measures_own(dataset, context):
    settings = RunSettings(measure="rcd", seed=3)
    replicate = Replicate(Resampling.SEEDS, 2, 40)
    seen = []

    class Watching:
        cache = context.cache
        on_progress = staticmethod(context.on_progress)

        @staticmethod
        def settings_measure(own, sample):
            seen.append(own.seed)
            return Rcd(sample, seed=own.seed)

    run_part(dataset, stability_parts(settings, [replicate])[0], Watching())
    run_part(
        dataset,
        stability_parts(settings, [Replicate(Resampling.HALVES, 2, 40)])[0],
        Watching(),
    )
    assert seen == [43, 3]


def test_only_scores_of_the_whole_data_are_kept(store, dataset, context):
    settings = RunSettings(measure="rcd")
    kept = []
    for resampling in (Resampling.HALVES, Resampling.SEEDS):
        run_part(dataset, stability_parts(settings, [Replicate(resampling, 0, 0)])[0], context)
        with store.database.reading() as connection:
            kept.append(connection.execute("SELECT COUNT(*) FROM scores").fetchone()[0])
    assert kept[0] == 0
    assert kept[1] > 20


def test_what_is_judged_in_sample_is_calibrated_on_the_sample(dataset, context):
    parts = NcdParts(outer_steps=2, inner_steps=1, test_width=4)
    quick = RunSettings(networks="paper", width=4, ncd=parts, max_subset=0)
    taus = []
    for number in (0, 1):
        part = stability_parts(quick, [Replicate(Resampling.HALVES, number, 0)])[0]
        taus.append(ReplicateResult.from_dict(run_part(dataset, part, context)).tau)
    assert 0.005 < min(taus) < max(taus) < 1


def test_faults_are_sentences_and_stop_stops(store, dataset, context):
    replicate = Replicate(Resampling.HALVES, 0, 0)
    known = RunSettings(measure="rcd", knowledge=Knowledge((("a", "z"),)))
    with pytest.raises(PartError, match="'z', which the data do not have"):
        run_part(dataset, stability_parts(known, [replicate])[0], context)
    stopped = PartContext(store, dataset.sha256, stopped=lambda: True)
    with pytest.raises(Cancelled):
        run_part(dataset, stability_parts(LINEAR, [replicate])[0], stopped)
