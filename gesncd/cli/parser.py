"""What the command line understands; light, so that ``--help`` answers at once."""

from __future__ import annotations

import argparse
from pathlib import Path

from gesncd.cli.search_options import (
    add_cells,
    add_common,
    add_json_output,
    add_search_options,
    add_skip_lines,
    add_statements,
    add_tau,
    add_tau_floor,
)

MODELS = ("pnl-gp", "pnl-mult", "anm-gp", "linear")
"""Models of ``simulate``."""


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; the chosen one is in ``command``."""
    parser = argparse.ArgumentParser(
        prog="python -m gesncd",
        description="Exploratory causal discovery by reframed greedy equivalence search.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_check(commands)
    _add_discover(commands)
    _add_tau_path(commands)
    _add_tune(commands)
    _add_grid(commands)
    _add_rehearse(commands)
    _add_stability(commands)
    _add_plan(commands)
    _add_simulate(commands)
    _add_compare(commands)
    _add_runs(commands)
    return parser


def _add_check(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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
    command.add_argument("--sheet", metavar="NAME", help="sheet of a workbook (default: the first)")
    add_skip_lines(command)


def _add_discover(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "discover",
        help="find the causal graph of a table",
        description="Search for the CPDAG of a CSV file, one line a step.",
    )
    add_search_options(command)
    add_tau(command, "threshold, between 0 and 1; auto follows from alpha (default: auto)")
    command.add_argument(
        "--no-global-score", action="store_true", help="don't compute S_g, which takes queries"
    )
    command.add_argument(
        "--out", type=Path, metavar="RESULT.json", help="write the result document here"
    )
    command.add_argument(
        "--quiet", action="store_true", help="print the final graph only, not each step"
    )


def _add_tau_path(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "tau-path",
        help="find the graphs of a table for every threshold at once",
        description=(
            "Search once for every threshold τ from a floor on, and print how the CPDAG of a "
            "CSV file changes with τ."
        ),
    )
    # The module that runs it cannot have a dash in its name.
    command.set_defaults(command="tau_path")
    add_search_options(command)
    add_tau_floor(command)
    command.add_argument(
        "--global-score", action="store_true", help="compute S_g of each graph, which takes queries"
    )
    command.add_argument("--out", type=Path, metavar="PATH.json", help="write the graphs here")
    command.add_argument("--quiet", action="store_true", help="print no notes on the data")


def _add_tune(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "tune",
        help="find the threshold that agrees best with what is known",
        description=(
            "Search for every threshold τ from a floor on, and ask each graph about statements "
            "that are held out of the search. The τ-range that agrees best is proposed."
        ),
    )
    add_search_options(command)
    add_statements(command, required=True)
    add_tau_floor(command)
    add_json_output(command)


def _add_grid(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "grid",
        help="search a table with several settings and compare",
        description=(
            "Search a table with every combination of settings, and print for each the edges, S_g, "
            "agreement with held-out statements and agreement between seeds."
        ),
    )
    add_common(command)
    add_cells(command)
    command.add_argument(
        "--tau",
        type=float,
        metavar="NUMBER",
        help="a second threshold at which every cell is looked at, beside its automatic one",
    )
    add_statements(command, required=False)
    add_json_output(command)


def _add_rehearse(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "rehearse",
        help="try settings on simulated data like a table, where the truth is known",
        description=(
            "Simulate data with as many variables, edges and rows as a table, search them with "
            "every combination of settings, and propose those that did best. The table's own "
            "values are not looked at, but for the number of edges, unless it is given. Knowledge "
            "is about the table's variables and has no place here."
        ),
    )
    add_common(command, knowledge=False)
    add_cells(command)
    command.add_argument(
        "--model",
        choices=MODELS,
        default="pnl-gp",
        help="how the simulated variables follow from their parents (default: %(default)s)",
    )
    command.add_argument(
        "--sets", type=int, default=5, metavar="N", help="simulated data sets (default: 5)"
    )
    command.add_argument(
        "--edges",
        type=int,
        metavar="N",
        help=(
            "edges of the simulated graphs (default: as the first settings of the grid find in the "
            "table, at their automatic threshold)"
        ),
    )
    command.add_argument(
        "--tau",
        type=float,
        metavar="NUMBER",
        help="reference threshold of settings that have no automatic one",
    )
    add_json_output(command)


def _add_stability(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "stability",
        help="repeat the search on half-samples and count its edges",
        description=(
            "Search resamples of a table, and print for each pair of variables the share of "
            "replicates that join it, and how."
        ),
    )
    add_search_options(command)
    add_tau(command, "threshold; auto follows from alpha and the rows of a sample (default: auto)")
    command.add_argument(
        "--replicates", type=int, default=50, metavar="N", help="default: %(default)s"
    )
    command.add_argument(
        "--resampling",
        choices=("halves", "seeds", "bootstrap"),
        default="halves",
        help=(
            "complementary halves of the rows, other seeds, or the bootstrap, for partial "
            "correlation alone (default: %(default)s)"
        ),
    )
    command.add_argument(
        "--threshold",
        type=float,
        default=0.75,
        metavar="SHARE",
        help="share of replicates from which on an edge is stable (default: %(default)s)",
    )
    command.add_argument(
        "--jobs", type=int, metavar="N", help="processes (default: all usable processors)"
    )
    add_json_output(command)


def _add_plan(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "plan",
        help="say what a search will take: queries, hours, memory",
        description=(
            "Time a few queries on a table, and print what a search will take here, and a table "
            "for other sizes. It takes about ten seconds."
        ),
    )
    add_search_options(command)
    command.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="processes that answer queries (default: the engine's, or all usable processors)",
    )
    command.add_argument(
        "--degree",
        type=float,
        metavar="K",
        help="edges at a variable (default: as a quick search finds)",
    )
    command.add_argument(
        "--effect",
        type=float,
        default=0.01,
        metavar="SHARE",
        help="smallest dependence of interest, a share of variance (default: %(default)s)",
    )
    command.add_argument(
        "--no-global-score", action="store_true", help="leave S_g out of the estimate"
    )


def _add_simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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


def _add_compare(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "compare",
        help="measure a result against the true graph",
        description=(
            "Print SHD, F1, precision and recall as JSON. Both graphs are compared as CPDAGs; "
            "a true DAG is turned into its own first. Variables are matched by name."
        ),
    )
    command.add_argument("result", type=Path, metavar="RESULT.json")
    command.add_argument("truth", type=Path, metavar="DAG.csv")


def _add_runs(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "runs",
        help="list, show, move, delete and resume the runs of the app",
        description="The runs that the app keeps in GESNCD_HOME or the user's data folder.",
    )
    command.add_argument(
        "--home", type=Path, metavar="DIR", help="folder of the runs (default: GESNCD_HOME)"
    )
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="one line a run, newest first")
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
    delete.add_argument("--yes", action="store_true", help="don't ask first")
    opened = actions.add_parser("import", help="add the run of a capsule")
    opened.add_argument("capsule", type=Path, metavar="RUN.gesncd")
