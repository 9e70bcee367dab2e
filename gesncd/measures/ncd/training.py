"""The training of a batch of perceptrons, which scores are read from and a look inside follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.features import Features, Half
from gesncd.measures.ncd.functions import TestFunctions, centred, function_blocks
from gesncd.measures.ncd.initial import initial_weights
from gesncd.measures.ncd.parameters import Parameters
from gesncd.measures.ncd.regressors import Regressors, regressor_blocks
from gesncd.measures.ncd.settings import NcdSettings

OnResidual = Callable[["Residual"], None]
"""Called with the training residuals before each ascent step, and at the end."""


@dataclass(frozen=True, slots=True)
class Residual:
    """What f and g are beyond their regressions, in some rows.

    Parameters
    ----------
    values
        Residuals of all f, then of all g, shape ``(2E, 1, M)``.
    mask, counts
        1 where a row is one, and how many are.
    """

    values: Tensor
    mask: Tensor
    counts: Tensor


@dataclass(frozen=True, slots=True)
class Start:
    """What a training begins with.

    Parameters
    ----------
    training, held_out
        Inputs of all f, then of all g, in the rows that train and in those that judge,
        shape ``(2E, n_inputs + 1, M)``.
    f_weights, h_weights
        Initial weights of f and g, and of h and l, shape ``(2E, size)`` each.
    """

    training: Tensor
    held_out: Tensor
    f_weights: Tensor
    h_weights: Tensor

    @property
    def tensors(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """All of them, in this order."""
        return self.training, self.held_out, self.f_weights, self.h_weights

    def to(self, device: torch.device) -> Start:
        """The same on a device."""
        return Start(*(tensor.to(device) for tensor in self.tensors))

    def with_own_weights(self) -> Start:
        """The same, with weights that may be trained while these stay."""
        return Start(self.training, self.held_out, self.f_weights.clone(), self.h_weights.clone())


@dataclass(frozen=True, slots=True)
class Course:
    """What is done in a training.

    Parameters
    ----------
    settings
        Those of the measure.
    n_given
        Features of Z.
    shortest
        Rows of the smallest half; all rows before it are real.
    """

    settings: NcdSettings
    n_given: int
    shortest: int


class Learner(Protocol):
    """Something that does a training as :func:`learn` does it."""

    def __call__(
        self, start: Start, course: Course, on_residual: OnResidual | None = None
    ) -> tuple[Residual, Residual]:
        """Residuals in the training rows, and in those that judge."""
        ...


@dataclass(frozen=True, slots=True)
class Trained:
    """Networks at the end of their training.

    Parameters
    ----------
    inside
        Residuals in the training rows.
    outside
        Residuals in the held-out rows; the training rows' without cross-fitting.
    alive
        Where both x and y vary, shape ``(queries, halves)``.
    """

    inside: Residual
    outside: Residual
    alive: NDArray[np.bool_]


def train(
    queries: Sequence[ColumnQuery],
    features: Features,
    settings: NcdSettings,
    on_residual: OnResidual | None = None,
    learner: Learner | None = None,
) -> Trained:
    """Train the networks of queries of one shape.

    The batch is (f or g, query, restart, half), flat. What is random is drawn on the
    processor, so that it is the same wherever the training is done.

    Parameters
    ----------
    queries
        At least one, all of the same :attr:`ColumnQuery.shape`.
    features, settings
        Of the data, and of the measure.
    on_residual
        Watches.
    learner
        Does the training, perhaps elsewhere; by default :func:`learn`.
    """
    wide, n_z = queries[0].shape
    kinds = features.kinds
    training, held_out, alive = _function_inputs(queries, features, settings, wide)
    f_initial, h_initial = (
        weights.flatten(0, 3)
        for weights in initial_weights(
            [(query.query, kinds * len(query.x), kinds * len(query.y)) for query in queries],
            wide * kinds,
            n_z * kinds,
            settings,
            training.dtype,
        )
    )
    start = Start(training, held_out, f_initial, h_initial)
    course = Course(settings, n_z * kinds, min(features.sizes))
    inside, outside = (learner or learn)(start, course, on_residual)
    return Trained(inside, outside, alive)


def learn(
    start: Start, course: Course, on_residual: OnResidual | None = None
) -> tuple[Residual, Residual]:
    """Do a whole training, on the device where its tensors are.

    Nothing here waits for a number from the device, and what is done does not depend on
    the values of tensors: so it may be recorded once and replayed.

    Parameters
    ----------
    start
        What it begins with; its weights are taken over.
    course
        What is done with it.
    on_residual
        Watches.

    Returns
    -------
    Residuals in the training rows, and in those that judge.
    """
    settings, n_given = course.settings, course.n_given
    training, held_out = start.training, start.held_out
    mask, held_mask = training[:, -1:], held_out[:, -1:]
    counts = mask.sum(-1, keepdim=True)
    # Conditioning features come last among f's inputs, right before the row of ones.
    first = training.shape[1] - 1 - n_given
    f_blocks = function_blocks(first + n_given, settings.test_depth, settings.test_width)
    functions = TestFunctions(
        training,
        settings.test_depth,
        settings.test_width,
        Parameters(f_blocks, start.f_weights),
        settings.learning_rate,
        spectral_norm=settings.spectral_norm,
    )

    def seen(values: Tensor) -> Residual:
        residual = Residual(values, mask, counts)
        if on_residual is not None:
            on_residual(residual)
        return residual

    outside: Tensor | None = None
    if n_given:
        given = training[:, first:].contiguous()
        if settings.inputs == "raw" and settings.depth > 1:
            # Batch norm takes the mean away in any case; hidden layers rely on its absence.
            given[:, :-1] = centred(given[:, :-1], mask, counts)
        h_blocks = regressor_blocks(n_given, settings.depth, settings.width)
        regressors = Regressors(
            given,
            counts,
            course.shortest,
            settings.depth,
            settings.width,
            Parameters(h_blocks, start.h_weights),
            settings.learning_rate,
            spectral_norm=settings.spectral_norm,
        )
        for _ in range(settings.outer_steps):
            values = functions.forward()
            regressors.fit(values, settings.inner_steps)
            functions.ascend(seen(values - regressors.forward()).values, mask, counts)
        values = functions.forward()
        regressors.fit(values, settings.inner_steps)
        inside = seen(values - regressors.forward())
        if settings.cross_fit:
            held_features = held_out[:, first:].contiguous()
            outside = functions.values(held_out) - regressors.predict(held_features)
    else:
        # Without Z, the best h and l are means.
        for _ in range(settings.outer_steps):
            functions.ascend(seen(functions.forward()).values, mask, counts)
        inside = seen(functions.forward())
        if settings.cross_fit:
            outside = functions.values(held_out)
    if outside is None:
        return inside, inside
    return inside, Residual(outside, held_mask, held_mask.sum(-1, keepdim=True))


def _function_inputs(
    queries: Sequence[ColumnQuery], features: Features, settings: NcdSettings, wide: int
) -> tuple[Tensor, Tensor, NDArray[np.bool_]]:
    """Inputs of f and g in training and held-out rows, and where both x and y vary.

    The batch is (f or g, query, restart, half), flat; the features are those of x
    or y padded with zeros to ``wide`` columns, those of z, and the row of ones.
    Shapes ``(2E, n_inputs + 1, M)`` twice and ``(queries, halves)``.
    """
    kinds, n_z = features.kinds, queries[0].shape[1]
    size = (2, len(queries), settings.restarts, len(features.sizes))
    rows = (*size, (wide + n_z) * kinds + 1, features.n_padded)
    dtype = features.plain(0).training.dtype
    training, held_out = torch.zeros(rows, dtype=dtype), torch.zeros(rows, dtype=dtype)
    alive = np.empty((len(queries), len(features.sizes)), dtype=bool)
    for half, (m, others) in enumerate(zip(features.sizes, features.held_out_sizes, strict=True)):
        training[:, :, :, half, -1, :m] = 1.0
        held_out[:, :, :, half, -1, :others] = 1.0
        plain = features.plain(half)
        for i, query in enumerate(queries):
            given = features.given(query.z, half)
            alive[i, half] = given.alive[list(query.x)].any() and given.alive[list(query.y)].any()
            for side, columns in enumerate((query.x, query.y)):
                _place(training[side, i, :, half], held_out[side, i, :, half], given, columns, 0)
                start = wide * kinds
                _place(
                    training[side, i, :, half], held_out[side, i, :, half], plain, query.z, start
                )
    return training.flatten(0, 3), held_out.flatten(0, 3), alive


def _place(
    training: Tensor, held_out: Tensor, half: Half, columns: Sequence[int], start: int
) -> None:
    """Copy columns' features into inputs of shape ``(restarts, features, M)``."""
    index = list(columns)
    if index:
        for target, source in ((training, half.training), (held_out, half.held_out)):
            picked = source[index].flatten(0, 1)
            target[:, start : start + len(picked)] = picked
