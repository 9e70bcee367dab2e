"""Which settings a grid or a rehearsal tries, and about how long that takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from components.names import MEASURE_NAMES, NETWORKS_WORDS
from components.settings.ncd_panel import NETWORK_NAMES
from components.tune.searches_time import Work, searches_text
from gesncd.analysis import Cell, plan_grid
from gesncd.measures.ncd.settings import LEAST_DEPTH
from gesncd.runs.store.records import RunRecord
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

DEPTHS: Final = tuple(range(LEAST_DEPTH, 7))
WIDTHS: Final = (10, 20, 40, 80, 120, 160)
MOST_SEEDS: Final = 10
MOST_CELLS: Final = 200


def choose_cells(record: RunRecord, key: str, *, with_seeds: bool) -> tuple[Cell, ...]:
    """The widgets, and the cells that they stand for.

    Parameters
    ----------
    record
        The run, whose settings come first.
    key
        Begins the widgets' keys. They end with the run: another one begins with its own settings.
    with_seeds
        Whether several seeds can be asked for.
    """
    settings, run = record.settings, record.id
    first, second = st.columns(2)
    with first:
        measures = st.pills(
            "Measures",
            list(MEASURE_NAMES),
            selection_mode="multi",
            default=[settings.measure],
            format_func=MEASURE_NAMES.__getitem__,
            key=f"{key}-measures-{run}",
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
            key=f"{key}-networks-{run}",
            help="Radial networks have neither depth nor width. The paper's are judged on the rows "
            "they were trained on; their automatic τ is found on permuted data first.",
        )
        if set(networks) - {"radial"}:
            depths = deep.pills(
                "Depths",
                sorted({*DEPTHS, settings.depth}),
                selection_mode="multi",
                default=[settings.depth],
                key=f"{key}-depths-{run}",
                help="Layers of the networks that predict from the conditioning set.",
            )
            widths = wide.pills(
                "Widths",
                sorted({*WIDTHS, settings.width}),
                selection_mode="multi",
                default=[settings.width],
                key=f"{key}-widths-{run}",
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
    kind = NETWORKS_WORDS[cell.networks]
    return (kind,) if cell.depth is None else (kind, f"depth {cell.depth}", f"width {cell.width}")


def _seed_words(cell: Cell) -> tuple[str, ...]:
    return () if cell.seed is None else (f"seed {cell.seed}",)


def settings_of(settings: RunSettings, cell: Cell) -> RunSettings:
    """A run's settings with those of a cell; parts of NCD stay with the networks they are of."""
    same = (cell.measure, cell.networks) == (settings.measure, settings.networks)
    return replace(settings, ncd=settings.ncd if same else NcdParts(), **cell.changes())


def cells_estimate(
    record: RunRecord, cells: Sequence[Cell], times: int, *, kind: str, slower: float
) -> str:
    """How many searches there are and how long they take, as far as one can tell.

    Parameters
    ----------
    record
        The run, which lends its data and what the cells share.
    cells, times
        The settings, and how often each is searched with.
    kind
        Of the task that will do it.
    slower
        How many times longer than a run of the same settings one may take.
    """
    settings = [replace(settings_of(record.settings, cell), tau=None) for cell in cells]
    return searches_text(record, Work(settings, times, kind, slower=slower))
