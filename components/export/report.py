"""The parts of a run's report."""

from __future__ import annotations

from datetime import UTC, datetime

from components.against_knowledge import against_knowledge_lines
from components.assumptions import ASSUMPTIONS, READING, false_edges_text
from components.data_source import LoadedData, prepared_remarks
from components.directions import colliders_sentence, enforced_on
from components.export.report_checks import Checked, check_rows, shares_table
from components.export.report_data import check_lines, data_rows, preparation_lines
from components.export.report_edges import edges_told, margin_lines, reading_lines
from components.export.report_method import code, method_lines, references, repeat_lines
from components.knowledge_marks import knowledge_legend, knowledge_lines, marks_of, n_settled
from components.learn.glossary import TERMS
from components.names import MEASURE_NAMES, networks_text
from components.sentences import marks_sentence, result_sentence, step_sentence
from components.text import tau_number, unbroken
from components.trace import Trace
from gesncd.export import Report
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.summary import early_end
from gesncd.search.words import score_text
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
_UNFINISHED = (
    "The search had not ended: edges may still be added, taken away or directed. An edge that is "
    "not there says nothing yet."
)
_MEEK = (
    " Rule 1: A → B — C becomes A → B → C where A and C are not joined. Rule 2: where A → B → C, "
    "A — C becomes A → C. Rules 3 and 4 draw the same conclusions from four variables."
)
WORDS = {word: TERMS[word] + (_MEEK if word == "Meek's rules" else "") for word in _EXPLAINED}
"""Words of a report's tables and steps."""


def report_of(
    data: LoadedData,
    record: RunRecord,
    trace: Trace,
    picture: str,
    checked: Checked = Checked(),
) -> Report:
    """The report of a run that is over.

    Parameters
    ----------
    data, record, trace
        The run, and its data.
    picture
        The graph as an SVG document.
    checked
        What the graph was checked against.
    """
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    unfinished = early_end(record.state, trace.n_steps)
    enforced = enforced_on(record)
    sentence = result_sentence(
        trace, graph, trace.n_steps, record.tau or 0.0, record.noise_floor, enforced=enforced
    )
    signs = [
        "→ directed edge",
        "— undirected edge: the data allow either direction",
        *knowledge_legend(graph, marks_of(record, trace, trace.n_steps)),
    ]
    return Report(
        title=f"Causal graph of {record.data_name}",
        # Of a search that found nothing yet there is no result to sum up.
        summary=sentence + "." if trace.n_steps or not unfinished else "",
        unfinished=unfinished,
        data=data_rows(record),
        settings=_settings(record),
        versions=dict(record.versions),
        checks=check_lines(record),
        remarks=_remarks(data, record, trace),
        picture=picture,
        caption="; ".join(signs) + ". A wider line is a higher score.",
        edges=edges_told(record, trace),
        steps=[
            " ".join(
                filter(None, (step_sentence(s, record.names), marks_sentence(s, record.names)))
            )
            for s in trace.steps
        ],
        assumptions=_assumptions(record, trace),
        words=WORDS,
        columns=reading_lines(record, trace),
        margins=margin_lines(record, trace),
        reading=(_UNFINISHED, *READING) if unfinished else READING,
        preparation=preparation_lines(record),
        method=method_lines(record),
        knowledge=knowledge_lines(record.settings.knowledge, record.names),
        references=references(record),
        repeat=repeat_lines(record),
        code=code(record),
        checked=check_rows(checked),
        shares=shares_table(checked, graph, record.names),
        shares_of=checked.replicates or "repeated searches",
    )


def _settings(record: RunRecord) -> dict[str, str]:
    settings = record.settings
    values = {"Measure": MEASURE_NAMES[settings.measure]}
    if settings.measure == "ncd":
        values["Networks"] = networks_text(settings)
    values["Threshold τ"] = _threshold(record)
    if settings.tau is not None:
        values["Noise floor"] = _noise_floor(record)
    values["Seed"] = str(settings.seed)
    values["Limits of the search"] = _limits(record)
    values["Run"] = record.id
    values["Started"] = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return values


def _threshold(record: RunRecord) -> str:
    if record.tau is None:
        return "unknown, as the run ended too early"
    if record.settings.tau is not None:
        return f"{tau_number(record.tau)}, chosen by hand"
    how = f"; {CALIBRATION}" if calibrates(record.settings) else ""
    return f"{tau_number(record.tau)}, automatic: the noise floor at {_level(record)}{how}"


def _noise_floor(record: RunRecord) -> str:
    if record.noise_floor is None:
        return "unknown: the measure cannot tell it with these settings"
    return f"{score_text(record.noise_floor)} at {_level(record)}"


def _level(record: RunRecord) -> str:
    return f"level {unbroken('α', f'{record.settings.alpha:g}')} a query"


def _limits(record: RunRecord) -> str:
    settings = record.settings
    caps = [
        f"{what} {value}"
        for what, value in (
            ("partners kept of each variable after a first pass:", settings.screen),
            ("variables in a conditioning set: at most", settings.max_conditioning),
            ("neighbours in the T of an Insert or the H of a Delete: at most", settings.max_subset),
        )
        if value is not None
    ]
    return "; ".join(caps) if caps else "none"


def _remarks(data: LoadedData, record: RunRecord, trace: Trace) -> list[str]:
    """What belongs to no other part: nothing that the preparation and the checks tell."""
    told = {*preparation_lines(record), *check_lines(record)}
    # Of what was prepared the record has each in full, where the page may name the first only.
    known = record.preparation
    notes = data.notes if known is None else prepared_remarks(known)
    remarks = [note for note in notes if note not in told]
    if trace.started is not None:
        remarks += trace.started.notes
    if trace.finished is not None:
        remarks += trace.finished.notes
    if record.message:
        remarks.append(record.message)
    return list(dict.fromkeys(remarks))


def _assumptions(record: RunRecord, trace: Trace) -> list[str]:
    # A level says nothing about a threshold that was chosen by hand.
    automatic = record.settings.tau is None
    queries = trace.finished.n_queries if automatic and trace.finished is not None else None
    lines = [
        *against_knowledge_lines(record, trace),
        *(f"{title}: {text}" for title, text in ASSUMPTIONS),
        false_edges_text(
            record.n_variables,
            record.settings.alpha,
            queries,
            n_settled=n_settled(record.settings.knowledge, tuple(record.names)),
            by_hand=not automatic,
        ),
        colliders_sentence(
            trace, trace.n_steps, record.names, enforced=enforced_on(record), clickable=False
        ),
    ]
    return list(filter(None, lines))
