import numpy as np
import pytest

from gesncd.simulate import STRUCTURES, topological_order


@pytest.mark.parametrize(("name", "nodes", "edges"), [("sachs", 11, 17), ("child", 20, 25)])
def test_size_and_acyclicity(name, nodes, edges):
    structure = STRUCTURES[name]
    adjacency = structure.adjacency()
    assert adjacency.shape == (nodes, nodes)
    assert adjacency.sum() == len(structure.edges) == edges
    assert len(topological_order(adjacency)) == nodes
    assert len(set(structure.nodes)) == nodes


def test_sachs_has_pip3_above_pip2():
    assert ("PIP3", "PIP2") in STRUCTURES["sachs"].edges
    assert ("PIP2", "PIP3") not in STRUCTURES["sachs"].edges


def test_child_degrees():
    adjacency = STRUCTURES["child"].adjacency()
    nodes = STRUCTURES["child"].nodes
    # At most two parents a node, and a single root.
    assert adjacency.sum(axis=0).max() == 2
    assert [nodes[i] for i in np.flatnonzero(adjacency.sum(axis=0) == 0)] == ["BirthAsphyxia"]
    assert adjacency[nodes.index("Disease")].sum() == 7
