import re

import numpy as np
import pytest

from gesncd.__main__ import main


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(1)
    a, b, c, d, e, f = rng.normal(size=(6, 200))
    values = np.column_stack([a, a + b, c, a + c + d, b + e, f])
    path = tmp_path / "six.csv"
    np.savetxt(path, values, delimiter=",", header="a,b,c,d,e,f", comments="")
    return path


def test_a_plan_has_queries_time_memory_and_other_sizes(table, capsys):
    assert main(["plan", str(table), "--measure", "rcd", "--workers", "3"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("six.csv: 6 variables, 200 rows.\n")
    assert "as a quick search with partial correlation finds" in text
    assert re.search(r"Pace of rcd in one process at 200 rows: [\d.,e+]+ queries a second", text)
    assert "With 3 workers on this machine:" in text
    queries = int(re.search(r"queries +about ([\d,]+), of which", text)[1].replace(",", ""))
    assert 20 <= queries <= 80
    assert re.search(r"memory +about \d+ MB", text)
    assert "RCD uses one process here; set GESNCD_ENGINE" in text
    rows = re.findall(r"^ +(\d+) +([\d,]+) +(.+)$", text, flags=re.M)
    assert [row[0] for row in rows] == ["10", "20", "50", "100", "200", "500", "1000"]
    counts = [int(row[1].replace(",", "")) for row in rows]
    assert counts == sorted(counts)
    assert counts[-1] > 500_000
    assert all(row[2].count("*") == 2 for row in rows)
    assert "* on 723,369 evenly spaced rows" in text
    assert "--effect" in text


def test_screening_effect_and_degree_change_the_plan(table, capsys):
    main(["plan", str(table), "--measure", "partial-correlation", "--degree", "2"])
    plain = capsys.readouterr().out
    assert "Edges at a variable: 2, as given." in plain
    assert "hardly changes the time" in plain
    main(["plan", str(table), "--measure", "rcd", "--degree", "2", "--screen", "5"])
    screened = capsys.readouterr().out

    def last(text):
        return int(re.search(r"^ +1000 +([\d,]+)", text, flags=re.M)[1].replace(",", ""))

    assert last(screened) < last(plain) / 50
    main(["plan", str(table), "--measure", "rcd", "--effect", "0.1", "--no-global-score"])
    text = capsys.readouterr().out
    assert "for S_g" not in text.split("\n\n")[0]
    assert "* on 7,234 evenly spaced rows" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--workers", "0"], "workers must be a whole number from 1 on"),
        (["--effect", "1.5"], "effect must lie between 0 and 1"),
        (["--degree", "0"], "degree must be above 0"),
        (["--screen", "0"], "screen must be a whole number from 1"),
    ],
)
def test_what_cannot_be_planned_is_one_line(table, capsys, options, message):
    assert main(["plan", str(table), "--measure", "rcd", *options]) == 2
    assert message in capsys.readouterr().err


def test_an_engine_lends_its_workers(table, capsys, monkeypatch):
    from gesncd.engine import choose

    monkeypatch.setenv("GESNCD_ENGINE", "joblib:threading")
    assert main(["plan", str(table), "--measure", "rcd"]) == 0
    text = capsys.readouterr().out
    assert "on joblib's backend 'threading':" in text
    assert re.search(r"memory +about \d+ MB a worker", text)
    assert "set GESNCD_ENGINE" not in text
    choose._opened.cache_clear()


def test_a_gpu_that_only_workers_have_is_not_timed(table, capsys, monkeypatch):
    monkeypatch.setattr("gesncd.cli.common.chosen_device", lambda *given: "cuda")
    monkeypatch.setattr("gesncd.measures.ncd.device.gpu_is_here", lambda: False)
    sizes = ["--depth", "2", "--width", "4", "--outer-steps", "1", "--no-remove-predictable"]
    assert main(["plan", str(table), *sizes, "--degree", "1", "--no-global-score"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("The workers' GPUs cannot be timed from here")
    assert re.search(r"memory +about [\d.]+ [MG]B a worker", text)
