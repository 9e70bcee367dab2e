"""What was said of the data travels in a capsule, and is nobody else's until it is taken."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from gesncd.analysis.statements import Relation, Statement
from gesncd.runs.capsule.capsule import export_run, import_run
from gesncd.runs.errors import StoreError
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.statements import Said, SaidOfData, keep_said, said_of_data
from gesncd.runs.workers.worker import work


@pytest.fixture
def elsewhere(tmp_path):
    """The store of another machine."""
    return RunStore.open(tmp_path / "elsewhere")


@pytest.fixture
def finished(store, new_run):
    run_id = new_run()
    work(store, run_id)
    return run_id


@pytest.fixture
def said(finished, dataset):
    """Something held out, something enforced, and the run's own knowledge taken in."""
    a, b, c, d = dataset.names[:4]
    return SaidOfData(
        (
            Said(Statement.pair(a, Relation.NOT_CAUSE, b)),
            Said(Statement.tiers([[a, b], [c, d]]), enforced=True),
            Said(Statement.closed([a, b]), enforced=True),
        ),
        (finished,),
    )


def capsule_of(store, run_id, **changes):
    target = io.BytesIO()
    export_run(store, run_id, target, **{"with_data": True, **changes})
    return target


def names_in(capsule):
    with zipfile.ZipFile(capsule) as archive:
        return set(archive.namelist()), json.loads(archive.read("capsule.json"))["version"]


@pytest.mark.parametrize("with_data", [True, False])
def test_statements_travel_with_the_run(store, elsewhere, finished, dataset, said, with_data):
    keep_said(store, dataset.sha256, said)
    capsule = capsule_of(store, finished, with_data=with_data)
    names, version = names_in(capsule)
    assert "statements.json" in names
    assert version == 2
    imported = import_run(elsewhere, capsule)
    assert (imported.n_statements, imported.took_statements) == (3, True)
    assert imported.statements_text == "With 3 statements about the data, as on Tune."
    assert said_of_data(elsewhere, dataset.sha256) == said
    # A capsule of the capsule's run is the same file: nothing was lost or added.
    again = capsule_of(elsewhere, finished, with_data=with_data)
    assert again.getvalue() == capsule.getvalue()


def test_a_capsule_without_statements_is_as_it_was(store, elsewhere, finished, dataset, said):
    before = capsule_of(store, finished)
    names, version = names_in(before)
    assert names == {"capsule.json", "run.json", "events.json", "data.parquet"}
    assert version == 1
    keep_said(store, dataset.sha256, SaidOfData(runs=(finished,)))
    assert capsule_of(store, finished).getvalue() == before.getvalue()
    keep_said(store, dataset.sha256, said)
    assert capsule_of(store, finished, with_statements=False).getvalue() == before.getvalue()
    imported = import_run(elsewhere, before)
    assert (imported.n_statements, imported.took_statements) == (0, False)
    assert imported.statements_text == ""
    assert said_of_data(elsewhere, dataset.sha256) == SaidOfData()


def test_the_openers_own_statements_stay_as_they_are(store, elsewhere, finished, dataset, said):
    keep_said(store, dataset.sha256, said)
    capsule = capsule_of(store, finished)
    own = SaidOfData((said.said[0],), ("another",))
    elsewhere.add_dataset(dataset, "mine.csv")
    keep_said(elsewhere, dataset.sha256, own)
    imported = import_run(elsewhere, capsule)
    assert imported.is_new
    assert (imported.n_statements, imported.took_statements) == (3, False)
    assert "3 statements about the data were not taken: yours are others" in (
        imported.statements_text
    )
    assert said_of_data(elsewhere, dataset.sha256) == own
    # Forgotten, as the message says, they make room; the run is there already.
    keep_said(elsewhere, dataset.sha256, SaidOfData(runs=("another",)))
    again = import_run(elsewhere, capsule)
    assert (again.is_new, again.took_statements) == (False, True)
    assert said_of_data(elsewhere, dataset.sha256) == SaidOfData(said.said, ("another", finished))


def test_the_same_statements_with_other_marks_are_others(store, elsewhere, finished, dataset, said):
    keep_said(store, dataset.sha256, said)
    elsewhere.add_dataset(dataset, "mine.csv")
    turned = SaidOfData(tuple(Said(each.statement, not each.enforced) for each in said.said[2:]))
    keep_said(elsewhere, dataset.sha256, turned)
    assert not import_run(elsewhere, capsule_of(store, finished)).took_statements
    assert said_of_data(elsewhere, dataset.sha256) == turned
    own = SaidOfData(said.said[::-1])
    keep_said(elsewhere, dataset.sha256, own)
    assert import_run(elsewhere, capsule_of(store, finished)).took_statements
    assert said_of_data(elsewhere, dataset.sha256) == SaidOfData(own.said, (finished,))


def test_damaged_statements_are_their_owners(store, elsewhere, finished, dataset, said):
    keep_said(store, dataset.sha256, said)
    capsule = capsule_of(store, finished)
    elsewhere.add_dataset(dataset, "mine.csv")
    keep_said(elsewhere, dataset.sha256, said)
    with elsewhere.database.writing() as connection:
        connection.execute("UPDATE statements SET body = '{'")
    assert not import_run(elsewhere, capsule).took_statements
    with pytest.raises(StoreError, match="cannot be read"):
        said_of_data(elsewhere, dataset.sha256)


def test_statements_are_the_exporters_and_become_the_openers(
    store, elsewhere, finished, dataset, said
):
    keep_said(store, dataset.sha256, said, "ada")
    assert names_in(capsule_of(store, finished))[1] == 1
    assert names_in(capsule_of(store, finished, owner="bob"))[1] == 1
    capsule = capsule_of(store, finished, owner="ada")
    imported = import_run(elsewhere, capsule, owner="eve")
    assert imported.took_statements
    # In a shared store the run has another id, and so has what was taken in of it.
    assert imported.run_id != finished
    assert said_of_data(elsewhere, dataset.sha256, "eve") == SaidOfData(
        said.said, (imported.run_id,)
    )
    assert said_of_data(elsewhere, dataset.sha256) == SaidOfData()


def test_only_what_is_about_this_run_travels(store, elsewhere, finished, dataset, said):
    odd = Said(Statement.pair("nobody", Relation.CAUSES, dataset.names[0]))
    keep_said(store, dataset.sha256, SaidOfData((odd, *said.said), ("other", "runs")))
    assert import_run(elsewhere, capsule_of(store, finished)).n_statements == 3
    assert said_of_data(elsewhere, dataset.sha256) == SaidOfData(said.said)
