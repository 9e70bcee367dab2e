"""Scores are asked of the measure once, kept as they come, and refused where they are none."""

import math

import numpy as np
import pytest

from gesncd.measures import Cancelled, Chunk, MemoryCache, Query
from gesncd.search import MeasureError, Phase
from gesncd.search.progress import Progress
from gesncd.search.scoring import Scorer

QUERIES = [Query.pair(0, 1), Query.pair(0, 2), Query.pair(2, 1), Query.pair(0, 1, [2])]
SCORES = {query.canonical: (k + 1) / 10 for k, query in enumerate(QUERIES)}


class Told:
    """Hand-written scores, delivered in parts of two, or all at the end."""

    name = "told"
    key = "told"
    n_variables = 3

    def __init__(self, *, symmetric=True, calls_back=True, scores=SCORES):
        self.symmetric = symmetric
        self.asked = []
        self._calls_back = calls_back
        self._scores = scores

    def evaluate(self, queries, on_chunk=None):
        self.asked.append(list(queries))
        found = np.array([self._scores[query.canonical] for query in queries])
        if self._calls_back:
            for start in range(0, len(queries), 2):
                part = found[start : start + 2]
                done = start + len(part)
                on_chunk(Chunk(np.arange(start, done), part, done, len(queries)))
        return found


class Watched(MemoryCache):
    """A cache that remembers what it was asked."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def get(self, measure_key, queries):
        self.asked.extend(queries)
        return super().get(measure_key, queries)


def answer(scorer, queries, step=1):
    scorer.answer(queries, phase=Phase.FORWARD, step=step, purpose="candidates")
    return [scorer[query] for query in queries]


@pytest.mark.parametrize("calls_back", [True, False])
def test_a_score_is_asked_once_and_kept(calls_back):
    measure, cache = Told(calls_back=calls_back), Watched()
    scorer = Scorer(measure, cache)
    assert answer(scorer, [*QUERIES[:3], QUERIES[0], QUERIES[1].swapped]) == [
        *(0.1, 0.2, 0.3),
        *(0.1, 0.2),
    ]
    assert scorer.n_queries == len(cache) == 3
    assert answer(scorer, QUERIES) == [0.1, 0.2, 0.3, 0.4]
    # The second time only the one that is new, of the cache as well.
    canonical = [query.canonical for query in QUERIES]
    assert measure.asked == [canonical[:3], canonical[3:]]
    assert cache.asked == canonical
    answer(scorer, QUERIES)
    assert cache.asked == canonical
    # Another scorer finds them all, and counts them as its own.
    again = Told(calls_back=calls_back)
    other = Scorer(again, cache)
    assert answer(other, QUERIES) == [0.1, 0.2, 0.3, 0.4]
    assert (again.asked, other.n_queries) == ([], 4)


def test_only_what_the_cache_lacks_is_asked():
    cache = MemoryCache()
    cache.put("told", [QUERIES[1].canonical], [0.9])
    cache.put("of another measure", [QUERIES[0].canonical], [0.8])
    measure = Told()
    assert answer(Scorer(measure, cache), QUERIES) == [0.1, 0.9, 0.3, 0.4]
    assert measure.asked == [[QUERIES[k].canonical for k in (0, 2, 3)]]


def test_a_swapped_query_is_another_where_the_measure_is_not_symmetric():
    measure = Told(symmetric=False)
    scorer = Scorer(measure)
    answer(scorer, [QUERIES[2], QUERIES[2].swapped])
    assert measure.asked == [[QUERIES[2], QUERIES[2].swapped]]
    assert scorer.n_queries == 2


def test_progress_begins_at_nothing_and_leaves_out_what_the_cache_had():
    seen = []
    cache = MemoryCache()
    cache.put("told", [QUERIES[0]], [0.1])
    scorer = Scorer(Told(), cache, seen.append)
    answer(scorer, QUERIES, step=4)
    assert seen == [Progress(Phase.FORWARD, 4, "candidates", done, 3) for done in (0, 2, 3)]
    answer(scorer, QUERIES, step=5)
    assert len(seen) == 3, "nothing was asked, so there is nothing to watch"


def test_what_was_finished_is_kept_when_somebody_stops():
    def stop(progress):
        if progress.done:
            raise Cancelled

    cache = MemoryCache()
    with pytest.raises(Cancelled):
        answer(Scorer(Told(), cache, stop), QUERIES)
    assert cache.get("told", [query.canonical for query in QUERIES]) == [0.1, 0.2, None, None]


@pytest.mark.parametrize("calls_back", [True, False])
@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf])
def test_a_score_that_is_no_number_is_neither_known_nor_kept(score, calls_back):
    cache = MemoryCache()
    scorer = Scorer(Told(calls_back=calls_back, scores=SCORES | {QUERIES[3]: score}), cache)
    with pytest.raises(MeasureError, match=r"'told' returned .* a score must be a finite number"):
        answer(scorer, QUERIES)
    assert cache.get("told", [QUERIES[3]]) == [None]
    with pytest.raises(KeyError):
        scorer[QUERIES[3]]


@pytest.mark.parametrize("returned", [[0.1, 0.2, 0.3], [0.1] * 5, [[0.1]] * 4, None])
def test_one_score_a_query_is_asked_for(returned):
    measure = Told(calls_back=False)
    measure.evaluate = lambda queries, on_chunk=None: returned
    with pytest.raises(MeasureError, match="for 4 queries; it must return one a query"):
        answer(Scorer(measure), QUERIES)


def test_a_class_is_no_measure():
    with pytest.raises(TypeError, match=r"Told\(data\), not the class"):
        Scorer(Told)
