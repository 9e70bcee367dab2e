"""Training on another device: on torch's meta device, whose tensors hold no numbers, a whole
training shows that no tensor is made elsewhere; with the CPU in a GPU's place, that batches
and recordings give the same scores; on a GPU, where there is one, that scores agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from gesncd.data import Dataset
from gesncd.measures import Ncd, NcdSettings, Query
from gesncd.measures.ncd import device as devices
from gesncd.measures.ncd import gpu, scorer
from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.device import DeviceError
from gesncd.measures.ncd.features import Features
from gesncd.measures.ncd.functions import function_blocks
from gesncd.measures.ncd.gpu import GpuBatches, filled, floats_a_row
from gesncd.measures.ncd.parameters import flat_size
from gesncd.measures.ncd.recording import RecordingLearner
from gesncd.measures.ncd.regressors import regressor_blocks
from gesncd.measures.ncd.training import Course, Start, learn, train

CPU, META = torch.device("cpu"), torch.device("meta")
PAPER = NcdSettings.preset("paper", outer_steps=3, inner_steps=2)
TRAINED = NcdSettings(
    networks="perceptron", dtype="float32", outer_steps=3, inner_steps=2, restarts=2
)
KINDS = {
    "paper": PAPER,
    "cross-fitted": TRAINED,
    "deep": replace(TRAINED, depth=4, test_depth=3, spectral_norm=True, inputs="both"),
    "linear": replace(PAPER, depth=2, test_depth=1),
}
N_NETWORKS, N_ROWS, SHORTEST = 6, 48, 45


def start_of(settings: NcdSettings, n_given: int, device: torch.device) -> Start:
    """Inputs and weights of some networks, the same at each call."""
    generator = torch.Generator().manual_seed(1)
    inputs = torch.zeros(2, N_NETWORKS, n_given + 2, N_ROWS)
    shape = (2, N_NETWORKS, n_given + 1, SHORTEST)
    inputs[:, :, :-1, :SHORTEST] = torch.randn(shape, generator=generator)
    inputs[:, :, -1, :SHORTEST] = 1.0
    f_size = flat_size(function_blocks(1 + n_given, settings.test_depth, settings.test_width))
    h_size = flat_size(regressor_blocks(n_given, settings.depth, settings.width))
    weights = [
        0.3 * torch.randn(N_NETWORKS, size, generator=generator)
        for size in (f_size, h_size if n_given else 0)
    ]
    return Start(inputs[0], inputs[1], *weights).to(device)


@pytest.mark.parametrize("n_given", [0, 2])
@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_training_stays_on_its_device(kind, n_given):
    settings = KINDS[kind]
    seen = []
    with torch.inference_mode():
        start = start_of(settings, n_given, META)
        found = learn(start, Course(settings, n_given, SHORTEST), seen.append)
    assert len(seen) == settings.outer_steps + 1
    for residual in (*found, *seen):
        assert residual.values.shape == residual.mask.shape == (N_NETWORKS, 1, N_ROWS)
        assert residual.counts.shape == (N_NETWORKS, 1, 1)
        for tensor in (residual.values, residual.mask, residual.counts):
            assert tensor.device == META


@pytest.mark.parametrize("kind", KINDS)
def test_no_tensor_is_made_on_a_default_device(kind):
    settings, n_given = KINDS[kind], 2
    start = start_of(settings, n_given, CPU)
    course = Course(settings, n_given, SHORTEST)
    expected = learn(start.with_own_weights(), course)
    # A tensor made without a device would be on this one, and mixing the two is an error.
    with META:
        found = learn(start, course)
    for one, other in zip(found, expected, strict=True):
        assert torch.equal(one.values, other.values)


@pytest.mark.parametrize("left_behind", [0, 2, 3])
def test_mixed_devices_are_an_error(left_behind):
    """What the tests above rest on."""
    tensors = list(start_of(PAPER, 2, META).tensors)
    tensors[left_behind] = start_of(PAPER, 2, CPU).tensors[left_behind]
    with pytest.raises(RuntimeError, match="device"):
        learn(Start(*tensors), Course(PAPER, 2, SHORTEST))


def test_what_is_random_is_drawn_on_the_cpu(mixed_values):
    features = Features(mixed_values, TRAINED)
    queries = [ColumnQuery(Query.pair(0, 1, (2,)), (0,), (1,), (2,))]
    drawn = []

    def elsewhere(start, course, on_residual=None):
        drawn.append(start)
        return learn(start.to(META), course, on_residual)

    with torch.inference_mode():
        trained = train(queries, features, TRAINED, learner=elsewhere)
    assert trained.inside.values.device == trained.outside.values.device == META
    assert all(tensor.device == CPU for tensor in drawn[0].tensors)


class Captured:
    """Stands in for CUDA graphs: it does the work again, into the same tensors."""

    def __init__(self, error: Exception | None = None, factor: float = 1.0) -> None:
        self.error, self.factor = error, factor
        self.n_recorded = self.n_replayed = 0

    def __call__(self, work):
        if self.error is not None:
            raise self.error
        self.n_recorded += 1
        kept = work()

        def replay():
            self.n_replayed += 1
            for own, new in zip(kept, work(), strict=True):
                own.values.copy_(self.factor * new.values)
                own.counts.copy_(new.counts)

        return replay, kept


def other_start(settings: NcdSettings) -> Start:
    """Another data set of the same shape."""
    start = start_of(settings, 2, CPU)
    return Start(start.held_out.flip(0), start.training, start.f_weights * 0.5, start.h_weights)


def test_a_replay_is_the_training_of_what_is_given():
    course, captured = Course(TRAINED, 2, SHORTEST), Captured()
    learner = RecordingLearner(CPU, captured)
    first, second = start_of(TRAINED, 2, CPU), other_start(TRAINED)
    for start in (first, first, second, first, second):
        expected = learn(start.with_own_weights(), course)
        found = learner(start.with_own_weights(), course)
        for one, other in zip(found, expected, strict=True):
            assert torch.equal(one.values, other.values)
            assert torch.equal(one.mask, other.mask)
            assert torch.equal(one.counts, other.counts)
    # Plain, then recorded and tried out, then replayed three times.
    assert (captured.n_recorded, captured.n_replayed) == (1, 4)
    assert learner.n_recordings == 1


def test_a_recording_is_of_one_course_and_shape():
    captured = Captured()
    learner = RecordingLearner(CPU, captured)
    for settings in (TRAINED, replace(TRAINED, outer_steps=4)):
        for n_given in (2, 1):
            for _ in range(2):
                start = start_of(settings, n_given, CPU)
                learner(start, Course(settings, n_given, SHORTEST))
    assert captured.n_recorded == learner.n_recordings == 4
    for _ in range(2):
        learner(start_of(TRAINED, 3, CPU), Course(TRAINED, 3, SHORTEST))
    assert captured.n_recorded == 5
    assert learner.n_recordings == 4


@pytest.mark.parametrize(
    "captured", [Captured(RuntimeError("operation not permitted")), Captured(factor=1.03)]
)
def test_without_a_good_recording_training_goes_on(captured):
    course = Course(PAPER, 2, SHORTEST)
    learner = RecordingLearner(CPU, captured)
    start = start_of(PAPER, 2, CPU)
    expected = learn(start.with_own_weights(), course)
    for _ in range(3):
        found = learner(start.with_own_weights(), course)
        assert torch.equal(found[0].values, expected[0].values)
    assert learner.n_recordings == 0
    assert captured.n_recorded <= 1


def test_who_watches_sees_each_step():
    captured, seen = Captured(), []
    learner = RecordingLearner(CPU, captured)
    for _ in range(3):
        learner(start_of(PAPER, 2, CPU), Course(PAPER, 2, SHORTEST), seen.append)
    assert len(seen) == 3 * (PAPER.outer_steps + 1)
    assert captured.n_recorded == 0


@pytest.fixture
def gpu_in_name(monkeypatch):
    """Lets the CPU stand in for a GPU with 1 GB, and tells what was captured."""
    captured = Captured()
    monkeypatch.setattr(scorer, "torch_device", lambda kind: CPU)
    monkeypatch.setattr(gpu, "free_bytes", lambda device: 10**9)
    monkeypatch.setattr(gpu, "RecordingLearner", lambda device: RecordingLearner(device, captured))
    return captured


def some_queries() -> list[Query]:
    """Queries of several shapes, more than a batch on the CPU holds."""
    pairs = [(x, y) for x in range(7) for y in range(x)]
    alone = [Query.pair(x, y) for x, y in pairs]
    given = [Query.pair(x, y, (z,)) for x, y in pairs for z in range(7) if z not in (x, y)]
    return [*alone, *given[::4], Query((0, 1), (2,), (3, 4))]


@pytest.mark.parametrize("settings", [PAPER, TRAINED], ids=["paper", "cross-fitted"])
def test_large_filled_batches_give_the_scores_of_small_ones(mixed_values, gpu_in_name, settings):
    # Raw columns must not be too large; these have a heavy tail.
    data = Dataset.from_array(np.clip(mixed_values[:90], -50, 50))
    queries = some_queries()
    expected = Ncd(data, settings, jobs=1).evaluate(queries)
    chunks = []
    found = Ncd(data, settings, device="cuda").evaluate(queries, chunks.append)
    np.testing.assert_array_equal(found, expected)
    assert chunks[-1].done == chunks[-1].asked
    again = Ncd(data, settings, device="cuda")
    for _ in range(3):
        np.testing.assert_array_equal(again.evaluate(queries), expected)
    assert gpu_in_name.n_recorded > 0


def test_batches_are_filled_to_few_sizes():
    assert [filled(n) for n in (1, 2, 3, 5, 33, 64, 65, 128, 129)] == [
        *(1, 2, 4, 8, 64, 64, 128, 128, 192)
    ]
    assert all(n <= filled(n) < 2 * n for n in range(1, 2000))
    assert len({filled(n) for n in range(1, 1025)}) == 7 + 15


def test_what_a_batch_needs_bounds_its_size(mixed_values, gpu_in_name, monkeypatch):
    features = Features(mixed_values, TRAINED)
    query = ColumnQuery(Query.pair(0, 1, (2,)), (0,), (1,), (2,))
    sizes = []
    for gigabytes in (1e-6, 0.5, 5, 500):
        monkeypatch.setattr(gpu, "free_bytes", lambda device, g=gigabytes: g * 1e9)
        sizes.append(GpuBatches(features, TRAINED, CPU).most_at_once(query))
    assert sizes == sorted(sizes)
    assert sizes[0] == 1
    assert sizes[1] > 1
    assert sizes[-1] > 500 * sizes[1]
    assert all(filled(size) == size for size in sizes)
    assert floats_a_row(TRAINED, 1, 1) < floats_a_row(TRAINED, 1, 9)
    assert floats_a_row(TRAINED, 1, 0) < floats_a_row(TRAINED, 1, 1)
    assert floats_a_row(TRAINED, 1, 1) < floats_a_row(replace(TRAINED, width=80), 1, 1)


def test_a_batch_that_does_not_fit_is_halved(mixed_values, gpu_in_name, monkeypatch):
    data = Dataset.from_array(mixed_values[:90])
    queries = [Query.pair(0, y) for y in range(1, 7)]
    expected = Ncd(data, TRAINED, jobs=1).evaluate(queries)
    plain, sizes = gpu.score_batch, []

    def small(most):
        def score(queries, *rest):
            sizes.append(len(queries))
            if len(queries) > most:
                raise torch.OutOfMemoryError("CUDA out of memory.")
            return plain(queries, *rest)

        return score

    monkeypatch.setattr(gpu, "score_batch", small(2))
    found = Ncd(data, TRAINED, device="cuda").evaluate(queries)
    np.testing.assert_array_equal(found, expected)
    assert max(sizes) > 2
    monkeypatch.setattr(gpu, "score_batch", small(0))
    with pytest.raises(MemoryError, match="GPU's memory"):
        Ncd(data, TRAINED, device="cuda").evaluate(queries)


def test_the_key_has_the_device_and_a_gpu_one_process(mixed_values):
    data = Dataset.from_array(mixed_values)
    here, there = Ncd(data, TRAINED, jobs=2), Ncd(data, TRAINED, jobs=2, device="cuda")
    assert here.key == Ncd(data, TRAINED).key != there.key
    assert (here.device, there.device) == ("cpu", "cuda")
    assert there.null_quantile(0.01) == here.null_quantile(0.01)
    assert there._processes.n == 1


def test_a_device_that_makes_no_sense_is_refused(mixed_values, monkeypatch):
    data = Dataset.from_array(mixed_values)
    with pytest.raises(ValueError, match="device must be one of cpu, cuda, got 'tpu'"):
        Ncd(data, TRAINED, device="tpu")
    with pytest.raises(ValueError, match="Radial networks are solved for on the CPU"):
        Ncd(data, device="cuda")
    monkeypatch.setattr(devices, "gpu_is_here", lambda: False)
    with pytest.raises(DeviceError, match="torch finds none here"):
        Ncd(data, TRAINED, device="cuda").evaluate([Query.pair(0, 1)])


@pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU on this machine")
@pytest.mark.parametrize(
    ("settings", "most", "median"),
    [
        (replace(PAPER, dtype="float64"), 1e-6, 1e-9),
        (replace(TRAINED, dtype="float64"), 1e-6, 1e-9),
        # As far as float32 is from float64 on one CPU: 0.024 and 0.0007, with room.
        (PAPER, 0.05, 2e-3),
        (TRAINED, 0.05, 2e-3),
    ],
    ids=["paper, double", "cross-fitted, double", "paper, single", "cross-fitted, single"],
)
def test_scores_on_a_gpu_agree_with_those_on_the_cpu(mixed_values, settings, most, median):
    data = Dataset.from_array(np.clip(mixed_values, -50, 50))
    queries = some_queries()
    expected = Ncd(data, settings, jobs=1).evaluate(queries)
    measure = Ncd(data, settings, device="cuda")
    # Step by step, recorded, and replayed.
    for _ in range(3):
        apart = np.abs(measure.evaluate(queries) - expected)
        assert apart.max() <= most
        assert np.median(apart) <= median
