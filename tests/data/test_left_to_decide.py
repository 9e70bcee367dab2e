import ast
import importlib
from pathlib import Path

import gesncd.data
from gesncd.data.findings import error
from gesncd.data.left_to_decide import WORDS, left_to_decide

SOURCES = sorted(Path(gesncd.data.__file__).parent.rglob("*.py"))


def codes_in(path):
    """Codes that a module makes errors of, whatever stands for them in the call."""
    package = Path(gesncd.data.__file__).parents[2]
    name = ".".join(path.relative_to(package).with_suffix("").parts)
    module, tree = importlib.import_module(name), ast.parse(path.read_text(encoding="utf-8"))
    given = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                target, value = target.elts[0], value.elts[0]
            if isinstance(target, ast.Name):
                parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
                given.setdefault(target.id, []).extend(parts)

    def texts(node):
        if isinstance(node, ast.Constant):
            return {node.value}
        if hasattr(module, node.id):
            return {getattr(module, node.id)}
        return set().union(*(texts(n) for n in given[node.id] if getattr(n, "id", "") != node.id))

    def makes_errors(node):
        return isinstance(node, ast.Name) and (
            node.id == "error" or any(map(makes_errors, given.get(node.id, [])))
        )

    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and makes_errors(n.func)]
    return set().union(*(texts(call.args[0]) for call in calls))


def test_every_code_of_an_error_has_words_and_every_word_a_code():
    assert set().union(*map(codes_in, SOURCES)) == set(WORDS)


def test_what_is_left_is_told_with_its_columns():
    found = [error("number-like", "", columns=[name]) for name in "abcd"]
    assert left_to_decide([*found, error("few-rows", "")]) == (
        "Left to decide: numbers written in another way ('a', 'b', 'c' and 1 more); too few rows."
    )
    assert left_to_decide([]) == ""
