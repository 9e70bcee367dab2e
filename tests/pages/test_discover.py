import json
import re

import numpy as np
from streamlit.testing.v1 import AppTest

from components.data_source import LoadedData, UploadedTable
from components.graph_panel import Focus
from gesncd.data.dataset import Dataset
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.truths import kept_truths
from gesncd.settings.run_settings import RunSettings


def texts(app):
    """Everything readable on the page, without Markdown's escapes."""
    parts = [
        e.value
        for kind in ("title", "markdown", "caption", "error", "warning", "header")
        for e in app.get(kind)
    ]
    return "\n".join(str(part) for part in parts).replace("\\", "")


def button(app, key):
    return next(each for each in app.button if each.key == key)


def component_data(app, name):
    """What a component was sent."""
    for element in app.get("bidi_component"):
        if element.proto.component_name == name:
            return json.loads(element.proto.json)
    return None


def graph_data(app):
    return component_data(app, "gesncd_graph_view")


def panel_data(app):
    return component_data(app, "gesncd_detail_panel")


def field(app, kind, label):
    return next(each for each in app.get(kind) if each.label.startswith(label))


def focus_on(app, *nodes):
    sha256 = RunStore.open().runs()[0].dataset_sha256
    app.session_state["_focus"] = Focus(sha256, nodes)
    return app.run()


def is_settled(app):
    return any(each.label == "Edges, CSV" for each in app.get("download_button"))


def open_sample(app, sample="sachs", **parameters):
    app.query_params["sample"] = sample
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()


def test_the_first_screen_offers_samples_and_an_upload(app):
    app.run()
    assert not app.exception
    assert app.title[0].value == "Find a causal graph in your data"
    assert len(app.file_uploader) == 1
    assert len([each for each in app.button if str(each.key).startswith("sample-")]) == 3


def test_one_click_loads_a_sample(app):
    app.run()
    button(app, "sample-sachs").click().run()
    assert not app.exception
    assert "11 variables, 853 rows" in texts(app)
    assert app.query_params["sample"] == "sachs"
    data = graph_data(app)
    assert len(data["nodes"]) == 11
    assert data["edges"] == []


def test_a_messy_file_leads_to_the_data_page(app):
    app.run()
    app.file_uploader[0].upload("bad.csv", b"a,b\n1,2\n3,x\n", "text/csv").run()
    assert not app.exception
    assert app.title[0].value == "Data"
    assert "Column 'b', line 3: 'x' is not a number" in texts(app)


def test_a_file_that_is_no_table_is_refused_where_it_was_dropped(app):
    app.run()
    app.file_uploader[0].upload("bad.csv", bytes(range(256)), "text/csv").run()
    assert not app.exception
    (message,) = [each.value.replace("\\", "") for each in app.error]
    assert "bad.csv is not a text table" in message
    assert "Traceback" not in message
    assert app.title[0].value == "Find a causal graph in your data"


def test_an_upload_runs_to_its_end_and_can_be_taken_away(app, csv_bytes, run_until, home):
    app.run()
    app.file_uploader[0].upload("chain.csv", csv_bytes, "text/csv").run()
    assert "4 variables, 300 rows" in texts(app)
    app.button_group[0].set_value("partial-correlation").run()
    button(app, "run-button").click().run()
    assert not app.exception
    run_id = app.query_params["run"]
    run_until(app, is_settled)
    edges = {(e["from"], e["to"], e["directed"]) for e in graph_data(app)["edges"]}
    assert edges == {(0, 1, False), (1, 2, False)}
    assert "2 edges, 0 of them directed; S_g" in texts(app)
    assert [step["head"] for step in panel_data(app)["steps"]][:1] == ["Step 1, forward"]
    downloads = [each.key for each in app.get("download_button")]
    assert len([key for key in downloads if key.startswith("export-")]) == 16
    assert "edges-csv" in downloads
    record = RunStore.open(home).run(run_id)
    assert record.data_name == "chain.csv"
    assert record.settings.measure == "partial-correlation"


def test_the_slider_looks_at_any_step_and_nodes_stay(app, run_until):
    open_sample(app, measure="Partial corr.")
    before = graph_data(app)["nodes"]
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    slider = next(each for each in app.slider if each.label == "Look at step")
    last = slider.max
    assert slider.value == last > 3
    slider.set_value(2).run()
    data = graph_data(app)
    assert len(data["edges"]) == 2
    assert data["hold"] is True
    assert [mark["change"] for mark in data["changes"]][:1] == ["added"]
    assert data["nodes"] == before
    assert panel_data(app)["current"] == 2
    slider = next(each for each in app.slider if each.label == "Look at step")
    slider.set_value(last).run()
    assert graph_data(app)["hold"] is False


def test_another_tab_finds_the_run_by_its_address(app, home, run_until):
    open_sample(app, measure="Partial corr.")
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    other = AppTest.from_file(app._script_path, default_timeout=240)
    other.query_params["run"] = app.query_params["run"]
    other.run()
    assert not other.exception
    assert is_settled(other)
    assert graph_data(other)["edges"] == graph_data(app)["edges"]
    # A tab that comes later sees the result, not the last step lighting up.
    assert graph_data(other)["changes"] == []


def test_an_unknown_run_is_explained(app):
    app.query_params["run"] = "nonsense"
    app.run()
    assert not app.exception
    assert "There is no run nonsense on this machine" in app.warning[0].value.replace("\\", "")
    assert app.title[0].value == "Find a causal graph in your data"


def test_settings_come_from_the_address_and_reach_the_run(app, home, run_until):
    open_sample(app, measure="RCD", tau="0.2", seed="7", alpha="0.01", given="2")
    assert not app.exception
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    settings = RunStore.open(home).run(app.query_params["run"]).settings
    assert (settings.measure, settings.tau, settings.seed) == ("rcd", 0.2, 7)
    assert (settings.alpha, settings.max_conditioning, settings.max_subset) == (0.01, 2, None)
    assert "τ\u00a00.2" in texts(app)
    assert "τ\u00a00.2 · conditioning sets up to 2 · seed\u00a07" in texts(app)


def test_the_automatic_threshold_is_shown_with_its_level(app):
    open_sample(app, measure="Partial corr.")
    data = component_data(app, "gesncd_tau_slider")
    assert data["text"] == "τ\u00a00.0127 (auto, α\u00a00.001)"
    assert data["automatic"] is True
    assert "for 11 variables × 853 rows" in texts(app)


def test_the_papers_networks_leave_the_threshold_to_the_run_until_one_has_found_it(app, home):
    store = RunStore.open(home)
    dataset = Dataset.from_array(np.random.default_rng(0).normal(size=(60, 3)))
    sha256 = store.add_dataset(dataset, "noise.csv")
    other, run_id = (
        store.create_run(sha256, "noise.csv", RunSettings(networks="paper", seed=seed))
        for seed in (1, 0)
    )
    store.set_threshold(other, 0.5, 0.5)
    for name, value in {"run": run_id, "networks": "Paper", "tau": "0.3"}.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    data = component_data(app, "gesncd_tau_slider")
    assert (data["text"], data["automatic"], data["foundByRun"]) == ("τ\u00a00.3", False, True)
    del app.query_params["tau"]
    app.run()
    data = component_data(app, "gesncd_tau_slider")
    assert (data["text"], data["automatic"]) == ("τ automatic (α\u00a00.001)", True)
    assert data["floor"] is None
    assert "noise floor is not known before the run" in texts(app)
    assert "calibrated by permutation, 240 queries" in texts(app)

    store.set_threshold(run_id, 0.213, 0.213)
    app.run()
    assert not app.exception
    data = component_data(app, "gesncd_tau_slider")
    assert data["text"] == "τ\u00a00.213 (auto, α\u00a00.001)"
    assert data["floor"] == data["value"]
    assert "in an earlier run" in texts(app)


def test_changing_the_data_goes_back_and_keeps_the_run(app, home, run_until):
    open_sample(app, measure="Partial corr.")
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    button(app, "change-data").click().run()
    assert app.title[0].value == "Find a causal graph in your data"
    assert "run" not in app.query_params
    assert len(RunStore.open(home).runs()) == 1


def run_sample(app, run_until, **parameters):
    open_sample(app, measure="Partial corr.", **parameters)
    button(app, "run-button").click().run()
    return run_until(app, is_settled)


def test_a_chosen_pair_is_explained_whether_it_is_joined_or_not(app, run_until):
    run_sample(app, run_until)
    data = graph_data(app)
    edge = data["edges"][0]
    focus_on(app, *sorted((edge["from"], edge["to"])))
    assert panel_data(app)["mode"] == "pair"
    assert any(line.startswith("Step ") for line in panel_data(app)["lines"])
    joined = {tuple(sorted((e["from"], e["to"]))) for e in data["edges"]}
    apart = next((i, j) for i in range(11) for j in range(i + 1, 11) if (i, j) not in joined)
    focus_on(app, *apart)
    assert panel_data(app)["title"].endswith("no edge")
    assert "not joined" in panel_data(app)["lines"][0]
    focus_on(app, edge["from"])
    assert graph_data(app)["focus"] == [edge["from"]]
    assert panel_data(app)["mode"] == "node"


def test_a_new_run_opens_on_its_steps_whatever_was_chosen_in_the_old_one(app, run_until):
    run_sample(app, run_until)
    focus_on(app, 0, 1)
    assert panel_data(app)["mode"] == "pair"
    n_runs = len(RunStore.open().runs())
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    assert len(RunStore.open().runs()) == n_runs + 1
    assert graph_data(app)["focus"] == []
    assert panel_data(app)["mode"] == "steps"


def test_another_run_at_the_address_opens_on_its_steps(app, run_until):
    first = run_sample(app, run_until).query_params["run"]
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    focus_on(app, 0, 1)
    assert graph_data(app)["focus"] == [0, 1]
    assert app.query_params["run"] != first
    app.query_params["run"] = first
    app.run()
    assert graph_data(app)["focus"] == []
    assert panel_data(app)["mode"] == "steps"


def test_a_member_of_the_class_is_shown_and_an_older_step_ends_that(app, run_until):
    run_sample(app, run_until)
    data = graph_data(app)
    undirected = [e for e in data["edges"] if not e["directed"]]
    assert undirected
    field(app, "number_input", "Show member").set_value(1).run()
    assert not app.exception
    member = graph_data(app)
    assert all(edge["directed"] for edge in member["edges"])
    assert {e["id"] for e in member["edges"]} == {e["id"] for e in data["edges"]}
    assert {mark["id"] for mark in member["changes"]} == {e["id"] for e in undirected}
    assert member["nodes"] == data["nodes"]
    field(app, "slider", "Look at step").set_value(1).run()
    assert len(graph_data(app)["edges"]) == 1


def test_the_table_and_the_words_tell_every_edge(app, run_until):
    run_sample(app, run_until)
    frame = app.dataframe[0].value
    assert len(frame) == len(graph_data(app)["edges"])
    assert list(frame.columns)[-2:] == ["Step", "Direction"]
    words = next(each.value for each in app.markdown if "added in step" in each.value)
    assert len(words.splitlines()) == len(frame)


KNOWN = b"source,relation,target\nPKC,->,Raf\nPlcg,!--,Akt\n"


def attach(app, content, name="known.csv"):
    return app.file_uploader[0].upload(name, content, "text/csv").run()


def test_knowledge_is_read_shown_and_enforced(app, home, run_until):
    open_sample(app, measure="Partial corr.")
    attach(app, KNOWN)
    assert not app.exception
    assert "1 required edge: PKC → Raf." in texts(app)
    assert "1 pair kept apart: Akt – Plcg." in texts(app)
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    record = RunStore.open(home).runs()[0]
    assert record.settings.knowledge.required == (("PKC", "Raf"),)
    data = graph_data(app)
    pair = tuple(sorted((record.names.index("PKC"), record.names.index("Raf"))))
    (edge,) = [e for e in data["edges"] if e["id"] == f"{pair[0]}-{pair[1]}"]
    assert edge["locked"] is True
    assert (edge["from"], edge["directed"]) == (record.names.index("PKC"), True)
    assert len(data["forbidden"]) == 1
    assert "with knowledge" in texts(app)
    assert (
        "graphs explain the data equally well and agree with what you know, if every decision of "
        "the search was right." in texts(app)
    )


def test_knowledge_that_does_not_fit_is_explained_and_stops_the_run(app):
    open_sample(app, measure="Partial corr.")
    attach(app, b"source,relation,target\nPKC,->,Unknown\n")
    assert "'Unknown', which the data do not have" in app.error[0].value.replace("\\", "")
    assert button(app, "run-button").disabled
    button(app, "remove-knowledge").click().run()
    assert not app.error
    assert not button(app, "run-button").disabled
    attach(app, b"source,relation,target\nPKC,>>,Raf\n")
    assert "known.csv" in app.error[0].value.replace("\\", "")


def test_a_link_to_a_run_brings_its_knowledge_along(app, home, run_until):
    open_sample(app, measure="Partial corr.")
    attach(app, KNOWN)
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    other = AppTest.from_file(app._script_path, default_timeout=240)
    other.query_params["run"] = app.query_params["run"]
    other.run()
    assert "1 required edge: PKC → Raf." in texts(other)
    # As statements that can be changed.
    assert field(other, "text_area", "Statements").value.splitlines() == [
        "PKC → Raf",
        "Akt, Plcg not adjacent",
    ]


def test_the_estimate_is_measured_on_these_data(app, run_until):
    open_sample(app, measure="RCD")
    assert re.search(r"About .* for 11 variables × 853 rows", texts(app))
    run_until(app, lambda app: "by a short trial on these data" in texts(app))


def test_run_takes_the_settings_as_they_are_when_it_is_pressed(app):
    open_sample(app, measure="Partial corr.")
    field(app, "number_input", "Seed").set_value(7)
    button(app, "run-button").click()
    app.run()
    assert not app.exception
    (run,) = RunStore.open().runs()
    assert (run.settings.measure, run.settings.seed) == ("partial-correlation", 7)
    assert app.query_params["run"] in (run.id, [run.id])


def test_hostile_names_are_escaped_on_the_page(app, run_until):
    names = ["<img src=x onerror=alert(1)>", "![p](http://e.example/p.png)", ":red[x] $y$"]
    header = ",".join(f'"{name}"' for name in names)
    rows = "\n".join(f"{k},{k * 2 + k % 3},{k % 7}" for k in range(60))
    app.run()
    app.file_uploader[0].upload("h.csv", f"{header}\n{rows}\n".encode(), "text/csv").run()
    app.button_group[0].set_value("partial-correlation").run()
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    shown = "\n".join(each.value for each in app.markdown)
    assert "onerror" in shown
    for start in ("<img", "![p]", "[p]", ":red[x]", "$y$"):
        assert start not in re.sub(r"\\.", "", shown)


def store_run(home, state, message=""):
    """A run that ended before its first step."""
    store = RunStore.open(home)
    dataset = Dataset.from_array(np.random.default_rng(0).normal(size=(30, 3)))
    sha256 = store.add_dataset(dataset, "three.csv")
    run_id = store.create_run(sha256, "three.csv", RunSettings(measure="partial-correlation"))
    store.finish(run_id, state, message)
    return run_id


def test_a_failed_run_says_why_and_can_be_resumed(app, home, run_until):
    app.query_params["run"] = store_run(home, RunState.FAILED, "The disk is full.")
    app.run()
    assert not app.exception
    assert "The search failed before its first step" in texts(app)
    assert "The disk is full." in texts(app)
    button(app, "resume").click().run()
    run_until(app, is_settled)
    assert not app.exception
    assert "The search failed" not in texts(app)


def test_a_stopped_run_keeps_the_page_whole(app, home):
    app.query_params["run"] = store_run(home, RunState.STOPPED)
    app.run()
    assert not app.exception
    assert "The search was stopped before its first step: nothing was found yet" in texts(app)
    assert "3 variables, 30 rows" in texts(app)
    assert graph_data(app)["edges"] == []


def test_a_page_notices_that_its_run_was_resumed_or_deleted_elsewhere(home, monkeypatch):
    from components.discover import page

    reruns = []
    monkeypatch.setattr(page, "rerun_page", lambda: reruns.append(1))
    monkeypatch.setattr(page, "run_store", lambda: RunStore.open(home))
    run_id = store_run(home, RunState.STOPPED)
    page._watch_ended(run_id)
    assert reruns == []
    RunStore.open(home).requeue(run_id)
    page._watch_ended(run_id)
    assert reruns == [1]
    page._watch_ended("gone")
    assert reruns == [1, 1], "a run that was deleted is told"


def test_a_threshold_that_is_none_leaves_the_address(app):
    for text in ("nan", "7", "0.1x"):
        open_sample(app, tau=text)
        assert not app.exception
        assert "tau" not in app.query_params
    assert open_sample(app, tau="0.02").query_params["tau"] == "0.02"


def test_an_attached_truth_is_kept_with_the_data_when_they_are_searched(app, home, monkeypatch):
    monkeypatch.setattr("components.discover.run_control.launch", lambda store, run_id: None)
    dataset = Dataset.from_array(np.random.default_rng(0).normal(size=(120, 3)), tuple("abc"))
    truth = UploadedTable("dag.csv", b"source,target\na,b\n")
    app.session_state["_upload"] = LoadedData("t.csv", dataset, truth=truth)
    app.run()
    app.button_group[0].set_value("partial-correlation").run()
    button(app, "run-button").click().run()
    assert not app.exception
    (kept,) = kept_truths(RunStore.open(home), dataset.sha256)
    assert (kept.name, kept.content) == (truth.name, truth.content)


def test_a_search_that_goes_on_is_not_begun_again(app, home, csv_bytes, monkeypatch):
    """Four clicks on Run are one run; a search with other settings is another."""
    monkeypatch.setattr("components.discover.run_control.launch", lambda store, run_id: None)
    app.run()
    app.file_uploader[0].upload("chain.csv", csv_bytes, "text/csv").run()
    app.button_group[0].set_value("partial-correlation").run()
    button(app, "run-button").click().run()
    first = app.query_params["run"]
    button(app, "run-button").click().run()
    assert app.query_params["run"] == first
    assert "This search is going on already" in "".join(str(each.value) for each in app.toast)
    app.button_group[0].set_value("rcd").run()
    button(app, "run-button").click().run()
    assert app.query_params["run"] != first
    assert len(RunStore.open(home).runs()) == 2
