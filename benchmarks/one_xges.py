"""One timed run of xges: ``PYTHON one_xges.py DATA.npy [--extended]``.

Needs xges and NumPy and nothing of this repository, because xges asks for an older
NumPy than the package and so lives in an environment of its own. Its penalty is set
to that of the BIC (alpha = 1). Compiling is done on other data before the clock starts.
"""

import argparse
import json
import resource
import time

import numpy as np
from xges import XGES


def main() -> None:
    """Run xges once and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data")
    parser.add_argument("--extended", action="store_true", help="XGES instead of XGES-0")
    arguments = parser.parse_args()
    values = np.ascontiguousarray(np.load(arguments.data), dtype=np.float64)
    chain = np.cumsum(np.random.default_rng(0).normal(size=(200, 5)), axis=1)
    XGES(alpha=1.0).fit(chain, extended_search=arguments.extended, verbose=0)
    began = time.perf_counter()
    graph = XGES(alpha=1.0).fit(values, extended_search=arguments.extended, verbose=0)
    seconds = time.perf_counter() - began
    found = np.asarray(graph.to_adjacency_matrix()) != 0
    print(
        json.dumps(
            {
                "program": "XGES" if arguments.extended else "XGES-0",
                "seconds": seconds,
                "edges": int((found | found.T).sum() // 2),
                "matrix": found.astype(int).tolist(),
                "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }
        )
    )


if __name__ == "__main__":
    main()
