"""In shared mode tasks count against a person's limits as runs do."""

import pytest

from components.runs.owner import admit_task
from gesncd.runs.errors import StoreError
from gesncd.runs.sharing import owner_of_workspace
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import create_task


@pytest.mark.usefixtures("home")
def test_a_person_may_not_start_more_tasks_than_runs(csv_bytes, monkeypatch):
    from components.data_source import read_strictly

    store = RunStore.open()
    dataset = read_strictly("chain.csv", csv_bytes).require()
    sha256 = store.add_dataset(dataset, "chain.csv")
    assert admit_task(store, sha256) == "", "one person's store knows no owners"
    monkeypatch.setenv("GESNCD_SHARED", "1")
    monkeypatch.setenv("GESNCD_USER_LIVE", "1")
    owner = owner_of_workspace("somebody" * 4)
    monkeypatch.setattr("components.runs.owner.current_owner", lambda: owner)
    assert admit_task(store, sha256) == owner
    create_task(store, sha256, "search", [{"settings": {"measure": "rcd"}}], owner=owner)
    with pytest.raises(StoreError, match="go on or wait, the most here"):
        admit_task(store, sha256)
