"""One machine, several people: who owns a run, and how much each may use.

By default a store is one person's: the owner of every run is the empty text and
nothing is limited. With ``GESNCD_SHARED=1`` each person has an owner's mark, a
hash from which neither a login nor a browser's secret can be told.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gesncd.runs.errors import StoreError
from gesncd.runs.machine.capacity import whole_number
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.records import TaskRecord
from gesncd.runs.tasks.store import tasks
from gesncd.runs.upkeep import delete_run, delete_task

_MEBIBYTE: Final = 2**20
_DAY: Final = 86_400.0
_LIVE, _RUNS, _MEGABYTES, _DAYS = 3, 100, 500, 30


@dataclass(frozen=True, slots=True)
class Sharing:
    """Limits of each person in shared mode.

    Parameters
    ----------
    max_live
        Runs and tasks that go on or wait, of one person.
    max_runs
        Runs and tasks that are kept, of one person.
    max_bytes
        Data that are kept, of one person, in bytes on the disk.
    expire_s
        Seconds after its end at which a run that is not pinned is deleted, and a task
        on data on which its owner has no pinned run.
    """

    max_live: int = _LIVE
    max_runs: int = _RUNS
    max_bytes: int = _MEGABYTES * _MEBIBYTE
    expire_s: float = _DAYS * _DAY

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None) -> Sharing | None:
        """Limits of shared mode; None where the store is one person's.

        ``GESNCD_SHARED=1`` turns it on; ``GESNCD_USER_LIVE``, ``GESNCD_USER_RUNS``,
        ``GESNCD_USER_MB`` and ``GESNCD_EXPIRE_DAYS`` set the limits.

        Raises
        ------
        StoreError
            If a value is not understood.
        """
        variables = os.environ if environment is None else environment
        switch = variables.get("GESNCD_SHARED", "").strip()
        if switch in ("", "0"):
            return None
        if switch != "1":
            # A typing error must not open everybody's runs to everybody.
            raise StoreError(f"GESNCD_SHARED must be 0 or 1, not {switch!r}.")
        return cls(
            whole_number(variables, "GESNCD_USER_LIVE", _LIVE),
            whole_number(variables, "GESNCD_USER_RUNS", _RUNS),
            whole_number(variables, "GESNCD_USER_MB", _MEGABYTES) * _MEBIBYTE,
            whole_number(variables, "GESNCD_EXPIRE_DAYS", _DAYS) * _DAY,
        )

    def admit(
        self,
        store: RunStore,
        owner: str,
        *,
        n_bytes: int = 0,
        dataset_sha256: str = "",
        starts: bool = True,
    ) -> None:
        """Let a person add a run or task, or say why not.

        Parameters
        ----------
        store
            Where it would lie.
        owner
            The person.
        n_bytes, dataset_sha256
            Size and hash of the data that come with it; data that this person has
            already count once.
        starts
            Whether it will be computed, and not only kept.

        Raises
        ------
        StoreError
            If a limit is reached; the message says what to do.
        """
        runs, others = store.runs(owner), tasks(store, owner=owner)
        n_live = sum(run.state.is_live for run in runs) + sum(task.is_live for task in others)
        if starts and n_live >= self.max_live:
            raise StoreError(
                f"{n_live} of your {_both(others)} go on or wait, the most here. Stop one, or "
                "wait for one."
            )
        n_kept = len(runs) + len(others)
        if n_kept >= self.max_runs:
            how = "; tasks go with the last run on their data." if others else "."
            raise StoreError(
                f"You have {n_kept} {_both(others)}, the most here. Delete some on the page "
                f"Runs{how}"
            )
        own = {run.dataset_sha256 for run in runs} | {task.dataset_sha256 for task in others}
        used = sum(map(store.data_bytes, own))
        if dataset_sha256 not in own and used + n_bytes > self.max_bytes:
            raise StoreError(
                f"Your data take {used / _MEBIBYTE:.0f} of {self.max_bytes / _MEBIBYTE:.0f} MB, "
                f"and {n_bytes / _MEBIBYTE:.0f} MB more were to come. Delete runs on data that "
                "you need no more."
            )

    def expire(self, store: RunStore, now: float) -> list[str]:
        """Delete runs and tasks that ended long ago and that no pin keeps; the runs' ids."""
        gone: list[str] = []
        kept_tasks = [
            task for task in tasks(store) if task.is_live or self._is_fresh(task.heartbeat, now)
        ]
        # Data that a person lately worked on in another way are not forgotten.
        in_use = {(task.owner, task.dataset_sha256) for task in kept_tasks}
        pinned = set()
        for run in store.runs():
            place = (run.owner, run.dataset_sha256)
            if run.pinned:
                pinned.add(place)
            # The last heartbeat is the run's end, or when its capsule was opened here.
            elif not (run.state.is_live or self._is_fresh(run.heartbeat, now) or place in in_use):
                delete_run(store, run.id)
                gone.append(run.id)
        kept = {task.id for task in kept_tasks}
        for task in tasks(store):
            if task.id not in kept and (task.owner, task.dataset_sha256) not in pinned:
                delete_task(store, task.id)
        return gone

    def _is_fresh(self, heartbeat: float, now: float) -> bool:
        return now - heartbeat < self.expire_s


def _both(others: Sequence[TaskRecord]) -> str:
    return "runs and tasks" if others else "runs"


def owner_of_login(issuer: str, subject: str) -> str:
    """Owner's mark of a person who logged in.

    Parameters
    ----------
    issuer, subject
        The claims ``iss`` and ``sub`` of an OpenID Connect token, which together
        name a person for good; an e-mail address may be given to another one.
    """
    return _mark("login", json.dumps([issuer, subject]))


def owner_of_workspace(secret: str) -> str:
    """Owner's mark of a browser that keeps a secret.

    Raises
    ------
    ValueError
        If the secret is too short to be one.
    """
    if len(secret) < 22:
        raise ValueError("A workspace's secret has at least 22 characters.")
    return _mark("workspace", secret)


def _mark(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()
