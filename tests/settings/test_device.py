from dataclasses import replace

import pytest
import torch

from gesncd.engine import EngineError
from gesncd.measures import Ncd
from gesncd.measures.ncd import device as devices
from gesncd.measures.ncd import gpu, scorer
from gesncd.measures.ncd.recording import RecordingLearner
from gesncd.runs.planning.pace import measure_pace
from gesncd.runs.store.records import RunState
from gesncd.runs.tasks.context import PartContext
from gesncd.runs.tasks.engine_parts import DetachedContext
from gesncd.runs.workers.shared_measure import SharedNcd, sharing_processors
from gesncd.runs.workers.worker import work
from gesncd.settings import device as run_device
from gesncd.settings import engine_measure as run_engine
from gesncd.settings.device import (
    Automatic,
    automatic_device,
    chosen_device,
    is_here,
    refuse_missing_device,
)
from gesncd.settings.engine_measure import measure_for_search, measure_on, measure_there
from gesncd.settings.errors import SettingsError
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

ON_GPU = RunSettings(networks="perceptron", device="cuda", depth=2, width=4)


class Workers:
    """An engine that is asked about GPUs only."""

    name = "Dask at lab"

    def __init__(self, have):
        self.have = have

    def all_have_gpus(self):
        return self.have

    def n_workers(self):
        return 2


@pytest.fixture
def here(monkeypatch):
    """A function that says whether torch finds a GPU in this process."""

    def set_to(there):
        monkeypatch.setattr(devices, "gpu_is_here", lambda: there)
        monkeypatch.setattr(devices, "gpu_name", lambda: "a fast one")

    monkeypatch.delenv("GESNCD_DEVICE", raising=False)
    monkeypatch.delenv("GESNCD_ENGINE", raising=False)
    return set_to


@pytest.fixture
def workers(monkeypatch):
    """A function that chooses an engine whose workers have GPUs or not."""

    def choose(have):
        engine = Workers(have)
        for module in (run_device, run_engine):
            monkeypatch.setattr(module, "chosen_engine", lambda *given: engine)
        return engine

    return choose


def test_auto_is_a_gpu_where_there_is_one(here):
    here(True)
    assert automatic_device() == Automatic("cuda", "because there is one: a fast one")
    assert chosen_device("auto", "ncd", "perceptron") == "cuda"
    assert chosen_device("auto", "ncd", "paper") == "cuda"
    here(False)
    assert automatic_device() == Automatic("cpu", "because no GPU was found")
    assert chosen_device("auto", "ncd", "perceptron") == "cpu"


@pytest.mark.parametrize(
    ("measure", "networks"),
    [("ncd", "radial"), ("rcd", "perceptron"), ("partial-correlation", "radial")],
)
def test_what_trains_nothing_stays_on_the_cpu(here, measure, networks):
    here(True)
    assert chosen_device("auto", measure, networks) == "cpu"
    assert chosen_device("cpu", measure, networks) == "cpu"
    with pytest.raises(SettingsError, match="Only NCD's perceptrons are trained on a GPU"):
        chosen_device("cuda", measure, networks)
    assert RunSettings(measure=measure, networks=networks, device="cuda").device == "cpu"


def test_an_explicit_choice_is_kept_or_refused(here):
    here(True)
    assert chosen_device("cpu", "ncd", "perceptron") == "cpu"
    assert chosen_device("cuda", "ncd", "perceptron") == "cuda"
    here(False)
    with pytest.raises(SettingsError, match=r"torch finds none here\. Choose the CPU"):
        chosen_device("cuda", "ncd", "perceptron")
    with pytest.raises(SettingsError, match="no device 'tpu'; choose one of auto, cpu, cuda"):
        chosen_device("tpu", "ncd", "radial")


def test_the_environment_says_what_auto_means(here):
    here(True)
    kept = {"GESNCD_DEVICE": "cpu"}
    assert automatic_device(kept) == Automatic("cpu", "because GESNCD_DEVICE says so")
    assert chosen_device("auto", "ncd", "perceptron", kept) == "cpu"
    assert chosen_device("cuda", "ncd", "perceptron", kept) == "cuda"
    assert automatic_device({"GESNCD_DEVICE": " auto "}).device == "cuda"
    with pytest.raises(SettingsError, match="GESNCD_DEVICE is 'gpu'; write auto, cpu or cuda"):
        automatic_device({"GESNCD_DEVICE": "gpu"})
    here(False)
    with pytest.raises(SettingsError, match="torch finds none here"):
        chosen_device("auto", "ncd", "perceptron", {"GESNCD_DEVICE": "cuda"})


def test_with_an_engine_its_workers_count(here, workers):
    here(False)
    workers(True)
    assert automatic_device() == Automatic("cuda", "because each worker of Dask at lab has one")
    assert chosen_device("auto", "ncd", "perceptron") == "cuda"
    here(True)
    workers(False)
    assert chosen_device("auto", "ncd", "perceptron") == "cpu"
    assert "not every worker of Dask at lab" in automatic_device().why
    here(False)
    # The workers may have some that cannot be asked about; each refuses if it has none.
    assert chosen_device("cuda", "ncd", "perceptron") == "cuda"


def test_a_run_says_where_it_was_trained():
    assert RunSettings.from_dict(ON_GPU.to_dict()) == ON_GPU
    assert ON_GPU.to_dict()["device"] == "cuda"
    # Runs of before there was a choice were on the CPU.
    assert RunSettings.from_dict({"networks": "perceptron"}).device == "cpu"
    with pytest.raises(SettingsError, match="no device 'auto'; choose one of cpu, cuda"):
        RunSettings(networks="perceptron", device="auto")


def test_the_device_reaches_the_measure_and_its_key(dataset):
    measure = build_measure(ON_GPU, dataset)
    assert isinstance(measure, Ncd)
    assert measure.device == "cuda"
    assert measure.key != build_measure(RunSettings(networks="perceptron"), dataset).key


def test_a_run_is_refused_where_its_device_is_not(here, dataset, store):
    here(False)
    assert not is_here(ON_GPU)
    assert is_here(RunSettings())
    sha256 = store.add_dataset(dataset, "linear.csv")
    for refused in (
        lambda: refuse_missing_device(ON_GPU),
        lambda: measure_for_search(ON_GPU, dataset),
        lambda: sharing_processors(store)(ON_GPU, dataset),
        lambda: PartContext(store, sha256).settings_measure(ON_GPU, dataset),
    ):
        with pytest.raises(SettingsError, match="torch finds none here"):
            refused()


def test_a_gpu_is_used_by_one_process(here, dataset, store):
    here(True)
    made = sharing_processors(store)(ON_GPU, dataset)
    assert isinstance(made, Ncd)
    on_cpu = RunSettings(networks="perceptron", depth=2, width=4)
    assert isinstance(sharing_processors(store)(on_cpu, dataset), SharedNcd)


def test_a_run_on_a_gpu_goes_to_its_end(here, dataset, store, monkeypatch):
    here(True)
    # The CPU stands in for the GPU, without recordings.
    cpu = torch.device("cpu")
    monkeypatch.setattr(scorer, "torch_device", lambda kind: cpu)
    monkeypatch.setattr(gpu, "free_bytes", lambda device: 10**8)
    monkeypatch.setattr(gpu, "RecordingLearner", lambda device: RecordingLearner(device, None))
    quick = NcdParts(outer_steps=2, inner_steps=1, restarts=1, remove_predictable=False)
    settings = replace(ON_GPU, tau=0.05, global_score=False, ncd=quick)
    sha256 = store.add_dataset(dataset, "linear.csv")
    records = []
    for one in (settings, replace(settings, device="cpu")):
        run_id = store.create_run(sha256, "linear.csv", one)
        assert work(store, run_id) is RunState.FINISHED, store.run(run_id).message
        records.append((store.run(run_id), store.event_texts(run_id)))
    (on_gpu, events), (on_cpu, others) = records
    assert (on_gpu.settings.device, on_cpu.settings.device) == ("cuda", "cpu")
    assert len(events) == len(others) > 2
    # The keys differ, and here, where one device is both, nothing else.
    keys = [build_measure(record.settings, dataset).key for record in (on_gpu, on_cpu)]
    assert [text.replace(keys[0], keys[1]) for text in events] == others != events


def test_more_processors_do_not_quicken_a_gpu(monkeypatch, dataset):
    class Quick:
        def evaluate(self, queries):
            return [0.0] * len(queries)

    def rate(settings, cpus):
        monkeypatch.setattr("gesncd.runs.planning.pace.time.thread_time", iter(range(100)).__next__)
        return measure_pace(settings, dataset, cpus=cpus).per_second

    monkeypatch.setattr("gesncd.runs.planning.pace.build_measure", lambda *_, **__: Quick())
    on_cpu = RunSettings(networks="perceptron")
    assert rate(on_cpu, 8) > 3 * rate(on_cpu, 1)
    assert rate(ON_GPU, 8) == rate(ON_GPU, 1)


def test_a_worker_without_a_gpu_refuses(here, dataset):
    here(False)
    versions = software_versions("ncd")
    with pytest.raises(EngineError, match="has no GPU that torch can use"):
        measure_there(ON_GPU.to_dict(), versions, dataset)
    with pytest.raises(EngineError, match="Connect only workers that have one"):
        DetachedContext(dataset.sha256, lambda: False).settings_measure(ON_GPU, dataset)
    here(True)
    assert measure_there(ON_GPU.to_dict(), versions, dataset).device == "cuda"


def test_without_a_gpu_here_every_query_goes_to_the_workers(here, workers, dataset):
    engine = workers(True)
    here(False)
    assert measure_on(engine, ON_GPU, dataset)._answers_here is False
    assert measure_on(engine, RunSettings(measure="rcd"), dataset)._answers_here is True
    here(True)
    assert measure_on(engine, ON_GPU, dataset)._answers_here is True
