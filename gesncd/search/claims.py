"""What each step claims about the world, judged by a true graph.

A forward step claims that X and Y depend on each other given Z, a backward step that they
do not. With the true graph at hand, d-separation says whether the claim holds. A claim
that fails is an error of the estimate. One that holds although the edge is not the
truth's is a property of the search, which asks with the conditioning sets it has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gesncd.graphs import PDAG, EdgeKind, complete, consistent_extension, topological_order
from gesncd.measures import DSeparationOracle, Query
from gesncd.search.events import Phase, Step


@dataclass(frozen=True, slots=True)
class StepClaim:
    """Nodes x and y depend on each other given z, or do not."""

    x: int
    y: int
    z: tuple[int, ...]
    dependent: bool


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
    """

    claim: StepClaim
    holds: bool
    adjacent: bool

    @property
    def is_property_of_search(self) -> bool:
        """Whether the step differs from the true graph although its claim holds."""
        return self.holds and self.claim.dependent != self.adjacent


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
    """

    dag: PDAG
    cpdag: PDAG
    is_class: bool
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
        return cls(dag, complete(dag), not graph.is_directed, oracle)

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
        return StepVerdict(claim, truth == claim.dependent, adjacent)


def claim_of(step: Step) -> StepClaim:
    """What a step claims."""
    operator = step.operator
    forward = step.phase is Phase.FORWARD
    return StepClaim(operator.x, operator.y, step.conditioning, forward)


def verdicts(truth: TrueGraph, steps: Iterable[Step]) -> tuple[StepVerdict, ...]:
    """The verdict on each step's claim."""
    return tuple(truth.judge(claim_of(step)) for step in steps)
