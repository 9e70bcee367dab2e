import pytest

from components.settings import ncd_panel
from gesncd.measures.ncd import device as devices
from gesncd.runs.store.run_store import RunStore
from gesncd.settings.run_settings import RunSettings


@pytest.fixture
def opened(app, monkeypatch):
    """A function that opens Discover with some settings, with a GPU here or without."""
    monkeypatch.delenv("GESNCD_DEVICE", raising=False)
    monkeypatch.delenv("GESNCD_ENGINE", raising=False)
    monkeypatch.setattr(devices, "gpu_name", lambda: "A *fast* one")

    def open_with(gpu, **parameters):
        monkeypatch.setattr(devices, "gpu_is_here", lambda: gpu)
        ncd_panel._automatic_device.clear()
        app.query_params["sample"] = "sachs"
        for name, value in parameters.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    yield open_with
    ncd_panel._automatic_device.clear()


def texts(app, *kinds):
    found = [element.value for kind in kinds for element in app.get(kind)]
    return "\n".join(str(text) for text in found).replace("\\", "")


def run_button(app):
    return next(each for each in app.button if each.key == "run-button")


def device_select(app):
    return next(each for each in app.selectbox if each.key == "device")


def started(app):
    """The settings of the run that Run begins, which is stopped at once."""
    run_button(app).click().run()
    store = RunStore.open()
    record = store.runs()[0]
    store.request_stop(record.id)
    return record.settings


def test_radial_networks_have_no_choice_of_a_device(opened):
    app = opened(gpu=True)
    assert not [each for each in app.selectbox if each.key == "device"]
    assert "Radial networks are solved for on the CPU" in texts(app, "caption")


def test_auto_says_what_it_means_here(opened):
    app = opened(gpu=False, networks="Trained")
    assert device_select(app).value == "auto"
    assert "Auto: the CPU, because no GPU was found." in texts(app, "caption")
    assert started(app) == RunSettings(networks="perceptron")


def test_auto_takes_a_gpu_and_a_choice_of_the_cpu_counts(opened):
    app = opened(gpu=True, networks="Trained", depth="2", width="10")
    assert "Auto: the GPU, because there is one: A *fast* one." in texts(app, "caption")
    device_select(app).select("cpu").run()
    assert "Auto:" not in texts(app, "caption")
    assert started(app).device == "cpu"


def test_a_gpu_that_is_not_there_is_said_before_run(opened):
    app = opened(gpu=False, networks="Paper", device="GPU")
    assert "torch finds none here. Choose the CPU" in texts(app, "error")
    assert run_button(app).disabled
    device_select(app).select("auto").run()
    assert not app.error
    assert not run_button(app).disabled


def test_the_environment_that_names_no_device_is_said(opened, monkeypatch):
    monkeypatch.setenv("GESNCD_DEVICE", "gpu")
    app = opened(gpu=False, networks="Trained")
    assert "GESNCD_DEVICE is 'gpu'; write auto, cpu or cuda." in texts(app, "error")
    assert run_button(app).disabled


def test_a_runs_link_holds_its_device():
    from components.names import networks_text
    from components.runs.actions import settings_address

    on_gpu = RunSettings(networks="perceptron", device="cuda")
    assert settings_address(on_gpu)["device"] == "GPU"
    assert settings_address(RunSettings(networks="paper"))["device"] == "CPU"
    assert "device" not in settings_address(RunSettings())
    assert networks_text(on_gpu) == "trained networks, depth 3, width 40, on a GPU"


def test_no_pace_is_tried_on_a_gpu():
    import numpy as np

    from components.settings.pace import PaceTrials
    from gesncd.data import Dataset

    data = Dataset.from_array(np.random.default_rng(0).normal(size=(40, 3)))
    trials = PaceTrials()
    on_gpu = RunSettings(networks="perceptron", device="cuda")
    trials.begin(on_gpu, data)
    assert not trials.is_going_on(on_gpu, data)
    assert trials.rate(on_gpu, data) is None
