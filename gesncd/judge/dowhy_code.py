"""Python code that goes on in ``dowhy`` where this package stops: with estimates."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.graphs import PDAG
from gesncd.judge.effects import Effect, Identification

MOST_GRAPHS = 20
"""Graphs that one script lists at most, one for each possible set of parents."""


def dowhy_code(effect: Effect, names: Sequence[str], *, file: str = "data.csv") -> str:
    """A script that estimates an effect with ``dowhy``.

    Where the effect is identified it uses one DAG of the class and says which adjustment
    set to expect. Where it is not, it estimates once for each possible set of parents of
    the cause, and the estimates together are the possible effects (IDA).

    Parameters
    ----------
    effect
        What :func:`~gesncd.judge.effects.effect_of` found.
    names
        Names of the variables, which are the columns of the file.
    file
        The data, as the script should read them.
    """
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
        f"data = pd.read_csv({file!r})",
        f"treatment, outcome = {treatment!r}, {outcome!r}",
        "",
    ]
    if effect.adjustment is not None:
        lines += [
            "# Valid in every graph of the class, with the least variance for linear models.",
            "# dowhy chooses a set of its own below, which may be another valid one.",
            f"adjustment = {[names[node] for node in effect.adjustment]!r}",
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
    lines += [f"    {_arrows(each.member, names)!r}," for each in shown]
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


def _arrows(dag: PDAG, names: Sequence[str]) -> list[tuple[str, str]]:
    return [(names[edge.source], names[edge.target]) for edge in dag.edges()]


def _comment(name: str) -> str:
    """A name that cannot end the comment it stands in."""
    return "".join(c if c.isprintable() else " " for c in name)
