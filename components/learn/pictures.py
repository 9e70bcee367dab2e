"""Graphs as pictures in a page."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import numpy as np

from components.colours import Palette
from components.layout import box_sizes
from components.learn.examples import DrawnGraph
from components.text import graph_sentence, html_text
from gesncd.export.svg import PictureStyle, graph_svg

_MARKED_WIDTH, _MARGIN = 4.0, 8.0


def graph_picture(
    drawn: DrawnGraph,
    colours: Palette,
    *,
    marked: frozenset[tuple[int, int]] = frozenset(),
    title: str = "",
    spread: float = 1.0,
) -> str:
    """A graph as an image in HTML.

    Parameters
    ----------
    drawn
        The graph, its names and its places.
    colours
        Those of the theme.
    marked
        Pairs (i, j), i < j, that are drawn thick.
    title
        What it is, read out before its edges.
    spread
        Factor on the distances between boxes; boxes keep their size, and with it the
        names theirs, where a picture stands in a narrow column.
    """
    names = [name.replace("\n", " ") for name in drawn.names]
    words = " ".join(part for part in (title, graph_sentence(drawn.graph, names)) if part)
    sizes = box_sizes(names)
    for node, name in enumerate(drawn.names):
        if "\n" in name:
            lines = name.split("\n")
            sizes[node] = box_sizes([max(lines, key=len)])[0] + (0.0, 17.0 * (len(lines) - 1))
    widths: Mapping[tuple[int, int], float] = dict.fromkeys(marked, _MARKED_WIDTH)
    svg = graph_svg(
        drawn.names,
        drawn.graph,
        spread * np.asarray(drawn.places, dtype=np.float64),
        sizes,
        title=title,
        description=words,
        style=PictureStyle(
            background=colours.background,
            ink=colours.ink,
            muted=colours.muted,
            fill=colours.surface,
            widths=widths,
            margin=_MARGIN,
        ),
    )
    return image(svg, words)


def image(svg: str, words: str) -> str:
    """An SVG document as an image, in which no script can run, with words for who cannot see it.

    Parameters
    ----------
    svg
        The document.
    words
        What it shows, for screen readers.
    """
    content = base64.b64encode(svg.encode("utf-8")).decode("ascii")
    return (
        f'<img src="data:image/svg+xml;base64,{content}" alt="{html_text(words)}" '
        'style="max-width:100%;height:auto">'
    )
