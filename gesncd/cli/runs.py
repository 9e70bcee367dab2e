"""``runs``: the runs of the app from a terminal."""

from __future__ import annotations

import argparse
import io
import re
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from gesncd.cli.result_files import refuse_unwritable, write_whole
from gesncd.cli.sentences import edge_lines, floor_sentence, shown, step_sentence
from gesncd.knowledge import Constraints
from gesncd.runs.capsule.archive import is_capsule
from gesncd.runs.capsule.capsule import SUFFIX, export_run, import_run
from gesncd.runs.errors import StoreError, UnknownRunError
from gesncd.runs.store.records import DamagedRun, RunRecord, RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.summary import RunSummary, early_end, knowledge_where_stopped, summarise
from gesncd.runs.upkeep import delete_run
from gesncd.runs.words import settings_words
from gesncd.runs.workers.launch import launch
from gesncd.search.arrow_sources import arrow_sources
from gesncd.search.ending import ending_of
from gesncd.search.events import Step
from gesncd.search.notes import notes_of
from gesncd.search.words import score_text

_POLL_S: Final = 0.2
_HEADER: Final[tuple[str, ...]] = (
    "run",
    "started",
    "state",
    "measure",
    "τ",
    "edges",
    "S_g",
    "settings",
    "data",
)


def runs(options: argparse.Namespace) -> int:
    """Run the command; its exit code.

    Raises
    ------
    StoreError
        If there are no runs where they are looked for, or the store cannot be read or written.
    """
    # Only what brings a run may begin a folder of runs: any other name of none is a slip.
    if options.action != "import" and options.home is not None and not options.home.is_dir():
        raise StoreError(f"There is no folder of runs at {options.home}.")
    store = RunStore.open(options.home)
    if options.action == "list":
        return _list(store)
    if options.action == "import":
        return _import(store, options.capsule)
    if options.action == "delete" and (damaged := _find_damaged(store, options.run)):
        return _delete(store, damaged, asked=options.yes)
    record = _find(store, options.run)
    if options.action == "show":
        return _show(store, record)
    if options.action == "export":
        return _export(
            store,
            record,
            options.out,
            with_data=not options.no_data,
            with_statements=not options.no_statements,
        )
    if options.action == "delete":
        return _delete(store, record, asked=options.yes)
    return _resume(store, record)


def _find(store: RunStore, prefix: str) -> RunRecord:
    """The run of an id, or of the first characters of one.

    Raises
    ------
    StoreError
        If no run, or more than one, has such an id.
    """
    try:
        return store.run(prefix)
    except UnknownRunError:
        matching = [record for record in store.runs() if record.id.startswith(prefix)]
        if prefix and len(matching) == 1:
            return matching[0]
        if prefix and matching:
            ids = ", ".join(record.id for record in matching[:5])
            raise StoreError(
                f"{len(matching)} runs have an id that begins with {prefix!r}: {ids}."
            ) from None
        raise


def _find_damaged(store: RunStore, prefix: str) -> DamagedRun | None:
    """The one run that cannot be read of an id, or of the first characters of one."""
    matching = [run for run in store.damaged_runs() if prefix and run.id.startswith(prefix)]
    readable = any(record.id.startswith(prefix) for record in store.runs())
    return matching[0] if len(matching) == 1 and not readable else None


def _list(store: RunStore) -> int:
    records, damaged = store.runs(), store.damaged_runs()
    if not records and not damaged:
        print(f"No runs in {store.home.path}.")
        return 0
    if records:
        _print_table(store, records)
    for run in damaged:
        print(f"{run.id}  cannot be read ({shown(run.title)}): {run.problem}", file=sys.stderr)
    return 0


def _print_table(store: RunStore, records: list[RunRecord]) -> None:
    rows = [_HEADER]
    rows += [_row(record, summarise(store, record.id)) for record in records]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print("  ".join((*cells, row[-1])).rstrip())


def _row(record: RunRecord, summary: RunSummary) -> tuple[str, ...]:
    name = shown(record.data_name)
    if record.name:
        name = f"{shown(record.name)} ({name})"
    return (
        record.id,
        _time(record.created),
        record.state.value,
        record.settings.measure,
        "–" if record.tau is None else score_text(record.tau),
        "–" if summary.graph is None else str(summary.graph.n_edges),
        "–" if summary.global_score is None else score_text(summary.global_score),
        ", ".join((*settings_words(record.settings), f"seed {record.settings.seed}")),
        name + (" [pinned]" if record.pinned else ""),
    )


def _show(store: RunStore, record: RunRecord) -> int:
    for line in _described(store, record):
        print(line)
    events = store.events(record.id)
    for event in events:
        if isinstance(event, Step):
            print(step_sentence(event, record.tau or 0.0, record.names))
    summary = summarise(store, record.id)
    unfinished = early_end(record.state, sum(isinstance(event, Step) for event in events))
    if unfinished:
        print(unfinished)
    if summary.graph is not None:
        changes = ending_of(events, knowledge_where_stopped(record)).changes
        known = Constraints.of(record.settings.knowledge, record.names)
        sources = arrow_sources(summary.graph, changes, known)
        for line in edge_lines(summary.graph, record.names, sources):
            print(line)
    if summary.global_score is not None:
        print(f"Global score S_g: {score_text(summary.global_score)}.")
    if record.noise_floor is not None:
        print(floor_sentence(record.noise_floor, record.settings))
    for note in notes_of(events, record.settings.knowledge, record.names):
        print(shown(note))
    return 0


def _described(store: RunStore, record: RunRecord) -> Iterator[str]:
    yield f"Run {record.id}" + (f": {shown(record.name)}" if record.name else "")
    state = record.state.value
    if record.waiting is not None:
        state += f": {record.waiting.sentence}"
    yield f"State: {state}." + (f" {shown(record.message)}" if record.message else "")
    here = "" if store.has_data(record.dataset_sha256) else "; only their hash is here"
    yield (
        f"Data: {shown(record.data_name)}, {record.n_variables} variables, {record.n_rows} rows"
        f"{here}."
    )
    yield f"Data hash: {record.dataset_sha256}."
    settings = ", ".join(
        f"{name} {shown(str(value))}"
        for name, value in record.settings.to_dict().items()
        if name != "knowledge"
    )
    yield f"Settings: {settings}."
    if not record.settings.knowledge.is_empty:
        yield "Background knowledge is in force."
    if record.tau is not None:
        source = "automatic" if record.settings.tau is None else "given"
        yield f"Threshold τ: {score_text(record.tau)} ({source})."
    yield f"Started: {_time(record.created)}."
    if record.duration_s is not None:
        yield f"Time: {record.duration_s:.1f} s."
    if record.versions:
        yield "Software: " + ", ".join(f"{k} {shown(v)}" for k, v in record.versions.items()) + "."
    if record.note:
        yield f"Note: {shown(record.note)}"


def _export(
    store: RunStore,
    record: RunRecord,
    out: Path | None,
    *,
    with_data: bool,
    with_statements: bool,
) -> int:
    path = Path(_file_name(record)) if out is None else out
    refuse_unwritable(path)
    if path.is_file() and path.stat().st_size and not is_capsule(path):
        raise StoreError(f"{path} is there already and is no capsule; give another name.")
    target = io.BytesIO()
    # The command line is the administrator's, and acts for the run's owner.
    export_run(
        store,
        record.id,
        target,
        with_data=with_data,
        with_statements=with_statements,
        owner=record.owner,
    )
    write_whole(path, target.getvalue())
    print(f"{path}: the run {'with its data' if with_data else 'without its data'}.")
    return 0


def _file_name(record: RunRecord) -> str:
    stem = re.sub(r"[^A-Za-z0-9]+", "_", record.title).strip("_").lower()[:60] or "run"
    return f"{stem}_{record.id[:6]}{SUFFIX}"


def _import(store: RunStore, path: Path) -> int:
    with path.open("rb") as source:
        imported = import_run(store, source)
    record = store.run(imported.run_id)
    what = "added" if imported.is_new else "is here already"
    data = "" if imported.has_data else ", without its data"
    if imported.brought_data and not imported.is_new:
        data = "; its data have come along now"
    print(f"Run {record.id} {what}{data}: {shown(record.title)}, {record.state.value}.")
    if imported.n_statements:
        print(imported.statements_text)
    return 0


def _delete(store: RunStore, run: RunRecord | DamagedRun, *, asked: bool) -> int:
    name = shown(run.title)
    if isinstance(run, RunRecord) and run.name:
        name += f" ({shown(run.data_name)})"
    if not asked:
        if not sys.stdin.isatty():
            raise StoreError("Nobody is there to be asked; give --yes to delete without asking.")
        answer = input(f"Delete the run {run.id}, {name}, for good? [y/N] ")
        if answer.strip().lower() not in ("y", "yes"):
            print("Nothing was deleted.")
            return 0
    delete_run(store, run.id)
    print(f"Run {run.id}, {name}, was deleted.")
    return 0


def _resume(store: RunStore, record: RunRecord) -> int:
    """Go on with a run and tell its steps; 1 if it does not finish."""
    launch(store, record.id)
    told = 0
    try:
        while True:
            current = store.run(record.id)
            for event in store.events(record.id, told):
                told += 1
                if isinstance(event, Step):
                    sentence = step_sentence(event, current.tau or 0.0, record.names)
                    print(sentence, flush=True)
            if not current.state.is_live:
                break
            time.sleep(_POLL_S)
    except KeyboardInterrupt:
        print(f"The run {record.id} goes on in the background.", file=sys.stderr)
        return 130
    print(f"The run is {current.state.value}." + (f" {current.message}" if current.message else ""))
    return int(current.state is not RunState.FINISHED)


def _time(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        # The clock of the machine that made the capsule was far off.
        return "–"
