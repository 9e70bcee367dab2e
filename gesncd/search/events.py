"""The stream of a search: frozen events from which everything shown can be derived.

Events hold no clock times, so that two runs can be compared byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gesncd.graphs import PDAG, EdgeKind, Operator


class Phase(Enum):
    """The two phases of greedy equivalence search."""

    FORWARD = "forward"
    """FES: insertions while a score exceeds τ."""
    BACKWARD = "backward"
    """BES: deletions while a score is at most τ."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A valid operator with its local score T̂(X, Y | conditioning set).

    Parameters
    ----------
    operator
        What can be done: an Insert or a Reorient in the forward phase, else a Delete.
    conditioning
        Nodes of the conditioning set, ascending.
    score
        Its local score.
    """

    operator: Operator
    conditioning: tuple[int, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Barred:
    """A valid operator that a search passed over: its class contradicts background knowledge.

    Parameters
    ----------
    candidate
        The operator, with its score.
    arrow
        What every member of the class that it leads to has and must not have, as (source,
        target); None where no single arrow is in the way.
    """

    candidate: Candidate
    arrow: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PairScore:
    """The best score that a pair of nodes is offered at a step, by any valid operator.

    Best means highest in the forward phase and lowest in the backward phase. The
    score is None where no valid operator joins or parts the pair any more.

    Parameters
    ----------
    i, j
        Node numbers, i < j.
    score
        The best local score, or None.
    conditioning
        Nodes of the conditioning set that gave it, ascending.
    """

    i: int
    j: int
    score: float | None
    conditioning: tuple[int, ...] = ()


class Cause(Enum):
    """Why a mark of an edge changed."""

    OPERATOR = "operator"
    """The operator itself added or removed the edge."""
    V_STRUCTURE = "v-structure"
    """The edge is part of a collider whose two tails are not adjacent."""
    MEEK = "meek"
    """A Meek rule orients the edge."""
    KNOWLEDGE = "knowledge"
    """Background knowledge orients the edge."""
    WITHDRAWN = "withdrawn"
    """The edge was oriented, and the reason for it is gone."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A cause, with the Meek rule and the nodes of the pattern it was read from.

    Parameters
    ----------
    cause
        What changed the mark.
    rule
        1 to 4 for a Meek rule, else None.
    nodes
        The pattern: for a v-structure (tail, collider, other tail); for a Meek
        rule the nodes in the order of :mod:`gesncd.graphs.meek`; else empty.
    """

    cause: Cause
    rule: int | None = None
    nodes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkChange:
    """One edge that differs between two steps; kinds are read from i to j, i < j.

    Parameters
    ----------
    i, j
        Node numbers.
    before, after
        The edge in the CPDAG before and after the step.
    """

    i: int
    j: int
    before: EdgeKind
    after: EdgeKind
    reason: Reason
    """Why the edge is as it is after the step."""
    previous: Reason | None = None
    """Why it was directed before, where it was: it is undirected, reversed or gone now."""


@dataclass(frozen=True, slots=True)
class Started:
    """The search begins from a graph, empty unless knowledge requires edges.

    Parameters
    ----------
    n_variables
        Nodes of the graph.
    tau
        The threshold of both phases.
    measure_key
        Key of the measure, under which its scores are kept.
    cpdag
        The graph that the search begins from.
    """

    n_variables: int
    tau: float
    measure_key: str
    cpdag: PDAG
    notes: tuple[str, ...] = ()
    """Sentences for people about how the search is set up."""


@dataclass(frozen=True, slots=True)
class Step:
    """One operator was applied.

    Parameters
    ----------
    index
        1, 2, ... through both phases.
    phase, operator, score, conditioning
        The winner, its score and the set the score was conditioned on.
    candidates
        The 50 best valid operators that background knowledge admits, winner first.
    n_candidates
        How many valid operators there were, admitted or not.
    runner_up
        The best operator that leads to a different CPDAG, or None.
    pair_scores
        Each pair whose best score changed since the step before, and at the
        first step of a phase every pair that has one: together, each pair's best
        score. Reorientations have no part in it.
    cpdag
        The graph after the step.
    changes
        Every edge that differs from the graph before, and why; the operator's
        own edge first, then in the order in which marks follow.
    """

    index: int
    phase: Phase
    operator: Operator
    score: float
    conditioning: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    n_candidates: int
    runner_up: Candidate | None
    pair_scores: tuple[PairScore, ...]
    cpdag: PDAG
    changes: tuple[MarkChange, ...]
    barred: tuple[Barred, ...] = ()
    """The best valid operators that background knowledge rules out, best first: those that were
    come upon while the candidates were listed. Empty in records of earlier versions."""


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    """No candidate passes τ any more; what was on offer when the phase stopped.

    Parameters
    ----------
    phase
        The phase that is over.
    cpdag
        The graph at its end.
    candidates
        The best operators that were left, best first.
    n_candidates
        How many valid operators were left in all, admitted or not.
    pair_scores
        As in ``Step``: each pair whose best score changed since the last step, and in a
        phase without steps every pair that has one.
    """

    phase: Phase
    cpdag: PDAG
    candidates: tuple[Candidate, ...]
    n_candidates: int
    pair_scores: tuple[PairScore, ...]
    barred: tuple[Barred, ...] = ()
    """As in ``Step``."""


@dataclass(frozen=True, slots=True)
class GlobalScore:
    """S_g of the graph after a step (0: the graph at the start)."""

    step: int
    value: float


@dataclass(frozen=True, slots=True)
class HeldPair:
    """A pair that background knowledge holds joined, or apart, where the scores say otherwise.

    A low score of a pair that is held joined is weak evidence: the edge may be weak, or show
    only given other variables or to another measure.

    Parameters
    ----------
    i, j
        Node numbers, i < j.
    joined
        Whether it is held joined: then the measure sees no dependence given one of the sets
        by which the backward phase would have parted it. Else it is held apart, and they
        call it dependent given every set that was tried.
    score, conditioning
        The lowest score of those sets, and the nodes of the set, ascending.
    n_sets
        How many sets were tried.
    """

    i: int
    j: int
    joined: bool
    score: float
    conditioning: tuple[int, ...]
    n_sets: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The search is over.

    Parameters
    ----------
    cpdag
        The equivalence class that was found.
    graph
        The class oriented further by background knowledge: Meek's maximally oriented
        PDAG. The same as ``cpdag`` where there is no knowledge.
    changes
        Every edge that the knowledge orients beyond the class, and why.
    n_steps
        Steps through both phases.
    n_queries
        Distinct queries the search needed, cached or not, those of S_g included.
    notes
        Sentences for people about what the search could not do in full.
    held
        Pairs that the knowledge holds against the data; none are looked for where S_g is
        not computed.
    score_if_joined
        S_g of the same graph with those of them joined that are held apart; None where
        there are none.
    """

    cpdag: PDAG
    graph: PDAG
    n_steps: int
    n_queries: int
    changes: tuple[MarkChange, ...] = ()
    notes: tuple[str, ...] = ()
    held: tuple[HeldPair, ...] = ()
    score_if_joined: float | None = None


Event = Started | Step | PhaseEnded | GlobalScore | Finished
