"""Agreement along the τ-path: verdicts as strips, and their counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gesncd.analysis.agreement import Claim, Verdict, verdict
from gesncd.graphs import PDAG
from gesncd.search.plateaus import TauPath


@dataclass(frozen=True, slots=True)
class StripPiece:
    """One verdict for τ in [tau_low, tau_high); ``tau_high`` may be infinite.

    Parameters
    ----------
    tau_low, tau_high
        The range of τ.
    verdict
        What the graphs in it say of the claim.
    """

    tau_low: float
    tau_high: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Strip:
    """What the graphs of all τ say of one claim.

    Parameters
    ----------
    claim
        The claim.
    pieces
        By increasing τ, without gaps; neighbours have different verdicts.
    """

    claim: Claim
    pieces: tuple[StripPiece, ...]

    def at(self, tau: float) -> Verdict:
        """The verdict at a threshold.

        Raises
        ------
        ValueError
            If τ is below the path's floor.
        """
        for piece in self.pieces:
            if piece.tau_low <= tau < piece.tau_high:
                return piece.verdict
        raise ValueError(f"τ = {tau} is below {self.pieces[0].tau_low}, where this path begins.")

    @property
    def is_constant(self) -> bool:
        """Whether the verdict is the same for every τ, so that it prefers none."""
        return len(self.pieces) == 1


@dataclass(frozen=True, slots=True)
class AgreementSummary:
    """How many claims a graph satisfies, violates and leaves open.

    Parameters
    ----------
    satisfied, violated, undecided
        Numbers of claims.
    """

    satisfied: int
    violated: int
    undecided: int

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> AgreementSummary:
        """Count verdicts."""
        found = list(verdicts)
        return cls(*map(found.count, (Verdict.SATISFIED, Verdict.VIOLATED, Verdict.UNDECIDED)))

    @property
    def total(self) -> int:
        """Number of claims."""
        return self.satisfied + self.violated + self.undecided

    @property
    def share(self) -> float | None:
        """Agreement in [0, 1]: the share satisfied, an undecided claim counting half.

        Half, because an undirected edge is less than the claimed direction and more
        than the opposite one. None where there are no claims.
        """
        return (self.satisfied + 0.5 * self.undecided) / self.total if self.total else None

    @property
    def sentence(self) -> str:
        """The counts in words."""
        if not self.total:
            return "No statement is held out."
        return (
            f"{self.satisfied} of {self.total} satisfied, {self.violated} violated, "
            f"{self.undecided} undecided."
        )


def strips(path: TauPath, claims: Sequence[Claim]) -> tuple[Strip, ...]:
    """For each claim its verdicts along the path, over the graphs with knowledge oriented."""
    return tuple(Strip(claim, _pieces(path, claim)) for claim in claims)


def _pieces(path: TauPath, claim: Claim) -> tuple[StripPiece, ...]:
    pieces: list[StripPiece] = []
    for plateau in path.plateaus:
        low, found = plateau.tau_low, verdict(plateau.graph, claim)
        if pieces and pieces[-1].verdict is found:
            low = pieces.pop().tau_low
        pieces.append(StripPiece(low, plateau.tau_high, found))
    return tuple(pieces)


def agreement_summary(graph: PDAG, claims: Iterable[Claim]) -> AgreementSummary:
    """Verdicts of one graph, counted."""
    return AgreementSummary.of(verdict(graph, claim) for claim in claims)
