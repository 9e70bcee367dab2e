"""NCD with radial networks, whose output layers are solved for instead of trained."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.features import Features, Half
from gesncd.measures.ncd.predictable import (
    linear_part,
    nystroem_and_additive,
    nystroem_features,
    shrinkages,
    without_index_part,
)
from gesncd.measures.ncd.settings import NcdSettings
from gesncd.measures.ncd.strata import Strata

_CONDITIONING_SCALE = 0.5
"""Of Z among the inputs of f and g, which are mostly functions of X and Y."""
_RIDGE = 0.45
_JITTER = 1e-6
_MEMO_BYTES = 40 * 2**20
_TINY = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """What one half says about a query, judged on the other.

    Parameters
    ----------
    products
        Weighted products of the centred held-out residuals, shape ``(m,)``.
    leading
        Held-out correlation of the leading pair of residuals, in [−1, 1].
    factors
        What each row's squared product counts for in the noise, shape ``(m,)``; None
        where Z is not discrete, for 1 each.
    """

    products: Tensor
    leading: float
    factors: Tensor | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Basis:
    """Hidden units of the regressors on Z, rotated so that training rows are orthogonal."""

    rows: Tensor
    eigenvalues: Tensor


class RadialNetworks:
    """Test functions and regressors of one split of the rows.

    A test function is linear in hidden units exp(−‖u − c‖²/2w²), u = (x, z/2), centred
    at training rows, w² the median squared distance between them, and in x itself. A
    regressor is linear in such units of z, and in z. Its output layer is the ridge
    solution, the ridge by generalised cross-validation for each unit of f or g, so
    that the residuals of all functions in the class are those of its units.

    Among residuals r of f and s of g in the class, with C their covariances in the
    training rows, the canonical pairs maximise

        rᵀC_rs s / √((rᵀC_rr r + γ‖r‖²)(sᵀC_ss s + γ‖s‖²)),   γ = 0.45 tr C / √m:

    where plain NCD climbs to the first of them by gradient steps, this is the exact
    solution, and all further pairs with it.

    Where a column of Z or of x is discrete, the regressors take away functions of the
    linear prediction of each column of x as well. Where all of Z is, they are not trusted:
    held-out rows are compared with those of their own cell of Z alone, which is exact (see
    :mod:`~gesncd.measures.ncd.strata`). Only for rows that are alone there they must do.

    Residual units are a function of columns, conditioning set, and half alone. They
    are kept, up to a fixed amount of memory, and shared by all queries.

    Parameters
    ----------
    features
        Of the data.
    settings
        Those of the measure.
    """

    def __init__(self, features: Features, settings: NcdSettings) -> None:
        self._features = features
        self._settings = settings
        self._units: OrderedDict[tuple[tuple[int, ...], tuple[int, ...], int], Tensor] = (
            OrderedDict()
        )
        self._bytes = 0
        self._last_bases: dict[int, tuple[tuple[int, ...], _Basis]] = {}
        self._last_strata: dict[int, tuple[tuple[int, ...], Strata | None]] = {}

    def forget(self) -> None:
        """Drop what is kept for later queries."""
        self._units.clear()
        self._bytes = 0
        self._last_bases.clear()
        self._last_strata.clear()
        self._features.forget()

    @property
    def n(self) -> int:
        """Number of rows."""
        return sum(self._features.sizes)

    def judge(self, x: Sequence[int], y: Sequence[int], z: Sequence[int], half: int) -> Held:
        """Solve on the training rows of a half, and judge on the other rows.

        The residuals' canonical pairs k with training correlations σ_k are added
        with weights max(σ_k − 1/√m, σ_k/1000): what is within a standard error of 0
        is left out, unless there is nothing else.
        """
        r, s, weights = self._held_out_pairs(tuple(x), tuple(y), tuple(z), half)
        products = (r * s * weights[:, None]).sum(0)
        spread = (r[0].square().sum() * s[0].square().sum()).sqrt()
        leading = float((r[0] * s[0]).sum() / spread) if spread > 0.0 else 0.0
        strata = self._strata(tuple(z), half)
        return Held(products, leading, None if strata is None else strata.factors())

    def _held_out_pairs(
        self, x: tuple[int, ...], y: tuple[int, ...], z: tuple[int, ...], half: int
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Centred held-out residuals of canonical pairs, shape ``(K, m)`` twice, and weights."""
        m = self._features.sizes[half]
        f = self._residual_units(x, z, half)
        g = self._residual_units(y, z, half)
        left, sigma, right = torch.linalg.svd(f[:, :m] @ g[:, :m].mT / m, full_matrices=False)
        weights = torch.maximum(sigma - m**-0.5, 1e-3 * sigma)
        r, s = left.mT @ f[:, m:], right @ g[:, m:]
        strata = self._strata(z, half)
        if strata is not None:
            return strata.centred(r), strata.centred(s), weights
        return r - r.mean(1, keepdim=True), s - s.mean(1, keepdim=True), weights

    def _residual_units(self, columns: tuple[int, ...], z: tuple[int, ...], half: int) -> Tensor:
        """Whitened residual units for all rows, training rows first, shape ``(D, n)``."""
        key = (columns, z, half)
        found = self._units.get(key)
        if found is not None:
            self._units.move_to_end(key)
            return found
        found = self._solve(columns, z, half)
        self._units[key] = found
        self._bytes += found.nbytes
        while self._bytes > _MEMO_BYTES and len(self._units) > 2:
            self._bytes -= self._units.popitem(last=False)[1].nbytes
        return found

    def _solve(self, columns: tuple[int, ...], z: tuple[int, ...], half: int) -> Tensor:
        m = self._features.sizes[half]
        left = self._features.given(z, half)
        columns = tuple(column for column in columns if left.alive[column])
        if not columns:
            # What is left of x is constant: f would be a function of z alone.
            return torch.zeros((1, sum(self._features.sizes)), dtype=torch.float64)
        own = self._rows(left, columns, m)
        given = self._rows(self._features.plain(half), z, m)
        units = [_hidden(torch.cat([own, _CONDITIONING_SCALE * given], 1), m, self._settings.units)]
        if len(columns) > 1:
            # What one member of a vector does is lost among the distances of all.
            each = max(10, self._settings.units // len(columns))
            units += [_hidden(column[:, None], m, each) for column in own.mT]
        f = torch.cat([*units, own], 1)
        del units
        f -= f[:m].mean(0)
        if z:
            basis = self._basis(z, given, m, half)
            moments = basis.rows[:m].mT @ f[:m]
            total = f[:m].square().sum(0)
            fitted = basis.rows @ (shrinkages(basis.eigenvalues, moments, total, m) * moments)
            f -= fitted
            f -= f[:m].mean(0)
            if self._features.any_discrete((*columns, *z)):
                f = without_index_part(f, linear_part(own, given, m), m)
                f = without_index_part(f, fitted[:, -own.shape[1] :], m)
                f -= f[:m].mean(0)
        covariance = f[:m].mT @ f[:m] / m
        values, vectors = torch.linalg.eigh(covariance)
        trace = covariance.diagonal().sum()
        if not trace > _TINY:
            return torch.zeros_like(f.mT)
        root = (values.clamp(min=0.0) + _RIDGE * m**-0.5 * trace).sqrt()
        whitened: Tensor = (f @ vectors).div_(root).mT.contiguous()
        return whitened

    def _rows(self, features: Half, columns: Sequence[int], m: int) -> Tensor:
        """Inputs for all rows, training rows first, shape ``(n, kinds·columns)``."""
        index = list(columns)
        held_out = sum(self._features.sizes) - m
        parts = (features.training[index][..., :m], features.held_out[index][..., :held_out])
        return torch.cat(parts, 2).double().flatten(0, 1).mT

    def _strata(self, z: tuple[int, ...], half: int) -> Strata | None:
        """Strata of the held-out rows; None where Z is not discrete."""
        last = self._last_strata.get(half)
        if last is not None and last[0] == z:
            return last[1]
        cells = self._features.held_out_cells(z, half)
        strata = None if cells is None else Strata.of(cells)
        self._last_strata[half] = (z, strata)
        return strata

    def _basis(self, z: tuple[int, ...], given: Tensor, m: int, half: int) -> _Basis:
        last = self._last_bases.get(half)
        if last is not None and last[0] == z:
            return last[1]
        units = nystroem_and_additive(given, m, self._settings.regressor_units, jitter=_JITTER)
        rows = torch.cat([units, given], 1)
        del units
        rows -= rows[:m].mean(0)
        values, vectors = torch.linalg.eigh(rows[:m].mT @ rows[:m])
        kept = values > 1e-9 * values[-1].clamp(min=_TINY)
        basis = _Basis(rows @ vectors[:, kept], values[kept])
        self._last_bases[half] = (z, basis)
        return basis


def score_radial(
    queries: Sequence[ColumnQuery], splits: Sequence[RadialNetworks]
) -> NDArray[np.float64]:
    """Scores of queries, as :class:`~gesncd.measures.ncd.measure.Ncd` defines them."""
    z = np.zeros(len(queries))
    for networks in splits:
        for i, query in enumerate(queries):
            for half in (0, 1):
                held = networks.judge(query.x, query.y, query.z, half)
                z[i] += studentised(held.products, held.factors) / (2.0**0.5 * len(splits))
    scores: NDArray[np.float64] = z * np.abs(z) / splits[0].n
    return scores


def columns_side_by_side(n_rows: int, settings: NcdSettings) -> int:
    """Columns whose residual units are kept at once, given one conditioning set; at least 2."""
    return max(2, _MEMO_BYTES // (2 * 8 * n_rows * (settings.units + 1)))


def effect_size(query: ColumnQuery, splits: Sequence[RadialNetworks]) -> float:
    """Squared mean held-out correlation of the leading pairs; 0 where the mean is negative."""
    correlations = [
        networks.judge(query.x, query.y, query.z, half).leading
        for networks in splits
        for half in (0, 1)
    ]
    return float(max(0.0, sum(correlations) / len(correlations)) ** 2)


def studentised(products: Tensor, factors: Tensor | None = None) -> float:
    """√m · mean(p)/√mean(p²), 0 where all products are 0.

    Parameters
    ----------
    products
        p, shape ``(m,)``.
    factors
        If given, each p² counts so often.
    """
    # Scaled first, so that squares of tiny products don't vanish.
    largest = products.abs().max()
    if not largest > 0.0:
        return 0.0
    products = products / largest
    if factors is not None:
        return float(products.sum() / (factors * products.square()).sum().sqrt())
    m = len(products)
    return float(m**0.5 * products.mean() / products.square().mean().sqrt())


def _hidden(inputs: Tensor, m: int, n_units: int) -> Tensor:
    """Hidden units of a radial network, made orthonormal at their centres, shape ``(n, D)``.

    The centres are the first training rows; halves are random.
    """
    found = nystroem_features(inputs, inputs[: min(m, n_units)], jitter=_JITTER)
    return torch.zeros_like(inputs[:, :0]) if found is None else found
