"""The script for dowhy: it is Python, and its graphs are members of the class."""

from __future__ import annotations

import ast

from gesncd.graphs import PDAG
from gesncd.judge import DataFile, dowhy_code, effect_of

NAMES = ("a", 'b "quoted"\n', "c")


def values_of(code: str) -> dict[str, object]:
    """Names that the script assigns literal values to."""
    found = {}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return found


def test_an_identified_effect_has_one_graph_and_its_adjustment():
    graph = PDAG.from_edges(3, directed=[(0, 2), (1, 2)])
    code = dowhy_code(effect_of(graph, 0, 2, NAMES), NAMES, DataFile("my data.csv"))
    values = values_of(code)
    assert values["graphs"] == [[("a", "c"), (NAMES[1], "c")]]
    assert values["adjustment"] == [NAMES[1]]
    assert "pd.read_csv('my data.csv')" in code


def test_otherwise_one_graph_for_each_set_of_parents():
    graph = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    effect = effect_of(graph, 1, 2, NAMES)
    values = values_of(dowhy_code(effect, NAMES))
    # B has no parents or A; where C is its parent the effect is zero and is said so.
    assert values["graphs"] == [
        [(NAMES[1], "a"), (NAMES[1], "c")],
        [("a", NAMES[1]), (NAMES[1], "c")],
    ]
    assert "there the effect is 0" in dowhy_code(effect, NAMES)


def test_a_zero_effect_leaves_nothing_to_estimate():
    graph = PDAG.from_edges(3, directed=[(0, 2), (1, 2)])
    code = dowhy_code(effect_of(graph, 2, 1, NAMES), NAMES)
    assert ast.parse(code).body == []
    assert "zero" in code


def test_a_variable_of_several_columns_stands_for_all_of_them():
    graph = PDAG.from_edges(3, directed=[(0, 2), (1, 2)])
    columns = (("a = x", "a = y"), ("b",), ("c",))
    file = DataFile("t.csv", columns, ("Line one\nimport os",), is_renamed=True)
    code = dowhy_code(effect_of(graph, 0, 2, NAMES), NAMES, file)
    values = values_of(code)
    assert values["graphs"] == [[("a = x", "c"), ("a = y", "c"), ("b", "c")]]
    assert "treatment, outcome = ['a = x', 'a = y'], 'c'" in code
    assert "data.columns = ['a = x', 'a = y', 'b', 'c']" in code
    assert "# Line one import os\ndata = " in code
    turned = dowhy_code(effect_of(PDAG.from_edges(2, directed=[(1, 0)]), 1, 0, NAMES), NAMES, file)
    assert "treatment, outcomes = 'b', ['a = x', 'a = y']" in turned
    assert "drop(columns=[each for each in outcomes if each != outcome])" in turned
