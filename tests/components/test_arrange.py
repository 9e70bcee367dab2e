import numpy as np
import pytest

from components.arrange import layered
from components.layout import box_sizes
from gesncd.graphs import PDAG, cpdag_of_dag


def random_cpdag(d, seed):
    rng = np.random.default_rng(seed)
    edges = [(i, j) for i in range(d) for j in range(i + 1, d) if rng.random() < 2 / d]
    return cpdag_of_dag(PDAG.from_edges(d, directed=edges))


@pytest.mark.parametrize("d", [1, 3, 11, 20, 60, 100])
@pytest.mark.parametrize("name", ["X{}", "a rather long name of gene {} after rest"])
def test_arrows_lead_down_and_boxes_never_overlap(d, name):
    names = tuple(name.format(i) for i in range(d))
    graph = random_cpdag(d, seed=d)
    points = layered(names, graph)
    assert points.shape == (d, 2)
    for edge in graph.edges():
        if edge.directed:
            assert points[edge.source, 1] < points[edge.target, 1]
    sizes = box_sizes(names)
    gaps = np.abs(points[:, None] - points[None])
    touching = (gaps < (sizes[:, None] + sizes[None]) / 2).all(axis=2)
    assert not touching[np.triu_indices(d, 1)].any()


def test_the_same_graph_gives_the_same_places_and_they_cannot_be_changed():
    names = tuple("abcdefgh")
    graph = random_cpdag(8, seed=1)
    first = layered(names, graph).copy()
    layered.cache_clear()
    again = layered(names, graph)
    assert np.array_equal(first, again)
    with pytest.raises(ValueError, match="read-only"):
        again[0, 0] = 1.0


def test_lone_variables_stand_below_the_joined_ones():
    points = layered(("a", "b", "c"), PDAG.from_edges(3, directed=[(2, 1)]))
    assert points[2, 1] < points[1, 1] < points[0, 1]
