"""What a call from Python is told where variables give each other exactly."""

from __future__ import annotations

from gesncd.data.checks.linear import columns_between, dependent_sets
from gesncd.data.dataset import Dataset
from gesncd.words import names_listed

_MOST_NAMED = 8


def exact_relations(dataset: Dataset) -> tuple[str, ...]:
    """Sentences on variables that others give exactly, which a table in a file is refused for.

    A data set may be meant to hold them, as where the error was accepted as a warning; so
    this says it and refuses nothing.

    Parameters
    ----------
    dataset
        Complete data. Columns that others of the same variable give do no harm.

    Returns
    -------
    One sentence a set of such variables, at most
    :data:`~gesncd.data.checks.linear.MOST_SETS`.
    """
    columns = columns_between(dataset.values, dataset.variables)
    if not columns:
        return ()
    owner = {j: variable.name for variable in dataset.variables for j in variable.columns}
    sets = dependent_sets(dataset.values, columns)
    named = [dict.fromkeys(owner[j] for j in sorted((column, *others))) for column, others in sets]
    return tuple(dict.fromkeys(_sentence([*names]) for names in named))


def _sentence(names: list[str]) -> str:
    named = names_listed(names, _MOST_NAMED)
    if len(names) == 2:
        return (
            f"{named} are the same but for unit and zero point: each is known from the other, so "
            "no graph can tell them apart. Leave one out."
        )
    return (
        f"{named} depend on each other exactly: each is a sum of multiples of the others, as a "
        "total is of its parts, and edges among them say nothing of causes. Leave one out."
    )
