"""The Tune page in a real browser: the line is dragged, statements are made, tasks are done."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from gesncd.analysis import plan_grid
from gesncd.data import Dataset
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import KINDS, create_task
from gesncd.runs.tasks.parts_grid import grid_parts
from gesncd.runs.tasks.worker import work_task
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

sys.path.insert(0, str(Path(__file__).parent))
from driving import NAMES
from serving import served

pytestmark = pytest.mark.browser

GRAPH = "globalThis.__gesncd_graphs?.['tune-graph']"
EDGES = f"JSON.stringify({GRAPH}.edges().map(e => [e.id, e.directed]).sort())"
POSITIONS = f"JSON.stringify({GRAPH}.positions())"


@pytest.fixture
def tune(page, app_url, finished, offline, problems):
    """A function that opens the page on the finished run."""

    def open_page(**address: str) -> Page:
        run_id = parse_qs(urlsplit(finished).query)["run"][0]
        rest = "".join(f"&{key}={value}" for key, value in address.items())
        page.goto(f"{app_url}/tune?run={run_id}{rest}")
        page.wait_for_function(f"globalThis.__gesncd_path && {GRAPH}?.labels().length === 6")
        return page

    return open_page


SIDES = "([labels, left, right]) => markSides(labels, { left, right })"
CURVES = Path(__file__).parents[2] / "components" / "tune" / "curves.js"


@pytest.mark.parametrize(
    ("places", "sides"),
    [
        ([300.0], [1]),
        ([100, 300], [1, 1]),
        # Near each other: away from each other, in whatever order they are given.
        ([300, 330], [-1, 1]),
        ([330, 300], [1, -1]),
        ([300, 300], [1, -1]),
        # The end of the axis.
        ([590], [-1]),
        ([400, 590], [1, -1]),
        # No label across another's line.
        ([300, 365], [-1, 1]),
    ],
)
def test_labels_of_marks_do_not_cover_each_other(page: Page, places, sides):
    page.set_content(f"<script>{CURVES.read_text('utf-8')}</script>")
    labels = [{"x": x, "width": 70} for x in places]
    assert page.evaluate(SIDES, [labels, 90, 600]) == sides


def wait_settled(page: Page) -> None:
    """Until the graph is that of the line: as many edges as the path says."""
    page.wait_for_function(
        f"__gesncd_path.settled() && {GRAPH}.edges().length === __gesncd_path.edges()"
    )


def at(page: Page, tau: float) -> dict[str, float]:
    return page.evaluate(f"__gesncd_path.onPage({tau})")


def handle(page: Page):
    return page.get_by_role("slider", name="Threshold τ")


def test_dragging_the_line_changes_the_graph_and_moves_no_node(tune, shots):
    page = tune()
    wait_settled(page)
    before, places = page.evaluate(EDGES), page.evaluate(POSITIONS)
    start = at(page, page.evaluate("__gesncd_path.tau()"))
    end = at(page, 0.9)
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move((start["x"] + end["x"]) / 2, start["y"], steps=4)
    # The number of edges is read in the browser, whatever the server does.
    dragged = page.evaluate("__gesncd_path.edges()")
    assert f"{dragged} edge" in handle(page).get_attribute("aria-valuetext")
    page.mouse.move(end["x"], end["y"], steps=6)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"[?&]tau=0\.\d+"))
    wait_settled(page)
    assert page.evaluate(EDGES) != before
    assert page.evaluate(f"{GRAPH}.edges().length") < len(json.loads(before))
    assert page.evaluate(POSITIONS) == places
    assert page.evaluate("__gesncd_graph.mounts") == 1
    page.screenshot(path=shots / "tune.png")


def test_keys_move_the_line_and_a_reader_hears_what_it_means(tune):
    page = tune()
    wait_settled(page)
    slider = handle(page)
    text = slider.get_attribute("aria-valuetext")
    assert re.fullmatch(
        r"τ [\d.]+ \(auto, α 0\.001\), \d+ edges?, \d+ directed · S_g\u00a0.*", text
    )
    slider.focus()
    slider.press("End")
    page.wait_for_function("__gesncd_path.edges() === 0")
    wait_settled(page)
    slider.press("PageDown")
    page.wait_for_function("__gesncd_path.edges() === 1")
    wait_settled(page)
    tau = page.evaluate("__gesncd_path.tau()")
    slider.press("ArrowLeft")
    page.wait_for_function(f"__gesncd_path.tau() < {tau}")
    slider.press("Home")
    page.wait_for_function("__gesncd_path.edges() > 4")
    wait_settled(page)
    assert slider.get_attribute("aria-valuetext").endswith("below the noise floor")
    page.get_by_role("button", name="Automatic", exact=True).click()
    expect(slider).to_have_attribute("aria-valuetext", text)


def choose(page: Page, label: str, name: str) -> None:
    box = page.get_by_role("combobox", name=label, exact=True)
    box.click()
    box.fill(name)
    box.press("Enter")
    expect(box).to_have_value(name)


def test_a_statement_gets_a_strip_and_a_proposal_that_moves_the_line(tune, shots):
    page = tune(tau="0.5")
    wait_settled(page)
    choose(page, "Variable", NAMES[0])
    choose(page, "Relation", "— joined to")
    choose(page, "Other variable", NAMES[2])
    page.get_by_role("button", name="Add this pair").click()
    page.wait_for_function("__gesncd_path.spans().length > 1")
    expect(page.get_by_text("Only 1 statement depends on τ", exact=False)).to_be_visible()
    # The strips lie exactly under the path: a piece ends where a plateau does.
    kinds = [span[0] for span in page.evaluate("__gesncd_path.spans()")]
    assert kinds == ["met", "broken"]
    (low, _), (high, _) = (span[1:] for span in page.evaluate("__gesncd_path.spans()"))
    ends = page.evaluate("__gesncd_path.breaks()")
    assert low < high
    assert min(abs(high - x) for x in ends) < 0.01
    # The proposed τ and the automatic one can be compared.
    assert "100 %" in page.evaluate("__gesncd_path.amounts()")
    expect(page.get_by_text("band: τ with one and the same graph", exact=False)).to_be_visible()
    page.get_by_role("button", name="Use τ").click()
    page.wait_for_function("__gesncd_path.tau() < 0.45")
    wait_settled(page)
    assert page.evaluate(f"{GRAPH}.edges().some(e => e.id === '0-2')")
    page.screenshot(path=shots / "tune_statement.png")

    page.get_by_role("button", name="Remove", exact=True).click()
    page.wait_for_function("__gesncd_path.spans().length === 0")


def test_two_chosen_variables_are_put_into_the_form(tune):
    page = tune()
    wait_settled(page)
    for node, second in ((1, False), (3, True)):
        spot = page.evaluate(f"{GRAPH}.onPage({node})")
        if second:
            page.keyboard.down("Control")
        page.mouse.click(spot["x"], spot["y"])
        page.wait_for_function(f"{GRAPH}.focus().includes({node})")
        if second:
            page.keyboard.up("Control")
    expect(page.get_by_role("combobox", name="Variable", exact=True)).to_have_value(NAMES[1])
    expect(page.get_by_role("combobox", name="Other variable", exact=True)).to_have_value(NAMES[3])


def test_the_line_goes_to_discover_as_its_threshold(tune):
    page = tune(tau="0.5")
    wait_settled(page)
    page.get_by_role("button", name="Use these settings and the line's τ").click()
    expect(page).to_have_url(re.compile(r"/\?.*tau=0\.5(&|$)"))
    expect(page.get_by_role("slider", name="Threshold τ")).to_have_attribute(
        "aria-valuetext", "τ\u00a00.5"
    )
    expect(page.get_by_text("The settings differ from those of this result.")).to_be_visible()


def test_a_grid_runs_and_its_settings_go_to_discover(tune, shots):
    page = tune(tune="Grid")
    wait_settled(page)
    page.get_by_role("button", name="RCD", exact=True).click()
    expect(page.get_by_text("2 searches:", exact=False)).to_be_visible()
    page.get_by_role("button", name="Run the grid").click()
    page.wait_for_function(
        "globalThis.__gesncd_graphs?.['tune-grid-graph']?.edges().length > 0", timeout=120_000
    )
    expect(page.get_by_role("button", name="Stop", exact=True)).to_have_count(0, timeout=120_000)
    with page.expect_download() as event:
        page.get_by_role("button", name="CSV", exact=True).click()
    lines = event.value.path().read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("Settings,τ,Edges,S_g")
    assert [line.split(",")[0].strip('"') for line in lines[1:]] == ["RCD", "Partial correlation"]
    page.screenshot(path=shots / "tune_grid.png")
    page.get_by_role("button", name="Use these settings", exact=True).click()
    expect(page).to_have_url(re.compile("measure=RCD"))
    expect(page.get_by_test_id("stSidebar").get_by_role("button", name="Run")).to_be_visible()


def test_stability_runs_and_draws_shares(tune, shots):
    page = tune(tune="Stability")
    wait_settled(page)
    count = page.get_by_role("spinbutton", name="Replicates", exact=True)
    count.fill("6")
    count.press("Enter")
    expect(page.get_by_text("6 searches:", exact=False)).to_be_visible()
    page.get_by_role("button", name="Run the replicates").click()
    expect(page.get_by_text("of 6 replicates", exact=False)).to_be_visible(timeout=120_000)
    graph = "globalThis.__gesncd_graphs?.['tune-stability-graph']"
    page.wait_for_function(f"{graph}?.edges().some(e => e.label === '1.00')")
    expect(page.get_by_text("automatic for half of the rows", exact=False)).to_be_visible()
    # What became of the run's own edges comes first, and above the graph.
    said = page.get_by_text(re.compile(r"edges? of your run"))
    expect(said.first).to_be_visible()
    # When all are done, the time of more such searches is no guess any more.
    expect(page.get_by_text("judging by 6 such searches", exact=False)).to_be_visible(
        timeout=120_000
    )
    page.screenshot(path=shots / "tune_stability.png")


def test_results_of_other_settings_are_said_to_be_so(tune):
    page = tune(tune="Grid")
    wait_settled(page)
    page.get_by_role("button", name="Run the grid").click()
    graph = "globalThis.__gesncd_graphs?.['tune-grid-graph']"
    page.wait_for_function(f"{graph}?.edges().length > 0", timeout=120_000)
    notice = page.get_by_text("Not of the settings above", exact=False)
    expect(notice).to_have_count(0)
    choose(page, "Variable", NAMES[0])
    choose(page, "Relation", "not joined to")
    choose(page, "Other variable", NAMES[2])
    page.get_by_text("Enforced", exact=True).first.click()
    page.get_by_role("button", name="Add this pair").click()
    expect(notice).to_contain_text("computed with nothing enforced, τ automatic")
    page.get_by_role("button", name="Run the grid").click()
    expect(notice).to_have_count(0, timeout=120_000)
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("Nothing was said yet", exact=False)).to_be_visible()
    # The first one fits again.
    expect(notice).to_have_count(0)


@pytest.fixture
def server(page):
    """The line to the server; ``hold`` keeps back what it answers, ``release`` hands it on."""
    held: list | None = None

    class Line:
        def hold(self):
            nonlocal held
            held = []

        def release(self):
            nonlocal held
            kept, held = held, None
            for send, message in kept:
                send(message)

    def connect(socket):
        upstream = socket.connect_to_server()

        def pass_on(message):
            if held is None:
                socket.send(message)
            else:
                held.append((socket.send, message))

        upstream.on_message(pass_on)

    page.route_web_socket("**/_stcore/stream", connect)
    return Line()


def test_the_graph_follows_the_line_without_the_server_and_no_late_answer_undoes_it(server, tune):
    page = tune()
    wait_settled(page)
    page.wait_for_function("globalThis.__gesncd_books?.['tune-graph']")
    slider = handle(page)
    slider.focus()
    slider.press("End")
    wait_settled(page)
    server.hold()
    counts = []
    for key in ("PageDown", "PageDown", "PageDown"):
        slider.press(key)
        page.wait_for_function(f"{GRAPH}.edges().length === __gesncd_path.edges()")
        counts.append(page.evaluate(f"{GRAPH}.edges().length"))
    assert counts == sorted(counts)
    assert counts[0] > 0
    # The server is told; its answer is on its way while the line moves on.
    expect(slider).to_have_attribute("aria-valuetext", re.compile("edges"))
    page.wait_for_timeout(600)
    slider.press("Home")
    page.wait_for_function("__gesncd_path.edges() > 4")
    chosen, shown = page.evaluate("__gesncd_path.tau()"), page.evaluate(EDGES)
    server.release()
    wait_settled(page)
    expect(page).to_have_url(re.compile(r"[?&]tau="))
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    assert page.evaluate("__gesncd_path.tau()") == chosen
    assert page.evaluate(EDGES) == shown
    # What the graph says to those who do not see it turned along.
    n = page.evaluate("__gesncd_path.edges()")
    expect(page.get_by_role("img", name=f"Graph of 6 variables with {n} edges")).to_have_count(1)


def statement_line(page: Page):
    return page.get_by_role("textbox", name="Type statements")


def test_typed_statements_are_completed_kept_over_a_reload_and_forgotten(tune, shots):
    page = tune()
    wait_settled(page)
    line = statement_line(page)
    line.click()
    line.press_sequentially("alp")
    expect(page.get_by_role("option", name="alpha")).to_have_attribute("aria-selected", "true")
    line.press("Tab")
    line.press_sequentially("-")
    line.press("Tab")
    line.press_sequentially("gam")
    page.screenshot(path=shots / "tune_typing.png")
    line.press("Enter")
    expect(line).to_have_value("alpha → gamma")
    line.press("Enter")
    page.wait_for_function("__gesncd_path.spans().length > 0")
    expect(line).to_have_value("")

    # What is not understood stays to be mended, and the nearest name is offered.
    line.fill("beta does not cause gama")
    line.press("Enter")
    expect(page.get_by_text("Did you mean 'gamma'?", exact=False)).to_be_visible()
    expect(line).to_have_attribute("aria-invalid", "true")
    expect(line).to_have_value("beta does not cause gama")
    line.fill("beta does not cause zeta\n\ntier 1: alpha, beta\ntier 2: gamma")
    line.press("Enter")
    expect(page.get_by_text("2 statements added.")).to_be_visible()
    # Where a statement has no room its relation is still told.
    page.wait_for_function(
        "__gesncd_path.labels().some(label => /^beta does not ca.*/.test(label))"
    )
    page.wait_for_function("!__gesncd_path.labels().some(label => /[!=]/.test(label))")
    expect(line).to_have_value("")

    page.get_by_text("Enforced", exact=True).locator("visible=true").nth(1).click()
    expect(page.get_by_text("2 statements held out, 1 enforced.")).to_be_visible()
    page.reload()
    page.wait_for_function(f"globalThis.__gesncd_path && {GRAPH}?.labels().length === 6")
    expect(page.get_by_text("2 statements held out, 1 enforced.")).to_be_visible()
    page.wait_for_function("__gesncd_path.spans().length > 0")
    page.get_by_role("button", name="Forget all").click()
    page.get_by_role("button", name="Forget them").click()
    expect(page.get_by_text("Nothing was said yet", exact=False)).to_be_visible()
    page.wait_for_function("__gesncd_path.spans().length === 0")


@pytest.fixture
def grid_of_networks(page, tmp_path, offline, problems):
    """The part Grid with a finished grid of depth by width, on a server of its own."""
    x = np.random.default_rng(2).normal(size=(100, 3))
    x[:, 2] += 2 * x[:, 0]
    x[:, 1] += x[:, 2]
    store = RunStore.open(tmp_path / "home")
    settings = RunSettings(measure="ncd", networks="perceptron", depth=2, width=5)
    sha256 = store.add_dataset(Dataset.from_array(x, ["A", "B", "C"]), "three.csv")
    run_id = store.create_run(sha256, "three.csv", settings)
    work(store, run_id)
    cells = plan_grid(measures=["ncd"], networks=["perceptron"], depths=[2, 3], widths=[5, 10])
    task_id = create_task(store, sha256, "grid", grid_parts(settings, cells))
    work_task(store, task_id, kinds=KINDS, jobs=1)
    with served(tmp_path) as (_, url):
        page.goto(f"{url}/tune?run={run_id}&tune=Grid")
        expect(page.locator(".js-plotly-plot .point")).to_have_count(8)
        yield page


def shown_networks(page: Page, depth: int, width: int) -> None:
    said = page.get_by_text(f"depth {depth}, width {width}, seed 0", exact=False)
    expect(said.filter(visible=True).first).to_be_visible()


def click_field(page: Page, number: int) -> None:
    # A choice in the table draws the map anew.
    page.wait_for_timeout(1500)
    expect(page.locator(".js-plotly-plot .point")).to_have_count(8)
    page.locator(".js-plotly-plot").scroll_into_view_if_needed()
    box = page.locator(".js-plotly-plot .point").nth(number).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tick_row(page: Page, number: int) -> None:
    # A choice on the map draws the table anew.
    page.wait_for_timeout(1500)
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    # The header and each row are 35 px high; the boxes are at the left.
    page.mouse.click(box["x"] + 12, box["y"] + 35 * (number + 1.5))


def test_the_field_or_row_that_was_chosen_last_is_shown(grid_of_networks, shots):
    page = grid_of_networks
    shown_networks(page, 2, 5)
    click_field(page, 2)
    shown_networks(page, 3, 5)
    # The same field again leaves it in sight.
    click_field(page, 2)
    page.wait_for_timeout(1500)
    shown_networks(page, 3, 5)
    page.screenshot(path=shots / "tune_grid_field.png")
    tick_row(page, 1)
    shown_networks(page, 2, 10)
    click_field(page, 2)
    shown_networks(page, 3, 5)
    tick_row(page, 1)
    shown_networks(page, 2, 10)
    page.screenshot(path=shots / "tune_grid_row.png")
