"""Questions that come up, and how to cite the method."""

from __future__ import annotations

from typing import Final

import streamlit as st

QUESTIONS: Final = (
    (
        "An edge that I know of is missing. Why?",
        "Click its two variables on Discover, the second with Ctrl: the panel says when the pair "
        "was last scored, given what, and how far below τ. Often it is weak for so many rows, has "
        "a shape that the measure does not see, or runs through another variable. An edge that "
        "is certain can be required under *Background knowledge*.",
    ),
    (
        "Why has an edge no arrowhead?",
        "It has a direction, and the independences in the data allow either: no collider decides "
        "it. Time does, "
        "where it is known: give tiers as background knowledge. So do interventions, and "
        "assumptions on the form of effects or noise, neither of which this search uses.",
    ),
    (
        "Why does another measure find another graph?",
        "They see different shapes of dependence, and their noise differs. Edges that several "
        "find are the safer ones. The page Judge lays runs over each other and shows the "
        "queries that they decide differently.",
    ),
    (
        "Do I get the same graph every time?",
        "Yes, from the same data, settings and seed on a machine of the same kind. The order in "
        "which queries are asked changes nothing, and neither do units, except for the networks "
        "of the paper.",
    ),
    (
        "How many rows do I need?",
        "There is no fixed number: weak, curved or crowded effects take more. The page Tune can "
        "rehearse: it simulates data of your size where the truth is known, and shows how near "
        "the search comes.",
    ),
    (
        "My table has gaps, categories or dates.",
        "Open it on Data. Each problem comes with a mend: fill or drop gaps, turn categories into "
        "columns of 0 and 1 that count as one variable, leave out what is no number.",
    ),
    (
        "May I use time series, or several rows a person?",
        "Not as they are: rows must be independent, else the noise floor is too low and chance "
        "becomes edges. Take one row a person, or rows far apart in time.",
    ),
    (
        "Which τ should I take?",
        "The automatic one, unless you know better. To choose with evidence, open the run on "
        "Tune: it shows the graph for every τ, over which range each lasts, and where it agrees "
        "with what you know.",
    ),
    (
        "S_g is near 0. Is the graph right?",
        "It explains the dependence that the measure sees. It may still have edges too many, and "
        "every member of its class has the same claim.",
    ),
    (
        "May I close the page while a search goes on?",
        "Yes. It runs on its own and is kept; the page Runs finds it again, and the address of "
        "the page leads back to it.",
    ),
    (
        "Where are my data?",
        "On the machine that serves this page, in its run store. Nothing is sent elsewhere, unless "
        "a cluster was chosen as *Engine* on Runs: then its workers get the data too. Deleting "
        "the last run of a table there deletes the table.",
    ),
)
"""Each question and its answer, in Markdown."""

REFERENCE: Final = (
    "Xinwei Shen, Shengyu Zhu, Jiji Zhang, Shoubo Hu, Zhitang Chen: *Reframed GES with a neural "
    "conditional dependence measure.* Proceedings of the 38th Conference on Uncertainty in "
    "Artificial Intelligence (UAI 2022), PMLR 180, pages 1782–1791."
)
BIBTEX: Final = """@inproceedings{shen2022reframed,
  title     = {Reframed {GES} with a Neural Conditional Dependence Measure},
  author    = {Shen, Xinwei and Zhu, Shengyu and Zhang, Jiji and Hu, Shoubo and Chen, Zhitang},
  booktitle = {Proceedings of the Thirty-Eighth Conference on Uncertainty in Artificial Intelligence},
  series    = {Proceedings of Machine Learning Research},
  volume    = {180},
  pages     = {1782--1791},
  year      = {2022}
}"""  # noqa: E501 - as it is pasted
OTHERS: Final = (
    "The operators and their validity: D. M. Chickering, *Optimal structure identification with "
    "greedy search*, JMLR 3 (2002).",
    "The rules for arrows: C. Meek, *Causal inference and causal explanation with background "
    "knowledge*, UAI 1995.",
)
"""What the search rests on, whatever measures dependence."""
OF_MEASURES: Final = {
    "rcd": "RCD: M. Azadkia and S. Chatterjee, *A simple measure of conditional dependence*, "
    "Annals of Statistics 49 (2021).",
}
"""What a measure rests on, by its name, where that is not the method's own paper."""


def show_questions() -> None:
    """Each question, folded."""
    for question, answer in QUESTIONS:
        with st.expander(question):
            st.markdown(answer)


def show_citing() -> None:
    """What to cite, ready to be copied."""
    st.markdown(
        f"{REFERENCE}\n\nSay also which measure, settings, seed and τ you used, and that the "
        "default NCD here differs from the published one: it is cross-fitted and has a noise "
        "floor. *Export* on Discover writes a report with all of it."
    )
    st.code(BIBTEX, language="bibtex", wrap_lines=True)
    st.markdown("\n".join(f"- {line}" for line in (*OTHERS, *OF_MEASURES.values())))
