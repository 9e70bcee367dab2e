"""The list of steps, one plain sentence each, newest first."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.sentences import marks_sentence, step_sentence
from components.text import markdown_text
from components.trace import Trace
from gesncd.search.events import Phase, Step

_EMPTY = "Each step appears here as it is taken, with its score and the runner-up."


def show_steps(trace: Trace, names: Sequence[str], current: int, height: int) -> None:
    """The steps in a box of their own that scrolls."""
    with st.container(height=height, key="steps"):
        if trace.n_steps == 0:
            text = _EMPTY if trace.finished is None else "No pair scored above τ: no edges."
            st.caption(text)
        else:
            # One element for all steps: a page with 200 of them stays quick.
            lines = [step_markdown(step, names, step.index == current) for step in trace.steps]
            st.markdown("\n\n".join(reversed(lines)))


def step_markdown(step: Step, names: Sequence[str], current: bool) -> str:
    """One step as Markdown; names in it are escaped."""
    forward = step.phase is Phase.FORWARD
    colour, sign = ("green", r"\+") if forward else ("orange", "−")
    head = f"{sign} Step {step.index}, {step.phase.value}"
    marker = " :blue[shown]" if current else ""
    parts = [step_sentence(step, names), marks_sentence(step, names)]
    body = markdown_text(" ".join(filter(None, parts)))
    return f":{colour}[**{head}**]{marker}  \n:small[{body}]"
