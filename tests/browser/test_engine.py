"""The engine on the page Runs, with a real trial that finds nobody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TRIAL_MS = 90_000
"""A trial loads libraries in a process of its own, and waits ten seconds for a scheduler."""


def test_an_engine_is_looked_at_tried_and_left(app_page: Page, app_url, shots) -> None:
    page = app_page
    page.goto(f"{app_url}/runs")
    page.get_by_role("button", name=re.compile("Engine: this machine")).click()
    expect(page.get_by_role("button", name="In use")).to_be_disabled()
    page.get_by_text("Dask cluster", exact=True).click()
    address = page.get_by_role("textbox", name="Address of the scheduler")
    expect(address).to_be_visible()
    # Nothing can be used or tried before there is an address.
    expect(page.get_by_role("button", name="Use from now on")).to_be_disabled()
    expect(page.get_by_role("button", name="Test connection")).to_have_count(0)
    address.fill("127.0.0.1:9")
    address.press("Enter")
    expect(page.get_by_role("button", name="Use from now on")).to_be_enabled()
    page.get_by_role("button", name="Test connection").click()
    said = page.get_by_text("No Dask scheduler answers at tcp://127.0.0.1:9")
    expect(said).to_be_visible(timeout=TRIAL_MS)
    page.screenshot(path=shots / "engine.png")
    page.get_by_text("This machine", exact=True).click()
    expect(said).to_have_count(0)
    expect(page.get_by_role("button", name="In use")).to_be_disabled()
