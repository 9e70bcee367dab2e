"""Replay over a slow line: it ends on what was asked last, and says what is on its way."""

import pytest
from playwright.sync_api import expect
from replaying import EDGES, open_replay, where

pytestmark = pytest.mark.browser

SLOW_LINE = """
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { setTimeout(() => send.call(this, data), 900); };
"""
"""What the page asks for reaches the app late, and in order."""
PLACES = "JSON.stringify(__gesncd_graphs['replay-graph-440'].positions())"


@pytest.fixture
def slow_page(page, app_url, offline, problems):
    """The first lesson over a slow line."""
    page.add_init_script(SLOW_LINE)
    open_replay(page, app_url, "lesson=chain-and-fork")
    page.wait_for_function(
        "globalThis.__gesncd_graphs?.['replay-graph-440']?.labels().length === 3"
    )
    return page


def test_an_older_answer_is_shown_as_one(slow_page):
    page, told = slow_page, slow_page.locator(".replay-panel .told")
    expect(told).to_have_css("opacity", "1")
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_have_text("Step 1, applied, loading")
    expect(told).to_have_css("opacity", "0.4")
    expect(where(page)).to_have_text("Step 1, applied")
    expect(told).to_have_css("opacity", "1")
    page.wait_for_function(f"{EDGES} === 1")


def test_an_answer_to_something_else_leads_nowhere(slow_page):
    page = slow_page
    places = page.evaluate(PLACES)
    page.evaluate(
        """() => {
          globalThis.__places = [];
          const text = [...document.querySelectorAll("*")]
            .map((host) => (host.shadowRoot || document).querySelector(".scrubber .text"))
            .find(Boolean);
          new MutationObserver(() => globalThis.__places.push(text.textContent))
            .observe(text, { childList: true, characterData: true, subtree: true });
        }"""
    )
    # The switch runs the page again, with the place before the step.
    page.get_by_text("Show the true graph").click()
    page.wait_for_timeout(500)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"{EDGES} === 1")
    expect(where(page)).to_have_text("Step 1, applied")
    assert "Step 1, before" not in page.evaluate("globalThis.__places")
    assert page.evaluate(PLACES) == places


def test_what_was_asked_of_one_search_is_not_asked_of_the_next(slow_page):
    page = slow_page
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("radio", name="Fork").click()
    page.wait_for_url("**variant=2**")
    # As long as a question and its answer take.
    page.wait_for_timeout(3_000)
    expect(where(page)).to_have_text("Step 1, before")


def test_a_moment_chosen_in_the_panel_comes_after_keys_pressed_before(page, app_url, offline):
    page.add_init_script(SLOW_LINE)
    open_replay(page, app_url, "lesson=backward-phase&step=3&part=1")
    expect(where(page)).to_have_text("Step 3, moment 1 of 3")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.locator(".marks button", has_text="Meek rule 1").click()
    page.wait_for_timeout(4_000)
    expect(where(page)).to_have_text("Step 3, moment 3 of 3")
