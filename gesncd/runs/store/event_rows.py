"""Rows of the table of events, each an event as JSON at its position in the run."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from gesncd.runs.errors import StoreError
from gesncd.search.deserialise import event_from_dict
from gesncd.search.events import Event
from gesncd.search.plain_values import EventError
from gesncd.search.serialise import event_to_dict


def event_text(event: Event) -> str:
    """The text an event is kept as; equal events have equal texts."""
    # Escaped to ASCII, because SQLite takes only what UTF-8 can hold.
    return json.dumps(event_to_dict(event), separators=(",", ":"), allow_nan=False)


def insert_events(connection: sqlite3.Connection, run_id: str, events: Sequence[Event]) -> None:
    """Add events after the last."""
    start = count_events(connection, run_id)
    connection.executemany(
        "INSERT INTO events (run_id, position, body) VALUES (?, ?, ?)",
        [(run_id, start + i, event_text(event)) for i, event in enumerate(events)],
    )


def count_events(connection: sqlite3.Connection, run_id: str) -> int:
    """Number of events of a run."""
    row = connection.execute(
        "SELECT coalesce(max(position) + 1, 0) FROM events WHERE run_id = ?", (run_id,)
    ).fetchone()
    return int(row[0])


def delete_events(connection: sqlite3.Connection, run_id: str, start: int) -> None:
    """Remove the events from a position on."""
    connection.execute("DELETE FROM events WHERE run_id = ? AND position >= ?", (run_id, start))


def select_texts(connection: sqlite3.Connection, run_id: str, start: int) -> list[str]:
    """Texts of the events from a position on, in order."""
    rows = connection.execute(
        "SELECT body FROM events WHERE run_id = ? AND position >= ? ORDER BY position",
        (run_id, start),
    )
    return [row["body"] for row in rows]


def parse_events(run_id: str, texts: Sequence[str]) -> list[Event]:
    """Events of their texts.

    Raises
    ------
    StoreError
        If a text is no event.
    """
    try:
        return [event_from_dict(json.loads(text)) for text in texts]
    except (EventError, json.JSONDecodeError) as error:
        raise StoreError(f"An event of the run {run_id} is damaged: {error}") from error
