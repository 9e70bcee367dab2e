import sqlite3
from contextlib import closing

import pytest

from gesncd.graphs import PDAG
from gesncd.measures import Query
from gesncd.runs.errors import StoreError
from gesncd.runs.store.event_rows import event_text
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.schema import MIGRATIONS, migrate, schema_version
from gesncd.runs.tasks import create_task, task
from gesncd.runs.workers.queue import claim_next
from gesncd.search.events import Started


@pytest.fixture
def connection():
    with sqlite3.connect(":memory:", isolation_level=None) as connection:
        yield connection


def tables(connection):
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {row[0] for row in rows}


def test_a_new_database_gets_every_table(connection):
    migrate(connection)
    assert {"datasets", "runs", "events", "scores", "measures"} <= tables(connection)
    assert {"tasks", "task_parts"} <= tables(connection)
    assert schema_version(connection) == len(MIGRATIONS)


def test_migrating_again_changes_nothing(connection):
    migrate(connection)
    migrate(connection)
    rows = connection.execute("SELECT version FROM schema_version").fetchall()
    assert rows == [(number,) for number in range(1, len(MIGRATIONS) + 1)]


def test_only_the_missing_migrations_are_applied(connection):
    migrate(connection)
    connection.execute("INSERT INTO measures (key) VALUES ('kept')")
    migrate(connection, [*MIGRATIONS, ["ALTER TABLE measures ADD COLUMN age INTEGER DEFAULT 3"]])
    assert connection.execute("SELECT key, age FROM measures").fetchall() == [("kept", 3)]
    assert schema_version(connection) == len(MIGRATIONS) + 1


def test_a_failed_migration_leaves_the_old_version_whole(connection):
    migrate(connection)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, [*MIGRATIONS, ["CREATE TABLE extra (a)", "CREATE NONSENSE"]])
    assert schema_version(connection) == len(MIGRATIONS)
    assert "extra" not in tables(connection)


def test_a_newer_database_is_refused(connection):
    migrate(connection, [*MIGRATIONS, []])
    with pytest.raises(StoreError, match="made by a newer release"):
        migrate(connection)


def test_a_store_of_version_1_is_brought_to_the_newest_and_keeps_its_runs(tmp_path, dataset):
    path = tmp_path / "gesncd.sqlite"
    write_version_1(path, dataset.sha256)
    store = RunStore.open(tmp_path)
    assert [run.id for run in store.runs()] == ["waits", "lives", "over"]
    over = store.run("over")
    assert (over.state, over.settings.measure, over.tau) == (RunState.FINISHED, "rcd", 0.25)
    assert (over.name, over.note, over.pinned, over.owner) == ("", "", False, "")
    assert store.events("over") == [Started(1, 0.25, "key", PDAG.empty(1))]
    query = Query((0,), (1,), ())
    assert store.scores("key", [query]) == {query: 0.5}
    # Both had workers, which no longer beat; neither is started a second time unasked.
    assert store.run("lives").state is RunState.INTERRUPTED
    assert store.run("waits").state is RunState.INTERRUPTED
    assert claim_next(store, 9) is None
    store.requeue("waits")
    assert claim_next(store, 9) == "waits"
    store.label("over", name="kept", pinned=True)
    assert RunStore.open(tmp_path).run("over").name == "kept"


def test_a_store_of_version_2_takes_tasks_and_keeps_its_runs(tmp_path, dataset):
    with closing(sqlite3.connect(tmp_path / "gesncd.sqlite", isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:2])
        assert "tasks" not in tables(connection)
        connection.execute(
            "INSERT INTO datasets VALUES (?, 'x.csv', NULL, 300, '[\"a\"]', 50, NULL)",
            (dataset.sha256,),
        )
        connection.execute(
            "INSERT INTO runs (id, dataset_sha256, data_name, settings, state, created, heartbeat, "
            "name) VALUES ('over', ?, 'x.csv', '{}', 'finished', 90, 100, 'kept')",
            (dataset.sha256,),
        )
    store = RunStore.open(tmp_path)
    assert [(run.id, run.name, run.state) for run in store.runs()] == [
        ("over", "kept", RunState.FINISHED)
    ]
    task_id = create_task(store, dataset.sha256, "search", [{"settings": {}}], title="grid")
    record = task(RunStore.open(tmp_path), task_id)
    assert (record.title, record.n_parts, record.state) == ("grid", 1, RunState.QUEUED)
    with store.database.reading() as connection:
        assert schema_version(connection) == len(MIGRATIONS)


def write_version_1(path, sha256):
    """A database as the first release wrote it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, MIGRATIONS[:1])
        connection.execute(
            "INSERT INTO datasets VALUES (?, 'x.csv', NULL, 300, '[\"a\"]', 50)", (sha256,)
        )
        insert = (
            "INSERT INTO runs (id, dataset_sha256, data_name, settings, state, tau, created, "
            "heartbeat) VALUES (?, ?, 'x.csv', '{\"measure\": \"rcd\"}', ?, 0.25, ?, 100)"
        )
        for k, (run_id, state) in enumerate(
            [("over", "finished"), ("lives", "running"), ("waits", "queued")]
        ):
            connection.execute(insert, (run_id, sha256, state, 90 + k))
        body = event_text(Started(1, 0.25, "key", PDAG.empty(1)))
        connection.execute("INSERT INTO events VALUES ('over', 0, ?)", (body,))
        connection.execute("INSERT INTO measures VALUES (1, 'key')")
        connection.execute("INSERT INTO scores VALUES (1, '0|1|', 0.5)")
