"""How many processors this process may use, on every system."""

from __future__ import annotations

import os


def usable_cpus() -> int:
    """Processors that this process may use; at least one.

    Only some systems can keep a process to a part of the machine's processors; on the
    others, macOS and Windows among them, all count.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
