"""A replay as one HTML file: everything inside, no app and no network needed.

Names and sentences travel as JSON and are set as text by the page's script; what is written
into HTML here is escaped. A policy in the file itself forbids it to load or send anything.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.browser import source
from components.graph_view import vis_source
from components.graph_view.build import FONT_SIZE
from components.graph_view.paint import GraphPaint
from components.labels import distinct_names, node_labels, shown_label
from components.layout import box_sizes
from components.replay.chapters import Chapter
from components.replay.moment import Moment
from components.replay.operators_table import offer_caption
from components.replay.paint import moment_changes, moment_paint
from components.replay.panel_contents import panel_content
from components.replay.story import Story
from components.replay.subject import NAME_LIMIT
from components.text import graph_sentence, html_text, short_name
from components.trace import Trace
from gesncd.graphs import EdgeKind
from gesncd.knowledge import Constraints

_HERE = Path(__file__).parent
N_ROWS = 12
"""Operators of each step, best first: more would make the file large and nothing clearer."""
_CHANGES = {"added": "added", "removed": "removed", "reoriented": "turned"}
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>
{css}
</style>
</head>
<body>
<header><h1>{title}</h1><p class="about">{about}</p>{lesson}</header>
<main>
<div id="graph" aria-hidden="true"></div>
<section id="panel" aria-label="What happens">
<div aria-live="polite"><div id="head"></div><div id="say"></div></div>
<div id="table"></div>
<p id="score"></p>
<p id="summary" class="hidden"></p>
</section>
</main>
{legend}
<nav aria-label="Replay controls">
<button type="button" id="first">Start</button>
<button type="button" id="back">Back</button>
<button type="button" id="forward">Forward</button>
<button type="button" id="last">Result</button>
<span id="where"></span>
<input type="range" id="moment" min="0" value="0" step="1" aria-label="Moment of the search">
<span class="hint">← → one moment · Shift + ← → one step · Home, End: start, result</span>
</nav>
<script type="application/json" id="replay-data">{data}</script>
<script>
{vis}
</script>
<script>
{js}
</script>
</body>
</html>
"""


@dataclass(frozen=True, eq=False)
class Replayed:
    """What a file replays.

    Parameters
    ----------
    title, about
        Plain text above the graph: what was searched, and how.
    names
        The variables, in full.
    trace
        The search.
    tau
        Its threshold.
    positions
        Of the nodes, shape ``(d, 2)``; the same at every moment.
    text
        Paragraphs of a lesson, folded away at first: they tell what happens.
    knowledge
        What background knowledge enforces, where there is some.
    """

    title: str
    about: str
    names: tuple[str, ...]
    trace: Trace
    tau: float
    positions: NDArray[np.float64]
    text: tuple[str, ...] = ()
    knowledge: Constraints | None = None
    truth: None = None
    """A file says nothing of a true graph: it may be handed out before the answer."""

    @cached_property
    def story(self) -> Story:
        """Its chapters."""
        return Story.of(self.trace)

    @cached_property
    def spoken(self) -> tuple[str, ...]:
        """Names as sentences use them."""
        return distinct_names(self.names, NAME_LIMIT)


def standalone_page(replayed: Replayed) -> str:
    """A complete HTML document that steps through a search.

    Parameters
    ----------
    replayed
        The search. One without any event gives a page that says so.
    """
    return _PAGE.format(
        title=html_text(short_name(replayed.title, 120)),
        about=html_text(replayed.about),
        lesson=_lesson_text(replayed.text),
        legend=_LEGEND,
        css=(_HERE / "standalone.css").read_text(encoding="utf-8"),
        vis=vis_source(),
        js=source("standalone_replay"),
        data=script_json(page_data(replayed)),
    )


_LEGEND = (
    '<p class="legend">'
    + "".join(
        f'<span><i class="{sign}"></i>{word}</span>'
        for sign, word in (
            ("head", "directed"),
            ("", "undirected"),
            ("added", "added, forward phase"),
            ("removed", "removed, backward phase"),
            ("turned head", "re-oriented"),
            ("frame", GraphPaint().pattern_text),
        )
    )
    + "</p>"
)
"""What the lines of the graph mean, in words, with the signs drawn by the style sheet."""


def _lesson_text(text: tuple[str, ...]) -> str:
    if not text:
        return ""
    told = "".join(f"<p>{html_text(paragraph)}</p>" for paragraph in text)
    return f"<details><summary>Text of the lesson</summary>{told}</details>"


def script_json(value: Any) -> str:
    """JSON that may stand between script tags: nothing in it can end them or begin a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def page_data(replayed: Replayed) -> dict[str, Any]:
    """What the page's script is given, as plain values."""
    chapters, moments = [], []
    for k, chapter in enumerate(replayed.story.chapters):
        shown = _chapter(replayed, k)
        chapters.append(shown)
        moments += [_moment(replayed, k, part) for part in range(chapter.n_parts)]
    return {
        "nodes": [shown_label(label) for label in node_labels(replayed.names)],
        "places": np.round(replayed.positions, 1).tolist(),
        "sizes": np.round(box_sizes(replayed.names), 1).tolist(),
        "fontSize": FONT_SIZE,
        "legend": next((each.pop("legend") for each in chapters if each["legend"]), ""),
        "chapters": chapters or [_NOTHING],
        "moments": moments or [_nothing(replayed)],
    }


_NOTHING = {"head": "No step", "phase": "", "caption": "", "rows": [], "tau": 0.0, "legend": ""}


def _nothing(replayed: Replayed) -> dict[str, Any]:
    graph = replayed.trace.graph_at(0, len(replayed.names))
    return {
        "chapter": 0,
        "where": "No step",
        "say": ["Nothing has happened in this search yet."],
        "winner": -1,
        "edges": [],
        "pattern": [],
        "patternEdges": [],
        "score": "",
        "summary": graph_sentence(graph, replayed.names),
    }


def _chapter(replayed: Replayed, number_: int) -> dict[str, Any]:
    content = panel_content(replayed, Moment(number_, 0))
    table = content["table"]
    rows = [row for row in table["rows"] if row["valid"]][:N_ROWS] if table else []
    return {
        "head": content["head"],
        "phase": content["phase"],
        "caption": offer_caption(replayed.story.offers[number_], N_ROWS) if table else "",
        "legend": table["legend"] if table else "",
        "tau": table["tau"]["share"] if table else 0.0,
        "rows": [
            {
                "pair": row["pair"],
                "given": f"given {row['given']}" + (f" · {row['set']}" if row["set"] else ""),
                "score": row["score"],
                "share": row["share"],
                "passes": row["passes"],
            }
            for row in rows
        ],
    }


def _moment(replayed: Replayed, number_: int, part: int) -> dict[str, Any]:
    chapter = replayed.story.chapters[number_]
    content = panel_content(replayed, Moment(number_, part))
    rows = content["table"]["rows"] if content["table"] else []
    winner = next((k for k, row in enumerate(rows) if row.get("winner")), -1)
    paint = moment_paint(chapter, part, None).as_data()
    return {
        "chapter": number_,
        "where": where_text(chapter, part),
        "say": content["say"],
        "winner": winner,
        "edges": _edges(chapter, part),
        "pattern": paint["pattern"],
        "patternEdges": paint["patternEdges"],
        "score": content["score"],
        "summary": graph_sentence(chapter.graph(part), replayed.names),
    }


def where_text(chapter: Chapter, part: int) -> str:
    """A moment in a few words."""
    if chapter.n_parts == 1:
        return chapter.label
    if part == 0:
        return f"{chapter.label}, before"
    # Counted as the panel lists them: the look at the graph before them is none.
    if chapter.n_parts == 2 and chapter.step is not None:
        return f"{chapter.label}, applied"
    return f"{chapter.label}, moment {part} of {chapter.n_parts - 1}"


def _edges(chapter: Chapter, part: int) -> list[list[Any]]:
    """From, to, whether directed, and what just happened to it."""
    changes = {(c.i, c.j): c for c in moment_changes(chapter, part)}
    rows: list[list[Any]] = []
    for edge in chapter.graph(part).edges():
        i, j = sorted((edge.source, edge.target))
        change = changes.get((i, j))
        what = "" if change is None else _CHANGES[change.kind]
        rows.append([edge.source, edge.target, int(edge.directed), what])
    for change in changes.values():
        if change.after is EdgeKind.NONE:
            ends = (change.j, change.i) if change.before is EdgeKind.BACKWARD else (
                change.i, change.j
            )  # fmt: skip
            rows.append([*ends, int(change.before is not EdgeKind.UNDIRECTED), "removed"])
    return rows
