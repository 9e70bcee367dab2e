"""Checked values: what a JSON file holds, as the type it must have or an error in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeVar

T = TypeVar("T")


class EventError(ValueError):
    """A value that is not a serialised event."""


def each(value: object, what: str, read: Callable[[object], T]) -> tuple[T, ...]:
    """A list as a tuple, each of its items read."""
    return tuple(read(item) for item in as_list(value, what))


def parts(value: object, length: int, what: str) -> list[object]:
    """A list of so many items.

    Raises
    ------
    EventError
        If it is no list, or has another length.
    """
    found = as_list(value, what)
    if len(found) != length:
        raise EventError(f"{what} has {len(found)} parts instead of {length}.".capitalize())
    return found


def as_mapping(value: object, what: str) -> Mapping[str, object]:
    """A mapping.

    Raises
    ------
    EventError
        If it is none.
    """
    if not isinstance(value, Mapping):
        raise EventError(f"Expected {what}, got {value!r:.60}.")
    return value


def as_list(value: object, what: str) -> list[object]:
    """A list.

    Raises
    ------
    EventError
        If it is none.
    """
    if not isinstance(value, list):
        raise EventError(f"Expected a list for {what}, got {value!r:.60}.")
    return value


def as_int(value: object, what: str) -> int:
    """A whole number that is not negative.

    Raises
    ------
    EventError
        If it is none.
    """
    # bool is an int in Python, and no node is called True.
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise EventError(f"Expected a whole number for {what}, got {value!r:.60}.")
    return value


def as_node(value: object, n_nodes: int) -> int:
    """A node of so many.

    Raises
    ------
    EventError
        If it is none.
    """
    node = as_int(value, "an edge's end")
    if node >= n_nodes:
        raise EventError(f"An edge ends at node {node}, but there are {n_nodes}.")
    return node


def as_float(value: object, what: str) -> float:
    """A finite number.

    Raises
    ------
    EventError
        If it is none.
    """
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise EventError(f"Expected a finite number for {what}, got {value!r:.60}.")
    return float(value)


def as_bool(value: object, what: str) -> bool:
    """True or false.

    Raises
    ------
    EventError
        If it is neither.
    """
    if not isinstance(value, bool):
        raise EventError(f"Expected true or false for {what}, got {value!r:.60}.")
    return value


def as_text(value: object, what: str) -> str:
    """Text.

    Raises
    ------
    EventError
        If it is none.
    """
    if not isinstance(value, str):
        raise EventError(f"Expected text for {what}, got {value!r:.60}.")
    return value
