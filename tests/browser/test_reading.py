"""Reading a finished result: reasons, steps, arrangements, members, exports."""

from __future__ import annotations

import io
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import networkx as nx
import pytest
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))
from driving import (
    EDGES,
    NAMES,
    POSITIONS,
    choose_measure,
    click_edge,
    click_node,
    download,
    edges,
    open_finished,
    panel,
    run,
    upload,
    wait_for_graph,
    wait_until_over,
)

pytestmark = pytest.mark.browser

COMPONENTS = Path(__file__).parents[2] / "components"


@pytest.fixture
def result(page, finished, offline, problems):
    """A page on the shared finished run of ``small_csv``."""
    open_finished(page, finished)
    return page


def shown_step(page: Page) -> str | None:
    return panel(page).locator(".step[aria-current=step]").get_attribute("data-step")


def joined_pairs(page: Page) -> set[tuple[int, int]]:
    return {(min(a, b), max(a, b)) for _, a, b, _ in edges(page)}


def test_the_scrubber_the_list_and_the_plots_look_at_the_same_step(result):
    page = result
    final, positions = edges(page), page.evaluate(POSITIONS)
    slider = page.get_by_role("slider", name="Look at step")
    slider.focus()
    slider.press("Home")
    page.wait_for_function("__gesncd_graph.edges().length === 0")
    slider.press("ArrowRight")
    page.wait_for_function("__gesncd_graph.edges().length === 1")
    expect(panel(page).locator(".step[aria-current=step]")).to_contain_text("Step 1, forward")

    panel(page).locator(".step").nth(2).click()
    page.wait_for_function("__gesncd_graph.edges().length === 3")
    expect(slider).to_have_value("3")

    points = page.locator(".js-plotly-plot").nth(1).locator("path.point")
    for _ in range(3):
        # A plot is drawn anew when its data change, and a click meanwhile is lost.
        page.wait_for_timeout(500)
        points.nth(1).click(force=True)
        page.wait_for_timeout(1000)
        if len(edges(page)) == 2:
            break
    page.wait_for_function("__gesncd_graph.edges().length === 2")
    expect(slider).to_have_value("2")

    slider.focus()
    slider.press("End")
    page.wait_for_function(f"__gesncd_graph.edges().length === {len(final)}")
    expect(panel(page).locator(".step[aria-current=step]")).to_be_in_viewport()
    assert edges(page) == final
    assert page.evaluate(POSITIONS) == positions
    assert page.evaluate("__gesncd_graph.mounts") == 1


def test_an_edge_a_variable_and_a_pair_without_an_edge_are_explained(result, shots):
    page = result
    low, high = sorted(joined_pairs(page))[0]
    click_edge(page, low, high)
    expect(panel(page).get_by_text(re.compile(r"Step \d+ joined them"))).to_be_visible()
    page.screenshot(path=shots / "edge.png")

    click_node(page, 2)
    expect(panel(page).locator("h2")).to_have_text("gamma")
    expect(panel(page).get_by_text("Markov blanket")).to_be_visible()
    expect(panel(page).locator("h3").first).to_be_visible()
    page.screenshot(path=shots / "node.png")

    other = next(n for n in range(6) if n != 2 and tuple(sorted((2, n))) not in joined_pairs(page))
    click_node(page, other, second=True)
    expect(panel(page).locator("h2")).to_contain_text("no edge")
    expect(panel(page).get_by_text("are not joined.")).to_be_visible()
    assert page.evaluate("__gesncd_graph.focus()") == sorted((2, other))
    page.screenshot(path=shots / "no_edge.png")

    panel(page).get_by_role("button", name="Back to steps").click()
    expect(panel(page).locator("h2")).to_have_text("Steps")
    assert page.evaluate("__gesncd_graph.focus()") == []


def test_what_is_chosen_stays_on_its_page(result):
    page = result
    low, high = sorted(joined_pairs(page))[0]
    click_edge(page, low, high)
    expect(panel(page).get_by_text(re.compile(r"Step \d+ joined them"))).to_be_visible()
    links = page.get_by_test_id("stSidebarNav")
    for name, key in (("Tune", "tune-graph"), ("Judge", "judge-graph"), ("Discover", "graph")):
        links.get_by_role("link", name=name, exact=True).click()
        hook = f"globalThis.__gesncd_graphs?.['{key}']"
        heading = page.get_by_role("heading", name=name, exact=True)
        expect(heading).to_be_attached()
        if name == "Judge":
            page.get_by_role("radio", name="Identify an effect", exact=True).click()
        page.wait_for_function(f"{hook}?.labels().length === 6")
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        page.wait_for_function(f"{hook}.focus().length === 0")
    expect(panel(page).locator("h2")).to_have_text("Steps")


def test_a_variable_is_found_by_a_part_of_its_name(result):
    page = result
    search = page.get_by_label("Find a variable")
    search.fill("psil")
    search.press("Enter")
    expect(panel(page).locator("h2")).to_have_text("epsilon")
    search.press("Escape")
    expect(panel(page).locator("h2")).to_have_text("Steps")
    search.fill("nothing like it")
    search.press("Enter")
    expect(search).to_have_attribute("aria-invalid", "true")


def test_arranging_moves_the_nodes_for_good_and_pictures_follow(result):
    page = result
    start = page.evaluate(POSITIONS)
    arrange = page.get_by_label("Arrange the variables")
    arrange.select_option("layers")
    layers = json.loads(page.evaluate(POSITIONS))
    for _, source, target, directed in edges(page):
        if directed:
            assert layers[str(source)]["y"] < layers[str(target)]["y"]
    page.wait_for_timeout(800)
    root = ET.fromstring(download(page, "Picture, SVG"))
    boxes = root.findall("{http://www.w3.org/2000/svg}rect")[1:]
    for node, box in enumerate(boxes):
        x = float(box.get("x")) + float(box.get("width")) / 2
        assert x == pytest.approx(layers[str(node)]["x"], abs=0.2)
    page.reload()
    wait_for_graph(page)
    wait_until_over(page)
    assert json.loads(page.evaluate(POSITIONS)) == layers
    arrange.select_option("circle")
    assert page.evaluate(POSITIONS) not in (start, json.dumps(layers))
    arrange.select_option("default")
    assert page.evaluate(POSITIONS) == start


def test_scores_are_written_on_edges_on_demand(result):
    page = result
    labels = "__gesncd_graph.edges().map(e => e.label.trim())"
    widths = page.evaluate("__gesncd_graph.edges().map(e => e.width)")
    assert len(set(widths)) > 1, "width follows the score"
    assert set(page.evaluate(labels)) == {""}
    button = page.get_by_role("button", name="Scores", exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert all(0 < float(text) <= 1 for text in page.evaluate(labels))
    button.click()
    assert set(page.evaluate(labels)) == {""}


def test_only_what_is_nearby_is_shown_on_demand(result):
    page = result
    page.get_by_role("button", name="Nearby only").click()
    assert page.evaluate("__gesncd_graph.visible().length") == 6
    positions = page.evaluate(POSITIONS)
    click_node(page, 5)
    lonely = 5 not in {node for pair in joined_pairs(page) for node in pair}
    assert page.evaluate("__gesncd_graph.visible()") == [5] or not lonely
    page.get_by_label("Find a variable").fill("gamma")
    page.keyboard.press("Enter")
    near = {2} | {n for pair in joined_pairs(page) if 2 in pair for n in pair}
    assert near <= set(page.evaluate("__gesncd_graph.visible()")) != set(range(6))
    # The server's answer to the first choice may come now; it must not undo the second.
    page.wait_for_timeout(1500)
    assert near <= set(page.evaluate("__gesncd_graph.visible()")) != set(range(6))
    assert page.evaluate(POSITIONS) == positions
    page.keyboard.press("Escape")
    assert page.evaluate("__gesncd_graph.visible().length") == 6


def test_a_row_of_the_table_chooses_its_edge(result):
    page = result
    table = page.get_by_test_id("stDataFrame")
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    page.mouse.click(box["x"] + 14, box["y"] + 35 + 17)
    expect(panel(page).locator("h2")).not_to_have_text("Steps")
    page.wait_for_function("__gesncd_graph.focus().length === 2")
    assert tuple(page.evaluate("__gesncd_graph.focus()")) in joined_pairs(page)


def test_members_of_the_class_are_looked_at_one_by_one(result):
    page = result
    undirected = [edge[0] for edge in edges(page) if not edge[3]]
    positions = page.evaluate(POSITIONS)
    assert undirected, "the example leaves something open"
    field = page.get_by_role("spinbutton", name=re.compile("Show member"))
    field.fill("1")
    field.press("Enter")
    page.wait_for_function("__gesncd_graph.edges().every((e) => e.directed)")
    expect(page.get_by_text(re.compile("Member 1 of"))).to_be_visible()
    first = edges(page)
    field.fill("2")
    field.press("Enter")
    expect(page.get_by_text(re.compile("Member 2 of"))).to_be_visible()
    page.wait_for_function(f"{EDGES} !== {json.dumps(json.dumps(first, separators=(',', ':')))}")
    assert {edge[0] for edge in edges(page)} == {edge[0] for edge in first}
    assert page.evaluate(POSITIONS) == positions
    field.fill("")
    field.press("Enter")
    page.wait_for_function("__gesncd_graph.edges().some((e) => !e.directed)")


def test_exports_agree_with_the_graph_on_the_page(result):
    page = result
    drawn = edges(page)
    graph = nx.read_graphml(io.BytesIO(download(page, "GraphML")))
    arcs = {(NAMES[a], NAMES[b]) for _, a, b, _ in drawn}
    arcs |= {(NAMES[b], NAMES[a]) for _, a, b, directed in drawn if not directed}
    assert set(graph.edges) == arcs
    assert set(nx.parse_gml(download(page, "GML").decode()).edges) == arcs
    for label, part in (
        ("Adjacency matrix, CSV", ",alpha,beta,"),
        ("Picture, TikZ", r"\begin{tikzpicture}"),
        ("DOT, Graphviz", "digraph"),
        ("DAGitty", "dag {"),
        ("Tetrad text", "Graph Nodes:"),
        ("causal-learn, Python", "GeneralGraph"),
        ("networkx, Python", "nx.DiGraph()"),
        ("Report, prints to PDF", "What the result rests on"),
    ):
        assert part in download(page, label).decode(), label


def test_the_downloaded_page_works_alone(result, context, tmp_path):
    page = result
    file = tmp_path / "graph.html"
    file.write_bytes(download(page, "Interactive page, HTML"))
    requests: list[str] = []
    alone = context.new_page()
    alone.on("request", lambda request: requests.append(request.url))
    alone.goto(file.as_uri())
    alone.wait_for_function("network && network.getPositions()[5] !== undefined")
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert alone.evaluate("nodes.get(2).label") == "gamma"
    place = page.evaluate("__gesncd_graph.positions()[2]")
    assert alone.evaluate("network.getPositions()[2]") == place


def test_the_png_is_the_graph_as_it_is_shown(result):
    page = result
    with page.expect_download() as event:
        page.get_by_role("button", name="PNG", exact=True).click()
    content = event.value.path().read_bytes()
    assert content.startswith(b"\x89PNG")
    # Wide enough for a slide, and named after the data.
    assert int.from_bytes(content[16:20], "big") >= 1600
    assert event.value.suggested_filename.endswith("_graph.png")
    assert event.value.suggested_filename != "graph.png"


def test_tau_is_chosen_by_keyboard_and_given_back(page, app_url, offline, problems):
    page.goto(f"{app_url}/?sample=sachs&measure=Partial+corr.")
    wait_for_graph(page)
    slider = page.get_by_role("slider", name="Threshold τ")
    expect(slider).to_have_attribute("aria-valuetext", "τ\u00a00.0127 (auto, α\u00a00.001)")
    slider.focus()
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"tau=0\.0112"))
    expect(slider).to_have_attribute("aria-valuetext", "τ\u00a00.0112")
    slider.press("ArrowLeft")
    slider.press("PageDown")
    expect(page.get_by_text("below noise: expect false edges")).to_be_visible()
    page.get_by_role("button", name="Automatic").click()
    expect(slider).to_have_attribute("aria-valuetext", "τ\u00a00.0127 (auto, α\u00a00.001)")
    expect(page).not_to_have_url(re.compile("tau="))


def test_knowledge_is_attached_seen_and_kept(page, app_url, offline, problems, shots):
    page.goto(f"{app_url}/?sample=sachs&measure=Partial+corr.")
    wait_for_graph(page)
    page.get_by_text("Background knowledge", exact=True).click()
    known = b"source,relation,target\nPKC,->,Raf\nPlcg,!--,Akt\nAkt,!->,PKA\n"
    page.locator("input[type=file]").set_input_files(
        {"name": "known.csv", "mimeType": "text/csv", "buffer": known}
    )
    expect(page.get_by_text("1 required edge: PKC → Raf.")).to_be_visible()
    run(page)
    wait_until_over(page)
    page.wait_for_timeout(1000)
    legend = page.locator(".legend")
    expect(legend).to_contain_text("required")
    expect(legend).to_contain_text("forbidden")
    button = page.get_by_role("button", name="Forbidden", exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.screenshot(path=shots / "knowledge.png")
    page.reload()
    wait_until_over(page)
    expect(page.get_by_text("Background knowledge is in force.")).to_be_visible()


def test_sixty_four_variables_open_as_a_neighbourhood(
    page, app_url, wide_csv, offline, problems, shots
):
    page.goto(app_url)
    upload(page, "wide.csv", wide_csv)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    page.screenshot(path=shots / "wide.png")
    button = page.get_by_role("button", name="Nearby only")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Find a variable").fill("measurement number 7 ")
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    assert 1 <= page.evaluate("__gesncd_graph.visible().length") < 30
    page.screenshot(path=shots / "wide_nearby.png")
    page.get_by_role("button", name="Nearby only").click()
    assert page.evaluate("__gesncd_graph.visible().length") == 64


def test_a_sample_and_a_chosen_tau_are_there_again_after_other_pages(
    page, app_url, offline, problems
):
    page.goto(f"{app_url}/?sample=sachs&measure=Partial+corr.")
    wait_for_graph(page)
    sidebar = page.get_by_test_id("stSidebar")
    slider = page.get_by_role("slider", name="Threshold τ")
    slider.focus()
    slider.press("ArrowRight")
    chosen = "τ\u00a00.0141"
    expect(slider).to_have_attribute("aria-valuetext", chosen)
    expect(page).to_have_url(re.compile(r"tau="))

    def go_and_return(name: str) -> None:
        sidebar.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        sidebar.get_by_role("link", name="Discover").click()
        wait_for_graph(page)
        expect(page.get_by_role("radio", name="Partial corr.", exact=True)).to_be_checked()

    go_and_return("Learn")
    expect(slider).to_have_attribute("aria-valuetext", chosen)
    run(page)
    wait_until_over(page)
    go_and_return("Learn")
    expect(slider).to_have_attribute("aria-valuetext", chosen)
    expect(page.get_by_text("The settings differ")).to_have_count(0)
    # That τ is automatic is kept, too.
    page.get_by_role("button", name="Automatic").click()
    automatic = "τ\u00a00.0127 (auto, α\u00a00.001)"
    expect(slider).to_have_attribute("aria-valuetext", automatic)
    go_and_return("Learn")
    expect(slider).to_have_attribute("aria-valuetext", automatic)
    # Of other data there is none to take up.
    slider.focus()
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", chosen)
    page.get_by_role("button", name="Change").click()
    expect(slider).to_have_count(0)
    go = sidebar.get_by_role("link", name="Learn")
    go.click()
    expect(page.get_by_role("heading", name="Learn", exact=True)).to_be_visible()
    sidebar.get_by_role("link", name="Discover").click()
    expect(page.get_by_role("button", name="Show an example")).to_be_visible()
    expect(page).not_to_have_url(re.compile("sample=|tau="))


@pytest.mark.parametrize(
    ("pushed", "before"),
    [
        # The menu empties the address and leads away.
        (["/?a=1", "/", "/learn"], "/?a=1"),
        # The page that is left writes into the emptied address, once or more often.
        (["/?a=1", "/", "/?run=x", "/?run=x&tau=1", "/learn"], "/?a=1"),
        # Tune names its run.
        (["/?a=1", "/", "/tune", "/tune?run=x"], "/?a=1"),
        # What is chosen on a page is an entry, also after another page.
        (["/?a=1", "/?a=2", "/?a=3"], "/?a=2"),
        (["/?a=1", "/", "/learn", "/learn?part=2"], "/learn"),
        (["/learn", "/learn?part=2", "/learn", "/?run=x"], "/learn?part=2"),
    ],
)
def test_what_makes_an_entry_of_its_own_in_the_history(page, problems, pushed, before):
    script = (COMPONENTS / "browser/one_entry.js").read_text(encoding="utf-8")
    page.route(
        "http://blank.test/**", lambda route: route.fulfill(body="", content_type="text/html")
    )
    page.goto("http://blank.test/first")
    page.add_script_tag(content=script.replace("export default function", "function watch"))
    page.evaluate("watch({ data: { pages: ['replay', 'tune', 'judge'] } })")
    page.evaluate(
        "pushed => { for (const each of pushed) history.pushState({}, '', each); }", pushed
    )
    page.evaluate("history.back()")
    page.wait_for_url(f"http://blank.test{before}", wait_until="commit")


def test_back_leads_to_discover_as_it_was_left(page, app_url, offline, problems):
    page.goto(f"{app_url}/?sample=sachs&measure=Partial+corr.")
    wait_for_graph(page)
    page.wait_for_function("globalThis.__gesncd_one_entry")
    slider = page.get_by_role("slider", name="Threshold τ")
    slider.focus()
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"tau="))
    run(page)
    wait_until_over(page)
    still = "[data-testid=stApp][data-test-script-state=notRunning]"
    page.wait_for_selector(still)
    left = page.url
    for name in ("Learn", "Tune"):
        # What a page that runs names in the address is an entry of its own.
        page.wait_for_timeout(1500)
        page.wait_for_selector(still)
        page.get_by_test_id("stSidebar").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        page.wait_for_selector(still)
        # Tune names the run in an entry that is its page's only one.
        page.go_back()
        wait_for_graph(page)
        expect(page).to_have_url(left)
        expect(page.get_by_role("radio", name="Partial corr.", exact=True)).to_be_checked()
        expect(slider).to_have_attribute("aria-valuetext", "τ\u00a00.0141")
        expect(page.get_by_text("The settings differ")).to_have_count(0)
