"""The commands that search a table, each with what it can be told; light like the parser."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeAlias

from gesncd.cli.search_options import (
    add_cells,
    add_common,
    add_output,
    add_search_options,
    add_statements,
    add_tau,
    add_tau_floor,
)

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command is added to."""

MODELS = ("pnl-gp", "pnl-mult", "anm-gp", "linear")
"""Models that data can be simulated from."""


def add_discover(commands: Commands) -> None:
    """Add ``discover``: find the graph at one threshold."""
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


def add_tau_path(commands: Commands) -> None:
    """Add ``tau-path``: the graphs of every threshold."""
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


def add_tune(commands: Commands) -> None:
    """Add ``tune``: the threshold that agrees with what is known."""
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
    add_output(command)


def add_grid(commands: Commands) -> None:
    """Add ``grid``: several settings, compared."""
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
    add_output(command)


def add_rehearse(commands: Commands) -> None:
    """Add ``rehearse``: settings on data with a known truth."""
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
    add_output(command)


def add_stability(commands: Commands) -> None:
    """Add ``stability``: edges that come again on resamples."""
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
    add_output(command)


def add_plan(commands: Commands) -> None:
    """Add ``plan``: what a search will take."""
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
