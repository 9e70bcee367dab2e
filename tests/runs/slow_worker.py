"""A worker whose measure takes its time, so that a test can kill it in the middle.

With a third argument it kills itself while it writes the event at that position.
"""

import os
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from gesncd.measures import Chunk, PartialCorrelation
from gesncd.runs.store.event_rows import count_events
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

SECONDS_A_QUERY = 0.02


class SlowMeasure(PartialCorrelation):
    """Partial correlation, a few queries at a time with a pause between."""

    def evaluate(self, queries, on_chunk=None):
        scores = super().evaluate(queries)
        for start in range(0, len(queries), 5):
            part = np.arange(start, min(start + 5, len(queries)))
            time.sleep(SECONDS_A_QUERY * len(part))
            if on_chunk is not None:
                on_chunk(Chunk(part, scores[part], int(part[-1]) + 1, len(queries)))
        return scores


def build(settings: RunSettings, dataset):
    return SlowMeasure(dataset)


def die_while_writing(store: RunStore, run_id: str, position: int) -> None:
    """Make the store kill this process between an event's row and its commit."""
    writing = store.database.writing

    @contextmanager
    def deadly():
        with writing() as connection:
            yield connection
            if count_events(connection, run_id) > position:
                os.kill(os.getpid(), signal.SIGKILL)

    store.database.writing = deadly


if __name__ == "__main__":
    opened = RunStore.open(Path(sys.argv[1]))
    if len(sys.argv) > 3:
        die_while_writing(opened, sys.argv[2], int(sys.argv[3]))
    work(opened, sys.argv[2], build)
