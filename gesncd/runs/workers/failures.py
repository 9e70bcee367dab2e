"""What went wrong in a worker: a sentence for people, and the traceback in a log."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from gesncd.data import DataError
from gesncd.engine import EngineError
from gesncd.knowledge import KnowledgeError
from gesncd.runs.errors import PartError, StoreError
from gesncd.settings.errors import SettingsError

_SPEAKING: Final = (
    DataError,
    SettingsError,
    KnowledgeError,
    StoreError,
    PartError,
    EngineError,
)
"""Errors whose messages are meant for people."""


def failure_message(error: BaseException, log: Path, what: str) -> str:
    """A sentence for people.

    Parameters
    ----------
    error
        What was raised.
    log
        Where the traceback is.
    what
        What failed, the sentence's subject: ``"The search"``.
    """
    if isinstance(error, _SPEAKING):
        return str(error)
    if isinstance(error, MemoryError):
        return "The memory did not suffice. Use fewer rows or variables, or smaller networks."
    return (
        f"{what} failed unexpectedly ({type(error).__name__}: {error}). The details are in {log}."
    )


def append_to_log(log: Path, text: str) -> None:
    """Add a text with its time to a log; harmless where that cannot be."""
    try:
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(time.strftime("%Y-%m-%d %H:%M:%S\n"))
            file.write(text)
    except OSError:
        # Then the message alone must do.
        return
