"""Runs that survive the server, the list of runs, and two people on one machine."""

from __future__ import annotations

import io
import os
import re
import signal

import numpy as np
import pytest
from driving import settle
from playwright.sync_api import Page, expect
from serving import free_port, served

from components.runs.picture import WIDTH
from gesncd.data import Dataset
from gesncd.runs.capsule.capsule import export_run
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import work
from gesncd.settings.run_settings import RunSettings

pytestmark = pytest.mark.browser


def upload(page: Page, content: bytes) -> None:
    page.locator("input[type=file]").first.set_input_files(
        {"name": "small.csv", "mimeType": "text/csv", "buffer": content}
    )
    page.wait_for_function("globalThis.__gesncd_graph?.labels().length > 0")


def finished_run(store: RunStore, name: str, names=("Raf", "Mek", "Erk"), tau=None) -> str:
    rng = np.random.default_rng(4)
    x = rng.normal(size=(200, 3))
    x[:, 2] += x[:, 0] + x[:, 1]
    sha256 = store.add_dataset(Dataset.from_array(x, list(names)), name)
    run_id = store.create_run(sha256, name, RunSettings("partial-correlation", tau=tau))
    assert work(store, run_id) is RunState.FINISHED
    return run_id


def card(page: Page, run_id: str):
    return page.locator(f".st-key-run-{run_id}")


def chain_csv(n_variables: int) -> bytes:
    """Variables of which each follows from the one before: a search that takes a while."""
    noise = np.random.default_rng(4).normal(size=(400, n_variables))
    values = np.cumsum(noise, axis=1)
    header = ",".join(f"v{k}" for k in range(n_variables))
    return "\n".join([header, *(",".join(f"{v:.4f}" for v in row) for row in values)]).encode()


def test_a_run_outlives_the_server_and_the_page_finds_it_again(
    page, offline, tmp_path, shots, wait_until
):
    port = free_port()
    with served(tmp_path, port) as (server, url):
        page.goto(url)
        upload(page, chain_csv(9))
        page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True).click()
        store = RunStore.open(tmp_path / "home")
        # Asked of the store, as the search may be over before a busy page has the run's address.
        wait_until(lambda: any(each.last_event >= 0 for each in store.runs()))
        (run,) = store.runs()
        assert run.settings.measure == "ncd"
        address = f"{url}/?run={run.id}"
        assert store.run(run.id).state is RunState.RUNNING
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
    with served(tmp_path, port) as (_, url):
        page.goto(address)
        wait_until(lambda: store.run(run.id).state is RunState.FINISHED, 240)
        found = store.events(run.id)[-1].graph
        page.wait_for_function(f"globalThis.__gesncd_graph?.edges().length === {found.n_edges}")
        assert page.url.split("run=")[1][: len(run.id)] == run.id
        page.screenshot(path=shots / "after_restart.png")
    # The same search without a killed server, and with nothing cached.
    control = RunStore.open(tmp_path / "control")
    sha256 = control.add_dataset(store.dataset(run.dataset_sha256), "small.csv")
    again = control.create_run(sha256, "small.csv", run.settings)
    assert work(control, again) is RunState.FINISHED
    assert control.event_texts(again) == store.event_texts(run.id)


def test_the_list_of_runs(page, offline, problems, tmp_path, shots):
    store = RunStore.open(tmp_path / "home")
    hostile = (
        '<img src=x onerror="window.__hacked=1">',
        "</svg><script>window.__hacked=2</script>",
    )
    first = finished_run(store, "signalling.csv")
    second = finished_run(store, "hostile.csv", (*hostile, "Erk"), tau=0.9)
    with served(tmp_path) as (_, url):
        page.goto(f"{url}/runs")
        picture = card(page, first).get_by_alt_text("Graph of 3 variables with 2 edges")
        expect(picture).to_be_visible()
        for run_id in (first, second):
            drawn = "image => image.complete && image.naturalWidth"
            assert card(page, run_id).locator("img").evaluate(drawn) == WIDTH
        expect(card(page, first)).to_contain_text("2 edges")
        assert page.evaluate("window.__hacked") is None
        assert page.locator("img[src='x']").count() == 0

        card(page, first).get_by_role("button", name="More").click()
        card(page, first).get_by_label("Name").fill("Baseline")
        card(page, first).get_by_label("Note").fill("before cleaning")
        card(page, first).get_by_role("button", name="Save").click()
        expect(card(page, first)).to_contain_text("Baseline")
        settle(page)
        page.screenshot(path=shots / "runs_details.png")

        with page.expect_download() as download:
            card(page, first).get_by_role("button", name="Capsule with data").click()
        capsule = download.value.path().read_bytes()
        assert download.value.suggested_filename == f"baseline_{first[:6]}_with_data.gesncd"
        target = io.BytesIO()
        export_run(store, first, target, with_data=True)
        assert capsule == target.getvalue()

        for run_id in (first, second):
            card(page, run_id).locator("[data-testid=stCheckbox] label").click()
            settle(page)
        expect(page.get_by_text("structural Hamming distance")).to_be_visible()
        page.screenshot(path=shots / "runs_compared.png", full_page=True)

        card(page, second).get_by_role("button", name="More").click()
        card(page, second).get_by_role("button", name="Delete").click()
        expect(card(page, second)).to_contain_text("for good?")
        settle(page)
        card(page, second).get_by_role("button", name="Delete", exact=True).click()
        expect(card(page, second)).to_have_count(0)
        assert [run.id for run in store.runs()] == [first]
        expect(page.get_by_text("hostile.csv was deleted.")).to_be_visible()
        settle(page)
        card(page, first).get_by_role("button", name="Open").click()
        expect(page).to_have_url(re.compile(rf"run={first}"))
        page.wait_for_function("globalThis.__gesncd_graph?.edges().length === 2")


def open_capsule(page: Page, content: bytes) -> None:
    page.get_by_role("button", name="Open a capsule").click()
    page.locator("input[type=file]").set_input_files(
        {"name": "run.gesncd", "mimeType": "application/zip", "buffer": content}
    )
    expect(page.get_by_text("is here.")).to_be_visible()


def test_two_browsers_do_not_see_each_others_runs(new_context, tmp_path, shots):
    elsewhere = RunStore.open(tmp_path / "elsewhere")
    with served(tmp_path, GESNCD_SHARED="1") as (_, url):
        contexts = [new_context() for _ in range(2)]
        pages = [context.new_page() for context in contexts]
        for page, name in zip(pages, ("ada.csv", "bob.csv"), strict=True):
            page.goto(f"{url}/runs")
            expect(page.get_by_text("No run yet")).to_be_visible()
            target = io.BytesIO()
            export_run(elsewhere, finished_run(elsewhere, name), target, with_data=True)
            open_capsule(page, target.getvalue())
        ada, bob = pages
        for page, own, other in ((ada, "ada.csv", "bob.csv"), (bob, "bob.csv", "ada.csv")):
            # A new tab of the same browser is the same person.
            tab = page.context.new_page()
            tab.goto(f"{url}/runs")
            expect(tab.get_by_text(own, exact=True)).to_be_visible()
            assert tab.get_by_text(other).count() == 0
            tab.close()
        ada.screenshot(path=shots / "runs_shared.png")
        secrets = {
            cookie["value"]
            for context in contexts
            for cookie in context.cookies()
            if cookie["name"] == "gesncd_workspace"
        }
        assert len(secrets) == 2
        runs = RunStore.open(tmp_path / "home").runs()
        assert len({run.owner for run in runs}) == 2
        assert not secrets & {run.owner for run in runs}
        # Whoever is given the link may look.
        (of_ada,) = [run for run in runs if run.data_name == "ada.csv"]
        bob.goto(f"{url}/?run={of_ada.id}")
        bob.wait_for_function("globalThis.__gesncd_graph?.edges().length === 2")
        bob.goto(f"{url}/runs")
        expect(bob.get_by_text("bob.csv", exact=True)).to_be_visible()
        assert bob.get_by_text("ada.csv").count() == 0
        for context in contexts:
            context.close()


def test_two_people_search_at_once(new_context, tmp_path, small_csv, shots, wait_until):
    store = RunStore.open(tmp_path / "home")
    with served(tmp_path, GESNCD_SHARED="1", GESNCD_MAX_RUNNING="1") as (_, url):
        pages = []
        for _ in range(2):
            page = new_context().new_page()
            page.goto(url)
            upload(page, small_csv)
            # Slow enough that the second search finds the first one going on.
            page.get_by_role("radio", name="Trained").click()
            expect(page.get_by_text("Depth", exact=True)).to_be_visible()
            pages.append(page)
        for page in pages:
            page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True).click()
            expect(page).to_have_url(re.compile(r"run=[\w-]+"))
        first, second = pages
        expect(second.get_by_text("1 running, yours is next")).to_be_visible()
        second.screenshot(path=shots / "queued.png")
        runs = [store.run(page.url.split("run=")[1].split("&")[0]) for page in pages]
        assert runs[0].owner != runs[1].owner
        assert all(run.owner for run in runs)
        wait_until(lambda: all(store.run(run.id).state is RunState.FINISHED for run in runs), 240)
        assert store.run(runs[0].id).ended <= store.run(runs[1].id).started
        assert store.event_texts(runs[0].id) == store.event_texts(runs[1].id)
        for page, run, other in ((first, runs[0], runs[1]), (second, runs[1], runs[0])):
            page.goto(f"{url}/runs")
            expect(card(page, run.id)).to_be_visible()
            assert card(page, other.id).count() == 0
            page.context.close()
