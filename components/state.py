"""Every key of the session state and of the address, in one place.

What is in the address survives a reload and can be shared; what is in the
session state belongs to one browser tab.
"""

from __future__ import annotations

from typing import Final

# --- in the address --------------------------------------------------------------------

RUN: Final = "run"
"""Id of the run that is shown."""
SAMPLE: Final = "sample"
"""Id of the sample that is the data, where it is one."""

# Widgets bound to the address; a widget's key is its parameter's name.
MEASURE: Final = "measure"
AUTO_TAU: Final = "auto"
TAU: Final = "tau"
DEPTH: Final = "depth"
WIDTH: Final = "width"
SEED: Final = "seed"

# --- in the session --------------------------------------------------------------------

ROUTED: Final = "_routed"
"""Whether the router has run in this session."""
UPLOAD: Final = "_upload"
"""The uploaded file that is the data: an ``UploadedTable``."""
UPLOADER: Final = "_uploader"
"""Key of the upload widget."""
PROBLEM: Final = "_problem"
"""Why what the address asks for cannot be shown, or None."""
EVENTS: Final = "_events"
"""Events read so far of the run that is shown: an ``EventLog``."""
SHOWN: Final = "_shown"
"""What the graph showed last: a ``Shown``."""
FOCUS: Final = "_focus"
"""Nodes chosen in the graph, with the run they belong to."""
GRAPH: Final = "graph"
"""Key of the graph view; one key for all runs, so that it stays mounted."""


def step_key(run_id: str) -> str:
    """Key of the step slider of a run."""
    return f"_step_{run_id}"
