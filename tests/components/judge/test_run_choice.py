from types import SimpleNamespace

from components.judge.run_choice import run_line
from components.names import networks_text
from gesncd.runs.store.records import RunState
from gesncd.settings.run_settings import RunSettings


def test_a_run_has_the_networks_that_other_pages_say_it_has():
    settings = RunSettings(networks="perceptron", depth=2, width=30)
    record = SimpleNamespace(settings=settings, tau=0.01, state=RunState.FINISHED, name="")
    assert networks_text(settings) == "trained networks, depth 2, width 30"
    assert f", {networks_text(settings)}, seed" in run_line(record)
