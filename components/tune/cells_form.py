"""Which settings a grid or a rehearsal tries, and about how long that takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from components.names import MEASURE_NAMES
from components.settings.estimate import Rate, estimate_s, expected_rate
from components.settings.ncd_panel import NETWORK_NAMES
from components.store import recent_runs
from components.text import count, duration_range
from gesncd.analysis import Cell, plan_grid
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.store.records import RunRecord
from gesncd.settings.calibration import CALIBRATION_QUERIES, calibrates
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

DEPTHS: Final = (1, 2, 3, 4, 5, 6)
WIDTHS: Final = (10, 20, 40, 80, 120, 160)
MOST_SEEDS: Final = 10
MOST_CELLS: Final = 200
_SLOWER: Final = 2.0
"""A cell goes down to smaller τ than a search, and scores its graphs."""


def choose_cells(record: RunRecord, key: str, *, with_seeds: bool) -> tuple[Cell, ...]:
    """The widgets, and the cells that they stand for.

    Parameters
    ----------
    record
        The run, whose settings come first.
    key
        Begins the widgets' keys.
    with_seeds
        Whether several seeds can be asked for.
    """
    settings = record.settings
    first, second = st.columns(2)
    with first:
        measures = st.pills(
            "Measures",
            list(MEASURE_NAMES),
            selection_mode="multi",
            default=[settings.measure],
            format_func=MEASURE_NAMES.__getitem__,
            key=f"{key}-measures",
        )
    with second:
        n_seeds = 1
        if with_seeds:
            n_seeds = int(
                st.number_input(
                    "Seeds of each",
                    1,
                    MOST_SEEDS,
                    1,
                    key=f"{key}-seeds",
                    help="With two or more the table says how far the seeds' graphs differ.",
                )
            )
    networks, depths, widths = ["radial"], [settings.depth], [settings.width]
    if "ncd" in measures:
        kind, deep, wide = st.columns([1, 1.3, 1.3])
        networks = kind.pills(
            "Networks of NCD",
            list(NETWORK_NAMES),
            selection_mode="multi",
            default=[settings.networks],
            format_func=NETWORK_NAMES.__getitem__,
            key=f"{key}-networks",
            help="Radial networks have neither depth nor width. The paper's are judged on the rows "
            "they were trained on; their automatic τ is found on permuted data first.",
        )
        if set(networks) - {"radial"}:
            depths = deep.pills(
                "Depths",
                DEPTHS,
                selection_mode="multi",
                default=[settings.depth] if settings.depth in DEPTHS else [3],
                key=f"{key}-depths",
                help="Layers of the networks that predict from the conditioning set.",
            )
            widths = wide.pills(
                "Widths",
                WIDTHS,
                selection_mode="multi",
                default=[settings.width] if settings.width in WIDTHS else [40],
                key=f"{key}-widths",
                help="Units in each layer of these networks.",
            )
    return plan_grid(
        measures=[name for name in MEASURE_NAMES if name in measures],
        networks=[name for name in NETWORK_NAMES if name in networks],
        depths=sorted(depths),
        widths=sorted(widths),
        seeds=range(settings.seed, settings.seed + n_seeds),
    )


def cell_text(cell: Cell) -> str:
    """A cell as every part of the page writes it where it stands alone."""
    return ", ".join((MEASURE_NAMES[cell.measure], *_networks_words(cell), *_seed_words(cell)))


def shared_words(cells: Sequence[Cell]) -> tuple[str, ...]:
    """What all cells of a table have in common, so that no row needs to say it."""
    if len(set(cells)) < 2:
        return ()
    every = [
        {MEASURE_NAMES[cell.measure] for cell in cells},
        {words for cell in cells for words in _networks_words(cell)[:1] or ("",)},
        # Partial correlation has no seed.
        {words for cell in cells for words in _seed_words(cell)},
    ]
    return tuple(word for words in every if len(words) == 1 for word in words if word)


def row_text(cell: Cell, shared: Sequence[str]) -> str:
    """A cell as a row of a table says it, without what all cells share."""
    words = (MEASURE_NAMES[cell.measure], *_networks_words(cell), *_seed_words(cell))
    text = ", ".join(word for word in words if word not in shared)
    return f"{text[0].upper()}{text[1:]}"


def _networks_words(cell: Cell) -> tuple[str, ...]:
    if cell.networks is None:
        return ()
    kind = NETWORK_NAMES[cell.networks].lower()
    return (kind,) if cell.depth is None else (kind, f"depth {cell.depth}", f"width {cell.width}")


def _seed_words(cell: Cell) -> tuple[str, ...]:
    return () if cell.seed is None else (f"seed {cell.seed}",)


def settings_of(settings: RunSettings, cell: Cell) -> RunSettings:
    """A run's settings with those of a cell; parts of NCD stay with the networks they are of."""
    same = (cell.measure, cell.networks) == (settings.measure, settings.networks)
    return replace(settings, ncd=settings.ncd if same else NcdParts(), **cell.changes())


def cells_estimate(
    record: RunRecord, cells: Sequence[Cell], times: int = 1, *, share_of_rows: float = 1.0
) -> str:
    """How many searches there are and how long they take, as far as one can tell.

    Parameters
    ----------
    record
        The run, which lends the size of its data.
    cells, times
        The settings, and how often each is searched with.
    share_of_rows
        Share of the rows that a search looks at.
    """
    processes = Capacity.of().share(1)
    n_rows = max(2, round(share_of_rows * record.n_rows))
    # A search has to start a process; of these, all share one.
    low, high = start = estimate_s(Rate(math.inf, measured=True), record.n_variables)
    for cell in cells:
        settings = replace(settings_of(record.settings, cell), tau=None)
        rate = expected_rate(recent_runs(), settings, n_rows)
        first = CALIBRATION_QUERIES if calibrates(settings) else 0
        least, most = estimate_s(rate, record.n_variables, first)
        # A run of NCD has all processors already; other measures get theirs only here.
        at_once = 1 if cell.measure == "ncd" else processes
        low += times * (least - start[0]) / at_once
        high += times * _SLOWER * (most - start[1]) / at_once
    span = duration_range(low, high)
    words = span if span.startswith("under") else f"about {span}"
    n = count(len(cells) * times, "search", "searches")
    return f"{n}: {words}, a rough guess until two are done."
