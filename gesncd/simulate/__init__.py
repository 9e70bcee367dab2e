"""Data with a known causal graph."""

from gesncd.simulate.generate import simulate
from gesncd.simulate.models import MODELS, Model
from gesncd.simulate.random_dag import random_dag, topological_order
from gesncd.simulate.structures import STRUCTURES, Structure
from gesncd.simulate.write import Simulation, write_simulation

__all__ = [
    "MODELS",
    "STRUCTURES",
    "Model",
    "Simulation",
    "Structure",
    "random_dag",
    "simulate",
    "topological_order",
    "write_simulation",
]
