"""NCD as a measure: queries in, scores out, over one process or several."""

from __future__ import annotations

import multiprocessing
import os
import weakref
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from statistics import NormalDist
from types import TracebackType

import numpy as np
from loky.process_executor import BrokenProcessPool
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures.base import OnChunk, Query
from gesncd.measures.collector import Collector
from gesncd.measures.discrete import Cells
from gesncd.measures.keys import measure_key
from gesncd.measures.ncd.chunks import chunks
from gesncd.measures.ncd.device import DEVICES
from gesncd.measures.ncd.pool import Pool
from gesncd.measures.ncd.radial import columns_side_by_side
from gesncd.measures.ncd.scorer import NcdScorer
from gesncd.measures.ncd.settings import NcdSettings
from gesncd.measures.ncd.training import ColumnQuery

_VERSIONS = {"radial": 3, "perceptron": 4}
"""Of the algorithm, by kind of networks: part of a measure's key."""
_CELLS_VERSION = 1
"""Of what is done where Z is discrete: part of the key where data have a discrete column."""
_SMALLEST_N = 20
_LARGEST_N = 10_000
"""More rows are drawn from, for the sake of time and of 1.5 GB of memory."""
_CHUNK_SECONDS = 0.3
"""Estimated work of a chunk; progress and cancelling are as fine as that."""
_POOL_START_SECONDS = 4.0
"""Processes take seconds of work to start; they do when so much has been asked for in all."""
_POOL_SECONDS = 0.3
"""A smaller batch is not worth sending to processes that run already."""
_FLOPS_PER_SECOND = 3e10
"""A cautious guess at one core's speed; it shapes chunks, never scores."""
_GPU_CHUNK_SECONDS = 0.6
"""A GPU gains from large chunks."""
_GPU_FLOPS_PER_SECOND = 2e12
"""A cautious guess at a GPU's speed with small matrices; it too shapes chunks only."""


@dataclass(frozen=True, slots=True)
class _Task:
    """Some unique queries of one shape, with their places among the unique ones."""

    indices: tuple[int, ...]
    queries: tuple[ColumnQuery, ...]


class Ncd:
    """Neural conditional dependence of X and Y given Z.

    The measure of Shen, Zhu, Zhang, Hu & Chen (*Reframed GES with a neural
    conditional dependence measure*, UAI 2022) is the largest squared correlation

        sup over f, g of ρ²( f(X, Z) − E[f | Z], g(Y, Z) − E[g | Z] ),

    0 if and only if X ⟂ Y | Z. With the default settings:

    - f and g see X and Y less their predictable part given Z (linear least squares,
      then kernel ridge), a one-to-one map given Z that leaves the supremum as it is;
    - f, g and the regressors are radial networks, whose output layers are solved for
      exactly, with all further canonical pairs (:class:`~.radial.RadialNetworks`);
    - half of the rows train, the other half judges the residuals, both ways round, so
      that the score is not optimistic;
    - it is self-normalised: with p the sum over pairs of the weighted products of
      held-out residuals, and m rows, a = mean(p)/√mean(p²), signed by the training
      correlation; z = (√m₁ a₁ + √m₂ a₂)/√2, averaged over splits into halves, and
      the score is sign(z) z²/n, in [−1, 1]. Under independence √m·a is the
      studentised mean of p;
    - where all columns of Z are discrete, p is centred within each cell of Z, so that its
      mean under independence is 0 whatever the regressors missed
      (:mod:`~gesncd.measures.ncd.strata`).

    With perceptrons, every query trains fresh ones, seeded by the settings' seed and the
    query. Without cross-fitting the score is the residuals' squared correlation in the
    rows that they were trained on; its size under independence is not known.

    X, Y and Z may be vectors. The score is the same bits for a query and its swap,
    alone or in any batch, in this process or another, on one kind of machine.

    Cost: by default about 0.03 seconds a query and core at n = 1000, less where queries
    share a conditioning set, linear in n. Work that takes longer than starting
    processes is spread over them.

    Parameters
    ----------
    dataset
        The data, at least 20 rows. Of more than 10,000, so many are drawn at random,
        without replacement, seeded by the settings' seed; n is then their number.
    settings
        What a score depends on.
    jobs
        Number of processes; the number of usable cores by default. It changes no
        score. The processes end with :meth:`close`, with a ``with`` block, or with
        this object.
    device
        ``"cpu"``, or ``"cuda"`` to train perceptrons on a GPU, in this process alone.
        Scores of the two agree within rounding, which training magnifies, and have
        different keys. Whether there is a GPU shows when the first query is asked.

    Raises
    ------
    ValueError
        If there are fewer than 20 rows, or a GPU is asked for that the networks have no
        use for: radial networks are solved for on the CPU.
    """

    name = "ncd"
    symmetric = True

    def __init__(
        self,
        dataset: Dataset,
        settings: NcdSettings | None = None,
        *,
        jobs: int | None = None,
        device: str = "cpu",
    ) -> None:
        if dataset.n_rows < _SMALLEST_N:
            raise ValueError(
                f"NCD trains on one half of the rows and judges on the other; it needs at least "
                f"{_SMALLEST_N} rows, and the data have {dataset.n_rows}."
            )
        self._dataset = dataset
        self._settings = settings = NcdSettings() if settings is None else settings
        self._values = _drawn(dataset.values, settings.seed)
        self._n = len(self._values)
        # A daemonic process may not have children of its own.
        alone = multiprocessing.current_process().daemon
        self._device = _checked_device(device, settings)
        alone = alone or device != "cpu"
        self._jobs = 1 if alone else max(1, jobs or len(os.sched_getaffinity(0)))
        self._scorer: NcdScorer | None = None
        self._pool: Pool | None = None
        self._asked_seconds = 0.0
        self._end_pool: weakref.finalize[..., Ncd] | None = None
        entries = settings.as_dict()
        if self._n < dataset.n_rows:
            entries["rows"] = self._n
        few_valued = 0
        if settings.networks == "radial":
            few_valued = len(Cells(self._values).discrete(range(self._values.shape[1])))
        if few_valued:
            entries["cells"] = _CELLS_VERSION
        self._warns = 1 < few_valued < self._values.shape[1]
        self._key = measure_key(
            self.name,
            dataset.sha256,
            {name: entries[name] for name in entries if name not in ("seed", "dtype")},
            seed=settings.seed,
            version=_VERSIONS[settings.networks],
            dtype=settings.dtype,
            device=device,
        )

    @property
    def settings(self) -> NcdSettings:
        """What a score depends on besides the data and the query."""
        return self._settings

    @property
    def device(self) -> str:
        """Kind of device that perceptrons are trained on."""
        return self._device

    @property
    def key(self) -> str:
        """Stable hash of data, settings, seed, algorithm version, dtype and device kind."""
        return self._key

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people about how the scores come about."""
        notes = []
        if self._n < self._dataset.n_rows:
            notes.append(
                f"NCD used {self._n:,} of the {self._dataset.n_rows:,} rows, drawn at random "
                f"(seed {self._settings.seed}); τ counts those."
            )
        if self._warns:
            notes.append(
                "Some columns have few values and others many. Between two of the former, given "
                "several of the latter that act on them in winding ways, more false edges pass "
                "the automatic τ than its level says: look at such edges with a smaller α."
            )
        return tuple(notes)

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._dataset.n_variables

    def null_quantile(self, alpha: float) -> float:
        """Score that a conditionally independent pair exceeds with probability alpha, about.

        The two halves judge each other and share their noise. Where one pair of test
        functions matters, z exceeds t with probability 2(1 − Φ(t)); where many do, both
        halves of a split say the same, and the mean of R splits has a standard deviation
        of √(1 + 1/R). The larger quantile counts:

            max( z²(1 − α/2), (1 + 1/R) z²(1 − α) ) / n,

        and the first alone for perceptrons, which find one pair.

        Parameters
        ----------
        alpha
            Level a query, in (0, 1).

        Raises
        ------
        ValueError
            If alpha is not in (0, 1), or the settings don't cross-fit: such a score's
            quantile depends on the data, and no formula is honest.
        """
        if not 0.0 < alpha < 1.0:
            raise ValueError(f"alpha must lie between 0 and 1, got {alpha}.")
        if not self._settings.cross_fit:
            raise ValueError(
                "NCD that is judged on its training rows has no known distribution under "
                "independence, and so no automatic τ by formula. Calibrate one "
                "(gesncd.measures.permutation), give τ as a number (the paper's: 0.005 at degree "
                "2, 0.0001 at degree 8), or choose the robust preset."
            )
        square = NormalDist().inv_cdf(1.0 - alpha / 2.0) ** 2
        if self._settings.networks == "radial":
            one_sided = max(0.0, NormalDist().inv_cdf(1.0 - alpha))
            square = max(square, (1.0 + 1.0 / self._settings.restarts) * one_sided**2)
        return float(square / self._n)

    def effect_sizes(self, queries: Sequence[Query]) -> NDArray[np.float64]:
        """ρ̂² of queries: squared held-out correlation of the leading pair of residuals.

        It is recomputed at each call, in this process. While a score says how sure a
        dependence is, this says how strong: the mean of the held-out correlations over halves
        and splits, squared; 0 where it is negative.

        Parameters
        ----------
        queries
            Any number of queries.

        Returns
        -------
        Array of shape ``(len(queries),)``, in [0, 1].

        Raises
        ------
        ValueError
            If the networks are perceptrons.
        """
        if self._settings.networks != "radial":
            raise ValueError("Effect sizes are there for radial networks only.")
        collector = Collector(queries, self.n_variables, symmetric=True)
        for index, query in enumerate(collector.unique):
            collector.add(index, self._here().effect_size(self._column_query(query)))
        return collector.result()

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries; see :class:`~gesncd.measures.base.ConditionalDependence`.

        Raises
        ------
        RuntimeError
            If a worker process cannot start or dies, which mostly means that memory ran out.
        """
        collector = Collector(queries, self.n_variables, symmetric=True, on_chunk=on_chunk)
        tasks, seconds = self._tasks(collector.unique)
        self._asked_seconds += seconds
        started = self._pool is not None or self._asked_seconds > _POOL_START_SECONDS
        if self._jobs > 1 and started and seconds > _POOL_SECONDS:
            try:
                self._run_in_pool(tasks, collector)
            except BrokenProcessPool as error:
                self.close()
                raise RuntimeError(
                    "A worker process could not start or ended unexpectedly, perhaps for lack of "
                    "memory. What was finished is kept; try again with one process (jobs=1)."
                ) from error
        else:
            for task in tasks:
                collector.put(task.indices, self._evaluate_here(task))
        return collector.result()

    def start(self) -> None:
        """Start the worker processes now, and wait until they can work.

        Without it they start when enough has been asked for to be worth it.
        """
        if self._jobs > 1:
            self._own_pool().wait_until_ready()

    def close(self) -> None:
        """End the worker processes; a later evaluation starts new ones."""
        if self._end_pool is not None:
            self._end_pool()
        self._pool = self._end_pool = None

    def __enter__(self) -> Ncd:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _evaluate_here(self, task: _Task) -> list[float]:
        return [float(score) for score in self._here().evaluate(task.queries)]

    def _here(self) -> NcdScorer:
        if self._scorer is None:
            self._scorer = NcdScorer(self._values, self._settings, self._device)
        return self._scorer

    def _own_pool(self) -> Pool:
        if self._pool is None:
            self._pool = Pool(self._values, self._settings, self._jobs)
            self._end_pool = weakref.finalize(self, self._pool.close)
        return self._pool

    def _run_in_pool(self, tasks: list[_Task], collector: Collector) -> None:
        pool = self._own_pool()
        left = list(reversed(tasks))
        # Processes take seconds to start; meanwhile this one works.
        while left and not pool.ready:
            task = left.pop()
            collector.put(task.indices, self._evaluate_here(task))
        if self._scorer is not None:
            # From here on others do the work, and need the memory.
            self._scorer.forget()
        running: dict[Future[NDArray[np.float64]], _Task] = {}
        try:
            while left or running:
                # Few at a time, so that little is in the air when the caller cancels.
                while left and len(running) < 2 * self._jobs:
                    task = left.pop()
                    running[pool.submit(task.queries)] = task
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    task = running.pop(future)
                    collector.put(task.indices, [float(score) for score in future.result()])
        finally:
            for future in running:
                future.cancel()

    def _tasks(self, queries: Sequence[Query]) -> tuple[list[_Task], float]:
        """Chunks of queries of one shape and about equal work, and the work in seconds.

        Queries that share a conditioning set come together, because they share
        the predictable parts too, and among them those that share x and y: see
        :func:`~.chunks.chunks`.
        """
        asked = [self._column_query(query) for query in queries]
        tile = self._columns_a_tile()

        def place_of(i: int) -> tuple[object, ...]:
            query = asked[i]
            block = (query.x[0] // tile, query.y[0] // tile) if tile else ()
            return query.shape[::-1], query.z, block, i

        order = sorted(range(len(asked)), key=place_of)
        seconds = [self._seconds(asked[i]) for i in order]
        set_seconds = self._seconds_of_a_set()
        sets = {asked[i].z for i in order if asked[i].z}
        whole = sum(seconds) + set_seconds * len(sets)
        limit = min(_CHUNK_SECONDS, whole / (2 * self._jobs))
        if self._device != "cpu":
            limit = _GPU_CHUNK_SECONDS
        cut = chunks([asked[i] for i in order], seconds, set_seconds, limit=limit, jobs=self._jobs)
        tasks = [
            _Task(tuple(order[k] for k in chunk), tuple(asked[order[k]] for k in chunk))
            for chunk in cut
        ]
        return tasks, whole

    def _columns_a_tile(self) -> int:
        """Pairs given one set come in tiles of so many columns a side; 0 where it is no matter.

        Radial networks keep what they worked out for a few columns. Pairs row by row
        would need all columns again in each row.
        """
        if self._settings.networks != "radial":
            return 0
        return columns_side_by_side(self._n, self._settings) // 2

    def _column_query(self, query: Query) -> ColumnQuery:
        variables = self._dataset.variables
        x, y, z = (
            tuple(column for node in nodes for column in variables[node].columns)
            for nodes in (query.x, query.y, query.z)
        )
        return ColumnQuery(query, x, y, z)

    def _seconds(self, query: ColumnQuery) -> float:
        """Estimated time of a query on one core, what its conditioning set takes left out."""
        s = self._settings
        if s.networks == "radial":
            return s.restarts * (1.5e-3 + 3e-6 * self._n) * s.units / 60
        wide, n_z = query.shape
        kinds = 2 if s.inputs == "both" else 1
        between, above = max(0, s.test_depth - 2), max(0, s.depth - 2)
        function = s.test_width * ((wide + n_z) * kinds + 2 + between * s.test_width)
        regressor = s.width * (n_z * kinds + 2 + above * s.width) if n_z else 0
        rounds = s.outer_steps * (function + s.inner_steps * regressor)
        # Six operations a weight and row, forward and back, for the two networks of a pair.
        speed = _FLOPS_PER_SECOND if self._device == "cpu" else _GPU_FLOPS_PER_SECOND
        return s.restarts * rounds * 12.0 * self._n / speed

    def _seconds_of_a_set(self) -> float:
        """Estimated time that a conditioning set takes, whatever the number of its queries."""
        s = self._settings
        splits = s.restarts if s.networks == "radial" else 1
        each = 1e-2 + 3.2e-5 * self._n
        return splits * each if s.remove_predictable else 0.0


def _checked_device(device: str, settings: NcdSettings) -> str:
    """The device, or a complaint."""
    if device not in DEVICES:
        raise ValueError(f"device must be one of {', '.join(DEVICES)}, got {device!r}.")
    if device != "cpu" and settings.networks == "radial":
        raise ValueError("Radial networks are solved for on the CPU; set device to that.")
    return device


def _drawn(values: NDArray[np.float64], seed: int) -> NDArray[np.float64]:
    """The rows that are used, in their order: all, or as many as there may be."""
    n = len(values)
    if n <= _LARGEST_N:
        return values
    picked = np.random.default_rng([seed, n]).choice(n, _LARGEST_N, replace=False)
    return values[np.sort(picked)]
