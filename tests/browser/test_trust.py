"""What an arrow rests on, and a category that is said to come first, in a browser."""

from __future__ import annotations

import re

import numpy as np
import pytest
from driving import choose_measure, click_edge, run, settle, wait_for_graph, wait_until_over
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def content():
    rng = np.random.default_rng(1)
    age, weight = rng.normal(size=(2, 500))
    chosen = age + weight + 0.4 * rng.normal(size=500) > 0
    effect = 1.5 * chosen + 0.7 * rng.normal(size=500)
    rows = [
        f"{a:.4f},{w:.4f},{'Verum' if c else 'Placebo'},{e:.4f}"
        for a, w, c, e in zip(age, weight, chosen, effect, strict=True)
    ]
    return ("Alter,Gewicht,Behandlung,IL-6\n" + "\n".join(rows) + "\n").encode()


def test_a_category_is_said_to_come_first_from_the_result(page, app_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(app_url)
    page.locator("input[type=file]").first.set_input_files(
        {"name": "study.csv", "mimeType": "text/csv", "buffer": content()}
    )
    page.get_by_role("button", name="Mend all").click()
    settle(page)
    page.get_by_role("button", name="Discover with these data").click()
    wait_for_graph(page)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    expect(page.get_by_text("What this graph was checked against")).to_be_visible()

    click_edge(page, 2, 3)
    panel = page.locator(".panel")
    expect(panel).to_contain_text("An arrow has no score of its own")
    expect(panel).to_contain_text("3 arrows of the graph hang on that collider")

    expect(page.get_by_text("is drawn as an effect of Alter, Gewicht")).to_be_visible()
    first = page.get_by_text(re.compile("Come first: nothing in the data causes them"))
    expect(first).not_to_be_visible()
    page.get_by_role("button", name="Say that it comes first").click()
    expect(page.get_by_text("Behandlung comes first now")).to_be_visible()
    expect(first).to_be_visible()
    expect(page.get_by_text("The settings differ from those of this result")).to_be_visible()
    expect(page.get_by_text("is drawn as an effect")).to_have_count(0)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 1280
