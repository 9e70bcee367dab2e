"""A replay as one file: what it holds, and that no name becomes markup."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from components.replay.standalone import Replayed, page_data, script_json, standalone_page
from components.trace import Trace
from gesncd.lessons import lesson
from gesncd.search.events import GlobalScore, Started

EVIL = "</script><script>globalThis.bad=1</script><!--<img src=x onerror=alert(1)>\u2028"


@pytest.fixture(scope="module")
def replayed():
    """The lesson on the backward phase."""
    each = lesson("backward-phase")
    return Replayed(
        each.title,
        "By hand",
        each.names,
        Trace.of(each.search()),
        each.tau(),
        np.array(each.places),
    )


def data_of(page):
    found = re.search(r'id="replay-data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def test_every_moment_is_in_the_file_with_its_sentences_and_edges(replayed):
    data = data_of(standalone_page(replayed))
    story = replayed.story
    assert len(data["moments"]) == story.n_moments
    assert len(data["chapters"]) == len(story.chapters)
    for k, moment in enumerate(data["moments"]):
        chapter, part = story.place(k)
        assert moment["chapter"] == chapter
        graph = story.chapters[chapter].graph(part)
        kept = {(a, b, bool(d)) for a, b, d, what in moment["edges"] if what != "removed"}
        assert kept == {(e.source, e.target, e.directed) for e in graph.edges()}
        assert moment["say"]
        winner = moment["winner"]
        rows = data["chapters"][chapter]["rows"]
        assert (winner >= 0) == (story.chapters[chapter].step is not None and part > 0)
        assert winner < len(rows)
    removed = [k for k, m in enumerate(data["moments"]) for e in m["edges"] if e[3] == "removed"]
    assert len(removed) == 1
    assert [m["where"] for m in data["moments"]][:3] == [
        "Step 1, before",
        "Step 1, applied",
        "Step 2, before",
    ]
    # Moments are counted as the panel lists them, without the look at the graph before.
    words = [m["where"] for m in data["moments"] if m["where"].startswith("Step 3")]
    assert words == ["Step 3, before", *(f"Step 3, moment {k} of 3" for k in (1, 2, 3))]
    assert data["legend"].startswith("X, Y and Y, X share a row")
    assert "Bars: √score. Line: τ " in data["legend"]
    assert data["chapters"][0]["caption"] == "12 operators in 6 rows, best first"


def test_the_pattern_behind_a_mark_is_in_the_file(replayed):
    moments = page_data(replayed)["moments"]
    meek = next(m for m in moments if any("(Meek rule 1)" in text for text in m["say"][:1]))
    assert len(meek["pattern"]) == 3
    assert len(meek["patternEdges"]) == 2
    assert moments[0]["pattern"] == moments[0]["patternEdges"] == []


def test_the_global_score_is_that_of_the_graph_shown(replayed):
    data, story = page_data(replayed), replayed.story
    values = {e.step: e.value for e in replayed.trace.events if isinstance(e, GlobalScore)}
    assert float(data["moments"][0]["score"]) == pytest.approx(values[0], rel=0.006)
    assert float(data["moments"][-1]["score"]) == pytest.approx(values[6], rel=0.006)
    for k, moment in enumerate(data["moments"]):
        chapter, part = story.place(k)
        amid = 0 < part < story.chapters[chapter].n_parts - 1
        assert bool(moment["score"]) != amid


def test_nothing_is_loaded_and_nothing_may_be(replayed):
    page = standalone_page(replayed)
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'" in page
    assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=", page)
    assert len(page) < 900_000


def test_the_signs_are_explained_and_a_lesson_has_its_text_folded_away(replayed):
    page = standalone_page(replayed)
    for word in (
        "directed",
        "undirected",
        "added",
        "removed",
        "re-oriented",
        "reason for the arrows",
    ):
        assert re.search(rf'<i class="[^"]*"></i>{word}[,<]', page), word
    assert "<details" not in page
    told = standalone_page(replace(replayed, text=("Sun & soil.", EVIL)))
    assert "<details><summary>Text of the lesson</summary><p>Sun &amp; soil.</p>" in told
    assert told.count("</script") == page.count("</script")


def test_names_are_data_and_never_markup(replayed):
    names = (EVIL, "A & <b>", "C", "D")
    page = standalone_page(replace(replayed, title=EVIL, about=EVIL, names=names))
    # The bundle has the word in a string of its own; names add none.
    assert page.count("<script") == standalone_page(replayed).count("<script")
    assert page.count("</script") == 3
    assert "<img" not in page
    data = data_of(page)
    assert any("A & <b>" in moment["summary"] for moment in data["moments"])
    assert data["nodes"][1] == "A & <b>"
    assert json.loads(script_json(EVIL)) == EVIL
    assert not set("<>&\u2028") & set(script_json(EVIL))


def test_a_search_without_a_step_says_so(replayed):
    started = [e for e in replayed.trace.events if isinstance(e, Started)]
    data = data_of(standalone_page(replace(replayed, trace=Trace.of(started))))
    assert data["moments"][0]["say"] == ["Nothing has happened in this search yet."]
    assert data["moments"][0]["edges"] == []
