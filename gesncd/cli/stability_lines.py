"""What ``stability`` prints and writes of its shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gesncd.analysis.resamples import Resampling
from gesncd.analysis.stability import PairShares, Stability
from gesncd.analysis.stability_of_graph import GraphStability
from gesncd.analysis.stability_sentences import graph_stability_sentences
from gesncd.cli.sentences import edge_lines, shown
from gesncd.graphs import PDAG
from gesncd.words import percent, plural


def own_lines(own: GraphStability, names: Sequence[str], resampling: Resampling) -> Iterator[str]:
    """Which edges of the search of all rows came back."""
    yield from graph_stability_sentences(
        own,
        lambda node: shown(names[node]),
        whose="the search of all rows",
        replicates="halves" if resampling is Resampling.HALVES else "replicates",
    )


def share_lines(
    found: Stability, stable: PDAG, own: GraphStability, names: Sequence[str], threshold: float
) -> Iterator[str]:
    """A table of the pairs, most often joined first, then the stable graph.

    Pairs are those joined at least once, and those of the search's own edges.
    """
    yield (
        f"Shares of {plural(found.n_replicates, 'replicate')}, pairs joined at least once and "
        "edges of all rows:"
    )
    marks = _marks(own)
    ordered = sorted({*found.pairs, *marks}, key=lambda pair: (-found.shares(*pair).joined, pair))
    titles = ("", "", "joined", "all rows", "→", "←", "—", "none")
    # A column for what no replicate could have otherwise, where there is any.
    with_set = any(found.set_beforehand(*pair) for pair in ordered)
    rows: list[tuple[str, ...]] = [(*titles, "set beforehand") if with_set else titles]
    for i, j in ordered:
        shares = found.shares(i, j)
        values = (shares.forward, shares.backward, shares.undirected, shares.none)
        mark = marks.get((i, j), "")
        told = (percent(value) for value in values)
        row = (shown(names[i]), shown(names[j]), percent(shares.joined), mark, *told)
        rows.append((*row, found.set_beforehand(i, j)) if with_set else row)
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        ends = (cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True))
        cells = (cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True))
        yield ("  " + "  ".join((*ends, *cells))).rstrip()
    for kind, counts in (("left out of", found.left_out), ("thinned in", found.thinned)):
        for name, count in by_name(names, counts).items():
            yield (
                f"{shown(name)} was {kind} {count} of {found.n_replicates} replicates, in which "
                "it was nearly constant."
            )
    heading, *edges = edge_lines(stable, names)
    often = f"Stable in at least {percent(threshold)} of replicates"
    yield f"{often}: {heading[0].lower()}{heading[1:]}"
    yield from edges
    n_set = stable.n_edges - found.n_open_edges(stable)
    if n_set:
        yield f"{n_set} of them {'was' if n_set == 1 else 'were'} set beforehand by knowledge."


def without_bound(found: Stability) -> str:
    """Why no number of false edges is given for half-samples."""
    if 2 * found.n_complete_pairs != found.n_replicates:
        return (
            "A bound on the false edges among these needs each half with its complement: take an "
            "even number of replicates."
        )
    return "The theorem's bound on the false edges among these is too large to say anything."


def _marks(own: GraphStability) -> dict[tuple[int, int], str]:
    """How the search of all rows joins its pairs, read from the smaller node."""
    return {
        edge.pair: "—" if not edge.directed else "→" if edge.source < edge.target else "←"
        for edge in own.edges
    }


def pair_values(found: Stability, names: Sequence[str]) -> list[dict[str, object]]:
    """Pairs joined at least once, for JSON."""
    return [
        {
            "a": names[i],
            "b": names[j],
            **_shares(shares),
            "set_beforehand": found.set_beforehand(i, j),
        }
        for (i, j), shares in found.pairs.items()
    ]


def own_values(own: GraphStability, names: Sequence[str]) -> list[dict[str, object]]:
    """Edges of the search of all rows, and what became of each, for JSON."""
    return [
        {
            "source": names[edge.source],
            "target": names[edge.target],
            "directed": edge.directed,
            "came_back": edge.came_back.value,
            "direction": None if edge.turn is None else edge.turn.value,
            "joined": edge.shares.joined,
            "source_to_target": edge.shares.forward,
            "target_to_source": edge.shares.backward,
            "undirected": edge.shares.undirected,
            "n": edge.shares.n,
            "edge_set_beforehand": edge.edge_set,
            "direction_set_beforehand": edge.direction_set,
            "direction_follows": edge.direction_follows,
        }
        for edge in own.edges
    ]


def _shares(shares: PairShares) -> Mapping[str, object]:
    return {
        "a_to_b": shares.forward,
        "b_to_a": shares.backward,
        "undirected": shares.undirected,
        "none": shares.none,
        "n": shares.n,
    }


def by_name(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Counts that are not 0, by name."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}
