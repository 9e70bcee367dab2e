"""Replay for a projector in a real browser: large type and full screen."""

import re

import pytest
from playwright.sync_api import expect
from replaying import INSIDE_ITS_VIEW, open_replay, run_query, where

pytestmark = pytest.mark.browser


def test_large_type_for_a_projector(lesson_page, shots):
    page = lesson_page
    page.get_by_text("Large type", exact=True).click()
    expect(page.locator(".replay-panel.large")).to_be_visible()
    expect(page.locator(".scrubber.large")).to_be_visible()
    page.wait_for_url(re.compile("large=true"))
    # The whole graph is in sight.
    page.wait_for_function("__gesncd_graphs['replay-graph-540']?.labels().length === 4")
    box = page.locator(".graph-view canvas").first.bounding_box()
    assert box is not None
    page.wait_for_function(
        """box => [0, 1, 2, 3].every(k => {
          const at = __gesncd_graphs['replay-graph-540'].onPage(k);
          return at.x > box.x + 20 && at.x < box.x + box.width - 20
            && at.y > box.y && at.y < box.y + box.height;
        })""",
        arg=box,
    )
    page.screenshot(path=shots / "replay-large.png")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_full_screen_shows_the_lesson_alone_and_all_of_it(lesson_page, shots, width, height):
    page = lesson_page
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".replay-panel.large")).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.locator(".st-key-replay-stage .tools:visible")).to_have_count(0)
    # What the colours mean is told there, too.
    expect(page.locator(".st-key-replay-stage .legend:visible")).to_contain_text("re-oriented")
    # Lesson, graph and scrubber together, without scrolling, and no strip left empty below.
    page.wait_for_function(
        """() => {
          const text = document.querySelector(".st-key-replay-large-text");
          const stage = document.querySelector(".st-key-replay-stage").getBoundingClientRect();
          return text.getBoundingClientRect().top >= 0
            && stage.bottom <= innerHeight && stage.bottom > innerHeight - 60;
        }"""
    )
    # Names grow with the room: at the least 20 pixels high letters.
    page.wait_for_function("14 * __gesncd_graphs['replay-graph-540']?.scale() > 20")
    # A pattern's frame, which stands out from its boxes, is whole.
    page.wait_for_function(INSIDE_ITS_VIEW, arg=["replay-graph-540", 9])
    page.screenshot(path=shots / f"replay-full-{width}.png")
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 1, applied")
    page.get_by_role("button", name="Leave full screen").click()
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    # Large type was off before, and is off again.
    expect(page.locator(".scrubber.large")).to_have_count(0)
    page.wait_for_function("__gesncd_graphs['replay-graph-440']?.labels().length === 4")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_full_screen_type_is_as_large_as_the_screen_is_high(lesson_page, width, height):
    page = lesson_page
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".replay-panel.large")).to_be_visible()
    # About 2 % of the height, the sets that scores are given included.
    for what in ("td.pair small", ".scrubber button >> nth=4", ".legend span >> nth=0"):
        size = page.locator(f".st-key-replay-stage {what}").first.evaluate(
            "e => parseFloat(getComputedStyle(e).fontSize)"
        )
        assert size > 0.0195 * height, (what, size)
    size = (
        page.get_by_role("button", name="Hide text")
        .locator("p")
        .evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    )
    assert size > 0.0195 * height


def test_a_runs_title_is_large_in_full_screen(page, app_url, finished, offline, problems):
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_replay(page, app_url, run_query(finished))
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".replay-panel.large")).to_be_visible()
    title = page.locator(".st-key-replay-large-text")
    expect(title).to_contain_text("6 variables")
    sizes = title.locator("p, p *").evaluate_all(
        "parts => parts.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert sizes
    assert min(sizes) > 0.0195 * 1080


def test_a_folded_text_leaves_its_room_to_the_lesson(lesson_page, shots):
    page = lesson_page
    page.set_viewport_size({"width": 1024, "height": 768})
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".replay-panel.large")).to_be_visible()
    page.get_by_role("button", name="Hide text").click()
    expect(page.get_by_text("Sun, water and soil make growth")).to_have_count(0)
    page.wait_for_function(
        """() => {
          const stage = document.querySelector(".st-key-replay-stage").getBoundingClientRect();
          return stage.top < 100 && stage.bottom <= innerHeight && stage.bottom > innerHeight - 60;
        }"""
    )
    page.screenshot(path=shots / "replay-folded.png")
    page.get_by_role("button", name="Show text").click()
    expect(page.get_by_text("Sun, water and soil make growth")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 800)])
def test_large_type_makes_the_graph_no_smaller(page, app_url, offline, problems, width, height):
    page.set_viewport_size({"width": width, "height": height})
    open_replay(page, app_url, "lesson=collider&step=2&part=1")
    page.wait_for_function("__gesncd_graphs['replay-graph-440']?.labels().length === 3")
    page.wait_for_function("__gesncd_graphs['replay-graph-440'].scale() > 0.8")
    normal = page.evaluate("__gesncd_graphs['replay-graph-440'].scale()")
    page.get_by_text("Large type", exact=True).click()
    page.wait_for_function("__gesncd_graphs['replay-graph-540']?.labels().length === 3")
    page.wait_for_function(
        "normal => __gesncd_graphs['replay-graph-540'].scale() >= normal - 0.01", arg=normal
    )


@pytest.mark.parametrize("width", [1024, 1280])
def test_all_ways_to_run_a_lesson_are_in_sight_in_large_type(page, app_url, offline, width):
    page.set_viewport_size({"width": width, "height": 800})
    open_replay(page, app_url, "lesson=tau&large=true")
    for name in ("Automatic", "Large, τ 0.3", "Small, τ 0.002"):
        choice = page.get_by_role("radio", name=name).or_(page.get_by_role("button", name=name))
        expect(choice.first).to_be_in_viewport(ratio=0.99)


def test_full_screen_begins_with_the_lesson_wherever_one_was(lesson_page):
    page = lesson_page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="What if τ were").scroll_into_view_if_needed()
    page.get_by_test_id("stMain").evaluate("e => e.scrollTo(0, 300)")
    page.get_by_role("button", name="Full screen").evaluate("e => e.click()")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    page.wait_for_function(
        """() => document.querySelector("[data-testid=stMain]").scrollTop === 0
          && document.querySelector(".scrubber, .st-key-replay-stage").getBoundingClientRect()
            .bottom <= innerHeight"""
    )
    expect(page.get_by_role("heading", name="Lesson 4")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [1024, 1280])
def test_the_tools_stand_in_one_line_in_large_type(page, app_url, offline, problems, shots, width):
    page.set_viewport_size({"width": width, "height": 768})
    open_replay(page, app_url, "lesson=backward-phase&large=true&step=3&part=3")
    page.wait_for_function("globalThis.__gesncd_graphs?.['replay-graph-540']")
    tops = page.locator(".st-key-replay-stage .tools button:visible").evaluate_all(
        "buttons => buttons.map(button => Math.round(button.getBoundingClientRect().top))"
    )
    assert len(tops) == 4
    assert len(set(tops)) == 1
    page.wait_for_function(INSIDE_ITS_VIEW, arg=["replay-graph-540", 9])
    page.screenshot(path=shots / f"replay-tools-{width}.png")


def test_large_type_breaks_no_word_that_fits(page, app_url, offline, problems):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_replay(page, app_url, "lesson=backward-phase&large=true")
    expect(page.locator(".replay-panel.large")).to_be_visible()
    # As many lines as words at most: a word in two lines would be one more.
    lines = page.locator("tr.row td.pair button").evaluate_all(
        """buttons => buttons.map(button => {
          const range = document.createRange();
          range.selectNodeContents(button);
          const tops = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
          return [tops.size, button.textContent.split(" ").length];
        })"""
    )
    assert lines
    assert all(n_lines <= n_words for n_lines, n_words in lines), lines
    expect(page.locator(".st-key-replay-large-text")).to_be_visible()


@pytest.mark.parametrize("where_to", ["step=4&part=2&ghost=true", "step=7&part=1&ghost=true"])
def test_a_lecture_rooms_projector_shows_it_all(page, app_url, offline, problems, shots, where_to):
    page.set_viewport_size({"width": 1024, "height": 768})
    open_replay(page, app_url, f"lesson=backward-phase&{where_to}")
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".replay-panel.large")).to_be_visible()
    # The step's own sentence and the first operators, whatever else is told in between.
    for part in (".replay-panel .lead", "tr.winner td.pair", "tr.row:nth-child(3) td.pair button"):
        page.wait_for_function(
            """part => {
              const inside = (a, b) => a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
              const element = [...document.querySelectorAll("*")]
                .map((host) => (host.shadowRoot || document).querySelector(part)).find(Boolean);
              if (!element) return false;
              const box = element.getBoundingClientRect();
              const pane = element.closest(".told, .offers").getBoundingClientRect();
              return inside(box, pane) && box.bottom <= innerHeight;
            }""",
            arg=part,
        )
    for seen in (page.locator(".graph-view canvas").first, page.locator(".scrubber")):
        expect(seen).to_be_in_viewport(ratio=0.99)
    page.screenshot(path=shots / "replay-projector.png")


def test_the_global_score_stands_by_the_step(page, app_url, offline, problems):
    open_replay(page, app_url, "lesson=backward-phase&step=4&part=2")
    expect(page.locator(".replay-panel .score")).to_have_text("S_g 0.0104")
