"""Chunks of queries: all are there, sets stay whole, and processes get equal shares."""

from __future__ import annotations

from itertools import combinations

import pytest

from gesncd.measures.base import Query
from gesncd.measures.ncd.chunks import chunks
from gesncd.measures.ncd.column_query import ColumnQuery

_SET_SECONDS = 0.126


def _queries(z: tuple[int, ...], number: int) -> list[ColumnQuery]:
    free = [k for k in range(100) if k not in z]
    pairs = list(combinations(free, 2))[:number]
    return [ColumnQuery(Query.pair(x, y, z), (x,), (y,), z) for x, y in pairs]


def _cut(queries: list[ColumnQuery], each: float, jobs: int) -> list[list[ColumnQuery]]:
    whole = each * len(queries) + _SET_SECONDS * len({q.z for q in queries if q.z})
    limit = min(0.3, whole / (2 * jobs))
    found = chunks(queries, [each] * len(queries), _SET_SECONDS, limit=limit, jobs=jobs)
    assert [i for chunk in found for i in chunk] == list(range(len(queries)))
    assert all(found)
    for chunk in found:
        assert len({queries[i].shape for i in chunk}) == 1
    return [[queries[i] for i in chunk] for chunk in found]


def _holders(cut: list[list[ColumnQuery]]) -> dict[tuple[int, ...], int]:
    """In how many chunks each conditioning set is."""
    sets = [{query.z for query in chunk} for chunk in cut]
    return {z: sum(z in each for each in sets) for z in set().union(*sets)}


def test_nothing_is_no_chunk():
    assert chunks([], [], 1.0, limit=0.0, jobs=2) == []


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_many_small_sets_are_never_parted_between_processes(jobs):
    queries = [q for z in combinations(range(10), 2) for q in _queries(z, 2)]
    cut = _cut(queries, 0.0135, jobs)
    if jobs > 1:
        assert set(_holders(cut).values()) == {1}
    assert len(cut) >= 2 * jobs
    work = [0.0135 * len(chunk) + _SET_SECONDS * len({query.z for query in chunk}) for chunk in cut]
    assert max(work) < 0.45


def test_two_processes_get_a_set_each():
    cut = _cut(_queries((2,), 8) + _queries((5,), 8), 0.0135, 2)
    assert [len(chunk) for chunk in cut] == [8, 8]
    assert set(_holders(cut).values()) == {1}


def test_fewer_sets_than_processes_are_shared():
    cut = _cut(_queries((2,), 8), 0.0135, 2)
    assert [len(chunk) for chunk in cut] == [4, 4]
    cut = _cut(_queries((2,), 8) + _queries((5,), 9), 0.0135, 4)
    assert [len(chunk) for chunk in cut] == [4, 4, 4, 5]
    assert _cut(_queries((2,), 1), 0.0135, 4) == [_queries((2,), 1)]


def test_without_a_set_there_is_nothing_to_share_and_the_work_is_parted():
    cut = _cut(_queries((), 45), 0.0135, 2)
    assert [len(chunk) for chunk in cut] == [11, 11, 11, 12]


def test_much_work_given_one_set_is_parted_beside_others():
    queries = _queries((2,), 200) + _queries((3,), 2) + _queries((4,), 2)
    cut = _cut(queries, 0.0135, 2)
    holders = _holders(cut)
    assert holders[(2,)] == 9
    assert holders[(3,)] == holders[(4,)] == 1
    sizes = [len(chunk) for chunk in cut if chunk[0].z == (2,)]
    assert max(sizes) - min(sizes) <= 1


def test_long_sharing_does_not_make_long_chunks():
    queries = _queries((2,), 60) + _queries((3,), 60)
    found = chunks(queries, [0.1] * 120, 5.0, limit=0.3, jobs=2)
    assert {len(chunk) for chunk in found} == {6}
    # A single process has worked out what is shared when the next chunk begins.
    found = chunks(queries, [0.1] * 120, 5.0, limit=0.3, jobs=1)
    assert {len(chunk) for chunk in found} == {3}


def test_shapes_are_kept_apart():
    cut = _cut(_queries((), 3) + _queries((1,), 3) + _queries((1, 2), 3), 1e-6, 1)
    assert [chunk[0].shape for chunk in cut] == [(1, 0), (1, 1), (1, 2)]


def test_long_queries_come_one_by_one():
    queries = [q for k in range(6) for q in _queries((k,), 1)]
    assert [len(chunk) for chunk in _cut(queries, 2.0, 2)] == [1] * 6
