"""How far a long command is, where no line on a terminal can be overwritten."""

from __future__ import annotations

import math
import sys
from typing import Final

_MOST_LINES: Final = 20


def tell_parts(done: int, total: int, what: str, *, quiet: bool) -> None:
    """Write on the error stream that a part is done; of very many parts not each.

    A terminal has a line that is overwritten instead.

    Parameters
    ----------
    done, total
        Parts done so far, and all of them.
    what
        What a part is, in the plural.
    quiet
        Whether nothing is to be written.
    """
    step = math.ceil(total / _MOST_LINES)
    if quiet or sys.stderr.isatty() or (done % step and done != total):
        return
    print(f"{done} of {total} {what} done", file=sys.stderr, flush=True)
