"""The table of edges, the graph's accessible twin."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from components.trace import Trace
from gesncd.graphs.pdag import PDAG


def edge_frame(
    trace: Trace, graph: PDAG, step: int, names: Sequence[str], floor: float | None
) -> pd.DataFrame:
    """One row an edge, strongest first.

    Columns: source, edge (→ or —), target, score when added, step, and the
    score as a multiple of the noise floor where that is known.
    """
    origins = trace.origins(step)
    rows = []
    for edge in graph.edges():
        pair = (min(edge.source, edge.target), max(edge.source, edge.target))
        origin = origins.get(pair)
        rows.append(
            {
                "Source": names[edge.source],
                "Edge": "→" if edge.directed else "—",
                "Target": names[edge.target],
                "Score": None if origin is None else origin.score,
                "× noise floor": None if origin is None or not floor else origin.score / floor,
                "Step": None if origin is None else origin.step,
            }
        )
    columns = ["Source", "Edge", "Target", "Score", "× noise floor", "Step"]
    frame = pd.DataFrame(rows, columns=columns)
    frame["Step"] = frame["Step"].astype("Int64")
    return frame.sort_values(["Score", "Step"], ascending=[False, True], ignore_index=True)
