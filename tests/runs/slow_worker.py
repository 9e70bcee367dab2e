"""A worker whose measure takes its time, so that a test can kill it in the middle."""

import sys
import time
from pathlib import Path

import numpy as np

from gesncd.measures import Chunk, PartialCorrelation
from gesncd.runs.settings import RunSettings
from gesncd.runs.store import RunStore
from gesncd.runs.worker import work

SECONDS_A_QUERY = 0.05


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


if __name__ == "__main__":
    work(RunStore.open(Path(sys.argv[1])), sys.argv[2], build)
