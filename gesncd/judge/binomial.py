"""Are there more violations than chance makes: an exact binomial statement."""

from __future__ import annotations

from dataclasses import dataclass

CAVEAT = (
    "This counts the tests as if they were independent. They share rows and variables, so "
    "violations come in clusters, and the probability is a rough guide."
)
"""What keeps the statement from being a proper test."""


@dataclass(frozen=True, slots=True)
class ExcessStatement:
    """Violations beside what chance makes.

    Parameters
    ----------
    n_violated, n_tests
        Tests above the noise floor, and all.
    alpha
        Share that chance alone puts above it.
    expected
        Violations that chance makes on average.
    p_value
        Probability of at least so many, were every independence true and every test
        independent of the others.
    low, high
        Exact 95 % interval of the share of violations (Clopper and Pearson 1934).
    """

    n_violated: int
    n_tests: int
    alpha: float
    expected: float
    p_value: float
    low: float
    high: float

    @property
    def share(self) -> float:
        """Violations as a share of the tests; 0 without tests."""
        return self.n_violated / self.n_tests if self.n_tests else 0.0


def excess(n_violated: int, n_tests: int, alpha: float) -> ExcessStatement:
    """Set violations beside what chance makes.

    Parameters
    ----------
    n_violated, n_tests
        Tests above the noise floor, and all.
    alpha
        Share that chance alone puts above it, in (0, 1).

    Raises
    ------
    ValueError
        If alpha is no proportion, or the counts don't fit.
    """
    from scipy.stats import beta, binom

    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha must lie between 0 and 1, got {alpha}.")
    if not 0 <= n_violated <= n_tests:
        raise ValueError(f"{n_violated} violations of {n_tests} tests make no sense.")
    k, n = n_violated, n_tests
    return ExcessStatement(
        n_violated=k,
        n_tests=n,
        alpha=alpha,
        expected=n * alpha,
        p_value=float(binom.sf(k - 1, n, alpha)) if k else 1.0,
        low=float(beta.ppf(0.025, k, n - k + 1)) if k else 0.0,
        high=float(beta.ppf(0.975, k + 1, n - k)) if k < n else 1.0,
    )
