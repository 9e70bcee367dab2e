"""What is seen at first: whole graphs, the theme that was turned to, tables without a trap."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))
from driving import (
    POSITIONS,
    choose_measure,
    open_finished,
    run,
    upload,
    wait_for_graph,
    wait_until_over,
)

pytestmark = pytest.mark.browser

LONG = "expression of kinase {:02d} after a day of rest"
"""40 characters, and distinct in the middle only."""
PLOT_COLOUR = """() => {
  const title = document.querySelector(".js-plotly-plot .gtitle");
  return title && getComputedStyle(title).fill;
}"""


def chain_csv(names: list[str]) -> bytes:
    """Variables of which each follows from one a little before it."""
    rng = np.random.default_rng(len(names))
    x = rng.normal(size=(200, len(names)))
    for node in range(1, len(names)):
        x[:, node] += 0.9 * x[:, rng.integers(max(0, node - 5), node)]
    header = ",".join('"' + name.replace('"', '""') + '"' for name in names)
    rows = [",".join(f"{value:.5f}" for value in row) for row in x]
    return ("\n".join([header, *rows]) + "\n").encode()


WHOLE = """() => {
  const b = __gesncd_graph.boxes();
  return b.width > 400 && b.left >= 0 && b.top >= 0 && b.right <= b.width && b.bottom <= b.height;
}"""


@pytest.mark.parametrize(
    "names",
    [[LONG.format(k) for k in range(20)], [f"gene {k}" for k in range(60)]],
    ids=["20 long names", "60 names"],
)
def test_a_graph_is_whole_at_first_on_a_small_screen(
    page: Page, app_url, offline, problems, shots, names
):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(app_url)
    upload(page, "names.csv", chain_csv(names))
    page.wait_for_function(f"__gesncd_graph.labels().length === {len(names)}")
    # The canvas gets its size after the graph came.
    page.wait_for_function(WHOLE)
    assert 14 * page.evaluate("__gesncd_graph.scale()") >= 9, "letters that can be read"
    assert len(set(page.evaluate("__gesncd_graph.labels()"))) == len(names)
    places = page.evaluate(POSITIONS)
    page.screenshot(path=shots / f"first-{len(names)}.png")

    # A window of another size fits it anew, and moves no node.
    page.set_viewport_size({"width": 1500, "height": 800})
    page.wait_for_function("__gesncd_graph.boxes().width > 700")
    assert page.evaluate(POSITIONS) == places


def test_where_names_could_not_be_read_a_part_is_shown_and_fit_shows_all(
    page: Page, app_url, offline, problems, shots
):
    page.set_viewport_size({"width": 1280, "height": 560})
    page.goto(app_url)
    upload(page, "names.csv", chain_csv([f"a gene with the number {k}" for k in range(60)]))
    part = page.get_by_text("Part of the graph: Fit shows all of it")
    expect(part).to_be_visible()
    assert 14 * page.evaluate("__gesncd_graph.scale()") == pytest.approx(12)
    page.screenshot(path=shots / "part.png")
    page.get_by_role("button", name="Fit", exact=True).click()
    page.wait_for_function(WHOLE)
    expect(part).to_be_hidden()
    # It stays whole in a window of another size, until somebody comes closer.
    page.set_viewport_size({"width": 1180, "height": 560})
    page.wait_for_function("__gesncd_graph.boxes().width < 800")
    page.wait_for_function(WHOLE)
    expect(part).to_be_hidden()


def test_plots_and_graph_follow_when_the_theme_turns(app_page, finished):
    page = app_page
    page.emulate_media(color_scheme="light")
    open_finished(page, finished)
    page.wait_for_function(f"({PLOT_COLOUR})() === 'rgb(16, 21, 26)'")
    for scheme, ink in (("dark", "rgb(231, 234, 237)"), ("light", "rgb(16, 21, 26)")):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"({PLOT_COLOUR})() === '{ink}'")
        page.wait_for_function("ink => __gesncd_graph.ink() === ink", arg=_hexadecimal(ink))
    assert page.evaluate("__gesncd_graph.mounts") == 1


def _hexadecimal(colour: str) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour))


def test_tables_are_saved_by_our_button_only_and_formulas_are_harmless(app_page):
    page = app_page
    upload(page, "formulas.csv", chain_csv(["=1+1", "b", "c"]))
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    table.hover()
    expect(page.get_by_role("button", name=re.compile("^Search")).first).to_be_visible()
    own = page.locator('button[aria-label^="Download as CSV"]')
    expect(own).not_to_have_count(0)
    for each in own.all():
        expect(each).to_be_hidden()
    with page.expect_download() as saved:
        page.locator(".st-key-edges-csv button").first.click()
    cells = [
        line.split(",")[column]
        for line in saved.value.path().read_text().splitlines()
        for column in (0, 2)
    ]
    assert any("=1+1" in cell for cell in cells)
    assert not any(cell.startswith("=") for cell in cells)


def test_names_from_right_to_left_leave_the_sentence_around_them_in_place(app_page):
    page = app_page
    upload(page, "names.csv", chain_csv(["ضغط الدم", "נבדק 2", "c"]))
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    wait_for_graph(page)
    assert page.evaluate("__gesncd_graph.labels()")[0] == "\u2068ضغط الدم\u2069"
    page.get_by_text("The graph in words").click()
    line = page.get_by_role("listitem").filter(has_text="ضغط الدم").filter(has_text="score").first
    expect(line).to_contain_text("\u2068ضغط الدم\u2069")
    # The number of the step stands last, to the right of the name.
    spots = line.evaluate(
        """(item, name) => {
          const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
          const text = walker.nextNode();
          const at = (word) => {
            const range = document.createRange();
            const begin = text.data.indexOf(word);
            range.setStart(text, begin);
            range.setEnd(text, begin + word.length);
            return range.getClientRects()[0];
          };
          return [at(name), at("score")].map((box) => [box.left, box.right]);
        }""",
        "ضغط الدم",
    )
    assert spots[0][1] <= spots[1][0]
