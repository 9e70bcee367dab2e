"""What background knowledge means for the picture, and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from components.graph_view.build import KNOWN_WORDS, KnowledgeMarks, Known
from components.text import count, short_name
from components.trace import Trace
from gesncd.analysis.typed_knowledge import come_first
from gesncd.graphs.bits import nodes_in
from gesncd.graphs.pdag import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.runs.store.records import RunRecord
from gesncd.search.arrow_sources import ArrowSource

_MOST_LISTED = 5
_DIAMONDS: Final[Mapping[Known, str]] = {"by": "◆", "follows": "◇", "either": "◆"}
"""Signs in text like those that the graph view draws on edges."""


@lru_cache(maxsize=8)
def compiled(knowledge: Knowledge, names: tuple[str, ...]) -> Constraints:
    """Knowledge over the variables of a data set, compiled once.

    Raises
    ------
    gesncd.knowledge.KnowledgeError
        If it names unknown variables or contradicts itself.
    """
    return Constraints.of(knowledge, names)


def stated_words(knowledge: Knowledge, names: tuple[str, ...]) -> dict[tuple[int, int], str]:
    """What is said of each pair that is held joined or apart, in the words in which it was said.

    Raises
    ------
    gesncd.knowledge.KnowledgeError
        If it names unknown variables or contradicts itself.
    """
    stated = dict(compiled(knowledge, names).stated)
    # Not in those of the tiers that it stands for.
    first = sorted(names.index(name) for name in come_first(knowledge, names))
    for i, j in combinations(first, 2):
        stated[i, j] = (
            f"{short_name(names[i])} and {short_name(names[j])} come first, with no edge between"
        )
    return stated


def knowledge_marks(
    knowledge: Knowledge,
    names: tuple[str, ...],
    directed: frozenset[tuple[int, int]] = frozenset(),
    following: frozenset[tuple[int, int]] | None = None,
) -> KnowledgeMarks:
    """Marks for the graph view.

    Parameters
    ----------
    knowledge, names
        What is in force, and the variables in node order.
    directed
        Pairs (i, j), i < j, whose arrow came from knowledge.
    following
        Those of them that only follow from it; None where that is not known.
    """
    if knowledge.is_empty:
        return KnowledgeMarks(directed=directed, following=following)
    facts = compiled(knowledge, names)
    nodes = range(len(names))
    required = frozenset((i, j) for j in nodes for i in nodes_in(facts.joined[j]) if i < j)
    apart = [(i, j, True) for j in nodes for i in nodes_in(facts.apart[j]) if i < j]
    one_way = [
        (i, j, False)
        for j in nodes
        for i in nodes_in(facts.forbidden_parents[j] & ~facts.apart[j] & ~facts.joined[j])
    ]
    return KnowledgeMarks(required, directed, (*apart, *one_way), following)


def marks_of(record: RunRecord | None, trace: Trace, step: int) -> KnowledgeMarks:
    """What a run's background knowledge has to do with the graph after a step."""
    if record is None:
        return KnowledgeMarks()
    knowledge, names = record.settings.knowledge, tuple(record.names)
    sources = trace.arrow_sources(step, len(names), enforced_as(knowledge, names))
    return knowledge_marks(knowledge, names, *marked_pairs(sources))


def enforced_as(knowledge: Knowledge, names: tuple[str, ...]) -> Constraints | None:
    """What knowledge enforces on a data set; None where it states nothing.

    Raises
    ------
    gesncd.knowledge.KnowledgeError
        If it names unknown variables or contradicts itself.
    """
    return None if knowledge.is_empty else compiled(knowledge, names)


def n_settled(knowledge: Knowledge, names: tuple[str, ...]) -> int:
    """How many pairs are held joined or apart, so that the data have no say."""
    facts = compiled(knowledge, names)
    # Each pair stands with both of its variables.
    return sum(mask.bit_count() for mask in (*facts.joined, *facts.apart)) // 2


def marked_pairs(
    sources: Mapping[tuple[int, int], ArrowSource],
) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
    """Pairs (i, j), i < j, with a sign of knowledge on their arrow; those that only follow."""
    following = {_pair(arrow) for arrow, each in sources.items() if each is ArrowSource.FOLLOWS}
    stated = {_pair(arrow) for arrow, each in sources.items() if each.is_stated}
    return frozenset(stated | following), frozenset(following)


def knowledge_legend(graph: PDAG, knowledge: KnowledgeMarks) -> list[str]:
    """What the signs of knowledge in a graph mean, those that it has."""
    edges = [(min(e.source, e.target), max(e.source, e.target), e.directed) for e in graph.edges()]
    found = {sign for i, j, directed in edges for sign in knowledge.signs((i, j), directed)}
    texts = [f"{sign} {KNOWN_WORDS[known]}" for known, sign in _DIAMONDS.items() if known in found]
    if "lock" in found:
        texts.append("lock: required by knowledge")
    return texts


def knowledge_lines(knowledge: Knowledge, names: Sequence[str] = ()) -> list[str]:
    """What is in force, one plain sentence a kind of statement.

    Parameters
    ----------
    knowledge
        What is known.
    names
        All variables of the data, where they are known: tiers that only say which of them come
        first are then told in these words.
    """
    lines = []
    first = come_first(knowledge, names)
    if first:
        listed = _listed([short_name(name) for name in first])
        verb, whom = ("comes", "it") if len(first) == 1 else ("come", "them")
        lines.append(f"{listed} {verb} first: no edge leads into {whom}.")
    for pairs, noun, plural, symbol in (
        (knowledge.required, "required edge", None, "→"),
        (knowledge.forbidden, "forbidden direction", None, "→"),
        (knowledge.adjacent, "pair that must be joined", "pairs that must be joined", "—"),
        (knowledge.not_adjacent, "pair kept apart", "pairs kept apart", "–"),
    ):
        if pairs:
            texts = [f"{short_name(a)} {symbol} {short_name(b)}" for a, b in pairs]
            lines.append(f"{count(len(pairs), noun, plural)}: {_listed(texts)}.")
    if first:
        return lines
    if len(knowledge.tiers) > 1:
        tiers = [_listed([short_name(name) for name in tier]) for tier in knowledge.tiers]
        lines.append(f"{count(len(tiers), 'tier')}, no edge leads back: {' < '.join(tiers)}.")
    if knowledge.closed_tiers:
        closed = ", ".join(str(index + 1) for index in knowledge.closed_tiers)
        lines.append(f"No edges within tier {closed}.")
    return lines


def _pair(arrow: tuple[int, int]) -> tuple[int, int]:
    return min(arrow), max(arrow)


def _listed(texts: Sequence[str]) -> str:
    shown = ", ".join(texts[:_MOST_LISTED])
    left = len(texts) - _MOST_LISTED
    return shown if left <= 0 else f"{shown} and {left} more"
