"""How large h and l have to be, so that a score given Z means dependence."""

import pytest

from benchmarks.network_sizes import SIZES, main, scored
from gesncd.settings.run_settings import LEAST_DEPTH


@pytest.mark.parametrize("depth", [LEAST_DEPTH, 3])
def test_the_smallest_networks_that_are_offered_keep_the_level(depth):
    scores, tau = scored(depth, 10, 6)
    assert len(scores) == 24
    assert scores.max() < tau


def test_networks_that_are_far_too_small_do_not():
    """So that the test above can fail."""
    scores, tau = scored(LEAST_DEPTH, 2, 3)
    assert (scores > tau).mean() > 0.5


def test_the_table_has_a_row_a_size(capsys, monkeypatch):
    monkeypatch.setattr("benchmarks.network_sizes.SIZES", SIZES[2:4])
    main(["--pairs", "1"])
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split("|")[1:3] for row in rows] == [[" 2 ", " 10 "], [" 2 ", " 40 "]]
