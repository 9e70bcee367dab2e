"""Settings of the neural conditional dependence measure."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

INPUTS = ("raw", "standard", "rank", "both")
NETWORKS = ("radial", "perceptron")
DTYPES = ("float32", "float64")
LEAST_DEPTH, LEAST_WIDTH, LEAST_WIDTH_DEEP = 2, 10, 5
"""Of h and l, so that a score given Z means dependence; the last one is of deeper networks."""


PRESETS = ("robust", "paper")


@dataclass(frozen=True, slots=True)
class NcdSettings:
    """How NCD computes a score; every field is part of the measure's key.

    The defaults are the preset ``"robust"``; see :meth:`preset`.

    Parameters
    ----------
    networks
        ``"radial"``: f, g, h and l have one hidden layer of radial units, and output
        layers that are solved for exactly. ``"perceptron"``: layers of ReLU units
        trained by gradient steps, as in the paper.
    restarts
        Radial networks: so many random splits into halves, whose z are averaged.
        Perceptrons: so many random initialisations.
    inputs
        What the networks see of a column: ``"standard"``, centred and divided by
        its standard deviation; ``"rank"``, normal scores of its average ranks;
        ``"both"`` beside each other; or ``"raw"``. With the predictable part
        removed, X and Y enter as what it leaves, ranked after that.
    remove_predictable
        Take away first what linear least squares and kernel ridge regression on Z
        predict of X and Y.
    cross_fit
        Judge each half of the rows by networks trained on the other. If not, train
        and judge on all rows; the score is then the plain squared correlation.
    landmarks
        Most points that the kernel ridge regression of the predictable part is
        spanned by (Nyström), per half.
    units
        Radial units of f and of g; further ones for each member of a vector.
    regressor_units
        Radial units of h and l on all of Z jointly; 20 more on each column.
    depth, width
        Perceptrons h and l: affine layers, and units of each hidden layer. Depth 3
        means input → width → width → 1, with batch norm and ReLU after the first two.
        Those that are smaller than :data:`LEAST_DEPTH` and :data:`LEAST_WIDTH` ask leave
        dependence through Z, as the notes of the measure say.
    test_depth, test_width
        Perceptrons f and g likewise, without batch norm.
    outer_steps
        T_t, ascent steps of the perceptrons f and g.
    inner_steps
        T_r, steps of h and l before each of them, and once more at the end.
    learning_rate
        Of Adam, for all perceptrons.
    spectral_norm
        Divide each perceptron's weights by their largest singular value.
    seed
        Seed of the halves and of all initial weights; not negative.
    dtype
        Floating-point type, ``"float32"`` or ``"float64"``; radial networks need the
        second.

    Raises
    ------
    ValueError
        If a value makes no sense, or two contradict each other.
    """

    networks: str = "radial"
    restarts: int = 3
    inputs: str = "rank"
    remove_predictable: bool = True
    cross_fit: bool = True
    landmarks: int = 200
    units: int = 60
    regressor_units: int = 100
    depth: int = 3
    width: int = 40
    test_depth: int = 2
    test_width: int = 20
    outer_steps: int = 20
    inner_steps: int = 5
    learning_rate: float = 0.01
    spectral_norm: bool = False
    seed: int = 0
    dtype: str = "float64"

    @classmethod
    def preset(cls, name: str, **changes: Any) -> NcdSettings:
        """Settings by name, with changes.

        Parameters
        ----------
        name
            ``"robust"``, the default: radial networks on cross-fitted rank inputs,
            predictable part removed, three splits. ``"paper"``: the recipe of Shen et
            al. (2022), perceptrons with spectral norm that are trained and judged on
            the same raw columns; they run twice, with different seeds, and keep the
            graph with the lower S_g, which is a rule for whole runs and not part of
            a score. Their regressors have width 40 at degree 2, 80 at degree 8.
        **changes
            Fields that differ.

        Raises
        ------
        ValueError
            If there is no preset of this name, or a field is out of range.
        """
        if name not in PRESETS:
            raise ValueError(f"Unknown preset {name!r}; choose one of {', '.join(PRESETS)}.")
        if name == "robust":
            return cls(**changes)
        paper: dict[str, Any] = {
            "networks": "perceptron",
            "restarts": 1,
            "inputs": "raw",
            "remove_predictable": False,
            "cross_fit": False,
            "spectral_norm": True,
            "dtype": "float32",
        }
        return cls(**{**paper, **changes})

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "int" and (not isinstance(value, int) or isinstance(value, bool)):
                raise ValueError(f"{field.name} must be a whole number, got {value!r}.")
            if field.type == "bool" and not isinstance(value, bool):
                raise ValueError(f"{field.name} must be True or False, got {value!r}.")
        for name in ("depth", "width", "test_depth", "test_width", "outer_steps", "inner_steps"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}.")
        if self.restarts < 1 or self.landmarks < 2 or self.seed < 0:
            raise ValueError("restarts must be at least 1, landmarks 2, and the seed 0.")
        if not 0.0 < self.learning_rate < float("inf"):
            raise ValueError(f"learning_rate must be positive, got {self.learning_rate}.")
        if min(self.units, self.regressor_units) < 2:
            raise ValueError("units and regressor_units must be at least 2.")
        if self.networks not in NETWORKS:
            raise ValueError(f"networks must be one of {NETWORKS}, got {self.networks!r}.")
        if self.inputs not in INPUTS:
            raise ValueError(f"inputs must be one of {INPUTS}, got {self.inputs!r}.")
        if self.dtype not in DTYPES:
            raise ValueError(f"dtype must be one of {DTYPES}, got {self.dtype!r}.")

        self._check_combinations()

    @property
    def too_small(self) -> bool:
        """Whether h and l cannot take away what f and g make of Z."""
        least = LEAST_WIDTH if self.depth == LEAST_DEPTH else LEAST_WIDTH_DEEP
        return self.networks != "radial" and (self.depth < LEAST_DEPTH or self.width < least)

    def _check_combinations(self) -> None:
        if self.networks == "radial":
            if self.dtype != "float64":
                raise ValueError("Radial networks are solved for in float64; set dtype to that.")
            if not self.cross_fit:
                raise ValueError("Radial networks are judged on held-out rows: keep cross_fit.")
            if self.spectral_norm:
                raise ValueError("spectral_norm is for perceptrons; radial networks have none.")
            if self.inputs == "raw":
                raise ValueError("Raw inputs are for perceptrons; choose standard, rank or both.")
        if self.inputs == "raw" and (self.cross_fit or self.remove_predictable):
            raise ValueError("Raw inputs go without cross_fit and remove_predictable.")

    def as_dict(self) -> dict[str, bool | int | float | str]:
        """All fields by name."""
        return asdict(self)
