"""Files that results are written to, and refusals before a search."""

import json
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from gesncd.__main__ import main
from gesncd.cli.result_files import refuse_unwritable, write_whole
from gesncd.settings.errors import SettingsError


@pytest.fixture
def table(tmp_path):
    values = np.random.default_rng(1).normal(size=(60, 3)).round(4)
    path = tmp_path / "t.csv"
    np.savetxt(path, values, delimiter=",", header="a,b,c", comments="", fmt="%.4f")
    return path


def test_a_link_stays_one_and_its_file_is_written(tmp_path):
    (tmp_path / "far").mkdir()
    file = tmp_path / "far" / "r.json"
    file.write_text("old")
    file.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(file)
    refuse_unwritable(link)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new", 0o640)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["far", "link.json", "r.json"]


def test_a_link_to_no_file_yet_makes_it(tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to("later.json")
    refuse_unwritable(link)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "later.json").read_text() == "new"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_said_in_a_line_that_names_the_file(table, capsys):
    assert (
        main(
            [
                "discover",
                str(table),
                "--measure",
                "partial-correlation",
                "--quiet",
                "--out",
                "/dev/full",
            ]
        )
        == 2
    )
    assert capsys.readouterr().err == "gesncd: /dev/full: No space left on device.\n"


def test_a_pipe_stays_one_and_its_reader_gets_all(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refuse_unwritable(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "x" * 200_000)
    reader.join(timeout=120)
    assert read == ["x" * 200_000]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda folder: str(folder), r"--out is .*, a folder; give the name of a file"),
        (lambda folder: "", r"--out is empty, or '\.', the folder you are in"),
        (lambda folder: str(folder / "no" / "r.json"), r"The folder of .*r\.json does not exist"),
        (lambda folder: str(folder / "loop"), r"loop is a link that leads to itself"),
        (lambda folder: str(folder / "astray"), r"does not exist; make it first\. It is a link"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_search(
    make, message, tmp_path, table, monkeypatch, capsys
):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "astray").symlink_to(tmp_path / "nowhere" / "r.json")
    searched = []
    monkeypatch.setattr("gesncd.cli.discover.read_prepared", lambda *_, **__: searched.append(1))
    assert main(["discover", str(table), "--out", make(tmp_path)]) == 2
    assert re.search(message, capsys.readouterr().err)
    assert searched == []


@pytest.mark.parametrize("closed", ["folder", "file"])
def test_closed_folders_and_files_are_refused(closed, tmp_path, monkeypatch):
    file = tmp_path / "r.json"
    file.write_text("old")
    shut = tmp_path if closed == "folder" else file
    # Who runs the tests may be root, to whom nothing is closed.
    monkeypatch.setattr(os, "access", lambda path, _mode: os.fspath(path) != os.fspath(shut))
    with pytest.raises(SettingsError, match=r"r\.json cannot be written"):
        refuse_unwritable(file)
    assert file.read_text() == "old"


def test_many_errors_are_capped(tmp_path, capsys):
    names = [f"column_{i}" for i in range(40)]
    lines = [",".join(names), *(",".join("xyz"[(i * j) % 3] for j in range(40)) for i in range(50))]
    path = tmp_path / "many.csv"
    path.write_text("\n".join(lines))
    assert main(["discover", str(path)]) == 2
    error = capsys.readouterr().err
    assert f"And 37 more; all are in: python -m gesncd check {path}" in error
    assert error.count("is not a number") <= 3
    assert len(error) < 900
    assert main(["discover", str(path), "--skip-lines", "3"]) == 2
    assert f"check {path} --skip-lines 3" in capsys.readouterr().err


def test_an_option_is_not_taken_for_the_beginning_of_another(table, capsys):
    with pytest.raises(SystemExit):
        main(["tau-path", str(table), "--measure", "rcd", "--tau", "0.3"])
    assert "unrecognized arguments: --tau 0.3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("discover", None),
        ("discover", "--knowledge"),
        ("tau-path", "--knowledge"),
        ("tune", "--statements"),
        ("grid", None),
        ("rehearse", None),
        ("stability", None),
    ],
)
def test_a_file_that_is_read_is_not_replaced(table, tmp_path, capsys, command, option):
    read = table
    if option is not None:
        read = tmp_path / "said.csv"
        read.write_text("source,relation,target\na,->,b\n")
    before = read.read_bytes()
    # By another way to the same file, too.
    out = tmp_path / "link.csv"
    out.symlink_to(read)
    for name in (read, out):
        arguments = [command, str(table), *([option, str(read)] if option else [])]
        assert main([*arguments, "--quiet", "--out", str(name)]) == 2
        assert f"--out is {name}, which this command reads" in capsys.readouterr().err
    assert read.read_bytes() == before


def run_command(arguments, stdout):
    """The command as a process of its own; what it wrote there, its errors and its exit code."""
    command = [sys.executable, "-m", "gesncd", *map(str, arguments)]
    done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=120)
    return done.stdout, done.stderr, done.returncode


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no such name")
def test_standard_output_is_a_place_for_the_result_also_where_it_is_a_pipe(table):
    arguments = ["discover", table, "--measure", "partial-correlation", "--quiet"]
    written, errors, code = run_command([*arguments, "--out", "/dev/stdout"], subprocess.PIPE)
    assert (errors, code) == ("", 0)
    start = written.index('{\n  "format"')
    document, _ = json.JSONDecoder().raw_decode(written[start:])
    assert document["variables"] == ["a", "b", "c"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_where_nothing_more_can_be_printed_a_line_says_so_and_the_result_is_kept(table, tmp_path):
    out = tmp_path / "r.json"
    arguments = ["discover", table, "--measure", "partial-correlation", "--quiet", "--out", out]
    with Path("/dev/full").open("w") as full:
        _, errors, code = run_command(arguments, full)
    assert (
        errors == "gesncd: The output cannot be written where it leads: no space is left there.\n"
    )
    assert code == 2
    assert json.loads(out.read_text(encoding="utf-8"))["variables"] == ["a", "b", "c"]
