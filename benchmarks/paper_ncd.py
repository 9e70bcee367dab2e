"""Why NCD as published falls short of the paper's figures.

``python -m benchmarks.paper_ncd [--sets N]`` prints how well one run does at every τ, and how
large its scores are where there is nothing.
"""

from __future__ import annotations

import argparse
import math

from benchmarks.as_published import PaperNcd
from benchmarks.markdown import table
from benchmarks.settings import PaperFiles
from gesncd.data import Dataset

TAUS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)


def shd_along_tau(name: str, index: int, n_rows: int, inputs: str) -> list[int]:
    """SHD of one run on a data set of the paper, for each of ``TAUS``."""
    from gesncd.graphs import cpdag_of_dag, shd
    from gesncd.measures import Ncd
    from gesncd.search.tau_path import tau_path

    example = PaperFiles(name, (index,), n_rows).load(index)
    measure = Ncd(example.dataset, PaperNcd().settings(0, inputs), jobs=1)
    path = tau_path(measure, min(TAUS))
    truth = cpdag_of_dag(example.dag)
    return [shd(path.at(tau).cpdag, truth) for tau in TAUS]


def null_scores(n_rows: int, n_given: int, n_sets: int, inputs: str) -> list[float]:
    """Scores of independent normal columns given others, one a data set."""
    import numpy as np

    from gesncd.measures import Ncd, Query

    scores = []
    for k in range(n_sets):
        rows = np.random.default_rng([k, n_given]).normal(size=(n_rows, 2 + n_given))
        measure = Ncd(Dataset.from_array(rows), PaperNcd().settings(0, inputs), jobs=1)
        query = Query((0,), (1,), tuple(range(2, 2 + n_given)))
        scores.append(float(measure.evaluate([query])[0]))
    return scores


def main() -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=5, help="data sets of each kind")
    parser.add_argument("--rows", type=int, default=1000, help="rows used of each")
    parser.add_argument("--inputs", choices=("raw", "standard"), default="raw")
    arguments = parser.parse_args()
    rows = []
    for name in ("pnl_gp", "pnl_mult"):
        found = [
            shd_along_tau(name, index, arguments.rows, arguments.inputs)
            for index in range(1, arguments.sets + 1)
        ]
        means = [sum(column) / len(column) for column in zip(*found, strict=True)]
        rows.append([name, *(f"{mean:.1f}" for mean in means)])
        print(f"{name}: {found}", flush=True)
    print(table(["mean SHD at τ", *(f"{tau:g}" for tau in TAUS)], rows))
    rows = []
    for n_given in (0, 1, 2, 4):
        scores = sorted(null_scores(arguments.rows, n_given, 20, arguments.inputs))
        high = scores[math.ceil(0.9 * len(scores)) - 1]
        rows.append([str(n_given), f"{scores[len(scores) // 2]:.3f}", f"{high:.3f}"])
    print(table(["|Z|", "median", "90 % quantile"], rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
