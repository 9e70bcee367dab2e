"""Steps and graphs as plain sentences for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from gesncd.export.named import named_edges
from gesncd.graphs import PDAG
from gesncd.search.arrow_sources import Arrow, ArrowSource, sources_text
from gesncd.search.events import Step
from gesncd.search.words import (
    against,
    nodes_told,
    score_text,
    score_words,
    set_words,
    told_action,
)
from gesncd.settings.calibration import CALIBRATION, calibrates
from gesncd.settings.run_settings import RunSettings

_KNOWN: Final[Mapping[ArrowSource, str]] = {
    ArrowSource.DATA: "",
    ArrowSource.KNOWLEDGE: " (directed by knowledge)",
    ArrowSource.FOLLOWS: " (follows from knowledge)",
    ArrowSource.BOTH: " (directed by knowledge, and by the data)",
}


def shown(name: str) -> str:
    """A name with what would steer a terminal, or break a line, written as an escape."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in name
    )


def step_sentence(step: Step, tau: float, names: Sequence[str]) -> str:
    """One sentence on a step: what changed, given what, and on which side of τ its score is."""
    spoken = {node: shown(names[node]) for node in nodes_told(step)}
    n_edges = step.cpdag.n_edges
    return (
        f"Step {step.index} ({step.phase.value}) {told_action(step.operator, spoken, 's')}: their "
        f"score given {set_words(step.conditioning, spoken)} is {score_words(step.score)}, "
        f"{against(step.score, tau)}; {n_edges} {'edge' if n_edges == 1 else 'edges'} now."
    )


def floor_sentence(noise_floor: float, settings: RunSettings) -> str:
    """What the noise floor of a search is, and how often independence exceeds it."""
    how = f" ({CALIBRATION})" if calibrates(settings) else ""
    return (
        f"Noise floor: {score_text(noise_floor)}{how}; independence exceeds it in about "
        f"{settings.alpha:.4g} of queries."
    )


def edge_lines(
    graph: PDAG,
    names: Sequence[str],
    sources: Mapping[Arrow, ArrowSource] = MappingProxyType({}),
) -> list[str]:
    """A heading, then one line an edge: ``→`` where it is directed, ``—`` where it isn't.

    Arrows whose direction background knowledge has a part in say which part, and are counted.
    """
    known = {
        frozenset((names[arrow[0]], names[arrow[1]])): _KNOWN[each]
        for arrow, each in sources.items()
    }
    edges = named_edges(names, graph)
    if not edges:
        return ["No edges."]
    counted = f"{len(edges)} {'edge' if len(edges) == 1 else 'edges'}"
    if by_source := sources_text(sources):
        counted += f", {sum(edge.directed for edge in edges)} of them directed ({by_source})"
    lines = [f"{counted}:"]
    lines += [
        f"  {shown(edge.source)} {'→' if edge.directed else '—'} {shown(edge.target)}"
        f"{known.get(frozenset((edge.source, edge.target)), '')}"
        for edge in edges
    ]
    return lines
