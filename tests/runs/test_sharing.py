import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.runs.errors import StoreError, UnknownRunError
from gesncd.runs.sharing import Sharing, owner_of_login, owner_of_workspace
from gesncd.runs.store.records import RunState
from gesncd.runs.tasks import create_task, stop_task, tasks
from gesncd.runs.tasks.writing import finish_task
from gesncd.settings.run_settings import RunSettings

ADA, BOB = owner_of_workspace("a" * 32), owner_of_workspace("b" * 32)
SETTINGS = RunSettings(measure="partial-correlation")
DAY = 86_400


@pytest.fixture
def run_of(store, dataset):
    def create(owner, data=dataset):
        return store.create_run(store.add_dataset(data, "x"), "x", SETTINGS, owner=owner)

    return create


@pytest.fixture
def task_of(store, dataset):
    def create(owner, data=dataset):
        sha256 = store.add_dataset(data, "x")
        return create_task(store, sha256, "search", [{"settings": {}}], owner=owner)

    return create


def end_task(store, task_id, days_ago):
    finish_task(store, task_id, RunState.FINISHED)
    with store.database.writing() as connection:
        connection.execute(
            "UPDATE tasks SET heartbeat = heartbeat - ? WHERE id = ?", (days_ago * DAY, task_id)
        )


def test_a_store_is_one_persons_unless_it_is_shared():
    assert Sharing.of({}) is None
    assert Sharing.of({"GESNCD_SHARED": "0"}) is None
    assert Sharing.of({"GESNCD_SHARED": "1"}) == Sharing()
    with pytest.raises(StoreError, match="GESNCD_SHARED must be 0 or 1, not 'yes'"):
        Sharing.of({"GESNCD_SHARED": "yes"})


def test_limits_come_from_the_environment():
    sharing = Sharing.of(
        {
            "GESNCD_SHARED": "1",
            "GESNCD_USER_LIVE": "1",
            "GESNCD_USER_RUNS": "5",
            "GESNCD_USER_MB": "2",
            "GESNCD_EXPIRE_DAYS": "7",
        }
    )
    assert sharing == Sharing(1, 5, 2 * 2**20, 7 * DAY)
    with pytest.raises(StoreError, match="GESNCD_USER_MB"):
        Sharing.of({"GESNCD_SHARED": "1", "GESNCD_USER_MB": "much"})


def test_lists_show_only_ones_own(store, run_of):
    mine, theirs = run_of(ADA), run_of(BOB)
    assert [run.id for run in store.runs(ADA)] == [mine]
    assert [run.id for run in store.runs(BOB)] == [theirs]
    assert store.runs("") == []
    assert len(store.runs()) == 2
    # The link is another way in.
    assert store.run(theirs).owner == BOB


def test_an_owners_mark_gives_nothing_away():
    login = owner_of_login("https://id.example", "ada")
    assert len({ADA, BOB, login, owner_of_login("https://id.example", "bob")}) == 4
    assert owner_of_login("a\nb", "c") != owner_of_login("a", "b\nc")
    assert all(len(mark) == 64 and "ada" not in mark for mark in (ADA, login))
    with pytest.raises(ValueError, match="at least 22"):
        owner_of_workspace("guess")


def test_runs_that_go_on_are_limited_each(store, run_of):
    sharing = Sharing(max_live=2)
    sharing.admit(store, ADA)
    ids = [run_of(ADA) for _ in range(2)]
    with pytest.raises(StoreError, match="2 of your runs go on or wait"):
        sharing.admit(store, ADA)
    sharing.admit(store, ADA, starts=False)
    sharing.admit(store, BOB)
    store.request_stop(ids[0])
    sharing.admit(store, ADA)


def test_kept_runs_are_limited(store, run_of):
    run_of(ADA)
    with pytest.raises(StoreError, match=r"You have 1 runs, the most here\. Delete some"):
        Sharing(max_runs=1).admit(store, ADA, starts=False)


def test_kept_data_are_limited_and_counted_once(store, run_of):
    big = Dataset.from_array(np.random.default_rng(0).normal(size=(20_000, 10)))
    run_of(ADA, big)
    run_of(ADA, big)
    used = store.data_bytes(big.sha256)
    assert used > 1_000_000
    sharing = Sharing(max_live=9, max_bytes=used + 1000)
    sharing.admit(store, ADA, n_bytes=1000)
    with pytest.raises(StoreError, match="Delete runs on data"):
        sharing.admit(store, ADA, n_bytes=1001)
    sharing.admit(store, ADA, n_bytes=10 * used, dataset_sha256=big.sha256)


def test_old_runs_expire_unless_they_are_pinned_or_go_on(store, run_of, age):
    old, pinned, fresh, waiting = (run_of(ADA) for _ in range(4))
    for run_id in (old, pinned, fresh):
        store.finish(run_id, RunState.FINISHED)
    store.label(pinned, pinned=True)
    now = store.run(fresh).heartbeat
    for run_id in (old, pinned, waiting):
        age(run_id, 31 * DAY)
    assert Sharing().expire(store, now) == [old]
    assert {run.id for run in store.runs()} == {pinned, fresh, waiting}
    with pytest.raises(UnknownRunError):
        store.run(old)


def test_tasks_count_like_runs(store, run_of, task_of):
    sharing = Sharing(max_live=2, max_runs=3)
    run_id, task_id = run_of(ADA), task_of(ADA)
    with pytest.raises(StoreError, match="2 of your runs and tasks go on or wait"):
        sharing.admit(store, ADA)
    sharing.admit(store, BOB)
    stop_task(store, task_id)
    sharing.admit(store, ADA)
    store.request_stop(run_id)
    stop_task(store, task_of(ADA))
    with pytest.raises(StoreError, match=r"You have 3 runs and tasks.*with the last run on their"):
        sharing.admit(store, ADA)


def test_data_of_tasks_count(store, task_of):
    big = Dataset.from_array(np.random.default_rng(0).normal(size=(20_000, 10)))
    task_of(ADA, big)
    sharing = Sharing(max_live=9, max_bytes=store.data_bytes(big.sha256) + 1000)
    with pytest.raises(StoreError, match="Delete runs on data"):
        sharing.admit(store, ADA, n_bytes=1001)
    sharing.admit(store, ADA, n_bytes=1001, dataset_sha256=big.sha256)


def test_old_tasks_expire_unless_a_pin_keeps_them_or_they_go_on(store, run_of, task_of, age):
    other = Dataset.from_array(np.random.default_rng(0).normal(size=(30, 3)))
    kept_by_pin, old, fresh, waiting = (
        task_of(ADA),
        task_of(ADA, other),
        task_of(BOB, other),
        task_of(BOB, other),
    )
    pinned = run_of(ADA)
    store.finish(pinned, RunState.FINISHED)
    store.label(pinned, pinned=True)
    end_task(store, kept_by_pin, 31)
    end_task(store, old, 31)
    end_task(store, fresh, 29)
    now = store.run(pinned).heartbeat
    assert Sharing().expire(store, now) == []
    assert {each.id for each in tasks(store)} == {kept_by_pin, fresh, waiting}


def test_an_old_run_stays_while_its_owner_works_on_its_data_in_another_way(
    store, run_of, task_of, age
):
    run_id, stranger = run_of(ADA), task_of(BOB)
    store.finish(run_id, RunState.FINISHED)
    now = store.run(run_id).heartbeat
    age(run_id, 31 * DAY)
    task_id = task_of(ADA)
    end_task(store, task_id, 1)
    assert Sharing().expire(store, now) == []
    end_task(store, task_id, 31)
    assert Sharing().expire(store, now) == [run_id]
    assert [each.id for each in tasks(store)] == [stranger]
