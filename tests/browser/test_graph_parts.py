"""Parts around the graph that come and go move nothing else."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

COMPONENTS = Path(__file__).parents[2] / "components"
PAINT = {
    "legend": None, "halo": None, "haloText": "", "pattern": [], "patternText": "reason",
    "roomFor": [], "roomForFrame": "",
}  # fmt: skip


@pytest.fixture
def part(page, problems):
    """A function that puts an element of the graph view and its scripts on an empty page."""

    def put(name, *scripts):
        css = (COMPONENTS / "graph_view/graph_view.css").read_text(encoding="utf-8")
        page.set_content(f"<style>{css}</style><div class='{name}' style='width: 546px'></div>")
        for script in ("browser/elements.js", "browser/colours.js", *scripts):
            page.add_script_tag(content=(COMPONENTS / script).read_text(encoding="utf-8"))
        return page

    return put


def test_buttons_that_a_view_may_lack_begin_hidden_and_move_no_other(part):
    page = part("tools", "graph_view/tools.js")
    page.evaluate("globalThis.tools = new Tools(document.querySelector('.tools'), {})")
    lefts = """() => Object.fromEntries(
      [...document.querySelectorAll("button, select")].filter((each) => each.offsetParent)
        .map((each) => [each.ariaLabel || each.textContent, each.getBoundingClientRect().left]))"""
    before = page.evaluate(lefts)
    assert set(before) == {"Scores", "Nearby only", "PNG", "Fit"}
    page.evaluate("tools.offer({ arrangements: {}, forbidden: true })")
    after = page.evaluate(lefts)
    assert set(after) - set(before) == {"Forbidden", "Arrange the variables"}
    assert {name: after[name] for name in before} == before


def test_the_legend_keeps_room_for_signs_to_come(part):
    page = part("legend", "graph_view/legend.js")
    page.evaluate("globalThis.legend = new Legend(document.querySelector('.legend'))")

    def height(edges=(), **paint):
        page.evaluate(
            """([edges, paint]) => legend.draw({ edges, forbidden: [], paint }, {
              ink: "#111111", accent: "#0000ff", muted: "#777777", background: "#ffffff",
              forward: "#00aa00", backward: "#cc5500" })""",
            [list(edges), {**PAINT, **paint}],
        )
        return page.locator(".legend").evaluate("e => e.getBoundingClientRect().height")

    low = height()
    room = {"roomFor": ["lock", "by"], "roomForFrame": "reason for the arrows"}
    kept = height(**room)
    assert kept > low
    for pattern, words in (([0, 1], "reason for the arrows"), ([0, 1], "not a clique")):
        assert height(pattern=pattern, patternText=words, **room) == kept
        assert page.get_by_text(words).is_visible()
    known = [{"known": "by", "locked": True}]
    assert height(known, **room) == kept
    assert page.get_by_text("directed by knowledge").is_visible()
    height(**room)
    assert page.get_by_text("directed by knowledge").is_hidden()
