"""Python code that goes on in ``dowhy`` where this package stops: with estimates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.graphs import PDAG
from gesncd.judge.effects import Effect, Identification

MOST_GRAPHS = 20
"""Graphs that one script lists at most, one for each possible set of parents."""


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
    """

    name: str = "data.csv"
    columns: tuple[tuple[str, ...], ...] | None = None
    about: tuple[str, ...] = ()
    is_renamed: bool = False


def dowhy_code(effect: Effect, names: Sequence[str], file: DataFile = DataFile()) -> str:
    """A script that estimates an effect with ``dowhy``.

    Where the effect is identified it uses one DAG of the class and says which adjustment
    set to expect. Where it is not, it estimates once for each possible set of parents of
    the cause, and the estimates together are the possible effects (IDA).

    Parameters
    ----------
    effect
        What :func:`~gesncd.judge.effects.effect_of` found.
    names
        Names of the variables.
    file
        The data, as the script should read them.
    """
    columns = file.columns or tuple((name,) for name in names)
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
        lines.append(f"data.columns = {[name for part in columns for name in part]!r}")
    lines += [*_ends(columns[effect.cause], columns[effect.effect]), ""]
    if effect.adjustment is not None:
        lines += [
            "# Valid in every graph of the class, with the least variance for linear models.",
            "# dowhy chooses a set of its own below, which may be another valid one.",
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
        "for arrows in graphs:",
        "    graph = nx.DiGraph(arrows)",
        "    graph.add_nodes_from(data.columns)",
        "    model = CausalModel(data, treatment=treatment, outcome=outcome, graph=graph)",
        "    estimand = model.identify_effect(proceed_when_unidentifiable=True)",
        "    estimate = model.estimate_effect(",
        '        estimand, method_name="backdoor.linear_regression"',
        "    )",
        "    print(estimand)",
        '    print("effect:", estimate.value)',
    ]
    return "\n".join(lines) + "\n"


def _ends(cause: Sequence[str], effect: Sequence[str]) -> list[str]:
    """The line that names treatment and outcome, with what to know where they span columns."""
    lines = []
    if len(cause) > 1:
        lines += [
            "# The treatment spans several columns. Of 0/1 columns of categories leave one out:",
            "# the others then say the difference to that category.",
        ]
    if len(effect) > 1:
        lines += [
            "# The outcome spans several columns, and dowhy takes one at a time. The others:",
            f"# {_comment(', '.join(effect[1:]))}",
        ]
    treatment = cause[0] if len(cause) == 1 else list(cause)
    return [*lines, f"treatment, outcome = {treatment!r}, {effect[0]!r}"]


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
