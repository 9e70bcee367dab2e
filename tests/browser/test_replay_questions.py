"""Replay asks and is asked in a real browser: predictions, what if, the truth, a look inside."""

import re

import pytest
from playwright.sync_api import expect
from replaying import EDGES, IN_SIGHT, INSIDE_ITS_VIEW, answer, head, lead, open_replay, where

pytestmark = pytest.mark.browser
INKS = """JSON.stringify(__gesncd_graphs['replay-graph-440'].edges().map((e) => e.color))"""


def test_a_step_is_predicted_then_revealed_and_tallied(page, app_url, offline, problems, shots):
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
    expect(page.locator(".tally")).to_contain_text("You predicted 2 steps")
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".compared")).to_have_text("You had it shown.")


def test_two_variables_with_several_operators_are_a_pair_until_a_row_is_chosen(
    page, app_url, offline, problems
):
    open_replay(page, app_url, "lesson=collider&predict=true&step=2&picks=1-c0")
    page.wait_for_function("globalThis.__gesncd_graphs?.['replay-graph-440']")
    page.wait_for_function(f"{EDGES} === 1")
    ink = page.evaluate(INKS)
    spots = [
        page.evaluate(f"__gesncd_graphs['replay-graph-440'].onPage({node})") for node in (2, 1)
    ]
    page.mouse.click(**spots[0])
    expect(page.locator(".said")).to_contain_text("Fame chosen: click the second variable.")
    # Nothing looks as if it could not be chosen, nor an edge as if it were.
    assert page.evaluate(INKS) == ink
    page.mouse.click(**spots[1])
    expect(lead(page)).to_have_text("The right pair: Luck and Fame. Given what?")
    page.locator("tr.row", has_text="T = Talent").click()
    expect(page.locator(".compared")).to_have_text("Your pick is the search's own.")


def test_a_fork_stands_beside_the_run(lesson_page, shots):
    page = lesson_page
    page.get_by_role("button", name="What if τ were").click()
    page.get_by_label("τ from this step on", exact=True).fill("0.5")
    page.get_by_label("τ from this step on", exact=True).press("Enter")
    page.get_by_role("button", name="Search on with this τ").click()
    expect(page.get_by_text("From that step on the threshold is τ 0.5")).to_be_visible()
    expect(answer(page).locator("p", has_text=re.compile(r"\d edges? gone, 0 new"))).to_be_visible()
    page.wait_for_function("__gesncd_graphs['replay-fork-old']?.edges().length >= 4")
    page.screenshot(path=shots / "replay-fork.png", full_page=True)
    page.wait_for_url(re.compile("fork=1-t0.5"))
    page.reload()
    expect(page.get_by_text("From that step on the threshold is τ 0.5")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("From that step on the threshold is")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="What if the runner-up?").click()
    expect(page.get_by_text("In that step the runner-up is applied")).to_be_visible()
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
    expect(page.get_by_text("From that step on the threshold is τ 0.4")).to_be_visible()
    expect(page.get_by_label("τ from this step on", exact=True)).to_have_count(0)
    page.wait_for_function(IN_SIGHT, arg="what-if")


def test_a_link_with_an_answer_scrolls_nowhere(page, app_url, offline, problems):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_replay(page, app_url, "lesson=backward-phase&step=3&part=3&fork=3-u")
    expect(answer(page).get_by_role("status")).to_contain_text(re.compile("Both ways|differ"))
    assert page.get_by_test_id("stMain").evaluate("e => e.scrollTop") == 0


def test_a_claim_leads_to_its_step_in_sight(page, app_url, offline, problems):
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
