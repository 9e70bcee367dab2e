"""Options that set parts of NCD one by one."""

from __future__ import annotations

import argparse

from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import DEVICE_CHOICES

_NUMBERS = (
    ("restarts", int, "N", "random splits (radial) or initialisations that are averaged"),
    ("landmarks", int, "N", "points that span the kernel ridge regression"),
    ("units", int, "N", "radial units of f and of g"),
    ("regressor-units", int, "N", "radial units of h and of l"),
    ("test-depth", int, "D", "affine layers of the perceptrons f and g"),
    ("test-width", int, "W", "units of each of their hidden layers"),
    ("outer-steps", int, "T_t", "ascent steps of the perceptrons f and g"),
    ("inner-steps", int, "T_r", "steps of h and l before each of them"),
    ("learning-rate", float, "R", "Adam's learning rate"),
)
_SWITCHES = (
    ("spectral-norm", "divide the perceptrons' weights by their largest singular value"),
    ("remove-predictable", "first take away what regression on Z predicts"),
    ("cross-fit", "judge each half of the rows by networks trained on the other"),
)


def add_device(command: argparse.ArgumentParser) -> None:
    """Add the choice of a device."""
    command.add_argument(
        "--device",
        choices=DEVICE_CHOICES,
        default=DEVICE_CHOICES[0],
        help=(
            "where NCD's perceptrons are trained; auto takes a GPU where there is one, or what "
            "GESNCD_DEVICE says. Radial networks, the default, and the other measures run on "
            "the CPU (default: %(default)s)"
        ),
    )


def add_ncd_parts(command: argparse.ArgumentParser) -> None:
    """Add an option for each part; unset, the kind of networks decides."""
    group = command.add_argument_group(
        "parts of NCD", "Each is as the kind of networks has it, unless it is given."
    )
    group.add_argument(
        "--inputs",
        choices=("rank", "standard", "both", "raw"),
        help="what the networks see of a column",
    )
    for name, kind, metavar, text in _NUMBERS:
        group.add_argument(f"--{name}", type=kind, metavar=metavar, help=text)
    for name, text in _SWITCHES:
        group.add_argument(f"--{name}", action=argparse.BooleanOptionalAction, help=text)


def ncd_parts(options: argparse.Namespace) -> NcdParts:
    """The parts that were given."""
    names = ["inputs", *(name for name, *_ in _NUMBERS), *(name for name, _ in _SWITCHES)]
    attributes = [name.replace("-", "_") for name in names]
    return NcdParts(**{name: getattr(options, name, None) for name in attributes})
