import numpy as np
import pytest

from gesncd.lessons import lesson
from gesncd.search import Phase
from gesncd.search.claims import StepClaim, StepVerdict, TrueGraph
from gesncd.search.end_claims import LeftPair, left_pairs
from gesncd.search.mark_claims import ArrowTruth, ArrowVerdict
from gesncd.search.separations import Separation
from gesncd.search.verdict_sentences import arrows_sentence, detour_sentence, stop_sentence

NAMES = ("Sun", "Water", "Soil", "Growth")
SAME, TURNED = ArrowTruth.SAME, ArrowTruth.TURNED
UNDIRECTED, NO_EDGE = ArrowTruth.UNDIRECTED, ArrowTruth.NO_EDGE


def test_a_stop_tells_the_claim_its_score_and_tau():
    each = lesson("beyond-linear")
    left = left_pairs(TrueGraph.of(each.truth()), each.search(), each.tau())
    assert stop_sentence(left, each.tau(), each.names) == (
        "Stopped here, though Dose and Effect depend given Report (score 0.0191, at most τ 0.0357)."
    )


def test_stops_of_all_kinds():
    def left(phase, claim, holds, score):
        verdict = StepVerdict(claim, holds, phase is Phase.FORWARD)
        return LeftPair(phase, claim.x, claim.y, verdict, score)

    wrong = left(Phase.BACKWARD, StepClaim(0, 1, (), True), False, 0.2)
    right = left(Phase.BACKWARD, StepClaim(0, 1, (3,), True), True, 0.2)
    barred = LeftPair(Phase.FORWARD, 0, 1, None, None)
    assert stop_sentence([wrong, right], 0.1, NAMES) == (
        "Sun and Water stay joined, though they are independent given nothing (score 0.2, above "
        "τ 0.1). 1 more pair that the true graph parts is joined."
    )
    assert stop_sentence([right], 0.1, NAMES) == (
        "Sun and Water stay joined, though the true graph parts them: given Growth they depend "
        "there, too (score 0.2, above τ 0.1)."
    )
    assert stop_sentence([barred, barred, barred], 0.1, NAMES) == (
        "No operator was left that may join Sun and Water, as the true graph does. 2 more pairs "
        "that the true graph joins are apart."
    )


@pytest.mark.parametrize(
    ("truths", "text"),
    [
        ((), ""),
        ((SAME,), "The true class has it, too."),
        ((SAME, SAME), "The true class has all 2."),
        ((TURNED,), "Growth → Sun contradicts the true class, which has Sun → Growth."),
        ((UNDIRECTED,), "Growth → Sun is undirected in the true class."),
        ((NO_EDGE,), "Growth → Sun is no edge of the true class."),
        ((TURNED, SAME), "1 of 2 is in the true class; Growth → Sun contradicts it."),
        (
            (NO_EDGE, TURNED, TURNED, UNDIRECTED),
            "0 of 4 are in the true class; Growth → Water and 1 more contradict it; Soil → Growth "
            "is undirected there; Growth → Sun is no edge there.",
        ),
    ],
)
def test_arrows(truths, text):
    pairs = ((3, 0), (3, 1), (3, 2), (2, 3))
    verdicts = [ArrowVerdict(*pair, truth) for pair, truth in zip(pairs, truths, strict=False)]
    assert arrows_sentence(verdicts, NAMES) == text


def test_a_detour_has_the_reason_that_is_true():
    found = Separation(1, (), 0.0001)
    text = detour_sentence(found, all_kept=True, tau=0.03, names=NAMES)
    assert text == (
        "Given nothing they are independent, and step 1 scored that 0.0001, at most τ 0.03: the "
        "edge makes up for what is wrong elsewhere, and may go again."
    )
    text = detour_sentence(Separation(1, (2,), 0.05), all_kept=True, tau=0.03, names=NAMES)
    assert text.startswith("Given Soil they are independent, and step 1 scored that 0.05, above")
    assert text.endswith("an error of the estimate that no step was taken on.")
    assert detour_sentence(None, all_kept=True, tau=0.03, names=NAMES) == (
        "The search asked before a set that separates them was at hand."
    )
    # Where operators were not kept, nobody knows what was at hand.
    assert "at hand" not in detour_sentence(None, all_kept=False, tau=0.03, names=NAMES)


def test_the_longest_ones_are_still_short():
    names = [f"V{k}" for k in range(20)]
    many = tuple(range(2, 14))
    verdicts = [
        ArrowVerdict(0, k, truth)
        for k, truth in enumerate([SAME, *[TURNED] * 3, *[UNDIRECTED] * 3, *[NO_EDGE] * 3], 1)
    ]
    texts = [
        arrows_sentence(verdicts, names),
        detour_sentence(Separation(10, many, 0.001), all_kept=True, tau=0.1, names=names),
        detour_sentence(Separation(10, many, 0.9), all_kept=True, tau=0.1, names=names),
    ]
    for phase in Phase:
        for holds in (True, False):
            claim = StepClaim(0, 1, many, phase is Phase.BACKWARD)
            pair = LeftPair(phase, 0, 1, StepVerdict(claim, holds, False), 0.123456)
            texts.append(stop_sentence([pair] * 12, 0.1, names))
    for text in texts:
        assert 8 < len(text.split()) < 40, text
    assert np.mean([len(text.split()) for text in texts]) > 25
