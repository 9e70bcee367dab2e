"""Where perceptrons are trained: the processor, or a GPU that torch can use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import torch

DEVICES: Final = ("cpu", "cuda")
"""Kinds of devices, as torch names them; part of a measure's key."""


class DeviceError(ValueError):
    """A device was asked for that is not there; the message is for people."""


def gpu_is_here() -> bool:
    """Whether torch can use a GPU in this process."""
    # Imported here because it takes over a second.
    import torch

    return torch.cuda.is_available()


def gpu_name() -> str:
    """What the GPU is called."""
    import torch

    return torch.cuda.get_device_name()


def torch_device(kind: str) -> torch.device:
    """The device of a kind.

    Parameters
    ----------
    kind
        One of :data:`DEVICES`.

    Raises
    ------
    DeviceError
        If there is none here.
    """
    import torch

    if kind == "cuda" and not gpu_is_here():
        raise DeviceError(
            "These networks are to be trained on a GPU, and torch finds none here. Choose the "
            "CPU, or install a driver and a build of torch for the GPU."
        )
    return torch.device(kind)


def free_bytes(device: torch.device) -> int:
    """Memory of a GPU that nobody uses now."""
    import torch

    free, _ = torch.cuda.mem_get_info(device)
    return int(free)
