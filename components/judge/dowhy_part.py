"""The script that goes on in dowhy, and the table that it reads."""

from __future__ import annotations

from functools import partial

import streamlit as st

from components.export.menu import DATA_SUFFIX, file_stem
from components.judge.case import Case
from components.text import count
from gesncd.export.data_table import column_names, data_csv, header_of
from gesncd.export.one_hot import one_hot_nodes
from gesncd.judge.dowhy_code import DataFile, dowhy_code
from gesncd.judge.effects import Effect


def show_dowhy(case: Case, found: Effect) -> None:
    """The script, and beside it the file that it reads."""
    head = st.container(horizontal=True, vertical_alignment="center", gap="medium")
    head.header("Go on in dowhy", anchor=False, width="content")
    file = data_file(case)
    if case.dataset is not None:
        head.download_button(
            "Prepared data, CSV",
            partial(data_csv, case.dataset, case.opened.record.preparation),
            file_name=file.name,
            mime="text/csv",
            key="judge-data-csv",
            icon=":material/download:",
            on_click="ignore",
            help="The table that was searched, which the script reads",
        )
    st.code(dowhy_code(found, case.names, file), language="python", wrap_lines=True)


def data_file(case: Case) -> DataFile:
    """The prepared table of a run, as a script should read it and say what it is."""
    record, dataset = case.opened.record, case.dataset
    sizes = None if dataset is None else [variable.size for variable in dataset.variables]
    columns = column_names(case.names, sizes, record.preparation)
    flat = [name for part in columns for name in part]
    size = f"{count(record.n_rows, 'row')}, {count(len(flat), 'column')}"
    if dataset is None:
        about = (
            f"The table that was searched, as it was prepared: {size}. It is not on this machine.",
            "Save it where the run was made: Discover, Export, Prepared data, CSV.",
        )
    else:
        about = (
            f"The table that was searched, as it was prepared: {size}. Not the file it was",
            "made from. Save it with the button Prepared data, CSV.",
        )
    return DataFile(
        f"{file_stem(record.data_name)}_{DATA_SUFFIX}",
        columns,
        about,
        # An empty name would be read as another one.
        is_renamed=header_of(columns) != flat or "" in flat,
        one_hot=one_hot_nodes(case.names, dataset, record.preparation),
    )
