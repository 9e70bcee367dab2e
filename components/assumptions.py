"""What a result takes for granted, and how many false edges to expect."""

from __future__ import annotations

from components.text import count, number

ASSUMPTIONS = (
    (
        "No hidden common cause",
        "none acts on two of the variables; one can show as a false edge or arrow.",
    ),
    (
        "Independent rows",
        "each is a draw of its own, and none was left out for what it holds; time series, repeated "
        "subjects, batches and selection break this.",
    ),
    ("No loops", "nothing causes itself through others."),
    (
        "Faithfulness",
        "no dependence is hidden; effects along two paths that cancel exactly would hide one.",
    ),
)
"""Each assumption, with what breaks it."""

READING = (
    "An arrow A → B says that A is a direct cause of B among these variables: every graph that "
    "explains the data equally well, and agrees with what was known where that was stated, has it "
    "so, if the assumptions hold.",
    "An undirected edge A — B says that the two depend on each other directly, and that the data "
    "allow either direction: graphs with it turned either way explain them equally well.",
    "No edge says that, given some set of other variables, the measure found nothing above τ "
    "between the two; a weak dependence can have been missed.",
)


COVERS = (
    "This counts chance on unrelated pairs, each judged on its own, and nothing else: not edges "
    "that are missing, not edges that are there because an earlier decision or its conditioning "
    "set was wrong, and not directions. The number of wrong edges can be far larger."
)
"""What the expected number of false edges is about, and what it is not."""


def false_edges_text(
    n_variables: int,
    alpha: float,
    n_queries: int | None = None,
    *,
    n_settled: int = 0,
    by_hand: bool = False,
) -> str:
    """How many false edges chance alone adds at the automatic threshold, and what that covers.

    Parameters
    ----------
    n_variables, alpha, n_queries
        Of the search; the queries only where its threshold was the automatic one.
    n_settled
        Pairs that background knowledge joins or keeps apart: chance adds no edge there.
    by_hand
        Whether the threshold was chosen, so that this is not about it.
    """
    pairs = n_variables * (n_variables - 1) // 2 - n_settled
    left_open = " that background knowledge leaves open," if n_settled else ""
    begin = "τ was chosen by hand, so no level belongs to it. " if by_hand else ""
    text = (
        f"{begin}At the automatic τ, of level α {alpha:g} a query, chance alone is expected to add "
        f"about {number(alpha * pairs)} false edges over {count(pairs, 'pair')}{left_open} asked "
        "once each, if no two variables were related"
    )
    if n_queries is None:
        return f"{text}; a search asks more often, and only some pairs are unrelated. {COVERS}"
    return (
        f"{text}, and at most about {number(alpha * n_queries)} over the "
        f"{count(n_queries, 'distinct query', 'distinct queries')} of this search. {COVERS}"
    )
