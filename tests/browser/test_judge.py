"""Judge in a real browser: a truth from a file, a second run, another method, the data."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))
from driving import NAMES, choose, choose_measure, open_finished, run, wait_until_over

pytestmark = pytest.mark.browser

HOOK = "globalThis.__gesncd_graphs?.['judge-graph']"
TRUE = {(0, 2), (1, 2), (2, 3), (3, 4), (0, 5)}
"""Arrows of the model of ``small_csv``; the last one is open in its class."""


def run_id(url: str) -> str:
    found = re.search(r"run=([\w-]+)", url)
    assert found is not None
    return found[1]


def open_part(page: Page, app_url: str, run: str, part: str, more: str = "") -> None:
    page.goto(f"{app_url}/judge?run={run}&judge={part}{more}")
    expect(page.get_by_role("heading", name="Judge", exact=True)).to_be_visible()


def wait_for_judged_graph(page: Page) -> None:
    page.wait_for_function(f"{HOOK}?.labels().length === 6")


def legend(page: Page) -> list[str]:
    paint = json.loads(page.evaluate(f"JSON.stringify({HOOK}.paint())"))
    return [entry["text"] for entry in paint["legend"]]


def matrix(arrows: set[tuple[int, int]], order: list[int]) -> bytes:
    """An adjacency matrix with its names in an order of its own."""
    rows = ["," + ",".join(NAMES[node] for node in order)]
    for i in reversed(order):
        entries = ",".join(str(int((i, j) in arrows)) for j in order)
        rows.append(f"{NAMES[i]},{entries}")
    return ("\n".join(rows) + "\n").encode()


def add_truth(page: Page, name: str, content: bytes) -> None:
    page.get_by_test_id("stMain").locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": content}
    )


def test_a_truth_with_permuted_names_is_judged(page, app_url, finished, offline, problems, shots):
    open_part(page, app_url, run_id(finished), "truth")
    expect(page.get_by_text("No true graph is known for these data")).to_be_visible()
    # One arrow is left out of the truth, and one that is not there is put in.
    arrows = TRUE - {(2, 3)} | {(4, 5)}
    add_truth(page, "permuted.csv", matrix(arrows, [3, 5, 0, 4, 1, 2]))
    wait_for_judged_graph(page)
    expect(page.get_by_text("all 6 variables matched by name")).to_be_visible()
    entries = {entry.split()[0] for entry in legend(page)}
    assert {"right", "missing", "extra"} <= entries
    extra = json.loads(page.evaluate(f"JSON.stringify({HOOK}.paint().extra)"))
    assert [sorted((edge["from"], edge["to"])) for edge in extra] == [[4, 5]]
    assert extra[0]["dashed"] is True
    cells = page.get_by_test_id("stTable").first.locator("tbody tr").first.locator("td, th")
    expect(cells.first).to_have_text("SHD")
    expect(cells.nth(2)).to_have_text("5")
    page.screenshot(path=shots / "judge_truth.png")

    # The graph and the panel beside it are about the same pair.
    ends = [page.evaluate(f"{HOOK}.onPage({node})") for node in (2, 3)]
    page.mouse.click((ends[0]["x"] + ends[1]["x"]) / 2, (ends[0]["y"] + ends[1]["y"]) / 2)
    expect(page.get_by_text("no edge in the truth.")).to_be_visible()
    expect(page.locator("section.panel")).to_contain_text("delta")

    # So is the table; its first row is the edge that the run misses.
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 16, box["y"] + 52)
    page.wait_for_function(f"{HOOK}.focus().join() === '4,5'")
    expect(page.get_by_text("Missing: no edge in this graph")).to_have_count(1)

    # It is kept with the data until it is forgotten.
    page.reload()
    expect(page.get_by_text("all 6 variables matched by name")).to_be_visible()
    page.get_by_role("button", name="Forget this truth").click()
    expect(page.get_by_text("No true graph is known for these data")).to_be_visible()


def test_a_wrong_file_is_explained(page, app_url, finished, offline, problems):
    open_part(page, app_url, run_id(finished), "truth")
    add_truth(page, "names.csv", b"source,target\nalpha,gama\n")
    said = page.get_by_test_id("stMain").get_by_text("may be meant for 'gamma'")
    expect(said).to_be_visible()


def test_two_runs_are_compared(page, app_url, finished, offline, problems, shots):
    first = run_id(finished)
    open_finished(page, finished)
    choose_measure(page, "RCD")
    run(page)
    page.wait_for_url(lambda url: "run=" in url and run_id(url) != first)
    wait_until_over(page)
    second = run_id(page.url)
    open_part(page, app_url, first, "runs")
    picker = page.get_by_role("combobox", name="Runs to compare with")
    picker.click()
    page.get_by_role("option").filter(has_text=second[:4]).click()
    page.wait_for_url(re.compile(f"with={second}"))
    wait_for_judged_graph(page)
    expect(page.get_by_text("both runs join")).to_be_visible()
    assert legend(page)[0] == "the same in both"
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    expect(page.get_by_text("questions that both asked")).to_be_visible()
    page.keyboard.press("Escape")
    page.screenshot(path=shots / "judge_runs.png")

    # The address brings the same comparison back.
    page.reload()
    wait_for_judged_graph(page)
    expect(page.get_by_text("both runs join")).to_be_visible()


def test_another_method_is_run_and_shown(page, app_url, finished, offline, problems, shots):
    open_part(page, app_url, run_id(finished), "methods")
    expect(page.get_by_text("No other method was run on these data yet.")).to_be_visible()
    page.get_by_role("button", name="Run ticked").click()
    expect(page.get_by_role("heading", name="PC", exact=True)).to_be_visible(timeout=120_000)
    wait_for_judged_graph(page)
    expect(page.get_by_role("button", name="Stop", exact=True)).to_have_count(0)
    found = page.evaluate(f"{HOOK}.edges().filter(edge => !String(edge.id).includes('x')).length")
    assert found >= len(TRUE)
    assert legend(page)[0].startswith("the same")
    page.screenshot(path=shots / "judge_methods.png")


def test_the_data_are_asked_and_an_effect_is_identified(
    page, app_url, finished, offline, problems, shots
):
    open_part(page, app_url, run_id(finished), "data")
    page.get_by_role("button", name=re.compile(r"^Test \d+$")).click()
    expect(page.get_by_text("chance alone makes about")).to_be_visible(timeout=120_000)
    wait_for_judged_graph(page)
    expect(page.get_by_role("button", name="Stop", exact=True)).to_have_count(0)
    page.screenshot(path=shots / "judge_data.png")

    page.get_by_role("radio", name="Identify an effect").click()
    page.wait_for_url(re.compile("judge=effect"))
    choose(page, "Cause", "gamma")
    choose(page, "Effect", "epsilon")
    expect(page.get_by_text("Identified by adjustment.")).to_be_visible()
    expect(page.get_by_test_id("stCode")).to_contain_text("treatment, outcome = 'gamma', 'epsilon'")
    page.screenshot(path=shots / "judge_effect.png")


def test_one_press_of_back_leaves_the_page_that_opened_the_last_run(page, finished, problems):
    page.goto(finished)
    # What watches the history comes with the first page: a click before that makes one entry more.
    page.wait_for_function("globalThis.__gesncd_one_entry")
    for name in ("Judge", "Tune"):
        page.get_by_test_id("stSidebarNav").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        page.wait_for_url(f"**/{name.lower()}?run={run_id(finished)}")
    page.go_back()
    page.wait_for_url(f"**/judge?run={run_id(finished)}")
    expect(page.get_by_role("heading", name="Judge", exact=True)).to_be_visible()
    page.go_back()
    page.wait_for_url(re.compile(rf"/\?(.*&)?run={run_id(finished)}"))
    expect(page.get_by_role("heading", name="Judge", exact=True)).to_have_count(0)
    assert problems == []
