"""How the stage is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """How the stage is shown.

    Parameters
    ----------
    predicting
        Whether each step is predicted first.
    ghost
        Whether the true graph lies under the one that is shown.
    large
        Whether type is large.
    """

    predicting: bool
    ghost: bool
    large: bool
