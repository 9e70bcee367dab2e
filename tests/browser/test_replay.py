"""Replay in a real browser: keys, slider, play, predictions, forks, lessons, large type."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))

pytestmark = pytest.mark.browser

EDGES = "__gesncd_graphs['replay-graph-440'].edges().length"
"""Edges in a lesson's graph; a run's has another height."""


@pytest.fixture(autouse=True)
def patience():
    """A busy machine takes its time over a rerun."""
    expect.set_options(timeout=20_000)
    yield
    expect.set_options(timeout=5_000)


def open_replay(page: Page, app_url: str, query: str) -> None:
    page.goto(f"{app_url}/replay?{query}")
    expect(page.locator(".scrubber")).to_be_visible(timeout=60_000)
    expect(head(page)).to_be_visible()


def run_query(url: str) -> str:
    found = re.search(r"run=[^&]+", url)
    assert found is not None
    return found.group()


def head(page: Page):
    return page.locator(".replay-panel h2")


def lead(page: Page):
    return page.locator(".replay-panel .lead")


def where(page: Page):
    return page.locator(".scrubber .text")


def answer(page: Page, name: str = "what-if"):
    """Where an answer stands, in small or in large type."""
    return page.locator(f"[class*='answer-{name}']")


INSIDE_ITS_VIEW = """([key, air]) => {
  const view = globalThis.__gesncd_graphs[key];
  if (!view) return false;
  const [box, room] = [view.boxes(), air * view.scale()];
  return box.left >= room && box.top >= room
    && box.right <= box.width - room && box.bottom <= box.height - room;
}"""
"""All boxes, with so much air around them for the frames of a pattern."""
IN_SIGHT = """name => {
  const box = document.querySelector(`[class*="answer-${name}"]`);
  if (!box) return false;
  const { top, bottom, height } = box.getBoundingClientRect();
  return height > 300 && top >= 0 && bottom <= innerHeight
    && document.activeElement === box;
}"""
"""The whole answer, graphs and all, and the keyboard goes on there."""


@pytest.fixture
def lesson_page(page, app_url, offline, problems):
    """The lesson on the backward phase, before its first step."""
    page.set_default_timeout(30_000)
    open_replay(page, app_url, "lesson=backward-phase")
    return page


def test_a_run_is_played_to_its_end(page, app_url, finished, offline, problems, shots):
    page.set_default_timeout(30_000)
    open_replay(page, app_url, run_query(finished))
    expect(head(page)).to_contain_text("Step 1 of ")
    page.wait_for_function("globalThis.__gesncd_graph?.mounts")
    mounts = page.evaluate("__gesncd_graph.mounts")
    page.get_by_label("Seconds for each moment").select_option("0.5")
    page.get_by_role("button", name="Play or pause").click()
    expect(head(page)).to_have_text("Result", timeout=120_000)
    expect(page.get_by_role("button", name="Play or pause")).to_have_text("Play")
    page.wait_for_function("__gesncd_graphs['replay-graph-520'].edges().length === 5")
    page.screenshot(path=shots / "replay-end.png")
    # The graph was never mounted anew, and the address leads back to the end.
    assert page.evaluate("__gesncd_graph.mounts") == mounts
    page.wait_for_url(re.compile("step="))
    page.reload()
    expect(head(page)).to_have_text("Result", timeout=60_000)


def test_keys_step_by_marks_and_by_steps(lesson_page):
    page = lesson_page
    expect(where(page)).to_have_text("Step 1, before")
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 1, applied")
    expect(lead(page)).to_contain_text("Join Soil and Growth")
    page.wait_for_function(f"{EDGES} === 1")
    page.keyboard.press("Shift+ArrowRight")
    expect(where(page)).to_have_text("Step 2, before")
    page.keyboard.press("End")
    expect(head(page)).to_have_text("Result")
    page.wait_for_function(f"{EDGES} === 4")
    page.keyboard.press("Shift+ArrowLeft")
    expect(head(page)).to_have_text("End of the backward phase")
    page.keyboard.press("Home")
    expect(head(page)).to_have_text("Step 1 of 6 · forward")
    page.wait_for_function(f"{EDGES} === 0")
    # Many presses at once end where they should.
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 3, moment 3 of 3")
    expect(page.locator(".marks li.now")).to_contain_text("Meek rule 1")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play or pause")).to_have_text("Pause")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play or pause")).to_have_text("Play")


def test_slider_and_marks_go_to_their_moments(lesson_page):
    page = lesson_page
    slider = page.get_by_label("Moment of the search")
    slider.fill("5")
    expect(head(page)).to_contain_text("Step 3 of 6")
    page.locator(".marks button", has_text="v-structure").click()
    expect(page.locator(".marks li.now")).to_contain_text("v-structure")
    expect(lead(page)).to_contain_text("v-structure")
    page.locator(".scrubber .tick", has_text="6").click()
    expect(head(page)).to_have_text("Step 6 of 6 · backward")


def test_a_step_is_predicted_then_revealed_and_tallied(page, app_url, offline, problems, shots):
    page.set_default_timeout(30_000)
    open_replay(page, app_url, "lesson=backward-phase&predict=true")
    expect(where(page)).to_have_text("Step 1, before: your prediction")
    expect(page.locator("tr.winner")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 1, before: your prediction")
    page.get_by_role("button", name="Soil, Growth").click()
    expect(page.locator(".compared")).to_have_text("Your pick is the search's own.")
    expect(page.locator("tr.winner")).to_contain_text("Soil, Growth")
    page.keyboard.press("Shift+ArrowRight")
    expect(where(page)).to_have_text("Step 2, before: your prediction")
    # Two nodes clicked one after the other are a prediction, too.
    page.wait_for_function(f"{EDGES} === 1")
    for node in (0, 1):
        spot = page.evaluate(f"__gesncd_graphs['replay-graph-440'].onPage({node})")
        page.mouse.click(spot["x"], spot["y"])
        page.wait_for_timeout(700)
    expect(page.locator(".compared")).to_contain_text("Your pick is number")
    expect(page.locator(".tally")).to_contain_text("You predicted 2 steps of 6: 1 exactly")
    page.screenshot(path=shots / "replay-predicted.png")
    page.wait_for_url(re.compile("picks="))
    page.reload()
    expect(page.locator(".tally")).to_contain_text("You predicted 2 steps", timeout=60_000)
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".compared")).to_have_text("You had it shown.")


def test_a_fork_stands_beside_the_run(lesson_page, shots):
    page = lesson_page
    page.get_by_role("button", name="What if τ were").click()
    page.get_by_label("τ from this step on", exact=True).fill("0.5")
    page.get_by_label("τ from this step on", exact=True).press("Enter")
    page.get_by_role("button", name="Search on with this τ").click()
    expect(page.get_by_text("From there on the threshold is τ 0.5")).to_be_visible()
    expect(answer(page).locator("p", has_text=re.compile(r"\d edges? gone, 0 new"))).to_be_visible()
    page.wait_for_function("__gesncd_graphs['replay-fork-old']?.edges().length >= 4")
    page.screenshot(path=shots / "replay-fork.png", full_page=True)
    page.wait_for_url(re.compile("fork=1-t0.5"))
    page.reload()
    expect(page.get_by_text("From there on the threshold is τ 0.5")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("From there on the threshold is")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="What if the runner-up?").click()
    expect(page.get_by_text("There the runner-up is applied")).to_be_visible()
    expect(
        answer(page).locator(
            "p", has_text=re.compile("Both ways end in the same graph|of variables differ")
        )
    ).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height", "scheme", "large"),
    [(1280, 800, "light", False), (1280, 800, "dark", True), (1920, 1080, "dark", True)],
)
def test_an_answer_comes_into_sight(
    page, app_url, offline, problems, shots, width, height, scheme, large
):
    page.set_default_timeout(30_000)
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    query = "lesson=backward-phase&step=3&part=3" + ("&large=true" if large else "")
    open_replay(page, app_url, query)
    page.get_by_role("button", name="What if the runner-up?").click()
    page.wait_for_function(IN_SIGHT, arg="what-if")
    # It is read out as well, once it is there.
    expect(answer(page).get_by_role("status")).to_contain_text(re.compile("Both ways|differ"))
    page.wait_for_function(INSIDE_ITS_VIEW, arg=["replay-fork-new", 0])
    page.screenshot(path=shots / f"replay-answer-{width}-{scheme}.png")
    # Whoever closes it is where the question was asked.
    answer(page).get_by_role("button", name="Close").press("Enter")
    expect(answer(page)).to_have_count(0)
    expect(page.get_by_role("button", name="What if the runner-up?")).to_be_focused()
    page.get_by_role("button", name="Look inside this score").press("Enter")
    page.wait_for_function(IN_SIGHT, arg="inside")
    # The keys step on all the same.
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 4, before")


def test_another_tau_is_taken_as_it_is_typed_and_its_box_closes(lesson_page):
    page = lesson_page
    page.get_by_role("button", name="What if τ were").click()
    # Without Enter: pressing the button is the end of typing.
    page.get_by_label("τ from this step on", exact=True).fill("0.4")
    page.get_by_role("button", name="Search on with this τ").click()
    expect(page.get_by_text("From there on the threshold is τ 0.4")).to_be_visible()
    expect(page.get_by_label("τ from this step on", exact=True)).to_have_count(0)
    page.wait_for_function(IN_SIGHT, arg="what-if")


def test_a_link_with_an_answer_scrolls_nowhere(page, app_url, offline, problems):
    page.set_default_timeout(30_000)
    page.set_viewport_size({"width": 1280, "height": 800})
    open_replay(page, app_url, "lesson=backward-phase&step=3&part=3&fork=3-u")
    expect(answer(page).get_by_role("status")).to_contain_text(re.compile("Both ways|differ"))
    assert page.get_by_test_id("stMain").evaluate("e => e.scrollTop") == 0


def test_a_claim_leads_to_its_step_in_sight(page, app_url, offline, problems):
    page.set_default_timeout(30_000)
    page.set_viewport_size({"width": 1280, "height": 800})
    open_replay(page, app_url, "lesson=backward-phase&ghost=true")
    expect(page.get_by_role("heading", name="Against the truth")).to_be_visible()
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollTop > 200")
    # The box before the third row.
    table.click(position={"x": 18, "y": 35 * 3 + 17})
    expect(head(page)).to_have_text("Step 3 of 6 · forward")
    expect(head(page)).to_be_in_viewport(ratio=1)
    expect(page.locator(".scrubber")).to_be_in_viewport(ratio=1)


def test_moments_are_counted_as_they_are_listed(lesson_page):
    page = lesson_page
    page.get_by_label("Moment of the search").fill("7")
    expect(where(page)).to_have_text("Step 3, moment 3 of 3")
    expect(page.locator(".marks li")).to_have_count(3)
    for number, word in enumerate(("Insert", "v-structure", "Meek rule 1"), 1):
        page.locator(".marks button", has_text=word).click()
        expect(where(page)).to_have_text(f"Step 3, moment {number} of 3")
        expect(page.locator(".marks li").nth(number - 1)).to_have_class("now")


def test_the_truth_and_a_look_inside(lesson_page, shots):
    page = lesson_page
    page.get_by_text("Show the true graph").click()
    expect(page.get_by_role("heading", name="Against the truth")).to_be_visible()
    page.get_by_label("Moment of the search").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict")).to_contain_text("Property of the search")
    # An arrow that the true class has not is told apart from the claim.
    page.keyboard.press("ArrowRight")
    expect(page.locator(".arrow-verdict")).to_contain_text("Water → Sun is no edge")
    page.get_by_role("button", name="Look inside this score").click()
    expect(page.get_by_role("heading", name="Inside the score of step 4")).to_be_visible()
    expect(page.get_by_text("the same as in the search")).to_be_visible()
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    page.screenshot(path=shots / "replay-truth.png", full_page=True)


def test_an_open_path_is_shown_in_the_graph(page, app_url, finished, offline, problems):
    page.set_default_timeout(30_000)
    open_replay(page, app_url, run_query(finished))
    for _ in range(12):
        if page.locator("tr.rejected").count():
            break
        before = head(page).text_content()
        page.keyboard.press("Shift+ArrowRight")
        expect(head(page)).not_to_have_text(before or "")
    rejected = page.locator("tr.rejected", has_text="open path").first
    rejected.get_by_role("button").click()
    expect(page.locator("tr.looked .reason")).to_contain_text("An open semi-directed path leads")


def test_lessons_are_chosen_and_switched(page, app_url, offline, problems):
    page.set_default_timeout(30_000)
    open_replay(page, app_url, "lesson=chain-and-fork")
    page.keyboard.press("End")
    expect(head(page)).to_have_text("Result")
    page.wait_for_function(f"{EDGES} === 2")
    page.get_by_role("radio", name="Fork").click()
    expect(head(page)).to_have_text("Step 1 of 2 · forward")
    expect(where(page)).to_have_text("Step 1, before")
    # What was clicked keeps the focus, and the keys step all the same.
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 1, applied")
    page.keyboard.press("End")
    expect(head(page)).to_have_text("Result")
    page.wait_for_function(f"{EDGES} === 2")
    page.reload()
    expect(page.get_by_role("radio", name="Fork")).to_be_checked(timeout=60_000)
    page.get_by_role("combobox", name="Lesson").click()
    page.get_by_role("option", name="2. A collider orients").click()
    expect(page.get_by_role("heading", name="Lesson 2: A collider orients")).to_be_visible()
    expect(head(page)).to_have_text("Step 1 of 2 · forward")
    expect(where(page)).to_have_text("Step 1, before")
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 1, applied")
    # Typed into, the box has the keys for itself.
    page.get_by_role("combobox", name="Lesson").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(where(page)).to_have_text("Step 1, applied")


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
    page.set_default_timeout(30_000)
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
    page.set_default_timeout(30_000)
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
    page.set_default_timeout(30_000)
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
    page.set_default_timeout(30_000)
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


def test_a_whole_row_answers(lesson_page):
    page = lesson_page
    row = page.locator("tr.row").nth(1)
    row.locator("td.bars").click()
    expect(row).to_have_class(re.compile("looked"))
    row.locator("td.number").click()
    expect(row).not_to_have_class(re.compile("looked"))


def test_no_frame_around_the_page_after_a_click_on_empty_ground(lesson_page):
    page = lesson_page
    page.mouse.click(700, 8)
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 1, applied")
    assert page.get_by_test_id("stMain").evaluate("e => getComputedStyle(e).outlineStyle") == "none"


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


def test_back_goes_back(page, app_url, problems):
    open_replay(page, app_url, "lesson=collider&step=1&part=0")
    first = where(page).inner_text()
    texts = [first]
    for _ in range(2):
        page.locator(".scrubber").press("ArrowRight")
        expect(where(page)).not_to_have_text(texts[-1])
        texts.append(where(page).inner_text())
        # Each place has reached the address before the next one is gone to.
        page.wait_for_timeout(2_500)
    page.go_back()
    expect(where(page)).to_have_text(texts[1])
    page.wait_for_timeout(2_500)
    page.go_back()
    expect(where(page)).to_have_text(first)
    assert problems == []
