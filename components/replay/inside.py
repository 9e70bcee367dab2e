"""Look inside a score: recomputed on demand from the same data, settings and seed."""

from __future__ import annotations

import streamlit as st

from components import state
from components.colours import Palette, palette
from components.names import MEASURE_NAMES
from components.replay.chapters import Chapter
from components.replay.drawn_variable import drawn_variable
from components.replay.in_sight import answer_key, bring_in_sight
from components.replay.inside_figures import (
    N_NEIGHBOUR_ROWS,
    function_figure,
    growth_figure,
    neighbour_figure,
    scatter_figure,
)
from components.replay.subject import Subject
from components.text import html_text, markdown_text
from gesncd.data import Dataset
from gesncd.measures import Query
from gesncd.measures.ncd.inspect import NcdPicture
from gesncd.search.events import Step
from gesncd.search.words import score_text, set_words
from gesncd.settings.on_data import build_measure

_LONGEST_TITLE = 42
"""Characters beside an axis of a small figure."""
_CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def show_inside(subject: Subject, *, large: bool) -> None:
    """The score of the step that was asked about."""
    asked = st.session_state.get(state.REPLAY_INSIDE)
    if asked is None or asked[0] != subject.key or asked[1] >= len(subject.story.chapters):
        return
    chapter = subject.story.chapters[asked[1]]
    if chapter.step is None:
        return
    box = answer_key("inside", large=large)
    with st.container(key=box):
        title = f"Inside the score of step {chapter.step.index}"
        bring_in_sight("inside", box, title, title)
        _show_answer(subject, chapter, chapter.step)


def _show_answer(subject: Subject, chapter: Chapter, step: Step) -> None:
    names = subject.spoken
    x, y = names[step.operator.x], names[step.operator.y]
    given = set_words(step.conditioning, names)
    head, close = st.columns([6, 1], vertical_alignment="center")
    head.header(f"Inside the score of step {step.index}", anchor=False)
    close.button("Close", key="replay-inside-close", on_click=_close, width="stretch")
    st.markdown(markdown_text(f"{x} and {y} given {given}: {score_text(step.score)}."))
    if subject.measure_name == "oracle":
        st.info(
            "The oracle looks at no data: its score is one over the length of the shortest path "
            "in the true graph that the conditioning set leaves open."
        )
        return
    if subject.dataset is None:
        st.warning(
            "The data of this run are not here, so there is nothing to draw. Add the same data "
            "on the Data page to look inside.",
            icon=":material/database_off:",
        )
        return
    try:
        with st.spinner("Recomputing the score"):
            _show_picture(subject, subject.dataset, chapter)
    except ValueError as error:
        st.info(markdown_text(str(error)))


def _close() -> None:
    st.session_state.pop(state.REPLAY_INSIDE, None)


def _show_picture(subject: Subject, dataset: Dataset, chapter: Chapter) -> None:
    step = chapter.step
    assert step is not None, "only steps have scores"
    query = Query.pair(step.operator.x, step.operator.y, step.conditioning).canonical
    colours = palette(st.context.theme.type)
    match subject.measure_name:
        case "ncd":
            _show_ncd(subject, dataset, query, step.score, colours)
        case "rcd":
            _show_rcd(subject, dataset, query, step.score, colours)
        case "partial-correlation":
            _show_linear(subject, dataset, query, step.score, colours)
        case other:
            st.info(
                f"There is no picture yet of how {MEASURE_NAMES[other]} comes to a score. "
                "The score above is the search's."
            )


def _show_ncd(
    subject: Subject, dataset: Dataset, query: Query, kept: float, colours: Palette
) -> None:
    picture, is_sureness = _ncd_picture(subject.key, query, dataset, subject)
    x, y = (dataset.names[node] for node in (query.x[0], query.y[0]))
    half = picture.halves[0]
    letters = ("f(X, Z) − h(Z)", "g(Y, Z) − l(Z)")
    n = len(half.rows)
    left, middle, right = st.columns(3)
    title = f"Residuals, ρ {half.correlation:.2f} in {n} rows"
    left.plotly_chart(
        scatter_figure(half.f, half.g, *letters, colours, title),
        theme=None,
        key="replay-inside-residuals",
        config=_CONFIG,
        alt="What the two networks keep, against each other",
    )
    for column, node, values, letter in (
        (middle, query.x[0], half.f, letters[0]),
        (right, query.y[0], half.g, letters[1]),
    ):
        drawn = drawn_variable(
            dataset, node, half.rows, subject.spoken[node], subject.parts_of(node)
        )
        column.plotly_chart(
            function_figure(drawn, values, letter, colours),
            theme=None,
            key=f"replay-inside-{letter[0]}",
            config=_CONFIG,
            alt=f"What {letter[0]} makes of its variable",
        )
    if picture.growth is not None:
        st.plotly_chart(
            growth_figure(picture, colours),
            theme=None,
            key="replay-inside-growth",
            config=_CONFIG,
            alt="Squared correlation while the networks were trained",
        )
    others = ", ".join(f"{each.correlation:.2f}" for each in picture.halves)
    st.caption(
        markdown_text(
            f"X is {x}, Y is {y}. {_seen_words(is_sureness)} Correlations of all halves: {others}."
        )
    )
    st.caption(ncd_score_words(half.correlation, is_sureness=is_sureness))
    if picture.growth is None:
        st.caption(
            "Radial networks are solved for at once and take no steps; the score also counts "
            "further pairs of functions besides the leading one that is drawn."
        )
    _show_agreement(picture.score, kept)


@st.cache_resource(show_spinner=False, max_entries=8)
def _ncd_picture(
    key: str, query: Query, _dataset: Dataset, _subject: Subject
) -> tuple[NcdPicture, bool]:
    """The picture, and whether halves judge each other, so that the score is z²/n."""
    from gesncd.measures import Ncd, NcdSettings
    from gesncd.measures.ncd.inspect import look_inside

    settings = NcdSettings()
    if _subject.settings is not None:
        measure = build_measure(_subject.settings, _dataset, jobs=1)
        assert isinstance(measure, Ncd), "the subject's measure is NCD"
        settings = measure.settings
    return look_inside(_dataset, settings, query), settings.cross_fit


def _seen_words(is_sureness: bool) -> str:
    """Whether the networks knew the rows; only the published score is of those it was fit to."""
    if is_sureness:
        return "The networks never saw the rows that are drawn."
    return "The networks were fit to the rows that are drawn, as in the paper."


def ncd_score_words(correlation: float, *, is_sureness: bool) -> str:
    """What the score has to do with the correlation that is drawn.

    Parameters
    ----------
    correlation
        ρ of the points that are drawn.
    is_sureness
        Whether the score is z²/n; else it is ρ² itself.
    """
    square = score_text(correlation**2)
    if not is_sureness:
        return f"The score is the mean of ρ² over all halves; of the drawn one ρ² is {square}."
    return (
        f"The score is not ρ², which is {square} for the drawn half. It is z²/n, with z the "
        "correlation over its standard error in all halves together, and n the rows. A score "
        "says how sure a dependence is, ρ² how strong."
    )


def _show_rcd(
    subject: Subject, dataset: Dataset, query: Query, kept: float, colours: Palette
) -> None:
    from gesncd.measures.rcd_inspect import look_inside

    seed = 0 if subject.settings is None else subject.settings.seed
    one, other = look_inside(dataset, query, seed=seed)
    x, y = (dataset.columns_of((node,))[:, 0] for node in (query.x[0], query.y[0]))
    names = [subject.spoken[node] for node in (query.x[0], query.y[0])]
    left, right = st.columns(2)
    for column, picture, (a, b), (a_name, b_name), key in (
        (left, one, (x, y), names, "y"),
        (right, other, (y, x), names[::-1], "x"),
    ):
        with column:
            st.markdown(
                f"**{markdown_text(b_name)} from {markdown_text(a_name)}**: "
                f"{score_text(picture.score)}"
            )
            st.plotly_chart(
                neighbour_figure(a, b, picture, a_name, b_name, colours),
                theme=None,
                key=f"replay-inside-{key}",
                config=_CONFIG,
                alt="Each row and its nearest neighbours",
            )
    shown = min(dataset.n_rows, N_NEIGHBOUR_ROWS)
    st.caption(
        f"The first {shown} of {dataset.n_rows} rows. {neighbour_text(bool(query.z))} The score is "
        "the mean of both directions."
    )
    _show_agreement((one.score + other.score) / 2, kept)


def neighbour_text(has_z: bool) -> str:
    """How the picture of neighbours shows a dependence."""
    if has_z:
        return (
            "Where X tells more of Y than Z does, the lines to the row nearest in X and Z reach "
            "less far up or down than the dotted ones to the row nearest in Z alone."
        )
    return (
        "Each line leads to the row nearest in X: the less far the lines reach up or down, beside "
        "all the heights there are, the more X tells of Y."
    )


def _show_linear(
    subject: Subject, dataset: Dataset, query: Query, kept: float, colours: Palette
) -> None:
    from gesncd.measures.linear_inspect import look_inside

    picture = look_inside(dataset, query)
    z = tuple(subject.spoken[node] for node in query.z)
    across, up = (residual_title(subject.spoken[node], z) for node in (query.x[0], query.y[0]))
    left, right = st.columns([1.2, 1], vertical_alignment="center")
    left.plotly_chart(
        scatter_figure(
            picture.x,
            picture.y,
            html_text(across),
            html_text(up),
            colours,
            f"{'Residuals' if z else 'The two columns'}, ρ² {score_text(picture.score)}",
        ),
        theme=None,
        key="replay-inside-residuals",
        config=_CONFIG,
        alt="Residuals of the two variables against each other",
    )
    with right:
        st.caption(
            "The score is the squared correlation of these points: it sees straight lines only."
        )
        if z:
            named = set_words(query.z, subject.spoken)
            st.caption(markdown_text(f"What a line in Z predicts is taken off; Z is {named}."))
        _show_agreement(picture.score, kept)


def residual_title(name: str, z: tuple[str, ...]) -> str:
    """What an axis shows: a variable, less what Z predicts of it.

    Short, as a title beside an axis is not broken into lines: Z goes without its names
    where they are too long.
    """
    if not z:
        return name
    named = f"{name}, less its line in {', '.join(z)}"
    return named if len(named) <= _LONGEST_TITLE else f"{name}, less its line in Z"


def _show_agreement(again: float, kept: float) -> None:
    if abs(again - kept) <= 1e-6 * max(1.0, abs(kept)):
        st.caption(f"Recomputed: {score_text(again)}, the same as in the search.")
    else:
        st.warning(
            f"Recomputed, the score is {score_text(again)}, and the search had "
            f"{score_text(kept)}: the run comes from another machine, device or version."
        )
