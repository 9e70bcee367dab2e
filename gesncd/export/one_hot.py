"""Which variables of a run are categories, one 0/1 column each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gesncd.data.dataset import Dataset
from gesncd.data.plan import Encoding, Role


def one_hot_nodes(
    names: Sequence[str],
    dataset: Dataset | None = None,
    preparation: Mapping[str, Any] | None = None,
) -> frozenset[int]:
    """Nodes of several 0/1 columns of which exactly one is 1 in every row.

    Parameters
    ----------
    names
        The variables.
    dataset
        Their data; None where these are not here: then what the record tells is taken.
    preparation
        The record of how the data were prepared.
    """
    if dataset is not None:
        return frozenset(
            k
            for k, variable in enumerate(dataset.variables)
            if variable.size > 1 and _one_of(dataset.values[:, list(variable.columns)])
        )
    encodings: dict[str, list[object]] = {}
    for entry in (preparation or {}).get("columns") or ():
        if isinstance(entry, Mapping) and entry.get("role") != Role.IGNORE.value:
            name = str(entry.get("group") or entry.get("name"))
            several = len(entry.get("categories") or ()) > 1
            encodings.setdefault(name, []).append(entry.get("encoding") if several else None)
    return frozenset(
        k for k, name in enumerate(names) if encodings.get(name) == [Encoding.ONE_HOT.value]
    )


def _one_of(values: np.ndarray) -> bool:
    return bool(np.isin(values, (0, 1)).all() and (values.sum(axis=1) == 1).all())
