"""Data sets and scores of the run store: what runs and tasks have in common."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from gesncd.data import Dataset
from gesncd.measures import Query
from gesncd.runs.errors import StoreError
from gesncd.runs.machine.home import Home, prepare_home
from gesncd.runs.store.database import PAGE_PATIENCE_S, Database
from gesncd.runs.store.dataset_files import read_dataset, write_dataset
from gesncd.runs.store.score_rows import insert_scores, select_scores


class DatasetStore:
    """Data sets and scores in one folder; see :meth:`open`.

    An object may be used from any thread, and several processes may have the
    same folder open.
    """

    def __init__(self, home: Home, database: Database) -> None:
        self.home = home
        self.database = database

    @classmethod
    def open(cls, home: Path | None = None, patience_s: float = PAGE_PATIENCE_S) -> Self:
        """Open the store of a folder, making it if need be.

        Parameters
        ----------
        home
            The folder; else the environment variable ``GESNCD_HOME``, else the
            platform's folder for user data.
        patience_s
            How long to wait for another program that has the database locked.

        Raises
        ------
        StoreError
            If the folder cannot be used, or its database is damaged or too new.
        """
        prepared = prepare_home(home)
        return cls(prepared, Database(prepared.database, patience_s))

    # --- data sets ---------------------------------------------------------------------

    def add_dataset(self, dataset: Dataset, name: str) -> str:
        """Keep a data set; harmless if it is there already.

        Returns
        -------
        Its SHA-256, by which everything else names it.
        """
        sha256 = dataset.sha256
        path = self.home.dataset(sha256)
        if not path.exists():
            write_dataset(dataset, path)
        with self.database.writing() as connection:
            if not path.exists():
                # The last run on these data was deleted this very moment.
                write_dataset(dataset, path)
            # The newest file with these very data is the one a person has at hand.
            connection.execute(
                "INSERT INTO datasets (sha256, name, source_sha256, n_rows, names, added) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET "
                "name = excluded.name, source_sha256 = excluded.source_sha256, "
                # A capsule without data may have named them wrongly before.
                "n_rows = excluded.n_rows, names = excluded.names, added = excluded.added",
                (
                    sha256,
                    storable(name),
                    dataset.source_sha256,
                    dataset.n_rows,
                    json.dumps(dataset.names),
                    time.time(),
                ),
            )
        return sha256

    def dataset(self, sha256: str) -> Dataset:
        """Read a data set and check its hash.

        Raises
        ------
        StoreError
            If there is none, or it is damaged.
        """
        with self.database.reading() as connection:
            row = connection.execute(
                "SELECT source_sha256 FROM datasets WHERE sha256 = ?", (sha256,)
            ).fetchone()
        if row is None:
            raise StoreError(f"There is no data set {sha256!r} here; add the data first.")
        if not self.has_data(sha256):
            raise StoreError(
                f"The data of this run are not here, only their hash {sha256[:12]}…; add the same "
                "data again to search on."
            )
        return read_dataset(self.home.dataset(sha256), sha256, row["source_sha256"])

    def has_data(self, sha256: str) -> bool:
        """Whether the values of a data set are here, and not only its hash."""
        return self.home.dataset(sha256).exists()

    def data_bytes(self, sha256: str) -> int:
        """Size of a data set's file; 0 where only its hash is here."""
        try:
            return self.home.dataset(sha256).stat().st_size
        except OSError:
            return 0

    def layout(self, sha256: str) -> NDArray[np.float64] | None:
        """Where the variables of a data set are drawn, shape ``(d, 2)``; None if unknown."""
        with self.database.reading() as connection:
            row = connection.execute(
                "SELECT layout FROM datasets WHERE sha256 = ?", (sha256,)
            ).fetchone()
        if row is None or row["layout"] is None:
            return None
        return np.array(json.loads(row["layout"]), dtype=np.float64).reshape(-1, 2)

    def set_layout(self, sha256: str, positions: NDArray[np.float64]) -> None:
        """Keep where the variables of a data set are drawn, shape ``(d, 2)``."""
        text = json.dumps(positions.tolist(), allow_nan=False)
        with self.database.writing() as connection:
            connection.execute("UPDATE datasets SET layout = ? WHERE sha256 = ?", (text, sha256))

    # --- scores ------------------------------------------------------------------------

    def scores(self, measure_key: str, queries: Sequence[Query]) -> dict[Query, float]:
        """Scores of those queries that any run has computed."""
        with self.database.reading() as connection:
            return select_scores(connection, measure_key, queries)

    def own_measure(self, measure_key: str, dataset_sha256: str) -> None:
        """Note which data a measure's scores belong to, so that they go when the data go."""
        with self.database.writing() as connection:
            connection.execute(
                "INSERT INTO measures (key, dataset_sha256) VALUES (?, ?) ON CONFLICT (key) "
                "DO UPDATE SET dataset_sha256 = excluded.dataset_sha256",
                (measure_key, dataset_sha256),
            )

    def add_scores(
        self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]
    ) -> None:
        """Keep scores for every run, in one transaction."""
        with self.database.writing() as connection:
            insert_scores(connection, measure_key, queries, scores)


def storable(text: str) -> str:
    """The text with what UTF-8 cannot hold written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
