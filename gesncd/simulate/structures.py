"""Graphs known from the literature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Structure:
    """A directed acyclic graph with names.

    Parameters
    ----------
    name
        Short name.
    source
        Where it was published.
    nodes
        Names of the nodes, in the order of the adjacency matrix.
    edges
        Pairs of names, cause first.
    """

    name: str
    source: str
    nodes: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]

    def adjacency(self) -> NDArray[np.int8]:
        """Adjacency matrix of shape ``(d, d)``; entry (i, j) is 1 where i → j."""
        index = {node: i for i, node in enumerate(self.nodes)}
        matrix = np.zeros((len(self.nodes), len(self.nodes)), dtype=np.int8)
        for cause, effect in self.edges:
            matrix[index[cause], index[effect]] = 1
        return matrix


def _from_children(children: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((cause, effect) for cause, them in children.items() for effect in them.split())


SACHS = Structure(
    "sachs",
    "Sachs, Perez, Pe'er, Lauffenburger, Nolan: Causal protein-signaling networks derived from "
    "multiparameter single-cell data. Science 308 (2005) 523-529",
    ("Raf", "Mek", "Plcg", "PIP2", "PIP3", "Erk", "Akt", "PKA", "PKC", "P38", "Jnk"),
    _from_children(
        {
            "Raf": "Mek",
            "Mek": "Erk",
            "Plcg": "PIP2 PIP3",
            "PIP3": "PIP2",
            "Erk": "Akt",
            "PKA": "Raf Mek Erk Akt Jnk P38",
            "PKC": "Raf Mek PKA Jnk P38",
        }
    ),
)
"""Signalling of 11 proteins in T cells: the 17 edges that papers score their results against."""

CHILD = Structure(
    "child",
    "Spiegelhalter, Dawid, Lauritzen, Cowell: Bayesian analysis in expert systems. "
    "Statistical Science 8 (1993) 219-247",
    (
        "BirthAsphyxia",
        "Disease",
        "Age",
        "LVH",
        "DuctFlow",
        "CardiacMixing",
        "LungParench",
        "LungFlow",
        "Sick",
        "LVHreport",
        "HypDistrib",
        "HypoxiaInO2",
        "CO2",
        "ChestXray",
        "Grunting",
        "LowerBodyO2",
        "RUQO2",
        "CO2Report",
        "XrayReport",
        "GruntingReport",
    ),
    _from_children(
        {
            "BirthAsphyxia": "Disease",
            "Disease": "Age LVH DuctFlow CardiacMixing LungParench LungFlow Sick",
            "Sick": "Age Grunting",
            "LVH": "LVHreport",
            "DuctFlow": "HypDistrib",
            "CardiacMixing": "HypDistrib HypoxiaInO2",
            "LungParench": "HypoxiaInO2 CO2 ChestXray Grunting",
            "LungFlow": "ChestXray",
            "HypDistrib": "LowerBodyO2",
            "HypoxiaInO2": "LowerBodyO2 RUQO2",
            "CO2": "CO2Report",
            "ChestXray": "XrayReport",
            "Grunting": "GruntingReport",
        }
    ),
)
"""Congenital heart disease in newborn babies: 20 nodes, 25 edges."""

STRUCTURES: Mapping[str, Structure] = MappingProxyType({s.name: s for s in (SACHS, CHILD)})
"""Known structures by name."""
