import csv
import html
import io
import json
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import numpy as np
import pytest

from components.data_source import LoadedData, MissingData
from components.export import exported as export_files
from components.export.exported import Exported, document, edges, page, picture, replay, report
from components.export.menu import MENU
from components.layout import circle
from components.trace import Trace
from gesncd.data import Missing, prepare, profile_table, propose_plan, read_table
from gesncd.data.dataset import Dataset
from gesncd.knowledge import Knowledge
from gesncd.runs.store.records import RunState
from gesncd.settings.run_settings import RunSettings

HOSTILE = ("<img src=x onerror=alert(1)>", "</script><script>", 'c,"d"', "=e", "![f](http://g)")


@dataclass(frozen=True)
class Record:
    names: tuple[str, ...]
    settings: RunSettings
    id: str = "r"
    state: RunState = RunState.FINISHED
    message: str = ""
    tau: float = 0.5
    noise_floor: float = 0.25
    data_name: str = "<b>data</b>.csv"
    dataset_sha256: str = "d" * 64
    source_sha256: str | None = None
    n_rows: int = 30
    created: float = 0.0
    versions: dict[str, str] = field(default_factory=lambda: {"gesncd": "1"})
    preparation: dict[str, object] | None = None

    @property
    def n_variables(self):
        return len(self.names)


def exported(trace, names, knowledge=Knowledge()):
    dataset = Dataset.from_array(np.random.default_rng(0).normal(size=(30, 5)), names)
    record = Record(names, RunSettings(measure="rcd", knowledge=knowledge))
    return Exported(LoadedData("data", dataset, ("A remark.",)), record, trace, circle(names))


@pytest.fixture
def kept_events(trace, monkeypatch):
    class Store:
        def events(self, run_id):
            return list(trace.events)

    monkeypatch.setattr(export_files, "run_store", Store)


@pytest.mark.parametrize(
    "entry", [e for group in MENU.values() for e in group], ids=lambda e: e.label
)
@pytest.mark.usefixtures("kept_events")
def test_every_entry_makes_a_file_from_hostile_names(entry, trace):
    text = entry.make(exported(trace, HOSTILE))
    assert text.encode("utf-8")
    if entry.mime in ("text/html", "image/svg+xml"):
        assert "<img src=x" not in text
        assert "</script><script>" not in text
    if entry.mime == "application/json":
        assert json.loads(text)["variables"] == list(HOSTILE)


@pytest.mark.parametrize("n_steps", [0, 2])
def test_every_entry_in_words_says_that_the_search_was_stopped(trace, names, n_steps, monkeypatch):
    upto = Trace.of(trace.events_until(n_steps))
    monkeypatch.setattr(
        export_files, "run_store", lambda: SimpleNamespace(events=lambda run_id: list(upto.events))
    )
    whole = exported(upto, names)
    stopped = replace(whole, record=replace(whole.record, state=RunState.STOPPED))
    when = "after step 2: this is" if n_steps else "before its first step: nothing was found yet"
    for make in (report, picture, page, replay, document):
        assert f"The search was stopped {when}" in make(stopped), make
        assert make is document or "was stopped" not in make(exported(trace, names)), make
    assert n_steps or "0 edges." not in page(stopped)


def test_labels_and_file_names_are_unlike():
    entries = [entry for group in MENU.values() for entry in group]
    assert len({entry.label for entry in entries}) == len(entries) == 16
    assert len({entry.suffix for entry in entries}) == len(entries)


def test_the_picture_has_a_lock_where_knowledge_requires_an_edge(known_trace, names):
    knowledge = Knowledge(required=(("PKA", "Erk"),))
    root = ET.fromstring(picture(exported(known_trace, names, knowledge)))
    assert len(root.findall("{http://www.w3.org/2000/svg}circle")) == 1
    heads = root.findall("{http://www.w3.org/2000/svg}polygon")
    assert len(heads) == sum(e.directed for e in known_trace.finished.graph.edges()) == 4


def test_the_report_tells_the_whole_run(known_trace, names):
    knowledge = Knowledge(required=(("PKA", "Erk"),))
    text = report(exported(known_trace, names, knowledge))
    for part in (
        "&lt;b&gt;data&lt;/b&gt;.csv",
        "4 edges, 4 of them directed (2 by knowledge, 2 follow from it)",
        "1 required edge: PKA → Erk.",
        "A remark.",
        "background knowledge",
        "No hidden common cause",
        "false edges",
        "gesncd",
        "<svg",
    ):
        assert part in text
    assert text.count("<li>Join ") == sum(s.phase.value == "forward" for s in known_trace.steps)


def test_the_report_tells_how_the_file_became_the_data(trace, names):
    header = ",".join([*names, "note"])
    rows = "\n".join(
        f"{3 * k % 17},{k * k % 7},{k % 5},{3 * k % 11},{k % 13},text {k}" for k in range(40)
    )
    content = f"A study\n{header}\n{rows}\n,1,1,1,1,x\n".encode()
    table = read_table(content, name="table.csv")
    plan = propose_plan(profile_table(table))
    prepared = prepare(table, replace(plan, missing=Missing.DROP))
    base = exported(trace, names)
    record = replace(base.record, preparation=prepared.record, n_rows=40)
    text = report(replace(base, record=record))
    assert "How the file became the data" in text
    assert "5 variables, 40 rows of 41 in the file" in text
    assert "Read with delimiter &#x27;,&#x27;, decimal sign &#x27;.&#x27;, encoding" in text
    assert "1 row with missing values left out." not in text, "a finding says it, with more"
    assert "1 row of 41 with missing values dropped" in text
    assert "Left out: &#x27;note&#x27; (identifier)." in text
    assert "Columns left out" not in text
    assert "Line 1 is no header and was skipped: &#x27;A study&#x27;." in text
    for finding in prepared.record["findings"]:
        assert text.count(html.escape(finding["message"])) == 1
    # What a page tells beside the data is in the checks already.
    noted = replace(base.data, notes=("A remark.", prepared.record["findings"][0]["message"]))
    assert report(replace(base, data=noted, record=record)) == text
    assert "How the file became the data" not in report(base)


def test_pictures_use_the_places_on_the_page(trace, names):
    base = exported(trace, names)
    moved = Exported(base.data, base.record, base.trace, base.positions + [[500, 0]] * 5)
    assert page(base) != page(moved)
    assert f'"x": {float(moved.positions[0, 0])}' in page(moved)


def test_the_edges_come_with_what_the_search_tells_of_them(trace, names):
    rows = list(csv.DictReader(io.StringIO(edges(exported(trace, names)))))
    assert len(rows) == trace.finished.cpdag.n_edges
    (row,) = [row for row in rows if (row["source"], row["target"]) == ("PKA", "Erk")]
    assert row["directed"] == "true"
    assert row["reason"] == "collider PKA → Erk ← Mek"
    assert float(row["times_noise_floor"]) == pytest.approx(float(row["score"]) / 0.25)
    assert int(row["step"]) >= 1


def test_the_report_explains_its_words(trace, names):
    text = report(exported(trace, names))
    words = text[text.index("<h2>Words</h2>") :]
    for word in (
        "Collider, v-structure",
        "Meek&#x27;s rules",
        "Global score, S_g",
        "Rule 1: A → B",
    ):
        assert word in words


def test_the_searched_table_is_on_offer_where_its_numbers_are(trace, names):
    (entry,) = [each for group in MENU.values() for each in group if each.needs_data]
    made = exported(trace, names)
    header, first, *rows = csv.reader(io.StringIO(entry.make(made)))
    assert header == list(names)
    assert [float(cell) for cell in first] == made.data.dataset.values[0].tolist()
    assert len(rows) == 29
    gone = MissingData("d" * 64, tuple(names), 30)
    with pytest.raises(ValueError, match="not on this machine"):
        entry.make(replace(made, data=LoadedData("data", gone)))
