"""The τ that agrees best with statements held out of the search, and what speaks against it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.analysis.agreement import Claim
from gesncd.analysis.contradictions import contradiction
from gesncd.analysis.statements import Relation
from gesncd.analysis.strips import AgreementSummary, agreement_summary, strips
from gesncd.search.plateaus import Plateau, TauPath

FEW_CLAIMS = 5
"""Fewer claims than these that depend on τ make a proposal a weak one."""

_ASKING = (Relation.CAUSES, Relation.ADJACENT)
"""Relations that a graph without edges violates; it satisfies all others."""

_DIRECTIONAL = (Relation.CAUSES, Relation.NO_EDGE, Relation.NOT_CAUSE)
_ONE_STATEMENT = 2
"""In halves; see :func:`_points`."""


@dataclass(frozen=True, slots=True)
class TauRange:
    """All τ in [tau_low, tau_high), with equal agreement; ``tau_high`` may be infinite.

    The summary is that of the smallest; others may have two verdicts undecided where it has
    one of each other kind.

    Parameters
    ----------
    tau_low, tau_high
        The range of τ.
    summary
        How many claims are satisfied, violated and undecided there.
    """

    tau_low: float
    tau_high: float
    summary: AgreementSummary

    @property
    def text(self) -> str:
        """The thresholds in words."""
        until = " on" if math.isinf(self.tau_high) else f" to below {self.tau_high:.4g}"
        return f"τ from {self.tau_low:.4g}{until}"


@dataclass(frozen=True, slots=True)
class TauProposal:
    """The thresholds that the held-out claims speak for.

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
    at_automatic
        The verdicts at the automatic τ; None where there is none on the path.
    passed_over
        A range that agrees better, but by so little that the automatic τ is kept; else
        None.
    n_directional
        Deciding claims that are about a direction.
    doubts
        Sentences on claims that cannot all be true, and on where the range lies: below the
        noise floor, or at the path's end.
    """

    tau_low: float
    tau_high: float
    tau: float
    summary: AgreementSummary
    n_claims: int
    n_deciding: int
    holds_automatic: bool
    warning: str
    at_automatic: AgreementSummary | None = None
    passed_over: TauRange | None = None
    n_directional: int = 0
    doubts: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The proposal in words."""
        text = TauRange(self.tau_low, self.tau_high, self.summary).text
        return " ".join(
            filter(
                None,
                (
                    f"{text} {'is kept' if self.passed_over else 'agrees best'}:",
                    self.summary.sentence,
                    self._automatic,
                    self._deciding,
                    self._directions,
                ),
            )
        )

    @property
    def _automatic(self) -> str:
        """How the automatic τ compares."""
        if self.passed_over is not None:
            better = self.passed_over
            gain = "half a" if _points(better.summary) - _points(self.summary) == 1 else "one"
            return (
                f"It holds the automatic τ. {better.text} agrees with {gain} statement more, "
                "which is too little to leave the automatic τ."
            )
        if self.holds_automatic:
            return "It holds the automatic τ."
        if self.at_automatic is not None:
            return f"At the automatic τ: {self.at_automatic.sentence}"
        return ""

    @property
    def _deciding(self) -> str:
        if self.n_deciding == self.n_claims:
            if self.n_claims == 1:
                return "Its verdict depends on τ."
            return f"The verdicts of all {self.n_claims} depend on τ."
        depend = "verdict of 1" if self.n_deciding == 1 else f"verdicts of {self.n_deciding}"
        return (
            f"The {depend} of {self.n_claims} {'depends' if self.n_deciding == 1 else 'depend'} "
            "on τ; the others are the same at every τ of the path."
        )

    @property
    def _directions(self) -> str:
        if not self.n_directional:
            return ""
        are = "is" if self.n_directional == 1 else "are"
        return (
            f"{self.n_directional} of those that depend on τ {are} about a direction, which is "
            "weak evidence: data tell directions less surely than edges."
        )


def propose_tau(
    path: TauPath, claims: Sequence[Claim], tau_auto: float | None = None
) -> TauProposal | None:
    """The range of τ with the best agreement.

    The range of the automatic τ is kept, unless another gains more than one statement
    over it, an undecided one counting half: as little as that is gained by luck, and the
    automatic τ says where noise begins, which statements cannot. Where several ranges
    agree equally well, it is the widest in log τ. The last range has no end; for its
    width τ = 1 counts as one, above which no score of a measure lies.

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
    ranges = _ranges(path.plateaus, claims)
    best = max(_points(each.summary) for each in ranges)
    end = max(1.0, path.plateaus[-1].tau_low)
    at_best = [each for each in ranges if _points(each.summary) == best]
    chosen = widest = max(at_best, key=lambda each: min(each.tau_high, end) / each.tau_low)
    tau = math.sqrt(chosen.tau_low * max(chosen.tau_low, min(chosen.tau_high, end)))
    own = _range_at(ranges, tau_auto)
    if own is not None and tau_auto is not None and best - _points(own.summary) <= _ONE_STATEMENT:
        chosen, tau = own, tau_auto
    at_automatic = None
    if own is not None and tau_auto is not None:
        at_automatic = agreement_summary(path.at(tau_auto).graph, claims)
    deciding = [strip.claim for strip in strips(path, claims) if not strip.is_constant]
    return TauProposal(
        tau_low=chosen.tau_low,
        tau_high=chosen.tau_high,
        tau=tau,
        summary=agreement_summary(path.at(tau).graph, claims),
        n_claims=len(claims),
        n_deciding=len(deciding),
        holds_automatic=chosen is own,
        warning=_warning(deciding, claims),
        at_automatic=at_automatic,
        passed_over=widest if _points(chosen.summary) < best else None,
        n_directional=sum(claim.relation in _DIRECTIONAL for claim in deciding),
        doubts=(*_at_odds(claims), *_doubts(chosen, path, tau_auto)),
    )


def _points(summary: AgreementSummary) -> int:
    """Agreement in halves of a statement, which compare without rounding."""
    return 2 * summary.satisfied + summary.undecided


def _ranges(plateaus: Sequence[Plateau], claims: Sequence[Claim]) -> list[TauRange]:
    """The whole path, neighbours that agree equally well put together."""
    found: list[TauRange] = []
    for plateau in plateaus:
        summary = agreement_summary(plateau.graph, claims)
        if found and _points(found[-1].summary) == _points(summary):
            found[-1] = TauRange(found[-1].tau_low, plateau.tau_high, found[-1].summary)
        else:
            found.append(TauRange(plateau.tau_low, plateau.tau_high, summary))
    return found


def _range_at(ranges: Sequence[TauRange], tau: float | None) -> TauRange | None:
    if tau is None:
        return None
    return next((each for each in ranges if each.tau_low <= tau < each.tau_high), None)


def _warning(deciding: Sequence[Claim], claims: Sequence[Claim]) -> str:
    if not deciding:
        return "No statement depends on τ, so none speaks for a threshold. Keep the automatic one."
    return " ".join(filter(None, (_few(len(deciding)), _one_sided(deciding, claims))))


def _few(n_deciding: int) -> str:
    if n_deciding >= FEW_CLAIMS:
        return ""
    depend = "statement depends" if n_deciding == 1 else "statements depend"
    return (
        f"Only {n_deciding} {depend} on τ. So few can agree by luck: take the range as a hint, "
        "and hold more statements out."
    )


def _one_sided(deciding: Sequence[Claim], claims: Sequence[Claim]) -> str:
    """What is missing where more edges, or fewer, can only agree better.

    Claims with one verdict at every τ balance nothing, and are not looked at.
    """
    asking = sum(claim.relation in _ASKING for claim in deciding)
    held_out = sum(claim.relation in _ASKING for claim in claims)
    if asking == len(deciding):
        return (
            "Every statement that depends on τ asks for an edge, so that more edges agree better "
            "and a small τ is favoured. "
            + _missing(len(claims) - held_out, "about what is not joined or not a cause")
        )
    if not asking:
        return (
            "No statement that depends on τ asks for an edge, so that fewer edges agree better "
            "and a large τ is favoured. " + _missing(held_out, "about edges that are there")
        )
    return ""


def _missing(n_idle: int, about: str) -> str:
    """What to hold out, if anything of the kind is held out already, with one verdict each."""
    if not n_idle:
        return f"Hold out statements {about}, too."
    which = "The one" if n_idle == 1 else f"The {n_idle}"
    has = "has the same verdict" if n_idle == 1 else "have the same verdicts"
    return f"{which} {about} {has} at every τ and cannot balance that: hold out others."


def _at_odds(claims: Sequence[Claim]) -> tuple[str, ...]:
    why = contradiction(claim.statement for claim in claims)
    return (
        (f"{why} No graph can agree with all statements: take one of these back.",) if why else ()
    )


def _doubts(chosen: TauRange, path: TauPath, tau_auto: float | None) -> tuple[str, ...]:
    doubts = []
    if tau_auto is not None and chosen.tau_high <= tau_auto:
        doubts.append(
            "The range lies below the noise floor, where false edges are to be expected: each "
            "further edge can satisfy a statement by luck."
        )
    if chosen.tau_low <= path.tau_floor:
        doubts.append("The range begins where the path does, and may go on below.")
    return tuple(doubts)
