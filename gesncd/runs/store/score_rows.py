"""Rows of the table of scores, shared by every run: one score a measure and query."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final

from gesncd.measures import Query

# Below the least limit on parameters that SQLite was ever built with (999).
_BATCH: Final = 900


def query_text(query: Query) -> str:
    """Canonical text of a query, such as ``1|4|0,2``."""
    return "|".join(",".join(map(str, part)) for part in (query.x, query.y, query.z))


def select_scores(
    connection: sqlite3.Connection, measure_key: str, queries: Sequence[Query]
) -> dict[Query, float]:
    """Scores of those queries that have one."""
    row = connection.execute("SELECT id FROM measures WHERE key = ?", (measure_key,)).fetchone()
    if row is None:
        return {}
    found: dict[Query, float] = {}
    for batch in _batches(queries):
        by_text = {query_text(query): query for query in batch}
        marks = ",".join("?" * len(by_text))
        rows = connection.execute(
            f"SELECT query, score FROM scores WHERE measure = ? AND query IN ({marks})",
            (row["id"], *by_text),
        )
        found.update((by_text[row["query"]], row["score"]) for row in rows)
    return found


def insert_scores(
    connection: sqlite3.Connection,
    measure_key: str,
    queries: Sequence[Query],
    scores: Sequence[float],
) -> None:
    """Keep scores; one that is there already stays.

    Raises
    ------
    ValueError
        If a score is infinite or NaN, or there are not as many scores as queries.
    """
    rows = [(query_text(query), float(score)) for query, score in zip(queries, scores, strict=True)]
    for text, score in rows:
        if not math.isfinite(score):
            raise ValueError(f"The score of the query {text} is {score}; scores must be finite.")
    connection.execute("INSERT OR IGNORE INTO measures (key) VALUES (?)", (measure_key,))
    measure = connection.execute(
        "SELECT id FROM measures WHERE key = ?", (measure_key,)
    ).fetchone()["id"]
    connection.executemany(
        "INSERT OR IGNORE INTO scores (measure, query, score) VALUES (?, ?, ?)",
        [(measure, text, score) for text, score in rows],
    )


def _batches(queries: Sequence[Query]) -> Iterator[Sequence[Query]]:
    for start in range(0, len(queries), _BATCH):
        yield queries[start : start + _BATCH]
