"""The first screen's example, and the tour that follows."""

from __future__ import annotations

import json

from components.discover.example import SETTINGS
from components.tour.stops import STOPS
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore


def tours(app):
    """What the tour was sent, where it is on the page."""
    return [
        json.loads(each.proto.json)
        for each in app.get("bidi_component")
        if each.proto.component_name == "gesncd_tour"
    ]


def test_one_click_shows_a_search_on_a_sample(app, run_until):
    app.run()
    assert tours(app) == []
    next(each for each in app.button if each.key == "show-example").click().run()
    assert not app.exception
    (record,) = RunStore.open().runs()
    assert record.settings == SETTINGS
    assert app.query_params["run"] == record.id
    assert app.query_params["sample"] == "sachs"
    assert app.query_params["measure"] == "Partial corr."
    run_until(app, lambda _: not RunStore.open().run(record.id).state.is_live)
    assert RunStore.open().run(record.id).state is RunState.FINISHED


def test_the_tour_is_on_discover_once_there_are_data(app):
    app.query_params["sample"] = "sachs"
    app.run()
    (sent,) = tours(app)
    assert sent["mode"] == "card"
    assert sent["live"] is False
    assert [stop["title"] for stop in sent["stops"]] == [stop.title for stop in STOPS]


def test_the_tour_is_short():
    assert 4 <= len(STOPS) <= 5
    assert all(len(f"{stop.title} {stop.text}") <= 200 for stop in STOPS)


def test_the_examples_measure_does_not_stay_for_other_data(app, csv_bytes, run_until):
    app.run()
    next(each for each in app.button if each.key == "show-example").click().run()
    (record,) = RunStore.open().runs()
    run_until(app, lambda _: not RunStore.open().run(record.id).state.is_live)
    next(each for each in app.button if each.key == "change-data").click().run()
    app.get("file_uploader")[0].upload("other.csv", csv_bytes, "text/csv").run()
    measure = next(each for each in app.segmented_control if each.key == "measure")
    assert measure.value == "ncd"


def test_a_measure_chosen_beside_the_example_stays_for_other_data(app, csv_bytes, run_until):
    app.run()
    next(each for each in app.button if each.key == "show-example").click().run()
    (record,) = RunStore.open().runs()
    run_until(app, lambda _: not RunStore.open().run(record.id).state.is_live)
    next(each for each in app.segmented_control if each.key == "measure").set_value("rcd").run()
    next(each for each in app.button if each.key == "change-data").click().run()
    app.get("file_uploader")[0].upload("other.csv", csv_bytes, "text/csv").run()
    measure = next(each for each in app.segmented_control if each.key == "measure")
    assert measure.value == "rcd"
