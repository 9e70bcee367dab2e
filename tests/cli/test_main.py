import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path

import numpy as np
import pytest

from gesncd.__main__ import main
from gesncd.search.words import score_text

ROOT = Path(__file__).parents[2]


@pytest.fixture
def data(tmp_path):
    """Four variables: a → c ← b, c → d."""
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=(2, 400))
    c = a + b + 0.5 * rng.normal(size=400)
    d = c + 0.5 * rng.normal(size=400)
    path = tmp_path / "data.csv"
    lines = [",".join(repr(float(x)) for x in row) for row in np.column_stack([a, b, c, d])]
    path.write_text("\n".join(["a,b,c,d", *lines]) + "\n")
    return path


def run(*arguments, **options):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "gesncd", *map(str, arguments)],
        capture_output=True,
        env=environment,
        **options,
    )


def test_discover_prints_each_step_and_writes_the_result(data, tmp_path, capsys):
    out = tmp_path / "result.json"
    assert main(["discover", str(data), "--measure", "partial-correlation", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    result = json.loads(out.read_text(encoding="utf-8"))
    assert printed.count("Step ") == len(result["steps"]) >= 3
    assert "  a → c\n  b → c\n  c → d\n" in printed
    assert "Threshold τ" in printed
    assert "Noise floor" in printed
    assert [(e["source"], e["target"], e["directed"]) for e in result["edges"]] == [
        ("a", "c", True),
        ("b", "c", True),
        ("c", "d", True),
    ]
    assert result["tau_source"] == "auto"
    assert result["tau"] == result["noise_floor"]
    assert 0 <= result["global_score"] <= 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "result.json"]


@contextmanager
def one_core():
    """Programs started meanwhile see one core, and share their queries out accordingly."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, [min(cores)])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@pytest.mark.parametrize("measure", ["rcd", "partial-correlation", "ncd"])
def test_the_same_search_writes_the_same_bytes(data, tmp_path, measure):
    results = []
    for number, cores in ((1, nullcontext), (2, one_core)):
        out = tmp_path / f"{number}.json"
        with cores():
            done = run("discover", data, "--measure", measure, "--seed", 3, "--quiet", "--out", out)
        assert (done.returncode, done.stderr) == (0, b"")
        results.append(out.read_bytes())
    assert results[0] == results[1]


def test_the_hash_is_that_of_the_file(data, tmp_path):
    import hashlib

    out = tmp_path / "r.json"
    main(["discover", str(data), "--measure", "partial-correlation", "--quiet", "--out", str(out)])
    expected = hashlib.sha256(data.read_bytes()).hexdigest()
    assert json.loads(out.read_text())["data_sha256"] == expected


def test_quiet_leaves_the_steps_out(data, capsys):
    main(["discover", str(data), "--measure", "partial-correlation", "--tau", "0.5", "--quiet"])
    printed = capsys.readouterr().out
    assert "Step" not in printed
    assert "Threshold τ: 0.5 (given)." in printed


def test_a_result_agrees_with_its_truth(data, tmp_path, capsys):
    out, truth = tmp_path / "r.json", tmp_path / "dag.csv"
    main(["discover", str(data), "--measure", "partial-correlation", "--quiet", "--out", str(out)])
    capsys.readouterr()
    # In another order than the data: variables are matched by name.
    truth.write_text(",d,c,b,a\na,0,1,0,0\nb,0,1,0,0\nc,1,0,0,0\nd,0,0,0,0\n")
    assert main(["compare", str(out), str(truth)]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "shd": 0,
        "f1": 1.0,
        "precision": 1.0,
        "recall": 1.0,
        "skeleton_f1": 1.0,
        "skeleton_precision": 1.0,
        "skeleton_recall": 1.0,
        "direction_f1": 1.0,
        "direction_precision": 1.0,
        "direction_recall": 1.0,
        "truth_oriented_by_knowledge": False,
        "right_edges": 3,
        "right_edges_stated": 0,
        "arrows_judged": 3,
        "arrows_by_knowledge": 0,
        "arrows_that_follow": 0,
        "stated_alone_shd": 3,
    }


def test_a_true_dag_is_compared_as_its_class(tmp_path, capsys):
    result = {
        "format": "gesncd result",
        "version": 1,
        "variables": ["a", "b", "c"],
        "edges": [
            {"source": "a", "target": "b", "directed": False},
            {"source": "b", "target": "c", "directed": True},
        ],
    }
    (tmp_path / "r.json").write_text(json.dumps(result))
    (tmp_path / "dag.csv").write_text(",a,b,c\na,0,1,0\nb,0,0,1\nc,0,0,0\n")
    main(["compare", str(tmp_path / "r.json"), str(tmp_path / "dag.csv")])
    # The chain's class has two undirected edges: four entries, of which three are
    # claimed; one undirected edge scores 2, the directed one 1.
    assert json.loads(capsys.readouterr().out) == {
        "shd": 1,
        "f1": pytest.approx(6 / 7),
        "precision": 1.0,
        "recall": 0.75,
        "skeleton_f1": 1.0,
        "skeleton_precision": 1.0,
        "skeleton_recall": 1.0,
        "direction_f1": 0.0,
        "direction_precision": 0.0,
        "direction_recall": 0.0,
        "truth_oriented_by_knowledge": False,
        "right_edges": 1,
        "right_edges_stated": 0,
        "arrows_judged": 1,
        "arrows_by_knowledge": 0,
        "arrows_that_follow": 0,
        "stated_alone_shd": 2,
    }


@pytest.mark.parametrize(
    ("truth", "message"),
    [
        (",a,b,c\na,0,1,0\nb,0,0,1\nc,1,0,0\n", "dag.csv has a directed cycle"),
        (",a,b,x\na,0,1,0\nb,0,0,1\nx,0,0,0\n", "dag.csv lacks 'c'"),
        (",a,b,C\na,0,1,0\nb,0,0,1\nC,0,0,0\n", "'C' may be meant for 'c'"),
        ("hello\nworld\n", "matrix.*edge list.*DOT; DAGitty; GraphML"),
    ],
)
def test_a_truth_that_cannot_be_compared_is_refused(tmp_path, capsys, truth, message):
    result = {"format": "gesncd result", "version": 1, "variables": ["a", "b", "c"], "edges": []}
    (tmp_path / "r.json").write_text(json.dumps(result))
    (tmp_path / "dag.csv").write_text(truth)
    assert main(["compare", str(tmp_path / "r.json"), str(tmp_path / "dag.csv")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("gesncd: ")
    assert error.count("\n") == 1
    import re

    assert re.search(message, error)


@pytest.mark.parametrize(
    "truth",
    [
        "source,target\na,b\nc,b\n",
        "source,relation,target\na,->,b\nb,<-,c\n",
        "source,target,directed\na,b,true\nc,b,true\n",
        "a,b,c\n0,1,0\n0,0,0\n0,1,0\n",
        "digraph { a -> b; c -> b }",
    ],
)
def test_every_form_of_a_truth_that_judge_reads_is_compared(tmp_path, capsys, truth):
    edges = [{"source": cause, "target": "b", "directed": True} for cause in "ac"]
    result = {"format": "gesncd result", "version": 1, "variables": [*"abc"], "edges": edges}
    (tmp_path / "r.json").write_text(json.dumps(result))
    (tmp_path / "truth.csv").write_text(truth)
    assert main(["compare", str(tmp_path / "r.json"), str(tmp_path / "truth.csv")]) == 0
    assert json.loads(capsys.readouterr().out)["shd"] == 0


def test_what_was_assumed_of_a_truth_is_told_beside_the_figures(tmp_path, capsys):
    result = {"format": "gesncd result", "version": 1, "variables": [*"abc"], "edges": []}
    (tmp_path / "r.json").write_text(json.dumps(result))
    (tmp_path / "truth.csv").write_text("source,target\nb,c\n")
    assert main(["compare", str(tmp_path / "r.json"), str(tmp_path / "truth.csv")]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["shd"] == 1
    assert "does not mention 'a'" in printed.err


def test_simulate_writes_data_that_discover_reads(tmp_path, capsys):
    out = tmp_path / "sim"
    command = ["simulate", "linear", "--nodes", "5", "--degree", "2", "--rows", "300"]
    assert main([*command, "--seed", "4", "--out", str(out)]) == 0
    first = (out / "data.csv").read_bytes()
    assert "300 rows of 5 variables" in capsys.readouterr().out
    result = tmp_path / "r.json"
    arguments = ["--measure", "partial-correlation", "--quiet", "--out", str(result)]
    assert main(["discover", str(out / "data.csv"), *arguments]) == 0
    capsys.readouterr()
    assert main(["compare", str(result), str(out / "dag.csv")]) == 0
    assert json.loads(capsys.readouterr().out)["f1"] > 0.5
    main([*command, "--seed", "4", "--out", str(tmp_path / "again")])
    assert (tmp_path / "again" / "data.csv").read_bytes() == first


def test_simulate_says_when_its_rows_are_too_few_for_a_search(tmp_path, capsys):
    assert main(["simulate", "linear", "--rows", "1", "--out", str(tmp_path / "one")]) == 0
    printed = capsys.readouterr().out
    assert ": 1 row of " in printed
    assert "A search needs at least 20 rows" in printed
    assert main(["simulate", "linear", "--rows", "20", "--out", str(tmp_path / "twenty")]) == 0
    assert "A search needs" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["discover", "absent.csv"], "absent.csv"),
        (["discover", "data.csv", "--tau", "7"], "tau must be a number between 0 and 1"),
        (["discover", "data.csv", "--depth", "99"], "depth must be"),
        (["discover", "data.csv", "--out", "absent/r.json"], "folder of absent/r.json"),
        (["discover", "text.csv"], "text.csv"),
        (["compare", "data.csv", "dag.csv"], "is no JSON file"),
        (["compare", "absent.json", "dag.csv"], "No such file"),
        (["simulate", "linear", "--nodes", "0", "--out", "sim"], "node"),
        (["simulate", "linear", "--seed", "-1", "--out", "sim"], "seed must not be negative"),
        (["simulate", "linear", "--out", "data.csv"], "data.csv"),
        (["simulate", "linear", "--out", "."], "data.csv is there already"),
    ],
)
def test_an_error_is_one_line_and_exit_code_two(
    data, tmp_path, monkeypatch, capsys, arguments, message
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.csv").write_text("a,b\n1,x\ny,2\n3,z\n")
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gesncd: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_a_mistyped_command_is_exit_code_two():
    done = run("discovr")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_these_characters_is_no_obstacle(data):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "gesncd", "discover", str(data)]
    command += ["--measure", "partial-correlation"]
    done = subprocess.run(command, capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert b"a \\u2192 c" in done.stdout


def test_an_interrupt_is_no_traceback(data, monkeypatch, capsys):
    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("gesncd.cli.common.read_table", interrupt)
    assert main(["discover", str(data)]) == 130
    assert "Interrupted" in capsys.readouterr().err


def test_a_reader_that_has_seen_enough_is_no_error(data):
    command = f"'{sys.executable}' -m gesncd discover '{data}' --measure partial-correlation"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -n 1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        env=environment,
    )
    assert done.returncode in (0, 141)
    assert done.stderr == b""


def test_the_papers_preset_keeps_the_run_with_the_lower_global_score(data, tmp_path, capsys):
    out = tmp_path / "result.json"
    small = tmp_path / "small.csv"
    small.write_text("\n".join(data.read_text().splitlines()[:121]) + "\n")
    command = ["discover", str(small), "--preset", "paper", "--tau", "0.3", "--width", "8"]
    assert main([*command, "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    first, second = re.search(r"S_g (\S+) and (\S+): seed", printed).groups()
    result = json.loads(out.read_text(encoding="utf-8"))
    assert result["settings"]["seed"] == int(float(second) < float(first))
    assert score_text(result["global_score"]) == min(first, second, key=float)
    assert result["noise_floor"] is None


def test_the_papers_preset_finds_its_noise_floor_on_permuted_data(data, tmp_path, capsys):
    out = tmp_path / "result.json"
    small = tmp_path / "small.csv"
    small.write_text("\n".join(data.read_text().splitlines()[:121]) + "\n")
    quick = ["--width", "6", "--outer-steps", "3", "--inner-steps", "1", "--max-subset", "0"]
    command = ["discover", str(small), "--preset", "paper", "--tau", "auto", *quick]
    assert main([*command, "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    result = json.loads(out.read_text(encoding="utf-8"))
    assert result["tau"] == result["noise_floor"]
    assert result["tau_source"] == "auto"
    assert 0.005 < result["tau"] < 1
    said = re.search(r"Noise floor: (\S+) \(calibrated by permutation, 240 queries\)", printed)
    assert float(said[1]) == pytest.approx(result["tau"], rel=1e-2)
    assert "calibrated by permutation, 240 queries" in " ".join(result["notes"])
