"""The graphs of a τ-path as plain values, small enough to be kept for each cell of a grid."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from gesncd.search.deserialise import pdag_from_dict
from gesncd.search.plateaus import Plateau, TauPath
from gesncd.search.serialise import pdag_to_dict


def path_to_dict(path: TauPath) -> dict[str, Any]:
    """Thresholds, graphs and notes of a path as JSON values; its steps are left out."""
    plateaus = []
    for plateau in path.plateaus:
        values: dict[str, Any] = {
            "tau_low": plateau.tau_low,
            "cpdag": pdag_to_dict(plateau.cpdag),
            "global_score": plateau.global_score,
        }
        if plateau.graph != plateau.cpdag:
            values["graph"] = pdag_to_dict(plateau.graph)
        plateaus.append(values)
    return {
        "tau_floor": path.tau_floor,
        "plateaus": plateaus,
        "n_queries": path.n_queries,
        "notes": list(path.notes),
    }


def path_from_dict(values: Mapping[str, Any]) -> TauPath:
    """The path of plain values, without its steps: no routes and no insertions.

    Thresholds, graphs and everything read from them are those of the path written.
    """
    lows = [plateau["tau_low"] for plateau in values["plateaus"]]
    plateaus = []
    for plateau, high in zip(values["plateaus"], [*lows[1:], math.inf], strict=True):
        cpdag = pdag_from_dict(plateau["cpdag"])
        graph = pdag_from_dict(plateau["graph"]) if "graph" in plateau else cpdag
        low, score = plateau["tau_low"], plateau["global_score"]
        plateaus.append(Plateau(low, high, cpdag, graph, (), score))
    return TauPath(
        tau_floor=values["tau_floor"],
        plateaus=tuple(plateaus),
        insertions=(),
        n_queries=values["n_queries"],
        notes=tuple(values["notes"]),
    )
