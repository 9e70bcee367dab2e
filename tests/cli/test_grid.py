"""``grid`` and ``rehearse``: the core's tables, on the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

from gesncd.__main__ import main
from gesncd.analysis import (
    plan_grid,
    plan_sets,
    run_cell,
    summarise_grid,
    summarise_rehearsal,
)
from gesncd.analysis.rehearsal import REHEARSAL_FLOOR_SHARE, judge
from gesncd.cli.cells import cells_of, device_lines, planned, table_lines
from gesncd.cli.parser import build_parser
from gesncd.data import read_csv
from gesncd.measures import PartialCorrelation, Rcd
from gesncd.search import Finished, reframed_ges
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_settings import RunSettings


@pytest.fixture
def data(tmp_path):
    rng = np.random.default_rng(2)
    a, b, e = rng.normal(size=(3, 200))
    c = a + b + 0.5 * rng.normal(size=200)
    path = tmp_path / "data.csv"
    lines = [",".join(repr(float(x)) for x in row) for row in np.column_stack([a, b, c, e])]
    path.write_text("\n".join(["a,b,c,e", *lines]) + "\n")
    return path


def options(*arguments):
    return build_parser().parse_args(["grid", "data.csv", *arguments])


def test_cells_are_the_combinations_that_differ():
    cells = cells_of(options("--measures", "rcd", "ncd", "--seeds", "0", "1"))
    assert [cell.label for cell in cells] == [
        "rcd, seed 0",
        "rcd, seed 1",
        "ncd, radial, seed 0",
        "ncd, radial, seed 1",
    ]
    sized = cells_of(options("--depths", "2", "3", "--widths", "20"))
    assert [cell.label for cell in sized] == [
        "ncd, perceptron, depth 2, width 20, seed 0",
        "ncd, perceptron, depth 3, width 20, seed 0",
    ]
    with pytest.raises(SettingsError, match="--depths must be at least 2: a single layer cannot"):
        cells_of(options("--depths", "1", "3"))
    with pytest.raises(SettingsError, match="no depth and width"):
        cells_of(options("--networks", "radial", "--depths", "2"))


def test_grid_writes_what_the_core_finds(data, tmp_path, capsys):
    out = tmp_path / "grid.json"
    priors = tmp_path / "priors.csv"
    priors.write_text("source,relation,target\na,->,c\na,!--,b\n")
    arguments = ["--measures", "partial-correlation", "rcd", "--seeds", "0", "1", "--tau", "0.1"]
    arguments += ["--priors", str(priors), "--out", str(out), "--quiet"]
    assert main(["grid", str(data), *arguments]) == 0
    document = json.loads(out.read_text("utf-8"))
    dataset, _ = read_csv(data, name="data.csv")
    measures = [PartialCorrelation(dataset), Rcd(dataset), Rcd(dataset, seed=1)]
    taus = [measure.null_quantile(0.001) for measure in measures]
    results = {
        k: run_cell(measure, tau_auto=tau, tau_chosen=0.1)
        for k, (measure, tau) in enumerate(zip(measures, taus, strict=True))
    }
    cells = plan_grid(measures=["partial-correlation", "rcd"], seeds=[0, 1])
    rows = summarise_grid(cells, results)
    assert len(document["cells"]) == len(rows) == 3
    for cell, row in zip(document["cells"], rows, strict=True):
        assert cell["settings"] == row.cell.changes()
        assert cell["auto"]["tau"] == row.auto.tau
        assert len(cell["auto"]["edges"]) == row.auto.n_edges
        assert cell["chosen"]["global_score"] == row.chosen.global_score
        assert cell["auto"]["seeds_shd"] == row.seeds_shd_auto
    assert document["cells"][0]["auto"]["agreement"] == 1.0
    printed = capsys.readouterr().out
    assert "agreement: + satisfied, - violated" in printed
    assert "2+ 0- 0? 100 %" in printed
    (caveat,) = document["caveats"]
    assert "uses the statements up" in caveat
    assert caveat in printed


def test_grid_says_that_one_seed_may_mislead_and_how_far_it_is(data, capsys):
    assert main(["grid", str(data), "--measures", "partial-correlation", "rcd"]) == 0
    captured = capsys.readouterr()
    assert "cells may differ by their seed alone" in captured.out
    assert captured.err == "1 of 2 cells done\n2 of 2 cells done\n"


def test_grid_wants_a_threshold_where_there_is_none(data, capsys):
    arguments = ["--measures", "partial-correlation", "--tau", "1.5", "--quiet"]
    assert main(["grid", str(data), *arguments]) == 2
    assert "tau must be a number between 0 and 1" in capsys.readouterr().err


def test_rehearse_writes_what_the_core_finds(data, tmp_path, capsys):
    out = tmp_path / "rehearsal.json"
    arguments = ["--measures", "partial-correlation", "--sets", "2", "--edges", "3"]
    arguments += ["--model", "linear", "--out", str(out), "--quiet"]
    assert main(["rehearse", str(data), *arguments]) == 0
    document = json.loads(out.read_text("utf-8"))
    sets = plan_sets("linear", count=2, seed=0, n_nodes=4, n_edges=3, n_rows=200)
    results = {}
    for number, each in enumerate(sets):
        simulated, dag = each.simulate()
        measure = PartialCorrelation(simulated)
        found = run_cell(
            measure, tau_auto=measure.null_quantile(0.001), floor_share=REHEARSAL_FLOOR_SHARE
        )
        results[0, number] = judge(found, dag)
    rows = summarise_rehearsal(plan_grid(measures=["partial-correlation"]), results)
    assert [(r["factor"], r["shd"], r["f1"]) for r in document["rows"]] == [
        (row.factor, row.shd, row.f1) for row in rows
    ]
    assert document["proposal"]["shd"] == min(row.shd for row in rows)
    printed = capsys.readouterr().out
    assert "4 variables, 3 edges, 200 rows, model linear" in printed
    assert "no edges at all" in printed
    assert "Only 2 simulated sets" in printed


def test_rehearse_takes_the_edges_that_its_first_settings_find(data, capsys):
    dataset, _ = read_csv(data, name="data.csv")
    found = []
    for measure in (PartialCorrelation(dataset), Rcd(dataset, seed=3)):
        # So large a level lets noise in, and the two differ.
        events = reframed_ges(measure, measure.null_quantile(0.5), global_score=False)
        found.append(next(e.graph.n_edges for e in events if isinstance(e, Finished)))
    assert found[0] != found[1]
    arguments = ["--sets", "1", "--quiet", "--alpha", "0.5", "--seeds", "3"]
    for names, n_edges in ((["rcd"], found[1]), (["partial-correlation", "rcd"], found[0])):
        assert main(["rehearse", str(data), "--measures", *names, *arguments]) == 0
        printed = capsys.readouterr().out
        assert f"Edges of the table: {n_edges}, as found with {names[0]}" in printed
        assert f"4 variables, {n_edges} edges" in printed
    arguments = ["--measures", "partial-correlation", "--sets", "1", "--quiet"]
    assert main(["rehearse", str(data), *arguments, "--edges", "9"]) == 2
    assert "at most 6 edges" in capsys.readouterr().err


def test_rehearse_takes_no_knowledge_and_five_sets(data, capsys):
    assert build_parser().parse_args(["rehearse", "d.csv"]).sets == 5
    with pytest.raises(SystemExit):
        main(["rehearse", str(data), "--knowledge", "known.csv"])
    assert "unrecognized arguments: --knowledge known.csv" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["grid", "rehearse"])
def test_the_preset_is_the_papers_networks(command):
    def cells(*arguments):
        return cells_of(build_parser().parse_args([command, "d.csv", *arguments]))

    paper = cells("--networks", "paper", "--depths", "2")
    assert [cell.label for cell in paper] == ["ncd, paper, depth 2, width 40, seed 0"]
    assert cells("--preset", "paper", "--depths", "2") == paper
    assert cells("--preset", "paper", "--networks", "paper", "--depths", "2") == paper
    assert cells("--preset", "robust") == cells()
    with pytest.raises(SettingsError, match="same as --networks paper"):
        cells("--preset", "paper", "--networks", "radial")


@pytest.fixture
def gpu(monkeypatch):
    """Says whether a GPU is here, for all that asks before a search."""

    def set_to(here):
        monkeypatch.setattr("gesncd.measures.ncd.device.gpu_is_here", lambda: here)
        monkeypatch.setattr("gesncd.measures.ncd.device.gpu_name", lambda: "one")

    monkeypatch.delenv("GESNCD_ENGINE", raising=False)
    monkeypatch.delenv("GESNCD_DEVICE", raising=False)
    set_to(False)
    return set_to


@pytest.mark.parametrize("command", ["grid", "rehearse"])
def test_a_device_is_for_the_cells_that_train(command, gpu, monkeypatch):
    def devices(*arguments):
        mixed = ["--measures", "rcd", "ncd", "--networks", "radial", "perceptron"]
        parsed = build_parser().parse_args([command, "d.csv", *(arguments or mixed)])
        _, cells, every = planned(parsed)
        return {cell.label: settings.device for cell, settings in zip(cells, every, strict=True)}

    trained = "ncd, perceptron, depth 3, width 40, seed 0"
    on_cpu = {"rcd, seed 0": "cpu", "ncd, radial, seed 0": "cpu"}
    assert devices() == on_cpu | {trained: "cpu"}
    gpu(True)
    assert devices() == on_cpu | {trained: "cuda"}
    assert set(devices("--depths", "3", "--device", "cpu").values()) == {"cpu"}
    monkeypatch.setenv("GESNCD_DEVICE", "cpu")
    assert devices() == on_cpu | {trained: "cpu"}


@pytest.mark.parametrize("command", ["grid", "rehearse"])
@pytest.mark.usefixtures("gpu")
def test_a_gpu_that_is_not_there_or_of_no_use_is_refused_before_the_search(command, data, capsys):
    arguments = [command, str(data), "--quiet", "--device", "cuda"]
    assert main([*arguments, "--networks", "radial", "perceptron"]) == 2
    said = capsys.readouterr()
    assert "torch finds none here" in said.err
    assert "Traceback" not in said.err
    assert said.out == ""
    assert main([*arguments, "--measures", "ncd", "rcd"]) == 2
    assert "Only NCD's perceptrons are trained on a GPU" in capsys.readouterr().err


def test_the_files_say_which_device_each_cell_used(data, tmp_path):
    out = tmp_path / "out.json"
    shared = [str(data), "--measures", "partial-correlation", "--quiet", "--out", str(out)]
    assert main(["grid", *shared, "--device", "cpu"]) == 0
    document = json.loads(out.read_text("utf-8"))
    assert [cell["device"] for cell in document["cells"]] == ["cpu"]
    assert "device" not in document["settings"]
    few = ["--sets", "1", "--edges", "2", "--model", "linear"]
    assert main(["rehearse", *shared, *few]) == 0
    rows = json.loads(out.read_text("utf-8"))["rows"]
    assert {row["device"] for row in rows} == {"cpu"}
    assert device_lines([RunSettings()]) == []
    trained = RunSettings(networks="perceptron", device="cuda")
    assert device_lines([RunSettings(), trained]) == ["Perceptrons were trained on a GPU."]


def test_lines_as_typed_are_statements(data, tmp_path, capsys):
    said = tmp_path / "said.txt"
    said.write_text("a and b aren't adjacent\na -> c\n", encoding="utf-8")
    arguments = ["--measures", "partial-correlation", "--quiet", "--statements", str(said)]
    assert main(["grid", str(data), *arguments]) == 0
    assert "2+ 0- 0? 100 %" in capsys.readouterr().out
    said.write_text("a and x aren't adjacent\n", encoding="utf-8")
    assert main(["grid", str(data), *arguments]) == 2
    assert f"{said}: The data have no variable 'x'." in capsys.readouterr().err


def test_tables_are_aligned():
    assert table_lines([["a", "bb"], ["ccc", "d"]]) == ["a    bb", "ccc   d"]
