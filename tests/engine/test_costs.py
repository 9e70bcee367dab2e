from itertools import pairwise

import pytest

from gesncd.engine.costs import LEAST_S, PIECE_S, Costs, Pieces, kind_of
from gesncd.measures import Query


def queries(n=40):
    pairs = [Query.pair(i, j) for i in range(n) for j in range(i + 1, n)]
    return pairs + [Query.pair(i, j, (n + i % 3,)) for i in range(n) for j in range(i + 1, n)]


def all_pieces(asked, costs, n_workers):
    pieces, found = Pieces(asked, costs, n_workers), []
    while (piece := pieces.take()) is not None:
        found.append(piece)
    return found


def test_every_query_is_handed_out_once_in_pieces_of_one_kind():
    asked = queries()
    costs = Costs()
    costs.learn(asked[:10], 0.1)
    for known in (Costs(), costs):
        found = all_pieces(asked, known, 3)
        assert sorted(i for piece in found for i in piece) == list(range(len(asked)))
        assert all(len({kind_of(asked[i]) for i in piece}) == 1 for piece in found)


def test_queries_that_share_a_set_come_together():
    asked = queries(12)
    order = [asked[i].z for piece in all_pieces(asked, Costs(), 2) for i in piece]
    changes = sum(a != b for a, b in pairwise(order))
    assert changes == len(set(order)) - 1


def test_pieces_take_about_the_same_time_and_shrink_towards_the_end():
    asked = [Query.pair(i, j) for i in range(80) for j in range(i + 1, 80)]
    costs = Costs()
    costs.learn(asked[:100], 100 * 0.01)
    sizes = [len(piece) for piece in all_pieces(asked, costs, 2)]
    assert sizes[0] == pytest.approx(PIECE_S / 0.01, abs=1)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-2] == pytest.approx(LEAST_S / 0.01, abs=1)


def test_while_nothing_is_known_pieces_are_small():
    assert len(Pieces(queries(), Costs(), 2).take()) == 4


def test_costs_are_learnt_by_kind_and_follow_what_is_measured():
    costs = Costs()
    pair, given, many = Query.pair(0, 1), Query.pair(0, 1, (2, 3)), Query((0,), tuple(range(1, 9)))
    assert costs.of(pair) is None
    assert costs.total([pair]) is None
    costs.learn([pair] * 4, 0.4)
    assert costs.of(pair) == pytest.approx(0.1)
    assert costs.of(given) == pytest.approx(0.1), "the nearest kind, where there is no other"
    costs.learn([given] * 2, 2.0)
    assert costs.of(given) == pytest.approx(1.0)
    costs.learn([given] * 2, 1.0)
    assert costs.of(given) == pytest.approx(0.75)
    assert costs.of(many) == pytest.approx(0.1)
    assert costs.total([pair, pair, given]) == pytest.approx(0.95)
