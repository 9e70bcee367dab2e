"""What docs/cluster.md shows can be done as it stands."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import yaml

from gesncd.cli.parser import build_parser
from gesncd.engine.choose import _DASK
from gesncd.runs.planning.plan import rows_needed

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


def services():
    """The services of the compose file."""
    (block,) = re.findall(r"```yaml\n(.*?)```", TEXT, flags=re.DOTALL)
    return yaml.safe_load(block)["services"]


def test_the_containers_fit_together():
    found = services()
    assert set(found) == {"scheduler", "worker", "app"}
    engine = found["app"]["environment"]["GESNCD_ENGINE"]
    address = _DASK.fullmatch(engine)
    assert f"tcp://{address['host']}:{address['port']}" in found["worker"]["command"]
    assert address["host"] in found
    assert f"--port {address['port']}" in found["scheduler"]["command"]
    for service in found.values():
        assert "OMP_NUM_THREADS=1" in service["build"]["dockerfile_inline"]
        assert service["networks"] == ["lab"]
    # Nothing but the app's page is reachable from outside.
    assert "ports" not in found["scheduler"]
    assert all(port.startswith("127.0.0.1:") for port in found["app"]["ports"])


def by_hand(what):
    """A command of the document for Dask, as words for this interpreter."""
    (line,) = [line for line in COMMANDS if f"/dask {what} " in line]
    words = shlex.split(line[line.index(f"dask {what}") :])
    return [sys.executable, "-m", "dask", *words[1:]]


def of_a_container(what):
    """The command of a service, as words for this interpreter."""
    words = shlex.split(services()[what]["command"])
    assert words[:2] == ["dask", what]
    return [sys.executable, "-m", *words]


@pytest.fixture
def processes():
    started = []
    yield started
    for process in started:
        process.terminate()
    for process in started:
        process.wait(timeout=30)


def changed(words, **options):
    """A command with other values of some of its options."""
    words = list(words)
    for option, value in options.items():
        words[words.index(f"--{option}") + 1] = value
    return words


@pytest.mark.parametrize("command", [by_hand, of_a_container])
def test_a_cluster_started_as_written_finds_the_same_graph(tmp_path, processes, command):
    scheduler = changed(command("scheduler"), host="127.0.0.1", port="0")
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    file = tmp_path / "scheduler.json"
    options = ["--no-dashboard", "--scheduler-file", str(file)]

    def start(words):
        processes.append(
            subprocess.Popen(words, env=environment, cwd=tmp_path, stderr=subprocess.DEVNULL)
        )

    start([*scheduler, *options])
    deadline = time.monotonic() + 240
    while not file.exists():
        assert time.monotonic() < deadline, "the scheduler did not start"
        time.sleep(0.1)
    address = re.search(r"tcp://(127\.0\.0\.1:\d+)", file.read_text())[1]
    worker = [
        re.sub(r"^tcp://\w+:8786$", f"tcp://{address}", word)
        for word in changed(command("worker"), nworkers="1")
    ]
    assert f"tcp://{address}" in worker
    start([*worker, "--no-dashboard", "--local-directory", str(tmp_path)])
    texts = []
    for engine in ("local", f"dask://{address}"):
        out = tmp_path / f"{len(texts)}.json"
        search = ["-m", "gesncd", "discover", "sample_data/pnl_gp.csv", "--measure", "rcd"]
        subprocess.run(
            [sys.executable, *search, "--no-global-score", "--quiet", "--out", str(out)],
            env={**environment, "GESNCD_ENGINE": engine},
            cwd=ROOT,
            check=True,
            timeout=600,
            stdout=subprocess.DEVNULL,
        )
        texts.append(out.read_text())
    assert texts[0] == texts[1]


def test_the_app_of_a_container_starts(tmp_path, processes):
    words = shlex.split(services()["app"]["command"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", *words, "--server.port", str(port)]
    environment = {**os.environ, **services()["app"]["environment"], "PYTHONPATH": str(ROOT)}
    environment["GESNCD_HOME"] = str(tmp_path)
    processes.append(
        subprocess.Popen(
            ["127.0.0.1" if word == "0.0.0.0" else word for word in command],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    )
    deadline = time.monotonic() + 240
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health") as answer:
                assert answer.read() == b"ok"
            return
        except OSError:
            assert processes[0].poll() is None, "the app ended"
            assert time.monotonic() < deadline, "the app did not start"
            time.sleep(0.2)
