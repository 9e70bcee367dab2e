"""Classes of small graphs by brute force, and data with a known structure."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from gesncd.analysis.replicates import run_replicate
from gesncd.analysis.resamples import Resampling, plan_replicates
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.measures import PartialCorrelation
from gesncd.search import tau_path

NAMES = ("A", "B", "C", "D", "E", "F")


def is_acyclic(n, arrows):
    parents = {j: {i for i, k in arrows if k == j} for j in range(n)}
    left = set(range(n))
    while left:
        roots = {j for j in left if not parents[j] & left}
        if not roots:
            return False
        left -= roots
    return True


def dags_on(n, pairs):
    """Every acyclic way to direct some pairs."""
    for flips in product((False, True), repeat=len(pairs)):
        arrows = [(j, i) if flip else (i, j) for (i, j), flip in zip(pairs, flips, strict=True)]
        if is_acyclic(n, arrows):
            yield frozenset(arrows)


def colliders(arrows):
    joined = {frozenset(arrow) for arrow in arrows}
    return frozenset(
        (frozenset((a, b)), c)
        for a, c in arrows
        for b, other in arrows
        if other == c and a != b and frozenset((a, b)) not in joined
    )


@cache
def classes(n):
    """Every class on n nodes, as a tuple of its members' arrows."""
    grouped = defaultdict(list)
    for size in range(n * (n - 1) // 2 + 1):
        for skeleton in combinations(list(combinations(range(n), 2)), size):
            for arrows in dags_on(n, skeleton):
                grouped[skeleton, colliders(arrows)].append(arrows)
    return tuple(map(tuple, grouped.values()))


def class_of(n, arrows):
    """All members of the class of one DAG."""
    skeleton = [tuple(sorted(arrow)) for arrow in sorted(arrows)]
    wanted = colliders(arrows)
    return tuple(d for d in dags_on(n, skeleton) if colliders(d) == wanted)


def graph_of(n, members):
    """Directed where all members agree, undirected where they do not."""
    directed = frozenset.intersection(*map(frozenset, members))
    undirected = {frozenset(arrow) for arrow in members[0] if arrow not in directed}
    return PDAG.from_edges(n, directed=directed, undirected=[sorted(pair) for pair in undirected])


def descendants(arrows, start):
    found, frontier = set(), {start}
    while frontier:
        frontier = {j for i, j in arrows if i in frontier} - found
        found |= frontier
    return found


class Brute:
    """The functions above, for tests."""

    names = NAMES
    classes = staticmethod(classes)
    class_of = staticmethod(class_of)
    graph_of = staticmethod(graph_of)
    descendants = staticmethod(descendants)


@pytest.fixture
def brute():
    return Brute


@pytest.fixture
def chain_data():
    """A → C ← B, C → D, and E of no relation; 300 rows."""
    rng = np.random.default_rng(2)
    a, b, e = rng.normal(size=(3, 300))
    c = a + b + 0.7 * rng.normal(size=300)
    d = c + 0.7 * rng.normal(size=300)
    return Dataset.from_array(np.column_stack([a, b, c, d, e]), list("ABCDE"))


@pytest.fixture
def chain_path(chain_data):
    return tau_path(PartialCorrelation(chain_data), 1e-4)


@pytest.fixture
def searched():
    """A function that searches replicates of data."""

    def search(data, build, measure, count=20, resampling=Resampling.HALVES, **options):
        plan = plan_replicates(resampling, count, measure=measure)
        return [run_replicate(data, replicate, build, **options) for replicate in plan]

    return search


@pytest.fixture
def rare_data():
    """A → D, C, and R, which is 1 in ten of 240 rows."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=(240, 4))
    values[:, 1] = rng.permutation(240) < 10
    values[:, 3] = values[:, 0] + 0.3 * values[:, 3]
    return Dataset.from_array(values, list("ARCD"))
