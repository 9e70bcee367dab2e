"""The figures of a graph beside the truth, with those that chance and nothing reach."""

from __future__ import annotations

import pandas as pd

from gesncd.graphs import Agreement
from gesncd.judge.chance import RandomFigures, Spread
from gesncd.judge.figures import ENTRIES, KINDS, Figures

NAMES = {
    "SHD": "Structural Hamming distance: pairs of variables whose edge differs. 0 is best.",
    "Skeleton": "Whether the right pairs are joined, whatever the direction.",
    "Direction": "Whether arrows point the right way, among the pairs that both graphs join.",
    "F1": "Skeleton and direction in one figure, as in the paper on this method. " + ENTRIES,
    "Direction lost, invented": "Lost: the truth has an arrow, the run a line without direction. "
    "Invented: the run has an arrow where no data could tell the direction.",
    "Precision": "The share of what was found that is right.",
    "Recall": "The share of what is right that was found.",
    "Skeleton F1, Direction F1": "The harmonic mean of the precision and the recall below it: 1 "
    "is best.",
    "SID": "Structural intervention distance: pairs for which the graph would predict the effect "
    "of an intervention wrongly. A class of graphs has a best and a worst member. 0 is best.",
}
"""What each figure means, in one sentence."""
TRUTH_BY_FOUND = "Truth / found"
"""Corner of the confusion matrix."""
_NOTHING = "–"
_KIND_NAMES = ("→", "←", "—", "none")


def figure_frame(
    run: Figures,
    alone: Figures,
    chance: RandomFigures,
    *,
    oriented: bool,
    alone_oriented: bool = False,
    stated: bool = False,
) -> pd.DataFrame:
    """One row a figure; as text, a dash where there is none.

    Parameters
    ----------
    run, alone, chance
        Figures of the run, of the graph that what was stated makes alone, and of random graphs.
    oriented, alone_oriented
        Whether any pair that the run, or the graph alone, joins as the truth does has an arrow
        in one of the two. Where none has, there is no direction to be right or wrong about.
    stated
        Whether any edge was stated; the graph alone is empty where none was.
    """
    without = "Stated alone" if stated else "Empty"
    run_ways = run.orientation if oriented else None
    alone_ways = alone.orientation if alone_oriented else None
    rows = [
        ("SHD", str(run.shd), str(alone.shd), _whole(chance.shd)),
        *_three("F1", run.entries, alone.entries, chance.f1),
        *_three("Skeleton F1", run.skeleton, alone.skeleton, chance.skeleton_f1),
        *_three("Direction F1", run_ways, alone_ways, chance.orientation_f1),
    ]
    if run.sid is not None:
        for k, word in enumerate(("best", "worst")):
            spread = chance.sid_best if k == 0 else chance.sid_worst
            rows.append(
                (
                    f"SID, {word}",
                    str(run.sid[k]),
                    _NOTHING if alone.sid is None else str(alone.sid[k]),
                    _NOTHING if spread is None else _whole(spread),
                )
            )
    return pd.DataFrame(rows, columns=["Figure", "Run", without, "Random"])


def _three(
    what: str, run: Agreement | None, alone: Agreement | None, f1: Spread | None
) -> list[tuple[str, str, str, str]]:
    rows = []
    for label, name in ((what, "f1"), ("· precision", "precision"), ("· recall", "recall")):
        values = [_NOTHING if a is None else _share(getattr(a, name)) for a in (run, alone)]
        rows.append((label, *values, _spread(f1) if f1 and name == "f1" else _NOTHING))
    return rows


def confusion_frame(counts: tuple[tuple[int, ...], ...]) -> pd.DataFrame:
    """Pairs by their true edge (rows) and the edge found (columns)."""
    assert len(KINDS) == len(_KIND_NAMES)
    frame = pd.DataFrame([list(row) for row in counts], columns=list(_KIND_NAMES))
    frame.insert(0, TRUTH_BY_FOUND, list(_KIND_NAMES))
    return frame


def chance_text(chance: RandomFigures) -> str:
    """What the column of random graphs is."""
    return (
        f"Random: mean ± standard deviation over {chance.n_draws} random graphs with as many "
        f"edges as this one, {chance.n_edges}{_without_direction(chance)}. A figure that is no "
        "better than these two columns says nothing in favour of the graph."
    )


def _without_direction(chance: RandomFigures) -> str:
    """What is said where some of the random graphs have no direction to judge."""
    if chance.n_oriented == chance.n_draws:
        return ""
    if chance.orientation_f1 is None:
        return "; too few of them have a direction to judge"
    return f"; for Direction F1, over the {chance.n_oriented} that have a direction to judge"


def told_nothing_text(*, stated: bool) -> str:
    """What the columns beside a run with knowledge know of it."""
    if stated:
        return "Stated alone is the graph of what was stated; Random was told none of it."
    return "Empty and Random were told none of it."


STATED_MEANING = (
    "What was stated beforehand counts in every figure of the run, though the search did not find "
    "it: edges and pairs apart that are stated, directions that knowledge sets, and those that "
    "follow from it. Compare a figure with what the statements reach alone, which is the empty "
    "graph where they join no pair. Random graphs were told nothing."
)
"""What statements do to the figures."""


def _share(value: float) -> str:
    return f"{value:.2f}"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.2f} ± {spread.sd:.2f}"


def _whole(spread: Spread) -> str:
    return f"{spread.mean:.0f} ± {spread.sd:.0f}"
