"""A variable along one axis: a number as it is, categories side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from components.text import short_name
from gesncd.data import Dataset

_LONGEST_TICK: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class DrawnVariable:
    """Values of a variable in some rows, for one axis.

    Parameters
    ----------
    values
        A value a row; of categories their places, from 0.
    name
        What is drawn; of a variable that spans several columns, and is no category, the first.
    categories
        What stands at the places; empty for numbers.
    """

    values: NDArray[np.float64]
    name: str
    categories: tuple[str, ...] = ()


def drawn_variable(
    dataset: Dataset,
    node: int,
    rows: NDArray[np.int64],
    name: str,
    parts: Sequence[str] = (),
) -> DrawnVariable:
    """A variable as it is drawn.

    Parameters
    ----------
    dataset, node, rows
        The variable, and the rows that are drawn.
    name
        What it is called here.
    parts
        Names of its columns, where they are known; of a category, "name = category".
    """
    block = dataset.columns_of((node,))
    if block.shape[1] == 1:
        return DrawnVariable(block[rows, 0], name)
    labels = [part.rpartition(" = ")[2] for part in parts]
    if len(labels) != block.shape[1]:
        labels = [str(k + 1) for k in range(block.shape[1])]
    if np.isin(block, (0.0, 1.0)).all() and (block.sum(axis=1) == 1).all():
        ticks = tuple(short_name(label, _LONGEST_TICK) for label in labels)
        return DrawnVariable(block[rows].argmax(axis=1).astype(float), name, ticks)
    return DrawnVariable(block[rows, 0], f"{name}, column {labels[0]}")
