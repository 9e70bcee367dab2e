"""A lock file by which a worker shows that it lives.

The operating system drops the lock when the process ends, however it ends; a
process id could have been given to another process since.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from gesncd.runs.errors import StoreError

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


class RunLock:
    """The exclusive lock of one run, held from ``acquire`` to ``release``.

    Parameters
    ----------
    path
        The lock file; it is made if need be.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self, patience_s: float = 0.0) -> bool:
        """Take the lock if no other living process has it.

        Parameters
        ----------
        patience_s
            How long to try again. A reader that asks whether the lock is held
            holds it itself for an instant, which must not turn a worker away.

        Raises
        ------
        StoreError
            If the lock file cannot be opened.
        """
        descriptor = _open(self._path, os.O_RDWR | os.O_CREAT)
        deadline = time.monotonic() + patience_s
        while not _try_lock(descriptor):
            if time.monotonic() >= deadline:
                os.close(descriptor)
                return False
            time.sleep(0.02)
        self._descriptor = descriptor
        if hasattr(os, "register_at_fork"):
            # A forked child shares the lock and would keep it after our death.
            os.register_at_fork(after_in_child=self.release)
        return True

    def release(self) -> None:
        """Give the lock back; harmless if it isn't held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_held(path: Path) -> bool:
    """Whether a living process holds the lock of a file.

    Raises
    ------
    StoreError
        If the lock file is there and cannot be opened.
    """
    if not path.exists():
        return False
    descriptor = _open(path, os.O_RDWR)
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def _open(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags, 0o600)
    except OSError as error:
        raise StoreError(f"The lock file {path} cannot be opened ({error.strerror}).") from error
