import threading

import pytest

from gesncd.runs.errors import StoreError
from gesncd.runs.store.database import Database


@pytest.fixture
def database(tmp_path):
    return Database(tmp_path / "runs.sqlite")


def add_measure(database, key):
    with database.writing() as connection:
        connection.execute("INSERT INTO measures (key) VALUES (?)", (key,))


def keys(database):
    with database.reading() as connection:
        return [row["key"] for row in connection.execute("SELECT key FROM measures ORDER BY key")]


def test_the_database_is_in_wal_mode(database):
    with database.reading() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_a_failed_batch_leaves_nothing(database):
    def fail_after_writing():
        with database.writing() as connection:
            connection.execute("INSERT INTO measures (key) VALUES ('lost')")
            raise KeyError

    with pytest.raises(KeyError):
        fail_after_writing()
    assert keys(database) == []


def test_a_reader_sees_the_last_commit_while_another_writes(database):
    add_measure(database, "a")
    with database.writing() as connection:
        connection.execute("INSERT INTO measures (key) VALUES ('b')")
        assert keys(database) == ["a"]
    assert keys(database) == ["a", "b"]


def test_many_threads_may_write_at_once(database):
    failures = []

    def write(number):
        try:
            for i in range(10):
                add_measure(database, f"{number}-{i}")
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(keys(database)) == 60


def test_many_threads_may_open_a_new_file_at_once(tmp_path):
    failures = []
    barrier = threading.Barrier(6)

    def open_it():
        # Many times: SQLite refused one in a few hundred.
        for number in range(40):
            barrier.wait()
            try:
                Database(tmp_path / f"new-{number}.sqlite")
            except StoreError as error:
                failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_full_disk_gives_a_message_and_loses_nothing(database, monkeypatch):
    add_measure(database, "kept")
    connect = database._connect

    def connect_to_full_disk():
        connection = connect()
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    monkeypatch.setattr(database, "_connect", connect_to_full_disk)
    with pytest.raises(StoreError, match="disk is full"):
        add_measure(database, "x" * 100_000)
    monkeypatch.undo()
    assert keys(database) == ["kept"]
    add_measure(database, "later")
    assert keys(database) == ["kept", "later"]


def test_while_another_program_writes_the_file_is_opened_and_read_and_a_write_waits(tmp_path):
    path = tmp_path / "runs.sqlite"
    database = Database(path)
    add_measure(database, "a")
    with database.writing() as connection:
        connection.execute("INSERT INTO measures (key) VALUES ('b')")
        hasty = Database(path, patience_s=0.05)
        assert keys(hasty) == ["a"]
        with pytest.raises(StoreError, match="in use by another program"):
            add_measure(hasty, "c")
        patient = threading.Thread(target=add_measure, args=(Database(path), "d"))
        patient.start()
    patient.join()
    assert keys(database) == ["a", "b", "d"]


def test_a_file_that_is_no_database_gives_a_message(tmp_path):
    (tmp_path / "runs.sqlite").write_bytes(b"this is a letter, not a database" * 100)
    with pytest.raises(StoreError, match="damaged or is no database"):
        Database(tmp_path / "runs.sqlite")


def test_a_damaged_database_gives_a_message(tmp_path):
    path = tmp_path / "runs.sqlite"
    database = Database(path)
    with database.writing() as connection:
        long_keys = [(f"{i:0500}",) for i in range(200)]
        connection.executemany("INSERT INTO measures (key) VALUES (?)", long_keys)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        keys(Database(path))


def test_a_folder_in_the_place_of_the_file_gives_a_message(tmp_path):
    (tmp_path / "runs.sqlite").mkdir()
    with pytest.raises(StoreError, match="cannot be opened"):
        Database(tmp_path / "runs.sqlite")


def test_holding_the_file_open_hinders_nobody(database):
    with database.held_open():
        add_measure(database, "a")
        assert keys(database) == ["a"]
