"""How the tests drive the page: what a person would click, and what the graph then shows."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

POSITIONS = "JSON.stringify(__gesncd_graph.positions())"
EDGES = "JSON.stringify(__gesncd_graph.edges().map(e => [e.id, e.from, e.to, e.directed]).sort())"
NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta")
"""The variables of the fixture ``small_csv``."""
MEASURE_TEXTS = {
    "NCD": "Neural conditional dependence",
    "RCD": "Ranks and nearest neighbours",
    "Partial corr.": "Squared correlation of what linear regression leaves",
}
"""How the caption under the measures begins."""


def upload(page: Page, name: str, content: bytes) -> None:
    page.locator("input[type=file]").first.set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": content}
    )
    wait_for_graph(page)


def wait_for_graph(page: Page) -> None:
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length > 0")


def choose_measure(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()
    # Run takes the settings that the page has drawn, so it must have drawn these.
    expect(page.get_by_text(MEASURE_TEXTS[name], exact=False).first).to_be_visible()
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def settle(page: Page) -> None:
    """Wait until the page shows the last change throughout."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_timeout(300)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def open_choices(page: Page, label: str) -> None:
    """Unfold the choices of a box that may have to be scrolled to."""
    box = page.get_by_role("combobox", name=label, exact=True)
    box.scroll_into_view_if_needed()
    # The choices fold up when the page scrolls, which it tells a frame later than it did.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    box.click()


def choose(page: Page, label: str, name: str | re.Pattern[str]) -> None:
    """Choose what is called ``name``, or, by a pattern, the only choice that it fits."""
    open_choices(page, label)
    page.get_by_role("option", name=name, exact=isinstance(name, str)).click()
    settle(page)


def run(page: Page) -> None:
    page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True).click()


def wait_until_over(page: Page, seconds: int = 120) -> None:
    expect(page.get_by_role("button", name="Export")).to_be_visible(timeout=seconds * 1000)


def open_finished(page: Page, url: str) -> None:
    page.goto(url)
    wait_until_over(page)
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0")


def download(page: Page, label: str) -> bytes:
    """What an entry of the export menu gives; the menu is opened if it is not yet."""
    entry = page.get_by_role("button", name=label, exact=True)
    if not entry.is_visible():
        page.get_by_role("button", name="Export").click()
    with page.expect_download() as event:
        entry.click()
    return event.value.path().read_bytes()


def edges(page: Page) -> list[list]:
    return json.loads(page.evaluate(EDGES))


def click_node(page: Page, node: int, *, second: bool = False) -> None:
    spot = page.evaluate(f"__gesncd_graph.onPage({node})")
    if second:
        page.keyboard.down("Control")
    page.mouse.click(spot["x"], spot["y"])
    if second:
        page.keyboard.up("Control")


def click_edge(page: Page, low: int, high: int) -> None:
    a, b = (page.evaluate(f"__gesncd_graph.onPage({node})") for node in (low, high))
    page.mouse.click((a["x"] + b["x"]) / 2, (a["y"] + b["y"]) / 2)


def panel(page: Page):
    return page.locator("section.panel")
