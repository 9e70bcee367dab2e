"""What a reader of a report asks: how close, by which method, and how to do it again."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from components.data_source import LoadedData
from components.discover.checks import stability_text
from components.export.report import report_of
from components.export.report_checks import Checked, shares_table
from components.export.report_data import check_lines, data_rows, preparation_lines
from components.export.report_edges import edges_told, margin_lines, reading_lines
from components.export.report_method import code, is_plain, method_lines, references, repeat_lines
from components.names import MEASURE_NAMES
from components.trace import Trace
from gesncd.analysis import ReplicateResult, Resampling, edge_stability
from gesncd.data import Missing, Plan, ReadOptions, prepare, profile_table, propose_plan, read_table
from gesncd.data.checks.meaning import MOST_NAMED
from gesncd.export import report_html
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge, from_dict
from gesncd.runs.store.records import RunState
from gesncd.search.events import Candidate, Finished, HeldPair, Phase, Started
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings


def record_of(names, settings=RunSettings(measure="rcd"), preparation=None, **changes):
    values = {
        "id": "r",
        "state": RunState.FINISHED,
        "message": "",
        "tau": 0.5,
        "noise_floor": 0.5,
        "data_name": "Study",
        "dataset_sha256": "d" * 64,
        "source_sha256": None,
        "n_rows": 40,
        "created": 0.0,
        "versions": {"gesncd": "1.2", "python": "3"},
    }
    known = {"names": names, "n_variables": len(names), "settings": settings}
    return SimpleNamespace(**values | known | {"preparation": preparation} | changes)


def prepared(names, plan=None, rows=40, extra=""):
    lines = [f"{3 * k % 17},{k * k % 7},{k % 5},{3 * k % 11},{k % 13}" for k in range(rows)]
    table = read_table("\n".join([",".join(names), *lines, extra]).encode(), name="my table.csv")
    chosen = Plan.strict(table.names) if plan is None else plan(table)
    return prepare(table, chosen).record


def dropping(table):
    return replace(propose_plan(profile_table(table)), missing=Missing.DROP)


def test_the_threshold_is_said_once_and_the_score_beside_it(trace, names):
    record = record_of(names)
    assert edges_told(record, trace).header[3:6] == ["Score", "× τ", "Step"]
    by_hand = record_of(names, RunSettings(measure="rcd", tau=0.4), tau=0.4)
    table = edges_told(by_hand, trace)
    assert table.header[3:7] == ["Score", "× τ", "× noise floor", "Step"]
    assert table.numeric == {3, 4, 5, 6}
    assert all(row[3:6] == ["1", "2.5", "2"] for row in table.rows)
    data = LoadedData("data", None)
    settings = [report_of(data, each, trace, "").settings for each in (record, by_hand)]
    assert (
        settings[0]["Threshold τ"]
        == "0.5, automatic: the noise floor at level α\u00a00.001 a query"
    )
    assert "Noise floor" not in settings[0]
    assert settings[1]["Threshold τ"] == "0.4, chosen by hand"
    assert settings[1]["Noise floor"] == "0.5 at level α\u00a00.001 a query"
    assert settings[0]["Limits of the search"] == "none"


def test_each_arrow_has_what_its_direction_rests_on(trace, names):
    table = edges_told(record_of(names), trace)
    assert table.header[-2:] == ["Direction", "Direction rests on"]
    told = {(row[0], row[2]): row[-1] for row in table.rows}
    # The oracle scores 1 where there is something, else 0; τ is one half.
    rest = "Mek → Erk ← PKA; weakest edge 2 × τ; nearest miss under 0.01 × τ"
    assert told["Mek", "Erk"] == told["PKA", "Erk"] == told["Erk", "Akt"] == rest
    assert told["Raf", "Mek"] == "–", "it has no direction"
    (line,) = [text for text in reading_lines(record_of(names), trace) if "rests on" in text]
    assert line.startswith("Direction rests on: an arrow has no score of its own.")


def test_a_direction_from_knowledge_does_not_hide_what_the_data_gave(known_trace, names):
    knowledge = Knowledge(forbidden=(("Mek", "Raf"),), required=(("PKA", "Erk"),))
    record = record_of(names, RunSettings(knowledge=knowledge))
    told = {(row[0], row[2]): row[-1] for row in edges_told(record, known_trace).rows}
    assert told["Raf", "Mek"] == told["PKA", "Erk"] == "background knowledge"
    # PKA → Erk was not scored, as knowledge has the two joined.
    assert told["Erk", "Akt"] == (
        "Mek → Erk ← PKA; weakest edge 2 × τ; nearest miss under 0.01 × τ; knowledge would direct "
        "it, too"
    )


def test_without_arrows_the_table_has_no_such_column(names):
    edges = [(0, 1), (1, 2)]
    graph = PDAG.from_edges(5, undirected=edges)
    nothing = [Started(5, 0.5, "key", PDAG.empty(5)), Finished(graph, graph, 0, 3)]
    table = edges_told(record_of(names), Trace.of(nothing))
    assert table.header[-1] == "Direction"
    assert not any(
        "rests on" in line for line in reading_lines(record_of(names), Trace.of(nothing))
    )


def test_a_report_says_what_was_checked_and_what_was_not(trace, names):
    data = LoadedData("data", None)
    bare = report_of(data, record_of(names), trace, "")
    assert list(bare.checked) == ["Stability", "Independences", "Statements", "Truth"]
    assert all(text.startswith("not done: ") for text in bare.checked.values())
    assert bare.shares is None
    graph = trace.finished.graph
    turned = PDAG.from_edges(5, directed=[(2, 4), (1, 2)], undirected=[(0, 1)])
    stability = edge_stability(
        5, [ReplicateResult(g, 0.5, 20) for g in (graph, graph, graph, turned)]
    )
    text = stability_text(stability, graph, Resampling.HALVES, names)
    assert text == (
        "4 of 4 edges are found again in at least 75 % of 4 halves of the rows, and 3 of 3 arrows "
        "with the same direction."
    )
    checked = Checked(
        {"Stability": text, "Independences": None, "Statements": None, "Truth": None},
        stability,
        "4 halves of the rows",
    )
    full = report_of(data, record_of(names), trace, "", checked)
    assert full.checked["Stability"] == text
    assert (bare.shares_of, full.shares_of) == ("repeated searches", "4 halves of the rows")
    assert full.checked["Truth"] == "not done: no true graph of these data is at hand."
    rows = {(row[0], row[1], row[2]): row[3:] for row in full.shares.rows}
    assert rows["PKA", "→", "Erk"] == ["1.00", "0.75", "0.25", "0.00", "0.00"]
    assert rows["Erk", "→", "Akt"] == ["0.75", "0.75", "0.00", "0.00", "0.25"]
    assert full.shares.rows[-1][2] == "Akt", "the most stable come first"
    assert "set beforehand" not in full.shares.header
    known = Constraints.of(Knowledge(required=(("PKA", "Erk"),)), names)
    told = shares_table(Checked(stability=replace(stability, known=known)), graph, names)
    ends = {(row[0], row[2]): row[-1] for row in told.rows}
    assert told.header[-1] == "set beforehand"
    assert (ends["PKA", "Erk"], ends["Erk", "Akt"]) == ("edge and direction", "")


def test_what_the_data_speak_against_is_in_the_report(trace, names):
    end = replace(trace.finished, held=(HeldPair(0, 1, False, 0.9, (), 1),), score_if_joined=0.0)
    settings = RunSettings(measure="rcd", knowledge=Knowledge(not_adjacent=(("Raf", "Mek"),)))
    told = replace(trace, finished=end)
    lines = report_of(LoadedData("d", None), record_of(names, settings), told, "").assumptions
    assert "that Mek and Raf must not be adjacent: the two depend" in lines[0]


def test_a_report_of_a_search_without_an_end_says_so_first(trace, names):
    data, stopped = LoadedData("data", None), record_of(names, state=RunState.STOPPED)
    bare = report_html(report_of(data, stopped, Trace.of(trace.events[:1]), "<svg/>"))
    lead = bare[bare.index("</h1>") :].lstrip("</h1>\n")
    assert lead.startswith(
        'p class="lead"><strong>The search was stopped before its first step: nothing was found '
        "yet, which is no result.</strong>"
    )
    assert "No edges." not in bare
    assert "0 edges" not in bare
    assert bare.count("None yet.") == 2
    assert "The search had not ended" in bare
    upto = Trace.of(trace.events_until(2))
    for state, how in (
        (RunState.STOPPED, "was stopped"),
        (RunState.FAILED, "failed"),
        (RunState.INTERRUPTED, "was interrupted"),
        (RunState.RUNNING, "is still going on,"),
    ):
        told = report_of(data, record_of(names, state=state), upto, "")
        assert told.unfinished == (
            f"The search {how} after step 2: this is what was found until then, and no final "
            "result."
        )
        assert told.summary.startswith("2 edges")
    over = report_of(data, record_of(names), trace, "")
    assert over.unfinished == ""
    assert "had not ended" not in report_html(over)


def test_limits_are_named(trace, names):
    settings = RunSettings(measure="rcd", screen=4, max_conditioning=2, max_subset=1)
    told = report_of(LoadedData("x", None), record_of(names, settings), trace, "").settings
    assert told["Limits of the search"] == (
        "partners kept of each variable after a first pass: 4; variables in a conditioning set: "
        "at most 2; neighbours in the T of an Insert or the H of a Delete: at most 1"
    )


def test_an_edge_that_knowledge_requires_says_so(known_trace, names):
    knowledge = Knowledge(forbidden=(("Mek", "Raf"),), required=(("PKA", "Erk"),))
    table = edges_told(record_of(names, RunSettings(knowledge=knowledge)), known_trace)
    (row,) = [row for row in table.rows if row[:3] == ["PKA", "→", "Erk"]]
    assert row[3:6] == ["–", "–", "–"]
    assert row[6].startswith("required by knowledge")
    joined = Knowledge(adjacent=(("Erk", "PKA"),))
    table = edges_told(record_of(names, RunSettings(knowledge=joined)), known_trace)
    (row,) = [row for row in table.rows if row[:3] == ["PKA", "→", "Erk"]]
    assert row[6].startswith("joined by knowledge")


def test_close_decisions_are_those_at_the_end_of_each_phase(trace, names):
    forward, backward = trace.phase_ends
    assert (forward.phase, backward.phase) == (Phase.FORWARD, Phase.BACKWARD)
    # The oracle's scores are 0 and 1: give the first ones others.
    steps = {step.phase: step.operator for step in reversed(trace.steps)}
    near = [
        replace(end, candidates=(Candidate(steps[end.phase], (1,), score),))
        for end, score in ((forward, 0.45), (backward, 0.6))
    ]
    told = margin_lines(record_of(names), replace(trace, phase_ends=tuple(near)))
    assert [line.split(":")[0] for line in told] == [
        "Closest to being added when the forward phase ended",
        "Closest to being taken away when the backward phase ended",
    ]
    assert told[0].endswith("score 0.45 given Mek, 0.9 × τ.")
    assert "score 0.6 given Mek, 1.2 × τ. This is the score at the end" in told[1]
    assert told[1].endswith("go by the score when an edge was added.")
    assert margin_lines(record_of(names), Trace.of(trace.events[:1])) == []


@pytest.mark.parametrize(
    ("settings", "said", "not_said"),
    [
        (RunSettings(), ("NCD", "cross-fitted"), ("Azadkia", "RCD", "linear")),
        (RunSettings(networks="paper"), ("NCD", "rows they were trained on"), ("cross-fitted",)),
        (
            RunSettings(networks="perceptron", ncd=NcdParts(cross_fit=False)),
            ("rows they were trained on",),
            ("cross-fitted",),
        ),
        (
            RunSettings(measure="rcd"),
            ("Azadkia and Chatterjee",),
            ("cross-fitted", "networks find"),
        ),
        (RunSettings(measure="partial-correlation"), ("linear dependence only",), ("Azadkia",)),
        (RunSettings(knowledge=Knowledge(required=(("Raf", "Mek"),))), ("no finding",), ()),
    ],
)
def test_the_method_is_named_and_cited(names, settings, said, not_said):
    record = record_of(names, settings)
    text = " ".join([*method_lines(record), *references(record)])
    for part in ("reframed greedy equivalence search", "UAI 2022", "Chickering", "Meek", *said):
        assert part in text
    for part in not_said:
        assert part not in text
    assert "*" not in text, "Markdown's marks are no part of a report"


def test_a_plain_table_is_searched_again_by_a_command(names):
    record = record_of(names, preparation=prepared(names))
    assert is_plain(record)
    assert code(record) == {
        "Command": "python -m gesncd discover 'my table.csv' --measure rcd --tau auto "
        "--alpha 0.001 --seed 0"
    }
    assert repeat_lines(record) == [
        "Take gesncd 1.2 and the versions of the libraries below. On the CPU the same data, "
        "settings and seed give the same graph."
    ]
    trained = record_of(names, RunSettings(networks="paper", device="cuda"))
    assert "trained on a GPU" in repeat_lines(trained)[0]


def test_a_mended_table_is_searched_again_from_its_capsule(names):
    mended = prepared(names, dropping, extra=",1,1,1,1")
    for preparation in (
        mended,
        {**prepared(names), "reading": {**ReadOptions().to_dict(), "delimiter": "comma"}},
        {**prepared(names), "source": {"files": [{}, {}]}},
    ):
        record = record_of(names, preparation=preparation)
        assert not is_plain(record)
        assert code(record) == {}
        assert "capsule with data" in repeat_lines(record)[1]
    as_it_was = {**prepared(names), "reading": ReadOptions().to_dict()}
    assert is_plain(record_of(names, preparation=as_it_was))
    unknown = record_of(names)
    assert "was not kept" in repeat_lines(unknown)[1]
    assert "discover Study --measure rcd" in code(unknown)["Command"]


def test_all_that_was_known_is_there_to_be_read_back(names):
    knowledge = Knowledge(
        required=tuple((names[0], name) for name in names[1:]), tiers=(names[:2], names[2:])
    )
    blocks = code(record_of(names, RunSettings(knowledge=knowledge), prepared(names)))
    (title, text) = list(blocks.items())[1]
    assert title == "Background knowledge in full, knowledge.json"
    assert from_dict(json.loads(text)) == knowledge
    assert len(text.splitlines()) == 2 + 2 * 2 + len(names) - 1 + 2


def test_rows_and_columns_are_told_of_where_no_finding_does(names):
    known = prepared(names, dropping, extra=",1,1,1,1")
    assert (
        sum(
            "missing values" in line
            for line in preparation_lines(record_of(names, preparation=known))
        )
        == 1
    )
    bare = {**known, "findings": [], "columns": [{"name": "a, b", "role": "ignore"}]}
    bare["rows"] = {**known["rows"], "dropped_duplicates": 2, "sampled_from": 1000}
    lines = preparation_lines(record_of(names, preparation=bare))
    assert lines[1:] == [
        "1 row with missing values left out.",
        "2 rows that repeat others left out.",
        "The rows are a sample of 1,000.",
        "Columns left out: 'a, b'.",
    ]
    assert preparation_lines(record_of(names, preparation={"sentence": "As it is."})) == [
        "As it is."
    ]
    assert preparation_lines(record_of(names)) == check_lines(record_of(names)) == []


def test_what_the_page_shortens_is_told_once_and_in_full(trace, names):
    full = "2 rows of 40 with missing values dropped (missing: 'a' 1, 'b' 1)."
    finding = {"code": "missing-dropped", "severity": "information", "message": full}
    known = {"rows": {"read": 40}, "findings": [finding]}
    short = "2 rows of 40 with missing values dropped (missing: 'a' 1 and 1 more)."
    data = LoadedData("data", None, (short,))
    report = report_of(data, record_of(names, preparation=known), trace, "")
    assert full in report.preparation
    assert not any("with missing values" in text for text in report.remarks)
    # Without a record of it there is the page's.
    assert short in report_of(data, record_of(names), trace, "").remarks


def test_cells_that_were_chosen_to_mean_missing_are_told(names):
    content = "\n".join(["a,b", "9999,1", *(f"{k},{k * k}" for k in range(40))]).encode()
    table = read_table(content, name="s.csv", options=ReadOptions(missing=("9999",)))
    plan = replace(propose_plan(profile_table(table)), missing=Missing.DROP)
    known = prepare(table, plan).record
    lines = preparation_lines(record_of(("a", "b"), preparation=known))
    assert "Cells that mean missing, as chosen, besides empty ones: '9999'." in lines


def test_many_columns_left_out_are_all_named(names):
    columns = [{"name": f"c{k}", "role": "ignore"} for k in range(MOST_NAMED + 1)]
    finding = {
        "code": "ignored",
        "severity": "information",
        "message": "Left out: 'c0' and more.",
        "columns": [column["name"] for column in columns],
    }
    known = {"columns": columns, "rows": {"read": 40}, "findings": [finding]}
    lines = preparation_lines(record_of(names, preparation=known))
    assert lines[-1] == f"Columns left out: {', '.join(c['name'] for c in columns)}."


def test_what_was_done_and_what_was_found_are_two(names):
    known = prepared(names, dropping, extra=",1,1,1,1")
    done = preparation_lines(record_of(names, preparation=known))
    found = check_lines(record_of(names, preparation=known))
    messages = [finding["message"] for finding in known["findings"]]
    assert len(messages) >= 2
    assert sorted(done[1:] + found) == sorted(messages)
    assert any("Whole numbers" in line or "values" in line for line in found)


def test_names_with_commas_are_quoted():
    record = record_of(("a, b", "c"))
    assert data_rows(record)["Variables"] == "'a, b', 'c'"
    assert data_rows(record_of(("a", "c")))["Variables"] == "a, c"


def test_a_measure_that_was_added_is_named(names, monkeypatch):
    monkeypatch.setitem(MEASURE_NAMES, "spearman", "Spearman")
    record = record_of(names)
    record.settings = SimpleNamespace(measure="spearman", knowledge=Knowledge())
    assert method_lines(record)[1] == "Scores are those of the measure Spearman."
    assert not any("Azadkia" in text for text in references(record))


def test_what_knowledge_puts_first_is_not_asked_to_be_said():
    names = ("Sex", "b")
    asked = {"code": "set-beforehand", "severity": "information", "columns": ["Sex"]}
    preparation = {"findings": [{**asked, "message": "Say what comes first."}]}
    assert check_lines(record_of(names, preparation=preparation)) == ["Say what comes first."]
    settings = RunSettings(measure="rcd", knowledge=Knowledge(tiers=(("Sex",), ("b",))))
    assert check_lines(record_of(names, settings, preparation=preparation)) == []
