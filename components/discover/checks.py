"""What a graph was checked against: stability, other measures, statements, a truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isclose
from pathlib import Path
from typing import Final

import streamlit as st

from components import state
from components.background_task import own_tasks
from components.discover.statements_check import statements_check
from components.export.report_checks import NOT_DONE, Checked
from components.judge.difference_view import sorted_pairs, verdict_sentence
from components.judge.graph_key import graph_key
from components.judge.markov_view import clearest_text, so_far_text, verdict_text
from components.judge.stated import stated_in
from components.judge.truth_choice import truth_text
from components.judge.truth_offers import truths_at_hand
from components.knowledge_marks import compiled
from components.opened_run import open_run
from components.router import JUDGE, TUNE
from components.settings.difference import differences, threshold_words
from components.store import run_store
from components.text import count, markdown_text, short_name
from components.trace import Trace
from components.tune import tasks
from gesncd.analysis import ReplicateResult, Resampling, Stability, edge_stability
from gesncd.graphs import PDAG
from gesncd.judge.difference import difference
from gesncd.judge.markov import MarkovReport
from gesncd.judge.stated import directions_text
from gesncd.knowledge import Constraints
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import TaskRecord, task_parts, task_results
from gesncd.runs.tasks.parts_markov import markov_report
from gesncd.runs.tasks.parts_stability import replicate_of_part
from gesncd.settings.run_settings import RunSettings
from gesncd.words import listed, percent

_SHARE: Final = 0.75
"""Share of replicates from which an edge counts as found again, as on the page Tune."""
_MOST_LOOKED_AT: Final = 50
_MOST_NAMED: Final = 6
# Those first that say most about other rows.
_KINDS: Final = {
    Resampling.HALVES: ("half of the rows", "halves of the rows"),
    Resampling.BOOTSTRAP: ("bootstrap sample", "bootstrap samples"),
    Resampling.SEEDS: ("search with another seed", "searches with other seeds"),
}
_PAGES: Final[Mapping[str, tuple[str, Path, Mapping[str, str]]]] = {
    "Stability": ("Tune, Stability", TUNE, {state.TUNE_SECTION: "Stability"}),
    "Independences": ("Judge, Do the data agree", JUDGE, {state.JUDGE: "data"}),
    "Statements": ("Tune, Prior statements", TUNE, {}),
    "Truth": ("Judge, Against a truth", JUDGE, {state.JUDGE: "truth"}),
}


@dataclass(frozen=True, slots=True)
class _Found:
    text: str
    stability: Stability
    of: str


def checks_of(record: RunRecord, trace: Trace) -> Checked:
    """What is in the store, and what follows from a truth at hand, for a run's final graph.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    stable = _stability(record, graph)
    return Checked(
        {
            "Stability": None if stable is None else stable.text,
            "Independences": _independences(record, graph),
            "Statements": statements_check(record, graph),
            "Truth": _truth(record, trace, graph),
        },
        None if stable is None else stable.stability,
        "" if stable is None else stable.of,
    )


def checks_or_none(record: RunRecord, trace: Trace) -> Checked:
    """The same, with nothing done where the store cannot be read; the page says why."""
    try:
        return checks_of(record, trace)
    except StoreError:
        return Checked()


def show_checks(record: RunRecord, trace: Trace) -> None:
    """One line a check, with the page where it is done."""
    try:
        checked = checks_of(record, trace)
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    st.header("What this graph was checked against", anchor=False)
    for name, result in checked.results.items():
        label, page, address = _PAGES[name]
        text, link = st.columns([3.4, 1.2], vertical_alignment="center")
        said = f"done. {result}" if result else NOT_DONE[name]
        if name == "Stability" and not result:
            said = _other_replicates(record) or said
        text.markdown(f"**{name}**: {markdown_text(said)}")
        link.page_link(
            page,
            label=label,
            icon=":material/arrow_forward:",
            query_params={state.RUN: record.id, **address},
        )


def _stability(record: RunRecord, graph: PDAG) -> _Found | None:
    """What the replicates of each kind found; the shares are those of the first kind told."""
    store = run_store()
    # The task's knowledge is the run's: others are no check of it.
    knowledge = record.settings.knowledge
    known = None if knowledge.is_empty else compiled(knowledge, tuple(record.names))
    largest: dict[Resampling, TaskRecord] = {}
    for task in tasks.all_fitting(record, "stability", partial(_stability_differs, record)):
        kind = replicate_of_part(task_parts(store, task.id)[0]).resampling
        if kind not in largest or task.n_done > largest[kind].n_done:
            largest[kind] = task
    home, n_nodes = str(store.home.path), record.n_variables
    found = {
        kind: _shares(home, largest[kind].id, largest[kind].n_done, n_nodes, known, store)
        for kind in _KINDS
        if kind in largest
    }
    told = [(kind, stability) for kind, stability in found.items() if stability.n_replicates]
    if not told:
        return None
    texts = []
    for kind, stability in told:
        texts.append(stability_text(stability, graph, kind, record.names))
        task = largest[kind]
        if task.n_done < task.n_parts:
            texts.append(f"So far {task.n_done:,} of {task.n_parts:,} replicates were computed.")
    kind, stability = told[0]
    of = count(stability.n_replicates, *_KINDS[kind])
    return _Found(" ".join(texts), stability, of)


def _other_replicates(record: RunRecord) -> str:
    """That there are replicates which are no check of the run; empty without any."""
    found = tasks.fitting(record, "stability", partial(_stability_differs, record))
    if found is None or not found.differs or not found.task.n_done:
        return ""
    return (
        "not done with the settings of this run. The replicates on Tune were computed with "
        f"{', '.join(found.differs)}, and do not count here."
    )


@st.cache_resource(show_spinner=False, max_entries=8)
def _shares(
    home: str, task_id: str, n_done: int, n_nodes: int, _known: Constraints | None, _store: RunStore
) -> Stability:
    found = task_results(_store, task_id).values()
    results = [ReplicateResult.from_dict(r.value) for r in found if r.ok]
    return edge_stability(n_nodes, results, _known)


def stability_text(
    stability: Stability, graph: PDAG, kind: Resampling, names: Sequence[str]
) -> str:
    """How many edges, and how many arrows, most replicates have as well."""
    every = list(graph.edges())
    edges = [edge for edge in every if not stability.sets_edge(edge.source, edge.target)]
    shares = [(edge, stability.shares(edge.source, edge.target)) for edge in edges]
    again = sum(share.joined >= _SHARE - 1e-9 for _, share in shares)
    arrows = [
        stability.shares(edge.source, edge.target).forward
        for edge in every
        if edge.directed and stability.leaves_direction(edge.source, edge.target)
    ]
    n = count(stability.n_replicates, *_KINDS[kind])
    text = (
        f"{again} of {count(len(edges), 'edge')} {'is' if again == 1 else 'are'} found again in "
        f"at least {percent(_SHARE)} of {n}"
    )
    if arrows:
        same = sum(share >= _SHARE - 1e-9 for share in arrows)
        text += f", and {same} of {count(len(arrows), 'arrow')} with the same direction"
    n_edges = len(every) - len(edges)
    n_ways = sum(
        edge.directed and stability.sets_direction(edge.source, edge.target) for edge in every
    )
    follow = [
        f"{short_name(names[edge.source])} → {short_name(names[edge.target])}"
        for edge in every
        if edge.directed
        and not stability.sets_direction(edge.source, edge.target)
        and not stability.leaves_direction(edge.source, edge.target)
    ]
    left = [count(n, what) for n, what in ((n_edges, "edge"), (n_ways, "direction")) if n]
    out = [f"{' and '.join(left)} that background knowledge set beforehand"] if left else []
    if follow:
        verb = "follows" if len(follow) == 1 else "follow"
        what = "it" if left else "background knowledge"
        out.append(
            f"{count(len(follow), 'direction')} that {verb} from {what} in most of them "
            f"({listed(follow[:_MOST_NAMED], len(follow))})"
        )
    if out:
        text += f"; left out: {', and '.join(out)}"
    return f"{text}."


def _stability_differs(record: RunRecord, parts: tasks.Parts) -> tuple[str, ...]:
    there, here = RunSettings.from_dict(parts[0]["settings"]), record.settings
    words = list(differences(there, here))
    # A τ that each sample finds for itself is another question than one that is fixed.
    same = (there.tau is None) == (here.tau is None)
    if there.tau is not None and here.tau is not None:
        same = isclose(there.tau, here.tau, rel_tol=1e-9)
    if not same:
        words.append(threshold_words(replace(here, tau=there.tau)))
    return tuple(words)


def _independences(record: RunRecord, graph: PDAG) -> str | None:
    """What each test of the graph found; that which speaks most against it comes first."""
    store, asked = run_store(), graph_key(graph)
    found: dict[str, tuple[MarkovReport, int]] = {}
    for task in own_tasks(store, record.dataset_sha256, "markov")[:_MOST_LOOKED_AT]:
        parts = task_parts(store, task.id)
        if not parts or parts[0].get("graph") != asked:
            continue
        # The newest of those that ask the same: an earlier one may have been stopped.
        key = repr((parts[0]["settings"], parts[0]["alpha"]))
        values = {k: r.value for k, r in task_results(store, task.id).items() if r.ok}
        report = markov_report(parts, values)
        if report is not None:
            found.setdefault(key, (report, sum(len(part["tests"]) for part in parts)))
    ordered = sorted(found.values(), key=lambda each: each[0].statement.p_value)
    texts = [
        text
        for report, n in ordered
        for text in (
            verdict_text(report),
            clearest_text(report, record.names),
            so_far_text(report, n),
        )
    ]
    return " ".join(filter(None, texts)) or None


def _truth(record: RunRecord, trace: Trace, graph: PDAG) -> str | None:
    offers = {offer.id: offer for offer in truths_at_hand(open_run(record))}
    chosen = st.session_state.get(state.JUDGE_TRUTH, {}).get(record.dataset_sha256)
    offer = offers.get(chosen) if chosen is not None else next(iter(offers.values()), None)
    if offer is None:
        return None
    pairs = sorted_pairs(difference(graph, offer.truth.graph))
    stated = stated_in(record, trace)
    told = verdict_sentence(pairs, stated=stated.joined)
    ways = directions_text(stated, offer.truth.graph)
    about = f"Held against {short_name(offer.label, 40)}: {truth_text(offer.truth)}"
    return f"{about} {told} {ways}".rstrip()
