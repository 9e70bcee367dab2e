import json

import numpy as np
import pytest

from gesncd.__main__ import main
from gesncd.analysis.replicates import run_replicate
from gesncd.analysis.resamples import Resampling, plan_replicates
from gesncd.analysis.stability import edge_stability
from gesncd.data import read_csv
from gesncd.measures import PartialCorrelation

LINEAR = ["--measure", "partial-correlation", "--quiet"]


@pytest.fixture
def data(tmp_path):
    """a → c ← b, and r, which is 1 in ten of 240 rows."""
    rng = np.random.default_rng(2)
    a, b, c = rng.normal(size=(3, 240))
    c = a + b + 0.5 * c
    r = rng.permutation(240) < 10
    path = tmp_path / "data.csv"
    lines = [",".join(repr(float(x)) for x in row) for row in np.column_stack([a, b, c, r])]
    path.write_text("\n".join(["a,b,c,r", *lines]) + "\n")
    return path


def test_the_file_holds_the_shares_of_the_replicates(data, tmp_path, capsys):
    out = tmp_path / "stability.json"
    options = [*LINEAR, "--replicates", "20", "--jobs", "1", "--out", str(out)]
    assert main(["stability", str(data), *options]) == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["format"] == "gesncd stability"
    dataset, _ = read_csv(data, name="data.csv")
    plan = plan_replicates(Resampling.HALVES, 20, measure="partial-correlation")
    results = [run_replicate(dataset, r, lambda s, _: PartialCorrelation(s)) for r in plan]
    found = edge_stability(4, results)
    assert len(document["pairs"]) == len(found.pairs)
    for pair in document["pairs"]:
        i, j = "abcr".index(pair["a"]), "abcr".index(pair["b"])
        shares = found.shares(i, j)
        assert (pair["a_to_b"], pair["b_to_a"]) == (shares.forward, shares.backward)
        assert (pair["undirected"], pair["none"], pair["n"]) == (
            shares.undirected,
            shares.none,
            shares.n,
        )
        kinds = ("a_to_b", "b_to_a", "undirected", "none")
        assert sum(pair[kind] for kind in kinds) == pytest.approx(1)
    assert document["stable_edges"] == [
        {"source": "a", "target": "c", "directed": True},
        {"source": "b", "target": "c", "directed": True},
    ]
    assert document["left_out"] == {"r": found.left_out[3]}
    assert 0 < found.left_out[3] < 20
    printed = capsys.readouterr().out
    assert f"r was left out of {found.left_out[3]} of 20 replicates" in printed
    assert "Stable in at least 75 % of replicates: 2 edges:\n  a → c\n  b → c\n" in printed
    assert "automatic for half of the rows" in printed
    # q = 2 edges of p = 6 pairs: 4 / (0.5 · 6).
    assert document["false_edge_bound"] == pytest.approx(4 / 3)
    assert "Of these 2 edges, at most 1.3 are expected to be false" in printed
    assert "That assumes that halves join all false pairs equally often" in printed
    assert printed.startswith(
        "All 2 edges of the search of all rows came back in most of 20 halves.\n"
    )


def test_edges_of_all_rows_that_no_half_finds_are_named_and_stay_in_the_table(tmp_path, capsys):
    rng = np.random.default_rng(10)
    weak = rng.normal(size=(160, 3))
    weak[:, 1] += 0.30 * weak[:, 0]
    weak[:, 2] += 2.0 * weak[:, 1]
    path, out = tmp_path / "weak.csv", tmp_path / "s.json"
    np.savetxt(path, weak, delimiter=",", header="x,y,z", comments="")
    options = [*LINEAR, "--replicates", "4", "--jobs", "1", "--out", str(out)]
    assert main(["stability", str(path), *options]) == 0
    edges = json.loads(out.read_text(encoding="utf-8"))["edges_of_all_rows"]
    assert [(edge["source"], edge["target"], edge["came_back"]) for edge in edges] == [
        ("y", "z", "most"),
        ("x", "y", "none"),
    ]
    assert [edge["joined"] for edge in edges] == [1.0, 0.0]
    printed = capsys.readouterr().out
    assert (
        "Of the 2 edges of the search of all rows, 1 came back in most of 4 halves, "
        "1 in none: x — y.\n" in printed
    )
    assert "\n  x  y     0 %         —  0 %  0 %    0 %  100 %\n" in printed


def test_the_number_of_processes_changes_nothing(data, tmp_path):
    written = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.json"
        options = ["--measure", "rcd", "--quiet", "--replicates", "6", "--jobs", jobs]
        assert main(["stability", str(data), *options, "--out", str(out)]) == 0
        written.append(out.read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--replicates", "1"], "take an even number of replicates"),
        (["--replicates", "5"], "take an even number of replicates"),
        (["--replicates", "4", "--threshold", "0.55"], "too large to say anything"),
    ],
)
def test_a_bound_that_does_not_hold_or_says_nothing_is_not_printed(
    data, tmp_path, capsys, options, message
):
    out = tmp_path / "s.json"
    command = ["stability", str(data), *LINEAR, "--jobs", "1", "--out", str(out), *options]
    assert main(command) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["false_edge_bound"] is None
    printed = capsys.readouterr().out
    assert message in printed
    assert "expected to be false" not in printed


def test_a_threshold_fixed_by_hand_and_other_seeds(data, tmp_path, capsys):
    out = tmp_path / "s.json"
    options = ["--measure", "rcd", "--quiet", "--jobs", "1", "--replicates", "3", "--tau", "0.2"]
    command = ["stability", str(data), *options, "--resampling", "seeds", "--out", str(out)]
    assert main(command) == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["taus"] == [0.2, 0.2]
    assert document["false_edge_bound"] is None
    printed = capsys.readouterr().out
    assert "τ = 0.2 was fixed by hand" in printed
    assert "expected to be false" not in printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--measure", "rcd", "--resampling", "bootstrap"], "nearest neighbour is its own copy"),
        (["--resampling", "seeds"], "every seed finds the same graph"),
        (["--replicates", "0"], "At least one replicate"),
        (["--threshold", "0.5"], "threshold must be above one half"),
        (["--jobs", "0"], "jobs must be a whole number from 1"),
        (["--out", "absent/s.json"], "folder of absent/s.json does not exist"),
    ],
)
def test_a_fault_is_one_line_and_exit_code_two(data, options, message, capsys):
    assert main(["stability", str(data), *LINEAR, *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_without_a_terminal_it_is_told_how_far_the_replicates_are(data, capsys):
    loud = [option for option in LINEAR if option != "--quiet"]
    assert main(["stability", str(data), *loud, "--replicates", "60", "--jobs", "1"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "3 of 60 replicates done"
    assert lines[-1] == "60 of 60 replicates done"
    assert len(lines) == 20
