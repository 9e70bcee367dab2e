"""The Judge page without a browser."""

from __future__ import annotations

import io
import json
import time
from contextlib import chdir
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from components.data_source import LoadedData, UploadedTable
from components.export.exported import Exported
from components.export.menu import DATA_SUFFIX, MENU, file_stem
from components.graph_panel import Focus
from components.judge.run_choice import run_line
from components.store import read_trace
from gesncd.data.dataset import Dataset
from gesncd.knowledge import Knowledge
from gesncd.runs.capsule.capsule import export_run, import_run
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.truths import keep_truth
from gesncd.runs.tasks import tasks
from gesncd.runs.upkeep import delete_run
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

APP = Path(__file__).parents[2] / "app.py"
NAMES = ("alpha", "beta", "gamma", "delta")
EDGES = b"source,target\nalpha,gamma\nbeta,gamma\ngamma,delta\n"
"""The true graph of :func:`values`."""


@pytest.fixture
def store(home):
    return RunStore.open(home)


def values(rows=400, seed=1):
    """A collider gamma of alpha and beta, and delta caused by it."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, 4))
    x[:, 2] += x[:, 0] + x[:, 1]
    x[:, 3] += x[:, 2]
    return x


@pytest.fixture
def finished(store):
    """A function that adds a finished run on :func:`values`."""

    def create(names=NAMES, table=None, data_name="table.csv", **settings):
        dataset = Dataset.from_array(values() if table is None else table, list(names))
        sha256 = store.add_dataset(dataset, data_name)
        chosen = RunSettings(
            **{"measure": "partial-correlation", "global_score": False, **settings}
        )
        run_id = store.create_run(sha256, data_name, chosen)
        assert work(store, run_id) is RunState.FINISHED
        return run_id

    return create


def open_judge(app, **parameters):
    app.run()
    app.query_params.clear()
    for name, value in parameters.items():
        app.query_params[name] = value
    app.switch_page("pages/judge.py").run()
    assert not app.exception
    return app


def texts(app):
    kinds = ("title", "markdown", "caption", "error", "warning", "info", "header")
    return "\n".join(str(e.value) for kind in kinds for e in app.get(kind)).replace("\\", "")


def begins(elements, key):
    return next(each for each in elements if (each.key or "").startswith(key))


def by_key(elements, key):
    return next(each for each in elements if each.key == key)


def graph(app):
    """The data that the graph view was sent."""
    for element in app.get("bidi_component"):
        data = json.loads(element.proto.json or "{}")
        if isinstance(data, dict) and "paint" in data:
            return data
    raise AssertionError("there is no graph")


def frames(app):
    return {each.key: each.value for each in app.dataframe if each.key}


def test_without_runs_the_page_says_what_to_do(app):
    open_judge(app)
    assert "There is no finished run yet" in texts(app)


def test_without_a_truth_one_can_be_added(app, finished):
    open_judge(app, run=finished())
    assert "No true graph is known for these data" in texts(app)
    labels = {each.label for each in app.file_uploader}
    assert labels == {"CSV adjacency matrix, CSV edge list, DOT or GraphML"}


def with_truth(app, content=EDGES, name="truth.csv", mime="text/csv"):
    app.file_uploader[-1].upload(name, content, mime).run()
    assert not app.exception
    return app


def test_an_uploaded_truth_is_compared_by_name(app, finished):
    open_judge(app, run=finished())
    with_truth(app)
    assert "3 of 3 true edges are right, and there are no others." in texts(app)
    figures = app.table[0].value
    assert figures.iloc[0].tolist()[:3] == ["SHD", "0", "3"]
    assert figures.set_index("Figure").loc["SID, best", "Run"] == "0"
    assert [entry["text"] for entry in graph(app)["paint"]["legend"]] == ["right 3"]
    assert frames(app)["judge-differences"]["Verdict"].tolist() == ["right"] * 3


def test_what_was_stated_beforehand_is_no_finding(app, finished):
    knowledge = Knowledge(required=(("gamma", "delta"),))
    told = finished(knowledge=knowledge)
    open_judge(app, run=told)
    with_truth(app)
    said = texts(app)
    assert "3 of 3 true edges are right, 1 of them stated beforehand, and there are no" in said
    assert "Direction is judged on 3 arrows: 1 by knowledge, 2 from the data." in said
    assert "Random was told none of it." in said
    assert "counts in every figure of the run, though the search did not find it" in said
    figures = app.table[0].value.set_index("Figure")
    assert figures.loc["SHD"].tolist()[:2] == ["0", "2"]
    assert "Stated alone" in figures.columns
    told_of = frames(app)["judge-differences"]["Set beforehand"].tolist()
    assert told_of.count("edge and direction") == 1
    open_judge(app, run=told, judge="runs", **{"with": [finished(knowledge=knowledge, tau=0.1)]})
    assert "Of the 3 joined, stated beforehand: 1 in both." in texts(app)
    assert "Set beforehand" in frames(app)["judge-run-edges"].columns


def test_a_misspelt_name_in_a_truth_is_asked_about(app, finished):
    open_judge(app, run=finished())
    with_truth(app, EDGES)
    assert not [each for each in app.warning if "misspelt" in each.value]
    with_truth(app, EDGES.rstrip() + b"\nalphaa,delta\n")
    said = [each.value.replace("\\", "") for each in app.warning]
    assert any(
        "names 'alphaa', which the data lack. Did you mean 'alpha'?" in each for each in said
    )
    (beside,) = [each.value for each in app.sidebar.warning]
    assert beside == "A name in this truth may be misspelt; see Against a truth."
    assert "3 edges, a DAG, compared as its class; all 4 variables matched by name." in texts(app)


def test_differences_are_painted_listed_and_counted(app, finished):
    open_judge(app, run=finished())
    with_truth(app, b"source,target\nalpha,gamma\nbeta,gamma\nalpha,delta\ndelta,gamma\n")
    shown = graph(app)
    assert "missing" in {entry["text"].split()[0] for entry in shown["paint"]["legend"]}
    verdicts = frames(app)["judge-differences"]["Verdict"].tolist()
    confusion = app.table[1].value
    assert confusion.iloc[:, 1:].to_numpy().sum() == 6
    wrong = [verdict for verdict in verdicts if verdict != "right"]
    assert app.table[0].value.iloc[0]["Run"] == str(len(wrong))
    assert len(shown["paint"]["extra"]) == verdicts.count("missing") == 1


def test_a_class_as_truth_has_no_sid_and_says_why(app, finished):
    open_judge(app, run=finished())
    matrix = "\n".join(
        (
            ",alpha,beta,gamma,delta",
            "alpha,0,1,0,0",
            "beta,1,0,0,0",
            "gamma,0,0,0,0",
            "delta,0,0,0,0",
        )
    )
    with_truth(app, matrix.encode(), "cpdag.csv")
    assert "This truth is a class, so there is none." in texts(app)
    assert not any("SID" in figure for figure in app.table[0].value["Figure"])


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"source,target\nalpha,gama\n", "truth.csv", "may be meant for 'gamma'"),
        (b"source,target\nalpha,beta\nbeta,gamma\ngamma,alpha\n", "truth.csv", "directed cycle"),
        (b"no graph at all", "truth.dot", "truth.dot"),
    ],
)
def test_a_file_that_can_be_no_truth_is_refused_in_words(app, finished, content, name, said):
    open_judge(app, run=finished())
    with_truth(app, content, name, "text/plain")
    (message, *_) = [each.value.replace("\\", "") for each in app.error]
    assert said in message
    assert "No true graph is known" in texts(app)


def test_a_truth_can_be_let_go(app, finished):
    open_judge(app, run=finished())
    with_truth(app)
    by_key(app.selectbox, "_judge_truth_choice").set_value("").run()
    assert not app.exception
    assert "No true graph is known" in texts(app)
    assert len(by_key(app.selectbox, "_judge_truth_choice").options) == 2


def test_an_uploaded_truth_is_there_after_a_reload_until_it_is_forgotten(app, finished):
    run_id = finished()
    open_judge(app, run=run_id)
    assert not [each for each in app.button if each.key == "_judge_forget"]
    with_truth(app)
    again = open_judge(AppTest.from_file(str(APP), default_timeout=240), run=run_id)
    assert "3 of 3 true edges are right, and there are no others." in texts(again)
    by_key(again.button, "_judge_forget").click().run()
    assert not again.exception
    assert "No true graph is known for these data" in texts(again)
    last = open_judge(AppTest.from_file(str(APP), default_timeout=240), run=run_id)
    assert "No true graph is known for these data" in texts(last)


def test_an_attached_truth_is_one_with_its_kept_file_and_is_forgotten_with_it(app, finished, store):
    run_id = finished()
    dataset = store.dataset(store.run(run_id).dataset_sha256)
    keep_truth(store, dataset.sha256, "dag.csv", EDGES)
    app.session_state["_upload"] = LoadedData("t", dataset, truth=UploadedTable("dag.csv", EDGES))
    open_judge(app, run=run_id)
    choice = by_key(app.selectbox, "_judge_truth_choice")
    assert choice.options == ["dag.csv, attached to the data", "None"]
    by_key(app.button, "_judge_forget").click().run()
    assert not app.exception
    assert "No true graph is known for these data" in texts(app)
    assert app.session_state["_upload"].truth is None


def test_a_truth_that_was_changed_in_the_store_is_read_as_a_strangers(app, finished, store):
    run_id = finished()
    sha256 = store.run(run_id).dataset_sha256
    keep_truth(store, sha256, "<b>[x](http://x.y)</b>.csv", EDGES)
    keep_truth(store, sha256, "cycle.csv", b"source,target\nalpha,beta\nbeta,gamma\ngamma,alpha\n")
    keep_truth(store, sha256, "nul.csv", b"\x00\xff\xfe")
    open_judge(app, run=run_id)
    choice = by_key(app.selectbox, "_judge_truth_choice")
    assert choice.options == ["<b>[x](http://x.y)</b>.csv, uploaded", "None"]
    assert "3 of 3 true edges are right" in texts(app)


def test_a_truth_that_cannot_be_kept_lives_as_long_as_the_tab(app, finished, monkeypatch):
    def refuse(*arguments):
        raise StoreError("The disk is full.")

    monkeypatch.setattr("components.judge.truth_offers.keep_truth", refuse)
    open_judge(app, run=finished())
    with_truth(app)
    assert "3 of 3 true edges are right" in texts(app)
    assert "kept in this tab only. The disk is full" in app.toast[0].value.replace("\\", "")
    by_key(app.button, "_judge_forget").click().run()
    assert "No true graph is known for these data" in texts(app)


def test_a_known_sample_has_its_truth_at_once(app, store):
    from components.data_source import read_strictly, sample

    sachs = sample("sachs")
    dataset = read_strictly(sachs.file.name, sachs.file.read_bytes()).require()
    sha256 = store.add_dataset(dataset, "renamed.csv")
    settings = RunSettings("partial-correlation", global_score=False)
    run_id = store.create_run(sha256, "renamed.csv", settings)
    assert work(store, run_id) is RunState.FINISHED
    open_judge(app, run=run_id)
    assert "of 17 true edges are right" in texts(app)
    assert "17 edges, a DAG, compared as its class; all 11 variables matched by name." in texts(app)


def test_two_runs_are_compared(app, finished):
    first, second = finished(), finished(measure="rcd")
    open_judge(app, run=first, judge="runs")
    assert "Choose runs of the same data" in texts(app)
    app.multiselect[0].set_value([second]).run()
    assert not app.exception
    assert app.query_params["with"] in (second, [second])
    assert "both runs join" in texts(app)
    shown = frames(app)
    assert {"Variable", "A", "B", "Other variable"} <= set(shown["judge-run-edges"].columns)
    distances = app.table[0].value
    assert distances["Run"].tolist() == ["A", "B"]
    assert distances.iloc[0]["A"] == 0
    assert "questions that both asked" in texts(app)


def test_runs_in_the_address_are_compared_at_once(app, finished):
    ids = [finished(), finished(tau=0.5), finished(measure="rcd")]
    open_judge(app, run=ids[0], judge="runs", **{"with": [*ids[1:], "unknown"]})
    assert app.multiselect[0].value == ids[1:]
    assert "all 3 runs join" in texts(app)
    assert by_key(app.segmented_control, "_judge_two_runs").value == "A and B"


def test_a_lonely_run_says_where_others_come_from(app, finished):
    open_judge(app, run=finished(), judge="runs")
    assert "There is no second run of these data yet" in texts(app)


def test_methods_are_offered_with_reasons_for_those_that_cannot_be_run(app, finished):
    open_judge(app, run=finished(), judge="methods")
    ticks = {each.label: each.value for each in app.checkbox}
    assert ticks["PC"] is True
    assert ticks["GES with BIC"] is False
    assert "CAM" in texts(app)
    assert "No other method was run on these data yet." in texts(app)


def test_a_method_runs_in_the_background_and_its_graph_is_shown(app, store, finished, run_until):
    run_id = finished()
    open_judge(app, run=run_id, judge="methods")
    by_key(app.button, "judge-methods-start").click().run()
    assert not app.exception
    (task,) = tasks(store, kind="baseline-2-min")
    assert (task.title, task.n_parts) == ("PC", 1)
    run_until(app, lambda _: not tasks(store)[0].is_live, 120)
    app.run()
    frame = frames(app)["judge-methods"]
    assert frame["Method"].tolist() == ["This run", "PC"]
    assert frame["SHD to this run"].tolist() == [0, 0]
    assert "3 of 3 edges of the run are the same, and there are no others." in texts(app)
    assert [each.value for each in app.checkbox] == [False] * len(app.checkbox)


def test_a_run_that_was_stopped_is_said_to_be(app, store, finished):
    first, second = finished(), finished(tau=0.3)
    open_judge(app, run=first, judge="effect")
    assert "before its end" not in texts(app)
    store.finish(second, RunState.STOPPED)
    open_judge(app, run=second, judge="effect")
    assert "stopped before its end. What stands here is about the graph so far." in texts(app)
    assert "stopped before its end" in run_line(store.run(second))
    assert "before its end" not in run_line(store.run(first))


@pytest.mark.parametrize("page", ["judge", "tune", "replay"])
def test_a_run_with_damaged_data_is_not_said_to_be_none(app, store, finished, page):
    run_id = finished()
    path = store.home.dataset(store.run(run_id).dataset_sha256)
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:100])
    app.run()
    app.query_params["run"] = run_id
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    assert "is damaged" in texts(app)
    for sentence in ("There is no finished run yet", "No run yet"):
        assert sentence not in texts(app)


def test_what_is_pressed_twice_is_computed_once(app, store, finished, monkeypatch):
    monkeypatch.setattr("gesncd.runs.tasks.launch.claim_next_task", lambda store, most: None)
    open_judge(app, run=finished(), judge="data")
    by_key(app.button, "judge-markov-start").click().run()
    by_key(app.button, "judge-markov-start").click().run()
    assert not app.exception
    assert len(tasks(store, kind="markov")) == 1


def test_a_task_can_be_stopped_and_taken_up_again(app, store, finished, monkeypatch, run_until):
    with monkeypatch.context() as patch:
        patch.setattr("gesncd.runs.tasks.launch.claim_next_task", lambda store, most: None)
        open_judge(app, run=finished(), judge="data")
        by_key(app.button, "judge-markov-start").click().run()
        assert tasks(store)[0].is_live
        by_key(app.button, "judge-markov-stop").click().run()
        assert not app.exception
        (task,) = tasks(store)
        assert task.state is RunState.STOPPED
        app.run()
    by_key(app.button, "judge-markov-resume").click().run()
    run_until(app, lambda _: not tasks(store)[0].is_live, 120)
    app.run()
    assert tasks(store)[0].state is RunState.FINISHED
    assert "chance alone makes about" in texts(app)
    assert "judge-markov-stop" not in {each.key for each in app.button}


def test_the_data_are_asked_with_another_measure(app, store, finished, run_until):
    open_judge(app, run=finished(), judge="data")
    measures = by_key(app.segmented_control, "_judge_measure")
    assert {"NCD", "RCD"} <= set(measures.options)
    by_key(app.button, "judge-markov-start").click().run()
    assert not app.exception
    run_until(app, lambda _: not tasks(store)[0].is_live, 120)
    app.run()
    assert "chance alone makes about" in texts(app)
    facts = dict(app.table[0].value.to_numpy().tolist())
    assert int(facts["Tested"]) >= 3
    # Another level is another question.
    by_key(app.selectbox, "_judge_alpha").set_value(0.05).run()
    assert "chance alone makes about" not in texts(app)


def choose_effect(app, cause, effect):
    begins(app.selectbox, "_judge_cause").set_value(cause).run()
    begins(app.selectbox, "_judge_effect").set_value(effect).run()
    assert not app.exception


def test_no_effect_is_told_before_one_is_asked_for(app, finished):
    open_judge(app, run=finished(), judge="effect")
    assert begins(app.selectbox, "_judge_cause").value is None
    assert "effect in this graph" not in texts(app)
    assert "Choose a cause and an effect above." in texts(app)
    assert not app.code
    assert graph(app)["paint"]["pattern"] == []


def test_a_variable_is_no_effect_of_itself(app, finished):
    open_judge(app, run=finished(), judge="effect")
    choose_effect(app, 2, 2)
    assert not app.exception
    assert "Choose two different variables." in [each.value for each in app.info]
    choose_effect(app, 2, 3)
    assert not app.info


def test_an_effect_is_identified_or_not(app, finished):
    open_judge(app, run=finished(), judge="effect")
    begins(app.selectbox, "_judge_cause").set_value(2).run()
    begins(app.selectbox, "_judge_effect").set_value(3).run()
    assert not app.exception
    assert "Identified by adjustment." in texts(app)
    assert "treatment, outcome = 'gamma', 'delta'" in app.code[0].value
    assert graph(app)["paint"]["pattern"] == [2, 3]
    begins(app.selectbox, "_judge_effect").set_value(0).run()
    assert "there is no effect" in texts(app)


def test_what_was_asked_for_is_there_again_after_another_part(app, finished):
    run_id = finished()
    open_judge(app, run=run_id, judge="effect")
    choose_effect(app, 2, 3)
    by_key(app.button_group, "_judge_part").set_value("data").run()
    assert not [each for each in app.selectbox if (each.key or "").startswith("_judge_cause")]
    by_key(app.button_group, "_judge_part").set_value("effect").run()
    assert not app.exception
    assert "Identified by adjustment." in texts(app)
    assert graph(app)["paint"]["pattern"] == [2, 3]


def test_the_effect_part_starts_with_nothing_else_lit(app, store, finished):
    run_id = finished()
    open_judge(app, run=run_id)
    with_truth(app)
    chosen = Focus(store.run(run_id).dataset_sha256, (0, 1))
    app.session_state["_focus"] = chosen
    app.run()
    assert graph(app)["focus"] == [0, 1]
    by_key(app.segmented_control, "_judge_part").set_value("effect").run()
    assert graph(app)["paint"]["pattern"] == []
    assert graph(app)["focus"] == []
    app.session_state["_focus"] = chosen
    app.run()
    assert graph(app)["focus"] == [0, 1]
    begins(app.selectbox, "_judge_cause").set_value(2).run()
    assert graph(app)["focus"] == []


def test_an_open_effect_lists_the_possibilities(app, finished):
    rng = np.random.default_rng(2)
    chain = rng.normal(size=(300, 3)).cumsum(axis=1)
    open_judge(app, run=finished(("a", "b", "c"), chain), judge="effect")
    choose_effect(app, 0, 1)
    assert "Not identified by this graph." in texts(app)
    (frame,) = [each.value for each in app.dataframe]
    assert frame.values.tolist() == [["none", "nothing to adjust for"], ["b", "zero (reversed)"]]


def test_without_its_data_a_run_can_still_be_judged(app, tmp_path, finished, store, monkeypatch):
    target = io.BytesIO()
    export_run(store, finished(), target, with_data=False)
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "elsewhere"))
    other = RunStore.open(tmp_path / "elsewhere")
    target.seek(0)
    imported = import_run(other, target)
    run_id = imported.run_id
    open_judge(app, run=run_id)
    with_truth(app)
    assert "3 of 3 true edges are right" in texts(app)
    for part in ("methods", "data"):
        open_judge(app, run=run_id, judge=part)
        assert "The data of this run are not here" in texts(app)
    open_judge(app, run=run_id, judge="effect")
    choose_effect(app, 2, 3)
    assert "400 rows, 4 columns. It is not on this machine." in app.code[0].value
    assert not app.get("download_button") or all(
        each.key != "judge-data-csv" for each in app.get("download_button")
    )


def test_sixty_variables_are_judged(app, finished):
    rng = np.random.default_rng(3)
    table = rng.normal(size=(300, 60))
    rows = ["source,target"]
    for node in range(1, 60):
        cause = int(rng.integers(max(0, node - 6), node))
        table[:, node] += table[:, cause]
        rows.append(f"v{cause},v{node}")
    names = [f"v{k}" for k in range(60)]
    open_judge(app, run=finished(names, table))
    with_truth(app, "\n".join(rows).encode())
    assert "of 59 true edges are right" in texts(app)
    assert app.table[1].value.iloc[:, 1:].to_numpy().sum() == 60 * 59 // 2


def test_hostile_names_stay_text(app, finished):
    names = ["<img src=x onerror=alert(1)>", "![p](http://e.example/p.png)", ":red[x] $y$", "=1+1"]
    run_id = finished(names)
    open_judge(app, run=run_id, judge="effect")
    choose_effect(app, 0, 1)
    said = "\n".join(e.value for kind in ("markdown", "caption") for e in app.get(kind))
    assert "![p](http" not in said
    open_judge(app, run=run_id, judge="runs")
    open_judge(app, run=run_id)


def test_an_unknown_run_is_told_and_no_other_one_is_shown_for_it(app, finished):
    other = finished()
    open_judge(app, run="nobody")
    assert "There is no run nobody on this machine" in texts(app)
    assert not app.segmented_control
    by_key(app.button, f"open-other-{other}").click().run()
    assert app.query_params["run"] == other
    assert app.segmented_control


def test_a_run_that_was_deleted_elsewhere_is_told_by_its_name(app, store, finished):
    run_id, _ = finished(data_name="first.csv"), finished(data_name="second.csv")
    open_judge(app, run=run_id)
    delete_run(store, run_id)
    app.run()
    assert not app.exception
    assert f"This run was deleted: first.csv, of {started_text_of_today()}" in texts(app)
    assert app.query_params["run"] == run_id
    assert not app.segmented_control


def started_text_of_today():
    now = time.localtime()
    return f"{now.tm_mday} {time.strftime('%b %Y', now)}"


def test_the_address_names_what_is_shown_and_not_what_it_was_asked_in_vain(app, finished):
    run_id, _ = finished(), finished(seed=1)
    open_judge(app, run=run_id, judge="foo")
    assert "judge" not in app.query_params
    open_judge(app, run=run_id, judge="runs", **{"with": ["nobody"]})
    assert "with" not in app.query_params


def test_what_tests_the_data_is_kept_while_another_part_is_shown(app, finished):
    run_id = finished()
    open_judge(app, run=run_id, judge="data")
    by_key(app.segmented_control, "_judge_measure").set_value("ncd").run()
    by_key(app.selectbox, "_judge_alpha").set_value(0.05).run()
    open_judge(app, run=run_id, judge="methods")
    open_judge(app, run=run_id, judge="data")
    assert by_key(app.segmented_control, "_judge_measure").value == "ncd"
    assert by_key(app.selectbox, "_judge_alpha").value == 0.05


def test_an_unusable_home_is_explained(app, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "file" / "home"))
    open_judge(app)
    assert "cannot be made" in texts(app)


def test_the_script_loads_the_very_numbers_that_were_searched(app, finished, store, tmp_path):
    names = ("=alpha", "beta", "gamma (mg/L)", "delta")
    run_id = finished(names, data_name="raw; file.csv")
    open_judge(app, run=run_id, judge="effect")
    choose_effect(app, 2, 3)
    code = app.code[0].value
    assert "# The table that was searched, as it was prepared: 400 rows, 4 columns." in code
    record = store.run(run_id)
    dataset = store.dataset(record.dataset_sha256)
    trace = read_trace(store, record)
    (file,) = [each for each in MENU["Tables"] if each.suffix == DATA_SUFFIX]
    table = Exported(LoadedData("d", dataset), record, trace, np.zeros((4, 2)))
    (tmp_path / f"{file_stem(record.data_name)}_{file.suffix}").write_text(file.make(table))
    begin = code.index("data = pd")
    lines = code[begin : code.index("treatment, outcome")]
    found = {"pd": pd}
    with chdir(tmp_path):
        exec(lines, found)
    assert list(found["data"].columns) == list(names)
    assert np.array_equal(found["data"].to_numpy(), values())
