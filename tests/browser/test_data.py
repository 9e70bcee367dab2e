"""A messy file in a real browser: understood, mended, looked at, searched."""

from __future__ import annotations

import re

import numpy as np
import pytest
from driving import choose, settle
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

# Whether the browser would ask before it leaves the page.
ASKS = "!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"
HOSTILE = "<img src=x onerror=\"window.__hacked='img'\">"


@pytest.fixture(scope="module")
def messy_csv() -> bytes:
    """Four numeric columns, one with a hostile name, and much that stands in the way."""
    rng = np.random.default_rng(1)
    n = 200
    a = rng.normal(size=n)
    b = a + rng.normal(size=n)
    columns = {
        "alpha": [f"{v:.4f}" for v in a],
        HOSTILE: [f"{v:.4f}" for v in b],
        "gamma": [f"{v:.4f}" for v in b + rng.normal(size=n)],
        "date": [f"2020-01-{i % 28 + 1:02d}" for i in range(n)],
        "tissue": [["liver", "lung", "heart"][k] for k in rng.integers(0, 3, n)],
        "constant": ["1"] * n,
    }
    columns["alpha"][5] = "NA"
    header = ",".join('"' + name.replace('"', '""') + '"' for name in columns)
    rows = [",".join(row) for row in zip(*columns.values(), strict=True)]
    return ("\n".join([header, *rows]) + "\n").encode()


def upload(page: Page, content: bytes) -> None:
    page.locator("input[type=file]").first.set_input_files(
        {"name": "messy.csv", "mimeType": "text/csv", "buffer": content}
    )


def edit_cell(page: Page, row: int, column: float, text: str) -> None:
    """Type into a cell of the roles table, ``column`` as a share of its width."""
    settle(page)
    table = page.get_by_test_id("stDataFrame").last
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    x, y = box["x"] + column * box["width"], box["y"] + 35 * (row + 1.5)
    page.mouse.click(x, y)
    page.mouse.dblclick(x, y)
    field = page.locator("#portal textarea, #portal input").first
    field.fill(text)
    expect(field).to_have_value(text)
    field.press("Enter")


def test_a_messy_file_is_mended_and_searched(app_page, messy_csv, shots):
    page = app_page
    # Dropped on Discover, it leads to the page where it can be mended.
    upload(page, messy_csv)
    expect(page.get_by_role("heading", name="Data", exact=True)).to_be_visible()
    expect(
        page.get_by_text("Column 'constant' holds the same value in every row (1).")
    ).to_be_visible()
    sidebar = page.get_by_test_id("stSidebar")
    discover = sidebar.get_by_role("button", name="Discover with these data")
    expect(sidebar.get_by_text("Not ready: 6 variables, 200 rows.")).to_be_visible()
    expect(discover).to_be_disabled()
    page.screenshot(path=shots / "messy.png")

    page.get_by_role("button", name="Ignore 'constant'").click()
    expect(sidebar.get_by_text("left out: 'constant'")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Mend all").click()
    ready = "4 variables, 199 of 200 rows (1 with missing values dropped)"
    expect(sidebar.get_by_text(ready)).to_be_visible()
    expect(discover).to_be_enabled()
    settle(page)
    sidebar.get_by_role("button", name="Undo").click()
    expect(discover).to_be_disabled()
    settle(page)
    page.get_by_role("button", name="Mend all").click()
    expect(discover).to_be_enabled()

    # The roles table: gamma becomes part of a variable with a name.
    edit_cell(page, 2, 0.75, "pair")
    expect(page.get_by_text("Variable 'pair' spans 'gamma'.")).to_have_count(1)
    settle(page)
    sidebar.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Variable 'pair' spans 'gamma'.")).to_have_count(0)

    for view in ("Pairs", "Dependence map", "Histograms"):
        page.get_by_role("radio", name=view).click()
        expect(page.locator(".js-plotly-plot").first).to_be_visible()
    page.screenshot(path=shots / "mended.png")
    assert page.evaluate("globalThis.__hacked") is None

    discover.click()
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length === 4")
    expect(sidebar.get_by_text("4 variables, 199 rows")).to_be_visible()
    page.get_by_role("radio", name="Partial corr.", exact=True).click()
    sidebar.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_function("globalThis.__gesncd_graph?.edges().length > 0", timeout=120_000)
    assert page.evaluate("globalThis.__hacked") is None


def test_statements_keep_the_variables_that_are_left_and_what_is_gone_is_told(app_page, shots):
    """In a tab whose first message this is: a toast would be lost while pages are switched."""
    page = app_page
    values = np.random.default_rng(3).normal(size=(120, 4)).round(4)
    rows = ["dose,growth,yield,taste", *(",".join(map(str, row)) for row in values)]
    sidebar = page.get_by_test_id("stSidebar")
    upload(page, "\n".join(rows).encode())
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length === 4")
    page.get_by_text("Background knowledge", exact=True).click()
    statements = sidebar.get_by_role("textbox", name="Statements", exact=True)
    statements.fill("tier 1: dose\ntier 2: growth, taste\ntier 3: yield\ntaste -> yield")
    statements.press("Control+Enter")
    expect(sidebar.get_by_text("Background knowledge is in force.")).to_be_visible()

    sidebar.get_by_role("link", name="Data").click()
    expect(page.get_by_text("is stated of these variables on Discover stays")).to_be_visible()
    edit_cell(page, 3, 0.6, "ignore")
    expect(sidebar.get_by_text("3 variables, 120 rows")).to_be_visible()
    settle(page)
    sidebar.get_by_role("button", name="Discover with these data").click()
    told = sidebar.get_by_text("'taste' in the tiers")
    expect(told).to_be_visible()
    expect(sidebar.get_by_role("listitem").filter(has_text="taste → yield")).to_be_visible()
    expect(sidebar.get_by_text("Background knowledge is in force.")).to_be_visible()
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length === 3")
    page.screenshot(path=shots / "statements-left.png")
    sidebar.get_by_role("button", name="Hide", exact=True).click()
    expect(told).to_be_hidden()
    page.get_by_text("Background knowledge", exact=True).click()
    expect(statements).to_have_value("tier 1: dose; tier 2: growth; tier 3: yield")


def test_how_a_file_is_read_stays_unfolded_while_it_is_changed(app_page, messy_csv):
    page = app_page
    upload(page, messy_csv)
    title = page.get_by_text("Read as text: separated by")
    missing = page.get_by_role("textbox", name="Cells that mean missing")
    settle(page)
    title.click()
    expect(missing).to_be_visible()
    settle(page)
    # The title changes with what is chosen, too.
    choose(page, "Encoding", re.compile("Windows-1252"))
    settle(page)
    expect(title).to_contain_text("Windows-1252")
    settle(page)
    expect(missing).to_be_visible()
    missing.fill("NA none")
    missing.press("Enter")
    expect(page.get_by_text("Cells that mean missing, as chosen")).to_have_count(1)
    settle(page)
    expect(missing).to_be_visible()
    title.click()
    expect(missing).to_be_hidden()


def mend_and_listen(page, path):
    """Upload a table, leave out a column, and note what the browser asks; the sidebar, and that."""
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    upload(page, path)
    sidebar = page.get_by_test_id("stSidebar")
    page.get_by_role("button", name="Ignore 'constant'").click()
    expect(sidebar.get_by_text("left out: 'constant'")).to_be_visible()
    settle(page)
    return sidebar, asked


def test_another_page_is_gone_to_without_a_question(app_page, messy_csv):
    page = app_page
    sidebar, asked = mend_and_listen(page, messy_csv)
    # Pages of the app are not left by loading another: nothing is lost, and nothing asked.
    sidebar.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", name="Learn", exact=True)).to_be_visible()
    settle(page)
    page.reload()
    assert asked == []


def test_a_reload_is_asked_about_while_it_would_lose_mends(app_page, messy_csv):
    page = app_page
    sidebar, asked = mend_and_listen(page, messy_csv)
    sidebar.get_by_role("button", name="Undo").click()
    expect(sidebar.get_by_text("left out: 'constant'")).to_have_count(0)
    settle(page)
    assert not page.evaluate(ASKS)
    page.get_by_role("button", name="Ignore 'constant'").click()
    expect(sidebar.get_by_text("left out: 'constant'")).to_be_visible()
    settle(page)
    assert page.evaluate(ASKS)
    page.reload()
    assert asked == ["beforeunload"]


def test_a_data_page_address_opens_the_page(page, app_url, offline, problems):
    page.goto(f"{app_url}/data?sample=sachs")
    expect(page.get_by_text("11 variables, 853 rows.").first).to_be_visible()


def test_a_laboratorys_export_loses_its_units_and_no_sample(app_page, messy_lab, shots):
    page = app_page
    upload(page, messy_lab)
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_text("Not ready: 13 variables, 180 rows.")).to_be_visible()
    expect(page.get_by_text("Line 3 looks like units")).to_be_visible()
    page.get_by_text("encoding UTF-8, line 1 skipped").wait_for()
    settle(page)
    page.get_by_role("button", name="Mend all").click()
    expect(sidebar.get_by_text("9 variables, 154 of 180 rows")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Fill in with medians").click()
    expect(sidebar.get_by_text("9 variables, 180 rows; left out:")).to_be_visible()
    page.get_by_text("encoding UTF-8, lines 1 and 3 skipped").wait_for()
    page.get_by_text("notes on what is done and what the values mean").click()
    notes = page.get_by_test_id("stMain")
    expect(
        notes.get_by_text("'IL6_Kopie' (the same as 'IL6') and 'Labor' (constant)")
    ).to_be_visible()
    # All that can be changed in the roles table fits into it on a small screen.
    page.set_viewport_size({"width": 1280, "height": 900})
    settle(page)
    table = page.get_by_test_id("stDataFrame").last
    page.wait_for_function(
        "() => { const all = document.querySelectorAll('[data-testid=stDataFrame] .dvn-scroller');"
        " const last = all[all.length - 1];"
        " return last !== undefined && last.scrollWidth <= last.clientWidth + 1; }"
    )
    table.screenshot(path=shots / "roles-1280.png")
    page.get_by_role("radio", name="Dependence map").click()
    expect(page.locator(".js-plotly-plot .heatmaplayer").first).to_be_attached()
    # The category has a scale of its own, without a sign.
    expect(page.locator(".js-plotly-plot .cbtitle").filter(has_text="|ρ|")).to_have_count(1)
