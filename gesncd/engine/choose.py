"""Which engine ``GESNCD_ENGINE`` names."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gesncd.engine.errors import EngineError
from gesncd.engine.protocol import Engine

VARIABLE: Final = "GESNCD_ENGINE"
"""The variable of the environment."""
INSTALL: Final = "pip install -r requirements-cluster.txt"
"""What brings the packages of engines."""

_DASK: Final = re.compile(
    r"dask(?P<tls>\+tls)?://(?P<host>\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+)(:(?P<port>\d{1,5}))?/?"
)
_DASK_PORT: Final = 8786
_JOBLIB: Final = re.compile(r"joblib:(?P<backend>[A-Za-z_][\w.-]*)")


def chosen_engine(environment: Mapping[str, str] | None = None) -> Engine | None:
    """The engine that the environment names, opened once a process; None for this machine.

    Raises
    ------
    EngineError
        If it is not understood, lacks a package, or cannot be reached.
    """
    variables = os.environ if environment is None else environment
    text = variables.get(VARIABLE, "").strip()
    return None if text in ("", "local") else _opened(text)


@lru_cache(maxsize=4)
def _opened(text: str) -> Engine | None:
    return engine_of(text)


def engine_of(text: str) -> Engine | None:
    """Open an engine.

    Parameters
    ----------
    text
        ``local``; ``dask://host:port``, the port being 8786 where it is left out, or
        ``dask+tls://`` where the cluster's certificates are in Dask's configuration;
        ``joblib:BACKEND`` for any backend of joblib that is there, such as ``loky``;
        ``ray``, which is ``joblib:ray``.

    Returns
    -------
    None for ``local``: processes of this machine, without an engine.

    Raises
    ------
    EngineError
        If it is not understood, lacks a package, or cannot be reached.
    """
    if text == "local":
        return None
    if (dask := _DASK.fullmatch(text)) is not None:
        from gesncd.engine.dask_engine import DaskEngine

        scheme = "tls" if dask["tls"] else "tcp"
        return DaskEngine(f"{scheme}://{dask['host']}:{dask['port'] or _DASK_PORT}")
    joblib = _JOBLIB.fullmatch("joblib:ray" if text == "ray" else text)
    if joblib is not None:
        from gesncd.engine.joblib_engine import JoblibEngine

        return JoblibEngine(joblib["backend"])
    raise EngineError(
        f"{VARIABLE} is {text!r}, which names no engine. Write local, dask://HOST:PORT, "
        "joblib:BACKEND, or ray."
    )
