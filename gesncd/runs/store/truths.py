"""Files of true graphs that a person gave for a data set, kept for every page and session.

Only bytes are kept. Whoever reads them checks them as on the first day.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Final

from gesncd.runs.errors import StoreError
from gesncd.runs.store.dataset_store import storable
from gesncd.runs.store.run_store import NAME_LIMIT, RunStore

MOST_BYTES: Final = 5_000_000
"""What the files that an owner keeps for a data set may take together."""


@dataclass(frozen=True, slots=True)
class KeptTruth:
    """A file as it was given.

    Parameters
    ----------
    sha256
        Hash of its bytes, by which it can be forgotten.
    name
        Its name, cut where it is endless.
    content
        Its bytes.
    """

    sha256: str
    name: str
    content: bytes


def truth_sha256(content: bytes) -> str:
    """By what a file is told from others of the same data."""
    return hashlib.sha256(content).hexdigest()


def kept_truths(store: RunStore, dataset_sha256: str, owner: str = "") -> tuple[KeptTruth, ...]:
    """What an owner gave for a data set, the newest first."""
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT sha256, name, content FROM truths WHERE dataset_sha256 = ? AND owner = ? "
            "ORDER BY added DESC, rowid DESC",
            (dataset_sha256, owner),
        ).fetchall()
    return tuple(KeptTruth(row["sha256"], row["name"], bytes(row["content"])) for row in rows)


def keep_truth(
    store: RunStore, dataset_sha256: str, name: str, content: bytes, owner: str = ""
) -> None:
    """Keep a file; one that is kept already becomes the newest, with its new name.

    Raises
    ------
    StoreError
        If there is no such data set, or the owner's files for it would take too much.
    """
    sha256 = truth_sha256(content)
    with store.database.writing() as connection:
        known = connection.execute("SELECT 1 FROM datasets WHERE sha256 = ?", (dataset_sha256,))
        if known.fetchone() is None:
            raise StoreError("The data set is no longer here, so nothing can be kept for it.")
        (taken,) = connection.execute(
            "SELECT coalesce(sum(length(content)), 0) FROM truths "
            "WHERE dataset_sha256 = ? AND owner = ? AND sha256 != ?",
            (dataset_sha256, owner, sha256),
        ).fetchone()
        if taken + len(content) > MOST_BYTES:
            raise StoreError(
                f"The true graphs kept for these data would take more than {MOST_BYTES:,} bytes; "
                "forget one of them first."
            )
        connection.execute(
            "INSERT INTO truths (dataset_sha256, owner, sha256, name, content, added) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (dataset_sha256, owner, sha256) DO UPDATE SET "
            "name = excluded.name, added = excluded.added",
            (
                dataset_sha256,
                owner,
                sha256,
                storable(name)[:NAME_LIMIT],
                content,
                time.time(),
            ),
        )


def forget_truth(store: RunStore, dataset_sha256: str, sha256: str, owner: str = "") -> None:
    """Forget a file; harmless where it is not kept."""
    with store.database.writing() as connection:
        connection.execute(
            "DELETE FROM truths WHERE dataset_sha256 = ? AND owner = ? AND sha256 = ?",
            (dataset_sha256, owner, sha256),
        )
