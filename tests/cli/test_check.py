import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gesncd.__main__ import main

ROOT = Path(__file__).parents[2]


@pytest.fixture
def write(tmp_path):
    def write(name, **more):
        rng = np.random.default_rng(2)
        columns = {key: rng.normal(size=150).round(5) for key in "abc"} | more
        lines = [
            ",".join(columns),
            *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True)),
        ]
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n")
        return path

    return write


def test_a_good_table(write, capsys):
    assert main(["check", str(write("good.csv"))]) == 0
    assert capsys.readouterr().out == (
        "good.csv: text, separated by commas, encoding UTF-8.\n3 variables, 150 rows.\n"
    )


def test_errors_ways_out_and_what_would_be_analysed(write, capsys):
    path = write("bad.csv", k=[1] * 150, sex=["mf"[i % 2] for i in range(150)])
    assert main(["check", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "Error: Column 'k' holds the same value in every row (1)." in printed
    assert "  Ways out: Encode 'sex' as 0 and 1; Ignore 'sex'.\n" in printed
    assert "With the mends that the Data page proposes: 4 variables, 150 rows; left out: 'k'." in (
        printed
    )


def test_discover_refuses_with_the_same_message(write, capsys):
    path = write("bad.csv", k=[1] * 150)
    assert main(["check", str(path)]) == 1
    message = "Column 'k' holds the same value in every row (1)."
    assert f"Error: {message}" in capsys.readouterr().out
    assert main(["discover", str(path), "--measure", "partial-correlation"]) == 2
    assert message in capsys.readouterr().err


def test_what_is_no_table(tmp_path, capsys):
    path = tmp_path / "x.csv"
    path.write_bytes(bytes(range(256)))
    assert main(["check", str(path)]) == 1
    assert "Error: x.csv is not a text table" in capsys.readouterr().out
    path.write_text("a,b,a\n1,2,3\n")
    assert main(["check", str(path)]) == 1
    assert "Ways out: Number the names that repeat." in capsys.readouterr().out
    assert main(["check", str(tmp_path / "none.csv")]) == 1
    assert "cannot be read" in capsys.readouterr().out


def test_several_files(write, capsys):
    paths = [str(write("one.csv")), str(write("two.csv", d=[1] * 150))]
    assert main(["check", *paths]) == 1
    assert "two.csv has 'd', which one.csv lacks." in capsys.readouterr().out


def test_hostile_names_don_t_steer_the_terminal(write, capsys):
    path = write("bad.csv", **{"\u202ek": [1] * 150})
    assert main(["check", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "\u202e" not in printed
    assert "Column ' k' holds the same value" in printed


def test_as_a_program(write):
    done = subprocess.run(
        [sys.executable, "-m", "gesncd", "check", str(write("good.csv"))],
        capture_output=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("kind", ["xlsx", "parquet"])
def test_discover_takes_what_check_takes(write, tmp_path, capsys, kind):
    frame = pd.read_csv(write("t.csv"))
    path = tmp_path / f"t.{kind}"
    if kind == "xlsx":
        frame.to_excel(path, index=False)
    else:
        frame.to_parquet(path)
    assert main(["check", str(path)]) == 0
    first = capsys.readouterr().out
    assert main(["discover", str(path), "--measure", "partial-correlation"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(first)
    assert "No edges." in printed


def test_discover_refuses_with_every_error_that_check_finds(write, capsys):
    rng = np.random.default_rng(2)
    path = write("bad.csv", k=[1] * 150, day=["2020-01-02", "2020-01-03"] * 75, u=rng.random(150))
    assert main(["check", str(path)]) == 1
    checked = capsys.readouterr().out
    errors = [line[7:] for line in checked.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 2
    assert main(["discover", str(path)]) == 2
    refused = capsys.readouterr()
    assert refused.err == f"gesncd: {' '.join(errors)}\n"
    assert refused.out == ""
