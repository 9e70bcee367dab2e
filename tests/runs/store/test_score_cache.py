import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gesncd.measures import Query, ScoreCache
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.score_cache import StoreCache
from gesncd.runs.store.score_rows import query_text

A, B, C = Query.pair(0, 1), Query.pair(1, 0), Query((0, 2), (1,), (3, 4))


def test_scores_come_back_exactly_and_from_another_process_view(store):
    values = [0.1 + 0.2, -1e-300, 5e-324]
    StoreCache(store).put("key", [A, B, C], values)
    fresh = StoreCache(RunStore.open(store.home.path))
    assert isinstance(fresh, ScoreCache)
    assert fresh.get("key", [C, A, Query.pair(5, 6), B]) == [values[2], values[0], None, values[1]]


def test_keys_do_not_mix(store):
    cache = StoreCache(store)
    cache.put("one", [A], [0.5])
    assert cache.get("two", [A]) == [None]
    assert StoreCache(store).get("two", [A]) == [None]


def test_many_queries_are_looked_up_at_once(store):
    queries = [Query.pair(i, j) for i in range(60) for j in range(60) if i != j]
    scores = [(i % 97) / 97 for i in range(len(queries))]
    StoreCache(store).put("key", queries[::2], scores[::2])
    found = StoreCache(store).get("key", queries)
    assert found[::2] == scores[::2]
    assert set(found[1::2]) == {None}


def test_what_is_known_is_not_asked_of_the_store_again(store, monkeypatch):
    cache = StoreCache(store)
    cache.put("key", [A], [0.5])
    StoreCache(store).put("key", [B], [0.25])
    assert cache.get("key", [A, B]) == [0.5, 0.25]

    def refuse(*args):
        raise AssertionError("asked again")

    monkeypatch.setattr(store, "scores", refuse)
    assert cache.get("key", [A, B]) == [0.5, 0.25]
    assert cache.get("key", []) == []


def test_a_score_once_kept_stays(store):
    StoreCache(store).put("key", [A], [0.5])
    StoreCache(store).put("key", [A, B], [0.75, 0.25])
    assert StoreCache(store).get("key", [A, B]) == [0.5, 0.25]


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_what_is_not_finite_is_refused_with_its_batch(store, bad):
    with pytest.raises(ValueError, match="finite"):
        StoreCache(store).put("key", [A, B], [0.5, bad])
    assert StoreCache(store).get("key", [A, B]) == [None, None]


def test_as_many_scores_as_queries_are_needed(store):
    with pytest.raises(ValueError, match="argument 2"):
        StoreCache(store).put("key", [A, B], [0.5])


sets = st.lists(st.integers(0, 12), max_size=8, unique=True)


@given(sets, sets)
def test_different_queries_have_different_texts(first, second):
    def query(nodes):
        return Query((100,), (101,), tuple(sorted(nodes)))

    assert (query_text(query(first)) == query_text(query(second))) == (set(first) == set(second))
    assert query_text(Query((1, 2), (3,))) != query_text(Query((1,), (2, 3)))
    assert query_text(Query((1,), (2,), (3,))) == "1|2|3"
