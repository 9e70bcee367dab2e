"""Other people's methods on the same data, each with its result as one kind of graph."""

from gesncd.baselines.convert import Found, from_causal_learn, from_dag_matrix
from gesncd.baselines.registry import (
    METHODS,
    UNAVAILABLE,
    Availability,
    BaselineError,
    Method,
    availability,
    run_method,
)

__all__ = [
    "METHODS",
    "UNAVAILABLE",
    "Availability",
    "BaselineError",
    "Found",
    "Method",
    "availability",
    "from_causal_learn",
    "from_dag_matrix",
    "run_method",
]
