"""A first visit: one click to a result, a tour that stays closed, and a page to learn from."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).parent))
from driving import wait_for_graph, wait_until_over

pytestmark = pytest.mark.browser

TOUR = "section[aria-label=Tour]"


def test_one_click_leads_to_a_result_and_a_tour(app_page, shots):
    page = app_page
    page.get_by_role("button", name="Show an example").click()
    wait_until_over(page)
    wait_for_graph(page)
    page.wait_for_function("__gesncd_graph.edges().length === 8")
    expect(page.get_by_role("radio", name="Partial corr.")).to_be_checked()

    tour = page.locator(TOUR)
    expect(tour).to_contain_text("1 of 5")
    tour.get_by_role("button", name="Next").click()
    expect(tour).to_contain_text("2 of 5")
    expect(tour.get_by_role("button", name="Next")).to_be_focused()
    page.screenshot(path=shots / "tour.png")

    # It goes on where it was, and stays closed once it is.
    page.reload()
    wait_until_over(page)
    expect(tour).to_contain_text("2 of 5")
    tour.get_by_role("button", name="Close the tour").click()
    expect(tour).to_be_hidden()
    page.reload()
    wait_until_over(page)
    wait_for_graph(page)
    expect(page.locator(TOUR)).to_be_hidden()

    page.get_by_role("link", name="Learn").click()
    page.get_by_role("button", name="Show the tour of Discover again").click()
    expect(page.get_by_role("button", name="The tour is back on Discover")).to_be_visible()
    page.get_by_role("link", name="Discover", exact=True).click()
    # Discover shows the run again that was looked at before.
    wait_until_over(page)
    page.wait_for_function("__gesncd_graph.edges().length === 8")
    expect(page.locator(TOUR)).to_contain_text("1 of 5")


def test_a_tour_closed_during_a_search_moves_nothing_until_the_search_is_over(app_page):
    page = app_page
    page.get_by_role("button", name="Use").nth(1).click()
    wait_for_graph(page)
    page.get_by_role("radio", name="Trained").click()
    page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True).click()
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible()
    place = page.get_by_role("button", name="Fit")
    before = place.bounding_box()
    page.get_by_role("button", name="Close the tour").click()
    expect(page.locator(TOUR)).not_to_be_visible()
    expect(stop).to_be_visible()
    assert place.bounding_box() == before
    stop.click()
    wait_until_over(page)
    page.wait_for_function(
        "top => document.querySelector('[data-testid=stMain] .graph-view, .st-key-graph')"
        "?.getBoundingClientRect().top < top - 40",
        arg=before["y"],
    )


def test_the_learn_page_draws_its_pictures_and_leads_to_a_lesson(app_page, app_url, shots):
    page = app_page
    page.goto(f"{app_url}/learn")
    pictures = page.locator('[data-testid="stMain"] img')
    expect(pictures).to_have_count(20)
    page.wait_for_function(
        "[...document.querySelectorAll('[data-testid=stMain] img')]"
        ".every(img => img.complete && img.naturalWidth > 40)"
    )
    page.screenshot(path=shots / "learn.png", full_page=True)
    page.get_by_role("radio", name="Glossary").click()
    page.get_by_label("Find a word").fill("collider")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Meek's rules")).to_be_visible()
    expect(page.get_by_text("Capsule")).to_be_hidden()
    page.get_by_role("radio", name="The method").click()
    page.get_by_role("link", name="Why there is a backward phase").click()
    lesson = page.get_by_text("Lesson 4: Why there is a backward phase")
    expect(lesson).to_be_visible()
