"""NCD beside the plain reference, in this process and on the same data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.reference_ncd import ReferenceNcd
from benchmarks.speed_rows import Row, milliseconds, seconds_of
from gesncd.data import Dataset
from gesncd.measures import ConditionalDependence, Ncd, NcdSettings, OnChunk, Query
from gesncd.search import Finished, reframed_ges
from gesncd.simulate import random_dag, simulate

CORES = 2
PAPER = NcdSettings.preset("paper")
PAPER_TAU = 0.005
BATCHES = (8, 24, 90)


def pnl_gp(n_rows: int, n_variables: int = 10) -> Dataset:
    """Data of degree 2, the same at every call."""
    rng = np.random.default_rng([5, n_variables])
    return simulate("pnl-gp", random_dag(n_variables, 2, rng), n_rows, rng)


def conditional_queries(n_variables: int, n_given: int, number: int) -> list[Query]:
    """Pairs given sets of one size, as many sets as queries, in random order."""
    every = [
        Query.pair(x, y, z)
        for x, y in combinations(range(n_variables), 2)
        for z in combinations([k for k in range(n_variables) if k not in (x, y)], n_given)
    ]
    order = np.random.default_rng(7).permutation(len(every))
    return [every[i] for i in order[:number]]


def multiply_adds(settings: NcdSettings, n_given: int, n_rows: int) -> float:
    """Multiply-adds of the matrix products that one query of two single columns asks for.

    Forward, the gradient by the weights, and the gradient by all layers' inputs but the
    first; nothing else is counted.
    """
    regressor = _products(n_given, settings.depth, settings.width)
    test = _products(1 + n_given, settings.test_depth, settings.test_width)
    forward = [sum(products) for products in (regressor, test)]
    whole = [2 * f + sum(p[1:]) for f, p in zip(forward, (regressor, test), strict=True)]
    outer, inner = settings.outer_steps, settings.inner_steps
    steps = (outer + 1) * inner
    # The last forward pass of a fit is the first of the next, whose weights are the same.
    regressors = steps * whole[0] + forward[0]
    tests = outer * whole[1] + forward[1]
    return 2.0 * n_rows * (regressors + tests)


def _products(n_inputs: int, depth: int, width: int) -> list[int]:
    sizes = [n_inputs, *[width] * (depth - 1), 1]
    return [below * above for below, above in pairwise(sizes)]


def product_rate() -> float:
    """Floating-point operations a second of large matrix products on all cores, float32."""
    torch.set_num_threads(CORES)
    try:
        a = torch.randn(1536, 1536)
        out = torch.empty_like(a)
        torch.mm(a, a, out=out)
        return 2 * 1536**3 / min(seconds_of(lambda: torch.mm(a, a, out=out)) for _ in range(12))
    finally:
        torch.set_num_threads(1)


def reference_seconds(dataset: Dataset, queries: Sequence[Query], quick: bool) -> tuple[float, int]:
    """Seconds a query of the reference, and the number of threads that is best for it.

    A quick answer tries one thread only: on a busy machine two wait for each other.
    """
    measure = ReferenceNcd(dataset, PAPER)
    best = (np.inf, 1)
    for threads in (1,) if quick else (1, CORES):
        torch.set_num_threads(threads)
        measure.evaluate(queries[:1])
        seconds = seconds_of(lambda: measure.evaluate(queries[1:])) / (len(queries) - 1)
        best = min(best, (seconds, threads))
    torch.set_num_threads(1)
    return best


def throughput(quick: bool) -> list[Row]:
    """The paper's arithmetic: ratio to the reference, and share of the machine's rate."""
    rows = []
    rate = product_rate()
    for n, wanted, n_reference in ((1000, 8.0, 9), (5000, 5.0, 5)):
        dataset = pnl_gp(n // (4 if quick else 1))
        queries = conditional_queries(10, 2, 3 * BATCHES[-1])
        theirs, threads = reference_seconds(dataset, queries[: 3 if quick else n_reference], quick)
        sizes = BATCHES[:1] if quick else BATCHES
        ours = {}
        with Ncd(dataset, PAPER, jobs=CORES) as measure:
            measure.start()
            for size in sizes:
                taken = [
                    seconds_of(lambda part=part: measure.evaluate(part))  # type: ignore[misc]
                    for part in (queries[size * i : size * (i + 1)] for i in range(3))
                ]
                ours[size] = float(np.median(taken)) / size
        ratios = [theirs / each for each in ours.values()]
        flops = 2 * multiply_adds(PAPER, 2, dataset.n_rows)
        best = flops / min(ours.values()) / rate
        each = ", ".join(f"{r:.1f} at {size}" for r, size in zip(ratios, ours, strict=True))
        rows.append(
            Row(
                f"paper arithmetic, two given, n = {dataset.n_rows}: reference / ours",
                f"≥ {wanted:g} in batches of 8 to 90",
                f"{each} (reference {milliseconds(theirs)} a query with {threads} thread"
                f"{'s' * (threads > 1)}; ours {milliseconds(min(ours.values()))})",
                min(ratios) >= wanted,
            )
        )
        rows.append(
            Row(
                f"the same as a share of {rate / 1e9:.0f} GFLOP/s, the rate of large products",
                "reported",
                f"{best:.0%} ({flops / 1e9:.2f} GFLOP a query)",
            )
        )
    return rows


class Recorded:
    """A measure that keeps the queries it is asked."""

    def __init__(self, measure: ConditionalDependence) -> None:
        self._measure = measure
        self.name, self.key = measure.name, measure.key
        self.symmetric, self.n_variables = measure.symmetric, measure.n_variables
        self.batches: list[list[Query]] = []

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries with the measure inside."""
        self.batches.append(list(queries))
        return self._measure.evaluate(queries, on_chunk)


def searched(dataset: Dataset) -> list[list[Query]]:
    """The batches that a default search without S_g asks for."""
    measure = Ncd(dataset, jobs=1)
    recorded = Recorded(measure)
    for _ in reframed_ges(recorded, measure.null_quantile(0.001), global_score=False):
        pass
    return recorded.batches


def presets(quick: bool) -> list[Row]:
    """A robust query beside a paper query: those of one search, on one core."""
    dataset = pnl_gp(300, 6) if quick else pnl_gp(1000)
    batches = searched(dataset)
    number = sum(map(len, batches))
    seconds = []
    for settings in (NcdSettings(), PAPER):
        measure = Ncd(dataset, settings, jobs=1)
        measure.evaluate(batches[0][:1])
        seconds.append(seconds_of(lambda m=measure: [m.evaluate(b) for b in batches]) / number)
    robust, paper = seconds
    return [
        Row(
            f"robust query / paper query, {number} queries of a search, n = {dataset.n_rows}",
            "≤ 4",
            f"{robust / paper:.2f} ({milliseconds(robust)} / {milliseconds(paper)}, one core)",
            robust <= 4 * paper,
        )
    ]


def cores(quick: bool) -> list[Row]:
    """Two cores beside one, worker processes running."""
    dataset = pnl_gp(300, 6) if quick else pnl_gp(1000)
    batches = {
        "paper, batches of 90": (PAPER, [conditional_queries(dataset.n_variables, 2, 90)]),
        "robust, first step of a search and one query for each of 90 sets": (
            NcdSettings(),
            [searched(dataset)[0], conditional_queries(dataset.n_variables, 2, 90)],
        ),
    }
    rows = []
    for name, (settings, asked) in batches.items():
        seconds = []
        for jobs in (1, CORES):
            with Ncd(dataset, settings, jobs=jobs) as measure:
                measure.start()
                measure.evaluate([Query.pair(0, 1)])
                seconds.append(seconds_of(lambda m=measure, a=asked: [m.evaluate(b) for b in a]))
        ratio = seconds[0] / seconds[1]
        text = f"{ratio:.2f} ({seconds[0]:.1f} s / {seconds[1]:.1f} s)"
        rows.append(Row(f"one core / two cores: {name}", "≥ 1.7", text, ratio >= 1.7))
    return rows


def whole_search(quick: bool) -> list[Row]:
    """Whole runs with S_g, as a worker does them, beside the reference behind the same search."""
    dataset = pnl_gp(300, 5) if quick else pnl_gp(1000)
    _, threads = reference_seconds(dataset, conditional_queries(dataset.n_variables, 2, 3), quick)

    def ours(settings: NcdSettings) -> tuple[float, int]:
        found = []

        def run() -> None:
            with Ncd(dataset, settings, jobs=CORES) as measure:
                tau = measure.null_quantile(0.001) if settings.cross_fit else PAPER_TAU
                found.append(_finished(measure, tau).n_queries)

        return seconds_of(run), found[0]

    def reference() -> int:
        return _finished(ReferenceNcd(dataset, PAPER), PAPER_TAU).n_queries

    default, n_default = ours(NcdSettings())
    paper, n_paper = ours(PAPER)
    torch.set_num_threads(threads)
    asked = []
    theirs = seconds_of(lambda: asked.append(reference()))
    torch.set_num_threads(1)
    n_theirs = asked[0]
    size = f"{dataset.n_variables} nodes × {dataset.n_rows} rows, PNL-GP"
    return [
        Row(
            f"whole default run, {size}: reference (paper arithmetic) / ours (robust)",
            "≥ 6",
            f"{theirs / default:.1f} ({theirs:.1f} s, {n_theirs} queries / {default:.1f} s, "
            f"{n_default} queries)",
            theirs >= 6 * default,
        ),
        Row(
            "the same search with the paper's arithmetic in both",
            "reported",
            f"{theirs / paper:.1f} (ours {paper:.1f} s, {n_paper} queries; by query "
            f"{theirs / n_theirs / (paper / n_paper):.1f})",
        ),
    ]


def spread(quick: bool) -> list[Row]:
    """How far scores in float32 lie from the same in float64, in the package and the reference."""
    dataset = pnl_gp(300 if quick else 1000)
    queries = conditional_queries(10, 2, 4 if quick else 16)
    double = NcdSettings.preset("paper", dtype="float64")
    exact = Ncd(dataset, double, jobs=1).evaluate(queries)
    equal = np.abs(ReferenceNcd(dataset, double).evaluate(queries) - exact).max()
    apart = [
        np.abs(measure.evaluate(queries) - exact)
        for measure in (Ncd(dataset, PAPER, jobs=1), ReferenceNcd(dataset, PAPER))
    ]
    ours, theirs = (f"median {np.median(a):.1g}, largest {a.max():.1g}" for a in apart)
    return [
        Row(
            f"largest difference from the reference in float64, {len(queries)} queries",
            "≤ 1e-6",
            f"{equal:.1g}",
            bool(equal <= 1e-6),
        ),
        Row("float32 from float64", "reported", f"ours {ours}; reference {theirs}"),
    ]


def _finished(measure: ConditionalDependence, tau: float) -> Finished:
    *_, last = reframed_ges(measure, tau, global_score=True)
    assert isinstance(last, Finished)
    return last
