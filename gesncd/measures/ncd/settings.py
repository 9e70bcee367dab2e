"""Settings of the neural conditional dependence measure."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

INPUTS = ("standard", "rank", "both")
DTYPES = ("float32", "float64")


@dataclass(frozen=True, slots=True)
class NcdSettings:
    """How NCD computes a score; every field is part of the measure's key.

    Parameters
    ----------
    depth, width
        Regressors h and l: affine layers, and units of each hidden layer. Depth 3
        means input → width → width → 1, with batch norm and ReLU after the first two.
    test_depth, test_width
        Test functions f and g likewise, without batch norm.
    outer_steps
        T_t, ascent steps of f and g.
    inner_steps
        T_r, steps of h and l before each of them, and once more at the end.
    learning_rate
        Of Adam, for all networks.
    restarts
        Networks are initialised and trained this many times and their z averaged.
    inputs
        What the networks see of a column: ``"standard"``, centred and divided by
        its standard deviation; ``"rank"``, normal scores of its average ranks; or
        ``"both"`` beside each other. X and Y enter as residuals of their
        predictable part given Z in any case, ranked after that part is removed.
    landmarks
        Most points that the kernel ridge regression of the predictable part is
        spanned by (Nyström), per half.
    seed
        Seed of the folds and of all initial weights; not negative.
    dtype
        Floating-point type of the networks, ``"float32"`` or ``"float64"``.
    """

    depth: int = 3
    width: int = 40
    test_depth: int = 2
    test_width: int = 20
    outer_steps: int = 20
    inner_steps: int = 5
    learning_rate: float = 0.01
    restarts: int = 1
    inputs: str = "rank"
    landmarks: int = 200
    seed: int = 0
    dtype: str = "float32"

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "int" and (not isinstance(value, int) or isinstance(value, bool)):
                raise ValueError(f"{field.name} must be a whole number, got {value!r}.")
        for name in ("depth", "width", "test_depth", "test_width", "outer_steps", "inner_steps"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}.")
        if self.restarts < 1 or self.landmarks < 2 or self.seed < 0:
            raise ValueError("restarts must be at least 1, landmarks 2, and the seed 0.")
        if not 0.0 < self.learning_rate < float("inf"):
            raise ValueError(f"learning_rate must be positive, got {self.learning_rate}.")
        if self.inputs not in INPUTS:
            raise ValueError(f"inputs must be one of {INPUTS}, got {self.inputs!r}.")
        if self.dtype not in DTYPES:
            raise ValueError(f"dtype must be one of {DTYPES}, got {self.dtype!r}.")

    def as_dict(self) -> dict[str, int | float | str]:
        """All fields by name."""
        return asdict(self)
