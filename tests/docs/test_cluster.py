"""What docs/cluster.md shows can be done as it stands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from gesncd.cli.parser import build_parser
from gesncd.engine.choose import _DASK
from gesncd.runs.planning import rows_needed

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "cluster.md").read_text("utf-8")
COMMANDS = re.findall(r"^ {4}(.+)$", TEXT, flags=re.MULTILINE)


def test_the_commands_are_understood():
    own = [line.partition("-m gesncd ")[2] for line in COMMANDS if "-m gesncd " in line]
    assert {command.split()[0] for command in own} == {"discover", "plan"}
    for command in own:
        build_parser().parse_args(shlex.split(command))


def test_links_and_files_are_there():
    anchors = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^## (.+)$", TEXT, flags=re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) == anchors
    for path in re.findall(r"\]\((\.\./[^)#]+)\)", TEXT):
        assert (ROOT / "docs" / path).exists()
    for name in re.findall(r"-r (requirements[\w-]*\.txt)", TEXT):
        assert (ROOT / name).exists()


def test_the_table_of_rows_is_what_the_plan_says():
    rows = re.findall(
        r"^\| ([\w ]+) \| ([\d,]+) \| ([\d,]+) \| [^|]+ \|$", TEXT, flags=re.MULTILINE
    )
    assert [name for name, *_ in rows] == ["partial correlation", "NCD", "RCD"]
    for name, ten, one in rows:
        measure = name.lower().replace(" ", "-")
        for cell, effect in ((ten, 0.1), (one, 0.01)):
            assert int(cell.replace(",", "")) == rows_needed(measure, effect, 0.001)


def test_the_containers_fit_together():
    (block,) = re.findall(r"```yaml\n(.*?)```", TEXT, flags=re.DOTALL)
    services = yaml.safe_load(block)["services"]
    assert set(services) == {"scheduler", "worker", "app"}
    engine = services["app"]["environment"]["GESNCD_ENGINE"]
    address = _DASK.fullmatch(engine)
    assert f"tcp://{address['host']}:{address['port']}" in services["worker"]["command"]
    assert address["host"] in services
    assert f"--port {address['port']}" in services["scheduler"]["command"]
    for service in services.values():
        assert "OMP_NUM_THREADS=1" in service["build"]["dockerfile_inline"]
        assert service["networks"] == ["lab"]
    # Nothing but the app's page is reachable from outside.
    assert "ports" not in services["scheduler"]
    assert all(port.startswith("127.0.0.1:") for port in services["app"]["ports"])


def documented(what):
    """A command of the document for Dask, as words for this interpreter."""
    (line,) = [line for line in COMMANDS if f"/dask {what} " in line]
    words = shlex.split(line[line.index(f"dask {what}") :])
    return [sys.executable, "-m", "dask", *words[1:]]


@pytest.fixture
def processes():
    started = []
    yield started
    for process in started:
        process.terminate()
    for process in started:
        process.wait(timeout=30)


def test_a_cluster_started_by_hand_finds_the_same_graph(tmp_path, processes):
    scheduler = documented("scheduler")
    scheduler[scheduler.index("--host") + 1] = "127.0.0.1"
    scheduler[scheduler.index("--port") + 1] = "0"
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    file = tmp_path / "scheduler.json"
    options = ["--no-dashboard", "--scheduler-file", str(file)]
    processes.append(
        subprocess.Popen(
            [*scheduler, *options], env=environment, cwd=tmp_path, stderr=subprocess.DEVNULL
        )
    )
    deadline = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < deadline, "the scheduler did not start"
        time.sleep(0.1)
    address = re.search(r"tcp://(127\.0\.0\.1:\d+)", file.read_text())[1]
    worker = [word.replace("tcp://HEAD:8786", f"tcp://{address}") for word in documented("worker")]
    worker[worker.index("--nworkers") + 1] = "1"
    processes.append(
        subprocess.Popen(
            [*worker, "--no-dashboard", "--local-directory", str(tmp_path)],
            env=environment,
            cwd=tmp_path,
            stderr=subprocess.DEVNULL,
        )
    )
    texts = []
    for engine in ("local", f"dask://{address}"):
        out = tmp_path / f"{len(texts)}.json"
        command = ["-m", "gesncd", "discover", "sample_data/pnl_gp.csv", "--measure", "rcd"]
        subprocess.run(
            [sys.executable, *command, "--no-global-score", "--quiet", "--out", str(out)],
            env={**environment, "GESNCD_ENGINE": engine},
            cwd=ROOT,
            check=True,
            timeout=120,
            stdout=subprocess.DEVNULL,
        )
        texts.append(out.read_text())
    assert texts[0] == texts[1]
