"""False positives of trained networks by their size: ``python -m benchmarks.network_sizes``.

X ⟂ Y given one column Z in four models. The perceptrons h and l have to take away what f and g
make of Z; where they are too small they cannot, and the score is high without any dependence.
The table gives the share of queries above the automatic τ, and the largest score.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.markdown import table
from gesncd.data import Dataset
from gesncd.measures import Ncd, Query
from gesncd.settings.ncd_parts import NcdParts, ncd_settings

Values = NDArray[np.float64]

ALPHA = 0.001
N_ROWS = 500
MODELS: Mapping[str, Callable[[Values], Values]] = {
    "noise": np.zeros_like,
    "linear": lambda z: z,
    "square": np.square,
    "sine": lambda z: 2 * np.sin(2 * z),
}
"""What X and Y take from Z, besides noise of their own."""
SIZES = ((2, 2), (2, 5), (2, 10), (2, 40), (3, 2), (3, 5), (3, 10), (3, 40))
"""Depth and width of h and l."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, default=12, help="queries of each model")
    options = parser.parse_args(arguments)
    rows = []
    for depth, width in SIZES:
        scores, tau = scored(depth, width, options.pairs)
        above = float((scores > tau).mean())
        rows.append(
            [f"{depth}", f"{width}", f"{100 * above:.0f} %", f"{scores.max():.3f}", f"{tau:.3f}"]
        )
    print(table(["depth", "width", "above τ", "largest score", "τ"], rows))


def scored(depth: int, width: int, n_pairs: int) -> tuple[Values, float]:
    """Scores of independent pairs, of all models, and the automatic τ.

    Parameters
    ----------
    depth, width
        Of h and l.
    n_pairs
        Queries of each model.
    """
    rng = np.random.default_rng(0)
    parts = ncd_settings("perceptron", depth, width, 0, NcdParts())
    scores: list[float] = []
    tau = 0.0
    for take in MODELS.values():
        z = rng.normal(size=(N_ROWS, n_pairs))
        x, y = (take(z) + rng.normal(size=z.shape) for _ in range(2))
        measure = Ncd(Dataset.from_array(np.hstack([x, y, z])), parts)
        tau = measure.null_quantile(ALPHA)
        queries = [Query((k,), (n_pairs + k,), (2 * n_pairs + k,)) for k in range(n_pairs)]
        scores.extend(measure.evaluate(queries))
    return np.array(scores), float(tau)


if __name__ == "__main__":
    main()
