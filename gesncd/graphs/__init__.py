"""Partially directed graphs, Markov equivalence classes, and steps between them."""

from gesncd.graphs.compare import Agreement, agreement, shd
from gesncd.graphs.equivalence import (
    complete,
    complete_with_reasons,
    consistent_extension,
    cpdag_of_dag,
    first_member,
    is_cpdag,
    members,
    v_structures,
)
from gesncd.graphs.meek import Marks, Orientation, close_under_meek
from gesncd.graphs.operators import Delete, Insert, Operator, Reorient
from gesncd.graphs.paths import ancestors, is_clique, reachable_semi_directed, topological_order
from gesncd.graphs.pdag import PDAG, Edge, EdgeKind
from gesncd.graphs.sid import sid, sid_bounds

__all__ = [
    "PDAG",
    "Agreement",
    "Delete",
    "Edge",
    "EdgeKind",
    "Insert",
    "Marks",
    "Operator",
    "Orientation",
    "Reorient",
    "agreement",
    "ancestors",
    "close_under_meek",
    "complete",
    "complete_with_reasons",
    "consistent_extension",
    "cpdag_of_dag",
    "first_member",
    "is_clique",
    "is_cpdag",
    "members",
    "reachable_semi_directed",
    "shd",
    "sid",
    "sid_bounds",
    "topological_order",
    "v_structures",
]
