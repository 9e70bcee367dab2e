"""What one takes along from Replay: a link to a moment, and a file that replays alone."""

import numpy as np
import pytest
from playwright.sync_api import expect

from components.replay.standalone import Replayed, standalone_page
from components.trace import Trace
from gesncd.lessons import lesson

pytestmark = pytest.mark.browser


def test_a_link_is_copied(lesson_page):
    page = lesson_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link to this moment").click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_file_replays_without_app_and_network(lesson_page, context, tmp_path, shots):
    page = lesson_page
    with page.expect_download() as event:
        page.get_by_role("button", name="Replay as one HTML file").click()
    path = tmp_path / "replay.html"
    event.value.save_as(path)
    context.set_offline(True)
    alone, errors = context.new_page(), []
    alone.on("pageerror", lambda error: errors.append(str(error)))
    alone.on("console", lambda said: said.type == "error" and errors.append(said.text))
    alone.goto(path.as_uri())
    expect(alone.locator("#where")).to_have_text("Step 1, before")
    alone.wait_for_function("gesncdReplay.labels().length === 4")
    places = alone.evaluate("JSON.stringify(gesncdReplay.places())")
    assert alone.evaluate("gesncdReplay.edges().length") == 0
    alone.keyboard.press("ArrowRight")
    expect(alone.locator("#say")).to_contain_text("Join Soil and Growth")
    expect(alone.locator("tr.winner")).to_contain_text("Soil, Growth")
    assert alone.evaluate("gesncdReplay.edges().length") == 1
    alone.keyboard.press("Shift+ArrowRight")
    expect(alone.locator("#where")).to_have_text("Step 2, before")
    alone.screenshot(path=shots / "replay-file.png")
    alone.keyboard.press("End")
    expect(alone.locator("#head")).to_have_text("Result")
    assert alone.evaluate("gesncdReplay.edges().length") == 4
    expect(alone.locator("#score")).to_contain_text("S_g of this graph: ")
    assert alone.evaluate("JSON.stringify(gesncdReplay.places())") == places
    assert errors == []
    context.set_offline(False)


def _file(page, tmp_path, name, places=None):
    """A lesson as a file, opened."""
    each = lesson(name)
    replayed = Replayed(
        each.title,
        "",
        each.names,
        Trace.of(each.search()),
        each.tau(),
        np.array(each.places if places is None else places, dtype=np.float64),
    )
    path = tmp_path / "replay.html"
    path.write_text(standalone_page(replayed), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function("globalThis.gesncdReplay?.labels().length > 0")


def test_a_file_bends_an_edge_around_a_box_and_shows_what_no_bend_avoids(page, problems, tmp_path):
    # The first and the third of them are joined, and the second stands between.
    _file(page, tmp_path, "collider", [(-150, 0), (0, 0), (150, 0)])
    page.keyboard.press("End")
    edges = page.evaluate("gesncdReplay.edges()")
    around = next(edge for edge in edges if edge["id"] == "0-2")
    straight = next(edge for edge in edges if edge["id"] == "1-2")
    assert around["smooth"]["roundness"] > 0
    assert straight["smooth"] == {"enabled": False}
    # The part behind a box is drawn over it, as in the app: from all lines, with all boxes.
    page.evaluate(
        """() => {
          const draw = drawHiddenParts;
          globalThis.drawHiddenParts = (pen, lines, boxes) => {
            globalThis.hidden = [lines.length, boxes.length, lines.every(
              ({ points, from, to }) => points.length === 120
                && boxes.includes(from) && boxes.includes(to))];
            draw(pen, lines, boxes);
          };
        }"""
    )
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("globalThis.hidden?.[2]")
    assert page.evaluate("hidden") == [2, 3, True]


def test_no_score_of_a_file_leaves_its_column(page, problems, tmp_path):
    page.set_viewport_size({"width": 1024, "height": 768})
    _file(page, tmp_path, "backward-phase")
    longest = 0
    for _ in range(9):
        found = page.evaluate(
            """() => [...document.querySelectorAll("td.number")].map((cell) => {
              const text = document.createRange();
              text.selectNodeContents(cell);
              const [inner, outer] = [text.getBoundingClientRect(), cell.getBoundingClientRect()];
              return [cell.textContent, inner.left >= outer.left && inner.right <= outer.right];
            })"""
        )
        assert all(fits for _, fits in found), found
        longest = max([longest, *(len(text) for text, _ in found)])
        page.keyboard.press("Shift+ArrowRight")
    assert longest >= 9


@pytest.mark.parametrize(
    ("width", "height"), [(390, 664), (844, 390), (640, 700), (768, 1024), (1024, 768), (1440, 900)]
)
def test_a_file_can_be_read_whole_on_small_screens(page, problems, tmp_path, width, height):
    """Phones, upright and not, and halves of a window: the page or the panel scrolls, not both."""
    page.set_viewport_size({"width": width, "height": height})
    _file(page, tmp_path, "backward-phase")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    sizes = page.evaluate(
        """() => {
          const panel = document.querySelector("#panel"), page = document.documentElement;
          const cut = panel.scrollHeight - panel.clientHeight;
          const nav = document.querySelector("nav").getBoundingClientRect();
          const graph = document.querySelector("#graph").getBoundingClientRect();
          return {panel: panel.clientHeight, cut, beyond: page.scrollHeight - innerHeight,
                  wide: page.scrollWidth - innerWidth, nav: nav.bottom <= innerHeight + 1,
                  graph: graph.height};
        }"""
    )
    assert sizes["panel"] >= 300
    assert sizes["graph"] >= 250
    assert sizes["wide"] <= 0
    # The buttons are in sight in any case.
    assert sizes["nav"]
    assert sizes["cut"] <= 1 or sizes["beyond"] <= 1
    # The last row of the table can be brought into sight, above the buttons.
    page.locator("#panel tbody tr").last.scroll_into_view_if_needed()
    page.locator("#panel tbody tr").last.click(trial=True)
