"""Steps and graphs as plain sentences for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.export.named import named_edges
from gesncd.graphs import PDAG, Insert, Reorient
from gesncd.search.events import Cause, MarkChange, Phase, Step


def shown(name: str) -> str:
    """A name with what would steer a terminal, or break a line, written as an escape."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in name
    )


def step_sentence(names: Sequence[str], step: Step, tau: float) -> str:
    """One sentence on a step: what changed, given what, and how far from τ it was."""
    x, y = shown(names[step.operator.x]), shown(names[step.operator.y])
    if isinstance(step.operator, Reorient):
        pair = f"turns edges around {x} and {y}, which the knowledge keeps apart"
    else:
        pair = f"{'joins' if isinstance(step.operator, Insert) else 'parts'} {x} and {y}"
    relation = "above" if step.phase is Phase.FORWARD else "not above"
    given = _listed([shown(names[node]) for node in step.conditioning])
    n_edges = step.cpdag.n_edges
    return (
        f"Step {step.index} ({step.phase.value}) {pair}: dependence "
        f"{number(step.score)} given {given}, {relation} τ = {number(tau)}; "
        f"{n_edges} {'edge' if n_edges == 1 else 'edges'} now."
    )


def edge_lines(
    names: Sequence[str], graph: PDAG, by_knowledge: Sequence[MarkChange] = ()
) -> list[str]:
    """A heading, then one line an edge: ``→`` where it is directed, ``—`` where it isn't.

    Edges that are directed only because of background knowledge say whether it directs them
    itself, or their direction follows from those that it directs.
    """
    known = {
        frozenset((names[change.i], names[change.j])): _by_knowledge(change)
        for change in by_knowledge
    }
    edges = named_edges(names, graph)
    if not edges:
        return ["No edges."]
    lines = [f"{len(edges)} {'edge' if len(edges) == 1 else 'edges'}:"]
    lines += [
        f"  {shown(edge.source)} {'→' if edge.directed else '—'} {shown(edge.target)}"
        f"{known.get(frozenset((edge.source, edge.target)), '')}"
        for edge in edges
    ]
    return lines


def _by_knowledge(change: MarkChange) -> str:
    follows = change.reason.cause is Cause.MEEK
    return " (follows from knowledge)" if follows else " (directed by knowledge)"


def number(value: float) -> str:
    """Four significant digits."""
    return f"{value:.4g}"


def _listed(words: Sequence[str]) -> str:
    if not words:
        return "nothing"
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} and {words[-1]}"
