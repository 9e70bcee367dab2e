"""A look inside an NCD score: what the networks made of X and Y, and how it grew.

Everything is recomputed on demand from the same settings and seed, and ends in the
same score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures.base import Query
from gesncd.measures.ncd.batch import centred_rows, correlations
from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.features import Features
from gesncd.measures.ncd.measure import Ncd
from gesncd.measures.ncd.radial import RadialNetworks
from gesncd.measures.ncd.rows import used_rows
from gesncd.measures.ncd.scorer import one_thread
from gesncd.measures.ncd.settings import NcdSettings
from gesncd.measures.ncd.training import train

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Residuals of one pair of test functions in the rows that judge them.

    Parameters
    ----------
    rows
        Which rows of the data, shape ``(m,)``; of many rows only drawn ones are used.
    f, g
        f(X, Z) − ĥ(Z) and g(Y, Z) − l̂(Z) there, centred and scaled to unit variance,
        shape ``(m,)``; f is turned so that the training rows correlate positively.
    correlation
        Of the two, in [−1, 1].
    """

    rows: NDArray[np.intp]
    f: Floats
    g: Floats
    correlation: float


@dataclass(frozen=True, slots=True, eq=False)
class NcdPicture:
    """What is behind one score.

    Parameters
    ----------
    score
        The score, the same bits as the measure's.
    halves
        One entry for each half that judges, of each split or restart. Radial networks
        judge by further pairs of functions as well; the leading pair is shown.
    growth
        Squared correlation of the residuals in the training rows before each ascent
        step of f and g and at the end, a row for each entry of ``halves``, shape
        ``(len(halves), T_t + 1)``; None for radial networks, which take no steps.
    """

    score: float
    halves: tuple[Judged, ...]
    growth: Floats | None


def look_inside(dataset: Dataset, settings: NcdSettings, query: Query) -> NcdPicture:
    """Recompute one score and keep what led to it.

    Parameters
    ----------
    dataset, settings
        Those of the measure.
    query
        The question; for a symmetric measure its canonical form counts.
    """
    asked = _column_query(dataset, query.canonical)
    score = float(Ncd(dataset, settings, jobs=1).evaluate([query])[0])
    with one_thread(), torch.inference_mode():
        if settings.networks == "radial":
            return NcdPicture(score, _radial(dataset, settings, asked), None)
        halves, growth = _perceptrons(dataset, settings, asked)
    return NcdPicture(score, halves, growth)


class _SplitRows(Features):
    """Features of the rows that the score used, that tell which rows of the data are where."""

    def __init__(self, dataset: Dataset, settings: NcdSettings, split: int = 0) -> None:
        self._rows = used_rows(dataset.n_rows, settings.seed)
        super().__init__(dataset.values[self._rows], settings, split)

    def held_out_rows(self, half: int) -> NDArray[np.intp]:
        """Rows that judge networks trained on a half."""
        if len(self.sizes) == 1:
            return self._rows[self._orders[0]]
        return self._rows[self._orders[half][self.sizes[half] :]]


class _OpenedNetworks(RadialNetworks):
    """Radial networks whose leading pair of residuals can be looked at."""

    def leading(self, query: ColumnQuery, half: int) -> tuple[Floats, Floats]:
        """Held-out residuals of f and g of the leading pair, shape ``(m,)`` each."""
        f, g, _ = self._held_out_pairs(query.x, query.y, query.z, half)
        return f[0].numpy(), g[0].numpy()


def _radial(dataset: Dataset, settings: NcdSettings, query: ColumnQuery) -> tuple[Judged, ...]:
    splits = [_SplitRows(dataset, settings, k) for k in range(settings.restarts)]
    networks = [_OpenedNetworks(features, settings) for features in splits]
    return tuple(
        _judged(features.held_out_rows(half), *network.leading(query, half))
        for features, network in zip(splits, networks, strict=True)
        for half in (0, 1)
    )


def _perceptrons(
    dataset: Dataset, settings: NcdSettings, query: ColumnQuery
) -> tuple[tuple[Judged, ...], Floats]:
    features = _SplitRows(dataset, settings)
    growth: list[Floats] = []
    trained = train([query], features, settings, lambda seen: growth.append(correlations(seen)))
    rows = centred_rows(trained.outside)
    signs = np.sign(growth[-1])
    n_halves, entries = len(features.sizes), len(rows) // 2
    halves = []
    for entry in range(entries):
        # Entries are (restart, half), flat.
        at = features.held_out_rows(entry % n_halves)
        f, g = rows[entry][: len(at)].numpy(), rows[entries + entry][: len(at)].numpy()
        halves.append(_judged(at, f * (signs[entry] or 1.0), g))
    return tuple(halves), np.square(np.array(growth)).T


def _judged(rows: NDArray[np.intp], f: Floats, g: Floats) -> Judged:
    f, g = _standardised(f), _standardised(g)
    return Judged(rows, f, g, float(np.clip((f * g).mean(), -1.0, 1.0)))


def _standardised(values: Floats) -> Floats:
    values = np.asarray(values, dtype=np.float64) - values.mean()
    spread = float(values.std())
    return values / spread if spread > 0.0 else values


def _column_query(dataset: Dataset, query: Query) -> ColumnQuery:
    def columns(nodes: Sequence[int]) -> tuple[int, ...]:
        return tuple(column for node in nodes for column in dataset.variables[node].columns)

    return ColumnQuery(query, columns(query.x), columns(query.y), columns(query.z))
