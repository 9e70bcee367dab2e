"""The kinds of tasks: which function does a part.

The function is imported in the processes that do the parts, and not before::

    def run_part(dataset: Dataset, part: Mapping[str, Any], context: PartContext) -> dict[str, Any]

Its value is a mapping of plain JSON values. It may depend on the data and the part
alone: a part that needs chance carries its own seed, and nothing may be kept from one
part to the next. It raises :class:`gesncd.runs.errors.PartError` with a message for
people where it cannot be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """How the parts of a kind of task are done.

    Parameters
    ----------
    function
        ``"module:function"``.
    isolated
        Whether each part gets a process of its own, for code that may leave something
        behind in its process, or take its process with it.
    limit_s
        Seconds that a part may take; its process is ended then, and the part has
        failed. None for no limit.

    Raises
    ------
    ValueError
        If the function is not named so, or the limit is not positive.
    """

    function: str
    isolated: bool = False
    limit_s: float | None = None

    def __post_init__(self) -> None:
        module, _, name = self.function.partition(":")
        if not module or not name:
            raise ValueError(f"A kind's function is 'module:function', not {self.function!r}.")
        if self.limit_s is not None and not self.limit_s > 0:
            raise ValueError(f"A part's limit is a positive time, not {self.limit_s}.")


KINDS: Final[Mapping[str, Kind]] = {
    "search": Kind("gesncd.runs.tasks.parts_search:run_part"),
    "grid": Kind("gesncd.runs.tasks.parts_grid:run_part"),
    "stability": Kind("gesncd.runs.tasks.parts_stability:run_part"),
    "rehearsal": Kind("gesncd.runs.tasks.parts_rehearsal:run_part"),
    "markov": Kind("gesncd.runs.tasks.parts_markov:run_part"),
    "tau-path": Kind("gesncd.runs.tasks.parts_tau_path:run_part"),
    "baseline": Kind("gesncd.runs.tasks.parts_baseline:run_part", isolated=True, limit_s=30 * 60.0),
    "baseline-2-min": Kind(
        "gesncd.runs.tasks.parts_baseline:run_part", isolated=True, limit_s=2 * 60.0
    ),
    "baseline-10-min": Kind(
        "gesncd.runs.tasks.parts_baseline:run_part", isolated=True, limit_s=10 * 60.0
    ),
}
"""Every kind of task that pages may ask for, by name."""
