"""A run as one file that opens anywhere: settings, events, layout, data or hash, statements.

See ``docs/runs.md`` for the format. Scores stay at home: they are shared by all
runs of a store, and a stranger's file must not be able to slip false ones in.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import IO, Final

import gesncd
from gesncd.data import Dataset
from gesncd.runs.capsule.archive import (
    DATA,
    EVENTS,
    RUN,
    STATEMENTS,
    CapsuleError,
    CapsuleLimits,
    other_release,
    parse_json,
    read_archive,
    write_archive,
)
from gesncd.runs.capsule.described_run import CapsuleRun, read_run, run_values
from gesncd.runs.capsule.events import read_events
from gesncd.runs.capsule.told import read_statements, renamed, said_values, taken_text
from gesncd.runs.errors import UnknownRunError
from gesncd.runs.store.dataset_files import read_foreign_dataset
from gesncd.runs.store.dataset_store import storable
from gesncd.runs.store.event_rows import event_text, insert_events
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_rows import insert_columns, new_id
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.statements import said_of_data, take_said
from gesncd.search.events import Event, Finished, Started

SUFFIX: Final = ".gesncd"

__all__ = [
    "SUFFIX",
    "CapsuleError",
    "CapsuleLimits",
    "Imported",
    "export_run",
    "import_run",
]


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a capsule.

    Parameters
    ----------
    run_id
        The run; the same id as at home, unless another run has it here.
    is_new
        False where the very same run was here already.
    has_data
        Whether the data are here, so that the search can go on and be repeated.
    brought_data
        Whether they came with this capsule.
    n_statements
        How many statements about the data the capsule holds.
    took_statements
        Whether they are the opener's now. Not where the opener has others about the same
        data: those stay as they are.
    """

    run_id: str
    is_new: bool
    has_data: bool
    brought_data: bool = False
    n_statements: int = 0
    took_statements: bool = False

    @property
    def statements_text(self) -> str:
        """What became of the statements, for people; empty where there are none."""
        return taken_text(self.n_statements, took=self.took_statements)


def export_run(
    store: RunStore,
    run_id: str,
    target: IO[bytes],
    *,
    with_data: bool,
    with_statements: bool = True,
    owner: str = "",
) -> None:
    """Write a run as a capsule; the same run and statements give the same bytes.

    Parameters
    ----------
    store
        Where the run lies.
    run_id
        The run. One that goes on is written as far as it has come.
    target
        Open for writing, and seekable.
    with_data
        Whether the data come along, or only their hash.
    with_statements
        Whether what was said of the data comes along.
    owner
        Whose statements these are: the exporter's, who need not be the run's owner.

    Raises
    ------
    UnknownRunError
        If no run has this id.
    StoreError
        If its data, events or statements are damaged, or the data are asked for and not here.
    """
    record = store.run(run_id)
    events = store.events(run_id)
    values = run_values(record, store.layout(record.dataset_sha256))
    files = {
        RUN: json.dumps(values, indent=2, allow_nan=False).encode("ascii"),
        EVENTS: ("[\n" + ",\n".join(map(event_text, events)) + "\n]").encode("ascii"),
    }
    if with_data:
        # Reading checks the hash: a capsule must not carry damage away.
        store.dataset(record.dataset_sha256)
        files[DATA] = store.home.dataset(record.dataset_sha256).read_bytes()
    if with_statements:
        said = said_of_data(store, record.dataset_sha256, owner)
        told = said_values(said, run_id, record.names)
        if told is not None:
            files[STATEMENTS] = json.dumps(told, indent=2).encode("ascii")
    write_archive(target, files, gesncd.__version__)


def import_run(
    store: RunStore,
    source: IO[bytes],
    *,
    owner: str = "",
    limits: CapsuleLimits = CapsuleLimits(),
) -> Imported:
    """Add the run of a capsule.

    Parameters
    ----------
    store
        Where it shall lie.
    source
        The capsule, open for reading, and seekable.
    owner
        Whose run it becomes; see :mod:`gesncd.runs.sharing`.
    limits
        How large a capsule may be.

    Raises
    ------
    CapsuleError
        If the file is no capsule, or a damaged, edited, oversized, newer or hostile one.
    StoreError
        If the store cannot be written.
    """
    files = read_archive(source, limits)
    run, events = _read_run(files)
    dataset = None
    if DATA in files:
        dataset = read_foreign_dataset(
            files[DATA], run.dataset_sha256, run.source_sha256, run.n_rows, limits.values
        )
        if dataset.names != run.names:
            raise CapsuleError("The capsule's data have other variables than its run.")
    elif owner:
        _refuse_strangers_data(store, run, owner)
    told = files.get(STATEMENTS)
    said = None if told is None else read_statements(told, run.id, run.names)
    imported = _insert(store, run, events, dataset, owner)
    if said is None:
        return imported
    took = take_said(store, run.dataset_sha256, renamed(said, imported.run_id), owner)
    return replace(imported, n_statements=len(said.said), took_statements=took)


def _read_run(files: Mapping[str, bytes]) -> tuple[CapsuleRun, list[Event]]:
    try:
        run = read_run(parse_json(files[RUN], RUN))
        events = read_events(parse_json(files[EVENTS], EVENTS), len(run.names))
        _check_events_of(run, events)
    except CapsuleError as error:
        raise CapsuleError(f"{error}{other_release(files, gesncd.__version__)}") from error
    return run, events


def _check_events_of(run: CapsuleRun, events: list[Event]) -> None:
    is_over = bool(events) and isinstance(events[-1], Finished)
    if (run.state is RunState.FINISHED) != is_over:
        raise CapsuleError(f"The capsule's run is {run.state.value}, but its events say otherwise.")
    if events and isinstance(events[0], Started) and events[0].tau != run.tau:
        raise CapsuleError("The capsule's run has another τ than its events.")


def _refuse_strangers_data(store: RunStore, run: CapsuleRun, owner: str) -> None:
    """In a shared store, a hash alone must not open data that somebody else brought."""
    own = {record.dataset_sha256 for record in store.runs(owner)}
    if run.dataset_sha256 not in own:
        raise CapsuleError(
            "The capsule holds only the hash of its data. On this shared machine it opens once "
            "you have a run on the same data, or when it was exported with its data."
        )


def _insert(
    store: RunStore, run: CapsuleRun, events: list[Event], dataset: Dataset | None, owner: str
) -> Imported:
    brings = dataset is not None and not store.has_data(run.dataset_sha256)
    if dataset is not None:
        store.add_dataset(dataset, run.data_name)
    # In a shared store an id from outside could be one that somebody chose.
    known = None if owner else _same_run(store, run, events)
    if known:
        return Imported(run.id, False, store.has_data(run.dataset_sha256), brings)
    run_id = run.id if known is None and not owner else new_id()
    now = time.time()
    with store.database.writing() as connection:
        connection.execute(
            "INSERT OR IGNORE INTO datasets (sha256, name, source_sha256, n_rows, names, added) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                run.dataset_sha256,
                storable(run.data_name),
                run.source_sha256,
                run.n_rows,
                json.dumps(run.names),
                now,
            ),
        )
        row = connection.execute(
            "SELECT n_rows, names FROM datasets WHERE sha256 = ?", (run.dataset_sha256,)
        ).fetchone()
        if (row["n_rows"], tuple(json.loads(row["names"]))) != (run.n_rows, run.names):
            raise CapsuleError("The capsule's run names other variables than its data have here.")
        if run.layout is not None:
            connection.execute(
                "UPDATE datasets SET layout = coalesce(layout, ?) WHERE sha256 = ?",
                (json.dumps(run.layout.tolist()), run.dataset_sha256),
            )
        insert_columns(connection, _columns(run, run_id, owner, now))
        insert_events(connection, run_id, events)
    return Imported(run_id, True, store.has_data(run.dataset_sha256), brings)


def _same_run(store: RunStore, run: CapsuleRun, events: list[Event]) -> bool | None:
    """Whether the run of this id is the very same; None if there is none."""
    try:
        record = store.run(run.id)
    except UnknownRunError:
        return None
    return (
        record.dataset_sha256 == run.dataset_sha256
        and record.settings == run.settings
        and store.event_texts(run.id) == [event_text(event) for event in events]
    )


def _columns(
    run: CapsuleRun, run_id: str, owner: str, now: float
) -> dict[str, str | float | int | None]:
    return {
        "id": run_id,
        "dataset_sha256": run.dataset_sha256,
        "source_sha256": run.source_sha256,
        "data_name": storable(run.data_name),
        "settings": json.dumps(run.settings.to_dict()),
        "state": run.state.value,
        "attempt": run.attempt,
        "tau": run.tau,
        "noise_floor": run.noise_floor,
        "versions": json.dumps(dict(run.versions)),
        "created": run.created,
        "started": run.started,
        "ended": run.ended,
        "spent_s": run.spent_s,
        # The clock of expiry begins when the run comes here.
        "heartbeat": now,
        "message": storable(run.message),
        "name": storable(run.name),
        "note": storable(run.note),
        "owner": owner,
        "preparation": json.dumps(run.preparation),
        "queued": now,
    }
