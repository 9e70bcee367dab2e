"""Events of runs in the store. A run's worker is their only writer; pages read."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.runs.store.dataset_store import DatasetStore
from gesncd.runs.store.event_rows import (
    count_events,
    delete_events,
    insert_events,
    parse_events,
    select_texts,
)
from gesncd.runs.store.run_rows import select_run
from gesncd.search.events import Event


class EventStore(DatasetStore):
    """What runs yielded, besides the data they share.

    See :class:`gesncd.runs.store.run_store.RunStore`.
    """

    def append_events(self, run_id: str, events: Sequence[Event]) -> None:
        """Add events after the last, all of them or none."""
        with self.database.writing() as connection:
            insert_events(connection, run_id, events)

    def truncate_events(self, run_id: str, start: int) -> None:
        """Remove the events from a position on."""
        with self.database.writing() as connection:
            delete_events(connection, run_id, start)

    def events(self, run_id: str, start: int = 0) -> list[Event]:
        """Events of a run from a position on, in order.

        Raises
        ------
        UnknownRunError
            If no run has this id.
        StoreError
            If an event is damaged.
        """
        return parse_events(run_id, self.event_texts(run_id, start))

    def event_texts(self, run_id: str, start: int = 0) -> list[str]:
        """The same events as the JSON texts they are kept as."""
        with self.database.reading() as connection:
            select_run(connection, run_id)
            return select_texts(connection, run_id, start)

    def n_events(self, run_id: str) -> int:
        """Number of events of a run."""
        with self.database.reading() as connection:
            select_run(connection, run_id)
            return count_events(connection, run_id)
