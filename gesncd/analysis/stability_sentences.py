"""What stability says of a graph, in words: which of its edges failed, and what is expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gesncd.analysis.stability_of_graph import GraphStability, OwnEdge, Return, Turn
from gesncd.words import percent

MOST_LISTED: Final = 6
"""Edges that a sentence names; of more it says how many there are."""

Name = Callable[[int], str]
"""Writes a variable."""


def graph_stability_sentences(
    found: GraphStability,
    name: Name,
    *,
    whose: str = "your run",
    replicates: str = "replicates",
) -> tuple[str, ...]:
    """Which edges of a graph came back, the failures by name; the first sentence counts.

    Parameters
    ----------
    found
        Of :func:`gesncd.analysis.stability_of_graph.graph_stability`.
    name
        Writes a variable.
    whose
        What the graph is of.
    replicates
        What they are called, such as "halves".

    Returns
    -------
    Nothing before a replicate is done.
    """
    if not found.n_replicates:
        return ()
    sentences = (
        _counted(found, name, whose, replicates),
        _set_beforehand(found),
        _following(found, name, replicates),
        _given(found, name, whose),
        _given_ways(found, name, whose),
        _barred(found, name, whose),
        _in_some(found, name),
        _turned(found, name, Turn.UNDIRECTED, "undirected"),
        _turned(found, name, Turn.REVERSED, "pointing the other way"),
        _others(found, name, whose, replicates),
    )
    return tuple(filter(None, sentences))


def _counted(found: GraphStability, name: Name, whose: str, replicates: str) -> str:
    n = len(found.open_edges)
    where = f"in most of {found.n_replicates} {replicates}"
    if found.n_replicates == 1:
        where = f"in the first of the {replicates}"
    if not n:
        which = "was left to the data" if found.edges else "could come back"
        return f"{whose[0].upper()}{whose[1:]} has no edge that {which}."
    back, failed = found.that(Return.MOST), found.that(Return.NONE)
    own = whose
    if n < len(found.edges):
        own += f" that {'was' if n == 1 else 'were'} left to the data"
    if len(back) == n:
        edges = f"All {n} edges of {own}" if n > 1 else f"The only edge of {own}"
        return f"{edges} came back {where}."
    words = [f"{len(back)} came back {where}"]
    if some := found.that(Return.SOME):
        words.append(f"{len(some)} in some")
    if untold := found.that(Return.UNTOLD):
        words.append(f"{len(untold)} could not be told")
    if failed:
        words.append(f"{len(failed)} in none: {_listed([_edge(edge, name) for edge in failed])}")
    edges = f"the {n} edges" if n > 1 else "the only edge"
    return f"Of {edges} of {own}, {', '.join(words)}."


def _set_beforehand(found: GraphStability) -> str:
    n_edges = sum(edge.edge_set for edge in found.edges)
    n_ways = sum(edge.direction_set for edge in found.edges)
    parts, why = [], []
    if n_edges:
        parts.append("1 edge" if n_edges == 1 else f"{n_edges} edges")
        edges = "the edge comes" if n_edges == 1 else "the edges come"
        why.append(f"{edges} back in any case")
    if n_ways:
        parts.append("1 direction" if n_ways == 1 else f"{n_ways} directions")
        way, pair = "the direction", "its pair is"
        ways, pairs = "the directions", "their pairs are"
        what, where = (way, pair) if n_ways == 1 else (ways, pairs)
        why.append(f"{what} cannot turn where {where} joined")
    if not parts:
        return ""
    one = n_edges + n_ways == 1
    return (
        f"{' and '.join(parts)} {'was' if one else 'were'} set beforehand by background "
        f"knowledge: {', '.join(why)}, and {'it is' if one else 'they are'} not counted."
    )


def _following(found: GraphStability, name: Name, replicates: str) -> str:
    """Directions that the data did not find, and may turn all the same."""
    arrows = [edge for edge in found.edges if edge.direction_follows]
    if not arrows:
        return ""
    one = len(arrows) == 1
    shares = [f"{_edge(edge, name)} in {percent(edge.shares.forward)}" for edge in arrows]
    return (
        f"{'1 direction follows' if one else f'{len(arrows)} directions follow'} from background "
        f"knowledge in most {replicates} that join the two, and {'is' if one else 'are'} not "
        f"counted as found by the data: {_listed(shares)} of all {replicates}."
    )


def _given(found: GraphStability, name: Name, whose: str) -> str:
    """What the graph's own search was told, and the replicates had to find."""
    edges = [edge for edge in found.edges if edge.edge_given]
    if not edges:
        return ""
    one = len(edges) == 1
    shares = [f"{_edge(edge, name)} came back in {percent(edge.shares.joined)}" for edge in edges]
    return (
        f"{'1 edge was' if one else f'{len(edges)} edges were'} required in {whose} and "
        f"{'is' if one else 'are'} not enforced here, and so {'is' if one else 'are'} not counted: "
        f"{_listed(shares)}."
    )


def _given_ways(found: GraphStability, name: Name, whose: str) -> str:
    arrows = [edge for edge in found.edges if edge.direction_given and not edge.edge_given]
    if not arrows:
        return ""
    one = len(arrows) == 1
    return (
        f"{'1 direction was' if one else f'{len(arrows)} directions were'} set in {whose} by "
        f"knowledge that is not enforced here, and so {'is' if one else 'are'} not counted: "
        f"{_listed([_edge(edge, name) for edge in arrows])}."
    )


def _barred(found: GraphStability, name: Name, whose: str) -> str:
    edges = [edge for edge in found.edges if edge.barred]
    if not edges:
        return ""
    one = len(edges) == 1
    return (
        f"{'1 edge' if one else f'{len(edges)} edges'} of {whose} cannot come back, as what is "
        f"enforced here keeps {'its' if one else 'their'} ends apart, and so "
        f"{'is' if one else 'are'} not counted: {_listed([_edge(edge, name) for edge in edges])}."
    )


def _in_some(found: GraphStability, name: Name) -> str:
    some = found.that(Return.SOME)
    if not some:
        return ""
    listed = _listed([f"{_edge(edge, name)} in {percent(edge.shares.joined)}" for edge in some])
    return f"In half of them or fewer: {listed}."


def _turned(found: GraphStability, name: Name, turn: Turn, how: str) -> str:
    arrows = found.turned(turn)
    if not arrows:
        return ""
    what = "1 of its arrows" if len(arrows) == 1 else f"{len(arrows)} of its arrows"
    listed = _listed([_edge(edge, name) for edge in arrows])
    return f"{what} came back, but more often {how}: {listed}."


def _others(found: GraphStability, name: Name, whose: str, replicates: str) -> str:
    if not found.others:
        return ""
    kept_apart = f" (kept apart in {whose} by knowledge)"
    listed = _listed(
        [
            f"{name(i)}, {name(j)}{kept_apart if (i, j) in found.freed else ''}"
            for i, j in found.others
        ],
        "; ",
    )
    pairs = "pair" if len(found.others) == 1 else "pairs"
    return (
        f"{len(found.others)} {pairs} without an edge in {whose} "
        f"{'is' if len(found.others) == 1 else 'are'} joined in most {replicates}: {listed}."
    )


def _edge(edge: OwnEdge, name: Name) -> str:
    return f"{name(edge.source)} {'→' if edge.directed else '—'} {name(edge.target)}"


def _listed(words: Sequence[str], between: str = ", ") -> str:
    left = len(words) - MOST_LISTED
    more = f"{between}and {left} more" if left > 0 else ""
    return between.join(words[:MOST_LISTED]) + more


def bound_sentence(bound: float, n_edges: int) -> str:
    """How many stable edges are expected to be false, and what that assumes.

    The bound of :func:`gesncd.analysis.stability.false_edge_bound` holds for pairs that are
    rarely joined, whatever the data. Under the two assumptions of Meinshausen and Bühlmann
    (*Stability selection*, JRSS B 2010, Theorem 1) all false pairs are such.

    Parameters
    ----------
    bound
        The bound.
    n_edges
        Stable edges.
    """
    shown = f"{bound:.2g}"
    edges = "this edge" if n_edges == 1 else f"these {n_edges} edges"
    return (
        f"Of {edges}, at most {shown} {'is' if shown == '1' else 'are'} expected to be false "
        "(Meinshausen and Bühlmann 2010). That assumes that halves join all false pairs equally "
        "often, and true ones no less often. What the method gets wrong on every half is not "
        "counted."
    )
