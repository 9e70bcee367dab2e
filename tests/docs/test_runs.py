"""What docs/runs.md shows runs, and what it names is there."""

from __future__ import annotations

import ast
import inspect
import re
import time
from pathlib import Path

from gesncd import discover
from gesncd.data import read_csv
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import task, task_results
from gesncd.runs.tasks.parts_search import run_part
from gesncd.settings.run_settings import RunSettings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "runs.md").read_text("utf-8")
FIRST, SIGNATURE, RUN = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_task_is_made_and_done(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "home"))
    store = RunStore.open()
    dataset, _ = read_csv(ROOT / "sample_data" / "sachs.csv", name="sachs.csv")
    names = {
        "store": store,
        "dataset_sha256": store.add_dataset(dataset, "sachs.csv"),
        "parts": [
            {"settings": RunSettings("partial-correlation", alpha=alpha).to_dict()}
            for alpha in (0.05, 0.001)
        ],
    }
    exec(compile(FIRST, "docs/runs.md", "exec"), names)
    deadline = time.monotonic() + 240
    while task(store, names["task_id"]).state.is_live:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    loose, strict = (task_results(store, names["task_id"])[number] for number in (0, 1))
    assert loose.ok
    assert strict.ok
    described = re.search(r"`\{\"settings\".*?`seconds`", TEXT, re.DOTALL)
    told = set(re.findall(r"`(\w+)`", described[0]))
    assert told == set(loose.value)
    assert loose.value["n_edges"] > strict.value["n_edges"] > 0


def test_a_run_is_made_from_python_and_moves(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "home"))
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    exec(compile(RUN, "docs/runs.md", "exec"), {})
    found = discover(ROOT / "sample_data" / "sachs.csv", measure="rcd")
    assert capsys.readouterr().out == f"finished {found.graph.n_edges} edges\nTrue\n"


def test_a_part_is_done_by_a_function_of_that_kind() -> None:
    shown = ast.parse(SIGNATURE).body[0]
    there = ast.parse(inspect.getsource(run_part)).body[0]
    assert ast.unparse(shown.args) == ast.unparse(there.args)
    assert ast.unparse(shown.returns) == ast.unparse(there.returns)


def test_every_variable_that_is_named_is_read_somewhere() -> None:
    code = "".join(
        path.read_text("utf-8")
        for folder in ("gesncd", "components")
        for path in (ROOT / folder).rglob("*.py")
    )
    named = set(re.findall(r"GESNCD_\w+", TEXT))
    assert {"GESNCD_HOME", "GESNCD_SHARED", "GESNCD_CPUS", "GESNCD_MAX_RUNNING"} <= named
    assert {name for name in named if name not in code} == set()
