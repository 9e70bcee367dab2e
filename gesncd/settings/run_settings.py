"""Settings of a run as values: checked, and to and from plain ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Any, Final

from gesncd.knowledge import Knowledge, KnowledgeError, from_dict, to_dict
from gesncd.settings.errors import SettingsError
from gesncd.settings.ncd_parts import NcdParts, ncd_settings

TITLES: Final = {"ncd": "NCD", "rcd": "RCD", "partial-correlation": "partial correlation"}
"""What the measures are called inside a sentence, by name."""

MEASURES: Final = tuple(TITLES)
"""Names of the measures a run can use."""

NETWORKS: Final = ("radial", "perceptron", "paper")
"""Kinds of networks that NCD can use."""

DEVICES: Final = ("cpu", "cuda")
"""Kinds of devices that NCD's perceptrons can be trained on."""

DEVICE_CHOICES: Final = ("auto", *DEVICES)
"""What can be asked for; settings hold what it came to."""

_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "depth": (1, 10),
    "width": (1, 1024),
    "seed": (0, 2**63 - 1),
}
_CAPS: Final = ("max_subset", "max_conditioning")


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Everything, besides the data, that the result of a run depends on.

    Parameters
    ----------
    measure
        ``"ncd"``, ``"rcd"`` or ``"partial-correlation"``.
    tau
        Threshold τ of the search, between 0 and 1, or None for the automatic
        one, which follows from alpha.
    alpha
        Level a query of the automatic τ and of the noise floor, between 0 and 1.
    networks
        Kind of NCD's networks: ``"radial"``, solved for exactly; ``"perceptron"``,
        trained by gradient steps in the same cross-fitted measure; or ``"paper"``,
        perceptrons trained and judged on the same rows, as published, whose automatic τ
        is calibrated on the data (:mod:`gesncd.settings.calibration`).
    depth, width
        Affine layers of the perceptrons h and l, and units of each hidden layer;
        radial networks have no use for them.
    seed
        Seed of everything random in the measure.
    global_score
        Whether S_g is computed after each step.
    max_subset, max_conditioning
        Caps on T and H of an operator and on its conditioning set; None for no cap.
    knowledge
        Background knowledge, by variable name; empty by default.
    ncd
        Parts of NCD that differ from what its kind of networks has.
    screen
        Partners that each variable keeps in a first pass over all pairs; the search joins
        no others. None, the default, screens nothing out.
    device
        ``"cpu"``, or ``"cuda"`` where perceptrons are trained on a GPU. What trains no
        networks runs on the CPU, and this says so whatever was given.

    Raises
    ------
    SettingsError
        If a value has the wrong type or is out of range.
    """

    measure: str = "ncd"
    tau: float | None = None
    alpha: float = 0.001
    networks: str = "radial"
    depth: int = 3
    width: int = 40
    seed: int = 0
    global_score: bool = True
    max_subset: int | None = None
    max_conditioning: int | None = None
    knowledge: Knowledge = Knowledge()
    ncd: NcdParts = NcdParts()
    screen: int | None = None
    device: str = "cpu"

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise SettingsError(
                f"There is no measure {self.measure!r}; choose one of {', '.join(MEASURES)}."
            )
        if self.networks not in NETWORKS:
            raise SettingsError(
                f"There are no networks {self.networks!r}; choose one of {', '.join(NETWORKS)}."
            )
        if self.tau is not None:
            object.__setattr__(self, "tau", _proportion("tau", self.tau))
        object.__setattr__(self, "alpha", _proportion("alpha", self.alpha))
        for name, (low, high) in _RANGES.items():
            value = _whole(getattr(self, name))
            if value is None or not low <= value <= high:
                raise SettingsError(
                    f"{name} must be a whole number from {low} to {high}, "
                    f"not {getattr(self, name)!r}."
                )
            object.__setattr__(self, name, value)
        if not isinstance(self.global_score, bool):
            raise SettingsError(f"global_score must be true or false, not {self.global_score!r}.")
        for name, low in (*((name, 0) for name in _CAPS), ("screen", 1)):
            cap = getattr(self, name)
            if cap is None:
                continue
            value = _whole(cap)
            if value is None or value < low:
                raise SettingsError(
                    f"{name} must be a whole number from {low} or none, not {cap!r}."
                )
            object.__setattr__(self, name, value)
        if self.device not in DEVICES:
            raise SettingsError(
                f"There is no device {self.device!r}; choose one of {', '.join(DEVICES)}."
            )
        if not isinstance(self.knowledge, Knowledge):
            raise SettingsError(
                "knowledge must be a Knowledge, which gesncd.knowledge.read_knowledge makes of a "
                f"file; not {self.knowledge!r}."
            )
        if not isinstance(self.ncd, NcdParts):
            raise SettingsError(
                f"ncd must be a gesncd.settings.ncd_parts.NcdParts, not {self.ncd!r}."
            )
        if not trains_networks(self.measure, self.networks):
            object.__setattr__(self, "device", "cpu")
        if not self.ncd.is_default:
            if self.measure != "ncd":
                raise SettingsError(f"The measure {self.measure!r} has no parts of NCD to set.")
            ncd_settings(self.networks, self.depth, self.width, self.seed, self.ncd)

    def to_dict(self) -> dict[str, object]:
        """Plain values by name, every setting present."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {"knowledge": to_dict(self.knowledge), "ncd": self.ncd.to_dict()}

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> RunSettings:
        """Settings of plain values.

        A missing setting takes its default, so the default of a setting that is
        added later must mean what runs did before it existed. An unknown setting
        is refused, because ignoring it would run something else than was asked.

        Raises
        ------
        SettingsError
            If a setting is unknown, has the wrong type or is out of range.
        """
        known = [field.name for field in fields(cls)]
        unknown = sorted(set(values) - set(known))
        if unknown:
            raise SettingsError(
                f"Unknown setting {unknown[0]!r}; it may come from a newer version. "
                f"Known here: {', '.join(known)}."
            )
        arguments: dict[str, Any] = dict(values)
        if "knowledge" in arguments:
            try:
                arguments["knowledge"] = from_dict(arguments["knowledge"])
            except KnowledgeError as error:
                raise SettingsError(str(error)) from error
        if "ncd" in arguments:
            arguments["ncd"] = NcdParts.from_dict(arguments["ncd"])
        return cls(**arguments)


def trains_networks(measure: str, networks: str) -> bool:
    """Whether a measure trains networks step by step, for which a GPU can be used."""
    return measure == "ncd" and networks != "radial"


def _whole(value: object) -> int | None:
    """A whole number as Python's own, numpy's among them; None for anything else."""
    return None if isinstance(value, bool) or not isinstance(value, Integral) else int(value)


def _proportion(name: str, value: object) -> float:
    number = math.nan if isinstance(value, bool) or not isinstance(value, Real) else float(value)
    if not 0.0 < number < 1.0:
        raise SettingsError(
            f"{name} must be a number between 0 and 1, both excluded; not {value!r}."
        )
    return number
