"""What the networks see: residuals and conditioning columns, by half, ready to stack."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.special import ndtri
from scipy.stats import rankdata
from torch import Tensor

from gesncd.measures.discrete import Cells, vary_within
from gesncd.measures.ncd.parameters import padded
from gesncd.measures.ncd.predictable import residuals
from gesncd.measures.ncd.settings import NcdSettings

_MEMO_BYTES = 16 * 2**20
_LARGEST_RAW = 1e6
_NOTHING_LEFT = 1e-7
"""A residual whose spread is below this part of its column's is rounding error."""


@dataclass(frozen=True, slots=True, eq=False)
class Half:
    """Features of one half as training rows and of the other as held-out rows.

    Parameters
    ----------
    training, held_out
        Arrays of shape ``(c, kinds, M)``: for each column of the table its kinds
        of features, zero in padded rows, centred and scaled by the training rows.
    alive
        Whether a column varies at all, shape ``(c,)``.
    """

    training: Tensor
    held_out: Tensor
    alive: NDArray[np.bool_]


class Features:
    """Features of a table for any conditioning set.

    The two halves are a random split of the rows that depends on the seed and
    the number of rows only. What is left of all columns given a set of
    conditioning columns is worked out once and kept, up to a fixed amount of
    memory; it is a pure function of data, settings, set and half.

    Parameters
    ----------
    values
        Array of shape ``(n, c)``.
    settings
        Those of the measure.
    split
        Which of the random splits.
    """

    def __init__(self, values: NDArray[np.float64], settings: NcdSettings, split: int = 0) -> None:
        n = len(values)
        self._settings = settings
        self._dtype = torch.float32 if settings.dtype == "float32" else torch.float64
        words = [settings.seed, n, split] if split else [settings.seed, n]
        order = np.random.default_rng(words).permutation(n)
        first = -(-n // 2)
        self._orders: tuple[NDArray[np.intp], ...] = (
            order,
            np.concatenate([order[first:], order[:first]]),
        )
        self.sizes: tuple[int, ...] = (first, n - first)
        """Rows that train, of each half."""
        self.held_out_sizes: tuple[int, ...] = (n - first, first)
        """Rows that judge, of each half."""
        if not settings.cross_fit:
            first = n
            self._orders, self.sizes, self.held_out_sizes = (np.arange(n),), (n,), (n,)
        self.n_padded = padded(first)
        """Rows of a padded half, M."""
        raw = settings.inputs == "raw"
        self._values = _checked_raw(values) if raw else _in_unit_scale(values)
        self._cells = Cells(values)
        halves = range(len(self.sizes))
        self._alone = tuple(self._half(self._values, half) for half in halves)
        self._given: OrderedDict[tuple[int, ...], tuple[Half, ...]] = OrderedDict()
        bytes_each = 4 * self._alone[0].training.nbytes
        self._capacity = max(2, _MEMO_BYTES // max(1, bytes_each))

    @property
    def kinds(self) -> int:
        """Features a column."""
        return 2 if self._settings.inputs == "both" else 1

    def plain(self, half: int) -> Half:
        """Features of the columns themselves, with the given half as training rows."""
        return self._alone[half]

    def given(self, z: Sequence[int], half: int) -> Half:
        """Features of the columns less their predictable part given columns z.

        For radial networks discrete columns stay as they are.
        If all of z is discrete, columns that are constant in each of its cells are not alive.
        """
        if not z or not self._settings.remove_predictable:
            return self._alone[half]
        key = tuple(z)
        found = self._given.get(key)
        if found is None:
            found = tuple(self._conditioned(key, half) for half in range(len(self.sizes)))
            self._given[key] = found
            if len(self._given) > self._capacity:
                self._given.popitem(last=False)
        self._given.move_to_end(key)
        return found[half]

    def any_discrete(self, columns: Iterable[int]) -> bool:
        """Whether radial networks meet discrete ones among some columns."""
        return self._settings.networks == "radial" and bool(self._cells.discrete(columns))

    def held_out_cells(self, z: Sequence[int], half: int) -> NDArray[np.intp] | None:
        """Each held-out row's cell of columns z; None where it is no matter.

        It matters to radial networks, where all columns of z are discrete.
        """
        cells = self._cells_of(z)
        return None if cells is None else cells[self._orders[half][self.sizes[half] :]]

    def forget(self) -> None:
        """Drop what is kept for later queries."""
        self._given.clear()

    def _cells_of(self, z: Sequence[int]) -> NDArray[np.intp] | None:
        return self._cells.of(z) if self._settings.networks == "radial" else None

    def _conditioned(self, z: tuple[int, ...], half: int) -> Half:
        rows = torch.from_numpy(self._values[self._orders[half]])
        left = residuals(rows, rows[:, list(z)], self.sizes[half], self._settings.landmarks)
        back = np.empty_like(self._values)
        back[self._orders[half]] = left.numpy()
        if not self.any_discrete(range(back.shape[1])):
            return self._half(back, half)
        # Ranks of what is left of a discrete column would show rounding in its prediction at
        # large, and hardly its values, where Z all but determines it.
        discrete = self._cells.discrete(range(back.shape[1]))
        as_they_are = [column for column in discrete if back[:, column].std() > _NOTHING_LEFT]
        back[:, as_they_are] = self._values[:, as_they_are]
        found = self._half(back, half)
        cells = self._cells_of(z)
        if cells is None:
            return found
        return replace(found, alive=found.alive & vary_within(cells, self._values))

    def _half(self, values: NDArray[np.float64], half: int) -> Half:
        spread = values.std(axis=0)
        alive = spread > _NOTHING_LEFT
        kinds = []
        if self._settings.inputs in ("raw", "standard", "both"):
            kinds.append(values)
        if self._settings.inputs in ("rank", "both"):
            kinds.append(_normal_scores(values))
        features = np.stack(kinds)[:, self._orders[half]]  # (kinds, n, c)
        m = self.sizes[half]
        if self._settings.inputs == "raw":
            whole = self._padded(features)
            return Half(whole, whole, alive)
        features = features - features[:, :m].mean(axis=1, keepdims=True)
        scale = features[:, :m].std(axis=1, keepdims=True)
        varies = alive & (scale > _NOTHING_LEFT * 1e-3)
        features = np.where(varies, features / np.where(varies, scale, 1.0), 0.0)
        return Half(
            self._padded(features[:, :m]),
            self._padded(features[:, m:]),
            varies.all(axis=(0, 1)),
        )

    def _padded(self, features: NDArray[np.float64]) -> Tensor:
        kinds, rows, columns = features.shape
        result = torch.zeros((columns, kinds, self.n_padded), dtype=self._dtype)
        result[:, :, :rows] = torch.from_numpy(features.transpose(2, 0, 1).copy())
        return result


def _checked_raw(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Raw columns that the networks can take, or a complaint."""
    for column, largest in enumerate(np.abs(values).max(axis=0)):
        if largest > _LARGEST_RAW:
            raise ValueError(
                f"Column {column + 1} has values up to {largest:.3g}, too large for networks that "
                "see raw columns. Change its unit, or choose standardised or rank inputs."
            )
    return values


def _in_unit_scale(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns centred and divided by their standard deviation; a constant one becomes 0."""
    result = values - values.mean(axis=0)
    result[:, values.max(axis=0) == values.min(axis=0)] = 0.0
    # In two steps, so that squares of extreme units neither overflow nor vanish.
    largest = np.abs(result).max(axis=0)
    result /= np.where(largest > 0.0, largest, 1.0)
    spread = result.std(axis=0)
    scaled: NDArray[np.float64] = result / np.where(spread > 0.0, spread, 1.0)
    return scaled


def _normal_scores(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Normal quantiles of the average ranks of each column, shape ``(n, c)``."""
    scores: NDArray[np.float64] = ndtri((rankdata(values, axis=0) - 0.5) / len(values))
    return scores
