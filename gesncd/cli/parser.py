"""What the command line understands; light, so that ``--help`` answers at once."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from gesncd import __version__
from gesncd.cli.search_commands import (
    MODELS,
    Commands,
    add_discover,
    add_grid,
    add_plan,
    add_rehearse,
    add_stability,
    add_tau_path,
    add_tune,
)
from gesncd.cli.search_options import add_skip_lines


class _Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations: ``--tau`` is not the beginning of ``--tau-floor``."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **options})

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        """As in any parser, but what is not known is an error of the command that was given it.

        Else it would be one of the whole program, whose usage says nothing of the command.
        """
        known, unknown = super().parse_known_args(*args, **options)
        if unknown:
            option = next((word for word in unknown if word.startswith("-")), "").split("=")[0]
            near = get_close_matches(option, self._option_string_actions, n=1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{meant}")
        return known, unknown


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; the chosen one is in ``command``."""
    parser: argparse.ArgumentParser = _Parser(
        prog=called_by(),
        description="Exploratory causal discovery by reframed greedy equivalence search.",
    )
    parser.add_argument("--version", action="version", version=f"gesncd {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_check(commands)
    add_discover(commands)
    add_tau_path(commands)
    add_tune(commands)
    add_grid(commands)
    add_rehearse(commands)
    add_stability(commands)
    add_plan(commands)
    _add_simulate(commands)
    _add_compare(commands)
    _add_runs(commands)
    return parser


def called_by() -> str:
    """The words that started the program, as its help and its errors repeat them."""
    # The installed command is a file of that name, gesncd.exe on Windows.
    return "gesncd" if Path(sys.argv[0]).stem == "gesncd" else "python -m gesncd"


def _add_check(commands: Commands) -> None:
    command = commands.add_parser(
        "check",
        help="say what is wrong with a table before a search",
        description=(
            "Print everything found in a table: errors, which stop a search, warnings and notes. "
            "CSV, TSV, text, Excel (.xlsx), Parquet and Feather are read; several files with the "
            "same columns count as one. The exit code is 1 if an error stops a search."
        ),
    )
    command.add_argument("data", type=Path, nargs="+", metavar="DATA.csv")
    command.add_argument(
        "--sheet",
        metavar="NAME",
        help="sheet of a workbook (default: the first that looks like a table)",
    )
    add_skip_lines(command)


def _add_simulate(commands: Commands) -> None:
    command = commands.add_parser(
        "simulate",
        help="make data with a known graph",
        description="Write data.csv and dag.csv, simulated from a random graph.",
    )
    command.add_argument("model", choices=MODELS)
    command.add_argument("--nodes", type=int, default=10, help="default: %(default)s")
    command.add_argument(
        "--degree",
        type=float,
        default=2.0,
        help="expected number of edges at a node (default: 2)",
    )
    command.add_argument("--rows", type=int, default=1000, help="default: %(default)s")
    command.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    command.add_argument("--out", type=Path, required=True, metavar="DIR")
    command.add_argument(
        "--force", action="store_true", help="replace data.csv and dag.csv that are there"
    )


def _add_compare(commands: Commands) -> None:
    command = commands.add_parser(
        "compare",
        help="measure a result against the true graph",
        description=(
            "Print, as JSON, the figures that the page Judge shows too. Both graphs are compared "
            "as CPDAGs; a true DAG is turned into its own first. Variables are matched by name. "
            "The truth may be a CSV matrix of 0 and 1 with names in the first line and the first "
            "column, where 1 says that the row causes the column (rows without names are in the "
            "order of the first line); a CSV list of edges that begins with the line "
            "source,target, with a third column of ->, <-, -- or true and false under directed; "
            "DOT; DAGitty; or GraphML. What was assumed of it is told on the error stream. "
            "shd: pairs of variables whose edge differs. f1, precision, recall: skeleton and "
            "direction in one figure. An arrow counts as one entry of the adjacency matrix, a "
            "line without direction as two. Hits: an arrow that the truth has too, 1; a line that"
            " the truth has too, 2; an arrow, either way, where the truth has a line, 1; all else"
            " 0, also a line where the truth has an arrow. Precision is hits over the entries "
            "found, recall hits over those of the truth, and F1 their harmonic mean. Two graphs "
            "without edges agree fully, 1. skeleton_f1, skeleton_precision, skeleton_recall: the "
            "same of joined pairs, whatever the direction. direction_f1, direction_precision, "
            "direction_recall: the same of arrows, among the pairs that both graphs join; null "
            "where neither has an arrow there."
        ),
    )
    command.add_argument("result", type=Path, metavar="RESULT.json")
    command.add_argument("truth", type=Path, metavar="TRUTH", help="a DAG or a CPDAG")


def _add_runs(commands: Commands) -> None:
    command = commands.add_parser(
        "runs",
        help="list, show, move, delete and resume the runs of the app",
        description="The runs that the app keeps in GESNCD_HOME or the user's data folder.",
    )
    command.add_argument(
        "--home", type=Path, metavar="DIR", help="folder of the runs (default: GESNCD_HOME)"
    )
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = actions.add_parser("list", help="one line a run, newest first")
    show = actions.add_parser("show", help="settings, steps and edges of a run")
    export = actions.add_parser("export", help="write a run as a capsule, one file")
    delete = actions.add_parser("delete", help="delete a run for good")
    resume = actions.add_parser("resume", help="go on with a run that ended early, until it ends")
    for action in (show, export, delete, resume):
        action.add_argument("run", metavar="RUN", help="the run's id, or its first characters")
    export.add_argument(
        "--out", type=Path, metavar="RUN.gesncd", help="the file (default: named after the data)"
    )
    export.add_argument(
        "--no-data", action="store_true", help="leave the data out; only their hash goes along"
    )
    export.add_argument(
        "--no-statements",
        action="store_true",
        help="leave out what was said of the data on Tune, held out or enforced",
    )
    delete.add_argument("--yes", action="store_true", help="don't ask first")
    opened = actions.add_parser("import", help="add the run of a capsule")
    opened.add_argument("capsule", type=Path, metavar="RUN.gesncd")
    # Said before the action or after it; one that is not said must not undo the other.
    for action in (listed, show, export, delete, resume, opened):
        action.add_argument(
            "--home",
            type=Path,
            metavar="DIR",
            default=argparse.SUPPRESS,
            help="folder of the runs (default: GESNCD_HOME)",
        )
