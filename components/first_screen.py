"""The first screen: drop a file, or try a sample."""

from __future__ import annotations

import streamlit as st

from components import data_source, state
from components.text import markdown_text


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
    left, right = st.columns([1, 1.2], gap="large")
    with left:
        _show_upload()
    with right:
        _show_samples()


def _show_upload() -> None:
    st.subheader("Your data", anchor=False)
    file = st.file_uploader(
        "CSV file: one column a variable, one row an observation, names in the first line",
        type=["csv", "tsv", "txt"],
        key=state.UPLOADER,
    )
    if file is None:
        return
    problem = data_source.choose_upload(file.name, file.getvalue())
    if problem is None:
        st.rerun()
    lines = [f"**{markdown_text(file.name)}** cannot be used as it is."]
    lines += [markdown_text(line) for line in problem.split("\n")]
    st.error("\n\n".join(lines), icon=":material/table_view:")


def _show_samples() -> None:
    st.subheader("Or a sample", anchor=False)
    for sample in data_source.samples():
        with st.container(border=True):
            text, action = st.columns([5, 1], vertical_alignment="center")
            text.markdown(
                f"**{markdown_text(sample.title)}**  \n{markdown_text(sample.description)}"
            )
            action.button(
                "Use",
                key=f"sample-{sample.id}",
                help=f"Use the sample {sample.title}",
                on_click=data_source.choose_sample,
                args=(sample.id,),
                width="stretch",
            )
