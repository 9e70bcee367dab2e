"""What each step claims about the world, judged by a true graph.

A forward step claims that X and Y depend on each other given Z, a backward step that they
do not. With the true graph at hand, d-separation says whether the claim holds. A claim
that fails is an error of the estimate. One that holds although what the step makes of it is
not the truth's is a property of the search, which asks with the conditioning sets it has:
it joined two nodes that the truth keeps apart. A reorientation joins nothing; from the
dependence it makes colliders, and it is they that may not be the truth's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from gesncd.graphs import (
    PDAG,
    EdgeKind,
    Reorient,
    complete,
    consistent_extension,
    topological_order,
)
from gesncd.knowledge import Constraints
from gesncd.measures import DSeparationOracle, Query
from gesncd.search.events import Phase, Step


@dataclass(frozen=True, slots=True)
class StepClaim:
    """Nodes x and y depend on each other given z, or do not.

    Parameters
    ----------
    x, y, z
        The nodes.
    dependent
        Whether they are said to depend on each other.
    turns
        Whether the step leaves them apart and turns edges around them.
    colliders
        The nodes at which it lets both of them point, if it does.
    """

    x: int
    y: int
    z: tuple[int, ...]
    dependent: bool
    turns: bool = False
    colliders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """What the true graph says about a claim.

    Parameters
    ----------
    claim
        The claim.
    holds
        Whether d-separation in the true graph agrees.
    adjacent
        Whether the true graph joins the two nodes.
    collide
        Whether both point at each of the claim's colliders in the true graph.
    """

    claim: StepClaim
    holds: bool
    adjacent: bool
    collide: bool = True

    @property
    def is_property_of_search(self) -> bool:
        """Whether the step differs from the true graph although its claim holds.

        Nodes that the truth joins depend on each other given anything, so that a backward
        step never does. Where knowledge keeps apart what the truth joins, that is not the
        search's doing.
        """
        if not self.holds or not self.claim.dependent or self.adjacent:
            return False
        return not self.collide if self.claim.turns else True


@dataclass(frozen=True, slots=True)
class TrueGraph:
    """A true graph: a DAG, or the class of one; make it with :meth:`of`.

    Parameters
    ----------
    dag
        The DAG, or a member of the class.
    cpdag
        Its equivalence class.
    is_class
        Whether a class was given and not a DAG.
    target
        What a search can find: the class, as background knowledge orients it.
    """

    dag: PDAG
    cpdag: PDAG
    is_class: bool
    target: PDAG
    oracle: DSeparationOracle = field(compare=False, repr=False)

    @classmethod
    def of(cls, matrix: NDArray[np.generic]) -> TrueGraph:
        """Take up an adjacency matrix.

        Parameters
        ----------
        matrix
            Shape ``(d, d)``; row causes column, both entries for an undirected edge.

        Raises
        ------
        ValueError
            If it has a directed cycle, or undirected edges that no DAG agrees with.
        """
        graph = PDAG.from_matrix(matrix)
        if graph.is_directed:
            if topological_order(graph) is None:
                raise ValueError(
                    "The true graph has a directed cycle, and d-separation needs a graph "
                    "without one."
                )
            dag = graph
        else:
            found = consistent_extension(graph)
            if found is None:
                raise ValueError(
                    "The true graph has undirected edges that cannot be directed without a "
                    "cycle or a new collider, so it stands for no causal graph."
                )
            dag = found
        # Graded: a plain oracle joins all that is marginally dependent before it parts anything.
        oracle = DSeparationOracle(dag.to_matrix(), graded=True)
        cpdag = complete(dag)
        return cls(dag, cpdag, not graph.is_directed, cpdag, oracle)

    def under(self, knowledge: Constraints | None) -> TrueGraph:
        """The same truth, its target oriented by the knowledge that a search was given.

        Knowledge that contradicts the truth leaves the target as the class is.
        """
        oriented = None if knowledge is None else knowledge.orient(self.cpdag)
        if oriented is None or not (self.is_class or _agrees(self.dag, oriented[0])):
            return replace(self, target=self.cpdag)
        return replace(self, target=oriented[0])

    @property
    def tau(self) -> float:
        """A threshold that tells every dependence from none for the oracle."""
        return self.oracle.null_quantile(0.5)

    def dependent(self, x: int, y: int, z: Iterable[int]) -> bool:
        """Whether z leaves two nodes d-connected."""
        return bool(self.oracle.evaluate([Query.pair(x, y, z)])[0] > 0.0)

    def judge(self, claim: StepClaim) -> StepVerdict:
        """Compare a claim with the truth."""
        truth = self.dependent(claim.x, claim.y, claim.z)
        adjacent = self.cpdag.kind(claim.x, claim.y) is not EdgeKind.NONE
        collide = all(_points_both(self.dag, claim, node) for node in claim.colliders)
        return StepVerdict(claim, truth == claim.dependent, adjacent, collide)


def _agrees(dag: PDAG, graph: PDAG) -> bool:
    """Whether a DAG has every arrow of a graph."""
    return all(
        dag.kind(edge.source, edge.target) is EdgeKind.FORWARD
        for edge in graph.edges()
        if edge.directed
    )


def claim_of(step: Step) -> StepClaim:
    """What a step claims."""
    operator = step.operator
    forward = step.phase is Phase.FORWARD
    claim = StepClaim(operator.x, operator.y, step.conditioning, forward)
    if not isinstance(operator, Reorient):
        return claim
    made = (node for node in operator.delete.h if _points_both(step.cpdag, claim, node))
    return replace(claim, turns=True, colliders=tuple(made))


def _points_both(graph: PDAG, claim: StepClaim, node: int) -> bool:
    """Whether both nodes of a claim point at another one."""
    arrows = graph.parents[node]
    return bool(arrows >> claim.x & arrows >> claim.y & 1)


def verdicts(truth: TrueGraph, steps: Iterable[Step]) -> tuple[StepVerdict, ...]:
    """The verdict on each step's claim."""
    return tuple(truth.judge(claim_of(step)) for step in steps)
