"""The served app and a real browser that may talk to nothing else."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))
from driving import choose_measure, run, upload, wait_until_over  # noqa: E402 - neighbours
from find_chromium import MISSING, find_chromium  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


# What is waited for comes at once on a machine of one's own, and late on one that others use.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    path = find_chromium()
    if path is None:
        pytest.skip(MISSING)
    return {**browser_type_launch_args, "executable_path": path, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "viewport": {"width": 1440, "height": 900}}


@pytest.fixture(scope="session")
def app_url(tmp_path_factory):
    """Address of the app, served with a fresh run store."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tmp_path_factory.mktemp("app")
    environment = {**os.environ, "GESNCD_HOME": str(folder / "home"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--server.port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        url = f"http://127.0.0.1:{port}"
        try:
            _wait_until_served(url, process, folder / "log")
            yield url
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait_until_served(url, process, log):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"The app did not start:\n{log.read_text(errors='replace')[-2000:]}")


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
    page.set_default_timeout(30_000)
    page.goto(app_url)
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
