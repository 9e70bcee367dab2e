"""What a person said of a data set before looking at it, kept for every page and session."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gesncd.analysis.statements import Relation, Statement
from gesncd.runs.errors import StoreError
from gesncd.runs.store.run_store import RunStore

MOST_CHARACTERS: Final = 1_000_000
"""What the statements about a data set may take, as JSON."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, and whether the search is made to obey it."""

    statement: Statement
    enforced: bool = False


@dataclass(frozen=True, slots=True)
class SaidOfData:
    """All that one person said of a data set.

    Parameters
    ----------
    said
        The statements, in the order in which they were made.
    runs
        Ids of the runs whose own knowledge was taken in already: it is not taken in twice,
        as it may have been taken back since.
    """

    said: tuple[Said, ...] = ()
    runs: tuple[str, ...] = ()


def said_of_data(store: RunStore, dataset_sha256: str, owner: str = "") -> SaidOfData:
    """What an owner said of a data set; nothing where nothing was kept.

    Raises
    ------
    StoreError
        If what was kept cannot be understood.
    """
    with store.database.reading() as connection:
        row = connection.execute(
            "SELECT body FROM statements WHERE dataset_sha256 = ? AND owner = ?",
            (dataset_sha256, owner),
        ).fetchone()
    if row is None:
        return SaidOfData()
    return _read(row["body"])


def take_said(store: RunStore, dataset_sha256: str, said: SaidOfData, owner: str = "") -> bool:
    """Keep what came from elsewhere, unless its new owner has other statements already.

    Whoever said something before looking must not find a stranger's words among it.

    Parameters
    ----------
    store, dataset_sha256, owner
        Where, of what data and whose it becomes.
    said
        The statements, and the run that they came with.

    Returns
    -------
    bool
        Whether the owner has just these statements now. False leaves all as it was.

    Raises
    ------
    StoreError
        If there is no such data set, or the statements are too long.
    """
    with store.database.writing() as connection:
        row = connection.execute(
            "SELECT body FROM statements WHERE dataset_sha256 = ? AND owner = ?",
            (dataset_sha256, owner),
        ).fetchone()
        try:
            own = SaidOfData() if row is None else _read(row["body"])
        except StoreError:
            # Damaged or not, it is the owner's.
            return False
        if own.said and set(own.said) != set(said.said):
            return False
        runs = tuple(dict.fromkeys((*own.runs, *said.runs)))
        _write(connection, dataset_sha256, SaidOfData(own.said or said.said, runs), owner)
    return True


def keep_said(store: RunStore, dataset_sha256: str, said: SaidOfData, owner: str = "") -> None:
    """Keep what an owner said of a data set, instead of what was kept before.

    Raises
    ------
    StoreError
        If there is no such data set, or the statements are too long.
    """
    with store.database.writing() as connection:
        _write(connection, dataset_sha256, said, owner)


def _read(body: str) -> SaidOfData:
    try:
        return said_from_dict(json.loads(body))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        # KnowledgeError is a ValueError.
        raise StoreError(
            "The statements kept for these data cannot be read. Forget them, and say them again."
        ) from error


def _write(
    connection: sqlite3.Connection, dataset_sha256: str, said: SaidOfData, owner: str
) -> None:
    body = json.dumps(said_to_dict(said), ensure_ascii=True, separators=(",", ":"))
    if len(body) > MOST_CHARACTERS:
        raise StoreError("These are too many statements to keep; take some of them back.")
    known = connection.execute(
        "SELECT 1 FROM datasets WHERE sha256 = ?", (dataset_sha256,)
    ).fetchone()
    if known is None:
        raise StoreError("The data set is no longer here, so nothing can be kept for it.")
    connection.execute(
        "INSERT INTO statements (dataset_sha256, owner, body, changed) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (dataset_sha256, owner) DO UPDATE SET "
        "body = excluded.body, changed = excluded.changed",
        (dataset_sha256, owner, body, time.time()),
    )


def said_to_dict(said: SaidOfData) -> dict[str, Any]:
    """Plain values of what was said, for JSON."""
    return {
        "said": [
            {
                "relation": each.statement.relation.value,
                "groups": [list(group) for group in each.statement.groups],
                "enforced": each.enforced,
            }
            for each in said.said
        ],
        "runs": list(said.runs),
    }


def said_from_dict(document: Mapping[str, Any]) -> SaidOfData:
    """What was said, of its plain values.

    Raises
    ------
    ValueError, TypeError, KeyError, AttributeError
        If these are not the values of any statements.
    """
    return SaidOfData(
        tuple(
            Said(
                Statement(
                    Relation(each["relation"]), tuple(tuple(group) for group in each["groups"])
                ),
                bool(each["enforced"]),
            )
            for each in document["said"]
        ),
        tuple(document["runs"]),
    )
