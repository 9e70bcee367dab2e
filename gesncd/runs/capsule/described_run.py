"""What a capsule says about a run besides its events, as checked values."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from gesncd.runs.capsule.archive import CapsuleError
from gesncd.runs.store.records import RunRecord, RunState
from gesncd.runs.store.run_store import NAME_LIMIT, NOTE_LIMIT
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_settings import RunSettings

T = TypeVar("T")

_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{21,63}")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_MOST_VARIABLES: Final = 10_000
_TEXT_LIMIT: Final = 10_000
_RECORD_LIMIT: Final = 4_000_000
_CLOCKS_DIFFER: Final = 2 * 86_400
"""Seconds by which the clock of another machine may be fast."""
_FAR: Final = 1e6
"""No node lies farther from the middle of a picture."""


@dataclass(frozen=True, slots=True)
class CapsuleRun:
    """A run as a capsule describes it; the fields are those of :class:`RunRecord`."""

    id: str
    name: str
    note: str
    state: RunState
    message: str
    settings: RunSettings
    tau: float | None
    noise_floor: float | None
    data_name: str
    dataset_sha256: str
    source_sha256: str | None
    n_rows: int
    names: tuple[str, ...]
    layout: NDArray[np.float64] | None
    versions: Mapping[str, str]
    created: float
    started: float | None
    ended: float | None
    attempt: int
    preparation: Mapping[str, Any] | None
    spent_s: float


def run_values(record: RunRecord, layout: NDArray[np.float64] | None) -> dict[str, object]:
    """Plain values of a run; one that goes on is told as interrupted."""
    state = RunState.INTERRUPTED if record.state.is_live else record.state
    return {
        "id": record.id,
        "name": record.name,
        "note": record.note,
        "state": state.value,
        "message": record.message,
        "settings": record.settings.to_dict(),
        "tau": record.tau,
        "noise_floor": record.noise_floor,
        "data_name": record.data_name,
        "dataset_sha256": record.dataset_sha256,
        "source_sha256": record.source_sha256,
        "n_rows": record.n_rows,
        "names": list(record.names),
        "layout": None if layout is None else layout.tolist(),
        "versions": dict(record.versions),
        "created": record.created,
        "started": record.started,
        "ended": record.ended,
        "attempt": record.attempt,
        "preparation": record.preparation,
        "spent_s": record.spent_s,
    }


def read_run(value: object) -> CapsuleRun:
    """A run of its plain values.

    Raises
    ------
    CapsuleError
        If a field is missing, of another kind or out of range; the message names it.
    """
    if not isinstance(value, dict):
        raise CapsuleError("The capsule's run is no set of fields.")
    fields = _Fields(value)
    names = tuple(fields.texts("names"))
    if not 1 <= len(names) <= _MOST_VARIABLES or len(set(names)) < len(names):
        raise fields.refuse("names", "must be different names of one variable or more")
    state = fields.one_of("state", [each for each in RunState if not each.is_live])
    return CapsuleRun(
        id=fields.matching("id", _ID),
        name=fields.text("name", NAME_LIMIT),
        note=fields.text("note", NOTE_LIMIT),
        state=state,
        message=fields.text("message"),
        settings=fields.settings("settings"),
        tau=fields.optional_number("tau"),
        noise_floor=fields.optional_from_zero("noise_floor"),
        data_name=fields.text("data_name"),
        dataset_sha256=fields.matching("dataset_sha256", _SHA256),
        source_sha256=(
            None
            if fields.value("source_sha256") is None
            else fields.matching("source_sha256", _SHA256)
        ),
        n_rows=fields.whole("n_rows"),
        names=names,
        layout=fields.layout("layout", len(names)),
        versions=fields.versions("versions"),
        created=fields.time("created"),
        started=fields.optional_time("started"),
        ended=fields.optional_time("ended"),
        attempt=fields.whole("attempt"),
        preparation=fields.preparation("preparation"),
        # Capsules of older releases lack it.
        spent_s=fields.seconds("spent_s") if "spent_s" in value else 0.0,
    )


class _Fields:
    """Fields by name, each read as what it must be."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def refuse(self, name: str, reason: str) -> CapsuleError:
        return CapsuleError(f"The capsule's run has a field {name!r} that {reason}.")

    def value(self, name: str) -> object:
        if name not in self._values:
            raise CapsuleError(f"The capsule's run lacks the field {name!r}.")
        return self._values[name]

    def text(self, name: str, limit: int = _TEXT_LIMIT) -> str:
        value = self.value(name)
        if not isinstance(value, str) or len(value) > limit:
            raise self.refuse(name, f"is no text of at most {limit} characters")
        return value

    def texts(self, name: str) -> Sequence[str]:
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.refuse(name, "is no list of texts")
        return value

    def matching(self, name: str, pattern: re.Pattern[str]) -> str:
        value = self.text(name)
        if pattern.fullmatch(value) is None:
            raise self.refuse(name, "no run has")
        return value

    def number(self, name: str) -> float:
        value = self.value(name)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.refuse(name, "is no number")
        if not abs(value) <= 1e15:
            raise self.refuse(name, "is too large")
        return float(value)

    def optional_number(self, name: str) -> float | None:
        return None if self.value(name) is None else self.number(name)

    def optional_from_zero(self, name: str) -> float | None:
        number = self.optional_number(name)
        if number is not None and number < 0:
            raise self.refuse(name, "is below 0, which no noise is")
        return number

    def seconds(self, name: str) -> float:
        seconds = self.number(name)
        if seconds < 0:
            raise self.refuse(name, "is below 0, which no time is")
        return seconds

    def time(self, name: str) -> float:
        seconds = self.number(name)
        if not 0 <= seconds <= time.time() + _CLOCKS_DIFFER:
            raise self.refuse(name, "is no time that has come")
        return seconds

    def optional_time(self, name: str) -> float | None:
        return None if self.value(name) is None else self.time(name)

    def whole(self, name: str) -> int:
        value = self.value(name)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
            raise self.refuse(name, "is no whole number from 0 on")
        return value

    def one_of(self, name: str, states: Sequence[RunState]) -> RunState:
        for state in states:
            if self.value(name) == state.value:
                return state
        raise self.refuse(name, "is none of " + ", ".join(state.value for state in states))

    def settings(self, name: str) -> RunSettings:
        value = self.value(name)
        if not isinstance(value, dict):
            raise self.refuse(name, "is no set of settings")
        if not value:
            raise self.refuse(name, "is empty, so that nothing says what was searched with")
        try:
            return RunSettings.from_dict(value)
        except (SettingsError, TypeError) as error:
            raise self.refuse(name, f"cannot be used: {error}") from error

    def versions(self, name: str) -> Mapping[str, str]:
        value = self.value(name)
        if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
            raise self.refuse(name, "is no list of versions")
        if len(json.dumps(value)) > _TEXT_LIMIT:
            raise self.refuse(name, "is too long")
        return value

    def preparation(self, name: str) -> Mapping[str, Any] | None:
        value = self.value(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.refuse(name, "is no record")
        if len(json.dumps(value)) > _RECORD_LIMIT:
            raise self.refuse(name, "is too long")
        return value

    def layout(self, name: str, n_variables: int) -> NDArray[np.float64] | None:
        value = self.value(name)
        if value is None:
            return None
        try:
            layout = np.array(value, dtype=np.float64)
        except (ValueError, TypeError, OverflowError) as error:
            raise self.refuse(name, "is no list of points") from error
        if layout.shape != (n_variables, 2) or not (np.abs(layout) < _FAR).all():
            raise self.refuse(name, "is not one point a variable")
        return layout
