"""What if: the search goes on another way, and both results stand side by side."""

from __future__ import annotations

import time
from dataclasses import dataclass

import streamlit as st

from components import state
from components.graph_view import graph_view
from components.graph_view.build import view_data
from components.graph_view.paint import EdgePaint, ExtraEdge, GraphPaint, LegendEntry
from components.replay.fitted import fitted
from components.replay.fork_code import ForkCode, current_fork, keep_fork
from components.replay.subject import Subject
from components.text import count, markdown_text, number, tau_number
from gesncd.graphs import PDAG, EdgeKind, shd
from gesncd.measures import Cancelled, ConditionalDependence, ScoreCache
from gesncd.runs.errors import StoreError
from gesncd.search.events import Event, Finished, Step
from gesncd.search.fork import Departure, continue_search
from gesncd.search.kept import MissingScoresError
from gesncd.search.progress import Progress
from gesncd.search.step_sentences import listed, pair_words, score_text

SLICE_S = 1.5
"""A fork is computed in slices of so many seconds, between which the page can be used."""
POLL_S = 0.2
WIDTH, HEIGHT = 380, 430


@dataclass(frozen=True, slots=True)
class Forked:
    """A finished fork.

    Parameters
    ----------
    steps
        The steps after the departure.
    graph
        Where it ends.
    n_computed
        Scores that were not known before.
    """

    steps: tuple[Step, ...]
    graph: PDAG
    n_computed: int


@dataclass(slots=True)
class _Work:
    """A fork that is being computed; its scores are kept between slices."""

    measure: ConditionalDependence
    cache: ScoreCache
    n_computed: int = 0
    progress: Progress | None = None


def show_what_if(subject: Subject) -> None:
    """The fork of the address, if there is one."""
    code = current_fork()
    if code is None:
        return
    st.header("What if", anchor=False)
    departure = code.departure(subject.story, subject.tau)
    if departure is None:
        st.warning("This search has no such step or operator; the link may be of another run.")
        _close_button()
        return
    st.markdown(markdown_text(departure_sentence(subject, code, departure)))
    running = _is_running(subject, code)
    view = st.fragment(_show, run_every=POLL_S if running else None)
    view(subject, code, departure, running)


def departure_sentence(subject: Subject, code: ForkCode, departure: Departure) -> str:
    """What is different, in one sentence."""
    at = f"Up to step {departure.n_steps + 1} everything is as it was. "
    if departure.first is None:
        old, new = tau_number(subject.tau), tau_number(departure.tau)
        return at + f"From there on the threshold is τ {new} instead of {old}."
    first = departure.first
    what = pair_words(first.operator, subject.spoken)
    given = listed(first.conditioning, subject.spoken)
    rank = "the runner-up" if code.how == "u" else "the chosen operator"
    return at + (
        f"There {rank} is applied, {what} given {given} with {score_text(first.score)}, and the "
        "search goes on."
    )


def _show(subject: Subject, code: ForkCode, departure: Departure, running: bool) -> None:
    if running and _is_running(subject, code):
        _advance(subject, code, departure)
    if current_fork() != code or _is_running(subject, code) != running:
        # Once more as a whole: with the timer, without it, or with nothing to show.
        st.rerun()
    if running:
        work = _works().get((subject.key, code.text))
        text = "Starting" if work is None or work.progress is None else _progress(work.progress)
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.caption(f"Searching on: {text}.")
        right.button("Stop", key="replay-fork-stop", on_click=_stop, args=(subject, code))
        return
    problem, result = _problem(subject, code), _result(subject, code)
    if problem:
        st.warning(markdown_text(problem), icon=":material/database_off:")
    elif result is None:
        st.info("Stopped. What was computed is kept.")
        st.button("Go on", key="replay-fork-go-on", on_click=keep_fork, args=(code,))
    else:
        _show_both(subject, result)
    _close_button()


def _show_both(subject: Subject, result: Forked) -> None:
    names = subject.spoken
    old = subject.story.chapters[-1].after
    places = fitted(subject.positions, subject.names, WIDTH, HEIGHT - 110)
    st.markdown(markdown_text(comparison_sentence(old, result, subject.names)))
    for column, key, title, graph, other in zip(
        st.columns(2, gap="small"),
        ("replay-fork-old", "replay-fork-new"),
        ("As it was", "What if"),
        (old, result.graph),
        (result.graph, old),
        strict=True,
    ):
        with column:
            st.caption(f"**{title}**, {count(graph.n_edges, 'edge')}")
            graph_view(
                view_data(
                    subject.names,
                    graph,
                    places,
                    layout_id=f"{subject.layout_id}:fork",
                    stamp=f"{subject.key}:{key}",
                    paint=difference_paint(graph, other),
                ),
                key=key,
                height=HEIGHT,
                on_click=lambda nodes: None,
                on_move=lambda places: None,
            )
    with st.expander(f"{count(len(result.steps), 'step')} after the fork"):
        lines = [
            f"{step.index}. {'Join' if step.phase.value == 'forward' else 'Part'} "
            f"{pair_words(step.operator, names)} given {listed(step.conditioning, names)}: "
            f"{number(step.score)}"
            for step in result.steps
        ]
        st.markdown("  \n".join(markdown_text(line) for line in lines) or "None.")


def comparison_sentence(old: PDAG, result: Forked, names: tuple[str, ...]) -> str:
    """How two results differ, in one sentence, and what it took."""
    new = result.graph
    if old == new:
        text = "Both ways end in the same graph."
    else:
        pairs = [(i, j) for i in range(len(names)) for j in range(i + 1, len(names))]
        kinds = [(old.kind(i, j), new.kind(i, j)) for i, j in pairs]
        gone = sum(b is EdgeKind.NONE is not a for a, b in kinds)
        come = sum(a is EdgeKind.NONE is not b for a, b in kinds)
        differ = shd(old, new)
        turned = differ - gone - come
        text = (
            f"{count(differ, 'pair')} of variables {'differs' if differ == 1 else 'differ'}"
            f": {count(gone, 'edge')} gone, {come} new, {turned} with another direction."
        )
    if result.n_computed:
        return f"{text} {count(result.n_computed, 'score')} had to be computed."
    return f"{text} All scores were known."


def difference_paint(graph: PDAG, other: PDAG) -> GraphPaint:
    """Marks what one of two graphs has and the other lacks."""
    edges: dict[tuple[int, int], EdgePaint] = {}
    missing = []
    for i in range(graph.n_nodes):
        for j in range(i + 1, graph.n_nodes):
            here, there = graph.kind(i, j), other.kind(i, j)
            if here is there:
                continue
            if here is EdgeKind.NONE:
                paint = EdgePaint(ink="muted", dashed=True, remark="only in the other graph")
                missing.append(ExtraEdge(i, j, there, paint))
            elif there is EdgeKind.NONE:
                edges[i, j] = EdgePaint(
                    ink="violated", width=3.2, label="only here", remark="only in this graph"
                )
            else:
                edges[i, j] = EdgePaint(
                    ink="accent", width=3.2, label="turned", remark="another direction there"
                )
    legend = (
        LegendEntry("the same in both"),
        LegendEntry("only here", ink="violated", wide=True),
        LegendEntry("another direction there", ink="accent", wide=True, arrow=True),
        LegendEntry("only in the other", ink="muted", dashed=True),
    )
    return GraphPaint(edges=edges, extra=tuple(missing), legend=legend)


def _is_running(subject: Subject, code: ForkCode) -> bool:
    """Whether there is something left to compute, and nobody stopped it."""
    stopped = st.session_state.get(state.REPLAY_STOP) == (subject.key, code.text)
    return not (stopped or _problem(subject, code) or _result(subject, code))


def _advance(subject: Subject, code: ForkCode, departure: Departure) -> None:
    """Search on for a moment; the result is kept when it is there."""
    key = (subject.key, code.text)
    works = _works()
    try:
        if key not in works:
            measure, cache = subject.scores()
            works.clear()
            works[key] = _Work(measure, cache)
        work = works[key]
        counter = _Counter(work, time.monotonic() + SLICE_S)
        events = list(
            continue_search(
                work.measure,
                departure,
                cache=work.cache,
                on_progress=counter,
                limits=subject.limits,
                knowledge=subject.knowledge,
            )
        )
    except Cancelled:
        return
    except (StoreError, RuntimeError, ValueError) as error:
        _problems()[key] = _told(error)
        return
    works.pop(key, None)
    _results()[key] = _forked(events, work.n_computed)


class _Counter:
    """Counts new scores, and ends a slice when its time is over."""

    def __init__(self, work: _Work, deadline: float) -> None:
        self._work, self._deadline = work, deadline
        self._last = 0

    def __call__(self, progress: Progress) -> None:
        fresh = progress.done - (self._last if progress.done >= self._last else 0)
        self._work.n_computed += fresh
        self._last = progress.done if progress.done < progress.asked else 0
        self._work.progress = progress
        if progress.done and time.monotonic() > self._deadline:
            raise Cancelled


def _told(error: Exception) -> str:
    if isinstance(error, MissingScoresError):
        return f"{error} Open the same data on the Data page, and run the search there again."
    return f"The search could not go on: {error}"


def _forked(events: list[Event], n_computed: int) -> Forked:
    steps = tuple(event for event in events if isinstance(event, Step))
    finished = events[-1]
    assert isinstance(finished, Finished), "a search that is not cancelled ends"
    return Forked(steps, finished.graph, n_computed)


def _progress(progress: Progress) -> str:
    return f"step {progress.step}, {progress.done} of {progress.asked} scores"


def _stop(subject: Subject, code: ForkCode) -> None:
    st.session_state[state.REPLAY_STOP] = (subject.key, code.text)


def _close_button() -> None:
    st.button("Close", key="replay-fork-close", on_click=keep_fork, args=(None,))


def _result(subject: Subject, code: ForkCode) -> Forked | None:
    return _results().get((subject.key, code.text))


def _problem(subject: Subject, code: ForkCode) -> str:
    return _problems().get((subject.key, code.text), "")


Key = tuple[str, str]


def _results() -> dict[Key, Forked]:
    return st.session_state.setdefault(state.REPLAY_FORKS, {})


def _problems() -> dict[Key, str]:
    return st.session_state.setdefault(state.REPLAY_FORK_PROBLEMS, {})


def _works() -> dict[Key, _Work]:
    return st.session_state.setdefault(state.REPLAY_FORK_WORK, {})
