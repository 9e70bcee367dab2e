"""How the tests drive Replay: how a moment is opened, and where its parts stand."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

EDGES = "__gesncd_graphs['replay-graph-440'].edges().length"
"""Edges in a lesson's graph; a run's has another height."""


def open_replay(page: Page, app_url: str, query: str) -> None:
    page.goto(f"{app_url}/replay?{query}")
    expect(page.locator(".scrubber")).to_be_visible()
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
