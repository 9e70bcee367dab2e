"""One process's share of NCD: scores of queries, computed on one thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import torch
from numpy.typing import NDArray

from gesncd.measures.ncd.batch import score_batch
from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.device import torch_device
from gesncd.measures.ncd.features import Features
from gesncd.measures.ncd.gpu import GpuBatches
from gesncd.measures.ncd.radial import RadialNetworks, effect_size, score_radial
from gesncd.measures.ncd.settings import NcdSettings

_ENTRY_ROWS = 8 * 1024
"""Rows times networks of one kind that are trained side by side: what the caches hold."""


class NcdScorer:
    """Evaluates queries in batches of one shape.

    Parameters
    ----------
    values
        Array of shape ``(n, c)``.
    settings
        Those of the measure.
    device
        ``"cpu"``, or ``"cuda"`` to train perceptrons on a GPU.

    Raises
    ------
    gesncd.measures.ncd.device.DeviceError
        If there is no such device.
    """

    def __init__(
        self, values: NDArray[np.float64], settings: NcdSettings, device: str = "cpu"
    ) -> None:
        place = torch_device(device)
        self._settings = settings
        self._networks: tuple[RadialNetworks, ...] = ()
        with one_thread():
            self._features = Features(values, settings)
            if settings.networks == "radial":
                splits = [self._features]
                splits += [Features(values, settings, k) for k in range(1, settings.restarts)]
                self._networks = tuple(RadialNetworks(part, settings) for part in splits)
        self._gpu = None
        if device != "cpu":
            self._gpu = GpuBatches(self._features, settings, place)
        networks = 2 * settings.restarts * len(self._features.sizes)
        rows = networks * self._features.n_padded
        self._batch = max(1, _ENTRY_ROWS // rows)
        self._batch_without_z = 4 * self._batch

    def evaluate(self, queries: Sequence[ColumnQuery]) -> NDArray[np.float64]:
        """Scores of queries of one shape, shape ``(len(queries),)``."""
        size = self._batch if queries[0].z else self._batch_without_z
        with one_thread(), torch.inference_mode():
            if self._networks:
                return score_radial(queries, self._networks)
            if self._gpu is not None:
                return self._gpu.scores(queries)
            return np.concatenate(
                [
                    score_batch(queries[start : start + size], self._features, self._settings)
                    for start in range(0, len(queries), size)
                ]
            )

    def forget(self) -> None:
        """Free the memory of what is kept for later queries."""
        self._features.forget()
        if self._gpu is not None:
            self._gpu.forget()
        for networks in self._networks:
            networks.forget()

    def effect_size(self, query: ColumnQuery) -> float:
        """ρ̂² of a query; for radial networks only."""
        with one_thread(), torch.inference_mode():
            return effect_size(query, self._networks)


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch use one thread; the order of its sums then depends on nothing else."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
