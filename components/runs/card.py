"""One run in the list: picture, facts, and what can be done with it."""

from __future__ import annotations

import streamlit as st

from components import state
from components.router import JUDGE, REPLAY, TUNE
from components.runs import actions
from components.runs.facts import card_text, picture_of, summary_of, which_text
from components.runs.owner import current_owner
from components.text import markdown_text, short_name
from gesncd.runs.store.records import DamagedRun, RunRecord, RunState
from gesncd.runs.store.run_store import NAME_LIMIT, NOTE_LIMIT, RunStore

_PAGES = (
    (REPLAY, "Replay", "Go through the search, one decision at a time."),
    (TUNE, "Tune", "The graph of every τ, grids, stability."),
    (JUDGE, "Judge", "Hold the graph against a truth, other runs, other methods, the data."),
)


def show_card(store: RunStore, record: RunRecord, letter: str | None = None) -> None:
    """A run, unfolded if it is the one that was asked for; a compared one has a letter."""
    with st.container(border=True, key=f"run-{record.id}"):
        tick, picture, text, buttons = st.columns(
            [0.35, 2.3, 4.6, 1.5], vertical_alignment="center"
        )
        title = short_name(record.title, 40)
        tick.checkbox(
            f"Compare {title}",
            key=state.run_tick_key(record.id),
            label_visibility="collapsed",
            help="Tick two runs to compare them.",
        )
        picture_html = picture_of(store, record)
        if picture_html is None:
            picture.caption("no graph yet" if record.state.is_live else "no graph")
        else:
            picture.html(picture_html)
        text.markdown(card_text(record, summary_of(store, record), letter))
        with buttons:
            _show_buttons(record)
        if st.session_state.get(state.RUNS_OPENED) == record.id:
            _show_details(store, record)


def _show_buttons(record: RunRecord) -> None:
    if st.button("Open", key=f"open-{record.id}", width="stretch"):
        actions.open_run(record)
    if record.state.is_live:
        stopping = record.state is RunState.STOPPING
        st.button(
            "Stopping" if stopping else "Stop",
            key=f"stop-{record.id}",
            disabled=stopping,
            on_click=actions.stop,
            args=(record.id,),
            width="stretch",
        )
    elif record.state.can_resume:
        st.button(
            "Resume",
            key=f"resume-{record.id}",
            on_click=actions.resume,
            args=(record.id,),
            help="Go on where the search ended; scores already computed are used again.",
            width="stretch",
        )
    unfolded = st.session_state.get(state.RUNS_OPENED) == record.id
    st.button(
        "Less" if unfolded else "More",
        key=f"more-{record.id}",
        on_click=actions.unfold,
        args=(record.id,),
        type="tertiary",
        width="stretch",
        help="Name, note, pin, duplicate, export, delete",
    )


def _show_details(store: RunStore, record: RunRecord) -> None:
    label, files = st.columns([1.6, 1], gap="large")
    with label:
        _show_label(record)
    with files:
        _show_pages(record)
        if st.button(
            "Duplicate with changes",
            key=f"duplicate-{record.id}",
            width="stretch",
            help="Opens Discover with this run's data and settings; change some, and run.",
        ):
            actions.duplicate(record)
        _show_exports(store, record)
        _show_delete(
            record.id,
            record.title,
            which=which_text(record),
            disabled=record.state.is_live and record.waiting is None,
            help_text="Stop it first."
            if record.state.is_live
            else "Remove it for good, and its data if no other run is on them.",
        )


def _show_pages(record: RunRecord) -> None:
    with st.container(horizontal=True):
        for page, label, text in _PAGES:
            pressed = st.button(
                label,
                key=f"{label.lower()}-{record.id}",
                help=text,
                disabled=record.state.is_live,
            )
            if pressed:
                actions.open_run(record, page)


def _show_label(record: RunRecord) -> None:
    name_key, note_key = f"name-{record.id}", f"note-{record.id}"
    with st.form(f"label-{record.id}", border=False):
        st.text_input(
            "Name",
            value=record.name,
            max_chars=NAME_LIMIT,
            placeholder=short_name(record.data_name, 60),
            key=name_key,
        )
        st.text_area("Note", value=record.note, max_chars=NOTE_LIMIT, key=note_key, height=90)
        st.form_submit_button(
            "Save", on_click=actions.save_label, args=(record.id, name_key, note_key)
        )
    st.button(
        "Unpin" if record.pinned else "Pin",
        key=f"pin-{record.id}",
        icon=":material/keep:",
        on_click=actions.set_pin,
        args=(record.id, not record.pinned),
        help="Pinned runs come first and never expire.",
    )


def _show_exports(store: RunStore, record: RunRecord) -> None:
    # A file is made when its button is pressed, beside the page.
    owner = current_owner()
    for with_data, label in ((True, "Capsule with data"), (False, "Capsule without data")):
        missing = with_data and not store.has_data(record.dataset_sha256)
        st.download_button(
            label,
            lambda with_data=with_data: actions.capsule_bytes(record.id, with_data, owner),
            file_name=actions.capsule_name(record, with_data),
            mime="application/zip",
            key=f"capsule-{with_data}-{record.id}",
            on_click="ignore",
            width="stretch",
            disabled=missing,
            icon=":material/download:",
            help="The data are not on this machine."
            if missing
            else "One file that opens on another machine as the same run, with your statements "
            "about the data; without true graphs, stability and other checks.",
        )


def show_damaged(run: DamagedRun) -> None:
    """A run that cannot be read: why, and what can be done about it."""
    with st.container(border=True, key=f"run-{run.id}"):
        text, action = st.columns([6.5, 1.7], vertical_alignment="center")
        sentence = (
            f"{run.problem} Put a copy of the store in its place to have it again, or delete it."
        )
        text.warning(
            f"**{markdown_text(short_name(run.title, 40))}**  \n{markdown_text(sentence)}",
            icon=":material/broken_image:",
        )
        with action:
            _show_delete(run.id, run.title, help_text="Remove what is left of it for good.")


def _show_delete(
    run_id: str, title: str, *, help_text: str, which: str = "", disabled: bool = False
) -> None:
    if st.session_state.get(state.RUNS_DELETING) != run_id:
        st.button(
            "Delete",
            key=f"delete-{run_id}",
            icon=":material/delete:",
            on_click=actions.ask_to_delete,
            args=(run_id,),
            disabled=disabled,
            help=help_text,
            width="stretch",
        )
        return
    st.markdown(f"Delete **{markdown_text(short_name(title, 40))}** for good?")
    if which:
        st.caption(markdown_text(which))
    lost = actions.lost_with(run_id)
    if lost:
        st.warning(markdown_text(lost))
    yes, no = st.columns(2)
    yes.button(
        "Delete",
        key=f"really-{run_id}",
        type="primary",
        on_click=actions.delete,
        args=(run_id, title),
        width="stretch",
    )
    no.button(
        "Keep",
        key=f"keep-{run_id}",
        on_click=actions.ask_to_delete,
        args=(None,),
        width="stretch",
    )
