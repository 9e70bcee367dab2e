import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.measures import Cancelled, Query, ScoreCache
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import PartContext
from gesncd.search.events import Phase
from gesncd.search.progress import Progress
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings

SETTINGS = RunSettings(measure="partial-correlation")
QUERY = Query.pair(0, 1)


@pytest.fixture
def part_context(store, dataset):
    return PartContext(store, store.add_dataset(dataset, "linear.csv"))


def test_scores_on_the_tasks_data_are_shared_with_runs(store, dataset, part_context):
    key = part_context.settings_measure(SETTINGS, dataset).key
    assert isinstance(part_context.cache, ScoreCache)
    assert part_context.cache.get(key, [QUERY]) == [None]
    part_context.cache.put(key, [QUERY], [0.25])
    assert RunStore.open(store.home.path).scores(key, [QUERY]) == {QUERY: 0.25}
    store.add_scores(key, [Query.pair(0, 2)], [0.5])
    assert part_context.cache.get(key, [Query.pair(0, 2), QUERY]) == [0.5, 0.25]
    with store.database.reading() as connection:
        owners = connection.execute("SELECT key, dataset_sha256 FROM measures").fetchall()
    assert [tuple(row) for row in owners] == [(key, dataset.sha256)]


def test_scores_on_other_data_stay_with_the_part(store, dataset, part_context):
    rows = np.random.default_rng(0).integers(dataset.n_rows, size=dataset.n_rows)
    resampled = Dataset(dataset.values[rows], dataset.variables)
    key = part_context.settings_measure(SETTINGS, resampled).key
    part_context.cache.put(key, [QUERY], [0.25])
    assert part_context.cache.get(key, [QUERY]) == [0.25]
    assert store.scores(key, [QUERY]) == {}
    assert PartContext(store, dataset.sha256).cache.get(key, [QUERY]) == [None]


def test_measures_use_one_process_and_say_what_they_lack(dataset, part_context, monkeypatch):
    asked = []

    def build(settings, data, *, jobs=None):
        asked.append(jobs)
        return build_measure(settings, data, jobs=jobs)

    monkeypatch.setattr("gesncd.runs.tasks.context.build_measure", build)
    assert part_context.settings_measure(RunSettings(), dataset).name == "ncd"
    assert asked == [1]
    small = Dataset(dataset.values[:10], dataset.variables)
    with pytest.raises(SettingsError, match="at least 20 rows"):
        part_context.settings_measure(RunSettings(), small)


def test_a_stop_is_heard_between_scores(store, dataset):
    stop = []
    part_context = PartContext(store, dataset.sha256, lambda: bool(stop))
    progress = Progress(Phase.FORWARD, 1, "candidates", 0, 10)
    part_context.check()
    part_context.on_progress(progress)
    stop.append(True)
    with pytest.raises(Cancelled):
        part_context.check()
    with pytest.raises(Cancelled):
        part_context.on_progress(progress)
