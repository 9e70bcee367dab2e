"""The work of an evaluation: how long it takes, about, and how it is cut into tasks.

The estimates shape tasks, never scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.measures.ncd.chunks import chunks
from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.radial import columns_side_by_side
from gesncd.measures.ncd.settings import NcdSettings

_TASK_SECONDS = 0.3
"""Estimated work of a task; progress and cancelling are as fine as that."""
_FLOPS_PER_SECOND = 3e10
"""A cautious guess at one core's speed."""
_GPU_TASK_SECONDS = 0.6
"""A GPU gains from large tasks."""
_GPU_FLOPS_PER_SECOND = 2e12
"""A cautious guess at a GPU's speed with small matrices."""


@dataclass(frozen=True, slots=True)
class Task:
    """Some unique queries of one shape, with their places among the unique ones."""

    indices: tuple[int, ...]
    queries: tuple[ColumnQuery, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """What queries take on data of a size.

    Parameters
    ----------
    n_rows
        Rows that are used.
    settings
        Those of the measure.
    device
        Where perceptrons are trained: ``"cpu"`` or ``"cuda"``.
    """

    n_rows: int
    settings: NcdSettings
    device: str

    def tasks(self, asked: Sequence[ColumnQuery], jobs: int) -> tuple[list[Task], float]:
        """Tasks of queries of one shape and about equal work, and the work in seconds.

        Queries that share a conditioning set come together, because they share
        the predictable parts too, and among them those that share x and y: see
        :func:`~.chunks.chunks`.

        Parameters
        ----------
        asked
            Unique queries.
        jobs
            Number of processes that may take tasks.
        """
        tile = self._columns_a_tile()

        def place_of(i: int) -> tuple[object, ...]:
            query = asked[i]
            block = (query.x[0] // tile, query.y[0] // tile) if tile else ()
            return query.shape[::-1], query.z, block, i

        order = sorted(range(len(asked)), key=place_of)
        seconds = [self._seconds(asked[i]) for i in order]
        set_seconds = self._seconds_of_a_set()
        sets = {asked[i].z for i in order if asked[i].z}
        whole = sum(seconds) + set_seconds * len(sets)
        limit = min(_TASK_SECONDS, whole / (2 * jobs))
        if self.device != "cpu":
            limit = _GPU_TASK_SECONDS
        cut = chunks([asked[i] for i in order], seconds, set_seconds, limit=limit, jobs=jobs)
        tasks = [
            Task(tuple(order[k] for k in chunk), tuple(asked[order[k]] for k in chunk))
            for chunk in cut
        ]
        return tasks, whole

    def _columns_a_tile(self) -> int:
        """Pairs given one set come in tiles of so many columns a side; 0 where it is no matter.

        Radial networks keep what they worked out for a few columns. Pairs row by row
        would need all columns again in each row.
        """
        if self.settings.networks != "radial":
            return 0
        return columns_side_by_side(self.n_rows, self.settings) // 2

    def _seconds(self, query: ColumnQuery) -> float:
        """Estimated time of a query on one core, what its conditioning set takes left out."""
        s = self.settings
        if s.networks == "radial":
            return s.restarts * (1.5e-3 + 3e-6 * self.n_rows) * s.units / 60
        wide, n_z = query.shape
        kinds = 2 if s.inputs == "both" else 1
        between, above = max(0, s.test_depth - 2), max(0, s.depth - 2)
        function = s.test_width * ((wide + n_z) * kinds + 2 + between * s.test_width)
        regressor = s.width * (n_z * kinds + 2 + above * s.width) if n_z else 0
        rounds = s.outer_steps * (function + s.inner_steps * regressor)
        # Six operations a weight and row, forward and back, for the two networks of a pair.
        speed = _FLOPS_PER_SECOND if self.device == "cpu" else _GPU_FLOPS_PER_SECOND
        return s.restarts * rounds * 12.0 * self.n_rows / speed

    def _seconds_of_a_set(self) -> float:
        """Estimated time that a conditioning set takes, whatever the number of its queries."""
        s = self.settings
        splits = s.restarts if s.networks == "radial" else 1
        each = 1e-2 + 3.2e-5 * self.n_rows
        return splits * each if s.remove_predictable else 0.0
