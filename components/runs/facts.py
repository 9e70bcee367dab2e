"""What the list of runs tells about a run, as text and picture."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components.colours import palette
from components.layout import circle, positions
from components.names import MEASURE_NAMES, run_texts, settings_texts
from components.runs.picture import graph_picture, picture_html
from components.text import count, duration, markdown_text, unbroken
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunRecord, RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.summary import RunSummary, summarise
from gesncd.search.words import score_text


def summary_of(store: RunStore, record: RunRecord) -> RunSummary:
    """The run's newest graph and score, read once for each new event."""
    place = (str(store.home.path), record.id, record.attempt, record.last_event)
    return _summary(*place, record.state.is_live, store)


@st.cache_data(show_spinner=False, max_entries=1000)
def _summary(
    home: str, run_id: str, attempt: int, last_event: int, is_live: bool, _store: RunStore
) -> RunSummary:
    try:
        return summarise(_store, run_id)
    except StoreError:
        # One damaged run must not hide the others; opening it tells what is wrong.
        return RunSummary()


def picture_of(store: RunStore, record: RunRecord) -> str | None:
    """The run's graph as an image in HTML; None while there is none."""
    graph = summary_of(store, record).graph
    if graph is None or graph.n_nodes != record.n_variables:
        return None
    places = _places(str(store.home.path), record.dataset_sha256, record.names, store)
    svg = graph_picture(record.names, graph, places, palette(st.context.theme.type))
    return picture_html(svg, record.names, graph)


@st.cache_data(show_spinner=False, max_entries=200)
def _places(
    home: str, sha256: str, names: tuple[str, ...], _store: RunStore
) -> NDArray[np.float64]:
    """Positions kept with the data; else computed from them, and kept; else a circle."""
    try:
        known = _store.layout(sha256)
        if known is not None and known.shape == (len(names), 2):
            return known
        places = positions(_store.dataset(sha256))
        _store.set_layout(sha256, places)
    except StoreError:
        return circle(names)
    return places


def facts_text(record: RunRecord, summary: RunSummary) -> str:
    """Data, settings, edges, S_g and time on one line."""
    # Where the run has no name, that of its data stands above already.
    parts = [record.data_name] if record.name else []
    parts += [
        f"{count(record.n_variables, 'variable')}, {count(record.n_rows, 'row')}",
        *run_texts(record),
    ]
    if summary.graph is not None:
        parts.append(count(summary.graph.n_edges, "edge"))
    if summary.global_score is not None:
        parts.append(unbroken("S_g", score_text(summary.global_score)))
    if record.duration_s is not None:
        parts.append(duration(record.duration_s))
    return " · ".join(parts)


def which_text(record: RunRecord) -> str:
    """What tells a run from others on the same data: when it was asked for, and its settings."""
    settings = record.settings
    parts = (started_text(record), MEASURE_NAMES[settings.measure], *settings_texts(settings))
    return " · ".join(parts)


def state_text(record: RunRecord) -> str:
    """Where the run stands; why, where that needs saying."""
    if record.waiting is not None:
        return f"queued: {record.waiting.sentence}"
    if record.state is RunState.FINISHED and not record.message:
        return "finished"
    return f"{record.state.value}: {record.message}" if record.message else record.state.value


def started_text(record: RunRecord) -> str:
    """When the run was asked for, in this machine's time."""
    try:
        when = time.localtime(record.created)
        return f"{when.tm_mday} {time.strftime('%b %Y, %H:%M', when)}"
    except (ValueError, OverflowError, OSError):
        # A capsule from a machine whose clock was far off.
        return "–"


def found(records: Sequence[RunRecord], query: str) -> list[RunRecord]:
    """Runs in which every word of a query occurs, pinned ones first."""
    words = query.casefold().split()
    hits = [record for record in records if all(word in _searched(record) for word in words)]
    return sorted(hits, key=lambda record: not record.pinned)


def _searched(record: RunRecord) -> str:
    fields = (
        record.name,
        record.note,
        record.data_name,
        MEASURE_NAMES[record.settings.measure],
        record.settings.measure,
        *settings_texts(record.settings),
        record.state.value,
        record.id,
        *record.names,
    )
    return "\n".join(fields).casefold()


def card_text(record: RunRecord, summary: RunSummary, letter: str | None = None) -> str:
    """The text of a run's card as Markdown, with the letter that it has in a comparison."""
    head = f"**{markdown_text(record.title)}**"
    if record.pinned:
        head = f":material/keep: {head}"
    if letter is not None:
        head = f":blue-badge[{letter}] {head}"
    lines = [
        head,
        f":small[{markdown_text(facts_text(record, summary))}]",
        f":small[:gray[{markdown_text(f'{started_text(record)} · {state_text(record)}')}]]",
    ]
    if record.note:
        lines.append(f":small[{markdown_text(record.note)}]")
    return "  \n".join(lines)
