"""The first screen: see an example, drop a file, or try a sample."""

from __future__ import annotations

import streamlit as st

from components import data_source, state
from components.data_page import draft as drafts
from components.data_page.draft import Draft
from components.data_page.waiting import show_waiting
from components.discover.example import run_example
from components.discover.go_on import show_go_on
from components.router import DATA, LEARN
from components.sample_cards import show_sample_cards
from components.text import markdown_text
from gesncd.data import DataError, TableError


def show_first_screen(problem: str | None = None) -> None:
    """Let the user choose data.

    Parameters
    ----------
    problem
        Why what the address asks for cannot be shown, if it cannot.
    """
    st.title("Find a causal graph in your data", anchor=False)
    st.markdown(
        "Drop a table of numbers, press Run, and watch the graph being found edge by edge. "
        "Everything stays on this machine."
    )
    if problem:
        st.warning(markdown_text(problem), icon=":material/link_off:")
    show_waiting()
    _show_example()
    left, right = st.columns([1, 1.2], gap="large")
    with left:
        _show_upload()
        show_go_on()
    with right:
        _show_samples()


def _show_example() -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        asked = st.button(
            "Show an example",
            type="primary",
            icon=":material/play_arrow:",
            key="show-example",
            help="Searches the sample on protein signalling with partial correlation, the fastest "
            "measure.",
        )
        st.page_link(LEARN, label="Learn how it works", icon=":material/menu_book:")
    if asked:
        run_example()


def _show_upload() -> None:
    st.header("Your data", anchor=False)
    file = st.file_uploader(
        "CSV, Excel or Parquet: one column a variable, one row an observation, names in the "
        "first line",
        type=data_source.FILE_TYPES,
        key=state.UPLOADER,
    )
    st.page_link(
        DATA,
        label="Look at the data first, join files, or simulate",
        icon=":material/table_chart:",
    )
    if file is None:
        return
    upload = data_source.UploadedTable(file.name, file.getvalue())
    try:
        ready = data_source.choose_upload(upload.name, upload.content)
    except TableError as error:
        ready, problem = False, str(error) if not _can_be_mended(error) else ""
    except DataError as error:
        ready, problem = False, str(error)
    else:
        problem = ""
    if problem:
        lines = [f"**{markdown_text(file.name)}** cannot be used as it is."]
        lines += [markdown_text(line) for line in problem.split("\n")]
        st.error("\n\n".join(lines), icon=":material/table_view:")
        return
    drafts.keep(Draft.of([upload]))
    if ready:
        st.rerun()
    st.switch_page(DATA)


def _can_be_mended(error: TableError) -> bool:
    return any(finding.mends for finding in error.findings)


def _show_samples() -> None:
    st.header("Or a sample", anchor=False)
    show_sample_cards("Use", "Use the sample", "sample", data_source.choose_sample)
