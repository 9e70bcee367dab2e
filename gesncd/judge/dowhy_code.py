"""Python code that goes on in ``dowhy`` where this package stops: with estimates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.graphs import PDAG
from gesncd.judge.effects import Effect, Identification

MOST_GRAPHS = 20
"""Graphs that one script lists at most, one for each possible set of parents."""
_UNTREATED = frozenset(
    ("baseline", "control", "controls", "ctrl", "kontrolle", "none", "placebo", "reference", "sham")
)


@dataclass(frozen=True, slots=True)
class DataFile:
    """The file that a script reads.

    Parameters
    ----------
    name
        The file's.
    columns
        Names of the columns of each variable; None where each has one, under its own name.
    about
        Lines on what the file is.
    is_renamed
        Whether a reader gets other names from its header than those of the columns.
    one_hot
        Nodes whose columns are 0/1, one for each category, with exactly one 1 in a row.
    """

    name: str = "data.csv"
    columns: tuple[tuple[str, ...], ...] | None = None
    about: tuple[str, ...] = ()
    is_renamed: bool = False
    one_hot: frozenset[int] = frozenset()


def dowhy_code(effect: Effect, names: Sequence[str], file: DataFile = DataFile()) -> str:
    """A script that estimates an effect with ``dowhy``.

    Where the effect is identified it uses one DAG of the class and says which adjustment
    set to expect. Where it is not, it estimates once for each possible set of parents of
    the cause, and the estimates together are the possible effects (IDA). One of a
    variable's categories is left out, because their 0/1 columns sum to 1: one that says
    that nothing was done, such as "control", else the first. Where the cause
    has categories, each other one is estimated against it. An outcome of several columns is
    estimated column by column.

    Parameters
    ----------
    effect
        What :func:`~gesncd.judge.effects.effect_of` found.
    names
        Names of the variables.
    file
        The data, as the script should read them.
    """
    whole = file.columns or tuple((name,) for name in names)
    treatment, outcome = names[effect.cause], names[effect.effect]
    if effect.identification is Identification.NONE:
        return (
            f"# No graph of the class has a directed path from {_comment(treatment)} to "
            f"{_comment(outcome)}:\n# the effect is zero, and there is nothing to estimate.\n"
        )
    sets = effect.parent_sets
    if effect.identified:
        sets = sets[:1]
    shown = [each for each in sets if not each.effect_is_parent][:MOST_GRAPHS]
    lines = [
        "import networkx as nx",
        "import pandas as pd",
        "from dowhy import CausalModel",
        "",
        *(f"# {_comment(line)}" for line in file.about),
        f"data = pd.read_csv({file.name!r})",
    ]
    if file.is_renamed:
        lines.append(f"data.columns = {[name for part in whole for name in part]!r}")
    # An outcome is estimated column by column, so none of its own is left out.
    references = {k: _reference(whole[k]) for k in sorted(file.one_hot - {effect.effect})}
    columns = [
        tuple(name for name in part if name != references.get(k)) for k, part in enumerate(whole)
    ]
    reference = references.get(effect.cause)
    outcomes = columns[effect.effect]
    lines += [
        *_left_out(list(references.values())),
        *_ends(columns[effect.cause], outcomes, reference),
        "",
    ]
    if effect.adjustment is not None:
        lines += [
            *_adjustment_remark(effect),
            f"adjustment = {[c for node in effect.adjustment for c in columns[node]]!r}",
            "",
        ]
    else:
        lines += [
            "# The class does not identify the effect. One graph for each possible set of",
            "# parents of the treatment; the estimates together are the possible effects.",
        ]
        if any(each.effect_is_parent for each in sets):
            lines.append(
                "# In other graphs the outcome causes the treatment: there the effect is 0."
            )
        if len(shown) < sum(not each.effect_is_parent for each in sets) or effect.too_many:
            lines.append(f"# Only {len(shown)} of the possible sets are listed here.")
    lines.append("graphs = [")
    lines += [f"    {_arrows(each.member, columns)!r}," for each in shown]
    lines += [
        "]",
        "",
        *_loop(by_category=reference is not None, by_outcome=len(outcomes) > 1),
    ]
    return "\n".join(lines) + "\n"


def _reference(columns: Sequence[str]) -> str:
    """The column of the category that others are best held against."""
    told = (name for name in columns if name.rpartition("=")[2].strip().casefold() in _UNTREATED)
    return next(told, columns[0])


def _left_out(references: Sequence[str]) -> list[str]:
    """The line that drops the reference of each variable of categories."""
    if not references:
        return []
    return [
        "# The 0/1 columns of a variable's categories sum to 1. One is the reference and is left",
        "# out:",
        *(f"# {_comment(name)}" for name in references),
        f"data = data.drop(columns={list(references)!r})",
    ]


def _ends(cause: Sequence[str], effect: Sequence[str], reference: str | None) -> list[str]:
    """The lines that name treatment and outcome, with what to know where they span columns."""
    lines = []
    treatment = cause[0] if len(cause) == 1 and reference is None else list(cause)
    if reference is not None:
        lines.append(f"reference = {reference!r}")
    elif len(cause) > 1:
        lines += [
            "# The treatment spans several columns. Of 0/1 columns of categories leave one out:",
            "# the others then say the difference to that category.",
        ]
    if len(effect) == 1:
        return [*lines, f"treatment, outcome = {treatment!r}, {effect[0]!r}"]
    return [
        *lines,
        "# The outcome spans several columns, and dowhy takes one at a time.",
        f"treatment, outcomes = {treatment!r}, {list(effect)!r}",
    ]


def _adjustment_remark(effect: Effect) -> list[str]:
    """What the adjustment is good for, and that dowhy may take another one."""
    if not effect.adjustment:
        return ["# No adjustment is needed in any graph of the class."]
    own = "# dowhy chooses a set of its own below, which may be another valid one."
    if effect.empty_is_valid:
        return [
            "# No adjustment is needed in any graph of the class; adjusting for these makes a",
            "# linear estimate more precise.",
            own,
        ]
    return [
        "# Valid in every graph of the class, with the least variance for linear models.",
        own,
    ]


def _loop(*, by_category: bool, by_outcome: bool) -> list[str]:
    """The estimates: for each graph, each category but the reference, and each outcome."""
    heads = ["for arrows in graphs:"]
    body = []
    rows, treatment, told = "data", "treatment", ""
    if by_category:
        heads.append("for column in treatment:")
        body += [
            "# Only rows of this category and of the reference.",
            "others = [each for each in treatment if each != column]",
            "rows = data[(data[others] == 0).all(axis=1)].drop(columns=others)",
        ]
        rows, treatment, told = "rows", "column", " of {column} against {reference}"
    if by_outcome:
        heads.append("for outcome in outcomes:")
        body.append(f"rows = {rows}.drop(columns=[each for each in outcomes if each != outcome])")
        rows, told = "rows", f"{told} on {{outcome}}"
    chosen = ".subgraph(rows.columns).copy()" if rows == "rows" else ""
    body += [
        f"graph = nx.DiGraph(arrows){chosen}",
        f"graph.add_nodes_from({rows}.columns)",
        f"model = CausalModel({rows}, treatment={treatment}, outcome=outcome, graph=graph)",
        "estimand = model.identify_effect(proceed_when_unidentifiable=True)",
        "estimate = model.estimate_effect(",
        '    estimand, method_name="backdoor.linear_regression"',
        ")",
        "print(estimand)",
        f'print({"f" if told else ""}"effect{told}:", estimate.value)',
    ]
    lines = [f"{'    ' * depth}{head}" for depth, head in enumerate(heads)]
    return lines + [f"{'    ' * len(heads)}{line}" for line in body]


def _arrows(dag: PDAG, columns: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    return [
        (source, target)
        for edge in dag.edges()
        for source in columns[edge.source]
        for target in columns[edge.target]
    ]


def _comment(name: str) -> str:
    """A name that cannot end the comment it stands in."""
    return "".join(c if c.isprintable() else " " for c in name)
