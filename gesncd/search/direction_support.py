"""What the direction of an arrow rests on.

An arrow has no score of its own. Its direction follows from colliders or from background
knowledge, by Meek's rules, and each of these takes for granted that some pairs are joined
and that others are not. Followed back to the beginning, the reasons name every decision
that the direction hangs on; the weakest of them is how far it can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gesncd.graphs import PDAG, Insert, v_structures
from gesncd.graphs.bits import nodes_in
from gesncd.search.events import Cause, Event, Phase, PhaseEnded, Reason, Started, Step
from gesncd.search.orientation_trace import pattern_edges
from gesncd.search.provenance import Reasons

Arrow = tuple[int, int]
"""An arrow's source and target."""
Pair = tuple[int, int]
"""Two nodes, the smaller first."""
Collider = tuple[int, int, int]
"""(tail, collider, other tail), the smaller tail first."""


@dataclass(frozen=True, slots=True)
class DirectionSupport:
    """What the direction of one arrow rests on, followed back to the beginning.

    Parameters
    ----------
    arrow
        Its source and target.
    colliders
        Those that the chain of reasons begins with, the nearest first.
    known
        Arrows of the chain that background knowledge directs.
    joined
        Pairs whose being joined the chain uses. For an arrow of a collider its own pair is
        one of them; a rule of Meek's directs an edge that is there already.
    apart
        Pairs whose not being joined the chain uses.
    """

    arrow: Arrow
    colliders: tuple[Collider, ...]
    known: tuple[Arrow, ...]
    joined: tuple[Pair, ...]
    apart: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class PairEvidence:
    """How clear the decisions of a search were, pair by pair.

    Parameters
    ----------
    tau
        The threshold.
    joined
        Score of the step that joined a pair, by pair. A pair that knowledge has joined is
        in none.
    missed
        The largest score at or below τ that a pair was ever offered, joined or not: how near
        it came to being joined, or how clearly it was parted.
    """

    tau: float
    joined: Mapping[Pair, float]
    missed: Mapping[Pair, float]


@dataclass(frozen=True, slots=True)
class Weakest:
    """The weakest evidence among what an arrow's direction rests on.

    Parameters
    ----------
    edge, edge_score
        The joined pair with the smallest score, and that score; None where none was scored.
    gap, gap_score
        The pair apart with the largest score at or below τ, and that score; None where the
        events know none.
    """

    edge: Pair | None
    edge_score: float | None
    gap: Pair | None
    gap_score: float | None


def direction_supports(reasons: Reasons) -> dict[Arrow, DirectionSupport]:
    """What each arrow of a graph rests on.

    Parameters
    ----------
    reasons
        Why each of its arrows is directed; all premises of a reason are among them.
    """
    return {arrow: direction_support(reasons, arrow) for arrow in reasons}


def direction_support(reasons: Reasons, arrow: Arrow) -> DirectionSupport:
    """What one arrow rests on; see :func:`direction_supports`.

    Raises
    ------
    KeyError
        If there is no reason for the arrow, or for one that it follows from.
    """
    colliders: dict[Collider, None] = {}
    known: dict[Arrow, None] = {}
    joined: dict[Pair, None] = {}
    apart: dict[Pair, None] = {}
    # An arrow is used once, however many of the others follow from it.
    met, pending = {arrow}, [arrow]
    while pending:
        each = pending.pop(0)
        reason = reasons[each]
        if reason.cause is Cause.KNOWLEDGE:
            known[each] = None
            continue
        if reason.cause is Cause.V_STRUCTURE:
            colliders[_collider(reason)] = None
        joined.update(dict.fromkeys(_premise_pairs(reason)))
        apart.update(dict.fromkeys(_absences(reason)))
        for premise in _premises(reason):
            if premise not in met:
                met.add(premise)
                pending.append(premise)
    return DirectionSupport(arrow, tuple(colliders), tuple(known), tuple(joined), tuple(apart))


def pair_evidence(events: Sequence[Event]) -> PairEvidence:
    """How clear the decisions were, from the events of a search.

    Parameters
    ----------
    events
        From ``Started`` on, in order; the search may have been stopped anywhere.

    Raises
    ------
    ValueError
        If they do not begin with ``Started``.
    """
    if not events or not isinstance(events[0], Started):
        raise ValueError("The events of a search begin with Started.")
    tau = events[0].tau
    joined: dict[Pair, float] = {}
    missed: dict[Pair, float] = {}

    def note(pair: Pair, score: float) -> None:
        if score <= tau:
            missed[pair] = max(score, missed.get(pair, score))

    for event in events:
        # Backward the scores of pairs that stay joined are no evidence that they are apart.
        if isinstance(event, Step | PhaseEnded) and event.phase is Phase.FORWARD:
            for offer in event.pair_scores:
                if offer.score is not None:
                    note((offer.i, offer.j), offer.score)
        if not isinstance(event, Step):
            continue
        pair = _pair(event.operator.x, event.operator.y)
        if isinstance(event.operator, Insert):
            joined[pair] = event.score
        elif event.phase is Phase.BACKWARD:
            joined.pop(pair, None)
            note(pair, event.score)
    return PairEvidence(tau, joined, missed)


def weakest(support: DirectionSupport, evidence: PairEvidence) -> Weakest:
    """The weakest edge and the nearest miss among what an arrow rests on."""
    edge = min(
        (pair for pair in support.joined if pair in evidence.joined),
        key=evidence.joined.__getitem__,
        default=None,
    )
    gap = max(
        (pair for pair in support.apart if pair in evidence.missed),
        key=evidence.missed.__getitem__,
        default=None,
    )
    return Weakest(
        edge,
        None if edge is None else evidence.joined[edge],
        gap,
        None if gap is None else evidence.missed[gap],
    )


def hanging_on(graph: PDAG, known: Iterable[Arrow], collider: Collider) -> frozenset[Arrow]:
    """The arrows of a graph that nothing would direct without one of its colliders.

    The other colliders and what is known are left to direct what they can. The rules look
    at the graph as it is, so that an arrow that has another chain of reasons is not counted.

    Parameters
    ----------
    graph
        A CPDAG, or one oriented further by knowledge.
    known
        Arrows that knowledge directs.
    collider
        One of its v-structures.
    """
    arrows = {(edge.source, edge.target) for edge in graph.edges() if edge.directed}
    directed = arrows & set(known)
    for a, c, b in v_structures(graph):
        if (a, c, b) != collider:
            directed |= {(a, c), (b, c)}
    left = arrows - directed
    while True:
        found = {(u, v) for u, v in left if _follows(graph, u, v, directed)}
        if not found:
            return frozenset(left)
        directed |= found
        left -= found


def _follows(graph: PDAG, u: int, v: int, directed: set[Arrow]) -> bool:
    """Whether a rule of Meek's gives u → v, with the arrows that are directed so far."""
    next_to_u, next_to_v = graph.adjacent(u), graph.adjacent(v)
    into_v = [w for w in nodes_in(next_to_v) if w != u and (w, v) in directed]
    if any((w, u) in directed for w in nodes_in(next_to_u & ~next_to_v & ~(1 << v))):
        return True
    if any((u, w) in directed for w in into_v):
        return True
    sides = [w for w in into_v if next_to_u >> w & 1]
    for w1 in sides:
        for w2 in sides:
            both = graph.parents[u] >> w1 & graph.parents[u] >> w2 & 1
            if w1 < w2 and not graph.adjacent(w1) >> w2 & 1 and not both:
                return True
    corners = nodes_in(next_to_u & ~next_to_v & ~(1 << v))
    return any((w, s) in directed for w in corners for s in sides)


def _collider(reason: Reason) -> Collider:
    a, c, b = reason.nodes
    return (min(a, b), c, max(a, b))


def _premise_pairs(reason: Reason) -> tuple[Pair, ...]:
    pairs = pattern_edges(reason)
    # The last one of a rule's pattern is the edge that it directs.
    return pairs if reason.cause is Cause.V_STRUCTURE else pairs[:-1]


def _premises(reason: Reason) -> Iterator[Arrow]:
    """The arrows that a rule starts from."""
    match reason.cause, reason.rule, reason.nodes:
        case Cause.MEEK, 1, (w, u, _):
            yield (w, u)
        case Cause.MEEK, 2, (u, w, v):
            yield from ((u, w), (w, v))
        case Cause.MEEK, 3, (_, w1, w2, v):
            yield from ((w1, v), (w2, v))
        case Cause.MEEK, 4, (_, w, s, v):
            yield from ((w, s), (s, v))


def _absences(reason: Reason) -> Iterator[Pair]:
    """The pairs that a pattern needs apart."""
    match reason.cause, reason.rule, reason.nodes:
        case Cause.V_STRUCTURE, _, (a, _, b):
            yield _pair(a, b)
        case Cause.MEEK, 1, (w, _, v):
            yield _pair(w, v)
        case Cause.MEEK, 3, (_, w1, w2, _):
            yield _pair(w1, w2)
        case Cause.MEEK, 4, (_, w, _, v):
            yield _pair(w, v)


def _pair(i: int, j: int) -> Pair:
    return (i, j) if i < j else (j, i)
