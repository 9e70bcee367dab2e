"""NCD as a measure: queries in, scores out."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures.base import OnChunk, Query
from gesncd.measures.collector import Collector
from gesncd.measures.discrete import Cells
from gesncd.measures.keys import measure_key
from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.device import DEVICES
from gesncd.measures.ncd.processes import Processes
from gesncd.measures.ncd.rows import used_rows
from gesncd.measures.ncd.settings import LEAST_DEPTH, LEAST_WIDTH, NcdSettings
from gesncd.measures.ncd.work import Work

_VERSIONS = {"radial": 3, "perceptron": 4}
"""Of the algorithm, by kind of networks: part of a measure's key."""
_CELLS_VERSION = 1
"""Of what is done where Z is discrete: part of the key where data have a discrete column."""
_SMALLEST_N = 20


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
        rows = used_rows(dataset.n_rows, settings.seed)
        self._n = len(rows)
        self._values = dataset.values if self._n == dataset.n_rows else dataset.values[rows]
        self._device = _checked_device(device, settings)
        self._work = Work(self._n, settings, device)
        self._processes = Processes(self._values, settings, device, jobs)
        entries = settings.as_dict()
        if self._n < dataset.n_rows:
            entries["rows"] = self._n
        few_valued: set[int] = set()
        if settings.networks == "radial":
            few_valued = set(Cells(self._values).discrete(range(self._values.shape[1])))
        if few_valued:
            entries["cells"] = _CELLS_VERSION
        # A category is one variable, whatever the number of its columns.
        n_few = sum(not few_valued.isdisjoint(each.columns) for each in dataset.variables)
        self._warns = 1 < n_few < dataset.n_variables
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
        own = self._settings
        if own.too_small:
            notes.append(
                f"Networks of depth {own.depth} and width {own.width} are too small to take away "
                "what depends on the conditioning set: scores given one are high without any "
                f"dependence. Use depth {LEAST_DEPTH} and width {LEAST_WIDTH}, or more."
            )
        if self._warns:
            notes.append(
                "Some variables have few values and others many. Between two of the former, given "
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
            collector.add(index, self._processes.here().effect_size(self._column_query(query)))
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
        asked = [self._column_query(query) for query in collector.unique]
        tasks, seconds = self._work.tasks(asked, self._processes.n)
        self._processes.do(tasks, seconds, collector)
        return collector.result()

    def start(self) -> None:
        """Start the worker processes now, and wait until they can work.

        Without it they start when enough has been asked for to be worth it.
        """
        self._processes.start()

    def close(self) -> None:
        """End the worker processes; a later evaluation starts new ones."""
        self._processes.close()

    def __enter__(self) -> Ncd:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _column_query(self, query: Query) -> ColumnQuery:
        variables = self._dataset.variables
        x, y, z = (
            tuple(column for node in nodes for column in variables[node].columns)
            for nodes in (query.x, query.y, query.z)
        )
        return ColumnQuery(query, x, y, z)


def _checked_device(device: str, settings: NcdSettings) -> str:
    """The device, or a complaint."""
    if device not in DEVICES:
        raise ValueError(f"device must be one of {', '.join(DEVICES)}, got {device!r}.")
    if device != "cpu" and settings.networks == "radial":
        raise ValueError("Radial networks are solved for on the CPU; set device to that.")
    return device
