"""Scores of batches on a GPU: as many queries at once as its memory holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from gesncd.measures.ncd.batch import score_batch
from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.device import free_bytes
from gesncd.measures.ncd.features import Features
from gesncd.measures.ncd.recording import RecordingLearner
from gesncd.measures.ncd.settings import NcdSettings

_MEMORY_SHARE: Final = 0.125
"""Of the free memory that one batch may need; recordings keep that of several."""
_STEP: Final = 64
"""Larger batches are filled up to a multiple of this, smaller ones to a power of two."""


class GpuBatches:
    """Scores queries of one shape in batches whose sizes come again.

    Batches are filled up with their last query, so that few recordings serve them all.

    Parameters
    ----------
    features, settings
        Of the data, and of the measure.
    device
        The GPU.
    """

    def __init__(self, features: Features, settings: NcdSettings, device: torch.device) -> None:
        self._features, self._settings = features, settings
        self._learner = RecordingLearner(device)
        self._bytes = _MEMORY_SHARE * free_bytes(device)

    def scores(self, queries: Sequence[ColumnQuery]) -> NDArray[np.float64]:
        """Scores of queries of one shape, shape ``(len(queries),)``.

        Raises
        ------
        MemoryError
            If not even one fits into the memory.
        """
        size = self.most_at_once(queries[0])
        return np.concatenate(
            [
                self._together(queries[start : start + size])
                for start in range(0, len(queries), size)
            ]
        )

    def most_at_once(self, query: ColumnQuery) -> int:
        """Queries of a shape that the memory holds, a size to which batches are filled."""
        features, settings = self._features, self._settings
        wide, n_z = query.shape
        networks = 2 * settings.restarts * len(features.sizes)
        floats = floats_a_row(settings, wide * features.kinds, n_z * features.kinds)
        size = 4 if settings.dtype == "float32" else 8
        most = max(1, int(self._bytes / (networks * features.n_padded * floats * size)))
        return most // _STEP * _STEP or 1 << (most.bit_length() - 1)

    def forget(self) -> None:
        """Free the memory of what is kept for later queries."""
        self._learner.forget()

    def _together(self, queries: Sequence[ColumnQuery]) -> NDArray[np.float64]:
        more = filled(len(queries)) - len(queries)
        try:
            scores = score_batch(
                [*queries, *[queries[-1]] * more], self._features, self._settings, self._learner
            )
            return scores[: len(queries)]
        except torch.OutOfMemoryError as error:
            # Others may use the GPU too, whatever was free at the start.
            self._learner.forget()
            if len(queries) == 1:
                raise MemoryError("The GPU's memory does not hold the networks.") from error
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        half = len(queries) // 2
        return np.concatenate([self._together(queries[:half]), self._together(queries[half:])])


def filled(number: int) -> int:
    """Size to which a batch of some queries is filled up."""
    if number > _STEP:
        return -(-number // _STEP) * _STEP
    return 1 << (number - 1).bit_length()


def floats_a_row(settings: NcdSettings, n_own: int, n_given: int) -> int:
    """Numbers that a network and the one it is regressed by keep for each of its rows, about.

    Parameters
    ----------
    settings
        Sizes of the networks.
    n_own, n_given
        Features of X or Y, and of Z.
    """
    s = settings
    inputs = 2 * (n_own + n_given + 1)
    test = 2 * (s.test_depth - 1) * (s.test_width + 1) + min(2, s.test_depth - 1) * s.test_width
    regressor = 0
    if n_given:
        inputs += 2 * (n_given + 1)
        # Layers, their centred values, a spare one, and two for predictions elsewhere.
        regressor = (s.depth - 1) * (s.width + 1) + (max(0, s.depth - 2) + 3) * s.width
    # Residuals, targets, masks, some of them in double precision.
    return inputs + test + regressor + 24
