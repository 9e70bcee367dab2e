"""How far an estimated class is from the truth, in the figures that papers give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gesncd.graphs import PDAG, Agreement, EdgeKind, agreement, shd, sid_bounds
from gesncd.judge.truth import Truth

KINDS = (EdgeKind.FORWARD, EdgeKind.BACKWARD, EdgeKind.UNDIRECTED, EdgeKind.NONE)
"""Order of the rows and columns of a confusion matrix: →, ←, —, none."""

NO_DAG = (
    "SID counts wrong effects of interventions, about which the DAGs of one class disagree. "
    "This truth is a class, so there is none."
)
"""Why a truth that is a CPDAG has no SID."""

ENTRIES = (
    "An arrow counts as one entry of the adjacency matrix, a line without direction as two. "
    "Hits: an arrow that the truth has too, 1; a line that the truth has too, 2; an arrow, either "
    "way, where the truth has a line, 1; all else 0, also a line where the truth has an arrow. "
    "Precision is hits over the entries found, recall hits over those of the truth, and F1 their "
    "harmonic mean. Two graphs without edges agree fully, 1."
)
"""How :func:`gesncd.graphs.agreement` counts, for people."""


@dataclass(frozen=True, slots=True)
class Figures:
    """An estimate beside the truth.

    Parameters
    ----------
    shd
        Node pairs whose edge differs, class against class.
    entries
        Precision, recall and F1 of the entries of the adjacency matrices, as the paper
        counts them; see :func:`gesncd.graphs.agreement`.
    skeleton
        The same of adjacencies, whatever their direction.
    orientation
        The same of arrows, among the pairs that both graphs join: how often an arrow
        found is the true one, how many of the true arrows were found. Both without
        arrows there: 1.
    n_edges, n_true_edges
        Edges of the estimate and of the truth.
    shd_to_dag, entries_to_dag
        The same against the true DAG itself, which no method that finds classes can
        reach; None where only the class is known.
    sid
        Structural intervention distance of the best and of the worst member of the
        class; None where there is no true DAG or it cannot be computed.
    sid_reason
        Why there is no SID; empty where there is.
    """

    shd: int
    entries: Agreement
    skeleton: Agreement
    orientation: Agreement
    n_edges: int
    n_true_edges: int
    shd_to_dag: int | None
    entries_to_dag: Agreement | None
    sid: tuple[int, int] | None
    sid_reason: str = ""


def figures(estimate: PDAG, truth: Truth) -> Figures:
    """Compare an estimate with the truth.

    Parameters
    ----------
    estimate
        A CPDAG, one oriented by knowledge, or any graph over the truth's variables.
    truth
        What is taken for true.

    Raises
    ------
    ValueError
        If the graphs have different numbers of nodes.
    """
    dag = truth.dag
    bounds, reason = _sid(estimate, dag)
    return Figures(
        shd=shd(estimate, truth.graph),
        entries=agreement(estimate, truth.graph),
        skeleton=skeleton_agreement(estimate, truth.graph),
        orientation=orientation_agreement(estimate, truth.graph),
        n_edges=estimate.n_edges,
        n_true_edges=truth.graph.n_edges,
        shd_to_dag=None if dag is None else shd(estimate, dag),
        entries_to_dag=None if dag is None else entry_agreement(estimate, dag),
        sid=bounds,
        sid_reason=reason,
    )


def skeleton_agreement(estimate: PDAG, truth: PDAG) -> Agreement:
    """Precision, recall and F1 of the adjacencies."""
    found = [estimate.adjacent(node) for node in range(estimate.n_nodes)]
    true = [truth.adjacent(node) for node in range(truth.n_nodes)]
    return _of_masks(found, true)


def orientation_agreement(estimate: PDAG, truth: PDAG) -> Agreement:
    """Precision, recall and F1 of the arrows, among the pairs that both graphs join."""
    both = [estimate.adjacent(n) & truth.adjacent(n) for n in range(truth.n_nodes)]
    found = [mask & within for mask, within in zip(estimate.parents, both, strict=True)]
    true = [mask & within for mask, within in zip(truth.parents, both, strict=True)]
    return _of_masks(found, true)


def has_arrows(graph: PDAG, truth: PDAG) -> bool:
    """Whether any pair that both graphs join has an arrow in one of them.

    Where none has, there is no direction to be right or wrong about.
    """
    return any(
        (graph.parents[node] | truth.parents[node]) & graph.adjacent(node) & truth.adjacent(node)
        for node in range(graph.n_nodes)
    )


def entry_agreement(estimate: PDAG, dag: PDAG) -> Agreement:
    """Precision, recall and F1 of the estimate's matrix entries as guesses of a DAG's.

    An undirected edge is two entries, of which at most one is right, so that even the
    true CPDAG scores below 1 where it has undirected edges.
    """
    found = [p | n for p, n in zip(estimate.parents, estimate.neighbors, strict=True)]
    return _of_masks(found, list(dag.parents))


def confusion(estimate: PDAG, truth: PDAG) -> tuple[tuple[int, ...], ...]:
    """Counts of node pairs by true kind (rows) and found kind (columns), ordered as KINDS.

    A pair is read from its earlier to its later variable.

    Raises
    ------
    ValueError
        If the graphs have different numbers of nodes.
    """
    if estimate.n_nodes != truth.n_nodes:
        raise ValueError("The graphs have different numbers of nodes.")
    place = {kind: k for k, kind in enumerate(KINDS)}
    counts = [[0] * len(KINDS) for _ in KINDS]
    for i in range(truth.n_nodes):
        for j in range(i + 1, truth.n_nodes):
            counts[place[truth.kind(i, j)]][place[estimate.kind(i, j)]] += 1
    return tuple(map(tuple, counts))


def _of_masks(found: Iterable[int], true: Iterable[int]) -> Agreement:
    n_found = n_true = hits = 0
    for f, t in zip(found, true, strict=True):
        n_found += f.bit_count()
        n_true += t.bit_count()
        hits += (f & t).bit_count()
    if not n_found and not n_true:
        return Agreement(1.0, 1.0, 1.0)
    if not hits:
        return Agreement(0.0, 0.0, 0.0)
    return Agreement(hits / n_found, hits / n_true, 2 * hits / (n_found + n_true))


def _sid(estimate: PDAG, dag: PDAG | None) -> tuple[tuple[int, int] | None, str]:
    if dag is None:
        return None, NO_DAG
    try:
        return sid_bounds(estimate, dag), ""
    except ValueError as error:
        return None, str(error)
