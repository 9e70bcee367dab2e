"""Reading a result document back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gesncd.export.result_json import FORMAT, VERSION
from gesncd.graphs import PDAG


class ResultError(ValueError):
    """A file that is no result document; the message says where it goes wrong."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a result document says.

    Parameters
    ----------
    variables
        Names in node order.
    graph
        The graph found.
    document
        Everything in the file.
    """

    variables: tuple[str, ...]
    graph: PDAG
    document: Mapping[str, object]


def read_result(path: Path | str) -> Result:
    """Read the result document that ``python -m gesncd discover --out`` wrote.

    Raises
    ------
    ResultError
        If the file is no such document, or of a newer version.
    OSError
        If the file cannot be read.
    """
    path = Path(path)
    try:
        document = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ResultError(f"{path} is no JSON file: {error}.") from error
    if not isinstance(document, dict) or "variables" not in document or "edges" not in document:
        raise ResultError(f"{path} is no result of gesncd: it has no variables and edges.")
    if document.get("format") != FORMAT:
        raise ResultError(f"{path} is no result of gesncd: its format is not {FORMAT!r}.")
    if document.get("version") != VERSION:
        raise ResultError(
            f"{path} has version {document.get('version')!r}, and this release reads "
            f"version {VERSION}; update gesncd."
        )
    variables = _variables(document["variables"], path)
    return Result(variables, _graph(variables, document["edges"], path), document)


def _variables(value: object, path: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ResultError(f"{path}: variables must be a list of names.")
    if len(set(value)) != len(value):
        raise ResultError(f"{path}: a name stands twice among the variables.")
    return tuple(value)


def _graph(variables: tuple[str, ...], value: object, path: Path) -> PDAG:
    if not isinstance(value, list):
        raise ResultError(f"{path}: edges must be a list.")
    node = {name: i for i, name in enumerate(variables)}
    pairs: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for number, edge in enumerate(value, start=1):
        match edge:
            case {"source": str(source), "target": str(target), "directed": bool(directed)}:
                for name in (source, target):
                    if name not in node:
                        raise ResultError(
                            f"{path}: edge {number} names {name!r}, which is no variable."
                        )
                pairs[directed].append((node[source], node[target]))
            case _:
                raise ResultError(
                    f"{path}: edge {number} must have a source, a target and directed."
                )
    try:
        return PDAG.from_edges(len(variables), directed=pairs[True], undirected=pairs[False])
    except ValueError as error:
        raise ResultError(f"{path}: the edges form no graph: {error}") from error
