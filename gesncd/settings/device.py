"""Which device trains a run's perceptrons: a choice, and what it comes to here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gesncd.engine import Engine, chosen_engine
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_settings import DEVICE_CHOICES, DEVICES, RunSettings, trains_networks

VARIABLE: Final = "GESNCD_DEVICE"
"""The variable of the environment that says what ``auto`` means."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """What ``auto`` means here.

    Parameters
    ----------
    device
        ``"cpu"`` or ``"cuda"``.
    why
        For people; the rest of a sentence that begins with the device.
    """

    device: str
    why: str


def automatic_device(environment: Mapping[str, str] | None = None) -> Automatic:
    """What ``auto`` means: as the environment says, else a GPU where there is one.

    Where an engine is chosen its workers count, each of them.

    Raises
    ------
    SettingsError
        If the environment names no device.
    gesncd.engine.EngineError
        If the engine cannot be reached.
    """
    variables = os.environ if environment is None else environment
    set_to = variables.get(VARIABLE, "").strip()
    if set_to not in ("", *DEVICE_CHOICES):
        raise SettingsError(f"{VARIABLE} is {set_to!r}; write auto, cpu or cuda.")
    if set_to in DEVICES:
        return Automatic(set_to, f"because {VARIABLE} says so")
    engine = chosen_engine(environment)
    if engine is not None:
        return _of_workers(engine)
    # Imported here because the measures bring NumPy and SciPy along.
    from gesncd.measures.ncd.device import gpu_is_here, gpu_name

    if gpu_is_here():
        return Automatic("cuda", f"because there is one: {gpu_name()}")
    return Automatic("cpu", "because no GPU was found")


def _of_workers(engine: Engine) -> Automatic:
    if engine.all_have_gpus():
        return Automatic("cuda", f"because each worker of {engine.name} has one")
    return Automatic("cpu", f"because not every worker of {engine.name} is known to have a GPU")


def chosen_device(
    choice: str,
    measure: str,
    networks: str,
    environment: Mapping[str, str] | None = None,
) -> str:
    """The device that a run's settings hold for a choice.

    Parameters
    ----------
    choice
        One of :data:`~gesncd.settings.run_settings.DEVICE_CHOICES`.
    measure, networks
        Those of the run. Networks that are not trained, and the other measures, run on
        the CPU; asking a GPU for them is refused.
    environment
        Of this process, by default.

    Raises
    ------
    SettingsError
        If there is no such choice, no GPU that was asked for, or no use for one.
    gesncd.engine.EngineError
        If the workers have to be asked, and cannot be reached.
    """
    if choice not in DEVICE_CHOICES:
        raise SettingsError(
            f"There is no device {choice!r}; choose one of {', '.join(DEVICE_CHOICES)}."
        )
    if not trains_networks(measure, networks):
        if choice == "cuda":
            raise SettingsError(
                "Only NCD's perceptrons are trained on a GPU; radial networks and the other "
                "measures run on the CPU. Choose the networks 'perceptron' or the preset "
                "'paper', or leave the device out."
            )
        return "cpu"
    device = automatic_device(environment).device if choice == "auto" else choice
    if device == "cuda" and chosen_engine(environment) is None:
        refuse_missing_gpu()
    return device


def is_here(settings: RunSettings) -> bool:
    """Whether this process has the device of a run."""
    if settings.device == "cpu":
        return True
    from gesncd.measures.ncd.device import gpu_is_here

    return gpu_is_here()


def refuse_missing_device(settings: RunSettings) -> None:
    """Find out before a run that its device is not here.

    Raises
    ------
    SettingsError
        If it is not.
    """
    if settings.device != "cpu":
        refuse_missing_gpu()


def refuse_missing_gpu() -> None:
    """Find out before a run that there is no GPU.

    Raises
    ------
    SettingsError
        If there is none.
    """
    from gesncd.measures.ncd.device import DeviceError, torch_device

    try:
        torch_device("cuda")
    except DeviceError as error:
        raise SettingsError(str(error)) from error
