"""Which engine a text names, be it that of ``GESNCD_ENGINE`` or a setting."""

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
LOCAL: Final = "local"
"""This machine's own processes."""

_DASK: Final = re.compile(
    r"dask(?P<tls>\+tls)?://(?P<host>\[[0-9a-fA-F:.]+\]|[^\s:/\[\]@?#]+)(:(?P<port>\d{1,5}))?/?"
)
_DASK_PORT: Final = 8786
_LAST_PORT: Final = 65_535
_JOBLIB: Final = re.compile(r"joblib:(?P<backend>[A-Za-z_][\w.-]*)")


def chosen_engine(environment: Mapping[str, str] | None = None) -> Engine | None:
    """The engine that the environment names, opened once a process; None for this machine.

    Raises
    ------
    EngineError
        If it is not understood, lacks a package, or cannot be reached.
    """
    return opened_engine(named_engine(environment) or LOCAL)


def named_engine(environment: Mapping[str, str] | None = None) -> str:
    """What the environment says; empty where it says nothing."""
    variables = os.environ if environment is None else environment
    return variables.get(VARIABLE, "").strip()


def opened_engine(text: str) -> Engine | None:
    """An engine, opened once a process; see :func:`engine_of`.

    Raises
    ------
    EngineError
        If it is not understood, lacks a package, or cannot be reached.
    """
    return None if text == LOCAL else _opened(text)


@lru_cache(maxsize=4)
def _opened(text: str) -> Engine | None:
    return engine_of(text)


def dask_text(address: str) -> str:
    """How a Dask scheduler is named here, by what people write for its address.

    Parameters
    ----------
    address
        ``host:port``, with or without ``dask://``, ``tcp://`` or ``tls://`` before it; the
        port is 8786 where it is left out.

    Raises
    ------
    EngineError
        If it is no address.
    """
    written = address.strip()
    scheme, separator, rest = written.partition("://")
    if not separator:
        scheme, rest = "dask", written
    schemes = {"dask": "dask", "tcp": "dask", "dask+tls": "dask+tls", "tls": "dask+tls"}
    found = _DASK.fullmatch(f"{schemes.get(scheme, '')}://{rest}")
    if found is None or int(found["port"] or _DASK_PORT) > _LAST_PORT:
        raise EngineError(
            f"{written!r} is no address of a Dask scheduler. Write HOST:PORT, as the scheduler "
            "shows it when it starts, such as 10.0.0.7:8786."
        )
    scheme = "dask+tls" if found["tls"] else "dask"
    return f"{scheme}://{found['host']}:{found['port'] or _DASK_PORT}"


def engine_of(text: str, *, first_worker_s: float | None = None) -> Engine | None:
    """Open an engine.

    Parameters
    ----------
    text
        ``local``; ``dask://host:port``, the port being 8786 where it is left out, or
        ``dask+tls://`` where the cluster's certificates are in Dask's configuration;
        ``joblib:BACKEND`` for any backend of joblib that is there, such as ``loky``;
        ``ray``, which is ``joblib:ray``.
    first_worker_s
        Seconds that a Dask scheduler may be without workers; they may be starting, too.

    Returns
    -------
    None for ``local``: processes of this machine, without an engine.

    Raises
    ------
    EngineError
        If it is not understood, lacks a package, or cannot be reached.
    """
    if text == LOCAL:
        return None
    if (dask := _DASK.fullmatch(text)) is not None:
        from gesncd.engine.dask_engine import DaskEngine

        scheme = "tls" if dask["tls"] else "tcp"
        address = f"{scheme}://{dask['host']}:{dask['port'] or _DASK_PORT}"
        return DaskEngine(address, first_worker_s=first_worker_s)
    joblib = _JOBLIB.fullmatch("joblib:ray" if text == "ray" else text)
    if joblib is not None:
        from gesncd.engine.joblib_engine import JoblibEngine

        return JoblibEngine(joblib["backend"])
    raise EngineError(
        f"{VARIABLE} is {text!r}, which names no engine. Write local, dask://HOST:PORT, "
        "joblib:BACKEND, or ray."
    )
