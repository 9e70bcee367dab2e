"""What stands on edges: signs of knowledge, and texts that no box hides."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from components.graph_view import marks_source

sys.path.insert(0, str(Path(__file__).parent))
from driving import choose_measure, download, open_finished, run, upload, wait_until_over

pytestmark = pytest.mark.browser

KINDS = "__gesncd_graph.marks().map(m => `${m.id} ${m.kind}`).sort()"
HIDDEN = """() => {
  const apart = (a, b) => Math.abs(a.x - b.x) >= a.w + b.w - 0.01
    || Math.abs(a.y - b.y) >= a.h + b.h - 0.01;
  const texts = __gesncd_graph.marks().filter((mark) => mark.kind === "text" && !mark.over);
  const others = [...__gesncd_graph.shownBoxes(), ...__gesncd_graph.marks()];
  return texts.filter((text) => others.some(
    (other) => other.id !== text.id && !apart(text, other),
  )).map((text) => text.id);
}"""


def chain_csv() -> bytes:
    """Three variables of which each follows from the one before."""
    rng = np.random.default_rng(5)
    a = rng.normal(size=300)
    b = a + 0.7 * rng.normal(size=300)
    c = b + 0.7 * rng.normal(size=300)
    rows = [f"{x:.5f},{y:.5f},{z:.5f}" for x, y, z in zip(a, b, c, strict=True)]
    return ("\n".join(["first,second,third", *rows]) + "\n").encode()


def test_knowledge_is_told_by_signs_whole_arrows_and_words(
    page: Page, app_url, offline, problems, shots, context, tmp_path
):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(app_url)
    upload(page, "chain.csv", chain_csv())
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length === 3")
    choose_measure(page, "Partial corr.")
    page.get_by_text("Background knowledge", exact=True).click()
    page.locator("input[type=file]").set_input_files(
        {
            "name": "known.csv",
            "mimeType": "text/csv",
            "buffer": b"source,relation,target\nsecond,!->,first\n",
        }
    )
    expect(page.get_by_text("1 forbidden direction", exact=False).first).to_be_visible()
    run(page)
    wait_until_over(page)
    page.wait_for_function(f"{KINDS}.join() === '0-1 by,1-2 follows'")
    heads = page.evaluate("__gesncd_graph.edges().map(e => e.arrows.to.type)")
    assert heads == ["arrow", "arrow"]
    legend = page.locator(".legend")
    expect(legend).to_contain_text("directed by knowledge")
    expect(legend).to_contain_text("follows from knowledge")
    page.screenshot(path=shots / "knowledge-signs.png")

    # The page that is saved draws the same signs, and says what they mean.
    file = tmp_path / "graph.html"
    file.write_bytes(download(page, "Interactive page, HTML"))
    alone = context.new_page()
    errors: list[str] = []
    alone.on("pageerror", lambda error: errors.append(str(error)))
    alone.goto(file.as_uri())
    alone.wait_for_function("network && network.getPositions()[2] !== undefined")
    assert alone.evaluate("edges.get().map(e => e.signs.join())") == ["by", "follows"]
    # Drawn anew, each time: what is drawn is what is laid out here.
    alone.evaluate(
        "() => { const lay = layEdgeMarks; globalThis.laid = [];"
        " layEdgeMarks = (...all) => (globalThis.laid = lay(...all)); network.redraw(); }"
    )
    alone.wait_for_function("laid.map(m => m.kind).join() === 'by,follows'")
    expect(alone.get_by_text("◇ follows from knowledge", exact=False)).to_be_visible()
    alone.screenshot(path=shots / "knowledge-alone.png")
    assert errors == []


def test_scores_are_hidden_by_no_box_and_no_other_text(app_page, finished, shots):
    page = app_page
    page.set_viewport_size({"width": 1280, "height": 800})
    open_finished(page, finished)
    page.get_by_role("button", name="Scores", exact=True).click()
    page.wait_for_function(
        "__gesncd_graph.marks().filter(m => m.kind === 'text').length"
        " === __gesncd_graph.edges().length"
    )
    assert page.evaluate(HIDDEN) == []
    page.screenshot(path=shots / "scores.png")


LAY = """([gap, text, forced, wall, signs]) => {
  const box = (x, y, w, h) => ({ x, y, w, h });
  const [from, to] = [box(0, 0, 40, 16), box(80 + gap, 0, 40, 16)];
  const walls = wall ? [box(40 + gap / 2, 0, gap / 2 + wall, 2)] : [];
  const edge = {
    id: "0-1", points: curve(from, to, 0, 120), from, to, head: 6, colour: "black",
    signs: text ? [] : signs, forced,
    text: text ? { text, width: 30, height: 14 } : null,
  };
  return layEdgeMarks([edge], [from, to, ...walls]);
}"""


@pytest.fixture
def lay(page: Page):
    """Lay what stands on the edge of two boxes beside each other, so far apart."""
    page.set_content(f"<script>{marks_source()}</script>")

    def laid(gap, text="0.78", *, forced=False, wall=0, signs=("follows",)):
        return page.evaluate(LAY, [gap, text, forced, wall, list(signs)])

    return laid


def test_a_text_stands_on_its_line_where_there_is_room(lay):
    (mark,) = lay(60)
    assert (mark["text"], mark["over"]) == ("0.78", False)
    assert mark["y"] == pytest.approx(0, abs=0.01)
    # Between the boxes, and before the head.
    assert mark["x"] - 15 >= 40
    assert mark["x"] + 15 <= 94


def test_a_text_stands_beside_its_line_where_something_is_on_it(lay):
    (mark,) = lay(60, wall=1)
    assert not mark["over"]
    assert abs(mark["y"]) == pytest.approx(7 + 3, abs=0.1)


def test_a_text_without_room_is_written_for_the_edge_that_is_pointed_at(lay):
    assert lay(14) == []
    (mark,) = lay(14, forced=True)
    assert mark["over"]


def test_a_sign_is_there_however_near_the_boxes_are_but_not_on_a_third_one(lay):
    for gap in (3, 8, 14, 60, 300):
        (mark,) = lay(gap, text="")
        assert mark["kind"] == "follows"
        assert 40 <= mark["x"] <= 40 + gap
        assert 3.5 <= mark["w"] <= 6
    assert lay(60, text="", wall=1) == []


def test_a_lock_is_large_enough_to_be_seen_and_no_diamond_lies_on_it(lay):
    for gap in (3, 14, 20, 30, 60):
        (lock,) = lay(gap, text="", signs=["lock"])
        assert lock["w"] >= 7
    for gap in (30, 60):
        lock, diamond = lay(gap, text="", signs=["lock", "follows"])
        assert abs(lock["x"] - diamond["x"]) >= lock["w"] + diamond["w"]


def test_an_edge_that_is_required_and_directed_by_knowledge_has_the_lock_alone(lay, page):
    def signs(known):
        return page.evaluate("known => signsOf({ locked: true, known })", known)

    assert signs("by") == ["lock"]
    assert signs("follows") == ["lock", "follows"]
    assert signs("") == ["lock"]
