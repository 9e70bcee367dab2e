import pytest

from components.tune.paint import (
    FLEETING,
    LEAST_WIDTH,
    MOST_WIDTH,
    persistence_paint,
)
from gesncd.analysis.persistence import persistence
from gesncd.measures import PartialCorrelation
from gesncd.search.tau_path import tau_path
from gesncd.words import percent


@pytest.fixture(scope="module")
def path(linear_data):
    return tau_path(PartialCorrelation(linear_data), 0.002)


def test_every_edge_has_a_number_and_a_width_for_how_long_it_lasts(path):
    lasting = persistence(path)
    graph = path.plateaus[0].graph
    paint = persistence_paint(path, graph, lasting)
    assert len(paint.edges) == graph.n_edges > 10
    seen = set()
    for pair, edge in paint.edges.items():
        share = lasting[pair].joined
        assert edge.label == percent(share)
        assert LEAST_WIDTH <= edge.width <= MOST_WIDTH
        assert edge.width == pytest.approx(
            LEAST_WIDTH + share * (MOST_WIDTH - LEAST_WIDTH), abs=0.01
        )
        assert edge.dashed == (share < FLEETING) == (edge.ink == "muted")
        seen.add(edge.dashed)
    assert seen == {True, False}


def test_the_legend_has_a_word_for_each_way_of_drawing(path):
    legend = persistence_paint(path, path.plateaus[0].graph, persistence(path)).legend
    assert [entry.text for entry in legend] == [
        "directed",
        "undirected",
        "lasts longer",
        "lasts under a fifth of the path",
    ]


def test_hovering_tells_for_which_thresholds_a_pair_is_joined(path):
    graph = path.plateaus[0].graph
    edge = next(iter(graph.edges()))
    pair = (min(edge.source, edge.target), max(edge.source, edge.target))
    remark = persistence_paint(path, graph, persistence(path)).edges[pair].remark
    assert remark.startswith("joined for τ 0.002 to ")
    assert f"{percent(persistence(path)[pair].joined)} of the path from τ 0.002 to " in remark
    assert remark.split("\n")[1].endswith("its last breakpoint")


def test_only_what_lasts_to_the_last_breakpoint_has_a_hundred_percent(path):
    assert [percent(share) for share in (1, 0.9999, 0.994, 0.5, 0.001)] == [
        "100 %",
        "99 %",
        "99 %",
        "50 %",
        "1 %",
    ]
    last = path.plateaus[-2].graph
    pairs = {(min(e.source, e.target), max(e.source, e.target)) for e in last.edges()}
    whole = {pair for pair, each in persistence(path).items() if percent(each.joined) == "100 %"}
    assert whole
    assert whole <= pairs
