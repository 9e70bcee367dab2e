import numpy as np
import pytest

from gesncd.graphs import PDAG
from gesncd.measures import MemoryCache, Query
from gesncd.search import Phase, Started
from gesncd.search.fork import Departure, continue_search
from gesncd.search.kept import KeptScores, KnownFirst, MissingScoresError, scores_in


def test_a_run_without_data_can_go_on_as_far_as_its_scores_reach(searches):
    measure, tau, events = searches[0]
    behind = MemoryCache()
    kept = KeptScores(measure.key, 7)
    # Everything that the search asked for was kept by a store.
    departure = Departure(PDAG.empty(7), Phase.FORWARD, 0, tau)
    list(continue_search(measure, departure, cache=behind))
    cache = KnownFirst(events, measure.key, behind)
    found = list(continue_search(kept, departure, cache=cache))
    assert found[-1].graph == events[-1].graph
    lower = Departure(PDAG.empty(7), Phase.FORWARD, 0, tau / 50)
    with pytest.raises(MissingScoresError, match="not kept") as caught:
        list(continue_search(kept, lower, cache=cache))
    assert caught.value.n_missing >= 1


def test_scores_of_events_are_the_measures(searches):
    measure, _, events = searches[1]
    assert isinstance(events[0], Started)
    found = dict(scores_in(events))
    assert len(found) > 30
    queries = list(found)
    assert all(query == query.canonical for query in queries)
    np.testing.assert_allclose(measure.evaluate(queries), list(found.values()), rtol=1e-12)


def test_what_is_put_goes_behind():
    behind = MemoryCache()
    cache = KnownFirst((), "key", behind)
    query = Query.pair(0, 1)
    assert cache.get("key", [query]) == [None]
    cache.put("key", [query], [0.5])
    assert cache.get("key", [query]) == behind.get("key", [query]) == [0.5]


def test_no_question_needs_no_score():
    assert KeptScores("key", 3).evaluate([]).shape == (0,)
