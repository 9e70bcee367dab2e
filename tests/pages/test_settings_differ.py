"""A result beside settings that are not its own."""

import numpy as np
import pytest

from gesncd.data.dataset import Dataset
from gesncd.knowledge import Knowledge
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

SENTENCE = "The settings differ from those of this result. Press Run to search with them."


@pytest.fixture
def opened(app, home):
    """A function that opens a finished run on Discover, with settings in the address."""
    store = RunStore.open(home)
    x = np.random.default_rng(4).normal(size=(200, 3))
    x[:, 2] += x[:, 0]
    sha256 = store.add_dataset(Dataset.from_array(x, list("ABC")), "three.csv")

    def create(settings, **address):
        run_id = store.create_run(sha256, "three.csv", settings)
        assert work(store, run_id) is RunState.FINISHED
        app.query_params["run"] = run_id
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return create


def says_so(app):
    return any(SENTENCE in str(each.value) for each in app.markdown)


def test_a_threshold_that_the_run_did_not_have_is_said(opened):
    settings = RunSettings(measure="partial-correlation")
    app = opened(settings, measure="Partial corr.", tau="0.2")
    assert says_so(app)
    del app.query_params["tau"]
    app.run()
    assert not says_so(app)
    app.number_input(key="seed").set_value(5).run()
    assert not says_so(app), "partial correlation has no use for a seed"
    app.segmented_control(key="measure").set_value("rcd").run()
    assert says_so(app)


def test_a_link_to_a_run_with_its_own_settings_says_nothing(opened):
    settings = RunSettings(
        measure="rcd", seed=2, tau=0.123456, knowledge=Knowledge(required=(("A", "B"),))
    )
    app = opened(settings, measure="RCD", seed="2", tau="0.123456")
    assert not says_so(app)
    app.text_area(key="_knowledge_typed").set_value("").run()
    assert says_so(app)


def test_a_link_that_names_only_the_run_sets_its_settings(opened):
    app = opened(RunSettings(measure="rcd", tau=0.2, seed=7))
    assert not says_so(app)
    assert app.segmented_control(key="measure").value == "rcd"
    assert app.query_params["seed"] == ["7"] or app.query_params["seed"] == "7"
    app.segmented_control(key="measure").set_value("partial-correlation").run()
    assert says_so(app), "what a person sets afterwards stays"


def test_a_link_that_names_a_setting_keeps_it(opened):
    app = opened(RunSettings(measure="partial-correlation", tau=0.2), tau="0.1")
    assert app.segmented_control(key="measure").value == "ncd"
    assert says_so(app)


def test_a_link_to_a_run_with_the_usual_settings_stays_short(opened):
    app = opened(RunSettings(knowledge=Knowledge(required=(("A", "B"),))))
    assert set(app.query_params) == {"run"}
    assert not says_so(app)
