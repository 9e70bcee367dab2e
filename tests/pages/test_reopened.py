"""The next day: earlier runs on the first screen, and a run without its file."""

import json

import numpy as np
import pytest

from components.data_page.draft import Draft
from gesncd.data import Missing, Plan, Role, prepare, read_table
from gesncd.data.plan import ColumnPlan
from gesncd.knowledge import Knowledge
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings


def texts(app):
    kinds = ("title", "header", "markdown", "caption", "info")
    parts = [str(each.value) for kind in kinds for each in app.get(kind)]
    return "\n".join(parts).replace("\\", "")


@pytest.fixture
def content():
    """A file with a column to leave out and a value that is missing."""
    values = np.random.default_rng(3).normal(size=(80, 3))
    rows = [f"{k},{a:.5f},{b:.5f},{c:.5f}" for k, (a, b, c) in enumerate(values)]
    return ("\n".join(["id,A,B,C", *rows, "80,,1,2"]) + "\n").encode()


@pytest.fixture
def mended(content):
    """How its owner prepared it."""
    table = read_table(content, name="field.csv")
    columns = [ColumnPlan("id", Role.IGNORE), *(ColumnPlan(name) for name in "ABC")]
    return prepare(table, Plan(tuple(columns), missing=Missing.DROP))


@pytest.fixture
def stored(home, mended):
    """A function that adds a finished run on the prepared data."""
    store = RunStore.open(home)

    def create(name="field.csv", **settings):
        sha256 = store.add_dataset(mended.require(), name)
        chosen = RunSettings(**{"measure": "partial-correlation", **settings})
        run_id = store.create_run(sha256, name, chosen, preparation=mended.record)
        assert work(store, run_id) is RunState.FINISHED
        return run_id

    return create


def links(app):
    return [json.loads(json.dumps(each.proto.query_string)) for each in app.get("page_link")]


def test_the_first_screen_leads_back_to_the_newest_three_runs(app, stored):
    app.run()
    assert "Go on where you were" not in texts(app)
    known = Knowledge(forbidden=(("A", "B"),))
    runs = [stored(), stored(tau=0.2), stored(knowledge=known), stored(seed=4)]
    app.run()
    assert not app.exception
    assert "Go on where you were" in texts(app)
    asked = [query for query in links(app) if "run=" in query]
    assert len(asked) == 3
    for run_id, query in zip(reversed(runs), asked, strict=False):
        assert f"run={run_id}" in query
        assert "measure=Partial" in query
    assert "with knowledge" in texts(app)
    assert "seed\u00a04" in texts(app)


def test_the_list_of_runs_tells_those_with_knowledge_apart(app, stored):
    stored()
    stored(knowledge=Knowledge(forbidden=(("A", "B"),)))
    app.run()
    app.switch_page("pages/runs.py").run()
    assert not app.exception
    cards = [each.value for each in app.markdown if "3 variables, 80 rows" in each.value]
    assert ["with knowledge" in card for card in cards] == [True, False]


def test_the_export_menu_offers_the_run_as_a_capsule(app, stored):
    app.query_params["run"] = stored()
    app.run()
    buttons = {each.key: each for each in app.get("download_button")}
    assert not buttons["run-capsule-True"].proto.disabled
    assert not buttons["run-capsule-False"].proto.disabled


def test_a_reopened_run_tells_of_its_preparation_and_keeps_it(app, stored, home, mended):
    app.query_params["run"] = stored()
    app.query_params["measure"] = "Partial corr."
    app.run()
    assert not app.exception
    assert any("on the file" in each.label for each in app.get("expander"))
    assert "'id'" in texts(app)
    next(each for each in app.button if each.key == "run-button").click().run()
    newest = RunStore.open(home).runs()[0]
    assert newest.preparation == json.loads(json.dumps(mended.record))


def test_the_data_page_asks_for_the_file_and_mends_it_as_before(app, stored, content, mended):
    app.query_params["run"] = stored()
    app.run()
    app.switch_page("pages/data.py").run()
    assert not app.exception
    assert "field.csv here again" in texts(app)
    app.file_uploader[0].set_value([("field.csv", content, "text/csv")])
    app.run()
    assert not app.exception
    draft: Draft = app.session_state["_draft"]
    assert draft.plan == Plan.from_dict(mended.record["plan"])
    assert draft.past
    shown = texts(app)
    assert "3 variables, 80 of 81 rows" in shown
    next(each for each in app.button if each.key == "undo").click().run()
    assert app.session_state["_draft"].plan is None


def test_another_file_is_taken_as_it_comes(app, stored, csv_bytes):
    app.query_params["run"] = stored()
    app.run()
    app.switch_page("pages/data.py").run()
    app.file_uploader[0].set_value([("other.csv", csv_bytes, "text/csv")])
    app.run()
    assert app.session_state["_draft"].is_untouched
