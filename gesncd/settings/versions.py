"""Versions of the software that a result was made with."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib import metadata
from typing import Final

import gesncd

_LIBRARIES: Final = ("numpy", "scipy")
"""What every measure computes with, one that was added later among them."""
_FURTHER: Final[Mapping[str, tuple[str, ...]]] = {"ncd": ("torch",)}
"""What some compute with besides."""


def software_versions(measure: str) -> dict[str, str]:
    """Versions of gesncd, Python and the libraries that a measure computes with."""
    versions = {"gesncd": gesncd.__version__, "python": platform.python_version()}
    for library in (*_LIBRARIES, *_FURTHER.get(measure, ())):
        try:
            versions[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            versions[library] = "unknown"
    return versions
