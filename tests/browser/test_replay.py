"""Replay in a real browser: keys, slider, play, lessons, and the way back."""

import re

import pytest
from driving import choose
from playwright.sync_api import expect
from replaying import EDGES, head, lead, open_replay, run_query, where

pytestmark = pytest.mark.browser


def test_a_run_is_played_to_its_end(page, app_url, finished, offline, problems, shots):
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
    expect(head(page)).to_have_text("Result")


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


def test_space_plays_after_a_click_and_presses_what_keys_reached(lesson_page):
    page = lesson_page
    play = page.get_by_role("button", name="Play or pause")
    forward = page.get_by_role("button", name="Forward", exact=True)
    for name in ("Copy link to this moment", "Forward", "Full screen with large type"):
        page.get_by_role("button", name=name, exact=True).click()
        page.keyboard.press("Space")
        expect(play).to_have_text("Pause")
        page.keyboard.press("Space")
        expect(play).to_have_text("Play")
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()
    page.keyboard.press("Home")
    expect(where(page)).to_have_text("Step 1, before")
    page.keyboard.press("Tab")
    forward.focus()
    page.keyboard.press("Space")
    expect(where(page)).to_have_text("Step 1, applied")
    expect(play).to_have_text("Play")


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


def test_moments_are_counted_as_they_are_listed(lesson_page):
    page = lesson_page
    page.get_by_label("Moment of the search").fill("7")
    expect(where(page)).to_have_text("Step 3, moment 3 of 3")
    expect(page.locator(".marks li")).to_have_count(3)
    for number, word in enumerate(("Insert", "v-structure", "Meek rule 1"), 1):
        page.locator(".marks button", has_text=word).click()
        expect(where(page)).to_have_text(f"Step 3, moment {number} of 3")
        expect(page.locator(".marks li").nth(number - 1)).to_have_class("now")


def test_an_open_path_is_shown_in_the_graph(page, app_url, finished, offline, problems):
    open_replay(page, app_url, run_query(finished))
    rejected = page.locator("tr.rejected", has_text="open path").first
    for _ in range(12):
        # At some steps only what is no clique is rejected.
        if rejected.count():
            break
        before = head(page).text_content()
        page.keyboard.press("Shift+ArrowRight")
        expect(head(page)).not_to_have_text(before or "")
    rejected.get_by_role("button").click()
    expect(page.locator("tr.looked .reason")).to_contain_text("An open semi-directed path leads")


def test_lessons_are_chosen_and_switched(page, app_url, offline, problems):
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
    expect(page.get_by_role("radio", name="Fork")).to_be_checked()
    choose(page, "Lesson", re.compile("2. A collider orients"))
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
