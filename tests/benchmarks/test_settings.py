from __future__ import annotations

import numpy as np
import pytest

from benchmarks.settings import PAPER_DATA, SETTINGS, PaperFiles, Setting
from gesncd.graphs import topological_order

needs_paper_data = pytest.mark.skipif(
    not PAPER_DATA.is_dir(), reason="the paper's data sets are not beside the repository"
)


@needs_paper_data
def test_every_file_has_the_size_and_graph_it_should():
    sizes = {
        "gp-10-d2-1k": (1000, 10),
        "gp-10-d2-5k": (5000, 10),
        "mult-10-d2-1k": (1000, 10),
        "mult-10-d2-5k": (5000, 10),
        "multidim": (1000, 5),
        "syntren": (500, 20),
    }
    from_files = {n: s for n, s in SETTINGS.items() if isinstance(s.source, PaperFiles)}
    assert set(from_files) == set(sizes)
    for name, setting in from_files.items():
        for index in setting.source.sets:
            example = setting.source.load(index)
            assert (example.dataset.n_rows, example.dataset.n_variables) == sizes[name]
            assert example.dag.n_nodes == sizes[name][1]
            assert example.dag.is_directed
            assert topological_order(example.dag) is not None


@needs_paper_data
def test_vector_variables_take_the_columns_of_their_group():
    source = SETTINGS["multidim"].source
    assert source.sets == tuple(range(10))
    dataset = source.load(0).dataset
    assert [v.columns for v in dataset.variables] == [(0, 1), (2, 3), (4,), (5,), (6, 7)]


@needs_paper_data
def test_the_first_rows_are_the_first_rows():
    short, long = (SETTINGS[name].source for name in ("gp-10-d2-1k", "gp-10-d2-5k"))
    np.testing.assert_array_equal(short.load(2).dataset.values, long.load(2).dataset.values[:1000])
    assert short.fingerprint(2) != long.fingerprint(2)


def test_simulated_sets_are_fixed_and_differ(tiny: Setting):
    first, again, second = (tiny.source.load(index) for index in (1, 1, 2))
    assert first.dataset.sha256 == again.dataset.sha256 != second.dataset.sha256
    assert first.dag == again.dag
    assert tiny.source.fingerprint(1) == tiny.source.fingerprint(1) != tiny.source.fingerprint(2)


def test_the_known_structure_is_used():
    setting = SETTINGS["child-gp-3k"]
    probe = setting.source._draw(1, 4)
    assert (probe.dag.n_nodes, probe.dag.n_edges) == (20, 25)


def test_dense_settings_use_the_papers_smaller_threshold():
    taus = {name: setting.paper_rcd_tau for name, setting in SETTINGS.items()}
    assert {n: t for n, t in taus.items() if t != 0.05} == {
        "gp-10-d8-1k": 0.001,
        "gp-10-d8-5k": 0.001,
        "mult-10-d8-1k": 0.001,
        "mult-10-d8-5k": 0.001,
        "syntren": 0.5,
    }
