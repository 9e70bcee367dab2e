"""A query as NCD's networks see it: by columns."""

from __future__ import annotations

from dataclasses import dataclass

from gesncd.measures.base import Query


@dataclass(frozen=True, slots=True)
class ColumnQuery:
    """A canonical query with the columns that its variables span."""

    query: Query
    x: tuple[int, ...]
    y: tuple[int, ...]
    z: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Columns of the wider of x and y, and of z: queries of one shape share a batch."""
        return max(len(self.x), len(self.y)), len(self.z)
