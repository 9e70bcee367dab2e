"""Packages that only engines need, imported when one is asked for."""

from __future__ import annotations

import importlib
from typing import Any, Final

from gesncd.engine.errors import EngineError

INSTALL: Final = "pip install -r requirements-cluster.txt"
"""What brings the packages of engines."""


def require(module: str, what: str, install: str) -> Any:
    """Import a package that may be missing.

    Parameters
    ----------
    module
        Its name.
    what
        For people: what needs it.
    install
        The command that brings it.

    Raises
    ------
    EngineError
        If it cannot be imported; the message says what to install.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise EngineError(
            f"{what} needs the package {module.partition('.')[0]!r}, which is not installed "
            f"here. Install it with: {install}"
        ) from error
