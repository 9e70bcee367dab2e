"""What a report tells of how a graph was checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gesncd.analysis import Stability
from gesncd.export import Table
from gesncd.graphs import PDAG

NOT_DONE: Final = {
    "Stability": "not done: is each edge found again on halves of the rows?",
    "Independences": "not done: does another measure agree with what the graph calls independent?",
    "Statements": "not done: does the graph agree with what is known and the search was not told?",
    "Truth": "not done: no true graph of these data is at hand.",
}
"""What is said of each check that was not done."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Checks of a graph and what came of them.

    Parameters
    ----------
    results
        By name of the check; None for what was not done.
    stability
        Shares of the replicates, where the search was repeated.
    replicates
        Their number and kind, in words.
    """

    results: Mapping[str, str | None] = field(default_factory=lambda: dict.fromkeys(NOT_DONE))
    stability: Stability | None = None
    replicates: str = ""


def check_rows(checked: Checked) -> dict[str, str]:
    """Each check with its result."""
    return {name: result or NOT_DONE[name] for name, result in checked.results.items()}


def shares_table(checked: Checked, graph: PDAG, names: Sequence[str]) -> Table | None:
    """How often each edge of the graph was found again; None where the search was not repeated."""
    if checked.stability is None or not graph.n_edges:
        return None
    rows = []
    for edge in graph.edges():
        shares = checked.stability.shares(edge.source, edge.target)
        found = (shares.joined, shares.forward, shares.backward, shares.undirected, shares.none)
        sign = "→" if edge.directed else "—"
        rows.append(
            [
                names[edge.source],
                sign,
                names[edge.target],
                *(f"{share:.2f}" for share in found),
                checked.stability.set_beforehand(edge.source, edge.target),
            ]
        )
    rows.sort(key=lambda row: -float(row[3]))
    header = ["Source", "Edge", "Target", "joined", "→", "←", "—", "none", "set beforehand"]
    if not any(row[-1] for row in rows):
        header, rows = header[:-1], [row[:-1] for row in rows]
    return Table(header, rows, frozenset(range(3, 8)))
