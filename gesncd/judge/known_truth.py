"""A truth as far as a run could find it that was given background knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gesncd.graphs import PDAG
from gesncd.graphs.bits import nodes_in
from gesncd.judge.truth import Truth
from gesncd.knowledge import Constraints
from gesncd.words import listed, quoted

_MOST_NAMED = 5


def under_knowledge(truth: Truth, knowledge: Constraints | None) -> Truth:
    """The truth with its class oriented by the knowledge that a run was given.

    A run that was told directions would otherwise be blamed for having them. Knowledge that
    contradicts the true DAG, or its class where only that is known, orients nothing: the
    truth gets a note that names what contradicts.
    """
    if knowledge is None or knowledge.is_empty:
        return truth
    oriented = oriented_class(truth, knowledge)
    if oriented is None:
        against = named(contradictions(truth, knowledge))
        note = (
            f"The run's background knowledge contradicts this truth{against}. So the truth "
            "is left as it is, and the run cannot reach it."
        )
        return replace(truth, graph=truth.cpdag, notes=(*truth.notes, note))
    note = "The true class was oriented by the run's background knowledge before comparing."
    return replace(truth, graph=oriented, notes=(*truth.notes, note))


def oriented_class(truth: Truth, knowledge: Constraints) -> PDAG | None:
    """The true class oriented by knowledge; None where that contradicts the DAG or its class."""
    oriented = knowledge.orient(truth.cpdag)
    return None if oriented is None or contradictions(truth, knowledge) else oriented[0]


def contradictions(truth: Truth, knowledge: Constraints) -> tuple[str, ...]:
    """What knowledge has otherwise than the true DAG, or than its class where only that is known.

    There may be none although no member of the class satisfies all of the knowledge.
    """
    graph: PDAG = truth.cpdag if truth.dag is None else truth.dag
    found = []
    for child in range(graph.n_nodes):
        for cause in nodes_in(graph.parents[child] & knowledge.forbidden_parents[child]):
            arrow = f"{quoted(truth.names[cause])} → {quoted(truth.names[child])}"
            found.append(f"it rules out {arrow}, which is true")
        for other in nodes_in(knowledge.joined[child] & ~graph.adjacent(child)):
            if other < child:
                pair = f"{quoted(truth.names[other])} and {quoted(truth.names[child])}"
                found.append(f"it joins {pair}, which the truth does not")
    return tuple(found)


def named(against: Sequence[str]) -> str:
    """Contradictions for the middle of a sentence, after a colon; empty where there are none."""
    return f": {listed(list(against[:_MOST_NAMED]), len(against))}" if against else ""
