"""How far an estimated CPDAG is from the true one, as the paper measures it."""

from __future__ import annotations

from dataclasses import dataclass

from gesncd.graphs.pdag import PDAG, EdgeKind


@dataclass(frozen=True, slots=True)
class Agreement:
    """Precision, recall and their harmonic mean, each in [0, 1].

    Parameters
    ----------
    precision
        Hits over entries of the estimate.
    recall
        Hits over entries of the truth.
    f1
        2 · precision · recall / (precision + recall).
    """

    precision: float
    recall: float
    f1: float


def shd(estimate: PDAG, truth: PDAG) -> int:
    """Structural Hamming distance: node pairs whose edge differs.

    A missing, an extra, a reversed edge, and one directed in one graph but not in
    the other, count one each.

    Raises
    ------
    ValueError
        If the graphs have different numbers of nodes.
    """
    _check_same_nodes(estimate, truth)
    return sum(
        estimate.kind(i, j) is not truth.kind(i, j)
        for i in range(truth.n_nodes)
        for j in range(i + 1, truth.n_nodes)
    )


def agreement(estimate: PDAG, truth: PDAG) -> Agreement:
    """Precision, recall and F1 over entries of the adjacency matrices.

    An undirected edge is two entries. A true directed edge is hit only by the same
    directed edge; a true undirected edge scores 2 when found undirected and 1 when
    found directed either way. Precision divides the hits by the estimate's entries,
    recall by the truth's. Two empty graphs agree fully; one empty graph scores 0.

    Raises
    ------
    ValueError
        If the graphs have different numbers of nodes.
    """
    _check_same_nodes(estimate, truth)
    found, true = _n_entries(estimate), _n_entries(truth)
    if not found and not true:
        return Agreement(1.0, 1.0, 1.0)
    hits = sum(
        _hits(estimate.kind(i, j), truth.kind(i, j))
        for i in range(truth.n_nodes)
        for j in range(i + 1, truth.n_nodes)
    )
    if not hits:
        return Agreement(0.0, 0.0, 0.0)
    return Agreement(hits / found, hits / true, 2 * hits / (found + true))


def _hits(found: EdgeKind, true: EdgeKind) -> int:
    if true is EdgeKind.UNDIRECTED:
        if found is EdgeKind.UNDIRECTED:
            return 2
        return int(found is not EdgeKind.NONE)
    return int(found is true and true is not EdgeKind.NONE)


def _n_entries(graph: PDAG) -> int:
    return sum(1 if edge.directed else 2 for edge in graph.edges())


def _check_same_nodes(estimate: PDAG, truth: PDAG) -> None:
    if estimate.n_nodes != truth.n_nodes:
        raise ValueError(
            f"The graphs have {estimate.n_nodes} and {truth.n_nodes} nodes; "
            "they can only be compared over the same variables."
        )
