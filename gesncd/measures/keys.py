"""Stable keys of measures, under which their scores are kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

Setting = str | int | float | bool


def measure_key(
    name: str,
    data_sha256: str,
    settings: Mapping[str, Setting],
    *,
    seed: int,
    version: int,
    dtype: str = "float64",
    device: str = "cpu",
) -> str:
    """Hash of everything that a measure's scores depend on besides the query.

    Parameters
    ----------
    name
        Name of the measure.
    data_sha256
        Hash of the analysed data.
    settings
        The settings that change scores; not, say, the number of processes.
    seed
        Seed of the measure's random numbers; 0 where it draws none.
    version
        Number of the algorithm, raised with every change that moves a score.
    dtype, device
        Floating-point type and kind of device.

    Returns
    -------
    64 hexadecimal digits.
    """
    text = json.dumps(
        {
            "measure": name,
            "data": data_sha256,
            "settings": dict(settings),
            "seed": seed,
            "version": version,
            "dtype": dtype,
            "device": device,
        },
        sort_keys=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(text.encode()).hexdigest()
