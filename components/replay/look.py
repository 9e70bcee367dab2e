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
    tells
        Whether a lesson's text stands above the stage.
    """

    predicting: bool
    ghost: bool
    large: bool
    tells: bool = False
