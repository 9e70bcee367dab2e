"""The methods: one setting each for all data."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.as_published import PaperNcd, run_as_published
from benchmarks.settings import Setting
from gesncd.baselines import METHODS as BASELINES
from gesncd.baselines import run_method
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.measures import (
    BicDifference,
    ConditionalDependence,
    NullCalibrated,
    PartialCorrelation,
)
from gesncd.search import Finished, reframed_ges

SEARCH_VERSION = 1
"""Raise it with a change of the search that may change a result."""
ALPHA = 0.001
"""Level of the automatic τ."""


@dataclass(frozen=True, slots=True)
class Method:
    """A measure with a rule for τ, or a foreign method; without either, no edges.

    Parameters
    ----------
    name
        Name on the command line.
    measure
        Makes the measure of a data set.
    paper_tau
        Use the τ that the paper chose for a setting, instead of the automatic one.
    baseline
        Name of a method in :mod:`gesncd.baselines`, which has no measure and no τ.
    as_published
        Run NCD as the paper did: its networks and τ for a setting, the better of two runs.
    """

    name: str
    measure: Callable[[Dataset], ConditionalDependence] | None
    paper_tau: bool = False
    baseline: str | None = None
    as_published: bool = False

    def tau(self, measure: ConditionalDependence, setting: Setting) -> float:
        """The threshold for a data set of a setting."""
        if self.paper_tau:
            return setting.paper_rcd_tau
        if not isinstance(measure, NullCalibrated):
            raise TypeError(f"{self.name} has no automatic τ.")
        return measure.null_quantile(ALPHA)

    def fingerprint(self, setting: Setting) -> str:
        """Changes with the method's settings and algorithm version, read off a small data set."""
        if self.baseline is not None:
            return BASELINES[self.baseline].fingerprint
        if self.as_published:
            paper = setting.paper_ncd
            return json.dumps([SEARCH_VERSION, _ncd_key(paper), paper.tau])
        if self.measure is None:
            return self.name
        rows = np.random.default_rng(0).normal(size=(64, 3))
        measure = self.measure(Dataset.from_array(rows))
        return json.dumps([SEARCH_VERSION, measure.key, self.tau(measure, setting)])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a method found, and what it took.

    ``is_class`` is false where no DAG has the graph of a foreign method, which then has no SID.
    """

    cpdag: PDAG
    tau: float | None
    n_queries: int
    seconds: float
    is_class: bool = True


def apply(method: Method, dataset: Dataset, setting: Setting) -> Outcome:
    """Run a method on a data set of a setting; S_g is left out."""
    if method.baseline is not None:
        began = time.perf_counter()
        found = run_method(method.baseline, dataset)
        return Outcome(found.graph, None, 0, time.perf_counter() - began, is_class=found.is_class)
    if method.as_published:
        run = run_as_published(dataset, setting.paper_ncd)
        return Outcome(run.cpdag, setting.paper_ncd.tau, run.n_queries, run.seconds)
    if method.measure is None:
        return Outcome(PDAG.empty(dataset.n_variables), None, 0, 0.0)
    began = time.perf_counter()
    measure = method.measure(dataset)
    tau = method.tau(measure, setting)
    *_, last = reframed_ges(measure, tau, global_score=False)
    assert isinstance(last, Finished)
    return Outcome(last.cpdag, tau, last.n_queries, time.perf_counter() - began)


def _ncd(dataset: Dataset) -> ConditionalDependence:
    from gesncd.measures import Ncd

    # The benchmark spreads its cells over processes itself.
    return Ncd(dataset, jobs=1)


def _ncd_key(paper: PaperNcd) -> str:
    from gesncd.measures import Ncd

    rows = np.random.default_rng(0).normal(size=(64, 3))
    return Ncd(Dataset.from_array(rows), paper.settings(0), jobs=1).key


def _rcd(dataset: Dataset) -> ConditionalDependence:
    from gesncd.measures import Rcd

    return Rcd(dataset)


def _rcd_paper(dataset: Dataset) -> ConditionalDependence:
    from gesncd.measures import Rcd

    return Rcd(dataset, symmetric=False, ranks=False)


OWN = {
    method.name: method
    for method in (
        Method("ncd", _ncd),
        Method("ncd-paper", None, as_published=True),
        Method("rcd", _rcd),
        Method("rcd-paper", _rcd_paper, paper_tau=True),
        Method("partial-correlation", PartialCorrelation),
        Method("bic", BicDifference),
        Method("empty", None),
    )
}
"""Our own methods and the graph without edges."""

METHODS = OWN | {name: Method(name, None, baseline=name) for name in BASELINES}
"""All methods: those of other people are run where they are asked for by name."""
