"""The methods by name: what each is, what it needs, and whether it is here."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata
from types import MappingProxyType
from typing import Final

from gesncd.baselines.convert import Found
from gesncd.data import Dataset

INSTALL: Final = "pip install -r requirements-baselines.txt"
"""What to run for the optional packages."""


class BaselineError(RuntimeError):
    """A method that cannot be run on these data, with a message for people."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method that can be run.

    Parameters
    ----------
    name, title
        On the command line, and for people.
    reference
        Where it was published.
    settings
        The settings it is run with, in words: one setting for all data.
    function
        ``"module:function"``, given data and seed.
    version
        Raised with every change here that may change a result.
    package
        The package that has it; None where it is written here.
    module
        The module to look for, to know whether the package is here.
    vectors
        Whether a variable may span several columns.
    """

    name: str
    title: str
    reference: str
    settings: str
    function: str
    version: int = 1
    package: str | None = None
    module: str | None = None
    vectors: bool = False

    @property
    def installed(self) -> bool:
        """Whether its package is here; nothing is imported."""
        return self.module is None or importlib.util.find_spec(self.module) is not None

    @property
    def package_version(self) -> str | None:
        """Version of its package; None where it needs none or it is not here."""
        if self.package is None:
            return None
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None

    @property
    def fingerprint(self) -> str:
        """Changes with whatever may change its results on the same data and seed."""
        return f"{self.name} {self.version}, {self.package} {self.package_version}: {self.settings}"


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a method can be used here.

    Parameters
    ----------
    name, title
        The method.
    usable
        Whether it can be run.
    reason
        Why not, and what to do; empty where it can.
    """

    name: str
    title: str
    usable: bool
    reason: str = ""


METHODS: Final[Mapping[str, Method]] = MappingProxyType(
    {
        method.name: method
        for method in (
            Method(
                "pc",
                "PC",
                "Spirtes, Glymour, Scheines: Causation, Prediction, and Search (2000)",
                "Fisher's z at level 0.01, stable",
                "gesncd.baselines.causal_learn:pc",
                package="causal-learn",
                module="causallearn",
            ),
            Method(
                "ges-bic",
                "GES with BIC",
                "Chickering: Optimal structure identification with greedy search. JMLR 3 (2002)",
                "Gaussian BIC, penalty ½ log n a parameter",
                "gesncd.baselines.causal_learn:ges_bic",
                package="causal-learn",
                module="causallearn",
            ),
            Method(
                "gsf",
                "GES with the generalized score",
                "Huang, Zhang, Lin, Schölkopf, Glymour: Generalized score functions for causal "
                "discovery. KDD (2018)",
                "cross-validated likelihood, 10 folds, λ = γ = 0.01, Gaussian kernels of twice "
                "the median distance, written here",
                "gesncd.baselines.kernel_search:gsf",
                vectors=True,
            ),
            Method(
                "kgv",
                "GES with the kernel generalized variance",
                "Bach, Jordan: Learning graphical models with Mercer kernels. NIPS (2002)",
                "Gaussian kernels of twice the median distance, κ = 0.01, written here",
                "gesncd.baselines.kernel_search:kgv",
                vectors=True,
            ),
            Method(
                "notears",
                "NOTEARS",
                "Zheng, Aragam, Ravikumar, Xing: DAGs with NO TEARS. NeurIPS (2018)",
                "linear, standardised columns, λ = 0.1, weights below 0.3 dropped",
                "gesncd.baselines.castle_methods:notears",
                package="gcastle",
                module="castle",
            ),
            Method(
                "dag-gnn",
                "DAG-GNN",
                "Yu, Chen, Gao, Yu: DAG structure learning with graph neural networks. ICML (2019)",
                "standardised columns, the package's defaults",
                "gesncd.baselines.castle_methods:dag_gnn",
                package="gcastle",
                module="castle",
            ),
            Method(
                "gran-dag",
                "GraN-DAG",
                "Lachapelle, Brouillard, Deleu, Lacoste-Julien: Gradient-based neural DAG "
                "learning. ICLR (2020)",
                "standardised columns, the package's defaults",
                "gesncd.baselines.castle_methods:gran_dag",
                package="gcastle",
                module="castle",
            ),
        )
    }
)
"""Every method that can be run, by name."""

UNAVAILABLE: Final[tuple[Availability, ...]] = (
    Availability(
        "cam",
        "CAM",
        False,
        "CAM (Bühlmann, Peters, Ernest 2014) is an R package that was taken off CRAN; it needs R, "
        "which this program does not drive.",
    ),
)
"""Methods that papers compare with and that cannot be run here, with the reason."""


def availability() -> tuple[Availability, ...]:
    """Every method with whether it can be used here, and if not, why."""
    found = []
    for method in METHODS.values():
        reason = (
            "" if method.installed else f"The package {method.package} is not here. Run: {INSTALL}"
        )
        found.append(Availability(method.name, method.title, method.installed, reason))
    return (*found, *UNAVAILABLE)


def run_method(
    name: str, dataset: Dataset, *, seed: int = 0, check: Callable[[], None] | None = None
) -> Found:
    """Run a method on data.

    It may leave global state of other packages behind, so a long-lived process runs it
    in a process of its own.

    Parameters
    ----------
    name
        One of :data:`METHODS`.
    dataset
        The data.
    seed
        Seed of everything random in the method.
    check
        Called now and then by methods that allow it; it may raise to stop.

    Raises
    ------
    BaselineError
        If there is no such method, its package is not here, or it cannot do these data.
    """
    method = METHODS.get(name)
    if method is None:
        for other in UNAVAILABLE:
            if other.name == name:
                raise BaselineError(other.reason)
        raise BaselineError(f"There is no method {name!r}; choose one of {', '.join(METHODS)}.")
    if not method.installed:
        raise BaselineError(f"{method.title} needs {method.package}. Run: {INSTALL}")
    wide = next((v for v in dataset.variables if v.size > 1), None)
    if wide is not None and not method.vectors:
        raise BaselineError(
            f"{method.title} needs one column a variable, but {wide.name!r} has {wide.size}."
        )
    module, _, function = method.function.partition(":")
    run: Callable[[Dataset, int, Callable[[], None]], Found] = getattr(
        importlib.import_module(module), function
    )
    return run(dataset, seed, check or _nothing)


def _nothing() -> None:
    pass
