"""Parts of NCD that a run may set one by one, besides the kind of its networks.

What is left unset is as the kind of networks has it, so that a run says no more
than what someone chose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from gesncd.settings.errors import SettingsError

if TYPE_CHECKING:
    from gesncd.measures import NcdSettings

RADIAL_PARTS: Final = ("restarts", "inputs", "landmarks", "units", "regressor_units")
"""Parts that radial networks have a use for."""

PERCEPTRON_PARTS: Final = (
    "restarts",
    "inputs",
    "landmarks",
    "test_depth",
    "test_width",
    "outer_steps",
    "inner_steps",
    "learning_rate",
    "spectral_norm",
    "remove_predictable",
    "cross_fit",
)
"""Parts that perceptrons have a use for."""

PAPER_PARTS: Final = ("test_depth", "test_width", "outer_steps", "inner_steps", "learning_rate")
"""Parts of the published recipe that can be changed and still leave it what it is."""


@dataclass(frozen=True, slots=True)
class NcdParts:
    """Parts of NCD; None where the kind of networks decides.

    The fields mean what they mean in :class:`~gesncd.measures.NcdSettings`.

    Parameters
    ----------
    restarts
        Random splits or initialisations whose results are averaged.
    inputs
        ``"rank"``, ``"standard"``, ``"both"``, or ``"raw"``.
    remove_predictable
        Whether what regression on Z predicts is taken away first.
    cross_fit
        Whether each half of the rows is judged by networks trained on the other.
    landmarks
        Points that span the kernel ridge regression.
    units, regressor_units
        Radial units of f and g, and of h and l.
    test_depth, test_width
        Layers and width of the perceptrons f and g.
    outer_steps, inner_steps
        T_t and T_r.
    learning_rate
        Of Adam.
    spectral_norm
        Whether weights are divided by their largest singular value.
    """

    restarts: int | None = None
    inputs: str | None = None
    remove_predictable: bool | None = None
    cross_fit: bool | None = None
    landmarks: int | None = None
    units: int | None = None
    regressor_units: int | None = None
    test_depth: int | None = None
    test_width: int | None = None
    outer_steps: int | None = None
    inner_steps: int | None = None
    learning_rate: float | None = None
    spectral_norm: bool | None = None

    @property
    def is_default(self) -> bool:
        """Whether nothing was set."""
        return not self.to_dict()

    def to_dict(self) -> dict[str, int | float | str | bool]:
        """What was set, by name."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in values if value is not None}

    @classmethod
    def from_dict(cls, values: object) -> NcdParts:
        """Parts of plain values.

        Raises
        ------
        SettingsError
            If a part is unknown.
        """
        if not isinstance(values, Mapping):
            raise SettingsError(f"The parts of NCD must be given by name, not as {values!r}.")
        known = {field.name for field in fields(cls)}
        unknown = sorted(str(name) for name in values if name not in known)
        if unknown:
            raise SettingsError(
                f"NCD has no part {unknown[0]!r}; it may come from a newer version."
            )
        return cls(**values)

    @property
    def sentence(self) -> str:
        """What was set, for people; empty if nothing was."""
        return ", ".join(
            f"{_WORDS[name]} {_shown(value)}" for name, value in self.to_dict().items()
        )


_WORDS: Final = {
    "restarts": "restarts",
    "inputs": "inputs",
    "remove_predictable": "predictable part removed:",
    "cross_fit": "cross-fitted:",
    "landmarks": "landmarks",
    "units": "units",
    "regressor_units": "regressor units",
    "test_depth": "test depth",
    "test_width": "test width",
    "outer_steps": "T_t",
    "inner_steps": "T_r",
    "learning_rate": "learning rate",
    "spectral_norm": "spectral norm:",
}


def _shown(value: int | float | str | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def usable_parts(networks: str) -> tuple[str, ...]:
    """Names of the parts that a kind of networks has a use for."""
    kinds = {"radial": RADIAL_PARTS, "perceptron": PERCEPTRON_PARTS, "paper": PAPER_PARTS}
    return kinds[networks]


def ncd_settings(networks: str, depth: int, width: int, seed: int, parts: NcdParts) -> NcdSettings:
    """Settings of the measure.

    Raises
    ------
    SettingsError
        If a part makes no sense, or this kind of networks has no use for it.
    """
    # Imported here because the measures bring NumPy and SciPy along.
    from gesncd.measures import NcdSettings

    chosen = parts.to_dict()
    useless = sorted(set(chosen) - set(usable_parts(networks)))
    if useless:
        kind = "The paper's recipe" if networks == "paper" else f"{networks.capitalize()} networks"
        verb = "fixes" if networks == "paper" else "have no use for"
        raise SettingsError(f"{kind} {verb} {useless[0]}; leave it out.")
    values: dict[str, Any] = {"seed": seed}
    if networks != "radial":
        values |= {"depth": depth, "width": width}
    if networks == "perceptron":
        values |= {"networks": "perceptron", "dtype": "float32"}
    try:
        return NcdSettings.preset("paper" if networks == "paper" else "robust", **values, **chosen)
    except ValueError as error:
        raise SettingsError(str(error)) from error
