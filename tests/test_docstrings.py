"""What a package exports and takes three or more arguments says what each of them is."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re

import pytest

import gesncd

FOUND = {each.name for each in pkgutil.walk_packages(gesncd.__path__, "gesncd.") if each.ispkg}
PACKAGES = sorted({"gesncd"} | FOUND)
_SECTION = re.compile(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n-{3,}\n|\Z)", re.DOTALL | re.MULTILINE)
_ELSEWHERE = re.compile(r"\b[Ss]ee :(?:meth|class|func):`")


def functions_of(package):
    """Functions that a package exports, and public methods of the classes that it does."""
    module = importlib.import_module(package)
    for name in getattr(module, "__all__", ()):
        exported = getattr(module, name)
        if inspect.isfunction(exported):
            yield exported
        elif inspect.isclass(exported):
            for attribute, value in vars(exported).items():
                method = getattr(value, "__func__", value)
                if inspect.isfunction(method) and not attribute.startswith("_"):
                    yield method


def named(docstring):
    """Names that the section on parameters has; None where there is no section."""
    section = _SECTION.search(docstring)
    if section is None:
        return None
    heads = [line for line in section[1].splitlines() if line and not line.startswith(" ")]
    return {name.strip().lstrip("*") for head in heads for name in head.split(",")}


def lacking(function):
    """Parameters that a docstring says nothing of."""
    parameters = [p for p in inspect.signature(function).parameters if p not in ("self", "cls")]
    docstring = inspect.getdoc(function) or ""
    found = named(docstring)
    if len(parameters) < 3 or (found is None and _ELSEWHERE.search(docstring)):
        return []
    return sorted(set(parameters) - (found or set()))


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_exported_says_what_its_parameters_are(package):
    found = {f"{f.__module__}.{f.__qualname__}": lacking(f) for f in functions_of(package)}
    assert {name: names for name, names in found.items() if names} == {}


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

    def elsewhere(a, b, c):
        """As another; see :func:`with_two`."""

    assert list(map(lacking, (without, with_two, few, elsewhere))) == [
        ["a", "b", "c"],
        ["c"],
        [],
        [],
    ]
    assert sum(1 for package in PACKAGES for _ in functions_of(package)) > 200
