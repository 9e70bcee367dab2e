"""What a report tells of the method: what was done, what to cite, and how to do it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from components.learn.questions import OF_MEASURES, OTHERS, REFERENCE
from components.names import MEASURE_NAMES
from gesncd.cli.as_command import KNOWLEDGE_FILE, discover_command
from gesncd.data import Plan, ReadOptions
from gesncd.knowledge import Knowledge, to_dict
from gesncd.runs.store.records import RunRecord
from gesncd.settings.calibration import judged_in_sample

SEARCH: Final = (
    "The graph was found by reframed greedy equivalence search (Shen et al. 2022). A forward phase "
    "adds edges one at a time: of all valid ones, that with the highest score, as long as it "
    "exceeds τ. A backward phase takes edges away: that with the lowest score, as long as it is at "
    "most τ. A score is an estimate of how dependent two variables are given what would act on the "
    "second of them. Steps lead from class to class of graphs that the data cannot tell apart "
    "(Chickering 2002), and the result is such a class, a CPDAG; arrows follow from colliders "
    "(Meek 1995)."
)
_KNOWN: Final = (
    "The search kept to background knowledge at every step. Of edges that the class leaves open, "
    "those whose direction follows from knowledge have it. What knowledge states is no finding of "
    "the data."
)
_MEASURES: Final = {
    "ncd": "Scores are NCD, neural conditional dependence (Shen et al. 2022): the largest squared "
    "correlation of functions of the two variables that networks find, after what the conditioning "
    "set predicts was taken away.",
    "rcd": "Scores are RCD, rank conditional dependence (Azadkia and Chatterjee 2021), estimated "
    "from ranks and nearest neighbours without networks.",
    "partial-correlation": "Scores are squared partial correlations: what linear regression on the "
    "conditioning set leaves of the two variables. They see linear dependence only.",
}
_CROSS_FITTED: Final = (
    "Unlike the published measure, this one is cross-fitted: each half of the rows is judged by "
    "what was learned on the other, so that the noise of a score is known."
)
_IN_SAMPLE: Final = "Networks are judged on the rows they were trained on."


def method_lines(record: RunRecord) -> list[str]:
    """The method in a few sentences, each a paragraph."""
    settings = record.settings
    # A measure that was added later has a name, and no text here.
    measure = _MEASURES.get(
        settings.measure, f"Scores are those of the measure {MEASURE_NAMES[settings.measure]}."
    )
    if settings.measure == "ncd":
        measure += f" {_IN_SAMPLE if judged_in_sample(settings) else _CROSS_FITTED}"
    return [SEARCH, measure] + ([] if settings.knowledge.is_empty else [_KNOWN])


def references(record: RunRecord) -> list[str]:
    """What to cite."""
    own = OF_MEASURES.get(record.settings.measure)
    # They are written for Markdown.
    return [text.replace("*", "") for text in (REFERENCE, *OTHERS, *([own] if own else []))]


def repeat_lines(record: RunRecord) -> list[str]:
    """What to do, beside the command, to get the same result."""
    version = record.versions.get("gesncd", "")
    lines = [
        f"Take gesncd {version} and the versions of the libraries below. On the CPU the same data, "
        "settings and seed give the same graph."
        if record.settings.device == "cpu"
        else f"Take gesncd {version} and the versions of the libraries below. Networks were "
        "trained on a GPU; another kind of GPU may round scores otherwise."
    ]
    if record.preparation is None:
        lines.append("How the file was read was not kept. The command below reads it as it is.")
    elif not is_plain(record):
        lines.append(
            "The file was read or mended as told above. To be sure of the same data, export the "
            "run's capsule with data, open it on the page Runs, choose Duplicate with changes, and "
            "press Run: data and settings are those of this run. The command line takes a table "
            "as it is, or with --mend the mends that the page Data proposes, and no others."
        )
        return lines
    if not record.settings.knowledge.is_empty:
        lines.append(f"Write the background knowledge below into {KNOWLEDGE_FILE}.")
    return lines


def code(record: RunRecord) -> dict[str, str]:
    """The command, where one repeats the run, and all that was known, as a file."""
    known, settings = record.preparation or {}, record.settings
    name = str((known.get("source") or {}).get("name") or record.data_name)
    blocks = {}
    if record.preparation is None or is_plain(record):
        blocks["Command"] = discover_command(settings, name)
    if not settings.knowledge.is_empty:
        # Elsewhere a long list is cut.
        blocks[f"Background knowledge in full, {KNOWLEDGE_FILE}"] = _compact(settings.knowledge)
    return blocks


def _compact(knowledge: Knowledge) -> str:
    """Knowledge as JSON, one statement on a line."""
    kinds = []
    for kind, statements in to_dict(knowledge).items():
        lines = ",\n".join(f"    {json.dumps(each, ensure_ascii=False)}" for each in statements)
        if statements:
            kinds.append(f"  {json.dumps(kind)}: [\n{lines}\n  ]")
    return "{\n" + ",\n".join(kinds) + "\n}"


def is_plain(record: RunRecord) -> bool:
    """Whether the command line reads the file as it was read for the run, as far as is known."""
    known: Mapping[str, Any] | None = record.preparation
    if known is None:
        return False
    source, columns = known.get("source") or {}, known.get("columns") or ()
    if len(source.get("files") or ()) > 1:
        return False
    if known.get("reading") not in (None, ReadOptions().to_dict()):
        return False
    strict = Plan.strict([str(column.get("name")) for column in columns])
    return bool(known.get("plan") == strict.to_dict())
