"""Trainings on a GPU whose many small launches are recorded once and replayed.

A training launches thousands of operations that each take a GPU some microseconds, about
as long as it takes to ask for one. CUDA graphs ask for all of them at once. A recording is
good for batches of one shape: what differs, data and weights, is copied into its tensors.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import torch
from torch import Tensor

from gesncd.measures.ncd.training import Course, OnResidual, Residual, Start, learn

Residuals = tuple[Residual, Residual]
Work = Callable[[], Residuals]
Capture = Callable[[Work], tuple[Callable[[], None], Residuals]]
"""Records some work: what replays it, and the tensors that its results will be in."""

_MOST_RECORDINGS: Final = 4
"""Each keeps all memory of a training."""
_MOST_SHAPES: Final = 1000
_AGREEMENT: Final = 0.02
"""A replay whose residuals differ by more in the mean, as a share of their size, is not trusted.
Rounding alone, magnified by training, moves a few of them by much and most by little."""


def cuda_graph(work: Work) -> tuple[Callable[[], None], Residuals]:
    """Record work on the current GPU; see :data:`Capture`."""
    stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        # Libraries set themselves up at their first call, which cannot be recorded.
        work()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream, capture_error_mode="thread_local"):
        results = work()
    return graph.replay, results


class RecordingLearner:
    """Does trainings on a device, and replays those of a shape that comes again.

    The first training of a shape is done step by step. The second is recorded, and its
    replay compared with the plain way; if that fails or differs, nothing is recorded any
    more. Residuals of a replay hold until the next training.

    Parameters
    ----------
    device
        Where.
    capture
        How work is recorded; None to do without.
    """

    def __init__(self, device: torch.device, capture: Capture | None = cuda_graph) -> None:
        self._device = device
        self._capture = capture
        self._seen: set[tuple[object, ...]] = set()
        self._recordings: OrderedDict[tuple[object, ...], _Recording] = OrderedDict()

    @property
    def n_recordings(self) -> int:
        """Shapes that are replayed."""
        return len(self._recordings)

    def forget(self) -> None:
        """Free the memory of recordings."""
        self._seen.clear()
        self._recordings.clear()

    def __call__(
        self, start: Start, course: Course, on_residual: OnResidual | None = None
    ) -> Residuals:
        """Residuals in the training rows, and in those that judge, on the device."""
        key = (course, *(tensor.shape for tensor in start.tensors), start.training.dtype)
        if on_residual is not None or self._capture is None or self._is_new(key):
            return learn(start.to(self._device), course, on_residual)
        found = self._recordings.get(key)
        if found is not None:
            self._recordings.move_to_end(key)
            return found.replay(start)
        return self._recorded(self._capture, key, start, course)

    def _is_new(self, key: tuple[object, ...]) -> bool:
        if key in self._seen:
            return False
        if len(self._seen) >= _MOST_SHAPES:
            self._seen.clear()
        self._seen.add(key)
        return True

    def _recorded(
        self, capture: Capture, key: tuple[object, ...], start: Start, course: Course
    ) -> Residuals:
        start = start.to(self._device)
        expected = learn(start.with_own_weights(), course)
        while len(self._recordings) >= _MOST_RECORDINGS:
            self._recordings.popitem(last=False)
        try:
            recording = _Recording(start, course, capture)
            if _agree(recording.replay(start), expected):
                self._recordings[key] = recording
                return expected
        except RuntimeError:
            # A driver or library that cannot record: the plain way gives the same scores.
            pass
        self._capture = None
        self.forget()
        return expected


class _Recording:
    """A recorded training, and the tensors that it reads and writes."""

    def __init__(self, start: Start, course: Course, capture: Capture) -> None:
        own = Start(*(tensor.clone() for tensor in start.tensors))
        self._start = own
        self._replay, self._residuals = capture(lambda: learn(own.with_own_weights(), course))

    def replay(self, start: Start) -> Residuals:
        """Do the training with other data and weights."""
        for own, given in zip(self._start.tensors, start.tensors, strict=True):
            own.copy_(given)
        self._replay()
        return self._residuals


def _agree(some: Residuals, others: Residuals) -> bool:
    return all(_close(one.values, other.values) for one, other in zip(some, others, strict=True))


def _close(some: Tensor, others: Tensor) -> bool:
    size = float(others.abs().double().mean())
    return float((some - others).abs().double().mean()) <= _AGREEMENT * size
