"""The parts of a run's report."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from components.assumptions import ASSUMPTIONS, READING, false_edges_text
from components.data_source import LoadedData
from components.export.edge_table import edge_frame
from components.knowledge_marks import knowledge_lines
from components.learn.glossary import TERMS
from components.names import MEASURE_NAMES, networks_text, threshold_text
from components.sentences import marks_sentence, result_sentence, step_sentence
from components.text import count, number
from components.trace import Trace
from gesncd.data.checks.meaning import MOST_NAMED
from gesncd.export import Report, Table
from gesncd.runs.store.records import RunRecord, RunState
from gesncd.settings.calibration import CALIBRATION, calibrates

_EXPLAINED = (
    "Global score, S_g",
    "τ, tau",
    "Noise floor",
    "Conditional dependence",
    "Conditioning set",
    "Forward phase, FES",
    "Backward phase, BES",
    "Runner-up",
    "Collider, v-structure",
    "Meek's rules",
    "Background knowledge",
)
_MEEK = (
    " Rule 1: A → B — C becomes A → B → C where A and C are not joined. Rule 2: where A → B → C, "
    "A — C becomes A → C. Rules 3 and 4 draw the same conclusions from four variables."
)
WORDS = {word: TERMS[word] + (_MEEK if word == "Meek's rules" else "") for word in _EXPLAINED}
"""Words of a report's tables and steps."""


def report_of(data: LoadedData, record: RunRecord, trace: Trace, picture: str) -> Report:
    """The report of a run that is over.

    Parameters
    ----------
    picture
        The graph as an SVG document.
    """
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    sentence = result_sentence(trace, graph, trace.n_steps, record.tau or 0.0, record.noise_floor)
    caption = "→ directed edge; — undirected edge: the data allow either direction. "
    return Report(
        title=f"Causal graph of {record.data_name}",
        summary=sentence + ".",
        data=_data(record),
        settings=_settings(record),
        versions=dict(record.versions),
        checks=_checks(record),
        remarks=_remarks(data, record, trace),
        picture=picture,
        caption=caption + "A wider line is a higher score.",
        edges=_edges(record, trace),
        steps=[
            " ".join(
                filter(None, (step_sentence(s, record.names), marks_sentence(s, record.names)))
            )
            for s in trace.steps
        ],
        assumptions=_assumptions(record, trace),
        words=WORDS,
    )


def _data(record: RunRecord) -> dict[str, str]:
    return {
        "Name": record.data_name,
        "Size": f"{count(record.n_variables, 'variable')}, {count(record.n_rows, 'row')}",
        "Variables": ", ".join(record.names),
        "SHA-256 of the file": record.source_sha256 or "not read from a file",
        "SHA-256 of values and names": record.dataset_sha256,
    }


def _noise_floor(record: RunRecord) -> str:
    if record.noise_floor is None:
        return "unknown"
    how = f" ({CALIBRATION})" if calibrates(record.settings) else ""
    return number(record.noise_floor) + how


def _settings(record: RunRecord) -> dict[str, str]:
    settings = record.settings
    values = {
        "Measure": MEASURE_NAMES[settings.measure],
        "Threshold": threshold_text(record),
        "Noise floor": _noise_floor(record),
        "Level α": f"{settings.alpha:g}",
    }
    if settings.measure == "ncd":
        values["Networks"] = networks_text(settings)
    values["Seed"] = str(settings.seed)
    values["Largest conditioning set"] = _cap(settings.max_conditioning)
    values["Largest T or H"] = _cap(settings.max_subset)
    values["Candidate partners"] = "all" if settings.screen is None else str(settings.screen)
    known = knowledge_lines(settings.knowledge, record.names)
    values["Background knowledge"] = " ".join(known) if known else "none"
    values["Run"] = record.id
    values["Started"] = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return values


def _checks(record: RunRecord) -> list[str]:
    """How the file became the data: reading, mends, and what the checks found."""
    known = record.preparation
    if known is None:
        return []
    texts = [str(known.get("sentence", ""))]
    source, rows = known.get("source") or {}, known.get("rows") or {}
    texts.append(_reading(source))
    for key, what in _ROWS_LEFT_OUT.items():
        if rows.get(key):
            texts.append(f"{count(int(rows[key]), 'row')} {what}.")
    if rows.get("sampled_from"):
        texts.append(f"The rows are a sample of {int(rows['sampled_from']):,}.")
    ignored = [str(c["name"]) for c in known.get("columns", ()) if c.get("role") == "ignore"]
    findings = known.get("findings", ())
    told = {name for f in findings if f.get("code") == "ignored" for name in f.get("columns", ())}
    # The finding gives the reasons, but of the first columns only.
    if not told.issuperset(ignored) or len(ignored) > MOST_NAMED:
        texts.append(f"Columns left out: {', '.join(ignored)}.")
    texts += [str(finding.get("message", "")) for finding in findings]
    return list(dict.fromkeys(filter(None, texts)))


_ROWS_LEFT_OUT = {
    "dropped_missing": "with missing values left out",
    "dropped_duplicates": "that repeat others left out",
}


def _reading(source: Mapping[str, Any]) -> str:
    parts = [
        f"{label} {source[key]!r}"
        for key, label in (("delimiter", "delimiter"), ("decimal", "decimal sign"))
        if source.get(key)
    ]
    if source.get("encoding"):
        parts.append(f"encoding {source['encoding']}")
    return f"Read with {', '.join(parts)}." if parts else ""


def _cap(value: int | None) -> str:
    return "no limit" if value is None else str(value)


def _remarks(data: LoadedData, record: RunRecord, trace: Trace) -> list[str]:
    remarks = list(data.notes)
    if trace.started is not None:
        remarks += trace.started.notes
    if trace.finished is not None:
        remarks += trace.finished.notes
    if record.state is not RunState.FINISHED:
        remarks.append("The search ended before its time; the graph may lack steps.")
    if record.message:
        remarks.append(record.message)
    return remarks


def _edges(record: RunRecord, trace: Trace) -> Table:
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    frame = edge_frame(trace, graph, trace.n_steps, record.names, record.noise_floor)
    rows = [
        [
            row["Source"],
            row["Edge"],
            row["Target"],
            _shown(row["Score"]),
            _shown(row["× noise floor"]),
            "–" if row["Step"] != row["Step"] or row["Step"] is None else str(int(row["Step"])),
            row["Direction"],
        ]
        for row in frame.astype(object).where(frame.notna(), None).to_dict("records")
    ]
    return Table([*frame.columns], rows, frozenset({3, 4, 5}))


def _shown(value: float | None) -> str:
    return "–" if value is None else number(float(value))


def _assumptions(record: RunRecord, trace: Trace) -> list[str]:
    # A level says nothing about a threshold that was chosen by hand.
    automatic = record.settings.tau is None
    queries = trace.finished.n_queries if automatic and trace.finished is not None else None
    return [
        *READING,
        *(f"{title}: {text}" for title, text in ASSUMPTIONS),
        false_edges_text(record.n_variables, record.settings.alpha, queries, by_hand=not automatic),
    ]
