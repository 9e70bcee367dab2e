"""Words of the method and of the pages, in alphabetical order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import streamlit as st

from components import state
from components.text import count, markdown_text

TERMS: Final[dict[str, str]] = {
    "Adjacent": "Joined by an edge, in whichever direction.",
    "Adjustment set": "Variables to hold fixed so that an association measures an effect. The "
    "page Judge finds them where the graph tells.",
    "α, alpha": "Probability that an independent pair exceeds the automatic τ, for one query. "
    "0.001 by default.",
    "Arrow, directed edge": "A → B: every member of the class has A as a direct cause of B.",
    "Background knowledge": "Edges that must or must not be there, and orders in time. The search "
    "keeps to it at every step.",
    "Backward phase, BES": "The second phase: edges are taken away while the lowest score is at "
    "most τ.",
    "Capsule": "One file with a run, its steps and, if wanted, its data, which opens on another "
    "machine as the same run.",
    "Class, Markov equivalence class": "All graphs without loops that imply the same "
    "independences. A search for independences cannot tell them apart.",
    "Clique": "Variables that are all joined to each other.",
    "Collider, v-structure": "Two arrows that meet in a variable, from two that are not joined: "
    "an unshielded collider. Independences show its directions; all other arrows follow from "
    "such colliders, or from what is known.",
    "Conditional dependence": "What two variables still tell about each other once some others "
    "are known.",
    "Conditioning set": "The variables that are held known when a pair is scored.",
    "CPDAG": "The picture of a class: arrows where all members agree, undirected edges elsewhere. "
    "Completed partially directed acyclic graph.",
    "Cross-fitting": "One half of the rows trains the networks, the other judges them, and the "
    "other way round, so that a score is not flattered.",
    "d-separation": "The rule by which a graph says which variables are independent given which.",
    "DAG": "Directed acyclic graph: arrows, and no loops.",
    "Delete": "A step of the backward phase: one edge goes, and others at its ends may become "
    "arrows.",
    "F1": "Balance of edges found and edges right, from 0 to 1, against a true graph.",
    "Faithfulness": "Every independence in the data comes from the graph, none from effects that "
    "happen to cancel.",
    "Forward phase, FES": "The first phase: edges are added while the highest score exceeds τ.",
    "Global score, S_g": "How much dependence a graph leaves unexplained, from 0 to 1. Near 0 is "
    "good, and too many edges do not raise it. It is computed in one member of the class.",
    "Hidden common cause": "Something that was not measured and acts on two variables. It can "
    "show as a false edge or arrow.",
    "Insert": "A step of the forward phase: one edge is added, and others at its end may become "
    "arrows.",
    "Local score": "The number that a measure gives a pair given a set, written T̂(X, Y | Z).",
    "Markov blanket": "The variables that, once known, leave nothing to learn about one: its "
    "direct causes, its direct effects, and other direct causes of those.",
    "Measure": "How dependence is put into a number: NCD, RCD or partial correlation.",
    "Meek's rules": "Four rules that make an edge an arrow where the other way would lead to a "
    "new collider or to a loop.",
    "Member": "One of the graphs in a class.",
    "NCD": "Neural conditional dependence: networks seek the functions of two variables that "
    "correlate most once others are known.",
    "Noise floor": "The score that an independent pair exceeds with probability α. Grey or hatched "
    "wherever it is drawn.",
    "Open path, semi-directed path": "A way from Y to X against no arrow. Where no variable that "
    "is held known or in T blocks it, X → Y could close a loop, and the Insert is not valid.",
    "Oracle": "A measure that knows the true graph and never errs. It shows what the search "
    "itself can do.",
    "Partial correlation": "Correlation of what linear regression leaves of two variables; its "
    "square is the score.",
    "Plateau": "A range of τ over which the graph stays the same.",
    "Query": "One question to the measure: how dependent X and Y are once Z is known.",
    "RCD": "Rank conditional dependence: how much nearer in rank neighbours come once the other "
    "variable is known.",
    "Regressors, h and l": "Networks of NCD that predict its test functions from what is known, "
    "so that only the rest is correlated.",
    "Run": "One search, with its data, settings and every step, kept on the page Runs.",
    "Runner-up": "The best step that was not taken and would have led to another graph.",
    "SHD": "Structural Hamming distance: pairs of variables whose edge differs between two graphs.",
    "SID": "Structural intervention distance: pairs of variables where a graph would get the "
    "effect of an intervention wrong.",
    "Skeleton": "A graph without its directions.",
    "Stability": "How often an edge comes back when the search is repeated on half of the rows.",
    "Step": "One edge added or taken away, with the arrows that follow.",
    "T and H": "Sets of neighbours. T of an Insert come to point at Y, as X does; at H of a Delete "
    "both X and Y come to point.",
    "τ, tau": "The threshold: a score above it counts as dependence.",
    "τ-path": "The graphs for every τ, from one search.",
    "Test functions, f and g": "Networks of NCD, one of either variable and what is known, whose "
    "correlation the score measures.",
    "Tier": "A place in an order of time: no edge leads from a later tier to an earlier one. A way "
    "back through a variable in no tier is not barred.",
    "Undirected edge": "A — B: joined, and members of the class turn it either way.",
    "Valid operator": "An Insert or Delete that leads to a class: of what is held known, the "
    "variables that an undirected edge joins to Y are a clique, and before an Insert no open path "
    "leads from Y to X.",
}
"""Each word and what it means, sorted by the letter that it is spoken with."""


def show_glossary() -> None:
    """A search box, and the words that match."""
    wanted = st.text_input(
        "Find a word",
        key=state.LEARN_WORD,
        placeholder="Find a word, such as collider",
        label_visibility="collapsed",
        icon=":material/search:",
    )
    found = matching(wanted or "")
    st.caption(
        count(len(found), "word") if found else "No word matches. Clear the box to see all of them."
    )
    left, right = st.columns(2, gap="large")
    half = (len(found) + 1) // 2
    for place, words in ((left, found[:half]), (right, found[half:])):
        place.markdown("\n\n".join(f"**{markdown_text(word)}**  \n{TERMS[word]}" for word in words))


def matching(wanted: str) -> list[str]:
    """Words that a search finds: those named so first, then those explained with it."""
    sought = wanted.strip().casefold()
    named = [word for word in TERMS if sought in word.casefold()]
    return named + _explained(sought, set(named))


def _explained(sought: str, named: Iterable[str]) -> list[str]:
    return [word for word, text in TERMS.items() if word not in named and sought in text.casefold()]
