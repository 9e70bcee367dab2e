"""One step is told in four places, and all of them write it alike."""

from dataclasses import replace

from components.sentences import step_sentence as on_a_page
from gesncd.cli.sentences import step_sentence as in_a_terminal
from gesncd.graphs import PDAG, EdgeKind, Insert
from gesncd.search import Candidate, Cause, MarkChange, Phase, Reason, Started, Step, explain_pair
from gesncd.search.step_sentences import winner_sentence
from gesncd.search.why_sentences import sentences
from gesncd.search.words import runner_up_sentence

NAMES = tuple("ABCDEFGHI")
EDGE = MarkChange(0, 1, EdgeKind.NONE, EdgeKind.UNDIRECTED, Reason(Cause.OPERATOR))
STEP = Step(
    index=1,
    phase=Phase.FORWARD,
    operator=Insert(0, 1),
    score=0.98342,
    conditioning=(2, 3, 4, 5, 6, 7, 8),
    candidates=(Candidate(Insert(0, 1), (2, 3, 4, 5, 6, 7, 8), 0.98342),),
    n_candidates=3,
    runner_up=Candidate(Insert(1, 2), (0,), 0.012345),
    pair_scores=(),
    cpdag=PDAG.from_edges(9, undirected=[(0, 1)]),
    changes=(EDGE,),
)


def accounts(step):
    """The four accounts of a step."""
    started = Started(9, 0.0127, "key", PDAG.empty(9))
    return [
        on_a_page(step, NAMES),
        in_a_terminal(step, 0.0127, NAMES),
        f"{winner_sentence(step, 0.0127, NAMES)} {runner_up_sentence(step, NAMES)}",
        " ".join(sentences(explain_pair([started, step], 0, 1), NAMES)),
    ]


def test_all_accounts_of_a_step_write_its_score_and_its_set_alike():
    for text in accounts(STEP):
        assert "0.983" in text, text
        assert "0.9834" not in text, text
        assert "given C, D, E, F, G and 2 others" in text, text


def test_all_accounts_write_a_score_below_zero_and_a_runner_up_alike():
    told = "The runner-up was B and C given A, with a score of 0.0123."
    assert [told in text for text in accounts(STEP)] == [True, False, True, True]
    alone = replace(STEP, runner_up=None, score=-0.00521)
    none = "No other valid operator would have led to a different graph."
    assert [none in text for text in accounts(alone)] == [True, False, True, True]
    for text in accounts(alone):
        assert "-0.00521 (none, within noise)" in text, text
