"""What the panel says, as plain data; all of it is text to the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from components.directions import arrow_lines, is_mixed
from components.labels import SENTENCE_NAME, distinct_names
from components.neighbourhood import neighbourhood
from components.sentences import marks_sentence, step_sentence
from components.text import count, edge_text, short_name
from components.trace import Trace, edge_between
from gesncd.graphs import PDAG, Edge, Reorient
from gesncd.knowledge import Constraints
from gesncd.search.arrow_sources import ArrowSource
from gesncd.search.events import Phase, Step
from gesncd.search.why import explain_pair
from gesncd.search.why_sentences import sentences

NOTHING_APART: Final[Mapping[tuple[int, int], str]] = MappingProxyType({})
"""For graphs without background knowledge."""
_FOLLOWS = "Its direction follows from background knowledge about edges."
_FOLLOWS_BOTH = (
    "Its direction follows from background knowledge about edges and from pairs that the data "
    "left unjoined."
)
_WORDS: Final[Mapping[str, str]] = {
    "v-structure": "A v-structure, or collider: two arrows that meet in a variable, from two that "
    "are not joined. Data can tell it from the other directions of these edges.",
    "Meek rule": "A Meek rule: the other direction would make a v-structure that the data do not "
    "have, or a cycle, so only this one is left.",
}
"""What words of the reasons mean."""
_EMPTY = "Each step appears here as it is taken, with its score and the runner-up."


def steps_content(
    trace: Trace, names: Sequence[str], current: int, *, live: bool
) -> dict[str, Any]:
    """The steps in order, one plain sentence each.

    Parameters
    ----------
    current
        The step that the graph shows.
    live
        While the search goes on, steps cannot be chosen.
    """
    names = distinct_names(names, SENTENCE_NAME)
    note = ""
    if trace.n_steps == 0:
        note = _EMPTY if trace.finished is None else "No pair scored above τ: no edges."
    return {
        "mode": "steps",
        "title": "Steps",
        "note": note,
        "current": current,
        "live": live,
        "steps": [step_item(step, names) for step in trace.steps],
    }


def step_item(step: Step, names: Sequence[str]) -> dict[str, Any]:
    """One step: its sign, its heading and its sentence."""
    forward = step.phase is Phase.FORWARD
    sign = "↻" if isinstance(step.operator, Reorient) else "+" if forward else "−"
    parts = [step_sentence(step, names), marks_sentence(step, names)]
    return {
        "index": step.index,
        "phase": step.phase.value,
        "sign": sign,
        "head": f"Step {step.index}, {step.phase.value}",
        "text": " ".join(filter(None, parts)),
    }


def pair_content(
    trace: Trace,
    graph: PDAG,
    pair: tuple[int, int],
    step: int,
    names: Sequence[str],
    floor: float | None = None,
    apart: Mapping[tuple[int, int], str] = NOTHING_APART,
    enforced: Constraints | None = None,
) -> dict[str, Any]:
    """Why two variables are joined as they are after a step, or why they are not.

    Parameters
    ----------
    floor
        The noise floor, where it is known: scores are told as multiples of it where τ is it.
    apart
        Pairs that background knowledge keeps apart, and what it says that does.
    enforced
        What it states.
    """
    i, j = pair
    names = distinct_names(names, SENTENCE_NAME)
    edge = edge_between(graph, i, j)
    title = edge_text(edge or Edge(i, j, False), names)
    if edge is None:
        title = f"{short_name(names[i])} and {short_name(names[j])}: no edge"
    lines = ["Press Run: the search will tell why this pair is joined or not."]
    if trace.started is not None:
        short = [short_name(name) for name in names]
        history = explain_pair(trace.events_until(step), i, j, ending=trace.until(step).ending)
        lines = sentences(
            history,
            short,
            floor,
            apart=apart.get((min(i, j), max(i, j)), ""),
            one_way=None if enforced is None else enforced.one_way(i, j),
        )
        if edge is not None and edge.directed:
            arrow = (edge.source, edge.target)
            rests = arrow_lines(
                trace, graph, step, arrow, short, floor=floor, apart=apart, enforced=enforced
            )
            sources = trace.arrow_sources(step, graph.n_nodes, enforced)
            if sources.get(arrow) is ArrowSource.FOLLOWS:
                mixed = is_mixed(trace, step, arrow, graph.n_nodes, apart)
                rests.insert(0, _FOLLOWS_BOTH if mixed else _FOLLOWS)
            lines[1:1] = rests
    return {
        "mode": "pair",
        "title": title,
        "pair": [i, j],
        "lines": lines,
        "words": [meaning for word, meaning in _WORDS.items() if any(word in t for t in lines)],
        "ends": _ends(pair, names),
    }


def node_content(graph: PDAG, node: int, names: Sequence[str]) -> dict[str, Any]:
    """A variable's parents, children, neighbours and Markov blanket."""
    around = neighbourhood(graph, node)
    title, names = short_name(names[node], 80), distinct_names(names, SENTENCE_NAME)
    groups = (
        ("Parents", "arrows lead from them to it", around.parents),
        ("Children", "it has arrows to them", around.children),
        ("Neighbours", "joined without direction", around.neighbours),
        ("Co-parents", "other parents of its children", around.coparents),
    )
    blanket = len(around.blanket)
    note = (
        f"Markov blanket: {count(blanket, 'variable')}. Given these, it depends on no other."
        if blanket
        else "It has no edges here."
    )
    return {
        "mode": "node",
        "title": title,
        "node": node,
        "note": note,
        "groups": [
            {"title": head, "hint": hint, "nodes": _ends(nodes, names)}
            for head, hint, nodes in groups
            if nodes
        ],
        "others": _ends([other for other in range(len(names)) if other != node], names),
    }


def _ends(nodes: Sequence[int], names: Sequence[str]) -> list[dict[str, Any]]:
    return [{"id": int(node), "name": short_name(names[node])} for node in nodes]
