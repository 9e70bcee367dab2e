"""What a cluster gains and costs: ``python -m benchmarks.cluster [--only ...]``.

Prints Markdown tables: the time of searches and of stability replicates in this process
and on a Dask cluster of one and of two workers on this machine, with the overhead of a
batch; queries and hours of ``plan`` beside those of real searches; and the share of true
edges that screening keeps. Data are simulated with fixed seeds. Run it on an idle machine;
the plan's seconds are those of the processor, which a busy machine changes less.
"""

from __future__ import annotations

import os

from gesncd.processors import use_one_thread

use_one_thread(os.environ)  # before anything imports numpy; the workers inherit it

import argparse  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable, Iterator, Sequence  # noqa: E402
from contextlib import contextmanager  # noqa: E402
from dataclasses import dataclass  # noqa: E402

import numpy as np  # noqa: E402

from benchmarks.markdown import table  # noqa: E402
from gesncd.data import Dataset  # noqa: E402
from gesncd.engine import Engine, engine_of  # noqa: E402
from gesncd.measures import ConditionalDependence  # noqa: E402
from gesncd.runs.planning.plan import estimate  # noqa: E402
from gesncd.runs.planning.trials import found_degree, measured_pace  # noqa: E402
from gesncd.search import Finished  # noqa: E402
from gesncd.search.screening import marginal_strengths, strongest_partners  # noqa: E402
from gesncd.settings.engine_measure import measure_on  # noqa: E402
from gesncd.settings.on_data import build_measure, resolve_tau  # noqa: E402
from gesncd.settings.run_search import search_events  # noqa: E402
from gesncd.settings.run_settings import RunSettings  # noqa: E402
from gesncd.simulate import random_dag, simulate  # noqa: E402

TABLES = ("speed-up", "plan", "screening")
N_REPLICATES = 8


@dataclass(frozen=True, slots=True)
class Work:
    """A search to be timed."""

    model: str
    d: int
    n_rows: int
    settings: RunSettings

    @property
    def name(self) -> str:
        """For people."""
        with_score = ", with S_g" if self.settings.global_score else ""
        return f"{self.settings.measure}, d = {self.d}, n = {self.n_rows}{with_score}"


RCD = RunSettings(measure="rcd", global_score=False)
NCD = RunSettings(measure="ncd", global_score=False)
SEARCHES = (
    Work("pnl-gp", 50, 2000, RCD),
    Work("pnl-gp", 10, 1000, NCD),
)
PLANS = (
    Work("linear", 20, 1000, RunSettings(measure="partial-correlation", global_score=False)),
    Work("linear", 50, 1000, RunSettings(measure="partial-correlation", global_score=False)),
    Work("linear", 100, 1000, RunSettings(measure="partial-correlation", global_score=False)),
    Work("pnl-gp", 20, 1000, RCD),
    Work("pnl-gp", 50, 1000, RCD),
    Work("pnl-gp", 100, 1000, RCD),
    Work("pnl-gp", 10, 1000, NCD),
    Work("pnl-gp", 10, 1000, RunSettings(measure="ncd")),
    Work("pnl-gp", 20, 1000, NCD),
)


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=TABLES, default=TABLES, metavar="TABLE")
    only = parser.parse_args().only
    if "speed-up" in only:
        header = ["work", "this process, s", "1 worker, s", "2 workers, s", "gain of the second"]
        print(table(header, list(speed_up_rows())), "\n", flush=True)
        print(table(["workers", "empty batch, ms", "calls a second"], list(overhead_rows())), "\n")
    if "plan" in only:
        header = ["work", "queries planned", "asked", "s planned", "s taken", "factor"]
        print(table(header, [plan_row(work) for work in PLANS]), "\n", flush=True)
    if "screening" in only:
        header = ["data", "d", "edges at a variable", "K = 5", "K = 10", "K = 20"]
        print(table(header, list(screening_rows())))


def data_of(work: Work) -> Dataset:
    """The simulated data of a search, two edges at a variable."""
    rng = np.random.default_rng([work.d, 2, 0])
    return simulate(work.model, random_dag(work.d, 2.0, rng), work.n_rows, rng)


@contextmanager
def cluster_engine(n_workers: int) -> Iterator[Engine]:
    """The engine of a cluster on this machine."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=n_workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        host="127.0.0.1",
    ) as cluster:
        engine = engine_of("dask://" + cluster.scheduler_address.removeprefix("tcp://"))
        assert engine is not None
        try:
            yield engine
        finally:
            engine.close()


def seconds_of(
    work: Work,
    data: Dataset,
    measure: ConditionalDependence,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, Finished]:
    """How long a search takes, and what it found."""
    began = clock()
    tau = resolve_tau(work.settings, measure)
    events = search_events(work.settings, data, measure, tau)
    finished = next(event for event in events if isinstance(event, Finished))
    return clock() - began, finished


def speed_up_rows(searches: Sequence[Work] = SEARCHES) -> Iterator[list[str]]:
    """Times in this process, with one worker, and with two; each search on warm workers."""
    times: dict[str, list[float]] = {}
    graphs: dict[str, set[object]] = {}

    def note(name: str, seconds: float, graph: object) -> None:
        times.setdefault(name, []).append(seconds)
        graphs.setdefault(name, set()).add(graph)

    for work in searches:
        data = data_of(work)
        seconds, finished = seconds_of(work, data, build_measure(work.settings, data, jobs=1))
        note(work.name, seconds, finished.cpdag)
    replicates = f"{N_REPLICATES} replicates, {searches[0].name}"
    note(replicates, *_replicates(searches[0], None))
    for n_workers in (1, 2):
        with cluster_engine(n_workers) as engine:
            for work in searches:
                data = data_of(work)
                # Once to load the libraries, and to send the data.
                measure = measure_on(engine, work.settings, data)
                _warm(measure)
                seconds, finished = seconds_of(work, data, measure)
                note(work.name, seconds, finished.cpdag)
            note(replicates, *_replicates(searches[0], engine))
    for name, (here, one, two) in times.items():
        if len(graphs[name]) != 1:
            raise RuntimeError(f"{name}: the results differ.")
        yield [name, f"{here:.1f}", f"{one:.1f}", f"{two:.1f}", f"{one / two:.2f}"]


def _warm(measure: ConditionalDependence) -> None:
    from gesncd.measures import Query

    d = measure.n_variables
    measure.evaluate([Query.pair(i, j) for i in range(d) for j in range(i + 1, d)][:40])


def _replicates(work: Work, engine: Engine | None) -> tuple[float, object]:
    """Seconds of the replicates of a search, and what they found."""
    from gesncd.analysis.resamples import Resampling, plan_replicates
    from gesncd.runs.replicated import search_replicates

    data = data_of(work)
    plan = plan_replicates(Resampling.HALVES, N_REPLICATES, seed=0, measure=work.settings.measure)
    began = time.perf_counter()
    found = list(search_replicates(work.settings, data, plan, jobs=1, engine=engine))
    return time.perf_counter() - began, tuple(result.graph for result in found)


def nothing(dataset: Dataset, number: int) -> int:
    """The emptiest call."""
    return number


def overhead_rows(n_calls: int = 200) -> Iterator[list[str]]:
    """What a batch of one empty call takes, and how many calls a second a long batch makes."""
    data = data_of(SEARCHES[0])
    for n_workers in (1, 2):
        with cluster_engine(n_workers) as engine:
            list(engine.run(nothing, data, _source(20)))
            began = time.perf_counter()
            for _ in range(n_calls):
                list(engine.run(nothing, data, _source(1)))
            alone = (time.perf_counter() - began) / n_calls
            began = time.perf_counter()
            list(engine.run(nothing, data, _source(n_calls), ahead=2))
            rate = n_calls / (time.perf_counter() - began)
            yield [str(n_workers), f"{1000 * alone:.1f}", f"{rate:.0f}"]


def _source(n: int) -> Callable[[], int | None]:
    left = iter(range(n))
    return lambda: next(left, None)


def plan_row(work: Work) -> list[str]:
    """What is planned for a search in one process, beside what it takes of the processor."""
    data = data_of(work)
    degree = found_degree(data, work.settings.alpha)
    planned = estimate(
        work.settings,
        measured_pace(work.settings, data, clock=time.process_time),
        n_variables=work.d,
        n_rows=work.n_rows,
        degree=2.0 if degree is None else degree,
        n_workers=1,
    )
    measure = build_measure(work.settings, data, jobs=1)
    taken, finished = seconds_of(work, data, measure, time.process_time)
    return [
        work.name,
        f"{planned.queries.total:,.0f}",
        f"{finished.n_queries:,}",
        f"{planned.hours * 3600:.1f}",
        f"{taken:.1f}",
        f"{planned.hours * 3600 / max(taken, 1e-9):.2f}",
    ]


def screening_rows(
    sizes: Sequence[tuple[int, int]] = ((20, 2), (50, 2), (100, 2), (100, 8)),
) -> Iterator[list[str]]:
    """Share of true edges that are kept, and of pairs, by partners a variable keeps."""
    for model in ("linear", "pnl-gp", "pnl-mult"):
        for d, degree in sizes:
            found = {
                k: [_kept(model, d, degree, seed, k) for seed in _seeds(d)] for k in (5, 10, 20)
            }
            cells = [
                f"{np.mean([edges for edges, _ in each]):.2f} "
                f"({np.mean([pairs for _, pairs in each]):.0%})"
                for each in found.values()
            ]
            yield [model, str(d), str(degree), *cells]


def _seeds(d: int) -> range:
    return range(3 if d > 50 else 5)


def _kept(model: str, d: int, degree: int, seed: int, n_partners: int) -> tuple[float, float]:
    rng = np.random.default_rng([d, degree, seed, 7])
    dag = random_dag(d, degree, rng)
    strengths = marginal_strengths(simulate(model, dag, 1000, rng))
    partners = strongest_partners(strengths, n_partners)
    kept = np.array([[mask >> j & 1 for j in range(d)] for mask in partners], dtype=bool)
    true = (dag != 0) | (dag != 0).T
    return float((true & kept).sum() / true.sum()), float(kept.sum() / (d * (d - 1)))


if __name__ == "__main__":
    main()
