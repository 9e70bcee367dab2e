"""How a variable arises from its parents in each simulation model.

A model is a pair of functions, for a node without and with parents. The
post-nonlinear models follow Shen et al. (2022), Section 5:
X = g2(g1(parents) + noise), noise independent of the parents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from gesncd.simulate.gaussian_process import gaussian_process_draw

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Model:
    """A way to simulate a node.

    Parameters
    ----------
    name
        Name on the command line.
    title
        What people call it.
    description
        One sentence for people.
    root
        Maps a number of rows n and a generator to the values of a node without
        parents, shape ``(n,)``.
    child
        Maps the parents' values, shape ``(n, k)`` with k ≥ 1, and a generator to
        the node's values, shape ``(n,)``.
    """

    name: str
    title: str
    description: str
    root: Callable[[int, np.random.Generator], Values]
    child: Callable[[Values, np.random.Generator], Values]


def _pnl_gp_root(n_rows: int, rng: np.random.Generator) -> Values:
    return rng.uniform(-1.0, 1.0, n_rows)


def _pnl_gp_child(parents: Values, rng: np.random.Generator) -> Values:
    scale = rng.uniform(0.0, 1.0)
    inner = gaussian_process_draw(parents, rng) + rng.laplace(0.0, scale, len(parents))
    # The logistic sigmoid written with tanh does not overflow for large arguments.
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * inner)))


def _pnl_mult_root(n_rows: int, rng: np.random.Generator) -> Values:
    # uniform() may return its lower end; 2 - u never is 0, whose logarithm is infinite.
    return 2.0 - rng.uniform(0.0, 2.0, n_rows)


def _pnl_mult_child(parents: Values, rng: np.random.Generator) -> Values:
    deviation = np.sqrt(rng.uniform(0.0, 1.0))
    noise = np.abs(rng.normal(0.0, deviation, len(parents)))
    return np.asarray(np.exp(np.log(parents.sum(axis=1)) + noise))


def _linear_root(n_rows: int, rng: np.random.Generator) -> Values:
    return rng.normal(0.0, np.sqrt(rng.uniform(0.5, 1.5)), n_rows)


def _linear_child(parents: Values, rng: np.random.Generator) -> Values:
    size = rng.uniform(0.5, 1.5, parents.shape[1])
    sign = rng.choice([-1.0, 1.0], parents.shape[1])
    return np.asarray(parents @ (size * sign) + _linear_root(len(parents), rng))


def _anm_gp_root(n_rows: int, rng: np.random.Generator) -> Values:
    return rng.standard_normal(n_rows)


def _anm_gp_child(parents: Values, rng: np.random.Generator) -> Values:
    deviation = np.sqrt(rng.uniform(0.0, 1.0))
    return gaussian_process_draw(parents, rng) + rng.normal(0.0, deviation, len(parents))


MODELS: Mapping[str, Model] = MappingProxyType(
    {
        model.name: model
        for model in (
            Model(
                "pnl-gp",
                "Post-nonlinear, smooth",
                "Post-nonlinear: sigmoid of a Gaussian-process function of the parents plus "
                "Laplace(0, b) noise, b ~ U[0, 1]; roots U[-1, 1].",
                _pnl_gp_root,
                _pnl_gp_child,
            ),
            Model(
                "pnl-mult",
                "Post-nonlinear, multiplicative",
                "Post-nonlinear: exp(log(sum of the parents) + |N(0, v)|), v ~ U[0, 1]; "
                "roots U[0, 2].",
                _pnl_mult_root,
                _pnl_mult_child,
            ),
            Model(
                "linear",
                "Linear",
                "Linear: weights of either sign with size U[0.5, 1.5], Gaussian noise with "
                "variance U[0.5, 1.5].",
                _linear_root,
                _linear_child,
            ),
            Model(
                "anm-gp",
                "Additive noise, smooth",
                "Additive noise: a Gaussian-process function of the parents plus N(0, v) noise, "
                "v ~ U[0, 1]; roots N(0, 1).",
                _anm_gp_root,
                _anm_gp_child,
            ),
        )
    }
)
"""Simulation models by name."""
