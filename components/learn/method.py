"""The method in pictures: from a causal graph to a search for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from components.colours import Palette
from components.learn import examples
from components.learn.charts import bars_chart, histogram_chart, line_chart, points_chart
from components.learn.parts import colours, lesson_link, picture_row, show_picture, topic
from components.learn.pictures import graph_picture
from components.text import count, short_name, tau_number
from gesncd.search import Phase, Step
from gesncd.search.words import score_text

SEARCHED: Final = "backward-phase"
"""The lesson whose search is pictured."""
NARROW: Final = 0.66
"""Spread of a graph that has a third of the page."""


def show_method() -> None:
    """The whole section."""
    shown = colours()
    _show_graph(shown)
    _show_dependence(shown)
    _show_class(shown)
    _show_forward(shown)
    _show_backward(shown)
    _show_tau(shown)
    _show_global_score(shown)


def _show_graph(shown: Palette) -> None:
    topic(
        "A causal graph, and what it says of data",
        (
            "An arrow A → B says that A acts on B directly, among the variables of the table. "
            "There are no loops.",
            "Such a graph also says which variables are independent, and what changes once others "
            "are known. Here water has nothing to do with sun or soil, and no edge joins them. But "
            "once growth is known, they depend: what grew well with little water must have had "
            "much sun.",
            "The search goes the other way: from dependences in the data to the graphs that "
            "explain them.",
        ),
        graph_picture(examples.truth(SEARCHED), shown, title="A causal graph."),
    )


def _show_dependence(shown: Palette) -> None:
    plain, given = examples.dependence_clouds()
    tau = examples.taught("chain-and-fork").tau()
    st.header("Dependence, once others are known", anchor=False)
    words, left, right = st.columns([1.2, 1, 1], gap="medium")
    words.markdown(
        "Sport keeps people healthy, and health lifts their mood. Sport and mood move together.\n\n"
        "Take from both what health predicts, and what is left is unrelated. Sport and mood "
        "are **independent given health**, so the graph needs no edge between them.\n\n"
        "A **measure** turns this into one number, T̂(X, Y | Z): how dependent are X and Y once "
        "Z is known? Each such question is a **query**. The search asks nothing else."
    )
    for place, cloud, name in ((left, plain, "T̂(Sport, Mood)"), (right, given, "given Health")):
        side = "above" if cloud.score > tau else "below"
        caption = f"{name}: {score_text(cloud.score)}, {side} τ {tau_number(tau)}"
        picture = points_chart(
            cloud.x, cloud.y, shown, across=cloud.across, up=cloud.up,
            words=f"Scatter plot. {cloud.title}: score {score_text(cloud.score)}, {side} τ.",
        )  # fmt: skip
        with place:
            show_picture(picture, caption)


def _show_class(shown: Palette) -> None:
    cpdag, inside = examples.chain_class()
    topic(
        "Several graphs, one class",
        (
            "Three graphs say that sport and mood are independent given health, and nothing else. "
            "Whoever looks at independences alone, as this search does, cannot tell them apart. "
            "They are one **Markov equivalence class**.",
            "A class is drawn as a **CPDAG**: an edge that all members turn the same way is an "
            "arrow, any other an **undirected edge**, a line without a head: the data allow either "
            "direction. It does not say that there are two effects, or none.",
            "The search steps from class to class, never from graph to graph.",
        ),
        graph_picture(examples.drawn("chain-and-fork", cpdag), shown, title="The class."),
        "The class, as it is drawn",
    )
    picture_row(
        [
            (
                graph_picture(
                    examples.drawn("chain-and-fork", member),
                    shown,
                    title=f"Member {k}.",
                    spread=NARROW,
                ),
                f"Member {k} of {len(inside)}",
            )
            for k, member in enumerate(inside, 1)
        ]
    )
    lesson_link("chain-and-fork")
    topic(
        "A collider is alone in its class",
        (
            "Two arrows that meet, from variables that are not joined, are a **collider**. Talent "
            "and luck are independent, and dependent given fame, that is, among people of equal "
            "fame: who has less talent must have had more luck.",
            "No other graph over these three says that, so both directions are known. Every arrow "
            "of a CPDAG comes from colliders: it is part of one, or turning it would lead to a new "
            "one or to a loop.",
        ),
        graph_picture(examples.drawn("collider", examples.COLLIDER), shown, title="A collider."),
    )
    lesson_link("collider")


def _show_forward(shown: Palette) -> None:
    events = examples.searched(SEARCHED)
    names = examples.taught(SEARCHED).names
    tau = examples.taught(SEARCHED).tau()
    first = examples.steps(events)[0]
    ranked = sorted(first.pair_scores, key=lambda pair: -(pair.score or 0.0))
    labels = [f"{names[pair.i]} — {names[pair.j]}" for pair in ranked]
    scores = [pair.score or 0.0 for pair in ranked]
    words = "; ".join(f"{a} {score_text(b)}" for a, b in zip(labels, scores, strict=True))
    topic(
        "Forward phase: add edges",
        (
            "The search begins without edges. At every step it scores each valid **Insert**: how "
            "dependent the pair is, given what else would act on its second variable then.",
            "The highest score wins, and its edge is added, as long as it exceeds **τ**. Then the "
            "class is worked out anew: new colliders and the arrows that follow, or arrows that "
            "have lost their reason.",
            "When no score exceeds τ any more, the phase ends.",
        ),
        bars_chart(labels, scores, tau, shown, words=f"Scores at step 1 against τ. {words}."),
        "Each pair's best score at step 1, against τ",
    )
    picture_row(_step_pictures(examples.steps(events, Phase.FORWARD), names, shown))


def _show_backward(shown: Palette) -> None:
    events = examples.searched(SEARCHED)
    names = examples.taught(SEARCHED).names
    ((picture, caption),) = _step_pictures(examples.steps(events, Phase.BACKWARD), names, shown)
    topic(
        "Backward phase: take edges away",
        (
            "Now each valid **Delete** is scored the same way, and the lowest goes, as long as "
            "it is at most τ.",
            "Why there are wrong edges to take away: step 4 asked about sun and water given "
            "growth, their common effect, and given that they do depend. Later the graph had "
            "changed, step 6 asks given soil alone, and they are independent.",
            "What is left is the answer: the class of the true graph above.",
        ),
        picture,
        caption,
    )
    lesson_link(SEARCHED)


def _step_pictures(
    taken: Sequence[Step], names: Sequence[str], shown: Palette
) -> list[tuple[str, str]]:
    pictures = []
    for step in taken:
        x, y = step.operator.x, step.operator.y
        verb = "adds" if step.phase is Phase.FORWARD else "removes"
        given = ", ".join(short_name(names[node]) for node in step.conditioning)
        caption = (
            f"Step {step.index}, {step.phase.value}, {verb} {names[x]} — {names[y]}: score "
            f"{score_text(step.score)}{f' given {given}' if given else ''}"
        )
        marked = frozenset({(min(x, y), max(x, y))}) if step.phase is Phase.FORWARD else frozenset()
        drawn = examples.drawn(SEARCHED, step.cpdag)
        picture = graph_picture(drawn, shown, marked=marked, title=f"{caption}.", spread=NARROW)
        pictures.append((picture, caption))
    return pictures


def _show_tau(shown: Palette) -> None:
    null = examples.null_scores()
    n = len(null.scores)
    above = count(null.n_above, "pair") if null.n_above else "none"
    words = (
        f"Histogram of {n} scores of unrelated pairs. The largest is "
        f"{score_text(float(null.scores.max()))}; τ is {tau_number(null.tau)}."
    )
    topic(
        "τ, and the noise floor",
        (
            "In finite data, unrelated variables never score exactly 0. The **noise floor** is "
            "the score that an unrelated pair exceeds with a small probability α a query, by "
            "default 0.001. The automatic τ is that floor.",
            f"The picture shows {n:,} unrelated pairs of {null.n_rows} rows under partial "
            f"correlation; above τ: {above}. α is for one query, and a search asks many: "
            "Discover says how many false edges to expect.",
            "τ enters no score. It only says where the search stops, so that one computation "
            "serves every τ: the page Tune shows them all.",
        ),
        histogram_chart(null.scores, null.tau, shown, words=words),
        "Scores of unrelated pairs; grey: the noise floor",
    )
    found = examples.taught("tau")
    pictures = []
    for variant in (1, 0, 2):
        graph = examples.steps(examples.searched("tau", variant))[-1].cpdag
        caption = (
            f"{found.variants[variant].label.split(',')[0]}, τ {tau_number(found.tau(variant))}: "
            f"{count(graph.n_edges, 'edge')}"
        )
        drawn = examples.drawn("tau", graph)
        picture = graph_picture(drawn, shown, title=f"{caption}.", spread=NARROW)
        pictures.append((picture, caption))
    st.markdown(
        "The same data under three thresholds. The true graph has three edges: a large τ misses "
        "the weakest, a small one lies below noise and joins strangers."
    )
    picture_row(pictures)
    lesson_link("tau")


def _show_global_score(shown: Palette) -> None:
    scores = examples.global_scores(examples.searched(SEARCHED))
    listed = ", ".join(score_text(score) for score in scores)
    topic(
        "S_g: what the graph leaves unexplained",
        (
            "For each variable: how dependent is it on all that it does not cause, once its "
            "direct causes are known? **S_g** is the mean, between 0 and 1. It falls as edges "
            "are found, and is near 0 when the graph explains all dependence.",
            "S_g steers nothing; it is a check. As far as the measure sees, it shows edges that "
            "are missing and colliders that are wrong. It is blind to edges too many: a graph that "
            "joins everything has S_g 0 on any data.",
        ),
        line_chart(scores, shown, words=f"S_g from step 0 on: {listed}."),
        "S_g after each step of the search above",
    )
