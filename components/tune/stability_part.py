"""Stability: how often each edge is found again on resamples or with other seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from components.opened_run import OpenedRun
from components.settings.difference import differences, threshold_words
from components.store import run_store
from components.text import markdown_text, short_name
from components.tune import tasks
from components.tune.other_settings import show_differences
from components.tune.path_panel import Line
from components.tune.searches_time import Work, searches_text
from components.tune.stability_found import show_stability_found
from gesncd.analysis import (
    BOOTSTRAP_MEASURES,
    SEEDLESS_MEASURES,
    Resampling,
    plan_replicates,
)
from gesncd.runs.store.records import RunRecord
from gesncd.runs.tasks import task_parts
from gesncd.runs.tasks.parts_stability import stability_parts
from gesncd.settings.run_settings import RunSettings

KIND: Final = "stability"
_KINDS: Final = {
    Resampling.HALVES: "Half-samples",
    Resampling.SEEDS: "Other seeds",
    Resampling.BOOTSTRAP: "Bootstrap",
}
_KIND_TEXTS: Final = {
    Resampling.HALVES: "Each replicate searches one half of the rows, drawn without replacement; "
    "the next one searches the other half. Half the rows see less than all.",
    Resampling.SEEDS: "Each replicate searches all rows with another seed: what differs is the "
    "measure's own chance, not that of the data.",
    Resampling.BOOTSTRAP: "Each replicate draws as many rows as there are, with replacement.",
}
_AUTOMATIC, _FIXED = "Automatic for each sample", "Fixed at the line"


def show_stability(opened: OpenedRun, settings: RunSettings, line: Line) -> None:
    """The form, the task, and the shares.

    Parameters
    ----------
    opened
        The run whose data are searched again.
    settings
        Its settings, with what is enforced now.
    line
        Tells where the line stands.
    """
    record = opened.record
    st.caption(
        "An edge that is found again on most resamples does not hang on a few rows. It may still "
        "be wrong: a mistake of the method is found again, too."
    )
    kinds = _allowed(settings.measure)
    how, many, threshold = st.columns([1.4, 0.8, 1.9])
    kind = how.segmented_control(
        "Replicates by",
        kinds,
        default=kinds[0],
        required=True,
        format_func=_KINDS.__getitem__,
        key=f"tune-stability-kind-{settings.measure}",
    )
    n = many.number_input(
        "Replicates",
        2,
        500,
        50,
        step=2,
        key="tune-stability-count",
        help="How many searches. More of them make the shares steadier.",
    )
    fixed = line() is not None and (
        threshold.segmented_control(
            "τ",
            [_AUTOMATIC, _FIXED],
            default=_AUTOMATIC if record.settings.tau is None else _FIXED,
            required=True,
            key="tune-stability-tau",
            help="Fewer rows have more noise: a τ found on all rows lets more false edges in.",
        )
        == _FIXED
    )
    st.caption(_KIND_TEXTS[kind])
    with st.container(horizontal=True, vertical_alignment="center"):
        # No callback: it would be given the settings of the page's last run, not these.
        if st.button("Run the replicates", key="tune-stability-run", type="primary"):
            _start(opened, settings, line() if fixed else None, kind, int(n))
        note = st.empty()
    found = tasks.fitting(record, KIND, partial(_differences, settings))
    if not tasks.goes_on(found):
        asked = replace(settings, tau=line() if fixed else None)
        note.caption(markdown_text(_estimate(record, asked, kind, int(n))))
    if found is None:
        return
    tasks.watch_earlier(record, KIND, found.task, "Stability")
    there = _settings_of(task_parts(run_store(), found.task.id))
    show_differences(found.differs, threshold=threshold_words(there))
    tasks.watch(found.task, "Stability", show=partial(show_stability_found, opened))


def _settings_of(parts: tasks.Parts) -> RunSettings:
    """Those that all replicates of a task share."""
    return RunSettings.from_dict(parts[0]["settings"])


def _differences(settings: RunSettings, parts: tasks.Parts) -> tuple[str, ...]:
    return differences(_settings_of(parts), settings)


def _estimate(record: RunRecord, settings: RunSettings, kind: Resampling, n: int) -> str:
    def fits(part: Mapping[str, Any]) -> bool:
        return bool(part["resampling"] == kind.value)

    share = 0.5 if kind is Resampling.HALVES else 1.0
    return searches_text(record, Work([settings], n, KIND, share_of_rows=share, fits=fits))


def _allowed(measure: str) -> list[Resampling]:
    kinds = [Resampling.HALVES]
    if measure not in SEEDLESS_MEASURES:
        kinds.append(Resampling.SEEDS)
    if measure in BOOTSTRAP_MEASURES:
        kinds.append(Resampling.BOOTSTRAP)
    return kinds


def _start(
    opened: OpenedRun, settings: RunSettings, tau: float | None, kind: Resampling, n: int
) -> None:
    plan = plan_replicates(kind, n, seed=settings.seed, measure=settings.measure)
    settings = replace(settings, tau=tau, global_score=False)
    title = f"Stability of {short_name(opened.record.title, 60)}"
    tasks.start(opened.record, KIND, stability_parts(settings, plan), title)
