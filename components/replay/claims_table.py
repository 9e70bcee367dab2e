"""Every claim of a search as a row, judged by the true graph, and what they come to in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pandas as pd

from components.bidi import isolated
from components.replay.truth_told import difference_sentence, left_kind, verdict_kind
from components.text import count
from components.trace import Trace
from gesncd.search.claims import StepClaim, TrueGraph, claim_of
from gesncd.search.end_claims import LeftPair, left_pairs
from gesncd.search.events import Event, Phase, PhaseEnded, Step
from gesncd.search.mark_claims import ArrowTruth, ArrowVerdict, arrow_verdicts

KIND_WORDS = {
    "true": "✓ true",
    "error": "✕ estimate's error",
    "search": "≠ search's doing",
    "barred": "– not on offer",
}
COLUMNS = ("Step", "Claim", "Given", "Verdict", "Arrows")
_ARROW_WORDS = {
    ArrowTruth.SAME: "✓ {} true",
    ArrowTruth.TURNED: "✕ {} contradicted",
    ArrowTruth.UNDIRECTED: "≠ {} undirected",
    ArrowTruth.NO_EDGE: "≠ {} no edge",
}


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A row of the table.

    Parameters
    ----------
    event
        The step, or the end of a phase, that claims it.
    step
        What the table calls that.
    claim, given, verdict, arrows
        Its cells.
    """

    event: Step | PhaseEnded
    step: str
    claim: str
    given: str
    verdict: str
    arrows: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """In the order of the columns."""
        return self.step, self.claim, self.given, self.verdict, self.arrows


def claim_rows(trace: Trace, truth: TrueGraph, names: tuple[str, ...]) -> tuple[ClaimRow, ...]:
    """One row a step, and at the end of a phase one for each pair left otherwise than true."""
    left = left_of(trace, truth)
    rows: list[ClaimRow] = []
    for event in trace.events:
        if isinstance(event, Step):
            rows.append(_step_row(event, truth, names))
        elif isinstance(event, PhaseEnded):
            rows += _end_rows(event, left, names)
    return tuple(rows)


def claims_frame(rows: Iterable[ClaimRow]) -> pd.DataFrame:
    """The rows as a table."""
    return pd.DataFrame([row.cells for row in rows], columns=list(COLUMNS))


def left_of(trace: Trace, truth: TrueGraph) -> tuple[LeftPair, ...]:
    """The pairs that the ends of a search's phases leave otherwise than the true graph."""
    if trace.started is None:
        return ()
    return left_pairs(truth, _claiming(trace.events), trace.started.tau)


def truth_summary(trace: Trace, truth: TrueGraph) -> list[str]:
    """How far the result is from the truth, and where that came from; sentences."""
    graph = trace.graph_at(trace.n_steps, truth.dag.n_nodes)
    said = [difference_sentence(graph, truth.target)]
    kinds = Counter(verdict_kind(truth.judge(claim_of(step))) for step in trace.steps)
    said += _steps(kinds, trace.n_steps)
    said += _stops(left_of(trace, truth))
    said += _arrows([a for step in trace.steps for a in arrow_verdicts(truth.cpdag, step.changes)])
    return said


def n_wrong_steps(trace: Trace, truth: TrueGraph) -> int:
    """Steps whose claim is false."""
    return sum(not truth.judge(claim_of(step)).holds for step in trace.steps)


def _steps(kinds: Counter[str], n: int) -> list[str]:
    if n == 0:
        return []
    errors, detours = kinds["error"], kinds["search"]
    right = n - errors
    text = f"{right} of {count(n, 'step')} {'claims' if right == 1 else 'claim'} what is true"
    if errors:
        others = "the other is an error" if errors == 1 else f"the other {errors} are errors"
        text += f"; {others} of the estimate"
    said = [f"{text}."]
    if detours:
        said.append(
            f"{detours} of the true ones {'leads' if detours == 1 else 'lead'} away from the "
            "true graph all the same: the search's doing."
        )
    return said


def _claiming(events: Iterable[Event]) -> Iterator[Event]:
    return (event for event in events if isinstance(event, Step | PhaseEnded))


def _step_row(step: Step, truth: TrueGraph, names: tuple[str, ...]) -> ClaimRow:
    claim = claim_of(step)
    counts = Counter(each.truth for each in arrow_verdicts(truth.cpdag, step.changes))
    return ClaimRow(
        step,
        str(step.index),
        _claim_words(claim, names),
        _given_words(claim.z, names),
        KIND_WORDS[verdict_kind(truth.judge(claim))],
        ", ".join(
            words.format(counts[what]) for what, words in _ARROW_WORDS.items() if counts[what]
        ),
    )


def _end_rows(
    end: PhaseEnded, left: Iterable[LeftPair], names: tuple[str, ...]
) -> Iterator[ClaimRow]:
    for each in left:
        if each.phase is not end.phase:
            continue
        if each.verdict is None:
            pair = f"{isolated(names[each.i])} and {isolated(names[each.j])}"
            what = "stay apart" if end.phase is Phase.FORWARD else "stay joined"
            claim, given = f"{pair} {what}", ""
        else:
            claim = _claim_words(each.verdict.claim, names)
            given = _given_words(each.verdict.claim.z, names)
        yield ClaimRow(end, f"{end.phase.value} end", claim, given, KIND_WORDS[left_kind(each)])


def _claim_words(claim: StepClaim, names: tuple[str, ...]) -> str:
    pair = f"{isolated(names[claim.x])} and {isolated(names[claim.y])}"
    return f"{pair} {'depend' if claim.dependent else 'are independent'}"


def _given_words(z: tuple[int, ...], names: tuple[str, ...]) -> str:
    return ", ".join(isolated(names[node]) for node in z) or "nothing"


def _stops(left: tuple[LeftPair, ...]) -> list[str]:
    said = []
    for phase, state in ((Phase.FORWARD, "apart"), (Phase.BACKWARD, "joined")):
        kinds = Counter(left_kind(each) for each in left if each.phase is phase)
        forward = phase is Phase.FORWARD
        side, blame = ("at or below τ", "high") if forward else ("above τ", "low")
        truth = "joins" if forward else "parts"
        stop = f"The {phase.value} phase stopped with"
        for kind, why in (
            ("error", f"scored {side}: the estimate errs, or τ is too {blame}"),
            ("search", f"rightly scored {side} given the sets on offer"),
            ("barred", "with no operator on offer"),
        ):
            if kinds[kind]:
                pairs = count(kinds[kind], "pair")
                said.append(f"{stop} {pairs} {state} that the true graph {truth}, {why}.")
    return said


def _arrows(verdicts: list[ArrowVerdict]) -> list[str]:
    counts = Counter(each.truth for each in verdicts)
    wrong = len(verdicts) - counts[ArrowTruth.SAME]
    if not wrong:
        return []
    made = count(len(verdicts), "arrow")
    return [
        f"Of {made} that steps made on the way, {wrong} {'is' if wrong == 1 else 'are'} not in "
        "the true class."
    ]
