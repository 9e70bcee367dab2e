"""A true graph from a file, matched to the variables of a run by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gesncd.graphs import PDAG, complete, consistent_extension
from gesncd.judge.acyclic import directed_cycle
from gesncd.judge.named_graph import NamedGraph
from gesncd.judge.truth_error import TruthError
from gesncd.judge.truth_files import read_named_graph
from gesncd.judge.truth_names import doubt_sentences, doubtful_names, misspelt_sentence
from gesncd.words import listed, names_listed, plural, quoted


@dataclass(frozen=True, slots=True)
class Truth:
    """What is taken for true about a run's variables.

    Parameters
    ----------
    names
        The run's variables, in node order; so are all graphs here.
    graph
        What an estimated class is compared with: the true class, oriented further by
        the run's knowledge where :func:`gesncd.judge.under_knowledge` was used.
    cpdag
        The true equivalence class.
    dag
        The true DAG; None where only its class is known, and then there is no SID.
    notes
        Sentences for people about what was assumed or left out while matching.
    doubts
        Questions for people: names that may be misspelt, so that edges are missing.
    unmentioned
        Variables that the truth does not name, and that are taken to have no edges.
    """

    names: tuple[str, ...]
    graph: PDAG
    cpdag: PDAG
    dag: PDAG | None
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    unmentioned: tuple[str, ...] = ()


def read_truth(content: bytes, variables: Sequence[str], *, name: str) -> Truth:
    """Read a truth in any format and match it to the variables of a run.

    Parameters
    ----------
    content
        The bytes of a file: CSV adjacency matrix, CSV edge list, DOT or DAGitty,
        GraphML, told apart by their content.
    variables
        The run's variables, in node order.
    name
        Name of the file, for messages.

    Raises
    ------
    TruthError
        If the file is not understood, its names don't fit, or its graph can be no
        truth: a directed cycle, or marks that no DAG has.
    """
    return match_truth(read_named_graph(content, name=name), variables, name=name)


def match_truth(named: NamedGraph, variables: Sequence[str], *, name: str) -> Truth:
    """Match a graph to the variables of a run by name; see :func:`read_truth`.

    A variable that an edge list or DOT file does not name has no edges. A node that the
    data lack is taken out where that changes nothing among the others: it causes at
    most one node, to which its own causes are then joined. Where its name is close to a
    variable's, the truth has a doubt.

    Parameters
    ----------
    named
        The graph as it was read.
    variables
        Names of the run's variables, in node order.
    name
        What messages call the graph.
    """
    _refuse_missing(named, variables, name)
    names, graph, notes = _without_extra(named, variables, name)
    node = {n: i for i, n in enumerate(names)}
    unnamed = [v for v in variables if v not in node]
    if unnamed:
        notes += (
            f"{name} does not mention {names_listed(unnamed)}; "
            f"{'it has' if len(unnamed) == 1 else 'they have'} no edges in the truth.",
        )
    place = {n: i for i, n in enumerate(variables)}
    moved = PDAG.from_edges(
        len(variables),
        directed=[
            (place[names[e.source]], place[names[e.target]]) for e in graph.edges() if e.directed
        ],
        undirected=[
            (place[names[e.source]], place[names[e.target]])
            for e in graph.edges()
            if not e.directed
        ],
    )
    truth = truth_of_graph(moved, variables, name=name)
    strangers = tuple(n for n in named.names if n not in place)
    doubts = doubtful_names(strangers, tuple(variables), frozenset(unnamed))
    return replace(
        truth,
        notes=(*named.notes, *notes, *truth.notes),
        doubts=doubt_sentences(doubts, name),
        unmentioned=tuple(unnamed),
    )


def truth_of_graph(graph: PDAG, variables: Sequence[str], *, name: str = "The truth") -> Truth:
    """A truth from a graph over the variables of a run, in node order.

    A DAG is the truth itself. Any other graph is completed to the class of the DAGs
    with its skeleton, its directed edges and its v-structures.

    Parameters
    ----------
    graph
        The graph.
    variables
        Names of its nodes, in node order.
    name
        What messages call it.

    Raises
    ------
    TruthError
        If the graph has a directed cycle, or no DAG has its marks.
    ValueError
        If there are not as many names as nodes.
    """
    if len(variables) != graph.n_nodes:
        raise ValueError(f"{len(variables)} names for {graph.n_nodes} nodes.")
    cycle = directed_cycle(graph)
    if cycle:
        around = " → ".join(quoted(variables[node]) for node in (*cycle, cycle[0]))
        raise TruthError(f"{name} has a directed cycle, {around}; a causal truth has none.")
    if graph.is_directed:
        cpdag = complete(graph)
        return Truth(tuple(variables), cpdag, cpdag, graph)
    if consistent_extension(graph) is None:
        raise TruthError(
            f"{name} has undirected edges that cannot all be directed without a cycle or a new "
            "v-structure, so no DAG fits it. Give a DAG, or the CPDAG of one."
        )
    cpdag = complete(graph)
    return Truth(tuple(variables), cpdag, cpdag, None, _completion_notes(graph, cpdag, variables))


def _refuse_missing(named: NamedGraph, variables: Sequence[str], name: str) -> None:
    known = set(named.names)
    absent = [v for v in variables if v not in known]
    strangers = [n for n in named.names if n not in set(variables)]
    if not strangers and not (absent and named.lists_all_nodes):
        return
    if not named.names:
        raise TruthError(f"{name} names no variable at all.")
    if len(absent) == len(variables):
        raise TruthError(
            f"{name} names none of the run's variables: it has {names_listed(strangers)}, the "
            f"data have {names_listed(list(variables))}. Is it a truth for other data?"
        )
    if misspelt := misspelt_sentence(strangers, absent, name):
        raise TruthError(misspelt)
    if absent and named.lists_all_nodes:
        raise TruthError(
            f"{name} lacks {names_listed(absent)}. Add "
            f"{'it' if len(absent) == 1 else 'them'}, without edges if there are none."
        )


def _without_extra(
    named: NamedGraph, variables: Sequence[str], name: str
) -> tuple[list[str], PDAG, tuple[str, ...]]:
    wanted = set(variables)
    extra = {i for i, n in enumerate(named.names) if n not in wanted}
    if not extra:
        return list(named.names), named.graph, ()
    children: dict[int, set[int]] = {i: set() for i in range(len(named.names))}
    parents: dict[int, set[int]] = {i: set() for i in range(len(named.names))}
    lines = [(e.source, e.target) for e in named.graph.edges() if not e.directed]
    for edge in named.graph.edges():
        if edge.directed:
            children[edge.source].add(edge.target)
            parents[edge.target].add(edge.source)
    on_line = {node for pair in lines for node in pair}
    if cycle := directed_cycle(named.graph):
        around = " → ".join(quoted(named.names[node]) for node in (*cycle, cycle[0]))
        raise TruthError(f"{name} has a directed cycle, {around}; a causal truth has none.")
    removable = True
    left = set(extra)
    while left and removable:
        removable = False
        for node in sorted(left):
            if len(children[node]) > 1 or node in on_line:
                continue
            # With one child, its causes act on that child through it, and nothing else does.
            if lines and children[node] and parents[node]:
                continue
            for child in children[node]:
                parents[child] = (parents[child] - {node}) | parents[node]
            for parent in parents[node]:
                children[parent] = (children[parent] - {node}) | children[node]
            left.discard(node)
            removable = True
    if left:
        raise TruthError(
            f"{name} has {names_listed([named.names[i] for i in sorted(left)])}, which the data "
            "lack and which cannot be left out: the truth over the measured variables alone "
            "would have hidden common causes, and no DAG can show those."
            + _asked([named.names[i] for i in sorted(left)], named, variables)
        )
    kept = [i for i in range(len(named.names)) if i not in extra]
    place = {node: k for k, node in enumerate(kept)}
    graph = PDAG.from_edges(
        len(kept),
        directed=[(place[a], place[b]) for a in kept for b in children[a]],
        undirected=[(place[a], place[b]) for a, b in lines],
    )
    gone = names_listed([named.names[i] for i in sorted(extra)])
    note = (
        f"{plural(len(extra), 'node')} of {name} that the data lack "
        f"{'was' if len(extra) == 1 else 'were'} left out: {gone}."
    )
    if any(named.graph.parents[i] and named.graph.children[i] for i in extra):
        note += " Where one stood between a cause and its effect, those are joined directly."
    return [named.names[i] for i in kept], graph, (note,)


def _asked(strangers: Sequence[str], named: NamedGraph, variables: Sequence[str]) -> str:
    """Which variables may be meant by names that the data lack, for the end of a message."""
    absent = frozenset(variables) - frozenset(named.names)
    doubts = doubtful_names(tuple(strangers), tuple(variables), absent)[:5]
    meant = [f"{quoted(variable)} by {quoted(stranger)}" for stranger, variable in doubts]
    return f" Did you mean {listed(meant, len(meant))}?" if meant else ""


def _completion_notes(graph: PDAG, cpdag: PDAG, variables: Sequence[str]) -> tuple[str, ...]:
    if graph == cpdag:
        return ()
    lost = [
        f"{quoted(variables[e.source])} → {quoted(variables[e.target])}"
        for e in graph.edges()
        if e.directed and cpdag.neighbors[e.target] >> e.source & 1
    ]
    gained = [
        f"{quoted(variables[e.source])} → {quoted(variables[e.target])}"
        for e in cpdag.edges()
        if e.directed and graph.neighbors[e.target] >> e.source & 1
    ]
    notes = []
    if lost:
        notes.append(
            f"The truth is compared as an equivalence class, in which {listed(lost[:5], len(lost))}"
            f" {'is' if len(lost) == 1 else 'are'} undirected."
        )
    if gained:
        notes.append(
            f"The truth was completed: {listed(gained[:5], len(gained))} "
            f"{'follows' if len(gained) == 1 else 'follow'} from its other edges."
        )
    return tuple(notes)
