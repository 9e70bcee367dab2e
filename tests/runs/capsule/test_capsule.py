import dataclasses
import io
import json
import zipfile

import numpy as np
import pytest

from gesncd.data import Dataset, Variable
from gesncd.knowledge import Knowledge
from gesncd.knowledge import from_dict as knowledge_of
from gesncd.runs.capsule.capsule import CapsuleError, Imported, export_run, import_run
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.upkeep import delete_run
from gesncd.runs.workers.launch import launch
from gesncd.runs.workers.worker import work
from gesncd.search.events import Finished
from gesncd.settings.run_settings import RunSettings


@pytest.fixture
def elsewhere(tmp_path):
    """The store of another machine."""
    return RunStore.open(tmp_path / "elsewhere")


@pytest.fixture
def finished(store, new_run, dataset):
    """A finished run with a name, a note and a layout."""
    run_id = new_run()
    work(store, run_id)
    store.label(run_id, name="first try", note="odd \ud800 note\nof two lines", pinned=True)
    store.set_layout(dataset.sha256, np.arange(14.0).reshape(7, 2) / 7)
    return run_id


def capsule_of(store, run_id, with_data=True):
    target = io.BytesIO()
    export_run(store, run_id, target, with_data=with_data)
    return target


def told(record):
    """What a run at home and elsewhere have in common."""
    values = dataclasses.asdict(record)
    for here in ("heartbeat", "pinned", "claimed", "progress"):
        del values[here]
    return values


@pytest.mark.parametrize("with_data", [True, False])
def test_a_capsule_opens_elsewhere_as_the_same_run(store, elsewhere, finished, dataset, with_data):
    capsule = capsule_of(store, finished, with_data)
    assert import_run(elsewhere, capsule) == Imported(
        finished, True, with_data, brought_data=with_data
    )
    assert told(elsewhere.run(finished)) == told(store.run(finished))
    assert elsewhere.event_texts(finished) == store.event_texts(finished)
    assert (elsewhere.layout(dataset.sha256) == store.layout(dataset.sha256)).all()
    if with_data:
        assert elsewhere.dataset(dataset.sha256).values.tobytes() == dataset.values.tobytes()
    else:
        with pytest.raises(StoreError, match="not here, only their hash"):
            elsewhere.dataset(dataset.sha256)
    # A capsule of the capsule's run is the same file: nothing was lost or added.
    assert capsule_of(elsewhere, finished, with_data).getvalue() == capsule.getvalue()


def test_the_same_run_gives_the_same_bytes(store, finished):
    first = capsule_of(store, finished).getvalue()
    assert first == capsule_of(RunStore.open(store.home.path), finished).getvalue()


def test_data_that_are_added_later_complete_a_capsule_without_them(store, elsewhere, finished):
    dataset = store.dataset(store.run(finished).dataset_sha256)
    import_run(elsewhere, capsule_of(store, finished, with_data=False))
    again = import_run(elsewhere, capsule_of(store, finished, with_data=True))
    assert again == Imported(finished, False, True, brought_data=True)
    third = import_run(elsewhere, capsule_of(store, finished, with_data=True))
    assert third == Imported(finished, False, True)
    assert len(elsewhere.runs()) == 1
    assert elsewhere.dataset(dataset.sha256).n_rows == 300


def test_a_stopped_run_resumes_elsewhere_to_the_same_events(store, elsewhere, new_run):
    from gesncd.measures import Cancelled, PartialCorrelation

    class Stops(PartialCorrelation):
        n_batches = 0

        def evaluate(self, queries, on_chunk=None):
            self.n_batches += 1
            if self.n_batches > 4:
                raise Cancelled
            return super().evaluate(queries, on_chunk)

    whole, stopped = new_run(), new_run()
    assert work(store, stopped, lambda settings, data: Stops(data)) is RunState.STOPPED
    work(store, whole)
    kept = store.event_texts(stopped)
    assert 1 < len(kept) < len(store.event_texts(whole))
    import_run(elsewhere, capsule_of(store, stopped))
    assert elsewhere.run(stopped).state is RunState.STOPPED
    assert elsewhere.event_texts(stopped) == kept
    elsewhere.requeue(stopped)
    assert work(elsewhere, stopped) is RunState.FINISHED
    assert elsewhere.event_texts(stopped) == store.event_texts(whole)
    assert elsewhere.run(stopped).message == ""


def test_a_run_without_its_data_cannot_go_on_and_says_so(store, elsewhere, new_run):
    run_id = new_run()
    store.request_stop(run_id)
    import_run(elsewhere, capsule_of(store, run_id, with_data=False))
    elsewhere.requeue(run_id)
    assert work(elsewhere, run_id) is RunState.FAILED
    assert "add the same data again" in elsewhere.run(run_id).message


def test_a_run_that_goes_on_is_exported_as_far_as_it_is(store, elsewhere, new_run, finished):
    run_id = new_run()
    store.append_events(run_id, store.events(finished)[:3])
    store.set_threshold(run_id, store.run(finished).tau, None)
    import_run(elsewhere, capsule_of(store, run_id))
    assert elsewhere.run(run_id).state is RunState.INTERRUPTED
    assert elsewhere.run(run_id).state.can_resume
    assert elsewhere.event_texts(run_id) == store.event_texts(finished)[:3]
    launch_is_refused_for_the_finished(elsewhere, store, finished)


def launch_is_refused_for_the_finished(elsewhere, store, run_id):
    import_run(elsewhere, capsule_of(store, run_id))
    with pytest.raises(StoreError, match="finished"):
        launch(elsewhere, run_id)


def test_another_run_of_the_same_id_is_not_overwritten(store, elsewhere, finished):
    import_run(elsewhere, capsule_of(store, finished))
    with store.database.writing() as connection:
        connection.execute('UPDATE runs SET settings = \'{"measure": "rcd", "seed": 3}\'')
    imported = import_run(elsewhere, capsule_of(store, finished))
    assert imported.is_new
    assert imported.run_id != finished
    assert elsewhere.run(finished).settings.measure == "partial-correlation"
    assert elsewhere.run(imported.run_id).settings.seed == 3


def test_knowledge_vector_variables_and_odd_names_travel(tmp_path, elsewhere):
    store = RunStore.open(tmp_path / "home")
    rng = np.random.default_rng(1)
    names = ["<b>x</b>", "\ud83d lone", "../../up"]
    values = rng.normal(size=(60, 4)).cumsum(axis=1)
    data = Dataset(
        values, tuple(map(Variable, names, [(0,), (3, 1), (2,)])), source_sha256="c" * 64
    )
    knowledge = knowledge_of({"required": [], "forbidden": [[names[0], names[1]]], "tiers": []})
    settings = RunSettings(measure="rcd", tau=0.01, seed=4, knowledge=knowledge)
    run_id = store.create_run(store.add_dataset(data, "odd"), "odd", settings)
    assert work(store, run_id) is RunState.FINISHED
    import_run(elsewhere, capsule_of(store, run_id))
    assert elsewhere.run(run_id).settings.knowledge == knowledge != Knowledge()
    assert elsewhere.run(run_id).names == tuple(names)
    again = elsewhere.dataset(data.sha256)
    assert (again.variables, again.source_sha256) == (data.variables, "c" * 64)
    assert elsewhere.event_texts(run_id) == store.event_texts(run_id)
    assert isinstance(elsewhere.events(run_id)[-1], Finished)


def test_a_capsule_needs_no_scores_and_brings_none(store, elsewhere, finished):
    import_run(elsewhere, capsule_of(store, finished))
    with elsewhere.database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM scores").fetchone()[0] == 0
    with zipfile.ZipFile(capsule_of(store, finished)) as archive:
        assert sorted(archive.namelist()) == [
            "capsule.json",
            "data.parquet",
            "events.json",
            "run.json",
        ]
        assert json.loads(archive.read("capsule.json"))["version"] == 1


def test_in_a_shared_store_the_run_is_its_openers(store, elsewhere, finished):
    capsule = capsule_of(store, finished)
    first = import_run(elsewhere, capsule, owner="ada")
    second = import_run(elsewhere, capsule, owner="bob")
    assert len({finished, first.run_id, second.run_id}) == 3, "an id is nobody's to choose"
    assert elsewhere.run(first.run_id).owner == "ada"
    assert [run.id for run in elsewhere.runs("bob")] == [second.run_id]


def test_in_a_shared_store_a_hash_alone_opens_nobodys_data(store, elsewhere, finished, dataset):
    theirs = elsewhere.add_dataset(dataset, "secret.csv")
    run_id = elsewhere.create_run(theirs, "x", RunSettings(measure="rcd"), owner="ada")
    capsule = capsule_of(store, finished, with_data=False)
    with pytest.raises(CapsuleError, match="only the hash of its data"):
        import_run(elsewhere, capsule, owner="eve")
    assert import_run(elsewhere, capsule, owner="ada").has_data
    for run in elsewhere.runs("ada"):
        elsewhere.request_stop(run.id)
        delete_run(elsewhere, run.id)
    assert run_id not in [run.id for run in elsewhere.runs()]
    with pytest.raises(CapsuleError, match="only the hash of its data"):
        import_run(elsewhere, capsule, owner="ada")


def test_data_that_are_asked_for_and_not_here_are_missed(store, elsewhere, finished):
    import_run(elsewhere, capsule_of(store, finished, with_data=False))
    with pytest.raises(StoreError, match="only their hash"):
        capsule_of(elsewhere, finished, with_data=True)
