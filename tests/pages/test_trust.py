"""What Discover says of how far a result can be trusted, and what it was checked against."""

from __future__ import annotations

import numpy as np
from streamlit.testing.v1 import AppTest

from gesncd.analysis import Resampling, plan_replicates
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import create_task, launch_task, task
from gesncd.runs.tasks.parts_stability import stability_parts
from gesncd.settings.run_settings import RunSettings


def texts(app):
    kinds = ("markdown", "caption", "info", "header")
    parts = [each.value for kind in kinds for each in app.get(kind)]
    return "\n".join(str(part) for part in parts).replace("\\", "")


def button(app, key):
    return next(each for each in app.button if each.key == key)


def is_settled(app):
    return any(each.label == "Edges, CSV" for each in app.get("download_button"))


def searched(app, run_until, content=None):
    """A finished search with partial correlation, on the sample or on a file."""
    app.query_params["measure"] = "Partial corr."
    if content is None:
        app.query_params["sample"] = "sachs"
    app.run()
    if content is not None:
        app.file_uploader[0].upload("study.csv", content, "text/csv").run()
        mend = next((each for each in app.button if each.label == "Mend all"), None)
        if mend is not None:
            mend.click().run()
            go = next(each for each in app.button if each.label == "Discover with these data")
            go.click().run()
            app.switch_page("pages/discover.py").run()
    button(app, "run-button").click().run()
    return run_until(app, is_settled)


def make(store, record, settings):
    plan = plan_replicates(Resampling.HALVES, 2, seed=0, measure=settings.measure)
    parts = stability_parts(settings, plan)
    return create_task(store, record.dataset_sha256, "stability", parts)


def with_category():
    """Two causes of a category, and an effect of it."""
    rng = np.random.default_rng(1)
    age, weight = rng.normal(size=(2, 500))
    chosen = age + weight + 0.4 * rng.normal(size=500) > 0
    effect = 1.5 * chosen + 0.7 * rng.normal(size=500)
    rows = [
        f"{a:.4f},{w:.4f},{'Verum' if c else 'Placebo'},{e:.4f}"
        for a, w, c, e in zip(age, weight, chosen, effect, strict=True)
    ]
    return ("Alter,Gewicht,Behandlung,IL-6\n" + "\n".join(rows) + "\n").encode()


def test_a_result_says_what_chance_covers_and_what_was_not_checked(app, home, run_until):
    searched(app, run_until)
    assert not app.exception
    said = texts(app)
    assert "How far to trust it" in said
    assert said.count("chance alone is expected to add") == 1
    assert "not edges that are missing" in said
    assert "and not directions" in said
    assert "An arrow has no score of its own" in said
    assert "**Stability**: not done" in said
    assert "**Independences**: not done" in said
    assert "**Truth**: done. Held against sachs_dag.csv: 17 edges, a DAG, " in said
    assert "true edges are right" in said


def test_before_a_run_the_expectation_is_in_the_guide(app):
    app.query_params["sample"] = "sachs"
    app.run()
    said = texts(app)
    assert said.count("chance alone is expected to add") == 1
    assert "What this graph was checked against" not in said


def test_a_stability_task_with_the_settings_of_the_run_is_its_check(app, home, run_until):
    searched(app, run_until)
    store = RunStore.open(home)
    (record,) = store.runs()
    make(store, record, RunSettings(measure="rcd"))
    app.run()
    assert "**Stability**: not done" in texts(app), "that was another search"
    made = make(store, record, record.settings)
    launch_task(store, made)
    run_until(app, lambda _: not task(store, made).is_live, 90)
    app.run()
    assert not app.exception
    said = texts(app)
    assert "**Stability**: done. " in said
    assert "found again in at least 75 % of 2 halves of the rows" in said
    assert "of 8 edges" in said
    assert "with the same direction" in said


def test_a_category_drawn_as_an_effect_can_be_said_to_come_first(app, home, run_until):
    searched(app, run_until, with_category())
    assert not app.exception
    said = texts(app)
    assert "Behandlung is drawn as an effect of Alter, Gewicht." in said
    assert "What comes first? Alter, Behandlung: if nothing in these data causes them" in said
    assert not panel(app).proto.expanded
    button(app, "comes-first-Behandlung").click().run()
    assert not app.exception
    assert panel(app).proto.expanded
    said = texts(app)
    assert "Behandlung comes first now" in said
    assert "is drawn as an effect" not in said
    assert "What comes first?" not in said
    first = next(each for each in app.multiselect if each.label.startswith("Come first"))
    assert first.value == ["Behandlung"]
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    newest = RunStore.open(home).runs()[0]
    assert newest.settings.knowledge.tiers[0] == ("Behandlung",)
    assert "is drawn as an effect" not in texts(app)


def panel(app: AppTest):
    return next(each for each in app.expander if each.label == "Background knowledge")
