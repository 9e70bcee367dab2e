"""What a lesson is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures import (
    ConditionalDependence,
    NcdSettings,
    NullCalibrated,
    PartialCorrelation,
    ScoreCache,
)
from gesncd.search import Event, reframed_ges

MeasureName = Literal["partial-correlation", "ncd"]
Floats = NDArray[np.float64]
ALPHA = 0.001
"""Level of the automatic τ, where a variant names no other."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to run a lesson.

    Parameters
    ----------
    label
        What tells it from the others, in a few words.
    edges
        The true graph as pairs of names, cause first.
    sample
        Draws the values, shape ``(n_rows, d)``, columns in the order of the names.
    measure
        ``"partial-correlation"`` or ``"ncd"``.
    tau
        Threshold; None for the automatic one at α = 0.001.
    """

    label: str
    edges: tuple[tuple[str, str], ...]
    sample: Callable[[np.random.Generator], Floats] = field(repr=False)
    measure: MeasureName = "partial-correlation"
    tau: float | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A small data set and a text beside it.

    Parameters
    ----------
    id
        For addresses.
    title
        What it shows, in a few words.
    text
        Sentences to read beside the replay, each under 40 words.
    look_at
        What to do now, one sentence.
    names
        The variables.
    places
        Where they are drawn, one (x, y) each.
    variants
        Ways to run it, the first one first.
    seed
        Of its data.
    """

    id: str
    title: str
    text: tuple[str, ...]
    look_at: str
    names: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    variants: tuple[Variant, ...]
    seed: int

    def dataset(self, variant: int = 0) -> Dataset:
        """The data of a variant; the same at every call."""
        values = self.variants[variant].sample(np.random.default_rng(self.seed))
        return Dataset.from_array(values, self.names)

    def truth(self, variant: int = 0) -> NDArray[np.int8]:
        """The true graph, shape ``(d, d)``; row causes column."""
        place = {name: node for node, name in enumerate(self.names)}
        matrix = np.zeros((len(self.names), len(self.names)), dtype=np.int8)
        for cause, effect in self.variants[variant].edges:
            matrix[place[cause], place[effect]] = 1
        return matrix

    def measure(self, variant: int = 0) -> ConditionalDependence:
        """The measure of a variant on its data."""
        return build_measure(self.variants[variant].measure, self.dataset(variant))

    def tau(self, variant: int = 0) -> float:
        """The threshold of a variant."""
        given = self.variants[variant].tau
        return self.noise_floor(variant) if given is None else given

    def noise_floor(self, variant: int = 0) -> float:
        """The automatic τ at α = 0.001."""
        measure = self.measure(variant)
        assert isinstance(measure, NullCalibrated), "both measures of the lessons know their noise"
        return measure.null_quantile(ALPHA)

    def search(self, variant: int = 0, *, cache: ScoreCache | None = None) -> tuple[Event, ...]:
        """The search of a variant, from start to end; its scores go into the cache."""
        return tuple(reframed_ges(self.measure(variant), self.tau(variant), cache=cache))


def build_measure(name: MeasureName, dataset: Dataset) -> ConditionalDependence:
    """A measure with its default settings, in one process."""
    if name == "partial-correlation":
        return PartialCorrelation(dataset)
    # Imported here because torch takes seconds.
    from gesncd.measures import Ncd

    return Ncd(dataset, NcdSettings(), jobs=1)
