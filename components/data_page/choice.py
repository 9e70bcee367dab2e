"""Where data come from: files, a sample, or a simulation."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components import data_source, state
from components.data_page import draft as drafts
from components.data_page.draft import Draft
from components.data_page.reopened import as_prepared
from components.data_page.simulated import simulated_files
from components.data_source import FILE_TYPES, UploadedTable
from components.sample_cards import show_sample_cards
from components.text import markdown_text
from gesncd.simulate import MODELS


def show_choice() -> None:
    """The three ways to data, side by side."""
    left, right = st.columns([1, 1.2], gap="large")
    with left:
        _show_upload()
        _show_simulation()
    with right:
        _show_samples()


def _show_upload() -> None:
    st.header("Your files", anchor=False)
    # A new key empties the widget, and with it what the server holds of the files.
    key = f"{state.DATA_UPLOADER}_{st.session_state.get(state.DATA_UPLOADS, 0)}"
    st.file_uploader(
        "CSV, TSV, text, Excel, Parquet or Feather; several files with the same columns "
        "become one table",
        type=FILE_TYPES,
        accept_multiple_files=True,
        key=key,
        on_change=_take_files,
        args=(key,),
    )
    st.caption(
        "One column a variable, one row an observation. Files stay on this machine, and nothing "
        "is stored before a search runs."
    )


def _take_files(key: str) -> None:
    files = st.session_state.get(key)
    if files:
        draft = Draft.of([UploadedTable(file.name, file.getvalue()) for file in files])
        drafts.keep(as_prepared(draft))
        empty_uploader()


def empty_uploader() -> None:
    """Let the next upload widget be a new one."""
    st.session_state[state.DATA_UPLOADS] = st.session_state.get(state.DATA_UPLOADS, 0) + 1


def _show_samples() -> None:
    st.header("Samples", anchor=False)
    show_sample_cards("Look", "Look at the sample", "data-sample", take_sample)


def take_sample(sample_id: str) -> None:
    """Make a sample the draft, with its true graph."""
    sample = data_source.sample(sample_id)
    if sample is None:
        return
    draft = Draft.of([UploadedTable(sample.file.name, sample.file.read_bytes())], sample.title)
    truth = sample.truth
    attached = None if truth is None else UploadedTable(truth.name, truth.read_bytes())
    drafts.keep(replace(draft, sample=sample_id, truth=attached))


def _show_simulation() -> None:
    st.header("Simulated data", anchor=False)
    with st.form("simulate"):
        model = st.selectbox(
            "Model",
            list(MODELS),
            format_func=lambda name: MODELS[name].title,
            help="\n\n".join(
                f"**{model.title}**: {markdown_text(model.description)}"
                for model in MODELS.values()
            ),
        )
        left, right = st.columns(2)
        nodes = left.number_input("Variables", 2, 60, 10)
        degree = right.number_input(
            "Edges at a variable", 0.0, 10.0, 2.0, 0.5, help="On average, in and out together."
        )
        rows = left.number_input("Rows", 20, 20_000, 1000, 100)
        seed = right.number_input(
            "Seed", 0, 2**31 - 1, 1, help="The same seed draws the same graph and the same data."
        )
        if st.form_submit_button("Simulate", key="simulate-button"):
            _simulate(model, int(nodes), float(degree), int(rows), int(seed))


def _simulate(model: str, nodes: int, degree: float, rows: int, seed: int) -> None:
    try:
        files = simulated_files(model, nodes, degree, rows, seed)
    except ValueError as error:
        st.error(markdown_text(str(error)))
        return
    title = f"Simulated: {MODELS[model].title.lower()}, seed {seed}"
    drafts.keep(replace(Draft.of([files.data], title), truth=files.truth))
    st.rerun()


def take_addressed() -> Draft | None:
    """The sample that the address names, as a draft."""
    named = st.query_params.get(state.SAMPLE)
    if named:
        take_sample(named)
    return drafts.current()
