"""Agreement along the τ-path: verdicts as strips, and the τ that agrees best."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gesncd.analysis.agreement import Claim, Verdict, verdict
from gesncd.analysis.statements import Relation
from gesncd.graphs import PDAG
from gesncd.search.plateaus import Plateau, TauPath

FEW_CLAIMS = 5
"""Fewer claims than these that depend on τ make a proposal a weak one."""

_ASKING = (Relation.CAUSES, Relation.ADJACENT)
"""Relations that a graph without edges violates; it satisfies all others."""


@dataclass(frozen=True, slots=True)
class StripPiece:
    """One verdict for τ in [tau_low, tau_high); ``tau_high`` may be infinite."""

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
    """How many claims a graph satisfies, violates and leaves open."""

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


@dataclass(frozen=True, slots=True)
class TauProposal:
    """The thresholds whose graphs agree best with the held-out claims.

    Parameters
    ----------
    tau_low, tau_high
        All τ in [tau_low, tau_high) agree equally well; ``tau_high`` may be infinite.
    tau
        One of them: the automatic τ if it is among them, else their geometric middle.
    summary
        The verdicts at ``tau``.
    n_claims
        Claims asked.
    n_deciding
        Those whose verdict depends on τ; the others prefer none.
    holds_automatic
        Whether the automatic τ is among them.
    warning
        Sentences where the evidence is thin or one-sided; else empty.
    """

    tau_low: float
    tau_high: float
    tau: float
    summary: AgreementSummary
    n_claims: int
    n_deciding: int
    holds_automatic: bool
    warning: str

    @property
    def sentence(self) -> str:
        """The proposal in words."""
        until = " on" if math.isinf(self.tau_high) else f" to below {self.tau_high:.4g}"
        place = " It holds the automatic τ." if self.holds_automatic else ""
        return (
            f"τ from {self.tau_low:.4g}{until} agrees best: {self.summary.sentence}{place} "
            f"{self._deciding}"
        )

    @property
    def _deciding(self) -> str:
        if self.n_deciding == self.n_claims:
            return f"The verdicts of all {self.n_claims} depend on τ."
        return (
            f"The verdicts of {self.n_deciding} of {self.n_claims} depend on τ; the others are "
            "the same at every τ."
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


def propose_tau(
    path: TauPath, claims: Sequence[Claim], tau_auto: float | None = None
) -> TauProposal | None:
    """The range of τ with the best agreement.

    Where several ranges agree equally well, it is the one that holds the automatic τ,
    else the widest in log τ. The last range has no end; for its width τ = 1 counts as
    one, above which no score of a measure lies.

    Parameters
    ----------
    path
        The graphs of all τ; its floor is positive.
    claims
        Held-out claims. Those that the search enforces agree at every τ.
    tau_auto
        The automatic τ, where the measure has one.

    Returns
    -------
    The proposal, or None where there are no claims.

    Raises
    ------
    ValueError
        If the path begins at or below τ = 0, where there is no logarithm.
    """
    if not claims:
        return None
    if path.tau_floor <= 0:
        raise ValueError(f"The path begins at τ = {path.tau_floor}; a positive floor is needed.")
    summaries = [agreement_summary(plateau.graph, claims) for plateau in path.plateaus]
    best = max(_share(summary) for summary in summaries)
    ranges = _ranges(path.plateaus, [_share(summary) == best for summary in summaries])
    end = max(1.0, path.plateaus[-1].tau_low)
    holding = [r for r in ranges if tau_auto is not None and r[0] <= tau_auto < r[1]]
    low, high = max(holding or ranges, key=lambda r: min(r[1], end) / r[0])
    tau = math.sqrt(low * max(low, min(high, end)))
    if holding and tau_auto is not None:
        tau = tau_auto
    n_deciding = sum(not strip.is_constant for strip in strips(path, claims))
    return TauProposal(
        tau_low=low,
        tau_high=high,
        tau=tau,
        summary=agreement_summary(path.at(tau).graph, claims),
        n_claims=len(claims),
        n_deciding=n_deciding,
        holds_automatic=bool(holding),
        warning=_warning(n_deciding, claims),
    )


def _share(summary: AgreementSummary) -> float:
    return summary.share or 0.0


def _ranges(plateaus: Sequence[Plateau], wanted: Sequence[bool]) -> list[tuple[float, float]]:
    """Thresholds of the wanted plateaus, neighbours put together."""
    found: list[tuple[float, float]] = []
    for plateau, is_wanted in zip(plateaus, wanted, strict=True):
        if not is_wanted:
            continue
        if found and found[-1][1] == plateau.tau_low:
            found[-1] = (found[-1][0], plateau.tau_high)
        else:
            found.append((plateau.tau_low, plateau.tau_high))
    return found


def _warning(n_deciding: int, claims: Sequence[Claim]) -> str:
    if not n_deciding:
        return "No claim depends on τ, so none speaks for a threshold. Keep the automatic one."
    return " ".join(filter(None, (_few(n_deciding), _one_sided(claims))))


def _few(n_deciding: int) -> str:
    if n_deciding >= FEW_CLAIMS:
        return ""
    return (
        f"Only {n_deciding} {'claim depends' if n_deciding == 1 else 'claims depend'} on τ. So "
        "few can agree by luck: take the range as a hint, and hold more statements out."
    )


def _one_sided(claims: Sequence[Claim]) -> str:
    """What is missing where more edges, or fewer, can only agree better."""
    asking = sum(claim.relation in _ASKING for claim in claims)
    if asking == len(claims):
        return (
            "Every statement asks for an edge, so that more edges agree better and a small τ is "
            "favoured. Hold out statements about what is not joined or not a cause, too."
        )
    if not asking:
        return (
            "No statement asks for an edge, so that fewer edges agree better and a large τ is "
            "favoured. Hold out statements about edges that are there, too."
        )
    return ""
