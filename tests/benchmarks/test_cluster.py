from __future__ import annotations

from benchmarks import cluster
from benchmarks.cluster import Work, overhead_rows, plan_row, screening_rows, speed_up_rows
from gesncd.settings.run_settings import RunSettings

SMALL = Work("linear", 6, 200, RunSettings(measure="rcd", global_score=False))


def test_the_speed_up_is_measured_on_equal_results(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setattr(cluster, "N_REPLICATES", 2)
    rows = list(speed_up_rows([SMALL]))
    assert [row[0] for row in rows] == [
        "rcd, d = 6, n = 200",
        "2 replicates, rcd, d = 6, n = 200",
    ]
    assert all(len(row) == 5 and all(float(cell) >= 0 for cell in row[1:4]) for row in rows)


def test_the_overhead_of_a_batch(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    (one, alone, rate), (two, *_) = overhead_rows(n_calls=10)
    assert (one, two) == ("1", "2")
    assert 0 < float(alone) < 5000
    assert float(rate) > 0


def test_a_plan_stands_beside_what_was_taken():
    name, planned, asked, *seconds = plan_row(SMALL)
    assert name == "rcd, d = 6, n = 200"
    actual = int(asked.replace(",", ""))
    assert actual / 2 <= int(planned.replace(",", "")) <= 2 * actual
    assert all(float(each) >= 0 for each in seconds)


def test_screening_keeps_more_the_more_it_may():
    rows = list(screening_rows(sizes=((8, 2),)))
    assert [row[0] for row in rows] == ["linear", "pnl-gp", "pnl-mult"]
    for _, d, degree, five, ten, twenty in rows:
        assert (d, degree) == ("8", "2")
        assert ten == twenty == "1.00 (100%)"
        assert 0.5 < float(five.split()[0]) <= 1
