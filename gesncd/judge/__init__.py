"""Is this graph right: truths, figures, comparisons, implied independences, effects."""

from gesncd.judge.binomial import CAVEAT, ExcessStatement, excess
from gesncd.judge.chance import (
    DRAWS,
    RandomFigures,
    Spread,
    empty_figures,
    random_class,
    random_figures,
)
from gesncd.judge.difference import (
    PairDifference,
    PairVerdict,
    difference,
    verdict_counts,
    verdict_of,
)
from gesncd.judge.dowhy_code import DataFile, dowhy_code
from gesncd.judge.effects import (
    MAX_NEIGHBORS,
    Effect,
    Identification,
    PossibleParents,
    effect_of,
    optimal_adjustment,
    possible_parent_sets,
)
from gesncd.judge.figures import KINDS, NO_DAG, Figures, confusion, figures
from gesncd.judge.known_truth import contradictions, under_knowledge
from gesncd.judge.many import (
    MOST_RUNS,
    Comparison,
    Disagreement,
    PairShares,
    RunScores,
    compare_runs,
    disagreements,
    scores_of_events,
)
from gesncd.judge.markov import (
    Implied,
    Independence,
    MarkovReport,
    Tested,
    check_independences,
    d_separated,
    implied_independences,
)
from gesncd.judge.named_graph import NamedGraph
from gesncd.judge.stated import Stated, stated_of, stated_text
from gesncd.judge.truth import (
    Truth,
    match_truth,
    read_truth,
    truth_of_graph,
)
from gesncd.judge.truth_error import TruthError
from gesncd.judge.truth_files import MAX_BYTES, read_named_graph

__all__ = [
    "CAVEAT",
    "DRAWS",
    "KINDS",
    "MAX_BYTES",
    "MAX_NEIGHBORS",
    "MOST_RUNS",
    "NO_DAG",
    "Comparison",
    "DataFile",
    "Disagreement",
    "Effect",
    "ExcessStatement",
    "Figures",
    "Identification",
    "Implied",
    "Independence",
    "MarkovReport",
    "NamedGraph",
    "PairDifference",
    "PairShares",
    "PairVerdict",
    "PossibleParents",
    "RandomFigures",
    "RunScores",
    "Spread",
    "Stated",
    "Tested",
    "Truth",
    "TruthError",
    "check_independences",
    "compare_runs",
    "confusion",
    "contradictions",
    "d_separated",
    "difference",
    "disagreements",
    "dowhy_code",
    "effect_of",
    "empty_figures",
    "excess",
    "figures",
    "implied_independences",
    "match_truth",
    "optimal_adjustment",
    "possible_parent_sets",
    "random_class",
    "random_figures",
    "read_named_graph",
    "read_truth",
    "scores_of_events",
    "stated_of",
    "stated_text",
    "truth_of_graph",
    "under_knowledge",
    "verdict_counts",
    "verdict_of",
]
