"""NCD's perceptrons on a GPU, where torch finds one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from benchmarks.speed_ncd import PAPER, conditional_queries, pnl_gp
from benchmarks.speed_rows import Row, seconds_of
from gesncd.measures import Ncd

BATCHES = (64, 1024)
N_VARIABLES = 12
"""With them there are enough queries for the larger batch."""
_WARM_UP = 3
"""A training is done step by step, then recorded, then replayed."""


def gpu(quick: bool) -> list[Row]:
    """Queries a second at two sizes of batches, and how far scores are from the CPU's."""
    what = "NCD on a GPU, paper arithmetic, queries a second at batch 64 and 1024"
    if not torch.cuda.is_available():
        return [Row(what, "reported where there is one", "no GPU found")]
    dataset = pnl_gp(200 if quick else 1000, N_VARIABLES)
    queries = conditional_queries(N_VARIABLES, 2, BATCHES[-1])
    rates = []
    measure = Ncd(dataset, PAPER, device="cuda")
    for size in BATCHES:
        batch = queries[:size]
        for _ in range(_WARM_UP):
            measure.evaluate(batch)
        rates.append(size / seconds_of(lambda batch=batch: measure.evaluate(batch), 3))  # type: ignore[misc]
    name = torch.cuda.get_device_name()
    measured = ", ".join(f"{rate:.0f} at {size}" for rate, size in zip(rates, BATCHES, strict=True))
    rows = [Row(f"{what}, n = {dataset.n_rows}", "reported", f"{measured} ({name})")]
    few = queries[: 4 if quick else 16]
    for settings in (replace(PAPER, dtype="float64"), PAPER):
        there = Ncd(dataset, settings, device="cuda").evaluate(few)
        apart = np.abs(there - Ncd(dataset, settings, jobs=1).evaluate(few))
        rows.append(
            Row(
                f"GPU from CPU in {settings.dtype}, {len(few)} queries",
                "≤ 1e-6" if settings.dtype == "float64" else "reported",
                f"median {np.median(apart):.1g}, largest {apart.max():.1g}",
                bool(apart.max() <= 1e-6) if settings.dtype == "float64" else None,
            )
        )
    return rows
