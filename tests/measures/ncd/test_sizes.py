"""How large h and l have to be, so that a score given Z means dependence."""

import numpy as np
import pytest

from benchmarks.network_sizes import SIZES, main, scored
from gesncd.data import Dataset
from gesncd.measures import Ncd, NcdSettings, Query
from gesncd.measures.ncd.settings import LEAST_DEPTH
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings


@pytest.mark.parametrize("depth", [LEAST_DEPTH, 3])
def test_the_smallest_networks_that_are_offered_keep_the_level(depth):
    scores, tau = scored(depth, 10, 6)
    assert len(scores) == 24
    assert scores.max() < tau


@pytest.mark.parametrize(("depth", "width"), [(LEAST_DEPTH, 2), (LEAST_DEPTH - 1, 40)])
def test_networks_that_are_too_small_do_not_and_say_so(depth, width):
    """So that the test above can fail; older runs may have a single layer."""
    scores, tau = scored(depth, width, 3)
    assert (scores > tau).mean() > 0.5
    data = Dataset.from_array(np.random.default_rng(0).normal(size=(60, 3)))
    (note,) = Ncd(data, NcdSettings(networks="perceptron", depth=depth, width=width)).notes
    assert note.startswith(f"Networks of depth {depth} and width {width} are too small")


def test_a_run_of_an_older_release_with_a_single_layer_is_read_and_computed():
    settings = RunSettings(networks="perceptron", depth=1, ncd=NcdParts(restarts=1))
    assert RunSettings.from_dict(settings.to_dict()) == settings
    data = Dataset.from_array(np.random.default_rng(0).normal(size=(60, 3)))
    assert len(build_measure(settings, data).evaluate([Query((0,), (1,), (2,))])) == 1


def test_networks_that_are_offered_have_no_note():
    data = Dataset.from_array(np.random.default_rng(0).normal(size=(60, 3)))
    for networks, depth, width in (("radial", 2, 1), ("perceptron", 2, 10), ("perceptron", 3, 5)):
        assert not Ncd(data, NcdSettings(networks=networks, depth=depth, width=width)).notes


def test_the_table_has_a_row_a_size(capsys, monkeypatch):
    monkeypatch.setattr("benchmarks.network_sizes.SIZES", SIZES[2:4])
    main(["--pairs", "1"])
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split("|")[1:3] for row in rows] == [[" 2 ", " 10 "], [" 2 ", " 40 "]]
