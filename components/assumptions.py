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
        "each is a draw of its own; time series, repeated subjects and batches break this.",
    ),
    ("No loops", "nothing causes itself through others."),
    ("Faithfulness", "effects along two paths do not cancel exactly."),
)
"""Each assumption, with what breaks it."""

READING = (
    "An arrow A → B says that changing A changes B, not the other way round.",
    "A plain line A — B says that the two depend on each other directly, and that the data "
    "allow either direction: graphs with the line turned either way explain them equally well.",
    "No edge says that some set of other variables explains the pair's dependence away, as far "
    "as the measure sees.",
)


def false_edges_text(n_variables: int, alpha: float, n_queries: int | None = None) -> str:
    """How many false edges chance alone adds at the automatic threshold."""
    pairs = n_variables * (n_variables - 1) // 2
    text = (
        f"At the automatic τ, of level α {alpha:g} a query, chance alone is expected to add about "
        f"{number(alpha * pairs)} false edges over {count(pairs, 'pair')} asked once each"
    )
    if n_queries is None:
        return text + "; a search asks more often, so take this as the least."
    return (
        text + f", and at most about {number(alpha * n_queries)} over the "
        f"{count(n_queries, 'distinct query', 'distinct queries')} of this search."
    )
