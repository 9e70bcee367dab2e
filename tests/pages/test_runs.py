import base64
import io
import re
from dataclasses import replace

import numpy as np
import pytest

from gesncd.data.dataset import Dataset
from gesncd.knowledge import from_dict as knowledge_of
from gesncd.runs.capsule.capsule import export_run, import_run
from gesncd.runs.sharing import owner_of_login
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import work
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

HOSTILE = ["<img src=x onerror=alert(1)>", "![p](http://e.example/p.png)", ":red[x] $y$"]


@pytest.fixture
def store(home):
    return RunStore.open(home)


@pytest.fixture
def finished(store):
    """A function that adds a finished run."""

    def create(data_name="chain.csv", names=("A", "B", "C"), seed=0, **settings):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(200, 3))
        x[:, 1] += x[:, 0]
        x[:, 2] += x[:, 1]
        sha256 = store.add_dataset(Dataset.from_array(x, list(names)), data_name)
        chosen = RunSettings(**{"measure": "partial-correlation", **settings})
        run_id = store.create_run(sha256, data_name, chosen)
        assert work(store, run_id) is RunState.FINISHED
        return run_id

    return create


def open_runs(app):
    app.run()
    return app.switch_page("pages/runs.py").run()


def by_key(elements, key):
    return next(each for each in elements if each.key == key)


def keys(app):
    return {each.key for each in app.button}


def texts(app):
    kinds = ("title", "markdown", "caption", "error", "success", "info", "header")
    return "\n".join(str(e.value) for kind in kinds for e in app.get(kind)).replace("\\", "")


def pictures(app):
    """The pictures on the page, as SVG."""
    bodies = [each.proto.body for each in app.get("html")]
    images = [re.search(r"data:image/svg\+xml;base64,([\w+/=]+)", body) for body in bodies]
    return [base64.b64decode(image[1]).decode() for image in images if image]


def titles(app):
    """Titles of the cards, from the top."""
    lines = [e.value for e in app.markdown if ":small[" in e.value]
    return [line.split("**")[1].replace("\\", "") for line in lines]


def click(app, key):
    app = by_key(app.button, key).click().run()
    assert not app.exception
    return app


def test_without_runs_the_page_says_where_they_come_from(app):
    open_runs(app)
    assert not app.exception
    assert "No run yet" in texts(app)


def test_a_run_is_shown_with_picture_data_measure_threshold_edges_score_and_time(app, finished):
    finished(tau=0.05)
    open_runs(app)
    assert not app.exception
    (svg,) = pictures(app)
    assert svg.count("<line") == 2
    assert (
        "3 variables, 200 rows · Partial correlation · τ\u00a00.05 · seed\u00a00 · 2 edges"
        in texts(app)
    )
    assert "2 edges · S_g\u00a0" in texts(app)
    assert "finished" in texts(app)
    assert "under 1\u00a0s" in texts(app)


def test_runs_with_different_networks_are_told_apart(app, store, finished):
    sha256 = store.run(finished()).dataset_sha256
    sized = RunSettings(networks="perceptron", depth=2, width=20, seed=3)
    for settings in (RunSettings(seed=1), sized):
        store.finish(store.create_run(sha256, "chain.csv", settings), RunState.FINISHED)
    open_runs(app)
    assert "trained networks, depth 2, width 20 · seed\u00a03" in texts(app)
    assert "radial networks · seed\u00a01" in texts(app)
    app.text_input[0].set_value("trained seed").run()
    assert "1 of 3 runs" in texts(app)


def test_runs_come_newest_first_and_pinned_ones_before(app, store, finished):
    ids = [finished(f"{k}.csv", seed=k) for k in range(3)]
    open_runs(app)
    assert titles(app) == ["2.csv", "1.csv", "0.csv"]
    click(app, f"more-{ids[0]}")
    click(app, f"pin-{ids[0]}")
    assert titles(app) == ["0.csv", "2.csv", "1.csv"]
    assert store.run(ids[0]).pinned
    click(app, f"pin-{ids[0]}")
    assert titles(app) == ["2.csv", "1.csv", "0.csv"]


def test_search_looks_at_names_notes_data_variables_and_measures(app, store, finished):
    first = finished("one.csv")
    finished("two.csv", names=("Raf", "Mek", "Erk"), measure="rcd")
    store.label(first, name="Baseline", note="before cleaning")
    open_runs(app)
    for query, hits in {
        "baseLINE": ["Baseline"],
        "cleaning one": ["Baseline"],
        "mek": ["two.csv"],
        "rcd finished": ["two.csv"],
        "csv": ["two.csv", "Baseline"],
        "nothing like it": [],
    }.items():
        app.text_input[0].set_value(query).run()
        assert titles(app) == hits, query
        assert f"{len(hits)} of 2 runs" in texts(app)


def test_a_run_gets_a_name_and_a_note(app, store, finished):
    run_id = finished()
    open_runs(app)
    click(app, f"more-{run_id}")
    by_key(app.text_input, f"name-{run_id}").set_value("Baseline")
    by_key(app.text_area, f"note-{run_id}").set_value("before *cleaning*")
    next(each for each in app.button if each.label == "Save").click().run()
    assert not app.exception
    assert (store.run(run_id).name, store.run(run_id).note) == ("Baseline", "before *cleaning*")
    assert titles(app) == ["Baseline"]
    assert "before *cleaning*" in texts(app)


def test_delete_asks_once(app, store, finished, monkeypatch):
    run_id, other = finished(), finished(seed=1)
    open_runs(app)
    click(app, f"more-{run_id}")
    click(app, f"delete-{run_id}")
    assert "Delete chain.csv for good?" in texts(app).replace("**", "")
    (which,) = (e.value for e in app.caption if "seed" in e.value)
    assert "Partial correlation · seed\u00a00" in which
    click(app, f"keep-{run_id}")
    assert len(store.runs()) == 2
    click(app, f"delete-{run_id}")
    click(app, f"really-{run_id}")
    assert [run.id for run in store.runs()] == [other]
    assert "chain.csv was deleted." in texts(app)
    # The list runs again by itself, sooner than anybody can read.
    app.run()
    assert "chain.csv was deleted." in texts(app)
    monkeypatch.setattr("components.runs.actions.MESSAGE_S", 0.0)
    app.run()
    assert "was deleted" not in texts(app)


def test_before_the_last_run_on_some_data_goes_the_question_says_what_goes_too(
    app, store, finished
):
    from gesncd.analysis.statements import Relation, Statement
    from gesncd.runs.store.statements import Said, SaidOfData, keep_said
    from gesncd.runs.store.truths import keep_truth

    run_id, other = finished(), finished(alpha=0.01)
    record = store.run(run_id)
    first, second, *_ = record.names
    said = Said(Statement(Relation.CAUSES, ((first,), (second,))))
    keep_said(store, record.dataset_sha256, SaidOfData((said,)), record.owner)
    keep_truth(store, record.dataset_sha256, "truth_1.csv", b"a", record.owner)
    open_runs(app)
    click(app, f"more-{run_id}")
    click(app, f"delete-{run_id}")
    assert [each.value for each in app.warning] == []
    click(app, f"really-{run_id}")
    click(app, f"more-{other}")
    click(app, f"delete-{other}")
    asked = "\n".join(each.value for each in app.warning).replace("\\", "")
    assert (
        "This is the last run on these data: 1 statement and the truth truth_1.csv go too." in asked
    )


@pytest.mark.parametrize("shared", [False, True])
def test_a_damaged_run_is_told_to_its_owner_and_can_be_deleted(
    app, store, finished, monkeypatch, shared
):
    damaged, foreign, good = finished("bad.csv"), finished("foreign.csv"), finished("good.csv")
    if shared:
        monkeypatch.setenv("GESNCD_SHARED", "1")
        monkeypatch.setattr(
            "streamlit.user", User(is_logged_in=True, iss="https://id.example", sub="ada")
        )
    owner = owner_of_login("https://id.example", "ada") if shared else ""
    with store.database.writing() as connection:
        connection.execute("UPDATE runs SET owner = ? WHERE id != ?", (owner, foreign))
        for run_id in (damaged, foreign):
            connection.execute("UPDATE runs SET settings = '{bad' WHERE id = ?", (run_id,))
    open_runs(app)
    assert not app.exception
    told = [each.value.replace("\\", "") for each in app.warning]
    assert len(told) == (1 if shared else 2)
    assert "bad.csv" in told[-1]
    assert f"The run {damaged} cannot be read" in told[-1]
    assert titles(app) == ["good.csv"]
    click(app, f"delete-{damaged}")
    click(app, f"really-{damaged}")
    assert "bad.csv was deleted." in texts(app)
    assert f"delete-{damaged}" not in keys(app)
    assert [run.id for run in store.damaged_runs()] == [foreign]
    assert [run.id for run in store.runs()] == [good]


def test_open_shows_the_run_on_discover(app, finished):
    run_id = finished()
    open_runs(app)
    click(app, f"open-{run_id}")
    assert app.query_params["run"] == run_id
    assert "2 edges, 0 of them directed" in texts(app)


def test_a_duplicate_starts_from_the_same_settings(app, store, finished):
    forbidden = knowledge_of({"required": [], "forbidden": [["A", "B"]], "tiers": []})
    run_id = finished(
        measure="rcd", tau=0.2, seed=0, alpha=0.01, max_conditioning=2, knowledge=forbidden
    )
    open_runs(app)
    click(app, f"more-{run_id}")
    click(app, f"duplicate-{run_id}")
    # The simulated browser stays on the page that it was sent away from.
    app.switch_page("pages/discover.py").run()
    click(app, "run-button")
    copies = [run for run in store.runs() if run.id != run_id]
    assert [copy.settings for copy in copies] == [store.run(run_id).settings]
    assert copies[0].dataset_sha256 == store.run(run_id).dataset_sha256


@pytest.mark.parametrize(
    ("networks", "parts"),
    [
        ("radial", NcdParts(restarts=5, inputs="both", units=80, remove_predictable=None)),
        ("perceptron", NcdParts(outer_steps=7, learning_rate=0.02, cross_fit=True)),
        ("perceptron", NcdParts(spectral_norm=True, remove_predictable=False)),
        ("paper", NcdParts(inner_steps=3, test_width=10)),
    ],
)
def test_the_address_holds_every_part_of_ncd(app, store, finished, networks, parts):
    from components.runs.actions import settings_address

    settings = RunSettings(networks=networks, depth=2, tau=0.05, ncd=parts, screen=2)
    app.query_params["run"] = finished()
    for key, value in settings_address(settings).items():
        app.query_params[key] = value
    app.run()
    click(app, "run-button")
    copy = store.runs()[0]
    store.request_stop(copy.id)
    # A part that is as the networks have it is not said again.
    kept = replace(parts, cross_fit=None)
    depth = 3 if networks == "radial" else 2
    assert copy.settings == replace(settings, depth=depth, ncd=kept)


@pytest.mark.parametrize("measure", ["ncd", "rcd", "partial-correlation"])
def test_the_address_names_every_measure_as_discover_does(app, store, finished, measure):
    from components.runs.actions import settings_address

    settings = RunSettings(measure=measure, networks="perceptron", depth=2, width=20, seed=5)
    app.query_params["run"] = finished()
    for key, value in settings_address(settings).items():
        app.query_params[key] = value
    app.run()
    click(app, "run-button")
    copy = store.runs()[0]
    store.request_stop(copy.id)
    used = {"measure": measure, "seed": 5}
    if measure == "ncd":
        used |= {"networks": "perceptron", "depth": 2, "width": 20}
    assert copy.settings == RunSettings(**used)


def test_two_ticked_runs_are_compared(app, store, finished):
    first = finished(tau=0.05)
    second = finished(tau=0.9)
    open_runs(app)
    by_key(app.checkbox, f"_tick_{first}").check().run()
    assert "Tick one more run" in texts(app)
    by_key(app.checkbox, f"_tick_{second}").check().run()
    assert not app.exception
    assert (
        "0 edges the same, 0 directed differently, 2 only in A, 0 only in B; "
        "structural Hamming distance 2." in texts(app)
    )
    frame = app.dataframe[0].value
    assert list(frame["In A"]) == ["A — B", "B — C"]
    assert list(frame["In B"]) == ["none", "none"]
    cards = [each.value for each in app.markdown if "badge[" in each.value]
    # The newer one stands first in the list.
    assert [card[: card.index("]")] for card in cards] == [":blue-badge[B", ":blue-badge[A"]


def test_runs_on_other_variables_are_compared_on_what_they_share(app, finished):
    first = finished()
    second = finished(names=("A", "B", "D"))
    open_runs(app)
    for run_id in (first, second):
        by_key(app.checkbox, f"_tick_{run_id}").check().run()
    assert "1 edge the same" in texts(app)
    assert "only one run has them: C, D." in texts(app)


def test_runs_without_a_common_variable_are_not_compared(app, finished):
    ids = finished(), finished(names=("X", "Y", "Z"))
    open_runs(app)
    for run_id in ids:
        by_key(app.checkbox, f"_tick_{run_id}").check().run()
    assert "The two runs have no variable in common." in texts(app)


def test_a_capsule_is_opened_from_the_page(app, store, finished, tmp_path):
    elsewhere = RunStore.open(tmp_path / "elsewhere")
    run_id = finished()
    target, whole = io.BytesIO(), io.BytesIO()
    export_run(store, run_id, target, with_data=False)
    export_run(store, run_id, whole, with_data=True)
    import_run(elsewhere, target)
    from gesncd.runs.upkeep import delete_run

    delete_run(store, run_id)
    open_runs(app)
    app.file_uploader[0].upload("run.gesncd", target.getvalue(), "application/zip").run()
    assert not app.exception
    assert "chain.csv is here, without its data. A capsule holds no true graphs" in texts(app)
    assert store.event_texts(run_id) == elsewhere.event_texts(run_id)
    (svg,) = pictures(app)
    assert svg.count("<line") == 2, "drawn without the data"
    disabled = {each.label: each.proto.disabled for each in app.get("download_button")}
    assert disabled == {"Capsule with data": True, "Capsule without data": False}
    app.file_uploader[0].upload("whole.gesncd", whole.getvalue(), "application/zip").run()
    assert "chain.csv was here already; its data have come along now." in texts(app)


def test_statements_of_a_capsule_are_told_of_and_never_replace_ones_own(app, store, finished):
    from gesncd.analysis.statements import Relation, Statement
    from gesncd.runs.store.statements import Said, SaidOfData, keep_said, said_of_data

    run_id = finished()
    record = store.run(run_id)
    said, own = (
        SaidOfData((Said(Statement.pair(record.names[0], relation, record.names[1])),))
        for relation in (Relation.NOT_CAUSE, Relation.ADJACENT)
    )
    target = io.BytesIO()
    keep_said(store, record.dataset_sha256, said)
    export_run(store, run_id, target, with_data=True)
    open_runs(app)
    for before, words in (
        (SaidOfData(), "With 1 statement about the data, as on Tune."),
        (own, "1 statement about the data was not taken: yours are others"),
    ):
        keep_said(store, record.dataset_sha256, before)
        app.file_uploader[0].upload("run.gesncd", target.getvalue(), "application/zip").run()
        assert not app.exception
        assert words in texts(app)
        kept = said_of_data(store, record.dataset_sha256).said
        assert kept == (before.said or said.said)


def test_a_run_without_its_data_is_shown_on_discover(app, store, finished):
    from gesncd.runs.upkeep import delete_run

    run_id = finished()
    target = io.BytesIO()
    export_run(store, run_id, target, with_data=False)
    delete_run(store, run_id)
    import_run(store, target)
    app.query_params["run"] = run_id
    app.run()
    assert not app.exception
    assert "2 edges" in texts(app)
    assert "The data of this run are not on this machine" in texts(app)
    assert "run-button" not in keys(app)
    assert len(app.dataframe[0].value) == 2


def test_a_bad_capsule_is_refused_with_a_reason(app, store, finished):
    finished()
    open_runs(app)
    app.file_uploader[0].upload("bad.gesncd", b"no zip at all", "application/zip").run()
    assert not app.exception
    assert "bad.gesncd was not opened. The file is no capsule" in texts(app)
    assert len(store.runs()) == 1


def test_a_waiting_run_tells_its_place_and_can_be_stopped(app, store, finished, monkeypatch):
    run_id = finished()
    monkeypatch.setenv("GESNCD_MAX_RUNNING", "1")
    monkeypatch.setattr("gesncd.runs.workers.launch.claim_next", lambda store, most: None)
    sha256 = store.run(run_id).dataset_sha256
    waiting = store.create_run(sha256, "chain.csv", RunSettings("partial-correlation"))
    open_runs(app)
    assert "queued: 0 running, yours is next" in texts(app)
    click(app, f"stop-{waiting}")
    assert store.run(waiting).state is RunState.STOPPED
    assert f"resume-{waiting}" in keys(app)


def test_a_visit_starts_what_waits(app, store, finished, run_until):
    run_id = finished()
    sha256 = store.run(run_id).dataset_sha256
    waiting = store.create_run(sha256, "chain.csv", RunSettings("partial-correlation"))
    open_runs(app)
    run_until(app, lambda _: store.run(waiting).state is RunState.FINISHED)


def test_an_interrupted_run_is_resumed_from_the_list(app, store, finished, run_until):
    run_id = finished()
    sha256 = store.run(run_id).dataset_sha256
    gone = store.create_run(sha256, "chain.csv", RunSettings("partial-correlation", tau=0.03))
    with store.database.writing() as connection:
        connection.execute(
            "UPDATE runs SET state = 'running', claimed = 1, heartbeat = 1 WHERE id = ?", (gone,)
        )
    open_runs(app)
    assert "interrupted: The process that ran the search vanished." in texts(app)
    click(app, f"resume-{gone}")
    run_until(app, lambda _: store.run(gone).state is RunState.FINISHED)
    assert not app.exception


def test_hostile_names_stay_text(app, store, finished):
    run_id = finished(HOSTILE[0], names=HOSTILE)
    store.label(run_id, name=HOSTILE[1], note=HOSTILE[2])
    open_runs(app)
    click(app, f"more-{run_id}")
    (svg,) = pictures(app)
    assert "<img" not in svg
    assert "&lt;img" in svg
    shown = "\n".join(re.sub(r"\\.", "", e.value) for e in [*app.markdown, *app.caption])
    for start in ("<img", "![p]", "[p]", ":red[x]", "$y$", "http:"):
        assert start not in shown


def test_many_runs_are_shown_a_page_at_a_time(app, store, finished):
    run_id = finished()
    sha256 = store.run(run_id).dataset_sha256
    for k in range(17):
        other = store.create_run(sha256, f"{k}.csv", RunSettings("rcd"))
        store.request_stop(other)
    open_runs(app)
    assert len(titles(app)) == 15
    next(each for each in app.button if each.label == "Show 3 more of 3").click().run()
    assert len(titles(app)) == 18
    assert titles(app)[-1] == "chain.csv"


def test_an_unusable_home_is_explained(app, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "file" / "home"))
    open_runs(app)
    assert not app.exception
    assert "cannot be made" in texts(app)


def test_in_shared_mode_the_list_shows_only_ones_own(app, store, finished, monkeypatch):
    run_id = finished()
    monkeypatch.setenv("GESNCD_SHARED", "1")
    open_runs(app)
    assert "No run yet" in texts(app)
    target = io.BytesIO()
    export_run(store, run_id, target, with_data=True)
    app.file_uploader[0].upload("run.gesncd", target.getvalue(), "application/zip").run()
    assert titles(app) == ["chain.csv"]
    (mine,) = [run for run in store.runs() if run.owner]
    assert mine.id != run_id
    from streamlit.testing.v1 import AppTest

    other = AppTest.from_file(app._script_path, default_timeout=240)
    open_runs(other)
    assert "No run yet" in texts(other)


def test_in_shared_mode_limits_are_told(app, store, finished, monkeypatch):
    run_id = finished()
    target = io.BytesIO()
    export_run(store, run_id, target, with_data=True)
    monkeypatch.setenv("GESNCD_SHARED", "1")
    monkeypatch.setenv("GESNCD_USER_RUNS", "1")
    open_runs(app)
    for _ in range(2):
        app.file_uploader[0].upload("run.gesncd", target.getvalue(), "application/zip").run()
    assert "run.gesncd was not opened. You have 1 runs, the most here." in texts(app)
    assert len(titles(app)) == 1


def test_a_mistyped_switch_shuts_the_list(app, finished, monkeypatch):
    finished()
    monkeypatch.setenv("GESNCD_SHARED", "yes")
    open_runs(app)
    assert "GESNCD_SHARED must be 0 or 1" in texts(app)
    assert titles(app) == []


def test_in_shared_mode_discover_tells_a_limit(app, store, csv_bytes, monkeypatch):
    monkeypatch.setenv("GESNCD_SHARED", "1")
    monkeypatch.setenv("GESNCD_USER_LIVE", "1")
    monkeypatch.setattr("gesncd.runs.workers.launch.claim_next", lambda store, most: None)
    app.run()
    app.file_uploader[0].upload("chain.csv", csv_bytes, "text/csv").run()
    click(app, "run-button")
    (run,) = store.runs()
    assert len(run.owner) == 64
    assert store.layout(run.dataset_sha256).shape == (4, 2)
    # Another search: the same would only be shown again.
    app.button_group[0].set_value("partial-correlation").run()
    click(app, "run-button")
    assert "the most here. Stop one" in app.toast[0].value.replace("\\", "")
    assert len(store.runs()) == 1


def test_every_page_starts_what_waits(app, store, finished, run_until):
    run_id = finished()
    sha256 = store.run(run_id).dataset_sha256
    waiting = store.create_run(sha256, "chain.csv", RunSettings("partial-correlation"))
    app.run()
    run_until(app, lambda _: store.run(waiting).state is RunState.FINISHED)


class User(dict):
    """What Streamlit tells about a person."""

    def __getattr__(self, name):
        return self[name]

    to_dict = dict.copy


def test_a_login_is_asked_for_where_it_is_set_up(app, finished, monkeypatch):
    finished()
    monkeypatch.setenv("GESNCD_SHARED", "1")
    monkeypatch.setattr("streamlit.user", User(is_logged_in=False))
    app.run()
    assert not app.exception
    assert [each.label for each in app.button] == ["Log in"]
    assert titles(app) == []


def test_a_login_is_the_same_person_in_every_browser(app, store, finished, monkeypatch):
    run_id = finished()
    monkeypatch.setenv("GESNCD_SHARED", "1")
    ada = User(is_logged_in=True, iss="https://id.example", sub="ada")
    owner = owner_of_login("https://id.example", "ada")
    with store.database.writing() as connection:
        connection.execute("UPDATE runs SET owner = ? WHERE id = ?", (owner, run_id))
    monkeypatch.setattr("streamlit.user", ada)
    open_runs(app)
    assert titles(app) == ["chain.csv"]
    monkeypatch.setattr("streamlit.user", User({**ada, "sub": "bob"}))
    app.run()
    assert titles(app) == []


@pytest.mark.parametrize("cookie", ["short", "x" * 200, "a b" * 10, "../" * 10])
def test_a_cookie_that_is_no_secret_is_not_taken(app, finished, monkeypatch, cookie):
    finished()
    monkeypatch.setenv("GESNCD_SHARED", "1")
    monkeypatch.setattr(
        "streamlit.runtime.context.ContextProxy.cookies", {"gesncd_workspace": cookie}
    )
    open_runs(app)
    assert not app.exception
    secret = app.session_state["_workspace"]
    assert len(secret) == 32
    assert secret != cookie


@pytest.mark.parametrize("page", ["Replay", "Tune", "Judge"])
def test_a_run_is_opened_on_another_page_and_followed_back_to_discover(app, finished, page):
    run_id = finished()
    finished(tau=0.9)
    open_runs(app)
    click(app, f"more-{run_id}")
    click(app, f"{page.lower()}-{run_id}")
    assert not app.exception
    app.query_params["run"] = run_id
    app.switch_page(f"pages/{page.lower()}.py").run()
    assert not app.exception
    # The bar at the side leads to a page without its parameters.
    for name in ("judge" if page != "Judge" else "replay", "discover"):
        app.query_params.clear()
        app.switch_page(f"pages/{name}.py").run()
        assert not app.exception
        assert app.query_params["run"] in (run_id, [run_id])
