import sqlite3

import pytest

from gesncd.runs.errors import StoreError
from gesncd.runs.schema import MIGRATIONS, migrate, schema_version


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
