"""Below the graph: the edges as a table, downloads, and what the result rests on."""

from __future__ import annotations

import re

import streamlit as st

from components.data_source import LoadedData
from components.edge_table import edge_frame
from components.graph_html import graph_page
from components.runs_table import threshold_text
from components.scene import node_positions
from components.sentences import result_sentence
from components.settings_panel import MEASURE_NAMES
from components.store import run_store
from components.text import count, number
from components.trace import Trace
from gesncd.export import edges_csv, result_document, result_text
from gesncd.runs.records import RunRecord


def show_edges(record: RunRecord, trace: Trace) -> None:
    """The table of the newest graph's edges."""
    if trace.started is None:
        return
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    st.subheader("Edges", anchor=False)
    if graph.n_edges == 0:
        st.caption("No edges yet." if record.state.is_live else "The graph has no edges.")
        return
    frame = edge_frame(trace, graph, trace.n_steps, record.names, record.noise_floor)
    st.dataframe(
        frame,
        hide_index=True,
        key="edges",
        height="auto" if len(frame) <= 12 else 460,
        column_config={
            "Edge": st.column_config.TextColumn(
                width=60, help="→ directed; — undirected: the data allow either direction"
            ),
            "Score": st.column_config.NumberColumn(
                format="%.3g", help="Dependence given the conditioning set when it was added"
            ),
            "× noise floor": st.column_config.NumberColumn(
                format="%.1f", help="Score divided by what noise reaches at level α"
            ),
            "Step": st.column_config.NumberColumn(help="Step that added the edge"),
        },
    )


def show_downloads(data: LoadedData, record: RunRecord, trace: Trace) -> None:
    """Buttons for the edge list, the result document and the stand-alone page."""
    st.subheader("Download", anchor=False)
    stem = file_stem(record.data_name)
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    st.download_button(
        "Edges as CSV",
        edges_csv(record.names, graph),
        file_name=f"{stem}_edges.csv",
        mime="text/csv",
        on_click="ignore",
        width="stretch",
        icon=":material/download:",
    )
    st.download_button(
        "Result with every step as JSON",
        lambda: json_result(record),
        file_name=f"{stem}_result.json",
        mime="application/json",
        on_click="ignore",
        width="stretch",
        icon=":material/download:",
    )
    st.download_button(
        "Interactive graph as HTML",
        lambda: html_result(data, record, trace),
        file_name=f"{stem}_graph.html",
        mime="text/html",
        on_click="ignore",
        width="stretch",
        icon=":material/download:",
    )


def file_stem(data_name: str) -> str:
    """A file name that every system accepts, from a data set's name."""
    base = re.sub(r"\.(csv|tsv|txt)$", "", data_name.strip(), flags=re.IGNORECASE)
    return re.sub(r"[^A-Za-z0-9]+", "_", base).strip("_")[:60].lower() or "graph"


def json_result(record: RunRecord) -> str:
    """The result document of a run."""
    document = result_document(
        record.names,
        run_store().events(record.id),
        settings=record.settings.to_dict(),
        noise_floor=record.noise_floor,
        data_sha256=record.source_sha256,
        dataset_sha256=record.dataset_sha256,
        versions=record.versions,
    )
    return result_text(document)


def html_result(data: LoadedData, record: RunRecord, trace: Trace) -> str:
    """The stand-alone page of a run's graph."""
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    tau = record.tau if record.tau is not None else 0.0
    sentence = result_sentence(trace, graph, trace.n_steps, tau, record.noise_floor)
    measure = MEASURE_NAMES[record.settings.measure]
    return graph_page(
        record.names,
        graph,
        node_positions(data.dataset),
        title=f"Causal graph of {record.data_name}",
        caption=f"{measure}, {threshold_text(record)}, seed {record.settings.seed}. {sentence}.",
        scores={pair: origin.score for pair, origin in trace.origins(trace.n_steps).items()},
    )


def show_reading_guide(n_variables: int, alpha: float) -> None:
    """What the graph means, and what it takes for granted."""
    pairs = n_variables * (n_variables - 1) // 2
    expected = number(alpha * pairs)
    with st.expander("What this assumes, and how to read it"):
        st.markdown(
            f"""
**An arrow** A → B says that changing A changes B, not the other way round. **A plain line**
A — B says that the two depend on each other directly, and that the data allow either
direction: graphs with the line turned either way explain them equally well. **No edge** says
that some set of other variables explains the pair's dependence away, as far as the measure sees.

The search takes for granted that
- **no hidden common cause** acts on two of the variables; one shows as a false edge or arrow;
- **rows are independent** draws: time series, repeated subjects and batches break this;
- **no loops**: nothing causes itself through others;
- **faithfulness**: effects along two paths do not cancel exactly.

**τ** is the score above which a pair counts as dependent. The automatic τ is the score that an
independent pair exceeds with probability α = {alpha:g}. Over the {count(pairs, "pair")} of
{count(n_variables, "variable")}, asked once each, that is about {expected} false edges; a
search asks more often, so take this as the least. **S_g**, the global score, is the dependence
that the graph leaves unexplained: near 0 when the data agree with the graph.

**Score** in the table is the dependence at the step that added the edge, given that step's
conditioning set. A small multiple of the noise floor is a weak edge.
"""
        )
