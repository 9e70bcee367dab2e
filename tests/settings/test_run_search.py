import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.knowledge import Knowledge
from gesncd.runs.store.event_rows import event_text
from gesncd.search.screening import candidate_partners
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import build_measure, resolve_tau
from gesncd.settings.run_search import limits_of, search_events
from gesncd.settings.run_settings import RunSettings


def texts(dataset, **settings):
    chosen = RunSettings(**settings)
    measure = build_measure(chosen, dataset)
    events = search_events(chosen, dataset, measure, resolve_tau(chosen, measure))
    return [event_text(event) for event in events]


@pytest.mark.parametrize("measure", ["partial-correlation", "rcd"])
def test_keeping_every_partner_changes_no_byte(dataset, measure):
    assert texts(dataset, measure=measure, screen=6) == texts(dataset, measure=measure)


def test_screening_is_said_in_the_result(dataset):
    few = texts(dataset, measure="partial-correlation", screen=1)
    assert "Screening left" in few[-1]
    assert few != texts(dataset, measure="partial-correlation")


def test_required_edges_are_not_screened_out(dataset):
    settings = RunSettings(
        measure="partial-correlation", screen=1, knowledge=Knowledge(required=(("a", "g"),))
    )
    plain = candidate_partners(dataset, 1)
    assert not plain[0] >> 6 & 1
    partners = limits_of(settings, dataset).partners
    assert partners == tuple(
        mask | (1 << 6 if i == 0 else 1 if i == 6 else 0) for i, mask in enumerate(plain)
    )
    assert '"graph"' in texts(dataset, measure="partial-correlation", screen=1)[-1]


def test_limits_without_screening_or_without_data(dataset):
    settings = RunSettings(max_subset=2, max_conditioning=3)
    limits = limits_of(settings, dataset)
    assert (limits.max_subset, limits.max_conditioning, limits.partners) == (2, 3, None)
    assert limits_of(RunSettings(screen=1), None).partners is None


@pytest.mark.parametrize("screen", [0, -1, 1.5, True, "3"])
def test_what_no_search_can_keep_is_refused(screen):
    with pytest.raises(SettingsError, match="screen must be a whole number from 1 or none"):
        RunSettings(screen=screen)


def test_settings_without_screening_are_those_of_before():
    assert RunSettings.from_dict({"measure": "rcd"}).screen is None
    assert RunSettings.from_dict(RunSettings(screen=4).to_dict()).screen == 4


def test_a_replicate_screens_its_own_sample(dataset):
    from gesncd.analysis.resamples import Replicate, Resampling
    from gesncd.runs.tasks.parts_stability import search_replicate

    values = dataset.values.copy()
    # Nearly constant, it is left out of half the rows; the knowledge still names it.
    values[:, 1] = 0.0
    values[0, 1] = 1.0
    thin = Dataset.from_array(values, list(dataset.names))
    settings = RunSettings(
        measure="partial-correlation", screen=2, knowledge=Knowledge(forbidden=(("b", "a"),))
    )
    found = [
        search_replicate(settings, thin, Replicate(Resampling.HALVES, k, 5), build_measure)
        for k in range(2)
    ]
    assert any(result.left_out for result in found)
    assert all(result.graph.n_edges for result in found)
    assert all(np.isfinite(result.tau) for result in found)
