"""Small data with a little of everything, shared by the tests of NCD."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def mixed_values() -> np.ndarray:
    """Values of shape (853, 7): nonlinear, heavy-tailed, discrete, tied, near-deterministic."""
    rng = np.random.default_rng(0)
    n = 853
    z = rng.normal(size=n)
    x = np.sin(2 * z) + rng.laplace(size=n)
    return np.column_stack(
        [
            x,
            x**2 + rng.normal(size=n),
            z,
            rng.standard_t(2, size=n),
            rng.integers(0, 3, size=n),
            np.round(z + rng.normal(size=n), 1),
            x + z + 0.01 * rng.normal(size=n),
        ]
    )
