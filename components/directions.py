"""What the arrows of a run rest on, for its table, its panel and its report."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from components.knowledge_marks import compiled, enforced_as, stated_words
from components.text import count, short_name
from components.trace import Trace
from gesncd.graphs import PDAG, v_structures
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints
from gesncd.runs.store.records import RunRecord
from gesncd.search.arrow_sources import ArrowSource
from gesncd.search.direction_sentences import direction_sentences, needs_data_too
from gesncd.search.direction_support import (
    Arrow,
    Collider,
    DirectionSupport,
    Pair,
    direction_support,
    hanging_on,
    pair_evidence,
)

MOST_COLLIDERS: Final = 150
"""Of a graph with more, no page counts the arrows that hang on each."""
_STATED: Final = "Background knowledge forbids the other direction: no collider is needed for it."
_AGREES: Final = "The class that the search found directs it the same way."


def kept_apart(record: RunRecord | None) -> Mapping[Pair, str]:
    """Pairs that a run's background knowledge keeps apart, and what it says that does."""
    if record is None or record.settings.knowledge.is_empty:
        return {}
    knowledge, names = record.settings.knowledge, tuple(record.names)
    apart, words = compiled(knowledge, names).apart, stated_words(knowledge, names)
    return {(i, j): words[i, j] for j in range(len(names)) for i in nodes_in(apart[j]) if i < j}


def enforced_on(record: RunRecord | None) -> Constraints | None:
    """What a run's background knowledge enforces; None where it states nothing."""
    if record is None:
        return None
    return enforced_as(record.settings.knowledge, tuple(record.names))


def supports_at(trace: Trace, step: int, n_nodes: int) -> dict[Arrow, DirectionSupport]:
    """What each arrow of the graph after a step rests on."""
    reasons = trace.arrow_reasons(step, n_nodes)
    return {arrow: direction_support(reasons, arrow) for arrow in reasons}


def arrow_lines(
    trace: Trace,
    graph: PDAG,
    step: int,
    arrow: Arrow,
    names: Sequence[str],
    *,
    floor: float | None = None,
    apart: Collection[Pair] = (),
    enforced: Constraints | None = None,
) -> list[str]:
    """What one arrow of the graph after a step rests on, in sentences.

    Parameters
    ----------
    floor
        The noise floor, where it is known.
    apart, enforced
        See :func:`kept_apart` and :func:`enforced_on`.
    """
    reasons = trace.arrow_reasons(step, graph.n_nodes)
    if arrow not in reasons:
        return []
    source = trace.arrow_sources(step, graph.n_nodes, enforced)[arrow]
    if source.is_stated:
        return [_STATED, _AGREES] if source is ArrowSource.BOTH else [_STATED]
    support = direction_support(reasons, arrow)
    hanging, known = None, known_arrows(trace, step, graph.n_nodes, enforced)
    if len(support.colliders) == 1:
        hanging = _hanging(graph, known, support.colliders[0])
    return direction_sentences(
        support,
        pair_evidence(trace.events_until(step)),
        names,
        floor=floor,
        hanging=hanging,
        only_known=directed_else_by(graph, support, known) == "knowledge",
        kept_apart=apart,
    )


def directed_else_by(
    graph: PDAG, support: DirectionSupport, known: frozenset[Arrow]
) -> Literal["", "knowledge", "others"]:
    """What would direct an arrow without the one collider that it rests on.

    Other colliders, with knowledge or without; or knowledge alone; or nothing, which is empty,
    as it is where the arrow rests on none or on several.
    """
    if len(support.colliders) != 1:
        return ""
    (collider,) = support.colliders
    if support.arrow in _hanging(graph, known, collider):
        return ""
    return "knowledge" if support.arrow in _hanging(graph, frozenset(), collider) else "others"


def is_mixed(trace: Trace, step: int, arrow: Arrow, n_nodes: int, apart: Collection[Pair]) -> bool:
    """Whether an arrow that follows from knowledge needs what the data left unjoined, too."""
    reasons = trace.arrow_reasons(step, n_nodes)
    return arrow in reasons and needs_data_too(direction_support(reasons, arrow), apart)


def known_arrows(
    trace: Trace, step: int, n_nodes: int, enforced: Constraints | None = None
) -> frozenset[Arrow]:
    """Arrows of the graph after a step that background knowledge directs itself."""
    sources = trace.arrow_sources(step, n_nodes, enforced)
    return frozenset(arrow for arrow, each in sources.items() if each.is_stated)


def colliders_sentence(
    trace: Trace,
    step: int,
    names: Sequence[str],
    *,
    enforced: Constraints | None = None,
    clickable: bool = True,
) -> str:
    """On how little the arrows of a graph hang; empty where no collider directs any.

    Parameters
    ----------
    trace, step
        The graph is the one after the step.
    names
        One name a node.
    enforced
        See :func:`enforced_on`.
    clickable
        Whether an arrow can be clicked where this is read.
    """
    graph = trace.graph_at(step, len(names))
    known = known_arrows(trace, step, len(names), enforced)
    supports = supports_at(trace, step, len(names))
    n = sum(bool(each.colliders) for arrow, each in supports.items() if arrow not in known)
    verb = "rest"
    # Of a collider that is stated whole the data had nothing to say.
    colliders = tuple((a, c, b) for a, c, b in v_structures(graph) if not known >= {(a, c), (b, c)})
    if known and len(colliders) == 1:
        # Others may follow from what is stated as well as from the collider: they don't hang on it.
        n_resting, n = n, len(_hanging(graph, known, colliders[0]))
        verb = "rest" if n == n_resting else "hang"
    if not n or not colliders:
        return ""
    text = f"An arrow has no score of its own: {count(n, 'arrow')} of the graph "
    text += f"{verb}s on " if n == 1 else f"{verb} on "
    if len(colliders) == 1:
        text += f"one collider, {collider_text(colliders[0], names)}"
    else:
        text += f"{len(colliders)} colliders"
    if 1 < len(colliders) <= MOST_COLLIDERS:
        hanging = [(each, len(_hanging(graph, known, each))) for each in colliders]
        most, n_hanging = max(hanging, key=lambda found: found[1])
        alike = sum(n_also == n_hanging for _, n_also in hanging)
        if n_hanging > 1 and alike == 1:
            text += f", and {n_hanging} hang on {collider_text(most, names)} alone"
        elif n_hanging > 1:
            text += (
                f", and {n_hanging} hang on each of {alike} of them alone, such as "
                f"{collider_text(most, names)}"
            )
    return f"{text}. Click an arrow to see what it rests on." if clickable else f"{text}."


def collider_text(collider: Collider, names: Sequence[str]) -> str:
    """A collider as text."""
    a, c, b = (short_name(names[node]) for node in collider)
    return f"{a} → {c} ← {b}"


@lru_cache(maxsize=512)
def _hanging(graph: PDAG, known: frozenset[Arrow], collider: Collider) -> frozenset[Arrow]:
    return hanging_on(graph, known, collider)
