"""What one takes along from Replay: a link to a moment, and a file that replays alone."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_link_is_copied(lesson_page):
    page = lesson_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link to this moment").click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_file_replays_without_app_and_network(lesson_page, context, tmp_path, shots):
    page = lesson_page
    with page.expect_download() as event:
        page.get_by_role("button", name="Replay as one HTML file").click()
    path = tmp_path / "replay.html"
    event.value.save_as(path)
    context.set_offline(True)
    alone, errors = context.new_page(), []
    alone.on("pageerror", lambda error: errors.append(str(error)))
    alone.on("console", lambda said: said.type == "error" and errors.append(said.text))
    alone.goto(path.as_uri())
    expect(alone.locator("#where")).to_have_text("Step 1, before")
    alone.wait_for_function("gesncdReplay.labels().length === 4")
    places = alone.evaluate("JSON.stringify(gesncdReplay.places())")
    assert alone.evaluate("gesncdReplay.edges().length") == 0
    alone.keyboard.press("ArrowRight")
    expect(alone.locator("#say")).to_contain_text("Join Soil and Growth")
    expect(alone.locator("tr.winner")).to_contain_text("Soil, Growth")
    assert alone.evaluate("gesncdReplay.edges().length") == 1
    alone.keyboard.press("Shift+ArrowRight")
    expect(alone.locator("#where")).to_have_text("Step 2, before")
    alone.screenshot(path=shots / "replay-file.png")
    alone.keyboard.press("End")
    expect(alone.locator("#head")).to_have_text("Result")
    assert alone.evaluate("gesncdReplay.edges().length") == 4
    expect(alone.locator("#score")).to_contain_text("S_g of this graph: ")
    assert alone.evaluate("JSON.stringify(gesncdReplay.places())") == places
    assert errors == []
    context.set_offline(False)
