from gesncd.graphs import PDAG, EdgeKind
from gesncd.lessons import lesson
from gesncd.search import Cause, MarkChange, Reason, Step
from gesncd.search.claims import TrueGraph, claim_of
from gesncd.search.mark_claims import ArrowTruth, ArrowVerdict, arrow_verdicts

TRUTH = PDAG.from_edges(5, directed=[(0, 1), (2, 1)], undirected=[(2, 3)])


def change(i, j, after):
    return MarkChange(i, j, EdgeKind.UNDIRECTED, after, Reason(Cause.MEEK, 1))


def test_each_arrow_is_held_against_what_the_truth_has_there():
    changes = (
        change(0, 1, EdgeKind.FORWARD),
        change(1, 2, EdgeKind.FORWARD),
        change(2, 3, EdgeKind.BACKWARD),
        change(3, 4, EdgeKind.FORWARD),
        change(0, 3, EdgeKind.UNDIRECTED),
        change(0, 2, EdgeKind.NONE),
    )
    assert arrow_verdicts(TRUTH, changes) == (
        ArrowVerdict(0, 1, ArrowTruth.SAME),
        ArrowVerdict(1, 2, ArrowTruth.TURNED),
        ArrowVerdict(3, 2, ArrowTruth.UNDIRECTED),
        ArrowVerdict(3, 4, ArrowTruth.NO_EDGE),
    )


def test_of_an_edge_the_last_change_counts():
    changes = (change(0, 1, EdgeKind.BACKWARD), change(0, 1, EdgeKind.FORWARD))
    assert arrow_verdicts(TRUTH, changes) == (ArrowVerdict(0, 1, ArrowTruth.SAME),)
    undone = (*changes, change(0, 1, EdgeKind.UNDIRECTED))
    assert arrow_verdicts(TRUTH, undone) == ()


def test_a_true_claim_may_bring_a_false_arrow():
    """The lesson's step 3: Growth → Sun by Meek's rule 1, while sun makes growth."""
    each = lesson("backward-phase")
    truth = TrueGraph.of(each.truth())
    steps = [event for event in each.search() if isinstance(event, Step)]
    assert truth.judge(claim_of(steps[2])).holds
    assert arrow_verdicts(truth.cpdag, steps[2].changes) == (
        ArrowVerdict(1, 3, ArrowTruth.SAME),
        ArrowVerdict(2, 3, ArrowTruth.SAME),
        ArrowVerdict(3, 0, ArrowTruth.TURNED),
    )
