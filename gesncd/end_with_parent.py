"""A worker of a pool ends with the process that began it, however that ended."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time

_WATCH_SECONDS = 1.0


def end_with_parent(parent: int) -> None:
    """Let this process end when its parent is gone; a killed parent can't tell it to.

    Parameters
    ----------
    parent
        The parent's process number.
    """
    threading.Thread(target=wait_and_end, args=(parent,), daemon=True).start()


def wait_and_end(parent: int) -> None:
    """Wait until the parent is gone, and end this process.

    Parameters
    ----------
    parent
        The parent's process number.
    """
    if sys.platform == "win32":
        # There a process keeps its parent's number when that is gone, and its pool hands it
        # something of the parent's to wait for; elsewhere the pool does not.
        watched = multiprocessing.parent_process()
        if watched is None:
            return
        watched.join()
    else:
        while os.getppid() == parent:
            time.sleep(_WATCH_SECONDS)
    os._exit(1)
