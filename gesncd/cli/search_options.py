"""Options that the searching commands share."""

from __future__ import annotations

import argparse
from pathlib import Path

from gesncd.cli.ncd_options import add_device, add_ncd_parts
from gesncd.settings.run_settings import MEASURES, NETWORKS, RunSettings

_MOST_LINES = 10_000


def add_search_options(command: argparse.ArgumentParser) -> None:
    """Add what a search of one table with one measure takes."""
    defaults = RunSettings()
    add_common(command)
    command.add_argument(
        "--measure",
        choices=MEASURES,
        default=defaults.measure,
        help="measure of conditional dependence (default: %(default)s)",
    )
    command.add_argument(
        "--networks",
        choices=NETWORKS,
        help=(
            "kind of NCD's networks: radial, perceptron, or those of the paper, as published, with "
            "an automatic threshold that is calibrated on permuted data (default: radial; "
            "perceptron if depth or width is given)"
        ),
    )
    add_preset(command)
    command.add_argument(
        "--depth",
        type=int,
        metavar="D",
        help=f"affine layers of NCD's perceptrons, 2 or more (default: {defaults.depth})",
    )
    command.add_argument(
        "--width",
        type=int,
        metavar="W",
        help="units of each of their hidden layers; fewer than 10, or than 5 where deeper than 2, "
        f"join noise (default: {defaults.width})",
    )
    command.add_argument(
        "--seed", type=int, default=defaults.seed, metavar="S", help="default: %(default)s"
    )
    add_device(command)
    add_ncd_parts(command)


def add_preset(command: argparse.ArgumentParser) -> None:
    """Add the other name of the paper's networks."""
    command.add_argument(
        "--preset",
        choices=("robust", "paper"),
        default="robust",
        help="paper is the same as --networks paper (default: robust, which is cross-fitted)",
    )


def add_common(command: argparse.ArgumentParser, *, knowledge: bool = True) -> None:
    """Add the table and what every search of it shares.

    Parameters
    ----------
    command
        What takes the options.
    knowledge
        Whether there is something to know: not of simulated variables.
    """
    defaults = RunSettings()
    command.add_argument("data", type=Path, metavar="DATA.csv")
    add_skip_lines(command)
    command.add_argument(
        "--mend",
        action="store_true",
        help=(
            "mend the table as the Data page proposes, and say what was done (default: a table "
            "that needs mending is refused)"
        ),
    )
    command.add_argument(
        "--alpha",
        type=float,
        default=defaults.alpha,
        metavar="A",
        help="level a query of the automatic threshold (default: %(default)s)",
    )
    if knowledge:
        command.add_argument(
            "--knowledge",
            type=Path,
            metavar="FILE",
            help="background knowledge to enforce: CSV, JSON or Tetrad's text",
        )
    command.add_argument(
        "--screen",
        type=int,
        metavar="K",
        help=(
            "let a first pass keep the K strongest partners of each variable, and join no "
            "others (default: all pairs are considered)"
        ),
    )
    command.add_argument(
        "--max-subset",
        type=int,
        metavar="N",
        help="largest T of an Insert and H of a Delete (default: no cap)",
    )
    command.add_argument(
        "--max-conditioning",
        type=int,
        metavar="N",
        help="largest conditioning set of a score (default: no cap)",
    )


def add_cells(command: argparse.ArgumentParser) -> None:
    """Add the settings whose combinations are the cells of a grid."""
    defaults = RunSettings()
    command.add_argument(
        "--measures",
        nargs="+",
        choices=MEASURES,
        default=[defaults.measure],
        help=f"measures (default: {defaults.measure})",
    )
    command.add_argument(
        "--networks",
        nargs="+",
        choices=NETWORKS,
        help="kinds of NCD's networks (default: radial; perceptron if depths or widths are given)",
    )
    add_preset(command)
    for name, value, text in (
        ("depths", defaults.depth, "affine layers of NCD's perceptrons, 2 or more"),
        ("widths", defaults.width, "units of each of their hidden layers, best from 10 on"),
        ("seeds", defaults.seed, "seeds of everything random"),
    ):
        command.add_argument(
            f"--{name}", nargs="+", type=int, metavar="N", help=f"{text} (default: {value})"
        )
    add_device(command)


def add_statements(command: argparse.ArgumentParser, *, required: bool) -> None:
    """Add the file of held-out statements."""
    command.add_argument(
        "--statements",
        "--priors",
        dest="priors",
        type=Path,
        required=required,
        metavar="FILE",
        help=(
            "held-out statements: lines such as 'A -> B' or 'A, B not adjacent', or a knowledge "
            "file, in which '!=>' also says that one variable does not cause another"
            + ("; --knowledge is enforced instead and is no evidence" if required else "")
        ),
    )


def add_tau(command: argparse.ArgumentParser, text: str) -> None:
    """Add the threshold, a number or automatic."""
    command.add_argument("--tau", type=_tau, default=None, metavar="auto|NUMBER", help=text)


def add_tau_floor(command: argparse.ArgumentParser) -> None:
    """Add the smallest threshold of a path."""
    command.add_argument(
        "--tau-floor",
        type=float,
        metavar="NUMBER",
        help="smallest threshold, between 0 and 1 (default: a tenth of the automatic one)",
    )


def add_output(command: argparse.ArgumentParser) -> None:
    """Add the file of results."""
    # --json, its name in earlier releases, stays for scripts that have it.
    command.add_argument(
        "--out", "--json", type=Path, metavar="OUT.json", help="write the result here"
    )
    command.add_argument("--quiet", action="store_true", help="print no notes on the data")


def _tau(text: str) -> float | None:
    if text == "auto":
        return None
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither 'auto' nor a number") from None


def add_skip_lines(command: argparse.ArgumentParser) -> None:
    """Add which lines of a file are no part of its table."""
    command.add_argument(
        "--skip-lines",
        type=line_numbers,
        metavar="LINES",
        help="lines that are no part of the table, such as one of units: 3 or 1-2,4",
    )


def line_numbers(text: str) -> tuple[int, ...]:
    """Numbers of lines: "3", "1-2,4".

    Raises
    ------
    argparse.ArgumentTypeError
        If the text is no list of lines, or names very many.
    """
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        try:
            low, high = int(first), int(last or first)
        except ValueError:
            low, high = 1, 0
        if not 1 <= low <= high or high - low >= _MOST_LINES:
            raise argparse.ArgumentTypeError(
                f"{text!r} is no list of lines, numbered from 1, such as 3 or 1-2,4"
            )
        numbers.update(range(low, high + 1))
    return tuple(sorted(numbers))
