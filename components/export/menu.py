"""The export menu: the graph as it is shown, in the formats of other programs, and a report."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import streamlit as st

from components import state
from components.data_source import LoadedData, MissingData
from components.discover.checks import checks_or_none
from components.export.exported import (
    NO_DATA,
    Exported,
    document,
    edges,
    page,
    picture,
    prepared_data,
    replay,
    report,
)
from components.runs import actions as runs_actions
from components.runs.owner import current_owner
from components.scene import seen_positions
from components.trace import Trace
from gesncd.export import (
    adjacency_csv,
    causal_learn_code,
    dagitty_text,
    dot_text,
    gml_text,
    graphml_text,
    networkx_code,
    tetrad_text,
    tikz_text,
)
from gesncd.runs.store.records import RunRecord

DATA_SUFFIX: Final = "prepared_data.csv"
"""How the name of the file with the searched table ends."""


@dataclass(frozen=True, slots=True)
class Format:
    """One entry of the menu."""

    label: str
    suffix: str
    mime: str
    make: Callable[[Exported], str]
    needs_data: bool = False


_COLUMNS: Final = 3
_PROGRAMS: Final = "For other programs"
MENU: dict[str, tuple[Format, ...]] = {
    "To read": (
        Format("Report, prints to PDF", "report.html", "text/html", report),
        Format("Picture, SVG", "graph.svg", "image/svg+xml", picture),
        Format("Interactive page, HTML", "graph.html", "text/html", page),
        Format("Replay as one HTML file", "replay.html", "text/html", replay),
        Format(
            "Picture, TikZ",
            "graph.tex",
            "text/x-tex",
            lambda e: tikz_text(e.names, e.graph, e.positions),
        ),
    ),
    "Tables": (
        Format("Prepared data, CSV", DATA_SUFFIX, "text/csv", prepared_data, needs_data=True),
        Format("Edges, CSV", "edges.csv", "text/csv", edges),
        Format(
            "Adjacency matrix, CSV",
            "adjacency.csv",
            "text/csv",
            lambda e: adjacency_csv(e.names, e.graph),
        ),
    ),
    _PROGRAMS: (
        Format("All steps, JSON", "result.json", "application/json", document),
        Format(
            "GraphML",
            "graph.graphml",
            "application/xml",
            lambda e: graphml_text(e.names, e.graph, e.scores),
        ),
        Format("GML", "graph.gml", "text/plain", lambda e: gml_text(e.names, e.graph, e.scores)),
        Format(
            "DOT, Graphviz", "graph.dot", "text/vnd.graphviz", lambda e: dot_text(e.names, e.graph)
        ),
        Format(
            "DAGitty",
            "dagitty.txt",
            "text/plain",
            lambda e: dagitty_text(e.names, e.graph, e.positions),
        ),
        Format("Tetrad text", "tetrad.txt", "text/plain", lambda e: tetrad_text(e.names, e.graph)),
        Format(
            "causal-learn, Python",
            "causal_learn.py",
            "text/x-python",
            lambda e: causal_learn_code(e.names, e.graph),
        ),
        Format(
            "networkx, Python",
            "networkx.py",
            "text/x-python",
            lambda e: networkx_code(e.names, e.graph),
        ),
    ),
}


def show_export_menu(data: LoadedData, record: RunRecord, trace: Trace) -> None:
    """The menu; a file is made when its button is pressed."""
    # Looked up now: a file is made when no page is there to ask who is at it.
    checked = checks_or_none(record, trace)
    exported = Exported(data, record, trace, seen_positions(data.dataset), checked)
    stem = file_stem(record.data_name)
    with (
        st.popover("Export", icon=":material/download:"),
        # Close together, so that all fits under the button in a window 800 pixels high.
        st.container(key=state.EXPORTS, gap="xsmall"),
    ):
        for heading, formats in MENU.items():
            if heading == _PROGRAMS:
                _show_capsules(record, data)
            st.markdown(f":small[**{heading}**]")
            for k, entry in enumerate(formats):
                if k % _COLUMNS == 0:
                    columns = st.columns(_COLUMNS, gap="xsmall")
                missing = entry.needs_data and isinstance(data.dataset, MissingData)
                columns[k % _COLUMNS].download_button(
                    entry.label,
                    partial(entry.make, exported),
                    file_name=f"{stem}_{entry.suffix}",
                    mime=entry.mime,
                    key=f"export-{entry.suffix}",
                    on_click="ignore",
                    width="stretch",
                    disabled=missing,
                    help=NO_DATA if missing else None,
                )
        st.caption("PNG: the button above the graph saves it as it is shown.")


def _show_capsules(record: RunRecord, data: LoadedData) -> None:
    """The run as one file that opens elsewhere."""
    st.markdown(":small[**The whole run, to open elsewhere on the page Runs**]")
    columns = st.columns(_COLUMNS, gap="xsmall")
    for column, with_data in ((columns[0], True), (columns[1], False)):
        missing = with_data and isinstance(data.dataset, MissingData)
        column.download_button(
            "Capsule with data" if with_data else "Capsule without data",
            partial(runs_actions.capsule_bytes, record.id, with_data, current_owner()),
            file_name=runs_actions.capsule_name(record, with_data),
            mime="application/zip",
            key=f"run-capsule-{with_data}",
            on_click="ignore",
            width="stretch",
            disabled=missing,
            help=NO_DATA if missing else "Your statements about these data go along.",
        )


def file_stem(data_name: str) -> str:
    """A file name that every system accepts, from a data set's name."""
    base = re.sub(r"\.(csv|tsv|txt)$", "", data_name.strip(), flags=re.IGNORECASE)
    return re.sub(r"[^A-Za-z0-9]+", "_", base).strip("_")[:60].lower() or "graph"
