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
TAU: Final = "tau"
"""The threshold; absent while it is automatic."""
ALPHA: Final = "alpha"
NETWORKS: Final = "networks"
DEPTH: Final = "depth"
WIDTH: Final = "width"
SEED: Final = "seed"
MAX_CONDITIONING: Final = "given"
MAX_SUBSET: Final = "subset"

# --- in the session --------------------------------------------------------------------

ROUTED: Final = "_routed"
"""Whether the router has run in this session."""
UPLOAD: Final = "_upload"
"""Data from a file that are the data: a ``LoadedData``."""
UPLOADER: Final = "_uploader"
"""Key of the upload widget."""
DRAFT: Final = "_draft"
"""The table at hand on the Data page: a ``Draft``."""
DATA_UPLOADER: Final = "_data_uploader"
"""Key of the Data page's upload widget, with a number that empties it."""
PROBLEM: Final = "_problem"
"""Why what the address asks for cannot be shown, or None."""
EVENTS: Final = "_events"
"""Events read so far of the run that is shown: an ``EventLog``."""
SHOWN: Final = "_shown"
"""What the graph showed last: a ``Shown``."""
FOCUS: Final = "_focus"
"""Nodes chosen in the graph, with the run they belong to."""
PLACES: Final = "_places"
"""Where nodes were put by hand in this tab: positions by data set."""
KNOWLEDGE: Final = "_knowledge"
"""Background knowledge for the next run: an ``AttachedKnowledge``, or None."""
KNOWLEDGE_FILE: Final = "_knowledge_file"
"""Key of the upload widget for knowledge, with a number that empties it."""
RUN_CHOICE: Final = "_run_choice"
"""The run that a page is about, in its sidebar's list."""
GRAPH: Final = "graph"
"""Key of the graph view; one key for all runs, so that it stays mounted."""


def member_key(run_id: str) -> str:
    """Key of the member of the equivalence class that is shown of a run."""
    return f"_member_{run_id}"


def step_key(run_id: str) -> str:
    """Key of the step slider of a run."""
    return f"_step_{run_id}"


# --- Judge -----------------------------------------------------------------------------

JUDGE_SECTION: Final = "judge"
"""In the address: which part of the Judge page is shown."""
JUDGE_WITH: Final = "with"
"""In the address, once a run: the runs that the page's run is compared with."""
JUDGE_GRAPH: Final = "judge-graph"
"""Key of the page's graph; one for all its parts, so that it stays mounted."""
JUDGE_TRUTHS: Final = "_judge_truths"
"""True graphs uploaded in this tab, by data set: a ``JudgeTruth`` each."""
JUDGE_TRUTH: Final = "_judge_truth"
"""Which truth is taken, by data set: an id."""
JUDGE_UPLOADS: Final = "_judge_uploads"
"""Number that empties the upload widget of the truth."""
JUDGE_MESSAGE: Final = "_judge_message"
"""Why a file was not taken for a truth; shown until another one is tried."""
JUDGE_METHOD: Final = "_judge_method"
"""The other method whose graph is shown, with the run it stands beside."""


# --- Tune ------------------------------------------------------------------------------

TUNE_GRAPH: Final = "tune-graph"
"""Key of the graph beside the τ-path; one for every τ, so that it stays mounted."""
TUNE_PATH: Final = "tune-path"
"""Key of the τ-path's picture."""
TUNE_TAU: Final = "_tune_tau"
"""Where the line stands, by run; absent while it stands at the run's own τ."""
TUNE_FLOOR: Final = "_tune_floor"
"""How far down the path goes, as a share of the automatic τ."""
TUNE_SAID: Final = "_tune_said"
"""Prior statements, by data set: a tuple of ``Said`` each."""
TUNE_MESSAGE: Final = "_tune_message"
"""What the last statement or file has to say: (is a problem, text)."""
TUNE_FILES: Final = "_tune_files"
"""Number that empties the upload widget of statements."""
TUNE_OPENED: Final = "_tune_opened"
"""A cell of the grid or a replicate's part whose graph is shown, by task."""
