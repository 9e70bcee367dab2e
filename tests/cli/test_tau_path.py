import json
import math
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from gesncd.__main__ import main
from gesncd.cli.parser import build_parser


@pytest.fixture
def data(tmp_path):
    """Five variables, a → c ← b, c → d, and noise e."""
    rng = np.random.default_rng(2)
    a, b, e = rng.normal(size=(3, 200))
    c = a + b + 0.5 * rng.normal(size=200)
    d = c + 0.5 * rng.normal(size=200)
    path = tmp_path / "data.csv"
    lines = [",".join(repr(float(x)) for x in row) for row in np.column_stack([a, b, c, d, e])]
    path.write_text("\n".join(["a,b,c,d,e", *lines]) + "\n")
    return path


def test_every_plateau_is_what_discover_finds(data, tmp_path, capsys):
    out, result = tmp_path / "path.json", tmp_path / "result.json"
    command = ["tau-path", str(data), "--measure", "partial-correlation", "--out", str(out)]
    assert main(command) == 0
    printed = capsys.readouterr().out
    path = json.loads(out.read_text(encoding="utf-8"))
    plateaus = path["plateaus"]
    assert f"{len(plateaus)} graphs for τ from" in printed
    assert path["tau_floor"] == pytest.approx(path["tau_auto"] / 10)
    assert plateaus[0]["tau_low"] == path["tau_floor"]
    assert plateaus[-1]["tau_high"] is None
    assert all(low["tau_high"] == high["tau_low"] for low, high in pairwise(plateaus))
    for plateau in plateaus:
        taus = [plateau["tau_low"]]
        if plateau["tau_high"] is not None:
            taus.append(math.nextafter(plateau["tau_high"], 0))
        for tau in taus:
            options = ["--measure", "partial-correlation", "--no-global-score", "--quiet"]
            main(["discover", str(data), *options, "--tau", repr(tau), "--out", str(result)])
            assert json.loads(result.read_text(encoding="utf-8"))["edges"] == plateau["edges"]


def test_the_table_shows_what_changes(data, capsys):
    options = ["--measure", "partial-correlation", "--tau-floor", "0.05", "--global-score"]
    assert main(["tau-path", str(data), *options, "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 graphs for τ from 0.05 on:"
    assert lines[1].split() == ["τ", "from", "to", "below", "edges", "directed", "S_g", "change"]
    # The automatic τ of 200 rows is 0.053.
    assert [line.split()[0] == "*" for line in lines[2:5]] == [False, False, True]
    assert lines[2].split()[1:4] == ["∞", "0", "0"]
    assert lines[4].endswith("+ a → c, + b → c, now c → d")
    assert lines[5].startswith("* holds the automatic τ, 0.05")
    assert lines[6:] == ["  a → c", "  b → c", "  c → d"]


def test_the_same_path_is_the_same_bytes(data, tmp_path):
    written = []
    for number in (1, 2):
        out = tmp_path / f"{number}.json"
        main(["tau-path", str(data), "--measure", "rcd", "--quiet", "--out", str(out)])
        written.append(out.read_bytes())
    assert written[0] == written[1]


def test_knowledge_is_enforced_at_every_threshold(data, tmp_path):
    out, known = tmp_path / "path.json", tmp_path / "known.csv"
    known.write_text("source,relation,target\nd,->,e\na,!--,c\n")
    options = ["--measure", "partial-correlation", "--knowledge", str(known), "--out", str(out)]
    assert main(["tau-path", str(data), *options]) == 0
    plateaus = json.loads(out.read_text(encoding="utf-8"))["plateaus"]
    assert len(plateaus) > 2
    for plateau in plateaus:
        edges = [tuple(edge.values()) for edge in plateau["edges"]]
        assert ("d", "e", True) in edges
        assert all({"a", "c"} != set(edge[:2]) for edge in edges)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tau-floor", "0"], "tau-floor must be a number between 0 and 1"),
        (["--tau-floor", "nan"], "tau-floor must be a number between 0 and 1"),
        (["--out", "absent/p.json"], "folder of absent/p.json does not exist"),
        (["--alpha", "2"], "alpha must be"),
    ],
)
def test_an_error_is_one_line_and_exit_code_two(data, options, message, capsys):
    assert main(["tau-path", str(data), "--measure", "rcd", "--quiet", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_the_options_of_a_search_are_those_of_discover():
    parse = build_parser().parse_args
    path = vars(parse(["tau-path", "d.csv"]))
    search = vars(parse(["discover", "d.csv"]))
    own = {"tau_floor", "global_score"}
    assert set(path) - own == set(search) - {"tau", "no_global_score"}
    assert all(path[name] == search[name] for name in set(path) - own - {"command"})
    assert path["tau_floor"] is None


def test_any_table_that_discover_reads_has_a_path(data, tmp_path, capsys):
    sheet = tmp_path / "data.xlsx"
    pd.read_csv(data).to_excel(sheet, index=False)
    options = ["--measure", "partial-correlation", "--quiet"]
    assert main(["tau-path", str(data), *options]) == 0
    expected = capsys.readouterr().out
    assert main(["tau-path", str(sheet), *options]) == 0
    assert capsys.readouterr().out == expected


def test_the_path_of_the_papers_preset_begins_below_its_calibrated_threshold(
    data, tmp_path, capsys
):
    out = tmp_path / "path.json"
    quick = ["--width", "4", "--outer-steps", "2", "--inner-steps", "1", "--max-subset", "0"]
    command = ["tau-path", str(data), "--preset", "paper", *quick, "--quiet", "--alpha", "0.05"]
    assert main([*command, "--out", str(out)]) == 0
    path = json.loads(out.read_text(encoding="utf-8"))
    assert 0.005 < path["tau_auto"] < 1
    assert path["tau_floor"] == pytest.approx(path["tau_auto"] / 10)
    assert "* holds the automatic τ" in capsys.readouterr().out
