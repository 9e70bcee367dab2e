import json
from pathlib import Path

import numpy as np
import pytest
import streamlit
from streamlit.testing.v1 import AppTest

from components.tune.path_work import PathAsked
from gesncd.analysis import (
    Cell,
    Relation,
    Resampling,
    Statement,
    plan_grid,
    plan_replicates,
    plan_sets,
    propose_tau,
    strips,
)
from gesncd.analysis.agreement import claims_of, verdict
from gesncd.data.dataset import Dataset
from gesncd.knowledge import Knowledge
from gesncd.measures import PartialCorrelation
from gesncd.runs.capsule.capsule import export_run, import_run
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.statements import Said, SaidOfData, keep_said
from gesncd.runs.store.summary import summarise
from gesncd.runs.tasks import KINDS, create_task, task_parts, task_results, tasks
from gesncd.runs.tasks.parts_grid import grid_parts
from gesncd.runs.tasks.parts_rehearsal import rehearsal_parts
from gesncd.runs.tasks.parts_stability import stability_parts
from gesncd.runs.tasks.parts_tau_path import tau_path_parts
from gesncd.runs.tasks.worker import work_task
from gesncd.runs.workers.worker import work
from gesncd.search.tau_path import tau_path
from gesncd.settings.run_settings import RunSettings

APP = Path(__file__).parents[2] / "app.py"
NAMES = ("A", "B", "C", "D")
LETTERS = {"satisfied": "s", "violated": "v", "undecided": "u"}


@pytest.fixture
def store(home):
    return RunStore.open(home)


@pytest.fixture
def dataset():
    """A → C ← B, C → D."""
    rng = np.random.default_rng(2)
    x = rng.normal(size=(300, 4))
    x[:, 2] += x[:, 0] + 0.7 * x[:, 1]
    x[:, 3] += 0.6 * x[:, 2]
    return Dataset.from_array(x, list(NAMES))


@pytest.fixture
def finished(store, dataset):
    """A function that adds a finished run."""

    def create(**settings):
        sha256 = store.add_dataset(dataset, "four.csv")
        chosen = RunSettings(**{"measure": "partial-correlation", **settings})
        run_id = store.create_run(sha256, "four.csv", chosen)
        assert work(store, run_id) is RunState.FINISHED
        return run_id

    return create


@pytest.fixture
def tune(app):
    """A function that opens the page on a run."""

    def open_page(run_id=None, **address):
        app.run()
        app.switch_page("pages/tune.py")
        if run_id is not None:
            app.query_params["run"] = run_id
        for key, value in address.items():
            app.query_params[key] = value
        app.run()
        assert not app.exception
        return app

    return open_page


def texts(app):
    kinds = ("title", "markdown", "caption", "error", "success", "info", "header", "warning")
    return "\n".join(str(e.value) for kind in kinds for e in app.get(kind)).replace("\\", "")


def component(app, name):
    """What a component of ours is sent."""
    found = [e for e in app.get("bidi_component") if e.proto.component_name == name]
    return [json.loads(e.proto.json) for e in found]


def by_key(elements, key):
    return next(each for each in elements if each.key == key)


def begins(elements, key):
    return next(each for each in elements if (each.key or "").startswith(key))


def path_data(app):
    (data,) = component(app, "gesncd_tau_path")
    return data


def say(app, source, relation, target, *, enforced=False):
    by_key(app.selectbox, "_tune_source").set_value(source)
    by_key(app.selectbox, "_tune_relation").set_value(relation)
    by_key(app.selectbox, "_tune_target").set_value(target)
    if enforced:
        by_key(app.button_group, "_tune_enforced").set_value("Enforced")
    by_key(app.button, "tune-add").click().run()
    assert not app.exception
    return app


def test_without_a_run_the_page_says_what_to_do(tune):
    app = tune()
    assert "No run yet" in texts(app)


def test_the_path_is_that_of_the_search_and_the_line_stands_at_its_threshold(
    tune, finished, dataset, store
):
    run_id = finished()
    data = path_data(tune(run_id))
    tau = store.run(run_id).tau
    measure = PartialCorrelation(dataset)
    path = tau_path(measure, data["low"], global_score=True)
    assert data["low"] == pytest.approx(0.1 * tau, rel=1e-5)
    assert data["tau"] == data["auto"] == tau
    assert [p["low"] for p in data["plateaus"]] == [p.tau_low for p in path.plateaus]
    assert [p["edges"] for p in data["plateaus"]] == [p.graph.n_edges for p in path.plateaus]
    assert [p["sg"] for p in data["plateaus"]] == [p.global_score for p in path.plateaus]


def test_strips_are_verdicts_on_the_graphs_and_the_proposal_is_theirs(tune, finished, dataset):
    app = tune(finished())
    assert path_data(app)["strips"] == []
    said = [
        ("A", Relation.CAUSES, "C"),
        ("A", Relation.NOT_ADJACENT, "D"),
        ("B", Relation.NOT_CAUSE, "A"),
        ("D", Relation.ADJACENT, "C"),
    ]
    for each in said:
        say(app, *each)
    data = path_data(app)
    path = tau_path(PartialCorrelation(dataset), data["low"])
    claims = claims_of([Statement.pair(*each) for each in said], NAMES)
    assert [strip["label"] for strip in data["strips"]] == [claim.text for claim in claims]
    rng = np.random.default_rng(0)
    for tau in np.exp(rng.uniform(np.log(data["low"]), 0.0, 60)):
        k = path.plateaus.index(path.at(float(tau)))
        for strip, claim in zip(data["strips"], claims, strict=True):
            expected = verdict(path.at(float(tau)).graph, claim)
            assert strip["states"][k] == LETTERS[expected.value]
    assert any(not strip.is_constant for strip in strips(path, claims))
    proposal = propose_tau(path, claims, data["auto"])
    assert data["best"]["low"] == proposal.tau_low
    assert data["best"]["tau"] == proposal.tau
    assert f"of {len(claims)} satisfied" in texts(app)
    assert proposal.at_automatic is not None
    holds = "It holds the automatic τ" if proposal.holds_automatic else "At the automatic τ: "
    assert holds in texts(app)
    assert "So few can agree by luck" in texts(app)


def test_the_line_follows_the_proposal_and_the_address(tune, finished):
    app = tune(finished(), tau="0.5")
    assert path_data(app)["tau"] == 0.5
    say(app, "A", Relation.ADJACENT, "C")
    best = path_data(app)["best"]["tau"]
    by_key(app.button, "tune-use-tau").click().run()
    assert path_data(app)["tau"] == best
    value = app.query_params["tau"]
    assert float(value if isinstance(value, str) else value[0]) == pytest.approx(best, rel=1e-5)


def test_the_automatic_threshold_stays_automatic_in_the_address(tune, finished):
    run_id = finished()
    auto = path_data(tune(run_id))["auto"]
    written = f"{auto:.6g}"
    assert float(written) != auto
    assert path_data(tune(run_id, tau=written))["tau"] == auto
    beside = f"{auto * 1.0001:.6g}"
    assert path_data(tune(run_id, tau=beside))["tau"] == float(beside)


def test_an_enforced_statement_changes_the_path_and_is_no_evidence(tune, finished):
    app = tune(finished())
    say(app, "A", Relation.CAUSES, "D", enforced=True)
    data = path_data(app)
    assert data["strips"][0] == {
        "label": "A → D",
        "states": "s" * len(data["plateaus"]),
        "enforced": True,
        "parts": ["A", "→", "D"],
    }
    assert data["plateaus"][-1]["edges"] == 1
    assert data["sums"] is None
    assert "1 statement enforced" in texts(app)
    key = next(t.key for t in app.toggle if t.key.startswith("tune-said-CAUSES"))
    by_key(app.toggle, key).set_value(False).run()
    assert path_data(app)["plateaus"][-1]["edges"] == 0
    assert path_data(app)["sums"] is not None
    by_key(app.button, f"{key}-remove").click().run()
    assert path_data(app)["strips"] == []


def test_what_cannot_be_said_is_refused_in_words(tune, finished):
    app = tune(finished())
    by_key(app.button, "tune-add").click().run()
    assert "Choose two variables first" in texts(app)
    say(app, "A", Relation.CAUSES, "A")
    assert "joins 'A' to itself" in texts(app)
    say(app, "A", Relation.CAUSES, "D", enforced=True)
    say(app, "A", Relation.NOT_ADJACENT, "D", enforced=True)
    assert "contradicts itself" in texts(app)
    say(app, "A", Relation.NOT_CAUSE, "D", enforced=True)
    assert "cannot be enforced" in texts(app)
    say(app, "A", Relation.CAUSES, "D")
    assert "This was said already" in texts(app)
    assert len(path_data(app)["strips"]) == 1


def test_held_out_statements_that_cannot_all_be_true_are_refused(tune, finished):
    app = tune(finished())
    say(app, "A", Relation.CAUSES, "D")
    say(app, "D", Relation.NOT_ADJACENT, "A")
    (problem,) = app.error
    assert problem.value.replace("\\", "") == (
        "These cannot all be true: A → D is required, but A and D must not be adjacent. "
        "Nothing was added."
    )
    say(app, "D", Relation.CAUSES, "A")
    assert "A → D is required, but D → A is required" in texts(app)
    assert [strip["label"] for strip in path_data(app)["strips"]] == ["A → D"]


def test_a_refused_toggle_is_told_under_its_row(tune, finished):
    app = tune(finished())
    app.get("file_uploader")[0].upload("t.txt", b"A before B\nC before D", "text/plain").run()
    for toggle in app.toggle:
        by_key(app.toggle, toggle.key).set_value(True).run()
    assert list(marks(app).values()) == [True, False]
    written = [e for e in app.main if e.type in ("error", "toggle", "markdown", "caption")]
    order = [
        e.type
        for e in written
        if e.type == "error" or "before" in str(e.value) or e.type == "toggle"
    ]
    assert order[-1] == "error"


def test_the_knowledge_of_a_run_is_there_as_enforced(tune, finished):
    app = tune(finished(knowledge=Knowledge(required=(("A", "B"),))))
    assert [strip["label"] for strip in path_data(app)["strips"]] == ["A → B"]
    assert path_data(app)["strips"][0]["enforced"]


def test_statements_come_from_a_file_and_a_bad_one_names_its_line(tune, finished):
    app = tune(finished())
    text = b"source,relation,target\nA,->,C\nB,!=>,A\n"
    app.get("file_uploader")[0].upload("said.csv", text, "text/csv").run()
    assert [s["label"] for s in path_data(app)["strips"]] == ["A → C", "B does not cause A"]
    assert "2 statements added" in texts(app)
    bad = b"source,relation,target\nA,~,C\n"
    app.get("file_uploader")[0].upload("bad.csv", bad, "text/csv").run()
    assert "bad.csv, line 2" in texts(app)
    strange = b"source,relation,target\nA,->,Z\n"
    app.get("file_uploader")[0].upload("z.csv", strange, "text/csv").run()
    assert "'Z'" in texts(app)
    assert len(path_data(app)["strips"]) == 2


def test_a_file_of_lines_as_typed_is_read_as_the_command_reads_it(tune, finished):
    app = tune(finished())
    uploader = app.get("file_uploader")[0]
    uploader.upload("said.txt", "A → C\nD, A not adjacent\n".encode(), "text/plain").run()
    assert "2 statements added" in texts(app)
    assert [s["label"] for s in path_data(app)["strips"]] == ["A → C", "D, A not adjacent"]
    uploader = app.get("file_uploader")[0]
    uploader.upload("typo.txt", b"A -> B\nA -> Dd\n", "text/plain").run()
    assert "typo.txt: Line 2: The data have no variable 'Dd'. Did you mean 'D'?" in texts(app)
    # In the popover, where the file was given.
    (popover,) = [b for b in app.get("popover") if b.get("file_uploader")]
    assert [e.type for e in popover.get("error")] == ["error"]
    assert len(path_data(app)["strips"]) == 2


def test_a_saved_list_comes_back_with_what_is_enforced_and_what_is_held_out(
    tune, finished, monkeypatch
):
    saved = {}
    offer = streamlit.download_button

    def keep(label, data, **options):
        saved[label] = data
        return offer(label, data, **options)

    monkeypatch.setattr(streamlit, "download_button", keep)
    app = tune(finished())
    say(app, "A", Relation.ADJACENT, "C")
    say(app, "B", Relation.NOT_CAUSE, "A")
    say(app, "A", Relation.CAUSES, "D", enforced=True)
    said, content = marks(app), saved["Save the statements"].encode()
    by_key(app.button, "tune-forget").click().run()
    app.get("file_uploader")[0].upload("said.json", content, "application/json").run()
    assert marks(app) == said
    assert sum(said.values()) == 1
    assert "The file enforces 1 statement and holds 2 out: 3 added." in texts(app)
    # What was released since is enforced again.
    key = next(key for key, enforced in said.items() if enforced)
    by_key(app.toggle, f"tune-said-{key}").set_value(False).run()
    app.get("file_uploader")[0].upload("said.json", content, "application/json").run()
    assert marks(app) == said
    assert "1 changed to what the file says" in texts(app)


def test_what_follows_from_what_is_enforced_is_marked_and_does_not_count(tune, finished):
    app = tune(finished())
    say(app, "A", Relation.CAUSES, "D")
    say(app, "D", Relation.NO_EDGE, "A")
    said = texts(app)
    assert "2 statements held out, 0 enforced. Of those held out, 1 follows from others and" in said
    assert said.count("Follows from others held out: counts with them.") == 1
    assert "no evidence" not in said
    # Held out first, and enforced then.
    key = next(key for key in marks(app) if "CAUSES" in key)
    by_key(app.toggle, f"tune-said-{key}").set_value(True).run()
    said = texts(app)
    assert "1 statement held out, 1 enforced. Of those held out, 1 follows from" in said
    assert said.count("Follows from what is enforced: no evidence.") == 1


def test_a_list_with_two_orders_of_tiers_can_be_saved(tune, finished, store, dataset):
    run_id = finished()
    said = [Said(Statement.tiers(each)) for each in (["A", "B"], ["C", "D"])]
    keep_said(store, dataset.sha256, SaidOfData(tuple(said), (run_id,)))
    app = tune(run_id)
    # Where there is no room for a strip's words, each tier keeps some of its letters.
    parts = [strip["parts"] for strip in path_data(app)["strips"]]
    assert parts == [["A", "<", "B"], ["C", "<", "D"]]
    assert "2 statements held out" in texts(app)
    assert "Save the statements" in [each.proto.label for each in app.get("download_button")]


def test_the_strip_of_enforced_tiers_is_about_edges(tune, finished, store, dataset):
    run_id = finished()
    tiers = Said(Statement.tiers([["A", "D"], ["B"], ["C"]]), enforced=True)
    keep_said(store, dataset.sha256, SaidOfData((tiers,), (run_id,)))
    app = tune(run_id)
    strips = path_data(app)["strips"]
    assert [s["label"] for s in strips] == [
        "no edge from B back to A, D",
        "no edge from C back to B",
    ]
    assert [s["parts"] for s in strips] == [["A, D", "<", "B"], ["B", "<", "C"]]
    assert all(strip["enforced"] for strip in strips)


def test_a_list_that_was_at_odds_before_says_so_and_takes_more(tune, finished):
    app = tune(finished())
    say(app, "A", Relation.NOT_ADJACENT, "B")
    app = tune(finished(knowledge=Knowledge(required=(("A", "B"),))))
    (warning,) = app.warning
    assert "A → B is required, but A and B must not be adjacent" in warning.value
    assert "take one of these back" in warning.value
    say(app, "A", Relation.CAUSES, "C")
    assert len(marks(app)) == 3


def test_a_long_list_says_that_there_is_more(tune, finished):
    app = tune(finished())
    lines = [f"{a} !-> {b}" for a in NAMES for b in NAMES if a != b]
    app.get("file_uploader")[0].upload("t.txt", "\n".join(lines).encode(), "text/plain").run()
    assert "scroll the list" not in texts(app)
    say(app, "A", Relation.NOT_CAUSE, "B")
    assert "13 statements: scroll the list to see all." in texts(app)


def test_a_floor_of_the_automatic_threshold_begins_there(tune, finished, store):
    run_id = finished()
    app = tune(run_id)
    by_key(app.selectbox, "_tune_floor").set_value(1.0).run()
    assert path_data(app)["low"] == pytest.approx(store.run(run_id).tau, rel=1e-5)


def test_without_the_data_the_page_says_what_is_missing(
    tune, finished, store, tmp_path, monkeypatch
):
    target = tmp_path / "run.gesncd"
    with target.open("wb") as file:
        export_run(store, finished(), file, with_data=False)
    other = RunStore.open(tmp_path / "other")
    with target.open("rb") as file:
        run_id = import_run(other, file).run_id
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "other"))
    app = tune(run_id)
    assert "The data of this run are not on this machine" in texts(app)
    assert component(app, "gesncd_tau_path") == []


def test_ncd_offers_to_compute_the_path_and_shows_it_when_the_task_is_done(
    tune, finished, store, dataset
):
    run_id = finished(measure="ncd", global_score=False)
    app = tune(run_id)
    assert component(app, "gesncd_tau_path") == []
    assert "judging by a search of these data that took" in texts(app)
    assert by_key(app.button, "tune-compute")
    asked = PathAsked.of(store.run(run_id), Knowledge(), 0.1)
    parts = tau_path_parts(asked.settings, asked.tau_floor)
    task_id = create_task(store, dataset.sha256, "tau-path", parts)
    work_task(store, task_id, kinds=KINDS, jobs=1)
    app.run()
    data = path_data(app)
    assert data["low"] == asked.tau_floor
    assert data["tau"] == store.run(run_id).tau
    assert not [b for b in app.button if b.key == "tune-compute"]


def test_a_grid_is_a_table_with_a_graph_beside_it(tune, finished, store, dataset):
    run_id = finished()
    app = tune(run_id)
    measures = begins(app.button_group, "tune-grid-measures")
    measures.set_value(["RCD", "Partial correlation"]).run()
    assert "2 searches: " in texts(app)
    settings = RunSettings(measure="partial-correlation")
    cells = plan_grid(measures=["rcd", "partial-correlation"])
    task_id = create_task(store, dataset.sha256, "grid", grid_parts(settings, cells))
    work_task(store, task_id, kinds=KINDS, jobs=1)
    app.run()
    assert not app.exception
    (frame,) = [e.value for e in app.dataframe]
    assert frame["Settings"].tolist() == ["RCD", "Partial correlation"]
    assert frame["Edges"][1] == summarise(store, run_id).graph.n_edges
    assert "cannot tell too many edges from just enough" in texts(app)
    assert "All with seed 0." in texts(app)
    assert "cells may differ by their seed alone" in texts(app)
    assert "uses the statements up" not in texts(app)
    say(app, "A", Relation.ADJACENT, "C")
    (frame,) = [e.value for e in app.dataframe]
    assert list(frame.columns)[:2] == ["Settings", "Agreement"]
    assert "uses the statements up" in texts(app)


def done(store, dataset, kind, parts):
    task_id = create_task(store, dataset.sha256, kind, parts)
    work_task(store, task_id, kinds=KINDS, jobs=1)
    return task_id


def test_the_result_of_another_runs_settings_is_not_shown_as_this_ones(
    tune, finished, store, dataset
):
    plan = plan_replicates(Resampling.HALVES, 2, measure="rcd")
    plain = RunSettings(measure="rcd", global_score=False)
    knowing = RunSettings(
        measure="partial-correlation",
        global_score=False,
        knowledge=Knowledge(required=(("A", "B"),)),
    )
    run_id = finished(knowledge=knowing.knowledge)
    done(store, dataset, "stability", stability_parts(plain, plan))
    app = tune(run_id, tune="Stability")
    (warning,) = app.warning
    assert "computed with RCD, nothing enforced, τ automatic" in warning.value
    # One that fits comes before a newer one that does not.
    done(store, dataset, "stability", stability_parts(knowing, plan))
    done(store, dataset, "stability", stability_parts(plain, plan))
    app.run()
    assert not app.exception
    assert not app.warning
    (frame,) = [e.value for e in app.dataframe]
    joined = {frozenset(pair) for pair in frame.loc[frame["joined"] == 1, ["A", "B"]].to_numpy()}
    assert frozenset("AB") in joined
    # What the run was made to obey may be released: then it does not fit any more.
    key = next(t.key for t in app.toggle if t.key.startswith("tune-said-CAUSES"))
    by_key(app.toggle, key).set_value(False).run()
    assert "computed with RCD, τ automatic" in app.warning[0].value


def test_cells_that_obeyed_a_statement_are_not_judged_by_it(tune, finished, store, dataset):
    run_id = finished()
    knowing = RunSettings(
        measure="partial-correlation", knowledge=Knowledge(adjacent=(("A", "D"),))
    )
    cells = plan_grid(measures=["rcd", "partial-correlation"])
    done(store, dataset, "grid", grid_parts(knowing, cells))
    app = tune(run_id)
    say(app, "A", Relation.ADJACENT, "D")
    assert "computed with 1 statement enforced, τ automatic" in app.warning[0].value
    assert "Agreement is left out" in texts(app)
    (frame,) = [e.value for e in app.dataframe]
    assert "Agreement" not in frame.columns
    # Settings that are used are those of the search, its knowledge with them.
    by_key(app.button, "tune-grid-use").click().run()
    assert not app.exception
    attached = app.session_state["_knowledge"]
    assert attached.knowledge == knowing.knowledge


def test_a_rehearsal_says_what_it_simulated_and_with_which_settings(tune, finished, store, dataset):
    run_id = finished()
    cells = [Cell("partial-correlation"), Cell("rcd", seed=0)]
    sets = plan_sets("linear", count=2, seed=5, n_nodes=4, n_edges=3, n_rows=80)
    settings = RunSettings(measure="partial-correlation", alpha=0.01)
    done(store, dataset, "rehearsal", rehearsal_parts(settings, cells, sets))
    app = tune(run_id, tune="Rehearsal")
    assert (
        "Simulated: linear, 4 variables, 3 edges, 80 rows; 2 data sets, seeds from 5 on."
        in texts(app)
    )
    assert "computed with α\u00a00.01, τ automatic" in texts(app)
    assert "Post-nonlinear, smooth" in app.selectbox(key="tune-rehearsal-model").options


def test_the_papers_networks_are_in_the_grid_and_calibrate(tune, finished, store, monkeypatch):
    monkeypatch.setattr("gesncd.runs.tasks.launch.claim_next_task", lambda store, most: None)
    app = tune(finished(global_score=False))
    begins(app.button_group, "tune-grid-measures").set_value(["NCD"]).run()
    networks = begins(app.button_group, "tune-grid-networks")
    assert networks.options == ["Radial", "Trained", "Paper"]
    networks.set_value(["Trained", "Paper"]).run()
    assert "2 searches" in texts(app)
    by_key(app.button, "tune-grid-run").click().run()
    assert not app.exception
    (task,) = tasks(store, kind="grid")
    asked = [RunSettings.from_dict(part["settings"]) for part in task_parts(store, task.id)]
    assert [(each.networks, each.depth, each.width) for each in asked] == [
        ("perceptron", 3, 40),
        ("paper", 3, 40),
    ]


def test_a_run_is_a_cell_of_its_grid_whatever_run_was_shown_before(
    tune, finished, store, dataset, monkeypatch
):
    monkeypatch.setattr("gesncd.runs.tasks.launch.claim_next_task", lambda store, most: None)
    other = finished(global_score=False)
    settings = RunSettings(networks="perceptron", depth=2, width=30, max_conditioning=0)
    run_id = store.create_run(dataset.sha256, "four.csv", settings)
    store.request_stop(run_id)
    tune(other)
    app = tune(run_id)
    for what, options, chosen in (
        ("measures", None, ["ncd"]),
        ("networks", None, ["perceptron"]),
        ("depths", ["2", "3", "4", "5", "6"], [2]),
        ("widths", ["10", "20", "30", "40", "80", "120", "160"], [30]),
    ):
        pills = begins(app.button_group, f"tune-grid-{what}")
        assert pills.value == chosen
        assert options is None or pills.options == options


def test_stability_shows_shares_and_which_threshold_was_used(tune, finished, store, dataset):
    run_id = finished()
    plan = plan_replicates(Resampling.HALVES, 6, measure="partial-correlation")
    settings = RunSettings(measure="partial-correlation", global_score=False)
    task_id = create_task(store, dataset.sha256, "stability", stability_parts(settings, plan))
    work_task(store, task_id, kinds=KINDS, jobs=1)
    app = tune(run_id, tune="Stability")
    (frame,) = [e.value for e in app.dataframe]
    assert np.allclose(frame[["→", "←", "—", "none"]].sum(axis=1), 1)
    assert "automatic for half of the rows" in texts(app)
    assert "All 3 edges of your run came back in most of 6 halves." in texts(app)
    assert frame[["A", "B", "in your run"]].to_numpy().tolist()[:3] == [
        ["A", "C", "→"],
        ["B", "C", "→"],
        ["C", "D", "→"],
    ]
    assert len(task_results(store, task_id)) == 6
    slider = by_key(app.slider, "tune-stability-threshold")
    slider.set_value(1.0).run()
    assert "in at least 100 % of 6 replicates" in texts(app)


def test_replicates_are_not_blamed_for_what_only_the_run_was_told(tune, finished, store, dataset):
    """A — B is independent in the data: required in the run, it cannot fairly come back."""
    run_id = finished(knowledge=Knowledge(required=(("A", "B"),)))
    plan = plan_replicates(Resampling.HALVES, 4, measure="partial-correlation")
    settings = RunSettings(measure="partial-correlation", global_score=False)
    done(store, dataset, "stability", stability_parts(settings, plan))
    app = tune(run_id, tune="Stability")
    shown = texts(app)
    assert "1 edge was required in your run and is not enforced here" in shown
    assert "A → B came back in" in shown
    assert "in none" not in shown
    (frame,) = [e.value for e in app.dataframe]
    marked = dict(zip(frame["A"] + frame["B"], frame["set beforehand"], strict=True))
    assert marked["AB"] == "run: edge, direction"
    app.switch_page("pages/discover.py")
    app.query_params["run"] = run_id
    app.run()
    assert not app.exception
    assert "computed with nothing enforced, and do not count here" in texts(app)


def test_what_replicates_were_made_to_obey_has_its_sign_in_their_picture(
    tune, finished, store, dataset
):
    known = Knowledge(required=(("A", "B"),), forbidden=(("D", "C"),))
    run_id = finished(knowledge=known)
    settings = RunSettings(measure="partial-correlation", global_score=False, knowledge=known)
    plan = plan_replicates(Resampling.HALVES, 4, measure="partial-correlation")
    done(store, dataset, "stability", stability_parts(settings, plan))
    app = tune(run_id, tune="Stability")
    stable = component(app, "gesncd_graph_view")[-1]
    signs = {
        (edge["from"], edge["to"]): (edge["locked"], edge["known"]) for edge in stable["edges"]
    }
    assert signs[0, 1] == (True, "by")
    assert signs[2, 3] == (False, "by")
    assert not any(locked for pair, (locked, _) in signs.items() if pair != (0, 1))


def test_a_rehearsal_is_started_with_the_size_of_the_data(tune, finished, store, monkeypatch):
    monkeypatch.setattr("gesncd.runs.tasks.launch.claim_next_task", lambda store, most: None)
    app = tune(finished(), tune="Rehearsal")
    by_key(app.button, "tune-rehearsal-run").click().run()
    assert not app.exception
    (task,) = tasks(store, kind="rehearsal")
    parts = task_parts(store, task.id)
    assert [part["number"] for part in parts] == [0, 1, 2]
    assert {(p["set"]["n_nodes"], p["set"]["n_rows"]) for p in parts} == {(4, 300)}
    (bar,) = app.get("progress")
    assert "0 of 3 parts" in bar.proto.text


def test_what_is_pressed_twice_is_computed_once(tune, finished, store, monkeypatch):
    monkeypatch.setattr("gesncd.runs.tasks.launch.claim_next_task", lambda store, most: None)
    app = tune(finished())
    by_key(app.button, "tune-grid-run").click().run()
    by_key(app.button, "tune-grid-run").click().run()
    assert not app.exception
    (task,) = tasks(store, kind="grid")
    # Other settings are another task, and so are the same ones once the first is being stopped.
    by_key(app.checkbox, "tune-grid-also").check().run()
    by_key(app.button, "tune-grid-run").click().run()
    assert len(tasks(store, kind="grid")) == 2
    # The first one can still be seen and stopped.
    texts_of_bars = [each.proto.text for each in app.get("progress")]
    assert [("other settings" in text) for text in texts_of_bars] == [True, False]
    by_key(app.button, f"tune-{task.id}-stop").click().run()
    assert not app.exception
    assert len(app.get("progress")) == 1
    by_key(app.checkbox, "tune-grid-also").uncheck().run()
    by_key(app.button, "tune-grid-run").click().run()
    assert len(tasks(store, kind="grid")) == 3


@pytest.mark.parametrize("shape", [(300, 1), (1, 3)])
def test_data_too_small_for_a_rehearsal_are_told_so(tune, store, shape):
    table = Dataset.from_array(np.random.default_rng(0).normal(size=shape))
    sha256 = store.add_dataset(table, "small.csv")
    run_id = store.create_run(sha256, "small.csv", RunSettings(measure="partial-correlation"))
    assert work(store, run_id) is RunState.FINISHED
    app = tune(run_id, tune="Rehearsal")
    assert "needs data of at least two variables and two rows" in texts(app)
    assert "tune-rehearsal-run" not in {each.key for each in app.button}


def marks(app):
    """The statements of the page's list, and whether each is enforced."""
    return {t.key.removeprefix("tune-said-"): t.value for t in app.toggle}


def test_statements_are_there_in_another_session_until_they_are_forgotten(tune, finished):
    run_id = finished()
    app = tune(run_id)
    say(app, "A", Relation.ADJACENT, "C")
    say(app, "A", Relation.CAUSES, "D", enforced=True)
    said = marks(app)
    assert list(said.values()) == [False, True]

    other = AppTest.from_file(str(APP), default_timeout=240)
    other.run()
    other.switch_page("pages/tune.py")
    other.query_params["run"] = run_id
    other.run()
    assert marks(other) == said
    assert path_data(other)["strips"] == path_data(app)["strips"]
    by_key(other.button, "tune-forget").click().run()
    assert not other.exception
    assert marks(other) == {}
    assert "Nothing was said yet" in texts(other)
    app.run()
    assert marks(app) == {}


def test_what_another_run_enforces_is_taken_in_once(tune, finished):
    app = tune(finished())
    say(app, "A", Relation.CAUSES, "C")
    second = finished(knowledge=Knowledge(required=(("A", "B"),), forbidden=(("C", "A"),)))
    app = tune(second)
    assert list(marks(app).values()) == [False, True, True]
    key = next(k for k in marks(app) if k.startswith("CAUSES") and "'B'" in k)
    by_key(app.button, f"tune-said-{key}-remove").click().run()
    app.run()
    assert list(marks(app).values()) == [False, True]
    assert "1 statement that this run was made to obey is not enforced here" in texts(app)


def test_a_run_that_obeyed_the_contrary_leaves_the_list_as_it_is(tune, finished):
    app = tune(finished())
    say(app, "A", Relation.NOT_ADJACENT, "B", enforced=True)
    app = tune(finished(knowledge=Knowledge(required=(("A", "B"),))))
    assert list(marks(app).values()) == [True, False]
    assert "1 statement that this run was made to obey is not enforced here" in texts(app)


def test_typed_lines_are_taken_all_or_none(finished, store, tune):
    run_id = finished()
    app = tune(run_id)

    def typed(text):
        script = AppTest.from_function(_type, kwargs={"run_id": run_id, "text": text}).run()
        assert not script.exception
        place, _, message = script.session_state["_tune_message"]
        assert place == "typed"
        return script.session_state["taken"], message

    taken, message = typed("A -> C\nB — Dd")
    assert not taken
    assert message == (
        "Line 2: The data have no variable 'Dd'. Did you mean 'D'? Nothing was added yet."
    )
    app.run()
    assert marks(app) == {}
    taken, message = typed("A -> C\nB — D\ntier 1: A, B; tier 2: C, D")
    assert taken
    assert message == "3 statements added."
    app.run()
    assert [s["label"] for s in path_data(app)["strips"]][:2] == ["A → C", "B — D adjacent"]
    assert list(marks(app).values()) == [False] * 3


def _type(run_id, text):
    import streamlit as st

    from components.store import run_store
    from components.tune.said_panel import say

    say(run_store().run(run_id), text, "1")
    _, st.session_state["taken"] = st.session_state["_tune_typed"]


def test_the_browser_has_the_graph_of_every_threshold(tune, finished):
    app = tune(finished(), tau="0.5")
    (frames,) = component(app, "gesncd_graph_frames")
    data = path_data(app)
    assert frames["id"] == data["id"]
    assert frames["graph"] == data["graph"] == "tune-graph"
    (graph, *_) = [g for g in component(app, "gesncd_graph_view") if g["key"] == "tune-graph"]
    assert graph["frames"] == frames["id"]
    assert len(frames["turns"]) == len(data["plateaus"])
    shown = set()
    for turn, plateau in zip(frames["turns"], data["plateaus"], strict=True):
        shown ^= set(turn)
        assert len(shown) == plateau["edges"]
