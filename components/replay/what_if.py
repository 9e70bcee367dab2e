"""What if: the search goes on another way, and both results stand side by side."""

from __future__ import annotations

import streamlit as st

from components.export.menu import file_stem
from components.graph_view import graph_view
from components.graph_view.build import MOST_SCALE, view_data
from components.polling import rerun_page
from components.replay.fitted import fitted
from components.replay.fork_code import ForkCode, current_fork, keep_fork
from components.replay.fork_difference import comparison_sentence, difference_paint
from components.replay.fork_work import (
    Forked,
    advance,
    fork_problem,
    fork_progress,
    fork_result,
    is_running,
    stop_fork,
)
from components.replay.in_sight import answer_key, bring_in_sight
from components.replay.operators_table import passes
from components.replay.stage_graph import LARGE_SCALE, LARGE_SHARE
from components.replay.subject import Subject
from components.text import count, markdown_text, tau_number
from gesncd.search.events import Candidate
from gesncd.search.fork import Departure
from gesncd.search.words import action_words, against, capital, pair_words, score_text, set_words

POLL_S = 0.2
WIDTH, HEIGHT = 380, 430


def show_what_if(subject: Subject, *, large: bool) -> None:
    """The fork of the address, if there is one."""
    code = current_fork()
    if code is None:
        return
    box = answer_key("what-if", large=large)
    with st.container(key=box):
        bring_in_sight("what-if", box, "What if", _spoken(subject, code))
        _show_answer(subject, code, large)


def _spoken(subject: Subject, code: ForkCode) -> str:
    """What is read out: how it came out, or that it is on its way."""
    if code.departure(subject.story, subject.tau) is None:
        return "This search has no such step or operator."
    found = fork_result(subject, code)
    if found is not None:
        return comparison_sentence(subject.story.chapters[-1].after, found, subject.names)
    return fork_problem(subject, code) or (
        "Searching on." if is_running(subject, code) else "Stopped."
    )


def _show_answer(subject: Subject, code: ForkCode, large: bool) -> None:
    st.header("What if", anchor=False)
    departure = code.departure(subject.story, subject.tau)
    if departure is None:
        st.warning("This search has no such step or operator; the link may be of another run.")
        _close_button()
        return
    st.markdown(markdown_text(departure_sentence(subject, code, departure)))
    running = is_running(subject, code)
    view = st.fragment(_show, run_every=POLL_S if running else None)
    view(subject, code, departure, running, large)


def departure_sentence(subject: Subject, code: ForkCode, departure: Departure) -> str:
    """What is different, in one sentence."""
    at = f"Before step {departure.n_steps + 1} everything is as it was. "
    if departure.first is None:
        old, new = tau_number(subject.tau), tau_number(departure.tau)
        return at + f"From that step on the threshold is τ {new} instead of {old}."
    first = departure.first
    what = pair_words(first.operator, subject.spoken)
    given = set_words(first.conditioning, subject.spoken)
    rank = "the runner-up" if code.how == "u" else "the chosen operator"
    return at + (
        f"In that step {rank} is applied, {what} given {given} with {score_text(first.score)}, and "
        f"the search goes on.{_refusal(first, departure)}"
    )


def _refusal(first: Candidate, departure: Departure) -> str:
    """That the search by itself would not have taken an operator, where its score says so."""
    if passes(first.score, departure.tau, departure.phase):
        return ""
    beside = against(first.score, departure.tau)
    return f" By itself it would not have taken it, as {score_text(first.score)} is {beside}."


def _show(
    subject: Subject, code: ForkCode, departure: Departure, running: bool, large: bool
) -> None:
    if running and is_running(subject, code):
        advance(subject, code, departure)
    if current_fork() != code or is_running(subject, code) != running:
        # Once more as a whole: with the timer, without it, or with nothing to show.
        rerun_page()
    if running:
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.caption(f"Searching on: {fork_progress(subject, code)}.")
        right.button("Stop", key="replay-fork-stop", on_click=stop_fork, args=(subject, code))
        return
    problem, result = fork_problem(subject, code), fork_result(subject, code)
    if problem:
        st.warning(markdown_text(problem), icon=":material/database_off:")
    elif result is None:
        st.info("Stopped. What was computed is kept.")
        st.button("Go on", key="replay-fork-go-on", on_click=keep_fork, args=(code,))
    else:
        _show_both(subject, result, large)
    _close_button()


def _show_both(subject: Subject, result: Forked, large: bool) -> None:
    names = subject.spoken
    old = subject.story.chapters[-1].after
    share = LARGE_SHARE if large else 1.0
    places = fitted(subject.positions, subject.names, share * WIDTH, share * (HEIGHT - 110))
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
                    layout_id=f"{subject.layout_id}:fork{':large' if large else ''}",
                    stamp=f"{subject.key}:{key}",
                    paint=difference_paint(graph, other),
                    most_scale=LARGE_SCALE if large else MOST_SCALE,
                ),
                key=key,
                picture=f"{file_stem(subject.title)}_{key.rpartition('-')[2]}_graph",
                height=HEIGHT,
                on_click=lambda nodes: None,
                on_move=lambda places: None,
            )
    with st.expander(f"{count(len(result.steps), 'step')} after the fork"):
        lines = [
            f"{step.index}. {capital(action_words(step.operator, names))} given "
            f"{set_words(step.conditioning, names)}: {score_text(step.score)}"
            for step in result.steps
        ]
        st.markdown("  \n".join(markdown_text(line) for line in lines) or "None.")


def _close_button() -> None:
    st.button("Close", key="replay-fork-close", on_click=keep_fork, args=(None,))
