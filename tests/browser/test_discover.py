"""The main job in a real browser: upload, run, watch, stop, reload, download."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

POSITIONS = "JSON.stringify(__gesncd_graph.positions())"
EDGES = "JSON.stringify(__gesncd_graph.edges().map(e => [e.id, e.from, e.to, e.directed]).sort())"


def upload(page: Page, name: str, content: bytes) -> None:
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": content}
    )
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length > 0")


def choose_measure(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()


def run(page: Page) -> None:
    page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True).click()


def wait_until_over(page: Page, seconds: int = 120) -> None:
    button = page.get_by_role("button", name="Edges as CSV")
    expect(button).to_be_visible(timeout=seconds * 1000)


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
    choose_measure(page, "RCD")
    watch_graphs(page)
    run(page)
    wait_until_over(page)
    page.wait_for_timeout(2500)
    seen = page.evaluate("__seen")
    assert len({graph["edges"] for graph in seen}) >= 3, "the empty graph and at least two steps"
    assert len({graph["positions"] for graph in seen}) == 1, "no node moves by a pixel"
    assert page.evaluate("__gesncd_graph.mounts") == 1
    page.screenshot(path=shots / "finished.png")

    with page.expect_download() as download:
        page.get_by_role("button", name="Edges as CSV").click()
    table = download.value.path().read_text(encoding="utf-8")
    assert table.startswith("source,target,directed\n")
    with page.expect_download() as download:
        page.get_by_role("button", name="Result with every step as JSON").click()
    result = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert result["variables"] == ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
    drawn = json.loads(page.evaluate(EDGES))
    names = result["variables"]
    assert {(names[a], names[b], directed) for _, a, b, directed in drawn if directed} == {
        (edge["source"], edge["target"], True) for edge in result["edges"] if edge["directed"]
    }
    assert len(drawn) == len(result["edges"]) == len(table.splitlines()) - 1

    # The link alone finds the run again.
    address = page.url
    assert "run=" in address
    page.reload()
    wait_until_over(page)
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0")
    assert json.loads(page.evaluate(EDGES)) == drawn
    assert page.evaluate(POSITIONS) == seen[0]["positions"]
    assert page.url == address


def test_the_downloaded_page_works_alone(app_page, small_csv, context, tmp_path):
    page = app_page
    upload(page, "small.csv", small_csv)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Interactive graph as HTML").click()
    file = tmp_path / "graph.html"
    download.value.save_as(file)
    requests: list[str] = []
    alone = context.new_page()
    alone.on("request", lambda request: requests.append(request.url))
    alone.goto(file.as_uri())
    alone.wait_for_function("network && network.getPositions()[5] !== undefined")
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert alone.evaluate("nodes.get(2).label") == "gamma"
    x, y = json.loads(page.evaluate("JSON.stringify(Object.values(__gesncd_graph.positions()[2]))"))
    assert alone.evaluate("[network.getPositions()[2].x, network.getPositions()[2].y]") == [x, y]


def test_a_running_search_is_stopped_and_found_again_after_a_reload(app_page, shots):
    page = app_page
    page.get_by_role("button", name="Use").nth(1).click()
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length === 10")
    page.get_by_text("Advanced").click()
    width = page.get_by_role("slider", name="Width")
    width.focus()
    for _ in range(4):
        width.press("ArrowRight")
    expect(page).to_have_url(re.compile("width=80"))
    run(page)
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible(timeout=5000)
    expect(page.get_by_text(re.compile(r"Forward phase, .* queries"))).to_be_visible(timeout=60_000)
    page.screenshot(path=shots / "running.png")

    # A reload in the middle of the search attaches to it again.
    page.reload()
    expect(stop).to_be_visible(timeout=20_000)
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0", timeout=90_000)
    stop.click()
    expect(page.get_by_text("Stopped; what was found until then is shown.")).to_be_visible(
        timeout=30_000
    )
    found = page.evaluate(EDGES)
    assert json.loads(found)

    page.reload()
    expect(page.get_by_text("Stopped; what was found until then is shown.")).to_be_visible()
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0")
    assert page.evaluate(EDGES) == found
    # The settings came along in the address.
    expect(page.get_by_role("slider", name="Width")).to_have_value("80")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


def test_looking_at_steps_and_clicking_edges(app_page, small_csv, shots):
    page = app_page
    upload(page, "small.csv", small_csv)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    page.wait_for_timeout(2500)
    final, positions = page.evaluate(EDGES), page.evaluate(POSITIONS)
    slider = page.get_by_role("slider", name="Look at step")
    slider.focus()
    slider.press("Home")
    page.wait_for_function("__gesncd_graph.edges().length === 0")
    slider.press("ArrowRight")
    page.wait_for_function("__gesncd_graph.edges().length === 1")
    expect(page.get_by_text("Step 1, forward.")).to_be_visible()
    slider.press("End")
    page.wait_for_function(f"{EDGES} === {json.dumps(final)}")
    assert page.evaluate(POSITIONS) == positions
    assert page.evaluate("__gesncd_graph.mounts") == 1

    low, high = json.loads(final)[0][0].split("-")
    a, b = (page.evaluate(f"__gesncd_graph.onPage({node})") for node in (low, high))
    page.mouse.click((a["x"] + b["x"]) / 2, (a["y"] + b["y"]) / 2)
    expect(page.get_by_text("Added in step")).to_be_visible()
    page.screenshot(path=shots / "edge.png")
    page.mouse.click(a["x"], a["y"])
    expect(page.get_by_text(re.compile("has arrows|is joined without direction"))).to_be_visible()
    page.screenshot(path=shots / "node.png")


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
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length > 0")
    assert page.evaluate(POSITIONS) == moved
    page.get_by_role("button", name="Reset", exact=True).click()
    assert page.evaluate(POSITIONS) != moved


def test_hostile_names_stay_text(app_page, hostile_csv, shots, context, tmp_path):
    page = app_page
    upload(page, "hostile.csv", hostile_csv)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    page.wait_for_timeout(500)
    for node in range(4):
        spot = page.evaluate(f"__gesncd_graph.onPage({node})")
        page.mouse.move(spot["x"], spot["y"])
        page.wait_for_timeout(400)
        page.mouse.click(spot["x"], spot["y"])
        page.wait_for_timeout(300)
    page.screenshot(path=shots / "hostile.png")
    assert page.evaluate("window.__hacked") is None
    assert page.locator("img[src='x']").count() == 0
    assert page.locator("a[href^='javascript']").count() == 0
    expect(
        page.get_by_test_id("stMarkdownContainer").filter(has_text="<img src=x").first
    ).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Interactive graph as HTML").click()
    file = tmp_path / "graph.html"
    download.value.save_as(file)
    alone = context.new_page()
    alone.goto(file.as_uri())
    alone.wait_for_function("network && network.getPositions()[3] !== undefined")
    for node in range(4):
        spot = alone.evaluate(f"network.canvasToDOM(network.getPositions()[{node}])")
        box = alone.locator("#mynetwork").bounding_box()
        alone.mouse.move(box["x"] + spot["x"], box["y"] + spot["y"])
        alone.wait_for_timeout(700)
    assert alone.evaluate("window.__hacked") is None
    assert alone.locator("img[src='x']").count() == 0


def test_pages_open_by_their_own_address(page, app_url, offline, problems):
    page.goto(f"{app_url}/runs")
    expect(page.get_by_role("heading", name="Runs")).to_be_visible()
    expect(page.get_by_role("link", name="Discover")).to_be_visible()
    page.get_by_role("link", name="Discover").click()
    expect(page.get_by_role("heading", name="Find a causal graph in your data")).to_be_visible()


def test_an_unknown_run_is_explained(page, app_url, offline, problems):
    page.goto(f"{app_url}/?run=nonsense")
    expect(page.get_by_text("There is no run nonsense on this machine")).to_be_visible()


def test_the_graph_follows_the_dark_theme(page, app_url, offline, problems, small_csv, shots):
    page.emulate_media(color_scheme="dark")
    page.goto(app_url)
    upload(page, "small.csv", small_csv)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    page.wait_for_timeout(2500)
    colour = page.evaluate("__gesncd_graph.edges()[0].color.color")
    assert colour == "#e7eaed"
    page.screenshot(path=shots / "dark.png")
