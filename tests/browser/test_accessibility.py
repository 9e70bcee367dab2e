"""Every page by axe, in both themes, and Discover by keyboard alone."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))
from driving import choose, click_edge, edges, open_finished, panel, wait_until_over

pytestmark = pytest.mark.browser

GRAVE = ("serious", "critical")
HEADINGS = ("heading-order", "page-has-heading-one", "empty-heading")
"""Rules on the order of headings, which axe counts as moderate; people leap by headings."""
READY = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  return app?.dataset.testScriptState === "notRunning"
    && !document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]');
}"""

GROUNDS = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 26)"}
"""The colour behind a page, by theme, as .streamlit/config.toml says."""
HAS_TURNED = """async ([scheme, ground]) => {
  const app = document.querySelector('[data-testid="stApp"]');
  if (getComputedStyle(app).backgroundColor !== ground) return false;
  // What Python coloured follows with the run of the script that the page asks for.
  if (getComputedStyle(document.documentElement).colorScheme !== scheme) return false;
  // Components hear of it, and what fades from one colour to the other has done so.
  await new Promise((resolve) => setTimeout(resolve, 400));
  return document.getAnimations().every((each) => each.playState !== "running"
    || each.effect.getTiming().iterations === Infinity);
}"""


class Visit(NamedTuple):
    """Where to go, ``{run}`` being a finished run, and what is there once the page has come."""

    path: str
    ready: str
    """A selector."""


_TITLE = '[data-testid="stHeading"] h1:has-text("{}")'
_PART = '[role="radio"][aria-checked="true"]:has-text("{}")'
_GRAPH = ".graph-view canvas"
VISITS = {
    "data, empty": Visit("/data", _TITLE.format("Data")),
    "data, a sample": Visit("/data?sample=sachs", '[data-testid="stDataFrame"] >> visible=true'),
    "discover, empty": Visit("/", 'button:has-text("Show an example")'),
    "discover, before a run": Visit("/?sample=sachs&measure=RCD", _GRAPH),
    "discover, a finished run": Visit("/?run={run}", 'button:has-text("Export")'),
    "runs": Visit("/runs", 'img[alt^="Graph of"]'),
    "replay, a run": Visit("/replay?run={run}", _GRAPH),
    "replay, a lesson": Visit("/replay?lesson=collider", _GRAPH),
    "replay, large, to predict": Visit("/replay?lesson=collider&large=true&predict=true", _GRAPH),
    "tune": Visit("/tune?run={run}", _TITLE.format("Tune")),
    "tune, rehearsal": Visit("/tune?run={run}&tune=Rehearsal", 'button:has-text("Run the reh")'),
    "tune, stability": Visit("/tune?run={run}&tune=Stability", 'button:has-text("Run the rep")'),
    "judge": Visit("/judge?run={run}", _TITLE.format("Judge")),
    "judge, runs": Visit("/judge?run={run}&judge=runs", _PART.format("Run against run")),
    "judge, methods": Visit("/judge?run={run}&judge=methods", _PART.format("Other methods")),
    "judge, data": Visit("/judge?run={run}&judge=data", _PART.format("Do the data agree")),
    "judge, effect": Visit("/judge?run={run}&judge=effect", "text=Choose a cause and an effect"),
    "learn, method": Visit("/learn", 'img[alt^="S_g from"]'),
    "learn, reading": Visit("/learn?learn=Reading+a+graph", 'img[alt^="A CPDAG"]'),
    "learn, measures": Visit("/learn?learn=Choosing+a+measure", "table"),
    "learn, assumptions": Visit("/learn?learn=Assumptions", 'img[alt^="What the search"]'),
    "learn, glossary": Visit("/learn?learn=Glossary", 'strong:has-text("Capsule")'),
    "learn, questions": Visit("/learn?learn=Questions", '[data-testid="stExpander"]'),
    "learn, citing": Visit("/learn?learn=Citing", "code"),
}

OF_STREAMLIT: tuple[tuple[str, str, str], ...] = ()
"""What Streamlit does and a page cannot change: (rule, part of the selector, why). Nothing now."""


@pytest.fixture(scope="module")
def run_id(finished):
    return parse_qs(urlsplit(finished).query)["run"][0]


@pytest.fixture
def browser_context_args(browser_context_args):
    return {**browser_context_args, "viewport": {"width": 1280, "height": 800}}


@pytest.mark.parametrize("name", VISITS)
def test_a_page_has_no_serious_violation(page: Page, app_url, offline, problems, run_id, name):
    visit = VISITS[name]
    page.goto(app_url + visit.path.format(run=run_id))
    page.wait_for_selector(visit.ready)
    assert violations_in_both_themes(page) == []


def _show_findings(page: Page, app_url: str, finished: str) -> None:
    page.goto(f"{app_url}/data")
    page.wait_for_selector(_TITLE.format("Data"))
    rows = "\n".join(
        f"S{k};{k % 7},5;{'' if k % 9 else 'NA'};{'a' if k % 2 else 'b'}" for k in range(90)
    )
    content = f"id;dose;yield;site\n{rows}\n".encode()
    file = {"name": "messy.csv", "mimeType": "text/csv", "buffer": content}
    page.locator("input[type=file]").first.set_input_files(file)
    expect(page.get_by_role("button", name="Mend all")).to_be_visible()


def _open_the_menu(page: Page, app_url: str, finished: str) -> None:
    open_finished(page, finished)
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_role("button", name="Edges, CSV", exact=True)).to_be_visible()


def _ask_about_an_edge(page: Page, app_url: str, finished: str) -> None:
    open_finished(page, finished)
    _, low, high, _ = edges(page)[0]
    click_edge(page, low, high)
    expect(panel(page)).to_contain_text("Step")


def _open_the_settings(page: Page, app_url: str, finished: str) -> None:
    page.goto(f"{app_url}/?sample=sachs")
    page.wait_for_selector(_GRAPH)
    for title in ("Background knowledge", "Advanced"):
        page.get_by_test_id("stSidebar").get_by_text(title, exact=True).click()
    expect(page.get_by_text("Come first: nothing in the data causes them")).to_be_visible()


def _ask_for_an_effect(page: Page, app_url: str, finished: str) -> None:
    run = parse_qs(urlsplit(finished).query)["run"][0]
    page.goto(f"{app_url}/judge?run={run}&judge=effect")
    for label, name in (("Cause", "gamma"), ("Effect", "delta")):
        choose(page, label, name)
    expect(page.get_by_role("heading", name="Go on in dowhy")).to_be_visible()


STATES = (
    _show_findings,
    _open_the_menu,
    _ask_about_an_edge,
    _open_the_settings,
    _ask_for_an_effect,
)
"""What no address leads to."""


@pytest.mark.parametrize("reach", STATES)
def test_what_is_opened_has_no_serious_violation(
    page: Page, app_url, offline, problems, finished, reach
):
    reach(page, app_url, finished)
    assert violations_in_both_themes(page) == []


def violations_in_both_themes(page: Page) -> list[str]:
    """What is grave on the page as it is, in the light and then in the dark."""
    found = []
    for scheme, ground in GROUNDS.items():
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(HAS_TURNED, arg=[scheme, ground])
        page.wait_for_function(READY)
        found += [f"{scheme}: {line}" for line in grave_violations(page)]
    return found


def grave_violations(page: Page) -> list[str]:
    """What axe finds serious or critical, one line a place."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    lines = []
    for violation in found:
        if violation["impact"] not in GRAVE and violation["id"] not in HEADINGS:
            continue
        for node in violation["nodes"]:
            place = str(node["target"])
            if not any(violation["id"] == rule and part in place for rule, part, _ in OF_STREAMLIT):
                lines.append(f"{violation['id']}: {place}: {node['html'][:200]}")
    return lines


FOCUSED = """() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const name = element.getAttribute("aria-label") || element.placeholder
    || element.closest("label")?.innerText || element.innerText || element.id || "";
  return {
    name: name.replace(/\\s+/g, " ").trim(), tag: element.localName,
    x: box.x, y: box.y, width: box.width, height: box.height,
  };
}"""
WANTED = (
    "Data",
    "Learn",
    "Change",
    "NCD",
    "Threshold τ",
    "Advanced",
    "Run",
    "Close the tour",
    "Export",
    "Find a variable",
    "Fit",
    "Step 1",
)
"""What the keyboard must reach on Discover: the name of each control, or how it begins."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_keyboard_reaches_the_main_controls_and_shows_where_it_is(
    page: Page, app_url, offline, problems, run_id, theme
):
    page.emulate_media(color_scheme=theme)
    page.goto(f"{app_url}/?run={run_id}&measure=Partial+corr.")
    wait_until_over(page)
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0")
    page.wait_for_function(READY)
    expect(page.get_by_role("button", name="Close the tour")).to_be_visible()
    missing, unseen = list(WANTED), []
    for _ in range(90):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        name = _wanted(at, missing) if at else None
        if name is None:
            continue
        missing.remove(name)
        if not _looks_focused(page, at):
            unseen.append(name)
        if not missing:
            break
    assert missing == []
    assert unseen == [], "these look the same with and without the focus"


def _wanted(at: dict, missing: list[str]) -> str | None:
    """The control that has the focus; an icon's name may stand before its own."""
    for name in missing:
        if re.search(rf"(?:^|[ +]){re.escape(name)}(?:$|[ ,])", at["name"]):
            return name
    return None


def _looks_focused(page: Page, at: dict) -> bool:
    """Whether the control and a margin around it change when the focus is taken away."""
    page.wait_for_timeout(350)  # a colour may fade in
    at = page.evaluate(FOCUSED) or at
    x, y = max(at["x"] - 6, 0), max(at["y"] - 6, 0)
    size = page.viewport_size
    clip = {
        "x": x,
        "y": y,
        "width": max(min(at["width"] + 12, size["width"] - x), 1),
        "height": max(min(at["height"] + 12, size["height"] - y), 1),
    }
    focused = page.screenshot(clip=clip)
    page.evaluate(
        """() => {
          let element = document.activeElement;
          while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
          element.blur();
        }"""
    )
    page.wait_for_timeout(350)
    return page.screenshot(clip=clip) != focused
