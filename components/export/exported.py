"""What an export is made from, and the files that tell of a whole run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from components.data_source import LoadedData, MissingData
from components.directions import enforced_on, kept_apart
from components.export.edge_table import sorted_edges
from components.export.graph_html import graph_page
from components.export.report import report_of
from components.export.report_checks import Checked
from components.graph_view.build import edge_widths
from components.knowledge_marks import marks_of
from components.labels import node_labels, shown_label
from components.layout import box_sizes
from components.names import run_texts
from components.replay.standalone import Replayed, standalone_page
from components.sentences import result_sentence
from components.store import run_store
from components.text import graph_sentence
from components.trace import Trace
from gesncd.export import (
    EdgeStory,
    PictureStyle,
    edges_csv,
    graph_svg,
    report_html,
    result_document,
    result_text,
)
from gesncd.export.data_table import data_csv
from gesncd.graphs import PDAG
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.summary import early_end, knowledge_where_stopped

NO_DATA: Final = "The data are not on this machine."


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
            widths=edge_widths(graph, exported.scores, record.tau),
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
        enforced=enforced_on(record),
    )
    # Of a search that found nothing yet there is no result to sum up.
    found = f" {sentence}." if trace.n_steps or not exported.unfinished else ""
    return graph_page(
        record.names,
        graph,
        exported.positions,
        title=f"Causal graph of {record.data_name}",
        caption=f"{', '.join(run_texts(record))}.{found}",
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
            ", ".join(run_texts(record))
            + (f". {exported.unfinished}" if exported.unfinished else ""),
            tuple(record.names),
            exported.trace,
            record.tau or 0.0,
            exported.positions,
            knowledge=enforced_on(record),
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
            enforced=enforced_on(exported.record),
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


def prepared_data(exported: Exported) -> str:
    """The table that was searched.

    Raises
    ------
    ValueError
        If its values are not here.
    """
    dataset = exported.data.dataset
    if isinstance(dataset, MissingData):
        raise ValueError(NO_DATA)
    return data_csv(dataset, exported.record.preparation)
