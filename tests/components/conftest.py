"""A small search on a known graph, whose events the component tests draw on."""

from __future__ import annotations

import numpy as np
import pytest

from components.trace import Trace
from gesncd.data.dataset import Dataset
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import DSeparationOracle
from gesncd.search import reframed_ges
from gesncd.search.events import Event

NAMES = ("Raf", "Mek", "Erk", "Akt", "PKA")


@pytest.fixture(scope="session")
def names() -> tuple[str, ...]:
    return NAMES


@pytest.fixture(scope="session")
def events() -> tuple[Event, ...]:
    """Raf → Mek → Erk ← PKA, Erk → Akt, found with the d-separation oracle."""
    dag = np.zeros((5, 5))
    for source, target in ((0, 1), (1, 2), (4, 2), (2, 3)):
        dag[source, target] = 1
    return tuple(reframed_ges(DSeparationOracle(dag), 0.5))


@pytest.fixture(scope="session")
def trace(events: tuple[Event, ...]) -> Trace:
    return Trace.of(events)


@pytest.fixture(scope="session")
def known_trace() -> Trace:
    """The same search, with Mek → Raf forbidden and PKA → Erk required."""
    dag = np.zeros((5, 5))
    for source, target in ((0, 1), (1, 2), (4, 2), (2, 3)):
        dag[source, target] = 1
    knowledge = Knowledge(forbidden=(("Mek", "Raf"),), required=(("PKA", "Erk"),))
    constraints = Constraints.of(knowledge, NAMES)
    return Trace.of(reframed_ges(DSeparationOracle(dag), 0.5, knowledge=constraints))


@pytest.fixture(scope="session")
def linear_data() -> Dataset:
    """Ten variables in a random linear model."""
    rng = np.random.default_rng(3)
    values = rng.normal(size=(400, 10))
    for node in range(1, 10):
        values[:, node] += values[:, rng.integers(node)]
    return Dataset.from_array(values)
