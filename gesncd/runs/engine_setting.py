"""Which engine the app's searches and tasks use: the environment's, or one that was chosen.

``GESNCD_ENGINE`` wins: whoever runs a server decides. In shared mode nobody else does.
What a Dask scheduler answers is trusted as the app's own code is, so whoever names one
could do whatever the app's user may.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gesncd.engine import LOCAL, Engine, EngineError, named_engine, opened_engine
from gesncd.engine.probe import Probe
from gesncd.runs.errors import StoreError
from gesncd.runs.machine.spawn import module_command
from gesncd.runs.sharing import Sharing
from gesncd.runs.store.run_store import RunStore

_NAME: Final = "engine"
_PATIENCE_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """The engine of the next search.

    Parameters
    ----------
    text
        As :func:`gesncd.engine.engine_of` reads it.
    by_environment
        Whether ``GESNCD_ENGINE`` says so.
    fixed
        Whether nobody can choose another one from the app.
    """

    text: str
    by_environment: bool
    fixed: bool


def engine_choice(store: RunStore, environment: Mapping[str, str] | None = None) -> EngineChoice:
    """Which engine the store's runs and tasks use from now on.

    Raises
    ------
    StoreError
        If the store cannot be read, or the environment is not understood.
    """
    named = named_engine(environment)
    if named:
        return EngineChoice(named, by_environment=True, fixed=True)
    if Sharing.of(environment) is not None:
        return EngineChoice(LOCAL, by_environment=False, fixed=True)
    with store.database.reading() as connection:
        row = connection.execute(
            "SELECT value FROM app_settings WHERE name = ?", (_NAME,)
        ).fetchone()
    return EngineChoice(row["value"] if row else LOCAL, by_environment=False, fixed=False)


def choose_engine(store: RunStore, text: str) -> None:
    """Have runs and tasks that begin later use an engine; it is not opened here.

    Raises
    ------
    StoreError
        If the environment has decided.
    """
    if engine_choice(store).fixed:
        raise StoreError("Whoever runs this server has set the engine; it cannot be changed here.")
    with store.database.writing() as connection:
        connection.execute(
            "INSERT INTO app_settings (name, value, changed) VALUES (?, ?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed = excluded.changed",
            (_NAME, text, time.time()),
        )


def engine_in_use(store: RunStore) -> Engine | None:
    """The engine of the store's runs, opened once a process; None for this machine.

    Raises
    ------
    gesncd.engine.EngineError
        If it is not understood, lacks a package, or cannot be reached.
    """
    return opened_engine(engine_choice(store).text)


def try_engine(text: str, *, patience_s: float = _PATIENCE_S) -> Probe:
    """Connect to an engine other than this machine, in a process of its own.

    Parameters
    ----------
    text
        The engine.
    patience_s
        Seconds after which it is given up.

    Raises
    ------
    gesncd.engine.EngineError
        If a package is missing, nobody answers, or the workers cannot do the work.
    """
    try:
        done = subprocess.run(
            input=text,
            capture_output=True,
            text=True,
            timeout=patience_s,
            **module_command("gesncd.engine.probe"),
        )
        # Libraries may have said something before.
        found = json.loads(done.stdout.strip().rpartition("\n")[2])
    except subprocess.TimeoutExpired as error:
        raise EngineError(
            f"No answer within {patience_s:.0f} s. Check that the workers run, and that they and "
            "this machine reach each other."
        ) from error
    except (OSError, ValueError) as error:
        raise EngineError(
            "The trial ended unexpectedly. Try a search from a terminal, with GESNCD_ENGINE set, "
            "to see why."
        ) from error
    if "error" in found:
        raise EngineError(found["error"])
    return Probe(**found)
