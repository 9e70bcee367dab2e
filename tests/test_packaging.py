"""pyproject.toml, requirements.txt and what is installed belong together."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from components.graph_view.view import vis_source

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pinned() -> dict[str, str]:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    texts = [line.partition("#")[0].strip() for line in lines]
    found = [Requirement(text) for text in texts if text]
    return {each.name: next(iter(each.specifier)).version for each in found}


def test_the_app_is_tested_with_versions_that_the_package_allows():
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["app"]]
    allowed = {(each := Requirement(text)).name: each.specifier for text in wanted}
    assert set(pinned()) == set(allowed)
    for name, version in pinned().items():
        assert version in allowed[name], name


def test_pyvis_is_the_release_that_vis_network_is_read_from():
    (pyvis,) = [
        each
        for each in map(Requirement, PROJECT["optional-dependencies"]["app"])
        if each.name == "pyvis"
    ]
    assert str(pyvis.specifier) == f"=={pinned()['pyvis']}"
    assert "vis-network" in vis_source()[:500]
    assert "@version 9.1.2" in vis_source()[:1000]


def test_a_build_of_torch_for_cpus_is_accepted():
    (torch,) = [each for each in map(Requirement, PROJECT["dependencies"]) if each.name == "torch"]
    assert f"{pinned()['torch']}+cpu" in torch.specifier
    assert f"{pinned()['torch']}+cpu" in Requirement(f"torch=={pinned()['torch']}").specifier
