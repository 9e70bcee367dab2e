"""The workers that a Dask scheduler has: how many, and whether they are fit for the work."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from typing import Any, Final

import gesncd
from gesncd.engine.errors import EngineError

CANCELLED: Final = (asyncio.CancelledError, concurrent.futures.CancelledError)
"""What Dask raises where a call, or the connection, was given up."""

_PACKAGE: Final = "gesncd"
_COUNT_EVERY_S: Final = 2.0


class DaskWorkers:
    """The workers of a scheduler, as far as a client sees them.

    Parameters
    ----------
    client
        A connected client of Dask.
    address
        Of the scheduler, for messages.
    """

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._counted_at = -float("inf")
        self._fit: set[str] = set()

    def count(self) -> int:
        """How many there are, looked up every other second.

        Raises
        ------
        EngineError
            If one that is new has not this release, or the scheduler is gone.
        """
        now = time.monotonic()
        if now - self._counted_at >= _COUNT_EVERY_S:
            try:
                there = set(self._client.nthreads())
                self._refuse_unfit(there - self._fit)
            except (OSError, RuntimeError, TimeoutError, *CANCELLED) as error:
                raise self.parted(error) from error
            self._fit = there
            self._counted_at = time.monotonic()
        return len(self._fit)

    def all_have_gpus(self) -> bool:
        """Whether each worker that is there now has a GPU that torch can use.

        Raises
        ------
        EngineError
            If the scheduler is gone.
        """

        # Defined here, so that it travels itself and not by the name of its module.
        def has_gpu() -> bool:
            try:
                import torch
            except ImportError:
                return False
            return bool(torch.cuda.is_available())

        try:
            found = self._client.run(has_gpu, on_error="ignore")
            n_there = len(self._client.nthreads())
        except (OSError, RuntimeError, TimeoutError, *CANCELLED) as error:
            raise self.parted(error) from error
        # One that could not be asked is not known to have any.
        return 0 < n_there <= len(found) and all(found.values())

    def lacking(self) -> EngineError:
        """The error for people where there are none."""
        return EngineError(
            f"The Dask scheduler at {self._address} has no workers. Start some with "
            f"'dask worker {self._address} --nworkers auto --nthreads 1'."
        )

    def parted(self, error: BaseException) -> EngineError:
        """The error for people where the scheduler is gone, by what came of that."""
        return EngineError(
            f"The connection to the Dask scheduler at {self._address} was lost "
            f"({type(error).__name__}: {error}). What was scored is kept: go on when the "
            "scheduler is there again."
        )

    def _refuse_unfit(self, addresses: set[str]) -> None:
        """Refuse workers without this release: what they cannot import would end them."""

        # Defined here, so that it travels itself and not by the name of its module.
        def release(package: str) -> str | None:
            import importlib

            try:
                return str(importlib.import_module(package).__version__)
            except ImportError:
                return None

        if not addresses:
            return
        found = self._client.run(release, _PACKAGE, workers=sorted(addresses), on_error="ignore")
        for address, version in sorted(found.items()):
            if version != gesncd.__version__:
                raise EngineError(
                    f"The worker at {address} has {_PACKAGE} {version or 'not installed'}, and "
                    f"the machine that asks has {gesncd.__version__}. Install the same release "
                    "on every worker, in a place where it finds it, and start it again."
                )
