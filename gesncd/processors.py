"""How many processors this process may use, on every system, and one thread for its libraries."""

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping
from types import MappingProxyType
from typing import Final

ONE_THREAD: Final[Mapping[str, str]] = MappingProxyType(
    dict.fromkeys(
        (
            "OMP_NUM_THREADS",
            "OPENBLAS_NUM_THREADS",
            "MKL_NUM_THREADS",
            "VECLIB_MAXIMUM_THREADS",
            "NUMEXPR_NUM_THREADS",
        ),
        "1",
    )
)
"""Variables that keep the numerical libraries of a process to one thread.

A score must not depend on how many processors a machine has, and many small products are
slower with threads than without.
"""


def use_one_thread(environment: MutableMapping[str, str]) -> None:
    """Set the variables that the libraries read when they are first imported."""
    environment.update(ONE_THREAD)


def usable_cpus() -> int:
    """Processors that this process may use; at least one.

    Only some systems can keep a process to a part of the machine's processors; on the
    others, macOS and Windows among them, all count.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
