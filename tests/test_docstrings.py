"""What a package exports says what its parts are; what raises an error says so.

Ruff asks for a docstring of every public module, class and function. Here is what it leaves out:
parameters of exported functions, fields of exported classes, and errors.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import gesncd

FOUND = {each.name for each in pkgutil.walk_packages(gesncd.__path__, "gesncd.") if each.ispkg}
PACKAGES = sorted({"gesncd"} | FOUND)
FILES = sorted(Path(gesncd.__file__).parent.rglob("*.py"))
ROOT = Path(gesncd.__file__).parents[1]
_SECTION = r"^{}\n-+\n(.*?)(?=^\S[^\n]*\n-{{3,}}\n|\Z)"
_ELSEWHERE = re.compile(r"\b[Ss]ee :(?:meth|class|func):`")
_INVARIANTS = ("AssertionError", "NotImplementedError")
"""Errors that nobody is to meet."""


def exported_classes():
    """Classes that the packages export, each once."""
    found = set()
    for package in PACKAGES:
        module = importlib.import_module(package)
        found |= {
            getattr(module, name)
            for name in getattr(module, "__all__", ())
            if inspect.isclass(getattr(module, name))
        }
    return found


def functions_of(package):
    """Functions that a package exports, and public methods of the classes that it does."""
    module = importlib.import_module(package)
    for name in getattr(module, "__all__", ()):
        found = getattr(module, name)
        if inspect.isfunction(found):
            yield found
        elif inspect.isclass(found):
            for attribute, value in vars(found).items():
                method = getattr(value, "__func__", value)
                if inspect.isfunction(method) and not attribute.startswith("_"):
                    yield method


def section_of(docstring, title):
    """A section of a docstring; None where there is none."""
    found = re.search(_SECTION.format(title), docstring, re.DOTALL | re.MULTILINE)
    return None if found is None else found[1]


def named(docstring):
    """Names that the section on parameters has; None where there is no section."""
    section = section_of(docstring, "Parameters")
    if section is None:
        return None
    heads = [line for line in section.splitlines() if line and not line.startswith(" ")]
    return {name.strip().lstrip("*") for head in heads for name in head.split(",")}


def lacking(function):
    """Parameters that a docstring says nothing of; a section that there is has all of them."""
    parameters = [p for p in inspect.signature(function).parameters if p not in ("self", "cls")]
    docstring = inspect.getdoc(function) or ""
    found = named(docstring)
    if found is None and (len(parameters) < 3 or _ELSEWHERE.search(docstring)):
        return []
    return sorted(set(parameters) - (found or set()))


def lacking_fields(cls):
    """Fields of a class of three or more that neither its docstring nor a text below explains."""
    if dataclasses.is_dataclass(cls):
        fields = [field.name for field in dataclasses.fields(cls) if field.init]
    else:
        fields = list(getattr(cls, "_fields", ()))
    fields = [name for name in fields if not name.startswith("_")]
    if len(fields) < 3:
        return []
    explained = named(inspect.cleandoc(cls.__doc__ or "")) or set()
    source = inspect.getsource(cls)
    below = {name for name in fields if re.search(rf'^    {name}: [^\n]+\n    """', source, re.M)}
    return sorted(set(fields) - explained - below)


def raised(function):
    """Names of the errors that the body of a function makes and raises itself."""
    found, nodes = set(), list(ast.iter_child_nodes(function))
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func)
            if name[0].isupper() and name not in _INVARIANTS:
                found.add(name)
        nodes.extend(ast.iter_child_nodes(node))
    return found


def public_functions(tree):
    """Functions and methods of public classes in a module, by the name that they have there."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, node
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                    yield f"{node.name}.{part.name}", part


def kinds_of(name, module):
    """Names of an error and of what it is a kind of; a general name tells of a special one."""
    error = getattr(module, name, None) or getattr(builtins, name)
    return {each.__name__ for each in error.__mro__ if issubclass(each, Exception)} - {"Exception"}


def untold(path):
    """Errors of each function of a file that its docstring does not name."""
    module = None
    found = {}
    for name, function in public_functions(ast.parse(path.read_text("utf-8"))):
        docstring = ast.get_docstring(function) or ""
        if not (errors := raised(function)):
            continue
        module = module or importlib.import_module(
            ".".join(path.relative_to(ROOT).with_suffix("").parts)
        )
        told = set(re.findall(r"\b[A-Z]\w+\b", docstring))
        if missing := sorted(each for each in errors if not kinds_of(each, module) & told):
            found[f"{path.relative_to(ROOT)}: {name}"] = missing
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_exported_says_what_its_parameters_are(package):
    found = {f"{f.__module__}.{f.__qualname__}": lacking(f) for f in functions_of(package)}
    assert {name: names for name, names in found.items() if names} == {}


def test_what_is_exported_says_what_its_fields_are():
    classes = exported_classes()
    found = {f"{c.__module__}.{c.__qualname__}": lacking_fields(c) for c in classes}
    assert {name: names for name, names in found.items() if names} == {}
    assert sum(1 for c in classes if dataclasses.is_dataclass(c)) > 80


def test_what_raises_an_error_says_so():
    found = {}
    for path in FILES:
        found |= untold(path)
    assert found == {}


def test_the_check_sees_what_it_shall():
    def without(a, b, c):
        """Nothing said."""

    def with_two(a, b, c):
        """Some said.

        Parameters
        ----------
        a, b
            Two of them.

        Returns
        -------
        c
            This is no parameter.
        """

    def few(a, b):
        """Two arguments need no section."""

    def one_of_two(a, b):
        """But where there is one it is whole.

        Parameters
        ----------
        a
            The first.
        """

    def elsewhere(a, b, c):
        """As another; see :func:`with_two`."""

    assert list(map(lacking, (without, with_two, few, one_of_two, elsewhere))) == [
        ["a", "b", "c"],
        ["c"],
        [],
        ["b"],
        [],
    ]
    assert sum(1 for package in PACKAGES for _ in functions_of(package)) > 200


@dataclasses.dataclass
class Explained:
    """A class.

    Parameters
    ----------
    a, b
        Two of them.
    """

    a: int
    b: int
    c: int
    """The third."""


@dataclasses.dataclass
class Unexplained:
    """A class that speaks of a and b and c, and explains none."""

    a: int
    b: int
    c: int


def test_the_check_of_fields_sees_what_it_shall():
    assert lacking_fields(Explained) == []
    assert lacking_fields(Unexplained) == ["a", "b", "c"]


def test_the_check_of_errors_sees_what_it_shall():
    tree = ast.parse(
        "def told():\n"
        "    def inside():\n"
        "        raise KeyError('that of another')\n"
        "    if inside:\n"
        "        raise ValueError('one')\n"
        "    raise self._made()\n"
        "    raise AssertionError('cannot be')\n"
        "def _own(): raise OSError('not public')\n"
        "class A:\n"
        "    def method(self): raise DataError('two') from None\n"
    )
    found = {name: raised(function) for name, function in public_functions(tree)}
    assert found == {"told": {"ValueError"}, "A.method": {"DataError"}}
    data = importlib.import_module("gesncd.data.dataset")
    assert kinds_of("DataError", data) == {"DataError", "ValueError"}
