"""Rehearsal: settings tried on simulated data like the user's, where the truth is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from components.opened_run import OpenedRun
from components.settings.difference import all_differences
from components.settings.panel import known_noise_floor
from components.store import run_store
from components.text import count, markdown_text, short_name
from components.tune import tasks
from components.tune.cells_form import (
    MOST_CELLS,
    cells_estimate,
    choose_cells,
    settings_of,
    shared_words,
)
from components.tune.other_settings import show_differences
from components.tune.rehearsal_table import (
    REHEARSAL_COLUMNS,
    proposal_text,
    rehearsal_frame,
    sets_text,
    tau_words,
)
from components.tune.tables import show_csv
from components.tune.use import go_to_discover
from gesncd.analysis import (
    Cell,
    RehearsalResult,
    RehearsalRow,
    RehearsalSet,
    SettingsProposal,
    plan_sets,
    propose_settings,
    summarise_rehearsal,
)
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.knowledge import Knowledge
from gesncd.runs.tasks import TaskRecord, task_parts, task_results
from gesncd.runs.tasks.parts_grid import cell_of_part
from gesncd.runs.tasks.parts_rehearsal import place_of_part, rehearsal_parts
from gesncd.settings.run_settings import RunSettings
from gesncd.simulate import MODELS

KIND: Final = "rehearsal"
_MOST_SETS: Final = 20
_SLOWER: Final = 4.0
"""A cell goes down to half of its τ, and simulated data may have more to find than the run's."""


def show_rehearsal(opened: OpenedRun, dataset: Dataset, settings: RunSettings, graph: PDAG) -> None:
    """The form, the task, and what it proposes.

    Parameters
    ----------
    opened, dataset
        The run, and its data, which lend their size only.
    settings
        Its settings, with what is enforced now.
    graph
        The graph at the line, which lends its number of edges.
    """
    record = opened.record
    st.caption(
        "Settings are tried on simulated data of the same size as yours, whose true graph is "
        "known, and compared with it. Whether your data are like the simulated ones in other "
        "ways nobody can tell: take the outcome as a hint."
    )
    if record.n_variables < 2 or record.n_rows < 2:
        st.info("A rehearsal needs data of at least two variables and two rows.")
        return
    cells = choose_cells(record, "tune-rehearsal", with_seeds=False)
    mechanism, edges, sets = st.columns([2, 1, 1])
    model = mechanism.selectbox(
        "Mechanism",
        list(MODELS),
        format_func=lambda name: MODELS[name].title,
        key="tune-rehearsal-model",
        help="How each simulated variable follows from its causes.",
    )
    most = record.n_variables * (record.n_variables - 1) // 2
    n_edges = edges.number_input(
        "Edges",
        0,
        most,
        min(graph.n_edges, most),
        key=f"tune-rehearsal-edges-{record.id}",
        help="Of each simulated graph; at first as many as the run's graph has.",
    )
    n_sets = sets.number_input(
        "Data sets",
        1,
        _MOST_SETS,
        3,
        key="tune-rehearsal-sets",
        help="Each has a graph of its own. More of them tell settings apart more surely.",
    )
    st.caption(
        f"{markdown_text(MODELS[model].description)} {count(record.n_variables, 'variable')}, "
        f"{count(record.n_rows, 'row')}, as in your data."
    )
    plan = plan_sets(
        model,
        count=int(n_sets),
        seed=settings.seed,
        n_nodes=record.n_variables,
        n_edges=int(n_edges),
        n_rows=record.n_rows,
    )
    n_parts = len(cells) * len(plan)
    with st.container(horizontal=True, vertical_alignment="center"):
        # No callback: it would be given the settings of the page's last run, not these.
        if st.button(
            "Run the rehearsal",
            key="tune-rehearsal-run",
            type="primary",
            disabled=not 0 < n_parts <= MOST_CELLS,
        ):
            parts = _parts(settings, cells, plan, record.tau)
            tasks.start(record, KIND, parts, f"Rehearsal for {short_name(record.title, 60)}")
        if n_parts > MOST_CELLS:
            st.caption(f"{n_parts} searches are more than {MOST_CELLS}; choose fewer.")
        note = st.empty()
    found = tasks.fitting(record, KIND, partial(_differences, settings))
    if not tasks.goes_on(found) and n_parts <= MOST_CELLS:
        text = "Choose some settings."
        if cells:
            text = cells_estimate(record, cells, len(plan), kind=KIND, slower=_SLOWER)
        note.caption(markdown_text(text))
    if found is None:
        return
    tasks.watch_earlier(record, KIND, found.task, "Rehearsal")
    show_differences(found.differs)
    tasks.watch(found.task, "Rehearsal", show=partial(_show_found, opened, dataset, settings))


def _parts(
    settings: RunSettings, cells: Sequence[Cell], plan: Sequence[RehearsalSet], tau: float | None
) -> list[dict[str, Any]]:
    """Every cell on the first set, then on the second; parts of NCD stay with their networks."""
    parts = [
        part | {"cell": k}
        for k, cell in enumerate(cells)
        for part in rehearsal_parts(settings_of(settings, cell), [cell], plan, tau_chosen=tau)
    ]
    return sorted(parts, key=lambda part: place_of_part(part)[1])


def _differences(settings: RunSettings, parts: tasks.Parts) -> tuple[str, ...]:
    """What settings have that they would not have now; nothing is enforced in a rehearsal."""
    free = replace(settings, knowledge=Knowledge())
    return all_differences(
        (RunSettings.from_dict(part["settings"]), settings_of(free, cell_of_part(part)))
        for part in parts
    )


def _show_found(
    opened: OpenedRun, dataset: Dataset, settings: RunSettings, task: TaskRecord
) -> None:
    rows = _rows(task)
    failed = [r.message for r in task_results(run_store(), task.id).values() if not r.ok]
    for message in dict.fromkeys(failed):
        st.warning(markdown_text(message))
    if rows:
        st.caption(markdown_text(sets_text(task_parts(run_store(), task.id))))
        proposal = propose_settings(rows)
        if proposal is not None:
            _show_proposal(opened, dataset, settings, proposal)
        shared = shared_words([row.cell for row in rows])
        if shared:
            st.caption(f"All with {', '.join(shared)}.")
        frame = rehearsal_frame(rows, shared, proposal)
        st.dataframe(
            frame,
            hide_index=True,
            key="tune-rehearsal-table",
            height="auto" if len(frame) <= 12 else 460,
            column_config=REHEARSAL_COLUMNS,
            placeholder="–",
            alt="The settings of the rehearsal, the best first",
        )
        show_csv(opened.record, rehearsal_frame(rows, proposal=proposal), "rehearsal")


def _rows(task: TaskRecord) -> tuple[RehearsalRow, ...]:
    parts = task_parts(run_store(), task.id)
    n_cells = 1 + max(place_of_part(part)[0] for part in parts)
    cells = [cell_of_part(part) for part in parts[:n_cells]]
    results = {
        place_of_part(parts[k]): RehearsalResult.from_dict(result.value)
        for k, result in task_results(run_store(), task.id).items()
        if result.ok
    }
    return summarise_rehearsal(cells, results)


def _show_proposal(
    opened: OpenedRun, dataset: Dataset, settings: RunSettings, proposal: SettingsProposal
) -> None:
    chosen = proposed_settings(settings, dataset, proposal)
    with st.container(border=True):
        st.markdown(f"**Proposal.** {markdown_text(proposal_text(proposal))}")
        if proposal.warning:
            st.caption(f":material/warning: {markdown_text(proposal.warning)}")
        if chosen is None:
            st.caption(
                "Their automatic τ on your data comes with a search. Run them with τ automatic "
                f"first; then set {tau_words(proposal.row.factor)}."
            )
        if st.button(
            "Use these settings",
            key="tune-rehearsal-use",
            icon=":material/arrow_forward:",
            help="Discover opens with them set; press Run there.",
        ):
            go_to_discover(opened.record, chosen or settings_of(settings, proposal.row.cell))


def proposed_settings(
    settings: RunSettings, dataset: Dataset, proposal: SettingsProposal
) -> RunSettings | None:
    """The proposal for the user's own data; None where their automatic τ is not known."""
    chosen = replace(settings_of(settings, proposal.row.cell), tau=None)
    if proposal.row.factor == 1:
        return chosen
    floor = known_noise_floor(chosen, dataset)
    if floor is None or not 0 < proposal.row.factor * floor < 1:
        return None
    return replace(chosen, tau=float(f"{proposal.row.factor * floor:.6g}"))
