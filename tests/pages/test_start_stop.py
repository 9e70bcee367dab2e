"""Run and Stop pressed quickly: what was begun is shown, and the last Stop stops it."""

from __future__ import annotations

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore


def by_key(app, key):
    return next(each for each in app.button if each.key == key)


@pytest.fixture
def launched(monkeypatch):
    """Runs for which a worker was asked; none is started."""
    found = []
    monkeypatch.setattr(
        "components.discover.run_control.launch", lambda store, run_id: found.append(run_id)
    )
    return found


@pytest.fixture
def meanwhile(monkeypatch):
    """A function that says what the browser sends while the next search is being made."""
    waiting = []
    create = RunStore.create_run

    def create_run(store, *given, **named):
        run_id = create(store, *given, **named)
        ctx = get_script_run_ctx()
        while waiting:
            states = WidgetStates()
            for widget_id in filter(None, [waiting.pop()]):
                states.widgets.add(id=widget_id, trigger_value=True)
            # With the address as the browser knows it: that of the run before.
            ctx.script_requests.request_rerun(
                RerunData(query_string=ctx.query_string, widget_states=states)
            )
        return run_id

    monkeypatch.setattr(RunStore, "create_run", create_run)
    return waiting.append


@pytest.fixture
def first(app, home, csv_bytes, launched):
    """The id of a search that goes on, and is shown."""
    app.run()
    app.file_uploader[0].upload("chain.csv", csv_bytes, "text/csv").run()
    app.button_group[0].set_value("rcd").run()
    by_key(app, "run-button").click().run()
    store, run_id = RunStore.open(home), app.query_params["run"]
    store.begin(run_id, {})
    app.run()
    return run_id


def test_a_page_that_is_called_away_while_it_starts_a_search_shows_it_then(
    app, first, launched, meanwhile
):
    meanwhile("")
    app.button_group[0].set_value("partial-correlation").run()
    by_key(app, "run-button").click().run()
    assert not app.exception
    (second,) = set(launched) - {first}
    assert app.query_params["run"] == second


def test_a_stop_that_comes_while_a_search_is_being_started_stops_that_one(
    app, home, first, launched, meanwhile
):
    app.button_group[0].set_value("partial-correlation").run()
    meanwhile(by_key(app, "stop").proto.id)
    by_key(app, "run-button").click().run()
    assert not app.exception
    (second,) = set(launched) - {first}
    assert RunStore.open(home).run(second).state is RunState.STOPPED
    assert app.query_params["run"] == second


def test_another_run_that_was_asked_for_meanwhile_is_the_one_that_is_shown(
    app, home, first, launched, monkeypatch
):
    from components.discover.run_control import Begun

    other = RunStore.open(home)
    record = other.run(first)
    third = other.create_run(record.dataset_sha256, "chain.csv", record.settings)
    app.session_state["_begun"] = Begun(third, before="one left long ago")
    app.run()
    assert app.query_params["run"] == first
    assert app.session_state["_begun"].run_id is None
