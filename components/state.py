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
SCREEN: Final = "screen"
"""Most candidate partners of a variable; absent for all."""
DEVICE: Final = "device"
"""Where perceptrons are trained; absent for automatic."""

# --- in the session --------------------------------------------------------------------

ROUTED: Final = "_routed"
"""Whether the router has run in this session."""
THEME_WATCH: Final = "theme-watch"
"""Key of what asks for a new run when the theme changes."""
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
"""Nodes chosen in the graph of the page that is shown: a ``Focus``."""
PAGE: Final = "_page"
"""Number of the page that is shown; a choice in a graph ends with its page."""
PLACES: Final = "_places"
"""Where nodes were put by hand in this tab: positions by data set."""
KNOWLEDGE: Final = "_knowledge"
"""Background knowledge for the next run: an ``AttachedKnowledge``, or None."""
KNOWLEDGE_FIRST: Final = "_knowledge_first"
KNOWLEDGE_TYPED: Final = "_knowledge_typed"
"""Keys of the choice of variables that come first, and of the lines that are typed."""
KNOWLEDGE_FILE: Final = "_knowledge_file"
"""Key of the upload widget for knowledge, with a number that empties it."""
LAST_RUN: Final = "_last_run"
"""Id of the run that this tab showed last, on whichever page; pages that are come to next
show it too."""
RUN_CHOICE: Final = "_run_choice"
"""The run that a page is about, in its sidebar's list."""
GRAPH: Final = "graph"
"""Key of the graph view; one key for all runs, so that it stays mounted."""
RUN_BAR: Final = "run-bar"
"""Container of the button Run, which stays at the bottom of the sidebar by a rule of style."""
STATUS_ROW: Final = "status-row"
"""Container of the line above the graph, whose least height is a rule of style."""
BESIDE: Final = "beside"
BESIDE_ASKED: Final = "beside-asked"
"""Container of plots and panel beside the graph; the second while something in the graph is
chosen, when a rule of style puts the panel first."""
EXPORTS: Final = "exports"
"""Container of the export menu, whose width is a rule of style."""


def member_key(run_id: str) -> str:
    """Key of the member of the equivalence class that is shown of a run."""
    return f"_member_{run_id}"


def step_key(run_id: str) -> str:
    """Key of the step slider of a run."""
    return f"_step_{run_id}"


# --- Judge -----------------------------------------------------------------------------

JUDGE: Final = "judge"
"""In the address: which part of the Judge page is shown."""
JUDGE_WITH: Final = "with"
"""In the address, once a run: the runs that the page's run is compared with."""

JUDGE_PART: Final = "_judge_part"
"""The choice of the part; the address has it too."""
JUDGE_GRAPH: Final = "judge-graph"
"""Key of the page's graph; one for all its parts, so that it stays mounted."""
JUDGE_TRUTHS: Final = "_judge_truths"
"""Files uploaded in this tab as truths, by data set: (name, content) each."""
JUDGE_TRUTH: Final = "_judge_truth"
"""Which truth is taken, by data set: an id, empty for none."""
JUDGE_TRUTH_CHOICE: Final = "_judge_truth_choice"
"""The list of truths."""
JUDGE_UPLOAD: Final = "_judge_upload"
"""Key of an upload widget for a truth, with its place and a number that empties it."""
JUDGE_UPLOADS: Final = "_judge_uploads"
"""That number."""
JUDGE_MESSAGE: Final = "_judge_message"
"""Why a file was not taken for a truth, with the data set, until another one is tried."""
JUDGE_OTHERS: Final = "_judge_others"
"""The choice of runs to compare with; the address has it too."""
JUDGE_TWO_RUNS: Final = "_judge_two_runs"
"""Whose disagreements are listed, of more than two runs."""
JUDGE_METHOD: Final = "_judge_method"
"""The other method whose graph is shown: a ``ShownMethod``."""
JUDGE_AGAINST: Final = "_judge_against"
"""What another method's graph is held against."""
JUDGE_LIMIT: Final = "_judge_limit"
"""Time limit of other methods: a kind of task."""
JUDGE_MEASURE: Final = "_judge_measure"
JUDGE_ALPHA: Final = "_judge_alpha"
"""Measure that tests independences, and its level."""
JUDGE_ALL_TESTS: Final = "_judge_all_tests"
"""Whether independences that hold are listed too."""
JUDGE_CAUSE: Final = "_judge_cause"
JUDGE_EFFECT: Final = "_judge_effect"


def judge_tick_key(method: str) -> str:
    """Key of the tick of another method."""
    return f"_judge_tick_{method}"


# --- Tune ------------------------------------------------------------------------------

TUNE_GRAPH: Final = "tune-graph"
"""Key of the graph beside the τ-path; one for every τ, so that it stays mounted."""
TUNE_PATH: Final = "tune-path"
"""Key of the τ-path's picture."""
TUNE_TAU: Final = "_tune_tau"
"""Where the line stands, by run; absent while it stands at the run's own τ."""
TUNE_DRAWN: Final = "_tune_drawn"
"""Name of the path whose graphs the browser turns to by itself."""
TUNE_SENT: Final = "_tune_sent"
"""The graph that the graph view was sent last: the path's name, and where its plateau begins."""
TUNE_FLOOR: Final = "_tune_floor"
"""How far down the path goes, as a share of the automatic τ."""
TUNE_TYPED: Final = "_tune_typed"
"""The answer to what was typed last as a statement: (its number, whether it was taken)."""
TUNE_MESSAGE: Final = "_tune_message"
"""What the last statement or file has to say: (is a problem, text)."""
TUNE_FILES: Final = "_tune_files"
"""Number that empties the upload widget of statements."""
TUNE_SECTION: Final = "tune"
"""In the address: which part under the τ-path is shown."""
TUNE_CELL: Final = "_tune_cell"
"""Number of the grid's cell whose graph is shown, with its task's id."""


# --- Replay ----------------------------------------------------------------------------

REPLAY_STEP: Final = "step"
"""In the address: number of the chapter that is shown, from 1."""
REPLAY_PART: Final = "part"
"""In the address: the part of that chapter, 0 for the graph as it is before it."""
REPLAY_PICKS: Final = "picks"
"""In the address: what was predicted at each step."""
REPLAY_FORK: Final = "fork"
"""In the address: where and how the search leaves its way."""
REPLAY_LESSON: Final = "lesson"
"""In the address, instead of a run: the lesson that is open."""
REPLAY_VARIANT: Final = "variant"
"""In the address: which way of running the lesson, from 1."""
REPLAY_PREDICT: Final = "predict"
"""Bound to the address: whether each step is predicted before it is shown."""
REPLAY_GHOST: Final = "ghost"
"""Bound to the address: whether the true graph lies under the one that is shown."""
REPLAY_LARGE: Final = "large"
"""Bound to the address: whether type is large."""
REPLAY_BY: Final = "by"
"""Bound to the address: whether the data or the oracle decide."""
REPLAY_TEXT: Final = "replay-text"
"""Container of a lesson's title and text."""
REPLAY_LARGE_TEXT: Final = "replay-large-text"
"""The same for a projector, which has rules of style."""
REPLAY_STAGE: Final = "replay-stage"
"""Container of graph, panel and scrubber; the scrubber's script knows it by this name."""
REPLAY_GRAPH: Final = "replay-graph"
"""Key of the graph, with its height; one for all moments, so that it stays mounted."""
REPLAY_AT: Final = "_replay_at"
"""Where this tab stands: (subject, chapter, part)."""
REPLAY_PICKED: Final = "_replay_picked"
"""Predictions of this tab: (subject, picks by step)."""
REPLAY_ROW: Final = "_replay_row"
"""The operator that is looked at, as (subject, chapter, row), or None."""
REPLAY_FIRST: Final = "_replay_first"
"""The first of two nodes that are clicked for a prediction, as (subject, chapter, node)."""
REPLAY_INSIDE: Final = "_replay_inside"
"""The step whose score is looked into: (subject, chapter), or None."""
REPLAY_WHOLE: Final = "_replay_whole"
"""Whether what was clicked changes more than the graph and the panel beside it."""
REPLAY_STOP: Final = "_replay_stop"
"""The fork whose computation was stopped."""
REPLAY_LESSON_CHOICE: Final = "_replay_lesson_choice"
"""The lesson chosen in the sidebar."""
REPLAY_FORKED: Final = "_replay_forked"
"""The fork of this tab as text, empty for none; the address repeats it."""
REPLAY_FORKS: Final = "_replay_forks"
"""Forks that were computed in this tab, by (subject, fork)."""
REPLAY_FORK_PROBLEMS: Final = "_replay_fork_problems"
"""Why forks could not be computed, by (subject, fork)."""
REPLAY_FORK_WORK: Final = "_replay_fork_work"
"""The fork that is being computed, by (subject, fork)."""


# --- Learn -----------------------------------------------------------------------------

LEARN_SECTION: Final = "learn"
"""In the address: the section that is shown."""
LEARN_WORD: Final = "_learn_word"
"""What is looked for in the glossary."""


# --- Runs ------------------------------------------------------------------------------

ENGINE_KIND: Final = "_engine_kind"
"""Which kind of engine is looked at."""
ENGINE_ADDRESS: Final = "_engine_address"
"""The scheduler's address as it is written."""
ENGINE_TRIAL: Final = "_engine_trial"
"""The engine that was tried last, whether it works, and what was said of it."""
ENGINE_PROBLEM: Final = "_engine_problem"
"""Why an engine could not be chosen, until it was told."""


def part_key(name: str) -> str:
    """Parameter of a part of NCD, which is set in the address too."""
    return name
