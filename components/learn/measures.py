"""Choosing a measure: what each sees, shown on five small clouds of points."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.learn.charts import points_chart
from components.learn.parts import colours, lesson_link, picture_row
from components.learn.shapes import ALPHA, N_ROWS, Shape, shapes
from components.names import MEASURE_NAMES
from components.text import number

CHOICES: Final = (
    (
        "NCD",
        "the default. Networks look for any relation that is left given the other variables. "
        "Seconds to minutes. Take it unless there is a reason not to.",
    ),
    (
        "RCD",
        "ranks and nearest neighbours. Sees any shape with enough rows, but needs more of them "
        "than NCD. Seconds. Take it for a first look, for thousands of rows, or to check NCD by "
        "other means.",
    ),
    (
        "Partial correlation",
        "straight lines only, and the sharpest there. Instant. Take it where relations are "
        "linear, or to see what a linear method finds.",
    ),
)
"""Each measure, and when to take it."""


def show_measures() -> None:
    """The whole section."""
    st.markdown(
        "\n".join(f"- **{title}**: {text}" for title, text in CHOICES)
        + "\n\nNo measure is best on all data. If two agree on an edge, that is worth more than a "
        "high score of one; the page Judge compares runs."
    )
    st.header("What each sees", anchor=False)
    st.markdown(
        f"Five clouds of {N_ROWS} points, the last of two unrelated columns. The table says how "
        f"many times the automatic τ (α {ALPHA:g}) each measure's score is; above 1 the "
        "dependence is seen."
    )
    shown = colours()
    found = shapes()
    picture_row(
        [
            (
                points_chart(
                    shape.x,
                    shape.y,
                    shown,
                    across="X",
                    up="Y",
                    words=f"Scatter plot: {shape.title.lower()}.",
                ),
                shape.title,
            )
            for shape in found
        ],
        per_row=len(found),
    )
    st.markdown(score_table(found))
    lesson_link("beyond-linear")
    st.header("Where the noise floor does not hold", anchor=False)
    st.markdown(
        "- **Few distinct values.** RCD exceeds τ too often among columns of categories or counts. "
        "NCD keeps its level there, but for pairs of them that several columns with many values "
        "act on. Take a smaller α, and see whether the edge stays.\n"
        "- **Winding effects of what is known.** Where several columns act on two others by "
        "functions that go up and down, NCD does not take all of it out.\n"
        "- **Columns that nearly determine others.** RCD finds dependence there that is none.\n"
        "- **Any curved effect of what is known.** Partial correlation takes out straight lines "
        "only; what is left can look like dependence.\n"
        "- **NCD as published**, which can be chosen among its networks, is judged on the rows it "
        "was trained on. Its noise floor is found on permuted data, by the run, and holds on "
        "average over pairs rather than for each."
    )


def score_table(found: tuple[Shape, ...]) -> str:
    """Scores over τ by measure and shape, as a table in Markdown."""
    head = "| Measure | " + " | ".join(shape.title for shape in found) + " |"
    rows = [head, "|---|" + "---|" * len(found)]
    for name in found[0].times_floor:
        cells = [_cell(shape.times_floor[name]) for shape in found]
        title = MEASURE_NAMES[name]
        rows.append(f"| {title[0].upper()}{title[1:]} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _cell(times: float) -> str:
    # Noise around 0 has no digits worth reading.
    text = "0" if abs(times) < 0.05 else number(times)
    return f"**{text} × τ, seen**" if times > 1 else f"{text} × τ, not seen"
