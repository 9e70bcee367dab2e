"""The served app and a real browser that may talk to nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from driving import choose_measure, run, upload, wait_until_over
from find_chromium import MISSING, find_chromium
from playwright.sync_api import expect
from replaying import open_replay
from serving import served

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE_MS = 60_000
"""What is waited for comes at once on a machine of one's own, and late on one that others use."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    path = find_chromium()
    if path is None:
        pytest.skip(MISSING)
    return {**browser_type_launch_args, "executable_path": path, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "viewport": {"width": 1440, "height": 900}}


@pytest.fixture
def new_context(new_context):
    """A function that opens a browser of one's own: no cookie and no cache of another's."""

    def begin(**options):
        context = new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        return context

    return begin


@pytest.fixture(scope="session")
def app_url(tmp_path_factory):
    """Address of the app, served with a fresh run store."""
    with served(tmp_path_factory.mktemp("app")) as (_, url):
        yield url


@pytest.fixture
def offline(page):
    """Block and list every request that leaves this machine; there must be none."""
    attempts = []

    def guard(route):
        if urlsplit(route.request.url).hostname in ("127.0.0.1", None):
            route.continue_()
        else:
            attempts.append(route.request.url)
            route.abort()

    page.route("**/*", guard)
    yield
    assert attempts == []


@pytest.fixture
def problems(page):
    """Errors in the page's own scripts; there must be none."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield errors
    assert errors == []


@pytest.fixture
def app_page(page, app_url, offline, problems):
    """A browser page on the app."""
    page.goto(app_url)
    return page


@pytest.fixture
def lesson_page(page, app_url, offline, problems):
    """The lesson on the backward phase, before its first step."""
    open_replay(page, app_url, "lesson=backward-phase")
    return page


@pytest.fixture(scope="session")
def shots(tmp_path_factory):
    """Where screenshots go: SHOTS_DIR if it is set, else a temporary folder."""
    folder = os.environ.get("SHOTS_DIR")
    path = Path(folder) if folder else tmp_path_factory.mktemp("shots")
    path.mkdir(parents=True, exist_ok=True)
    return path


def csv_of(values, names):
    """A table as the bytes of a CSV file."""
    header = ",".join('"' + name.replace('"', '""') + '"' for name in names)
    rows = [",".join(f"{value:.6f}" for value in row) for row in values]
    return ("\n".join([header, *rows]) + "\n").encode()


@pytest.fixture(scope="session")
def small_csv():
    """Six variables in a linear model with a collider and one edge left open, 250 rows."""
    rng = np.random.default_rng(11)
    x = rng.normal(size=(250, 6))
    x[:, 2] += x[:, 0] + x[:, 1]
    x[:, 3] += x[:, 2]
    x[:, 4] += 0.8 * x[:, 3]
    x[:, 5] += x[:, 0]
    return csv_of(x, ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"])


@pytest.fixture(scope="session")
def finished(browser, app_url, small_csv):
    """Address of a finished run on ``small_csv``, which many tests may look at."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(app_url)
    upload(page, "small.csv", small_csv)
    choose_measure(page, "Partial corr.")
    run(page)
    wait_until_over(page)
    url = page.url
    context.close()
    return url


@pytest.fixture(scope="session")
def wide_csv():
    """Sixty-four variables with long names in a sparse linear model."""
    rng = np.random.default_rng(13)
    x = rng.normal(size=(300, 64))
    for node in range(1, 64):
        x[:, node] += 0.9 * x[:, rng.integers(max(0, node - 8), node)]
    return csv_of(x, [f"measurement number {k} after rest" for k in range(64)])


@pytest.fixture(scope="session")
def hostile_csv():
    """Four variables whose names try to run code or to load pictures."""
    rng = np.random.default_rng(12)
    x = rng.normal(size=(200, 4))
    x[:, 1] += x[:, 0]
    x[:, 2] += x[:, 1]
    x[:, 3] += x[:, 2]
    return csv_of(
        x,
        [
            "<img src=x onerror=\"window.__hacked='img'\">",
            "<a href=\"javascript:window.__hacked='a'\">href</a>",
            "![p](http://pictures.example/p.png) :material/home: $x$",
            "</script><script>window.__hacked='script'</script>",
        ],
    )
