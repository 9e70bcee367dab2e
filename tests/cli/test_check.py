import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gesncd.__main__ import main
from gesncd.data import Dataset
from gesncd.runs.planning.memory import memory_by_formula
from gesncd.runs.planning.memory_advice import usual_search_mb
from gesncd.runs.planning.tried_costs import Cost, tried_cost

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


def test_a_file_that_is_not_there_is_a_wrong_request(tmp_path, capsys):
    assert main(["check", str(tmp_path / "absent.csv")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("gesncd: absent.csv cannot be read")


def test_errors_ways_out_and_what_would_be_analysed(write, capsys):
    path = write("bad.csv", k=[1] * 150, sex=["mf"[i % 2] for i in range(150)])
    assert main(["check", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "Error: Column 'k' holds the same value in every row (1)." in printed
    assert "  On the Data page: Encode 'sex' as 0 and 1; Ignore 'sex'.\n" in printed
    mended = "4 variables, 150 rows; left out: 'k' (constant)."
    assert f"With the mends that the Data page proposes: {mended}" in printed


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
    assert "On the Data page: Number the names that repeat." in capsys.readouterr().out


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
    way = "With --mend it is mended as the Data page proposes."
    assert refused.err == f"gesncd: {' '.join(errors)} {way}\n"
    assert refused.out == ""


def test_a_large_table_is_told_what_searches_take(tmp_path, capsys, monkeypatch):
    rng = np.random.default_rng(0)
    path = tmp_path / "large.csv"
    np.savetxt(path, rng.normal(size=(20_100, 2)), delimiter=",", header="a,b", comments="")
    tried = []

    def cost(measure, dataset, n_processes):
        tried.append((measure, dataset.n_rows))
        memory = memory_by_formula(measure, 2)
        return Cost(
            {"ncd": 3.2, "rcd": 0.01}[measure],
            usual_search_mb(memory, 2, dataset.n_rows, n_processes=n_processes),
            memory,
        )

    monkeypatch.setattr("gesncd.runs.planning.tried_costs.tried_cost", cost)
    monkeypatch.setattr("gesncd.runs.machine.free_memory.free_mb", lambda: 9000.0)
    monkeypatch.setenv("GESNCD_CPUS", "1")
    assert main(["check", str(path)]) == 0
    printed = capsys.readouterr().out
    assert tried == [("ncd", 20_100), ("rcd", 20_100)]
    assert re.search(r"A search with NCD takes about 3 h and \d+ MB of memory, by a short", printed)
    assert re.search(r"A search with RCD takes about 36 s and \d+ MB of memory, by a", printed)
    assert "are free here" not in printed
    monkeypatch.setattr("gesncd.runs.machine.free_memory.free_mb", lambda: 250.0)
    assert main(["check", str(path)]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"Warning: A search over 2 variables and 20,100 rows .* with NCD,", printed)
    assert "250 MB are free here: the system may end it." in printed


def test_a_cost_is_that_of_trials():
    data = Dataset.from_array(np.random.default_rng(0).normal(size=(400, 3)))
    found = tried_cost("partial-correlation", data, 1)
    assert 0 < found.hours < 0.1
    assert found.time_text.endswith(" s")
    assert found.needed_mb >= found.memory.mb(400) > 20


def test_a_title_and_a_row_of_units(write, tmp_path, capsys):
    header, *rows = write("plain.csv").read_text().splitlines()
    path = tmp_path / "lab.csv"
    path.write_text("\n".join(["A study", header, "cm,kg,%", *rows]) + "\n")
    assert main(["check", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "Error: Line 3 looks like units ('cm', 'kg' and '%'), not like values" in printed
    assert "  Way out: --skip-lines 3, or delete what is meant in the file.\n" in printed
    assert "  On the Data page: Skip line 3; Take line 3 as values.\n" in printed
    assert "Note: Line 1 is no header and was skipped: 'A study'." in printed
    assert "With the mends that the Data page proposes: 3 variables, 150 rows.\n" in printed
    assert "must be deleted" not in printed
    assert main(["check", str(path), "--skip-lines", "3"]) == 0
    printed = capsys.readouterr().out
    assert "Note: Line 3 was skipped, as chosen: 'cm,kg,%'. Line 3 seems to hold units." in printed
    assert printed.endswith("3 variables, 150 rows.\n")
    search = ["discover", str(path), "--measure", "partial-correlation"]
    assert main(search) == 2
    assert "Line 3 looks like units" in capsys.readouterr().err
    assert main([*search, "--skip-lines", "3"]) == 0
    assert "3 variables, 150 rows." in capsys.readouterr().out


def test_a_messy_table_is_mended_by_what_is_proposed(messy_lab, tmp_path, capsys):
    path = tmp_path / "messy.csv"
    path.write_bytes(messy_lab)
    assert main(["check", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "Not ready: 13 variables, 180 rows.\n" in printed
    assert "proposes: 9 variables, 154 of 180 rows (26 with missing values dropped)" in printed
    assert printed.endswith("Commands that search take them all with --mend.\n")
    assert "Ways out" not in printed
    search = ["discover", str(path), "--measure", "partial-correlation"]
    assert main(search) == 2
    out = tmp_path / "r.json"
    assert main([*search, "--mend", "--out", str(out)]) == 0
    assert (
        "9 variables, 154 of 180 rows (26 with missing values dropped)" in capsys.readouterr().out
    )
    result = json.loads(out.read_text())
    assert len(result["variables"]) == 9
    assert result["preparation"]["rows"]["analysed"] == 154


def test_categories_that_the_prepared_data_hold_apart_are_joined_again(tmp_path, capsys):
    rng = np.random.default_rng(0)
    kind = rng.integers(3, size=150)
    columns = [rng.normal(size=150), rng.normal(size=150), *(kind == k for k in range(3))]
    path = tmp_path / "prepared.csv"
    rows = [",".join(f"{float(cell):.6g}" for cell in row) for row in zip(*columns, strict=True)]
    path.write_text("\n".join(["a,b,kind = x,kind = y,kind = z", *rows]) + "\n")
    search = ["discover", str(path), "--measure", "rcd", "--quiet"]
    assert main(search) == 2
    refusal = capsys.readouterr().err
    assert "they are categories of one variable" in refusal
    assert refusal.endswith("Join them. With --mend it is mended as the Data page proposes.\n")
    assert main([*search[:-1], "--mend"]) == 0
    assert "3 variables, 150 rows" in capsys.readouterr().out


def test_a_table_of_r_with_spaces_is_read_where_mends_are_asked_for(tmp_path, capsys):
    rng = np.random.default_rng(0)
    rows = [f'"{k + 1}" {x:.4f} {y:.4f}' for k, (x, y) in enumerate(rng.normal(size=(150, 2)))]
    path = tmp_path / "t.txt"
    path.write_text("\n".join(['"height" "body weight"', *rows]) + "\n")
    search = ["discover", str(path), "--measure", "rcd"]
    assert main(search) == 2
    assert "separated by spaces. Read them so" in capsys.readouterr().err
    assert main([*search, "--mend"]) == 0
    assert "2 variables, 150 rows." in capsys.readouterr().out


def test_what_is_left_to_decide_stops_a_search_that_mends(tmp_path, capsys):
    rng = np.random.default_rng(0)
    path = tmp_path / "sexes.csv"
    rows = [f"{'F' if i < 3 else ('female', 'male')[i % 2]},{x:.4f},{y:.4f}"
            for i, (x, y) in enumerate(rng.normal(size=(120, 2)))]  # fmt: skip
    path.write_text("\n".join(["sex,x,y", *rows]) + "\n")
    assert main(["check", str(path)]) == 1
    assert "--mend" not in capsys.readouterr().out
    assert main(["discover", str(path), "--mend", "--measure", "rcd"]) == 2
    assert "'F'" in capsys.readouterr().err
    assert main(["discover", str(path), "--measure", "rcd"]) == 2
    assert "--mend" not in capsys.readouterr().err


def test_a_title_longer_than_a_row_can_be_skipped_here(write, tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("A study, of things, and more, 2024\n" + write("plain.csv").read_text())
    assert main(["check", str(path)]) == 1
    assert "  Way out: --skip-lines 1, or delete" in capsys.readouterr().out
    assert main(["check", str(path), "--skip-lines", "1"]) == 0


def test_what_is_left_to_decide_is_said_as_the_data_page_says_it(write, capsys):
    odd = [f"({i}.5)" if i % 3 else i for i in range(150)]
    assert main(["check", str(write("odd.csv", v=odd))]) == 1
    printed = capsys.readouterr().out
    assert printed.endswith("Left to decide: numbers written in another way ('v').\n")


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="pipes by name are of Unix")
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (["check"], 1, "With the mends that the Data page proposes: 3 variables, 150 rows"),
        (["discover", "--measure", "partial-correlation", "--mend"], 0, "3 variables, 150 rows"),
    ],
)
def test_a_table_from_a_pipe_is_read_once(write, command, code, said):
    """A row of units makes the table be read anew, and a pipe gives what it has only once."""
    header, *rows = write("t.csv").read_text().splitlines()
    table = "\n".join([header, "cm,kg,s", *rows]) + "\n"
    name, *more = command
    done = subprocess.run(
        [sys.executable, "-m", "gesncd", name, "/dev/stdin", *more],
        cwd=ROOT,
        input=table,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == code
    assert said in done.stdout
