"""The Data page without a browser; every way in which a table goes wrong."""

import io
import json
import re
import zipfile
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components import state
from components.data_page.draft import Draft
from components.settings.knowledge_panel import AttachedKnowledge
from gesncd.data import Missing, Plan, prepare, read_table
from gesncd.graphs import PDAG
from gesncd.judge import read_truth
from gesncd.runs.store.run_store import RunStore

N = 150


def texts(app):
    """Everything readable on the page, without Markdown's escapes."""
    parts = [
        each.value
        for kind in ("title", "markdown", "caption", "error", "warning", "header")
        for each in app.get(kind)
    ]
    return "\n".join(str(part) for part in parts).replace("\\", "")


def button(app, key):
    return next(each for each in app.button if each.key == key)


def labelled(app, label):
    return next(each for each in app.button if each.label.replace("\\", "") == label)


def keys(app):
    return {each.key for each in app.button}


def sentence(app):
    """What will be analysed."""
    shown = [each.value.replace("\\", "") for each in app.sidebar.markdown]
    return shown[1]


def is_ready(app):
    return not button(app, "discover-with-data").disabled


def open_data(app):
    app.run()
    return app.switch_page("pages/data.py").run()


def upload(app, *files):
    open_data(app)
    app.file_uploader[0].set_value([(name, content, "text/csv") for name, content in files])
    app.run()
    assert not app.exception
    return app


def columns(n=N, **more):
    rng = np.random.default_rng(3)
    a = rng.normal(size=n)
    values = {"a": a, "b": a + rng.normal(size=n), "c": rng.normal(size=n)}
    return {name: [f"{v:.4f}" for v in column] for name, column in values.items()} | more


def csv_of(table, delimiter=","):
    lines = [delimiter.join(table)]
    lines += [delimiter.join(map(str, row)) for row in zip(*table.values(), strict=True)]
    return "\n".join(lines) + "\n"


def with_cells(name, cells):
    table = columns()
    for row, cell in cells.items():
        table[name][row] = cell
    return csv_of(table)


def drawn(values, seed=8, n=N):
    return [values[i] for i in np.random.default_rng(seed).integers(0, len(values), n)]


PLAIN = csv_of(columns())
SITES = drawn("pqr")
WALK = np.cumsum(np.random.default_rng(1).normal(size=N)).round(4)

PITFALLS = {
    "unnamed index column": (
        csv_of({"": range(N), **columns()}),
        "The first column has no name; it was taken as the rows' numbers",
        [],
        "3 variables, 150 rows.",
    ),
    "trailing delimiter": (
        PLAIN.replace("a,b,c\n", "a,b,c,\n", 1),
        "Left out: column 4, without a name",
        [],
        "3 variables, 150 rows.",
    ),
    "text categories": (
        csv_of(columns(sex=drawn("mf"), tissue=drawn(["lung", "heart", "skin"]))),
        "Encode its 3 categories, or leave the column out.",
        ["Encode 'sex' as 0 and 1", "Encode 'tissue' as one variable of 3 columns"],
        "5 variables, 150 rows.",
    ),
    "booleans": (
        csv_of(columns(smokes=drawn(["yes", "no"]))),
        "'smokes', line 2",
        ["Encode 'smokes' as 0 and 1"],
        "4 variables, 150 rows.",
    ),
    "two values": (
        csv_of(columns(flag=drawn([0, 1]))),
        "Two values only: 'flag'.",
        [],
        "4 variables, 150 rows.",
    ),
    "codes": (
        csv_of(columns(code=drawn([1, 2, 3, 4]))),
        "Few whole numbers: 'code'.",
        ["Treat 'code' as categories"],
        "4 variables, 150 rows.",
    ),
    "counts": (
        csv_of(columns(cells=drawn(range(1, 200)))),
        "Whole numbers: 'cells'.",
        [],
        "4 variables, 150 rows.",
    ),
    "dates": (
        csv_of(columns(date=[f"2021-02-{i % 28 + 1:02d}" for i in range(N)])),
        "The column seems to hold dates or times; leave it out.",
        ["Ignore 'date'"],
        "3 variables, 150 rows; left out: 'date' (date or time).",
    ),
    "identifiers": (
        csv_of(columns(patient_id=[f"P{i:04d}" for i in range(N)])),
        "The column seems to name or number things; leave it out.",
        ["Ignore 'patient_id'"],
        "3 variables, 150 rows; left out: 'patient_id' (identifier).",
    ),
    "missing values dropped": (
        with_cells("b", {3: "NA", 5: "?", 9: ""}),
        "Column 'b' has 3 missing values (lines 5, 7 and 11, empty or written '?' or 'NA').",
        ["Drop 3 rows with missing values: 147 left"],
        "3 variables, 147 of 150 rows (3 with missing values dropped).",
    ),
    "missing values imputed": (
        with_cells("b", {3: "NA", 5: "?", 9: ""}),
        "Column 'b' has 3 missing values",
        ["Fill in with predictions from the other columns"],
        "3 variables, 150 rows; 3 missing values replaced by predictions.",
    ),
    "a marker of missing values": (
        with_cells("b", {3: "-999", 5: "-999"}),
        "Column 'b' holds -999 2 times, far from its other values.",
        ["Take -999 in 'b' as missing", "Drop 2 rows with missing values: 148 left"],
        "3 variables, 148 of 150 rows (2 with missing values dropped).",
    ),
    "a text among numbers": (
        with_cells("c", {4: "broken"}),
        "Column 'c', line 6: 'broken' is not a number.",
        ["Take 'broken' in 'c' as missing", "Fill in with medians"],
        "3 variables, 150 rows; 1 missing value replaced by medians.",
    ),
    "a constant column": (
        csv_of(columns(k=[1] * N)),
        "Column 'k' holds the same value in every row (1).",
        ["Ignore 'k'"],
        "3 variables, 150 rows; left out: 'k' (constant).",
    ),
    "a nearly constant column": (
        csv_of(columns(k=[0] * (N - 3) + [1, 2, 1])),
        "Column 'k' is 0 in 147 of 150 rows.",
        ["Ignore 'k'"],
        "3 variables, 150 rows; left out: 'k' (few whole numbers, as chosen).",
    ),
    "an empty column": (
        csv_of(columns(e=[""] * N)),
        "Column 'e' holds no values.",
        ["Ignore 'e'"],
        "3 variables, 150 rows; left out: 'e' (empty).",
    ),
    "a copied column": (
        csv_of(columns(d=columns()["a"])),
        "Columns 'a' and 'd' hold the same numbers.",
        ["Ignore 'd'"],
        "3 variables, 150 rows; left out: 'd' (the same as 'a').",
    ),
    "an exact sum": (
        csv_of(
            columns(
                d=[
                    f"{float(x) + float(y):.4f}"
                    for x, y in zip(columns()["a"], columns()["b"], strict=True)
                ]
            )
        ),
        "Columns 'a', 'b' and 'd' depend on each other exactly",
        ["Ignore 'd'"],
        "3 variables, 150 rows; left out: 'd' (given exactly by others).",
    ),
    "a one-hot group": (
        csv_of(columns(**{f"site_{s}": [int(v == s) for v in SITES] for s in "pqr"})),
        "exactly one of 'site_p', 'site_q' and 'site_r' is 1",
        ["Join 3 columns into one variable 'site'"],
        "4 variables, 150 rows.",
    ),
    "a family of names": (
        csv_of({"pos_x": columns()["a"], "pos_y": columns()["b"], **columns(u=drawn(WALK))}),
        "Columns 'pos_x' and 'pos_y' may be parts of one quantity.",
        ["Join 2 columns into one variable 'pos'", "Ignore 'a'", "Ignore 'b'"],
        "3 variables, 150 rows; left out: 'a' (the same as 'pos_x') and 'b' (the same as 'pos_y').",
    ),
    "an infinite value": (
        with_cells("b", {3: "inf"}),
        "Column 'b', line 5: 'inf' is not a finite number",
        ["Take infinite values in 'b' as missing", "Drop 1 row with missing values: 149 left"],
        "3 variables, 149 of 150 rows (1 with missing values dropped).",
    ),
    "many rows": (
        csv_of(columns(21_000)),
        "21,000 rows: time and memory grow with them",
        ["Analyse a random sample of 5,000 rows (seed 0)"],
        "3 variables, 5,000 of 21,000 rows (a random sample of 21,000, seed 0).",
    ),
    "scales": (
        csv_of(columns(big=[f"{v:.1f}" for v in WALK[::-1] * 1e6])),
        "Units and scales don't change the result.",
        [],
        "4 variables, 150 rows.",
    ),
    "outliers": (
        with_cells("b", {3: "5000"}),
        "Values far from the others: 'b' (1, up to 5000 in line 5).",
        [],
        "3 variables, 150 rows.",
    ),
    "time": (
        csv_of(columns(day=range(1, N + 1), x=WALK)),
        "Neighbouring rows resemble each other in 'x'",
        ["Ignore 'day'"],
        "4 variables, 150 rows; left out: 'day' (row number).",
    ),
    "subjects": (
        csv_of(columns(subject=[i // 5 for i in range(N)])),
        "Column 'subject' names 30 things in 150 rows",
        ["Ignore 'subject'"],
        "3 variables, 150 rows; left out: 'subject' (identifier).",
    ),
    "repeated rows": (
        PLAIN + "\n".join(PLAIN.split("\n")[1:4]) + "\n",
        "3 rows equal an earlier row in every variable (lines 152, 153 and 154).",
        ["Drop 3 repeated rows"],
        "3 variables, 150 of 153 rows (3 that repeat others dropped).",
    ),
    "few rows": (
        csv_of({name: column[:60] for name, column in columns().items()}),
        "Only 60 rows: strong dependences may show",
        [],
        "3 variables, 60 rows.",
    ),
    "semicolons and decimal commas": (
        csv_of(columns(), ";").replace(".", ","),
        "Data",
        [],
        "3 variables, 150 rows.",
    ),
    "not UTF-8": (
        csv_of({"größe": columns()["a"], **columns()}).replace("a,", "ä,", 1).encode("cp1252"),
        "hold the same numbers",
        ["Ignore 'ä'"],
        "3 variables, 150 rows; left out: 'ä' (the same as 'größe').",
    ),
    "UTF-16": (PLAIN.encode("utf-16"), "Data", [], "3 variables, 150 rows."),
    "a byte order mark": (b"\xef\xbb\xbf" + PLAIN.encode(), "Data", [], "3 variables, 150 rows."),
    "comment lines": (
        "# made by hand\n" + PLAIN,
        "1 line beginning with # skipped as comments (line 1).",
        [],
        "3 variables, 150 rows.",
    ),
    "a repeated name": (
        PLAIN.replace("a,b,c", "a,b,a", 1),
        "The header (line 1) names 2 columns 'a': columns 1 and 3.",
        ["Number the names that repeat"],
        "3 variables, 150 rows.",
    ),
    "a ragged row": (
        PLAIN.replace("\n", "\n1,2\n", 1),
        "Line 2 has 2 cells, but the header (line 1) has 3.",
        ["Leave out 1 such row"],
        "3 variables, 150 rows.",
    ),
    "no header": (
        PLAIN.split("\n", 1)[1],
        "t.csv has no header: its first line of values, line 1, holds only numbers",
        ["Take line 1 as values and call the columns X1, X2, …"],
        "3 variables, 150 rows.",
    ),
    "spaces between columns": (
        csv_of(columns(), " "),
        "The columns of t.csv seem to be separated by spaces.",
        ["Read spaces as what separates the columns"],
        "3 variables, 150 rows.",
    ),
    "text above the table": (
        "My table\nof things\n" + PLAIN,
        "Lines 1 and 2 are no header and were skipped: 'My table' and 'of things'.",
        ["Take line 1 as the header", "Skip what stands above line 3 as text above the table"],
        "3 variables, 150 rows.",
    ),
}


@pytest.mark.parametrize("pitfall", PITFALLS)
def test_every_pitfall_is_explained_and_mended_by_clicks(app, pitfall):
    content, message, clicks, expected = PITFALLS[pitfall]
    upload(app, ("t.csv", content if isinstance(content, bytes) else content.encode()))
    assert message in texts(app)
    for label in clicks:
        labelled(app, label).click().run()
        assert not app.exception
    assert sentence(app) == expected
    assert is_ready(app)
    draft: Draft = app.session_state["_draft"]
    assert len(draft.past) == len(clicks)
    for _ in clicks:
        button(app, "undo").click().run()
    assert app.session_state["_draft"].is_untouched
    assert button(app, "undo").disabled


def test_the_page_offers_files_samples_and_a_simulation(app):
    open_data(app)
    assert not app.exception
    assert app.title[0].value == "Data"
    assert len(app.file_uploader) == 1
    assert {"data-sample-sachs", "data-sample-pnl-gp", "simulate-button"} <= keys(app)


def test_a_clean_sample_goes_to_discover_by_its_address(app):
    open_data(app)
    button(app, "data-sample-sachs").click().run()
    assert not app.exception
    assert sentence(app) == "11 variables, 853 rows."
    assert "No errors, no warnings." in texts(app)
    assert "17 edges, a DAG, compared as its class; all 11 variables matched" in texts(app)
    assert "mend-all" not in keys(app)
    button(app, "discover-with-data").click().run()
    assert not app.exception
    assert "11 variables, 853 rows" in texts(app)
    assert app.query_params["sample"] == "sachs"


def test_mend_all_says_before_what_it_will_do_and_is_undone_at_once(app):
    table = columns(k=[1] * N, sex=drawn("mf"), date=["2020-01-02", "2020-01-03"] * (N // 2))
    table["b"][3] = "NA"
    upload(app, ("t.csv", csv_of(table).encode()))
    proposed = (
        "4 variables, 149 of 150 rows (1 with missing values dropped); left out: 'k' (constant)"
    )
    assert not is_ready(app)
    assert sentence(app) == "Not ready: 6 variables, 150 rows."
    assert f"With all usual mends: {proposed} and 'date' (date or time)." in texts(app).replace(
        "**", ""
    )
    button(app, "mend-all").click().run()
    assert sentence(app).startswith(proposed)
    assert is_ready(app)
    assert "mend-all" not in keys(app)
    button(app, "undo").click().run()
    assert sentence(app) == "Not ready: 6 variables, 150 rows."
    button(app, "mend-all").click().run()
    button(app, "reset").click().run()
    assert sentence(app) == "Not ready: 6 variables, 150 rows."
    button(app, "undo").click().run()
    assert is_ready(app)


def test_mend_all_merges_spellings_of_columns_encoded_before(app):
    table = columns(smoking=drawn(["no", "ex", "yes"]), sex=drawn("mf"))
    table["smoking"][:2] = ["No", "Ex"]
    upload(app, ("t.csv", csv_of(table).encode()))
    labelled(app, "Encode 'smoking' as one variable of 5 columns").click().run()
    labelled(app, "Encode 'sex' as 0 and 1").click().run()
    assert is_ready(app)
    said = "5 variables, 150 rows; spellings of 'smoking' merged."
    assert f"With all usual mends: {said}" in texts(app).replace("**", "")
    button(app, "mend-all").click().run()
    assert sentence(app) == said
    assert "mend-all" not in keys(app)


def test_prepared_data_reach_discover_with_the_record_of_mends(app):
    table = columns(k=[1] * N)
    upload(app, ("t.csv", csv_of(table).encode()))
    labelled(app, "Ignore 'k'").click().run()
    button(app, "discover-with-data").click().run()
    assert not app.exception
    assert "3 variables, 150 rows" in texts(app)
    data = app.session_state["_upload"]
    assert data.name == "t.csv"
    assert data.dataset.names == ("a", "b", "c")
    record = json.loads(json.dumps(data.record))
    assert record["sentence"] == "3 variables, 150 rows; left out: 'k' (constant)."
    assert [c["role"] for c in record["columns"]] == ["variable"] * 3 + ["ignore"]
    assert record["reading"] == {}
    expected = read_table(csv_of(columns()).encode(), name="t.csv")
    clean = prepare(expected, Plan.strict(expected.names)).require()
    assert data.dataset.sha256 == clean.sha256
    # Coming back finds the table as it was left.
    app.switch_page("pages/data.py").run()
    assert sentence(app) == "3 variables, 150 rows; left out: 'k' (constant)."


def test_nothing_is_stored_before_a_run_and_delete_forgets(app, home):
    upload(app, ("t.csv", PLAIN.encode()))
    button(app, "discover-with-data").click().run()
    assert not list((home / "datasets").glob("*")) if (home / "datasets").exists() else True
    app.switch_page("pages/data.py").run()
    button(app, "delete-data").click().run()
    assert not app.exception
    assert "_draft" not in app.session_state
    assert "_upload" not in app.session_state
    assert len(app.file_uploader) == 1
    assert app.file_uploader[0].value == []
    assert RunStore.open(home).runs() == []
    app.switch_page("pages/discover.py").run()
    assert app.title[0].value == "Find a causal graph in your data"


def test_other_data_keeps_what_discover_uses(app):
    upload(app, ("t.csv", PLAIN.encode()))
    button(app, "discover-with-data").click().run()
    app.switch_page("pages/data.py").run()
    button(app, "other-data").click().run()
    assert len(app.file_uploader) == 1
    app.switch_page("pages/discover.py").run()
    assert "3 variables, 150 rows" in texts(app)


def test_several_files_are_one_table(app):
    upload(app, ("one.csv", PLAIN.encode()), ("two.csv", csv_of(columns(60)).encode()))
    assert sentence(app) == "3 variables, 210 rows."
    assert "150 rows of one.csv and 60 rows of two.csv" in texts(app)
    upload_other = csv_of({"a": columns()["a"], "x": columns()["b"]}).encode()
    button(app, "other-data").click().run()
    app.file_uploader[0].set_value(
        [("one.csv", PLAIN.encode(), "text/csv"), ("three.csv", upload_other, "text/csv")]
    ).run()
    assert not app.exception
    assert "three.csv lacks 'b' and 'c' and has 'x'" in texts(app)
    assert not is_ready(app)


def test_how_the_file_is_read_can_be_chosen(app):
    upload(
        app, ("t.csv", b"a;b\n1;2\n" + b"".join(f"{i};{i * i % 7}\n".encode() for i in range(60)))
    )
    assert sentence(app) == "2 variables, 61 rows."
    header = next(each for each in app.checkbox if each.label.startswith("First line"))
    header.set_value(False).run()
    assert not app.exception
    assert app.session_state["_draft"].options.header is False
    # Two decimal commas a line would be lost if commas divided the columns.
    decimal = next(each for each in app.selectbox if each.label == "Decimal mark")
    decimal.set_value(",").run()
    delimiter = next(each for each in app.selectbox if each.label == "Columns separated by")
    delimiter.set_value(",").run()
    assert not app.exception
    assert app.session_state["_draft"].options.delimiter is None
    button(app, "reset").click().run()
    assert sentence(app) == "2 variables, 61 rows."


def test_excel_and_parquet(app):
    frame = pd.DataFrame({k: list(map(float, v)) for k, v in columns().items()})
    book, parquet = io.BytesIO(), io.BytesIO()
    with pd.ExcelWriter(book) as writer:
        pd.DataFrame({"u": range(30), "v": [i * i for i in range(30)]}).to_excel(
            writer, sheet_name="first", index=False
        )
        frame.to_excel(writer, sheet_name="second", index=False)
    frame.to_parquet(parquet)
    upload(app, ("t.xlsx", book.getvalue()))
    assert sentence(app) == "2 variables, 30 rows."
    sheet = next(each for each in app.selectbox if each.label == "Sheet")
    sheet.set_value("second").run()
    assert sentence(app) == "3 variables, 150 rows."
    button(app, "other-data").click().run()
    app.file_uploader[0].set_value([("t.parquet", parquet.getvalue(), "")]).run()
    assert sentence(app) == "3 variables, 150 rows."


def test_simulated_data_come_with_their_true_graph(app):
    open_data(app)
    app.selectbox[0].set_value("linear")
    for label, value in {"Variables": 6, "Rows": 200, "Seed": 5}.items():
        next(each for each in app.number_input if each.label == label).set_value(value)
    button(app, "simulate-button").click().run()
    assert not app.exception
    assert sentence(app) == "6 variables, 200 rows."
    assert "all 6 variables matched by name." in texts(app)
    button(app, "discover-with-data").click().run()
    data = app.session_state["_upload"]
    assert read_truth(data.truth.content, data.dataset.names, name="t").dag is not None


def attach(app, label, name, content):
    widget = next(each for each in app.file_uploader if each.label.startswith(label))
    widget.set_value((name, content, "text/csv")).run()
    assert not app.exception


def test_truth_and_knowledge_are_matched_by_name(app):
    upload(app, ("t.csv", PLAIN.encode()))
    attach(app, "True graph", "dag.csv", b",c,a,b\nb,0,0,0\na,0,0,1\nc,0,0,0\n")
    assert "1 edge, a DAG, compared as its class; all 3 variables matched by name." in texts(app)
    attach(app, "Background", "known.csv", b"source,relation,target\na,->,b\nx,->,c\n")
    assert "Not in the data: x" in texts(app)
    button(app, "restrict-knowledge").click().run()
    assert "Not in the data" not in texts(app)
    button(app, "discover-with-data").click().run()
    assert not app.exception
    truth = read_truth(app.session_state["_upload"].truth.content, tuple("abc"), name="t")
    assert truth.dag == PDAG.from_edges(3, directed=[(0, 1)])
    assert app.session_state["_knowledge"].knowledge.required == (("a", "b"),)


def test_what_was_stated_stays_where_data_are_left_and_taken_again(app):
    upload(app, ("t.csv", PLAIN.encode()))
    button(app, "discover-with-data").click().run()
    app.switch_page("pages/discover.py").run()
    chosen = next(each for each in app.multiselect if each.key == state.KNOWLEDGE_FIRST)
    chosen.set_value(["a"]).run()
    said = app.session_state[state.KNOWLEDGE]
    assert said == AttachedKnowledge(first=("a",))
    button(app, "change-data").click().run()
    assert state.KNOWLEDGE not in app.session_state
    app.switch_page("pages/data.py").run()
    button(app, "discover-with-data").click().run()
    assert not app.exception
    assert app.session_state[state.KNOWLEDGE] == said
    # It is about these data, and not about others that are taken instead.
    app.switch_page("pages/discover.py").run()
    assert app.session_state[state.KNOWLEDGE] == said
    button(app, "change-data").click().run()
    button(app, "sample-sachs").click().run()
    assert not app.exception
    assert state.KNOWLEDGE not in app.session_state
    assert state.KNOWLEDGE_ASIDE not in app.session_state


def test_what_was_stated_on_discover_stays_when_a_column_is_left_out(app):
    upload(app, ("t.csv", csv_of(columns(k=[*range(N)])).encode()))
    button(app, "discover-with-data").click().run()
    assert "k" in app.session_state[state.UPLOAD].dataset.names
    said = AttachedKnowledge(typed="a -> b\nb !-> k", first=("a", "k"))
    app.session_state[state.KNOWLEDGE] = said
    app.run()
    app.switch_page("pages/data.py").run()
    labelled(app, "Ignore 'k'").click().run()
    button(app, "discover-with-data").click().run()
    assert not app.exception
    assert app.session_state[state.KNOWLEDGE] == AttachedKnowledge(typed="a -> b", first=("a",))
    (told,) = app.warning
    assert told.value.replace("\\", "").splitlines()[1:] == ["- b !-> k", "- k comes first"]
    # It stays until it is hidden: a toast would be lost where the page is switched.
    app.switch_page("pages/discover.py").run()
    assert app.warning
    button(app, "hide-knowledge-gone").click().run()
    assert "No longer counts" not in texts(app)
    assert not app.warning
    # With the column comes back what was stated of it.
    app.switch_page("pages/data.py").run()
    button(app, "undo").click().run()
    button(app, "discover-with-data").click().run()
    assert app.session_state[state.KNOWLEDGE] == said
    assert not app.warning


def test_what_was_stated_anew_is_not_undone_by_a_column_that_comes_back(app):
    upload(app, ("t.csv", csv_of(columns(k=[*range(N)])).encode()))
    button(app, "discover-with-data").click().run()
    app.session_state[state.KNOWLEDGE] = AttachedKnowledge(typed="a -> b\nb !-> k")
    app.run()
    app.switch_page("pages/data.py").run()
    labelled(app, "Ignore 'k'").click().run()
    button(app, "discover-with-data").click().run()
    anew = AttachedKnowledge(typed="b -> a")
    app.session_state[state.KNOWLEDGE] = anew
    app.switch_page("pages/data.py").run()
    button(app, "undo").click().run()
    button(app, "discover-with-data").click().run()
    assert app.session_state[state.KNOWLEDGE] == anew
    # What did not come back is told on, until it is hidden.
    (told,) = app.warning
    assert told.value.replace("\\", "").splitlines()[1:] == ["- b !-> k"]


def test_knowledge_that_was_removed_on_data_is_no_longer_in_force(app):
    upload(app, ("t.csv", PLAIN.encode()))
    attach(app, "Background", "known.csv", b"source,target\na,b\n")
    button(app, "discover-with-data").click().run()
    assert app.session_state[state.KNOWLEDGE].name == "known.csv"
    # What is said on Discover besides stays.
    said = replace(app.session_state[state.KNOWLEDGE], first=("a",))
    app.session_state[state.KNOWLEDGE] = said
    app.run()
    app.switch_page("pages/data.py").run()
    button(app, "remove-knowledge").click().run()
    button(app, "discover-with-data").click().run()
    assert not app.exception
    assert app.session_state[state.KNOWLEDGE] == AttachedKnowledge(first=("a",))


@pytest.mark.parametrize("then", [{}, {"typed": "b -> c"}, {"name": "better.csv"}])
def test_knowledge_that_was_removed_or_replaced_on_discover_does_not_come_back(app, then):
    upload(app, ("t.csv", PLAIN.encode()))
    attach(app, "Background", "known.csv", b"source,target\na,b\n")
    button(app, "discover-with-data").click().run()
    assert app.session_state[state.KNOWLEDGE].name == "known.csv"
    button(app, "remove-knowledge").click().run()
    assert app.session_state[state.KNOWLEDGE] == AttachedKnowledge()
    said = AttachedKnowledge(**then)
    app.session_state[state.KNOWLEDGE] = said
    app.run()
    app.switch_page("pages/data.py").run()
    assert "known.csv" not in texts(app)
    assert ("is stated of these variables on Discover" in texts(app)) is bool(then)
    button(app, "discover-with-data").click().run()
    assert not app.exception
    assert not app.warning
    left = app.session_state[state.KNOWLEDGE] if then else None
    assert left == (said if then else None)
    # It can be attached again.
    app.switch_page("pages/data.py").run()
    attach(app, "Background", "known.csv", b"source,target\na,b\n")
    assert "known.csv" in texts(app)
    button(app, "discover-with-data").click().run()
    assert app.session_state[state.KNOWLEDGE].name == "known.csv"
    assert app.session_state[state.KNOWLEDGE].typed == said.typed


def test_attached_knowledge_that_lost_a_column_is_named_when_it_no_longer_counts(app):
    upload(app, ("t.csv", csv_of(columns(k=[*range(N)])).encode()))
    attach(app, "Background", "known.csv", b"source,target\na,k\n")
    button(app, "discover-with-data").click().run()
    assert app.session_state[state.KNOWLEDGE].name == "known.csv"
    app.switch_page("pages/data.py").run()
    labelled(app, "Ignore 'k'").click().run()
    button(app, "discover-with-data").click().run()
    assert not app.exception
    assert state.KNOWLEDGE not in app.session_state
    (told,) = app.warning
    assert told.value.replace("\\", "").splitlines()[1:] == ["- known.csv"]


def test_what_was_stated_of_a_sample_stays_when_it_is_prepared_anew(app):
    app.run()
    app.query_params["sample"] = "sachs"
    app.run()
    typed = next(each for each in app.text_area if each.key == state.KNOWLEDGE_TYPED)
    typed.set_value("Raf -> Mek").run()
    app.switch_page("pages/data.py").run()
    button(app, "discover-with-data").click().run()
    assert not app.exception
    assert app.session_state[state.KNOWLEDGE] == AttachedKnowledge(typed="Raf -> Mek")


def test_a_truth_that_lost_a_column_is_not_used(app):
    upload(app, ("t.csv", csv_of(columns(k=[1] * N)).encode()))
    truth = b",a,b,c,k\na,0,1,0,0\nb,0,0,0,0\nc,0,0,0,0\nk,1,1,0,0\n"
    attach(app, "True graph", "dag.csv", truth)
    assert "all 4 variables matched by name." in texts(app)
    labelled(app, "Ignore 'k'").click().run()
    assert "Not in the data: k" in texts(app)
    button(app, "discover-with-data").click().run()
    assert app.session_state["_upload"].truth is None


def zip_bomb():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", b" " * 400_000_000)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("binary.csv", bytes(range(256)) * 50),
        ("empty.csv", b""),
        ("blank.csv", b"\n\n\n"),
        ("one.csv", b"a\n1\n2\n"),
        ("wide.csv", (",".join(f"c{i}" for i in range(10_000)) + "\n").encode() * 3),
        ("line.csv", b"a,b\n" + b"1" * 30_000_000),
        ("bomb.xlsx", zip_bomb()),
        ("cut.parquet", b"PAR1\x15garbage"),
        ("quote.csv", b'a,b\n"1,2\n3,4\n'),
    ],
)
def test_what_is_no_table_gets_a_message(app, name, content):
    upload(app, (name, content))
    assert not is_ready(app)
    assert ":orange-badge" in "".join(each.value for each in app.markdown)
    assert "Traceback" not in texts(app)
    button(app, "other-data").click().run()
    assert len(app.file_uploader) == 1


def test_hostile_names_and_cells_are_text(app):
    names = [
        "<img src=x onerror=alert(1)>",
        "![p](http://e.example/p.png)",
        ":red[x] $y$ **b**",
        "=HYPERLINK(1)",
    ]
    cells = drawn(["<script>", "[l](javascript:x)", ":blue[b]"])
    table = dict(zip(names, [*columns().values(), cells], strict=True))
    rows = zip(*table.values(), strict=True)
    header = ",".join(f'"{name}"' for name in names)
    upload(app, ("<b>t</b>.csv", "\n".join([header, *map(",".join, rows)]).encode()))
    shown = [each.value for each in app.markdown] + [each.label for each in app.button]
    shown += [each.value for each in app.caption] + [each.label for each in app.expander]
    assert any("onerror" in text for text in shown) or "HYPERLINK" in "".join(shown)
    for text in shown:
        # Our own marks: badges with icons, and bold headings.
        bare = re.sub(r":(orange|yellow|blue)-badge\[:material/\w+: \w+\]", "", text)
        bare = re.sub(r"\\.", "", bare)
        for start in ("<", "[", "$", ":red", ":blue"):
            assert start not in bare, text


def test_sixty_columns_are_a_page_of_pictures_and_a_picker(app):
    rng = np.random.default_rng(0)
    table = {f"v{i}": rng.normal(size=200).round(4) for i in range(60)}
    upload(app, ("wide.csv", csv_of(table).encode()))
    assert "60 variables: the search asks for at least 1,770 scores" in texts(app)
    assert "A search takes" in texts(app)
    picker = next(each for each in app.multiselect if each.label == "Columns to analyse")
    picker.set_value([0, 1, 2])
    labelled(app, "Analyse only these").click().run()
    assert not app.exception
    assert sentence(app).startswith("3 variables, 200 rows; left out: 'v3'")


def test_more_columns_than_rows_are_refused_and_picked_from(app):
    rng = np.random.default_rng(0)
    table = {f"v{i}": rng.normal(size=50).round(4) for i in range(60)}
    upload(app, ("wide.csv", csv_of(table).encode()))
    assert "60 columns but only 50 rows" in texts(app)
    assert not is_ready(app)
    picker = next(each for each in app.multiselect if each.label == "Columns to analyse")
    picker.set_value(list(range(8)))
    labelled(app, "Analyse only these").click().run()
    assert sentence(app).startswith("8 variables, 50 rows; left out: 'v8'")
    assert is_ready(app)


def test_many_findings_of_a_kind_share_a_card_and_a_click(app):
    table = columns(**{f"k{i}": [1] * N for i in range(30)})
    upload(app, ("t.csv", csv_of(table).encode()))
    assert len([e for e in app.expander if e.label.endswith("more of this kind")]) == 1
    labelled(app, "Ignore these 30 columns").click().run()
    assert sentence(app).startswith("3 variables, 150 rows; left out: 'k0'")


def test_each_picture_is_shown(app):
    upload(app, ("t.csv", PLAIN.encode()))
    for view in ("pairs", "map", "histograms"):
        control = next(each for each in app.button_group if each.key == "_data_view")
        control.set_value(view).run()
        assert not app.exception
        assert len(app.get("plotly_chart")) == 1
    messy = csv_of(columns(k=[1] * N))
    button(app, "other-data").click().run()
    app.file_uploader[0].set_value([("t.csv", messy.encode(), "")]).run()
    next(e for e in app.button_group if e.key == "_data_view").set_value("pairs").run()
    assert "appear when no error is left" in texts(app)


def test_rows_are_chosen_by_widgets(app):
    table = columns()
    table["b"][3] = ""
    upload(app, ("t.csv", csv_of(table).encode()))
    missing = next(each for each in app.selectbox if each.label == "Missing values")
    missing.set_value(Missing.MEDIAN).run()
    rows = next(e for e in app.number_input if e.label == "Random sample of rows")
    rows.set_value(100).run()
    seed = next(e for e in app.number_input if e.label == "Its seed")
    seed.set_value(4).run()
    assert not app.exception
    assert sentence(app).startswith("3 variables, 100 of 150 rows (a random sample of 150, seed 4)")


def test_a_laboratorys_export_is_mended_in_two_clicks(app, messy_lab):
    upload(app, ("messy.csv", messy_lab))
    assert sentence(app) == "Not ready: 13 variables, 180 rows."
    assert "Line 3 looks like units ('Jahre', 'cm', 'a.u.'" in texts(app)
    assert "Line 1 is no header and was skipped: 'Studie Entzündung" in texts(app)
    proposed = "9 variables, 154 of 180 rows (26 with missing values dropped); left out: "
    assert f"With all usual mends: {proposed}" in texts(app).replace("**", "")
    labels = [each.label.replace("\\", "") for each in app.button]
    assert not [label for label in labels if label.startswith("Ignore these 1")]
    button(app, "mend-all").click().run()
    assert not app.exception
    assert sentence(app).startswith(proposed)
    assert "mend-all" not in keys(app)
    labelled(app, "Fill in with medians").click().run()
    assert sentence(app).startswith("9 variables, 180 rows; left out: 'Proben-ID' (identifier), ")
    assert "'IL6_Kopie' (the same as 'IL6') and 'Labor' (constant)" in texts(app)
    assert "replaced by their column's median" in texts(app)
    for view in ("pairs", "map"):
        next(e for e in app.button_group if e.key == "_data_view").set_value(view).run()
        assert not app.exception
    button(app, "discover-with-data").click().run()
    data = app.session_state["_upload"]
    assert data.dataset.n_rows == 180
    assert data.record["reading"] == {"skip_lines": [3]}
    assert [each["line"] for each in data.record["source"]["skipped"]] == [1, 3]


def test_a_row_of_units_can_be_skipped_or_kept_by_itself(app, messy_lab):
    upload(app, ("messy.csv", messy_lab))
    labelled(app, "Skip line 3").click().run()
    assert sentence(app) == "Not ready: 13 variables, 180 rows."
    assert "looks like units" not in texts(app)
    assert "Line 3 was skipped, as chosen" in texts(app)
    button(app, "undo").click().run()
    labelled(app, "Take line 3 as values").click().run()
    assert sentence(app) == "Not ready: 13 variables, 181 rows."
    assert "'Jahre' is not a number" in texts(app)


def test_a_title_can_be_taken_back_and_skipped_by_number(app):
    upload(app, ("t.csv", ("My table\nof things\n" + PLAIN).encode()))
    above = next(each for each in app.number_input if each.label == "Lines above the table")
    assert above.value == 2
    above.set_value(0).run()
    assert not app.exception
    assert "Line 3 has 3 cells, but the header (line 1) has 1." in texts(app)
    next(e for e in app.number_input if e.label == "Lines above the table").set_value(2).run()
    assert sentence(app) == "3 variables, 150 rows."
    assert "were skipped, as chosen: 'My table' and 'of things'" in texts(app)


def test_every_column_that_is_left_out_has_its_reason(app):
    dates = {f"day {k}": [f"2020-01-{1 + i % 28:02d}" for i in range(N)] for k in range(12)}
    upload(app, ("t.csv", csv_of(columns(**dates, fixed=[5] * N)).encode()))
    button(app, "mend-all").click().run()
    assert not app.exception
    assert is_ready(app)
    label = "Why each of the 13 columns is left out"
    assert label in [each.label for each in app.expander]
    app.session_state[state.LEFT_OUT] = True
    app.run()
    assert not app.exception
    tables = [each.value for each in app.dataframe if list(each.value) == ["Column", "Why"]]
    (reasons,) = tables
    assert list(reasons["Column"]) == [*dates, "fixed"]
    assert list(reasons["Why"]) == ["date or time"] * 12 + ["constant"]


def test_values_beyond_a_limit_and_a_row_of_means_are_mended_by_clicks(app):
    rng = np.random.default_rng(4)
    rows = [[f"S{i}", *map(str, rng.uniform(5, 90, size=3).round(2))] for i in range(120)]
    for row in rows[::10]:
        row[1] = "<LOD"
    lines = ["id,a,b,c", *map(",".join, rows), "Mean,47.1,47.2,46.9"]
    upload(app, ("lab.csv", "\n".join(lines).encode()))
    assert "sums up the rows above ('Mean')" in texts(app)
    labelled(app, "Skip line 122").click().run()
    assert "12 cells of 120 say that the value lies below a limit ('<LOD')" in texts(app)
    labelled(app, "Put them below the smallest value of 'a'").click().run()
    labelled(app, "Ignore 'id'").click().run()
    assert sentence(app) == (
        "3 variables, 120 rows; left out: 'id' (identifier); 12 values beyond a limit put below "
        "those measured."
    )


def test_discover_names_the_table_that_waits_here(app):
    upload(app, ("cytokine.csv", csv_of(columns(sex=drawn("mf"))).encode()))
    app.switch_page("pages/discover.py").run()
    assert not app.exception
    assert "cytokine.csv** waits on Data: 1 error to mend." in texts(app)
