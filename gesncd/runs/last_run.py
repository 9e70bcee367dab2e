"""What goes with a run that is the last of its owner on its data, to be said before it does."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from gesncd.runs.errors import StoreError
from gesncd.runs.store.run_rows import select_belongings
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.statements import said_of_data
from gesncd.runs.store.truths import kept_truths
from gesncd.runs.tasks.store import tasks
from gesncd.words import listed, plural

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class LastRun:
    """What :func:`gesncd.runs.upkeep.delete_run` deletes besides the last run on some data.

    Parameters
    ----------
    n_statements
        What its owner said of the data.
    truths
        Names of the files given as true graphs.
    n_results
        Tasks of Tune and Judge that are over.
    """

    n_statements: int
    truths: tuple[str, ...]
    n_results: int

    @property
    def sentence(self) -> str:
        """For people, before it goes; empty where nothing else does."""
        parts = []
        if self.n_statements:
            parts.append(plural(self.n_statements, "statement"))
        if self.truths:
            word = "truth" if len(self.truths) == 1 else "truths"
            parts.append(f"the {word} {listed(self.truths[:_MOST_NAMED], len(self.truths))}")
        if self.n_results:
            parts.append(f"{plural(self.n_results, 'result')} of Tune and Judge")
        if not parts:
            return ""
        several = len(parts) > 1 or self.n_statements + len(self.truths) + self.n_results > 1
        go = "go" if several else "goes"
        return f"This is the last run on these data: {listed(parts)} {go} too."


def goes_with(store: RunStore, run_id: str) -> LastRun | None:
    """What is deleted with a run, also one that cannot be read; None where it is not the last.

    Raises
    ------
    UnknownRunError
        If no run has this id.
    StoreError
        If the store cannot be read.
    """
    with store.database.reading() as connection:
        sha256, owner = select_belongings(connection, run_id)
        other = connection.execute(
            "SELECT 1 FROM runs WHERE dataset_sha256 = ? AND owner = ? AND id != ? LIMIT 1",
            (sha256, owner, run_id),
        ).fetchone()
    if other is not None:
        return None
    said = 0
    # Statements that cannot be understood cannot be counted.
    with contextlib.suppress(StoreError):
        said = len(said_of_data(store, sha256, owner).said)
    over = [each for each in tasks(store, dataset_sha256=sha256, owner=owner) if not each.is_live]
    return LastRun(said, tuple(each.name for each in kept_truths(store, sha256, owner)), len(over))
