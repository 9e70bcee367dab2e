"""One thread for the numerical libraries of a process.

A score must not depend on how many processors a machine has, and many small
products are slower with threads than without.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Final

_VARIABLES: Final = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)


def use_one_thread(environment: MutableMapping[str, str]) -> None:
    """Set the variables that the libraries read when they are first imported."""
    for name in _VARIABLES:
        environment[name] = "1"
