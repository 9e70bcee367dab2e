"""The export menu: the graph as it is shown, in the formats of other programs, and a report."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components import state
from components.data_source import LoadedData, MissingData
from components.directions import barred_arrows, kept_apart
from components.discover.checks import checks_or_none
from components.export.edge_table import sorted_edges
from components.export.graph_html import graph_page
from components.export.report import report_of
from components.export.report_checks import Checked
from components.graph_view.build import edge_widths
from components.knowledge_marks import marks_of
from components.labels import node_labels, shown_label
from components.layout import box_sizes
from components.names import MEASURE_NAMES, threshold_text
from components.replay.standalone import Replayed, standalone_page
from components.runs import actions as runs_actions
from components.runs.owner import current_owner
from components.scene import seen_positions
from components.sentences import result_sentence
from components.store import run_store
from components.text import graph_sentence
from components.trace import Trace
from gesncd.export import (
    EdgeStory,
    PictureStyle,
    adjacency_csv,
    causal_learn_code,
    dagitty_text,
    dot_text,
    edges_csv,
    gml_text,
    graph_svg,
    graphml_text,
    networkx_code,
    report_html,
    result_document,
    result_text,
    tetrad_text,
    tikz_text,
)
from gesncd.graphs import PDAG
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.summary import early_end, knowledge_where_stopped


@dataclass(frozen=True, slots=True)
class Exported:
    """Everything that an export may need.

    Parameters
    ----------
    data, record, trace
        A run that is over, and its data.
    positions
        Where the variables are on the page, shape ``(d, 2)``.
    checked
        What the graph was checked against.
    """

    data: LoadedData
    record: RunRecord
    trace: Trace
    positions: NDArray[np.float64]
    checked: Checked = Checked()

    @property
    def names(self) -> tuple[str, ...]:
        """The variables in node order."""
        return self.record.names

    @property
    def graph(self) -> PDAG:
        """The final graph."""
        return self.trace.graph_at(self.trace.n_steps, self.record.n_variables)

    @property
    def unfinished(self) -> str:
        """What became of a search that has not come to its end; empty where it has."""
        return early_end(self.record.state, self.trace.n_steps)

    @property
    def scores(self) -> dict[tuple[int, int], float]:
        """Score of each edge's pair, where a step added it."""
        return {p: o.score for p, o in self.trace.origins(self.trace.n_steps).items()}


@dataclass(frozen=True, slots=True)
class Format:
    """One entry of the menu."""

    label: str
    suffix: str
    mime: str
    make: Callable[[Exported], str]


def picture(exported: Exported) -> str:
    """The graph as it is placed on the page, as SVG."""
    record, graph = exported.record, exported.graph
    marks = marks_of(record, exported.trace, exported.trace.n_steps)
    return graph_svg(
        [shown_label(label) for label in node_labels(tuple(record.names))],
        graph,
        exported.positions,
        box_sizes(record.names),
        title=f"Causal graph of {record.data_name}",
        description=f"{exported.unfinished} {graph_sentence(graph, record.names)}".lstrip(),
        style=PictureStyle(
            widths=edge_widths(graph, exported.scores, record.tau, marks),
            locked=marks.required,
            known=marks.directed - (marks.following or frozenset()),
            following=marks.following or frozenset(),
        ),
    )


def page(exported: Exported) -> str:
    """The stand-alone interactive page."""
    record, trace, graph = exported.record, exported.trace, exported.graph
    sentence = result_sentence(
        trace,
        graph,
        trace.n_steps,
        record.tau or 0.0,
        record.noise_floor,
        barred=barred_arrows(record),
    )
    # Of a search that found nothing yet there is no result to sum up.
    found = f" {sentence}." if trace.n_steps or not exported.unfinished else ""
    measure = MEASURE_NAMES[record.settings.measure]
    return graph_page(
        record.names,
        graph,
        exported.positions,
        title=f"Causal graph of {record.data_name}",
        caption=f"{measure}, {threshold_text(record)}, seed {record.settings.seed}.{found}",
        unfinished=exported.unfinished,
        scores=exported.scores,
        knowledge=marks_of(record, trace, trace.n_steps),
    )


def replay(exported: Exported) -> str:
    """The search, moment by moment, as a stand-alone page."""
    record = exported.record
    return standalone_page(
        Replayed(
            f"How the graph of {record.data_name} was found",
            f"{MEASURE_NAMES[record.settings.measure]}, {threshold_text(record)}"
            + (f". {exported.unfinished}" if exported.unfinished else ""),
            tuple(record.names),
            exported.trace,
            record.tau or 0.0,
            exported.positions,
        )
    )


def edges(exported: Exported) -> str:
    """The edges with what the search tells of each."""
    trace, graph, floor = exported.trace, exported.graph, exported.record.noise_floor
    stories = {
        told.pair: EdgeStory(told.score, told.floors(floor), told.step, told.why)
        for told in sorted_edges(
            trace,
            graph,
            trace.n_steps,
            exported.names,
            apart=kept_apart(exported.record),
            barred=barred_arrows(exported.record),
        )
    }
    return edges_csv(exported.names, graph, stories)


def document(exported: Exported) -> str:
    """The result document with every step."""
    record = exported.record
    return result_text(
        result_document(
            record.names,
            run_store().events(record.id),
            settings=record.settings.to_dict(),
            noise_floor=record.noise_floor,
            data_sha256=record.source_sha256,
            dataset_sha256=record.dataset_sha256,
            versions=record.versions,
            preparation=record.preparation,
            stopped_with=knowledge_where_stopped(record),
            unfinished=exported.unfinished,
        )
    )


def report(exported: Exported) -> str:
    """The report."""
    record, trace = exported.record, exported.trace
    return report_html(report_of(exported.data, record, trace, picture(exported), exported.checked))


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
    "Tables and everything": (
        Format("Edges, CSV", "edges.csv", "text/csv", edges),
        Format(
            "Adjacency matrix, CSV",
            "adjacency.csv",
            "text/csv",
            lambda e: adjacency_csv(e.names, e.graph),
        ),
        Format("All steps, JSON", "result.json", "application/json", document),
    ),
    _PROGRAMS: (
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
                columns[k % _COLUMNS].download_button(
                    entry.label,
                    partial(entry.make, exported),
                    file_name=f"{stem}_{entry.suffix}",
                    mime=entry.mime,
                    key=f"export-{entry.suffix}",
                    on_click="ignore",
                    width="stretch",
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
            help="The data are not on this machine."
            if missing
            else "Your statements about these data go along.",
        )


def file_stem(data_name: str) -> str:
    """A file name that every system accepts, from a data set's name."""
    base = re.sub(r"\.(csv|tsv|txt)$", "", data_name.strip(), flags=re.IGNORECASE)
    return re.sub(r"[^A-Za-z0-9]+", "_", base).strip("_")[:60].lower() or "graph"
