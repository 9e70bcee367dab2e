"""The main job in a real browser: upload, run, watch, stop, reload, leave with the result."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))
from driving import (
    EDGES,
    NAMES,
    POSITIONS,
    choose_measure,
    download,
    edges,
    open_finished,
    run,
    upload,
    wait_for_graph,
    wait_until_over,
)

pytestmark = pytest.mark.browser


def watch_graphs(page: Page) -> None:
    """Note every graph that the view shows from now on, with the nodes' positions."""
    page.evaluate(
        f"""() => {{
          globalThis.__seen = [];
          globalThis.__watch = setInterval(() => {{
            const edges = {EDGES}, last = __seen.at(-1);
            if (!last || last.edges !== edges) __seen.push({{ edges, positions: {POSITIONS} }});
          }}, 50);
        }}"""
    )


def test_a_csv_becomes_a_graph_step_by_step(app_page, small_csv, shots):
    page = app_page
    upload(page, "small.csv", small_csv)
    expect(page.get_by_text("6 variables, 250 rows").first).to_be_visible()
    # Slow enough for its steps to be seen one by one.
    page.get_by_role("radio", name="Trained").click()
    expect(page.get_by_text("for 6 variables × 250 rows")).to_be_visible()
    watch_graphs(page)
    run(page)
    wait_until_over(page)
    page.wait_for_timeout(2500)
    seen = page.evaluate("__seen")
    assert len({graph["edges"] for graph in seen}) >= 3, "the empty graph and at least two steps"
    assert len({graph["positions"] for graph in seen}) == 1, "no node moves by a pixel"
    assert page.evaluate("__gesncd_graph.mounts") == 1
    page.screenshot(path=shots / "finished.png")

    table = download(page, "Edges, CSV").decode()
    assert table.startswith("source,target,directed,score,times_noise_floor,step,reason\n")
    result = json.loads(download(page, "All steps, JSON"))
    assert tuple(result["variables"]) == NAMES
    drawn = edges(page)
    assert {(NAMES[a], NAMES[b], directed) for _, a, b, directed in drawn if directed} == {
        (edge["source"], edge["target"], True) for edge in result["edges"] if edge["directed"]
    }
    assert len(drawn) == len(result["edges"]) == len(table.splitlines()) - 1

    # The link alone finds the run again.
    address = page.url
    assert "run=" in address
    open_finished(page, address)
    assert edges(page) == drawn
    assert page.evaluate(POSITIONS) == seen[0]["positions"]
    assert page.url == address


def test_a_running_search_is_stopped_and_found_again_after_a_reload(app_page, shots):
    page = app_page
    page.get_by_role("button", name="Use").nth(1).click()
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length === 10")
    page.get_by_role("radio", name="Trained").click()
    width = page.get_by_role("slider", name="Width")
    width.focus()
    for _ in range(4):
        width.press("ArrowRight")
    expect(page).to_have_url(re.compile("width=80"))
    run(page)
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible()
    expect(page.get_by_text(re.compile(r"Forward phase, .* queries"))).to_be_visible()
    page.screenshot(path=shots / "running.png")

    # A reload in the middle of the search attaches to it again.
    page.reload()
    expect(stop).to_be_visible()
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0", timeout=90_000)

    # A second run starts while the first goes on, and the first is found again.
    run_of = re.compile(r"run=([\w-]+)")
    first = page.url
    choose_measure(page, "Partial corr.")
    expect(page.get_by_text("blind to everything that is not linear")).to_be_visible()
    run(page)
    running = re.escape(run_of.search(first)[0])
    expect(page).not_to_have_url(re.compile(running))
    wait_until_over(page)
    page.goto(first)
    wait_for_graph(page)
    stop.click()
    expect(
        page.get_by_text("this is what was found until then, and no final result").first
    ).to_be_visible()
    found = edges(page)
    assert found

    page.reload()
    expect(
        page.get_by_text("this is what was found until then, and no final result").first
    ).to_be_visible()
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0")
    assert edges(page) == found
    # The settings came along in the address.
    expect(page.get_by_role("slider", name="Width")).to_have_value("80")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


def test_a_threshold_that_the_run_finds_can_be_left_to_it_or_chosen(app_page, small_csv, shots):
    page = app_page
    upload(page, "small.csv", small_csv)
    # While pace is tried, the page is drawn anew by itself.
    tried = page.get_by_text("by a short trial")
    expect(tried).to_be_visible()
    page.get_by_role("radio", name="Paper").click()
    slider = page.get_by_role("slider", name="Threshold τ")
    expect(slider).to_have_attribute("aria-valuetext", "τ automatic (α\u00a00.001)")
    expect(page.get_by_text("noise floor: found by the run")).to_be_visible()
    automatic = page.get_by_role("button", name="Automatic")
    expect(automatic).to_be_disabled()
    expect(tried).to_be_visible()
    page.screenshot(path=shots / "paper-automatic.png")
    slider.focus()
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile("tau=0.0112"))
    expect(slider).to_have_attribute("aria-valuetext", "τ\u00a00.0112")
    expect(automatic).to_be_enabled()
    automatic.click()
    expect(page).not_to_have_url(re.compile("tau="))
    expect(slider).to_have_attribute("aria-valuetext", "τ automatic (α\u00a00.001)")


def test_a_dragged_node_stays_where_it_was_put(app_page, small_csv):
    page = app_page
    upload(page, "small.csv", small_csv)
    choose_measure(page, "Partial corr.")
    start = page.evaluate("__gesncd_graph.onPage(5)")
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 30, steps=5)
    page.mouse.up()
    page.wait_for_timeout(300)
    moved = page.evaluate(POSITIONS)
    run(page)
    wait_until_over(page)
    assert page.evaluate(POSITIONS) == moved
    page.reload()
    wait_until_over(page)
    wait_for_graph(page)
    assert page.evaluate(POSITIONS) == moved
    page.get_by_label("Arrange the variables").select_option("default")
    assert page.evaluate(POSITIONS) != moved


def test_hostile_names_stay_text(app_page, hostile_csv, shots, context, tmp_path):
    page = app_page
    upload(page, "hostile.csv", hostile_csv)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    page.wait_for_timeout(500)
    page.get_by_text("The graph in words").click()
    # The words stand below the table: to reach them, the page was scrolled past the graph.
    page.locator(".graph-view").scroll_into_view_if_needed()
    for node in range(4):
        spot = page.evaluate(f"__gesncd_graph.onPage({node})")
        page.mouse.move(spot["x"], spot["y"])
        page.wait_for_timeout(400)
        page.mouse.click(spot["x"], spot["y"])
        page.wait_for_timeout(300)
    page.screenshot(path=shots / "hostile.png")
    page.locator("section.panel select").select_option("0")
    expect(page.locator("section.panel").get_by_text("<img src=x").first).to_be_visible()
    assert page.evaluate("window.__hacked") is None
    assert page.locator("img[src='x']").count() == 0
    assert page.locator("a[href^='javascript']").count() == 0
    expect(
        page.get_by_test_id("stMarkdownContainer").filter(has_text="<img src=x").first
    ).to_be_visible()
    for label in ("Interactive page, HTML", "Report, prints to PDF", "Picture, SVG"):
        suffix = "svg" if label.endswith("SVG") else "html"
        file = tmp_path / f"{len(label)}.{suffix}"
        file.write_bytes(download(page, label))
        alone = context.new_page()
        alone.goto(file.as_uri())
        if label.startswith("Interactive"):
            hover_all(alone)
        assert alone.evaluate("window.__hacked") is None
        assert alone.locator("img[src='x']").count() == 0
        alone.close()


def hover_all(alone: Page) -> None:
    alone.wait_for_function("network && network.getPositions()[3] !== undefined")
    for node in range(4):
        spot = alone.evaluate(f"network.canvasToDOM(network.getPositions()[{node}])")
        box = alone.locator("#mynetwork").bounding_box()
        alone.mouse.move(box["x"] + spot["x"], box["y"] + spot["y"])
        alone.wait_for_timeout(700)


def test_pages_open_by_their_own_address(page, app_url, offline, problems):
    page.goto(f"{app_url}/runs")
    expect(page.get_by_role("heading", name="Runs")).to_be_visible()
    expect(page.get_by_role("link", name="Discover")).to_be_visible()
    page.get_by_role("link", name="Discover").click()
    expect(page.get_by_role("heading", name="Find a causal graph in your data")).to_be_visible()


def test_an_unknown_run_is_explained(page, app_url, offline, problems):
    page.goto(f"{app_url}/?run=nonsense")
    expect(page.get_by_text("There is no run nonsense on this machine")).to_be_visible()


def test_the_graph_follows_the_dark_theme(page, finished, offline, problems, shots):
    page.emulate_media(color_scheme="dark")
    open_finished(page, finished)
    colour = page.evaluate("__gesncd_graph.edges()[0].color.color")
    assert colour == "#e7eaed"
    page.screenshot(path=shots / "dark.png")


def test_the_keyboard_alone_runs_and_reads_a_result(page, app_url, offline, problems):
    page.goto(f"{app_url}/?sample=sachs&measure=Partial+corr.")
    wait_for_graph(page)

    def tab_to(condition: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            # Inside a component's shadow tree the document only knows its host.
            here = (
                "() => { let e = document.activeElement; "
                "while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement; "
                f"return Boolean(e && ({condition})); }}"
            )
            if page.evaluate(here):
                return
        pytest.fail(f"The Tab key never got to {condition}")

    tab_to("e.innerText?.trim() === 'Run' || e.innerText?.trim().endsWith('\\nRun')")
    page.keyboard.press("Enter")
    wait_until_over(page)
    tab_to("e.getAttribute('aria-label') === 'Find a variable'")
    page.keyboard.type("PKA")
    page.keyboard.press("Enter")
    heading = page.locator("section.panel h2")
    expect(heading).to_have_text("PKA")
    tab_to("e.tagName === 'SELECT' && e.getAttribute('aria-label').startsWith('Explain')")
    page.keyboard.type("Raf")
    page.keyboard.press("Enter")
    expect(heading).to_contain_text("Raf")
    expect(page.locator("section.panel li").first).to_contain_text("joined")
