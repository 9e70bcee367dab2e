"""The Replay page without a browser: runs, lessons, capsules, predictions, forks, the truth."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from components.graph_view.paint import GraphPaint
from components.replay.subject import lesson_subject
from gesncd.data import Dataset
from gesncd.lessons import LESSONS, lesson
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.score_cache import StoreCache
from gesncd.settings.on_data import build_measure, resolve_tau
from gesncd.settings.run_search import search_events
from gesncd.settings.run_settings import RunSettings


def texts(app):
    """Everything readable on the page, without Markdown's escapes."""
    kinds = ("title", "markdown", "caption", "error", "warning", "info", "header")
    return "\n".join(str(e.value) for kind in kinds for e in app.get(kind)).replace("\\", "")


def sent(app, name):
    """What a component was sent."""
    for element in app.get("bidi_component"):
        if element.proto.component_name == name:
            return json.loads(element.proto.json)
    return None


def panel(app):
    return sent(app, "gesncd_replay_panel")


def scrubber(app):
    return sent(app, "gesncd_replay_scrubber")


def graphs(app):
    return [
        json.loads(e.proto.json)
        for e in app.get("bidi_component")
        if e.proto.component_name == "gesncd_graph_view"
    ]


def button(app, key):
    return next(each for each in app.button if each.key == key)


def finish_run(dataset, name, settings):
    """A run, worked off in this process."""
    store = RunStore.open()
    sha256 = store.add_dataset(dataset, name)
    run_id = store.create_run(sha256, name, settings)
    store.begin(run_id, {})
    measure = build_measure(settings, dataset)
    tau = resolve_tau(settings, measure)
    store.set_threshold(run_id, tau, tau)
    events = list(search_events(settings, dataset, measure, tau, cache=StoreCache(store)))
    store.append_events(run_id, events)
    store.finish(run_id, RunState.FINISHED)
    return run_id


@pytest.fixture
def dataset():
    """Five variables with a collider and a chain of it, 300 rows."""
    rng = np.random.default_rng(11)
    x = rng.normal(size=(300, 5))
    x[:, 2] += x[:, 0] + x[:, 1]
    x[:, 3] += x[:, 2]
    x[:, 4] += 0.8 * x[:, 3]
    return Dataset.from_array(x, ["alpha", "beta", "gamma", "del*ta", "epsilon"])


@pytest.fixture
def replay(app, home, dataset):
    """The page on a finished run."""
    run_id = finish_run(dataset, "five.csv", RunSettings(measure="partial-correlation"))
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["run"] = run_id
    return app


def at(app, step, part=0, **parameters):
    app.query_params["step"] = str(step)
    app.query_params["part"] = str(part)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.session_state["_replay_at"] = None
    app.run()
    assert not app.exception
    return app


def test_without_runs_the_page_offers_lessons(app, home):
    app.run()
    app.switch_page("pages/replay.py").run()
    assert not app.exception
    assert app.title[0].value == "Replay a search"
    assert [b for b in app.button if str(b.key).startswith("replay-lesson-")]
    button(app, "replay-lesson-collider").click().run()
    assert not app.exception
    assert app.query_params["lesson"] == "collider"
    assert panel(app)["head"] == "Step 1 of 2 · forward"


def test_a_run_opens_before_its_first_step(replay):
    app = at(replay, 1)
    assert "five.csv" in texts(app)
    assert panel(app)["head"].startswith("Step 1 of ")
    assert panel(app)["table"]["rows"][0]["rank"] == 1
    assert graphs(app)[0]["edges"] == []
    assert scrubber(app)["at"] == 0


def test_every_moment_of_a_run_can_be_shown(replay):
    app = at(replay, 1)
    chapters = scrubber(app)["chapters"]
    shown = set()
    for number, chapter in enumerate(chapters, 1):
        for part in range(chapter["n"]):
            at(app, number, part)
            assert scrubber(app)["at"] == chapter["at"] + part
            shown.update(panel(app)["say"][:1])
    assert panel(app)["head"] == "Result"
    assert any("would make a new v-structure (Meek rule 1)" in text for text in shown)
    assert len(graphs(app)[0]["edges"]) == 4


def test_a_run_that_was_stopped_is_said_to_be(replay):
    assert "before its end" not in texts(at(replay, 1))
    store = RunStore.open()
    store.finish(store.runs()[0].id, RunState.STOPPED)
    assert "The run was stopped before its end." in texts(at(replay, 1))


def test_a_place_out_of_range_is_taken_to_the_end(replay):
    app = at(replay, 999, 7)
    assert panel(app)["head"] == "Result"
    app = at(replay, 0)
    assert panel(app)["head"].startswith("Step 1 of ")


def test_predictions_hide_the_winner_and_survive_a_reload(replay):
    app = at(replay, 2, 1, predict="true")
    assert panel(app)["table"]["mode"] == "pick"
    assert scrubber(app)["waiting"]
    assert button(app, "replay-runner-up").disabled
    app = at(replay, 2, 1, predict="true", picks="1-c0~2-c1")
    assert not scrubber(app)["waiting"]
    assert "Your pick is number 2 on offer" in panel(app)["compared"]
    assert panel(app)["table"]["rows"][1]["picked"]
    assert "You predicted 2 steps" in panel(app)["tally"]
    button(app, "replay-forget").click().run()
    assert "picks" not in app.query_params


def test_a_first_variable_to_predict_is_told_and_fades_no_other(app, home):
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = "collider"
    app = at(app, 2, predict="true")
    assert not graphs(app)[0]["fades"]
    key = lesson_subject(lesson("collider"), 0).key
    app.session_state["_replay_first"] = (key, 1, 2)
    app.run()
    assert graphs(app)[0]["focus"] == [2]
    assert panel(app)["say"][1].endswith("chosen: click the second variable.")
    app = at(app, 2, predict="true", picks="1-c0~2-q1.2")
    assert scrubber(app)["waiting"]
    assert graphs(app)[0]["focus"] == [1, 2]
    app.session_state["predict"] = False
    app.run()
    assert graphs(app)[0]["fades"]


def test_a_runner_up_below_tau_is_said_to_be_one_the_search_would_not_take(app, home):
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = "backward-phase"
    app = at(app, 4, fork="4-u")
    assert "By itself it would not have taken it, as 0.00352 is at most τ 0.0269." in texts(app)
    app = at(app, 2, fork="2-u")
    assert "In that step the runner-up is applied" in texts(app)
    assert "By itself" not in texts(app)


def test_the_runner_up_leads_elsewhere_or_back(replay):
    app = at(replay, 3)
    button(app, "replay-runner-up").click().run()
    assert not app.exception
    assert app.query_params["fork"] in ("3-u", ["3-u"])
    app.run()
    assert not app.exception
    assert "In that step the runner-up is applied" in texts(app)
    assert len(graphs(app)) == 3
    button(app, "replay-fork-close").click().run()
    assert len(graphs(app)) == 1
    assert "fork" not in app.query_params


def test_another_tau_in_the_address_is_searched_with(replay):
    app = at(replay, 1, fork="1-t0.9")
    app.run()
    assert not app.exception
    assert "From that step on the threshold is τ 0.9" in texts(app)
    assert "4 edges gone, 0 new" in texts(app)
    old, new = graphs(app)[1:]
    assert len(old["edges"]) == 4
    assert new["edges"] == []
    assert len(new["paint"]["extra"]) == 4


def arrivals(app):
    """What the scripts were sent that bring parts of the page into sight, by part."""
    sent = [
        json.loads(e.proto.json)
        for e in app.get("bidi_component")
        if e.proto.component_name == "gesncd_replay_in_sight"
    ]
    return {each["answer"]: each for each in sent}


def test_an_answer_is_brought_into_sight_when_it_was_pressed_for(replay):
    app = at(replay, 3)
    assert set(arrivals(app)) == {"stage"}
    button(app, "replay-runner-up").click().run()
    app.run()
    first = arrivals(app)["what-if"]
    assert first["asked"]
    assert first["pressed"] == "replay-runner-up"
    assert first["said"] in texts(app)
    assert first["box"] == "replay-answer-what-if"
    # The same again is another press; another part of the page is none of it.
    button(app, "replay-runner-up").click().run()
    app.run()
    assert arrivals(app)["what-if"]["asked"] not in ("", first["asked"])
    at(app, 3, 1)
    button(app, "replay-look-inside").click().run()
    app.run()
    assert arrivals(app)["inside"]["asked"]
    assert arrivals(app)["inside"]["said"] == "Inside the score of step 3"
    assert not arrivals(app)["what-if"]["asked"]


def test_a_link_with_an_answer_asks_for_nothing(replay):
    app = at(replay, 3, fork="3-u", large="true")
    app.run()
    told = arrivals(app)["what-if"]
    assert (told["asked"], told["pressed"]) == ("", "")
    assert told["said"] in texts(app)
    assert told["box"] == "replay-large-answer-what-if"
    old, new = graphs(app)[1:]
    assert old["font"]["most"] == new["font"]["most"] == graphs(app)[0]["font"]["most"] > 2


def test_another_tau_is_the_one_that_was_typed_last(replay):
    app = at(replay, 1)
    typed = next(each for each in app.number_input if each.key == "replay-tau-value")
    typed.set_value(0.9)
    # Both in one go, as when the button is pressed right after typing.
    button(app, "replay-tau").click().run()
    assert app.query_params["fork"] in ("1-t0.9", ["1-t0.9"])


def test_a_fork_of_another_run_is_refused_kindly(replay):
    app = at(replay, 1, fork="77-u")
    assert "no such step or operator" in texts(app)


def test_a_run_without_its_data_is_replayed_and_says_what_is_missing(replay, home):
    store = RunStore.open()
    record = store.runs()[0]
    store.home.dataset(record.dataset_sha256).unlink()
    app = at(replay, 2, 1)
    assert panel(app)["head"].startswith("Step 2 of ")
    # The scores of the run itself are kept, so the same way can be gone again.
    app = at(replay, 2, 1, fork="2-c0")
    app.run()
    assert "Both ways end in the same graph. All scores were known." in texts(app)
    app.session_state["_replay_forked"] = None
    # A much lower τ asks for scores that nobody computed.
    app = at(replay, 2, 1, fork="2-t0.0000001")
    app.run()
    assert not app.exception
    assert "were not kept and cannot be computed here. The data are not on this" in texts(app)
    button(app, "replay-look-inside").click().run()
    assert "there is nothing to draw" in texts(app)


def test_look_inside_ends_in_the_same_score(replay):
    app = at(replay, 2, 1)
    button(app, "replay-look-inside").click().run()
    app.run()
    assert not app.exception
    assert "Inside the score of step 2" in texts(app)
    assert "the same as in the search" in texts(app)
    button(app, "replay-inside-close").click().run()
    assert "Inside the score" not in texts(app)


@pytest.mark.parametrize("measure", ["rcd", "ncd"])
def test_look_inside_other_measures(app, home, dataset, measure):
    run_id = finish_run(dataset, "five.csv", RunSettings(measure=measure, global_score=False))
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["run"] = run_id
    at(app, 2, 1)
    button(app, "replay-look-inside").click().run()
    app.run()
    assert not app.exception
    assert "the same as in the search" in texts(app)


@pytest.mark.parametrize("measure", ["rcd", "partial-correlation"])
def test_a_long_name_is_cut_beside_an_axis(app, home, dataset, measure):
    long = Dataset.from_array(dataset.values, [f"<b>{letter * 300}" for letter in "abcde"])
    run_id = finish_run(long, "long.csv", RunSettings(measure=measure, global_score=False))
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["run"] = run_id
    at(app, 1, 1)
    button(app, "replay-look-inside").click().run()
    app.run()
    assert not app.exception
    layout = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]
    for axis in (layout["xaxis"], layout["yaxis"]):
        assert axis["title"]["text"].startswith("&lt;b&gt;")
        assert len(axis["title"]["text"]) < 40


def test_a_sample_has_a_truth_and_an_oracle(app, home):
    from components.data_source import read_strictly, sample

    chosen = sample("pnl-gp")
    data = read_strictly(chosen.file.name, chosen.file.read_bytes()).require()
    run_id = finish_run(
        data, chosen.title, RunSettings(measure="partial-correlation", global_score=False)
    )
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["run"] = run_id
    at(app, 1, 1, ghost="true")
    assert panel(app)["verdict"]["kind"] == "true"
    assert graphs(app)[0]["paint"]["halo"]
    assert "claim what is true" in texts(app)
    frames = [frame.value for frame in app.dataframe]
    (figures,) = [frame for frame in frames if "SHD" in frame]
    assert list(figures["Search with"])[:2] == ["Partial correlation", "Oracle"]
    assert figures["Search with"].iloc[-1] == "RCD, automatic τ"
    oracle = figures.set_index("Search with").loc["Oracle"]
    assert oracle["Wrong steps"].startswith("0 of ")
    assert not oracle[["Missing", "Too many", "Directions", "SHD", "Wrong stops"]].any()
    assert "and ends in the true class" in texts(app)
    # However bad a result is, it is never told without what it lacks.
    own = figures.set_index("Search with").loc["Partial correlation"]
    assert own[["Missing", "Too many", "Directions"]].sum() == own["SHD"]
    if own["SHD"]:
        assert f"(SHD {own['SHD']})" in texts(app)
    app.session_state["by"] = "oracle"
    at(app, 1)
    assert "Oracle: scores from the true graph" in texts(app)


def test_an_edge_keeps_its_score_until_it_is_taken_away(app, home):
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = "backward-phase"

    def edges(chapter):
        (graph,) = graphs(at(app, chapter))
        return {edge["id"]: (edge["width"], edge["score"]) for edge in graph["edges"]}

    # The fifth and last step forward, the end of the phase, and the step back.
    end, back = edges(6), edges(7)
    assert len(end) == 5
    assert end == back
    assert all(score for _, score in end.values())


def test_a_run_without_a_truth_shows_none(replay):
    app = at(replay, 1, 1)
    assert panel(app)["verdict"] is None
    assert graphs(app)[0]["paint"]["halo"] == GraphPaint().as_data()["halo"]
    assert not [each for each in app.toggle if each.label == "Show the true graph"]
    assert "asks for the true graph" not in texts(app)
    assert "The address asks for the true graph, and this run has none." in texts(
        at(app, 1, 1, by="oracle")
    )


@pytest.mark.parametrize("lesson", [each.id for each in LESSONS])
def test_lessons_open_in_all_their_ways(app, home, lesson):
    each = next(one for one in LESSONS if one.id == lesson)
    app.run()
    app.switch_page("pages/replay.py")
    for variant in range(len(each.variants)):
        app.query_params["lesson"] = lesson
        app.query_params["variant"] = str(variant + 1)
        at(app, 2, 1)
        assert each.title in texts(app)
        assert each.look_at in texts(app)
        assert graphs(app)[0]["nodes"][0]["name"] == each.names[0]


def test_a_lesson_that_misses_a_link_gets_no_clean_bill(app, home):
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = "beyond-linear"
    # The step, then the end of the forward phase.
    at(app, 2, ghost="true")
    verdict = panel(app)["verdict"]
    assert verdict["kind"] == "error"
    assert verdict["text"].startswith("Stopped here, though Dose and Effect depend given")
    assert "Wrong: 1 edge missing" in texts(app)
    (claims,) = [frame.value for frame in app.dataframe if "Claim" in frame.value]
    assert list(claims["Step"]) == ["1", "forward end"]
    assert claims["Claim"][1] == "Dose and Effect are independent"


@pytest.mark.parametrize(
    ("lesson", "idle"), [("tau", True), ("beyond-linear", True), ("chain-and-fork", False)]
)
def test_ways_that_mean_nothing_to_the_oracle_cannot_be_chosen(app, home, lesson, idle):
    def ways():
        return next(e for e in app.button_group if e.key == f"replay-variant-{lesson}")

    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = lesson
    at(app, 1)
    assert not ways().disabled
    assert "a τ of its own" not in texts(app)
    look_at = next(each for each in LESSONS if each.id == lesson).look_at
    assert look_at in texts(app)
    app.session_state["by"] = "oracle"
    at(app, 1)
    assert ways().disabled is idle
    assert "a τ of its own" in texts(app)
    assert ("The choices above" in texts(app)) is idle
    # It tells of the data's search.
    assert look_at not in texts(app)


@pytest.mark.parametrize("variant", ["0", "x", "²", "9" * 5000])
def test_a_variant_that_is_none_opens_the_first(app, home, variant):
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = LESSONS[0].id
    app.query_params["variant"] = variant
    at(app, 1)
    assert not app.exception
    assert LESSONS[0].title in texts(app)


def test_large_type_reaches_the_parts(replay):
    app = at(replay, 1, large="true")
    assert panel(app)["large"]
    assert scrubber(app)["large"]
    assert graphs(app)[0]["height"] > 600


def test_a_link_with_large_type_is_large_at_once(app, home):
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = LESSONS[0].id
    app = at(app, 1, large="true")
    assert panel(app)["large"]
    assert scrubber(app)["large"]
    # The lesson's text, too: not the small print that it is else.
    assert not [e for e in app.markdown if str(e.value).startswith(":small[In one data set")]
    assert [e for e in app.markdown if str(e.value).startswith("In one data set")]


def test_a_lessons_text_waits_for_the_prediction_and_can_be_folded(app, home):
    each = next(one for one in LESSONS if one.id == "collider")
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = each.id
    app = at(app, 1, predict="true")
    fold = button(app, "replay-fold-text")
    assert fold.label == "Show what happens"
    assert each.look_at not in texts(app)
    assert each.text[1] not in texts(app)
    assert each.title in texts(app)
    assert not scrubber(app)["tells"]
    fold.click().run()
    assert each.look_at in texts(app)
    assert scrubber(app)["tells"]
    # What was asked for is of this lesson while one predicts; else the text stands there.
    app.session_state["predict"] = False
    at(app, 1)
    assert each.look_at in texts(app)
    button(app, "replay-fold-text").click().run()
    assert each.look_at not in texts(app)
    assert button(app, "replay-fold-text").label == "Show text"


def test_the_oracles_equal_scores_are_explained(app, home):
    def told(by):
        app.session_state["by"] = by
        return " ".join(panel(at(app, 1, 1))["say"])

    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = "collider"
    at(app, 1)
    rule = "of equal scores the smaller conditioning set goes first, then the earlier column"
    assert f"Both score the same: {rule}." in told("oracle")
    assert "equal scores" not in told("data")


def test_a_lesson_that_there_is_not_is_said_to_be_none(replay):
    replay.query_params["lesson"] = "no*such"
    replay.run()
    assert not replay.exception
    assert replay.title[0].value == "There is no such lesson"
    assert "no*such" in texts(replay)
    assert panel(replay) is None
    button(replay, "replay-lesson-tau").click().run()
    assert replay.query_params["lesson"] in ("tau", ["tau"])
    assert panel(replay)["head"].startswith("Step 1 of")


def test_a_replay_can_be_taken_along(replay):
    app = at(replay, 1)
    (offered,) = [e for e in app.get("download_button") if e.key == "replay-file"]
    assert offered.label == "Replay as one HTML file"


def test_names_are_shown_as_they_are(replay):
    app = at(replay, 1)
    rows = panel(app)["table"]["rows"]
    assert any("del*ta" in row["pair"] for row in rows)


def test_a_capsule_is_replayed(replay, tmp_path, monkeypatch):
    from gesncd.runs.capsule.capsule import export_run, import_run

    store = RunStore.open()
    target = io.BytesIO()
    export_run(store, store.runs()[0].id, target, with_data=False)
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "elsewhere"))
    target.seek(0)
    run_id = import_run(RunStore.open(), target).run_id
    replay.query_params["run"] = run_id
    app = at(replay, 3, 1)
    assert not RunStore.open().has_data(RunStore.open().run(run_id).dataset_sha256)
    assert panel(app)["head"].startswith("Step 3 of ")


def test_back_in_the_browser_goes_back_in_the_replay(app, home, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("components.replay.address.time.monotonic", lambda: now[0])
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"] = "collider"
    app.query_params["step"], app.query_params["part"] = "2", "1"
    app.run()
    before = scrubber(app)["at"]
    now[0] += 60
    app.query_params["step"], app.query_params["part"] = "1", "0"
    app.run()
    assert scrubber(app)["at"] < before
    app.query_params["step"], app.query_params["part"] = "2", "1"
    app.run()
    assert scrubber(app)["at"] == before
    # A place was written a moment ago: an address that differs was on its way before.
    app.session_state["_replay_written"] = now[0]
    app.query_params["step"], app.query_params["part"] = "1", "0"
    app.run()
    assert scrubber(app)["at"] == before


@pytest.mark.parametrize(("step", "shown"), [("-5", "1"), ("nan", "1"), ("999", "5")])
def test_the_address_names_the_step_that_is_shown(app, home, step, shown):
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"], app.query_params["step"] = "collider", step
    app.run()
    assert not app.exception
    assert app.query_params["step"] == shown


@pytest.mark.parametrize("by", ["oracle", "The oracle"])
def test_an_address_may_say_that_the_oracle_decides_in_either_way(app, home, by):
    app.run()
    app.switch_page("pages/replay.py")
    app.query_params["lesson"], app.query_params["by"] = "collider", by
    app.run()
    assert not app.exception
    assert next(e.value for e in app.segmented_control if e.key == "by") == "oracle"
