"""What must be in sight on Discover without a search for it: Run, reasons, what is known."""

import re

import pytest
from driving import (
    choose_measure,
    click_edge,
    edges,
    open_finished,
    panel,
    run,
    settle,
    upload,
    wait_until_over,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

HOLDS_ITS_LINES = """() => {
  const row = document.querySelector(".st-key-status-row");
  const end = (element) => element.getBoundingClientRect().bottom;
  const below = row.closest("[data-testid=stLayoutWrapper]").nextElementSibling;
  const lines = end(row.querySelector("p"));
  return lines <= end(row) + 1 && lines < below.getBoundingClientRect().top;
}"""


def bottom(locator):
    box = locator.bounding_box()
    return box["y"] + box["height"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_run_is_in_sight_and_covers_nothing_that_can_be_reached(page, app_url, scheme, shots):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{app_url}/?sample=sachs&measure=NCD")
    button = page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_text("Advanced", exact=True).click()
    last = page.get_by_role("spinbutton", name="Candidate partners of a variable")
    expect(last).to_be_attached()
    # What takes the focus is scrolled to where the bar does not cover it. Again and again, as
    # the panel may still grow after the first time.
    page.wait_for_function(
        """(input) => {
          input.blur();
          input.focus();
          const bar = document.querySelector(".st-key-run-bar");
          return input.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top;
        }""",
        arg=last.element_handle(),
    )
    expect(button).to_be_in_viewport(ratio=1)
    page.screenshot(path=shots / f"run_{scheme}.png")


def test_the_threshold_and_the_kind_of_networks_stand_above_run(page, app_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{app_url}/?sample=sachs&measure=NCD")
    bar = page.locator(".st-key-run-bar")
    expect(bar).to_be_in_viewport(ratio=1)
    last = page.get_by_role("radio", name="Paper", exact=True)
    slider = page.get_by_test_id("stSidebar").get_by_role("slider")
    expect(last).to_be_visible()
    expect(slider).to_be_visible()
    page.wait_for_function(
        """(parts) => {
          const [slider, last, bar] = parts.map((part) => part.getBoundingClientRect());
          return slider.bottom < last.top && last.bottom <= bar.top;
        }""",
        arg=[slider.element_handle(), last.element_handle(), bar.element_handle()],
    )


def test_the_first_page_is_found_under_its_name_too(page, app_url, finished):
    page.goto(f"{app_url}/discover?{finished.split('?')[1]}")
    wait_until_over(page)
    expect(page.get_by_text("Page not found")).to_have_count(0)
    expect(page.get_by_test_id("stSidebarNavLink").filter(has_text="Discover")).to_have_count(1)


def test_an_edges_reasons_stand_above_the_plots_in_all_the_room_there_is(
    page, finished, shots, wait_until
):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_finished(page, finished)
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Global score S_g")).to_be_visible()
    plot = page.locator(".st-key-plot-global")
    assert panel(page).bounding_box()["y"] > bottom(plot) - 1
    low, high = sorted(edges(page)[0][1:3])
    click_edge(page, low, high)
    expect(panel(page)).to_contain_text("Step")
    page.wait_for_function(
        "() => document.querySelector('.st-key-beside-asked .st-key-details')"
        "?.getBoundingClientRect().top < "
        "document.querySelector('.st-key-plot-global').getBoundingClientRect().top"
    )
    # The panel has come to its place; its text may still be on its way there.
    wait_until(lambda: panel(page).get_attribute("data-mode") == "pair", 30)
    settle(page)
    # As tall as its sentences, or as the window allows; what then is left is scrolled to.
    tall, needed = panel(page).evaluate("e => [e.clientHeight, e.scrollHeight]")
    assert tall >= min(needed, 800 - 172)
    expect(panel(page).get_by_text("Back to steps")).to_be_in_viewport()
    assert bottom(panel(page)) <= 800
    page.screenshot(path=shots / "reasons.png")
    page.get_by_role("button", name="Back to steps").click()
    page.wait_for_function(
        "() => document.querySelector('.st-key-beside .st-key-details')"
        "?.getBoundingClientRect().top > "
        "document.querySelector('.st-key-plot-global').getBoundingClientRect().bottom - 1"
    )


def test_the_status_row_cuts_nothing_off(page, finished):
    for width in (1280, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        open_finished(page, finished)
        row = page.locator(".st-key-status-row")
        expect(row.get_by_text("the weakest edge")).to_be_visible()
        expect(row.locator("p").first).to_contain_text("seed 0")
        page.wait_for_function(HOLDS_ITS_LINES)
        assert row.evaluate("e => getComputedStyle(e).overflowY") == "visible"


def test_knowledge_is_typed_and_taken_by_run_at_once(page, app_url, small_csv, shots):
    page.goto(app_url)
    upload(page, "typed.csv", small_csv)
    choose_measure(page, "Partial corr.")
    page.get_by_text("Background knowledge", exact=True).click()
    page.get_by_label("Statements", exact=True).fill("zetta comes first")
    page.get_by_label("Statements", exact=True).press("Control+Enter")
    expect(page.get_by_text("Did you mean 'zeta'?")).to_be_visible()
    page.get_by_label("Statements", exact=True).fill("zeta comes first")
    page.get_by_label("Statements", exact=True).press("Control+Enter")
    expect(page.get_by_text("zeta comes first: no edge leads into it.")).to_be_visible()
    page.get_by_label("Statements", exact=True).fill("zeta comes first\nalpha !-> beta")
    run(page)
    wait_until_over(page)
    expect(page.locator(".st-key-status-row")).to_contain_text("with knowledge")
    expect(page.get_by_text("1 forbidden direction: alpha → beta.")).to_be_visible()
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0")
    # alpha acts on zeta in truth; nothing may lead into zeta now.
    assert not [edge for edge in edges(page) if edge[2] == 5 and edge[3]]
    page.screenshot(path=shots / "typed_knowledge.png")


def test_a_typed_line_that_was_not_added_says_so_and_a_wrong_one_until_it_is_emptied(
    page, app_url, small_csv
):
    page.goto(app_url)
    upload(page, "not_added.csv", small_csv)
    choose_measure(page, "Partial corr.")
    page.get_by_text("Background knowledge", exact=True).click()
    line = page.get_by_label("Type statements", exact=True)
    left = page.get_by_text("This line is not added yet", exact=False)
    line.fill("zeta comes first")
    expect(left).to_be_hidden()
    run(page)
    wait_until_over(page)
    expect(left).to_be_visible()
    line.press("Enter")
    expect(page.get_by_text("zeta comes first: no edge leads into it.")).to_be_visible()
    expect(line).to_have_value("")
    expect(left).to_be_hidden()
    line.fill("zetta comes first")
    line.press("Enter")
    wrong = page.get_by_text("Did you mean 'zeta'?")
    expect(wrong).to_be_visible()
    page.get_by_role("radio", name="RCD").click()
    expect(page.get_by_role("radio", name="RCD")).to_be_checked()
    expect(wrong).to_be_visible()
    line.fill("")
    expect(wrong).to_be_hidden()
    line.fill("alpha")
    expect(wrong).to_be_hidden()


def test_the_first_screen_leads_back_to_the_newest_run(page, app_url, small_csv, shots):
    page.goto(app_url)
    upload(page, "newest.csv", small_csv)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    page.goto(app_url)
    expect(page.get_by_role("heading", name="Go on where you were")).to_be_visible()
    page.screenshot(path=shots / "go_on.png")
    page.get_by_test_id("stMain").get_by_role("link", name="newest.csv").first.click()
    expect(page).to_have_url(re.compile("run="))
    wait_until_over(page)
    expect(page.get_by_role("radio", name="Partial corr.")).to_be_checked()


def test_every_entry_of_the_export_menu_is_readable(page, finished, shots):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_finished(page, finished)
    page.get_by_role("button", name="Export").click()
    menu = page.locator(".st-key-exports")
    expect(menu.get_by_role("button", name="Capsule with data")).to_be_visible()
    expect(menu.get_by_role("button", name="networks, Python")).to_have_count(0)
    expect(menu.get_by_role("button", name="networkx, Python")).to_be_visible()
    cut = menu.evaluate(
        "e => [...e.querySelectorAll('button p')]"
        ".filter(p => p.scrollWidth > p.clientWidth + 1).map(p => p.textContent)"
    )
    assert cut == []
    # None is under the window's or the menu's lower edge, nor has to be scrolled to.
    expect(menu.get_by_role("button", name="networkx, Python")).to_be_in_viewport(ratio=1)
    expect(menu.get_by_text("PNG: the button above the graph")).to_be_in_viewport(ratio=1)
    page.screenshot(path=shots / "exports.png")


def test_the_edges_table_shows_all_its_columns_beside_the_sidebar(page, finished, shots):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_finished(page, finished)
    table = page.get_by_test_id("stMain").get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    expect(table).to_be_visible()
    # What scrolls inside the table is no wider than the table.
    page.wait_for_function(
        """() => {
          const table = document.querySelector("[data-testid=stMain] [data-testid=stDataFrame]");
          const inner = table.querySelector(".dvn-scroller");
          return inner && inner.clientWidth > 0 && inner.scrollWidth <= inner.clientWidth + 1;
        }"""
    )
    page.screenshot(path=shots / "edges_1280.png")


def test_statements_are_completed_on_discover_too(page, app_url, small_csv, shots):
    page.goto(app_url)
    upload(page, "completed.csv", small_csv)
    choose_measure(page, "Partial corr.")
    page.get_by_text("Background knowledge", exact=True).click()
    line = page.get_by_role("textbox", name="Type statements")
    line.click()
    line.press_sequentially("alp")
    expect(page.get_by_role("option", name="alpha")).to_have_attribute("aria-selected", "true")
    line.press("Tab")
    # What a search cannot obey is not offered.
    expect(page.get_by_role("option", name="→")).to_be_visible()
    expect(page.get_by_role("option", name="does not cause")).to_have_count(0)
    line.press_sequentially("-")
    line.press("Tab")
    line.press_sequentially("gam")
    line.press("Enter")
    expect(line).to_have_value("alpha → gamma")
    page.screenshot(path=shots / "discover_typing.png")
    line.press("Enter")
    expect(page.get_by_label("Statements", exact=True)).to_have_value("alpha → gamma")
    expect(line).to_have_value("")
    expect(page.get_by_text("1 required edge: alpha → gamma.")).to_be_visible()
    line.fill("beta → gama")
    line.press("Enter")
    told = page.get_by_text("Did you mean 'gamma'?", exact=False)
    expect(told).to_be_visible()
    expect(line).to_have_attribute("aria-invalid", "true")
    # Whole above the bar with Run, which would cover it.
    message, bar = told.bounding_box(), page.locator(".st-key-run-bar").bounding_box()
    assert message["y"] + message["height"] <= bar["y"]
    expect(page.get_by_label("Statements", exact=True)).to_have_value("alpha → gamma")


SAME_LINE = """([one, other]) => {
  const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
  return a.height > 0 && Math.abs(a.top - b.top) <= 1 && Math.abs(a.bottom - b.bottom) <= 1;
}"""


def test_controls_beside_each_other_share_their_lines(page, app_url, finished):
    run_id = re.search(r"run=([^&]+)", finished).group(1)
    for address, left, right in (
        (f"/judge?run={run_id}&judge=data", "NCD", ".st-key-judge-markov-start button"),
        (f"/tune?run={run_id}", "Held out", ".st-key-tune-add button"),
    ):
        page.goto(f"{app_url}{address}")
        segment = page.get_by_test_id("stMain").get_by_role("radio", name=left).first
        button = page.locator(right).first
        expect(segment).to_be_visible()
        expect(button).to_be_visible()
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        page.wait_for_function(SAME_LINE, arg=[segment.element_handle(), button.element_handle()])
