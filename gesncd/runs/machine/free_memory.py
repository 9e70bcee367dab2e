"""How much memory this machine, or the container that it is in, has left."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_ROOT: Final = Path("/")
_MB: Final = 2.0**20
_UNLIMITED: Final = 2**60
"""Version 1 of control groups writes a number close to 2⁶³ where there is no limit."""


def free_mb(root: Path = _ROOT) -> float | None:
    """MB that programs can still get; None where nothing tells.

    On Linux what the kernel deems available, and no more than a control group leaves;
    elsewhere all memory that the machine has.

    Parameters
    ----------
    root
        Folder under which ``proc`` and ``sys`` lie.
    """
    available = _available(root / "proc" / "meminfo")
    if available is None:
        return _physical()
    room = _room_of_group(root / "sys" / "fs" / "cgroup")
    return (available if room is None else min(available, room)) / _MB


def _available(meminfo: Path) -> float | None:
    try:
        lines = meminfo.read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return float(line.split()[1]) * 1024.0
    return None


def _room_of_group(group: Path) -> float | None:
    """Bytes that the control group at the root still allows; both versions are understood."""
    second = _room(group, "memory.max", "memory.current", "inactive_file")
    if second is not None:
        return second
    memory = group / "memory"
    return _room(memory, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def _room(group: Path, limit: str, usage: str, cache: str) -> float | None:
    try:
        most = (group / limit).read_text("ascii").strip()
        used = int((group / usage).read_text("ascii"))
        statistics = (group / "memory.stat").read_text("ascii").splitlines()
    except (OSError, ValueError):
        return None
    if not most.isdigit() or int(most) >= _UNLIMITED:
        return None
    # Files that were read count as used, until the memory is wanted for something else.
    kept = sum(int(line.split()[1]) for line in statistics if line.split()[0] == cache)
    return float(max(0, int(most) - used + kept))


def _physical() -> float | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / _MB
    except (AttributeError, OSError, ValueError):
        return None
