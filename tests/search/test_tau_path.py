"""The τ-path must say, for every τ, exactly what the search finds there."""

import hashlib
import math
from itertools import pairwise

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.graphs import EdgeKind, Reorient
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import (
    Cancelled,
    MemoryCache,
    Ncd,
    NcdSettings,
    PartialCorrelation,
    Query,
    Rcd,
)
from gesncd.search import Finished, GlobalScore, Limits, Phase, Step, reframed_ges
from gesncd.search.tau_path import tau_path


class HashedScores:
    """Scores that mean nothing: uniform in [low, 1), drawn from the query itself."""

    name = "hashed"
    symmetric = True

    def __init__(self, n_variables, seed, *, low=0.0, digits=None):
        self.n_variables = n_variables
        self.key = f"hashed {seed} {low} {digits}"
        self._low, self._digits = low, digits
        self.n_evaluated = 0

    def evaluate(self, queries, on_chunk=None):
        self.n_evaluated += len(queries)
        return np.array([self._score(query.canonical) for query in queries])

    def _score(self, query):
        digest = hashlib.blake2b(f"{self.key} {query}".encode(), digest_size=8).digest()
        score = self._low + (1 - self._low) * int.from_bytes(digest) / 2**64
        return score if self._digits is None else round(score, self._digits)


class TableScores:
    """Hand-written scores by query, 0 for all others."""

    name = "table"
    key = "table"
    symmetric = True

    def __init__(self, n_variables, scores):
        self.n_variables = n_variables
        self._scores = {Query.pair(x, y, z): score for (x, y, *z), score in scores.items()}

    def evaluate(self, queries, on_chunk=None):
        return np.array([self._scores.get(query.canonical, 0.0) for query in queries])


def mixed_data(n_variables, rng):
    """Partly non-linear data of a random DAG in column order, 150 rows."""
    values = np.zeros((150, n_variables))
    for j in range(n_variables):
        values[:, j] = rng.normal(size=150)
        for i in range(j):
            if rng.random() < 0.45:
                effect = np.tanh if rng.random() < 0.5 else np.abs
                values[:, j] += rng.uniform(0.5, 1.5) * effect(2 * values[:, i])
    return Dataset.from_array(values)


def direct(measure, tau, cache, **options):
    events = list(reframed_ges(measure, tau, cache=cache, global_score=False, **options))
    assert isinstance(events[-1], Finished)
    return events


def check_against_direct_runs(measure, tau_floor, rng, n_random=10, **options):
    """Compare at τ_floor, around every breakpoint of every route, and at random τ."""
    cache = MemoryCache()
    path = tau_path(measure, tau_floor, cache=cache, **options)
    routes = [route for plateau in path.plateaus for route in plateau.routes]
    check_covers_without_gaps(path, routes)
    breakpoints = [route.tau_low for route in routes]
    top = max(breakpoints) + 1e-3
    taus = {tau_floor, *rng.uniform(tau_floor, top, n_random), top}
    for point in breakpoints:
        taus |= {point, math.nextafter(point, -math.inf), math.nextafter(point, math.inf)}
    for tau in sorted(tau for tau in taus if tau >= tau_floor):
        events = direct(measure, tau, cache, **options)
        plateau = path.at(tau)
        assert plateau.tau_low <= tau < plateau.tau_high
        assert plateau.cpdag == events[-1].cpdag, tau
        assert plateau.graph == events[-1].graph, tau
        (route,) = (r for r in plateau.routes if r.tau_low <= tau < r.tau_high)
        steps = [event for event in events if isinstance(event, Step)]
        inserted = [step for step in steps if step.phase is Phase.FORWARD]
        assert [taken(c) for c in path.insertions[: route.n_insertions]] == [*map(taken, inserted)]
        assert [taken(c) for c in route.deletions] == [*map(taken, steps[len(inserted) :])]
    return path


def taken(step):
    return step.operator, step.conditioning, step.score


def check_covers_without_gaps(path, routes):
    for parts in (path.plateaus, routes):
        assert parts[0].tau_low == path.tau_floor
        assert parts[-1].tau_high == math.inf
        assert all(a.tau_high == b.tau_low for a, b in pairwise(parts))
        assert all(part.tau_low < part.tau_high for part in parts)
    for left, right in zip(path.plateaus, path.plateaus[1:], strict=False):
        assert left.cpdag != right.cpdag


@pytest.mark.parametrize("kind", [PartialCorrelation, Rcd])
@pytest.mark.parametrize("n_variables", [5, 6, 7, 8])
def test_real_measures(kind, n_variables):
    rng = np.random.default_rng(n_variables)
    measure = kind(mixed_data(n_variables, rng))
    floor = measure.null_quantile(0.001) / 10
    path = check_against_direct_runs(measure, floor, rng)
    assert len(path.plateaus) >= 5
    assert path.plateaus[-1].cpdag.n_edges == 0


def test_a_path_of_networks_is_what_searches_without_its_scores_find():
    dataset = mixed_data(5, np.random.default_rng(11))
    settings = NcdSettings(restarts=1, landmarks=30, units=15, regressor_units=20)
    measure = Ncd(dataset, settings, jobs=1)
    path = tau_path(measure, measure.null_quantile(0.001) / 10)
    assert len(path.plateaus) >= 5
    breakpoints = [plateau.tau_low for plateau in path.plateaus]
    below = [math.nextafter(tau, -math.inf) for tau in breakpoints[1:4]]
    for tau in [*breakpoints[:4], *below]:
        # Asks in other batches, and for fewer scores.
        events = direct(Ncd(dataset, settings, jobs=1), tau, None)
        assert events[-1].cpdag == path.at(tau).cpdag


def test_negative_thresholds():
    # RCD falls below 0; a search at τ < 0 is unwise but well defined.
    rng = np.random.default_rng(20)
    measure = Rcd(Dataset.from_array(rng.normal(size=(150, 5))))
    path = check_against_direct_runs(measure, -0.05, rng)
    assert sum(plateau.tau_low < 0 for plateau in path.plateaus) > 1


@pytest.mark.parametrize("digits", [None, 2, 1])
def test_meaningless_scores(digits):
    # No order at all along either phase, and with rounding many ties.
    rng = np.random.default_rng(5 if digits is None else digits)
    n_rising = n_merged = n_deleted = 0
    for seed in range(60):
        n_variables = int(rng.integers(2, 6))
        low = float(rng.choice([0.0, -0.5]))
        measure = HashedScores(n_variables, seed, low=low, digits=digits)
        path = check_against_direct_runs(measure, low + 0.1, rng, n_random=5)
        scores = [candidate.score for candidate in path.insertions]
        n_rising += any(a < b for a, b in pairwise(scores))
        n_merged += any(len(plateau.routes) > 1 for plateau in path.plateaus)
        n_deleted += any(r.deletions for p in path.plateaus for r in p.routes)
    # The trials hold what they are meant to try.
    assert n_rising > 20
    assert n_merged > 5
    assert n_deleted > 20


def test_with_limits_and_knowledge():
    rng = np.random.default_rng(6)
    names = tuple("abcde")
    some = Constraints.of(
        Knowledge(required=(("a", "b"),), tiers=(("a", "b", "c"), ("d", "e"))), names
    )
    apart = Constraints.of(Knowledge(not_adjacent=(("a", "c"), ("b", "e"), ("c", "d"))), names)
    n_oriented = n_capped = n_reoriented = 0
    for seed in range(15):
        measure = HashedScores(5, seed, digits=2)
        path = check_against_direct_runs(measure, 0.3, rng, n_random=3, knowledge=some)
        assert all(p.cpdag.kind(0, 1) is not EdgeKind.NONE for p in path.plateaus)
        n_oriented += any(plateau.graph != plateau.cpdag for plateau in path.plateaus)
        path = check_against_direct_runs(measure, 0.3, rng, n_random=3, knowledge=apart)
        n_reoriented += any(
            isinstance(each.operator, Reorient)
            for each in direct(measure, 0.3, None, knowledge=apart)
            if isinstance(each, Step)
        )
        limits = Limits(max_subset=1, max_conditioning=2)
        path = check_against_direct_runs(measure, 0.3, rng, n_random=3, limits=limits)
        noted = bool(direct(measure, 0.3, None, limits=limits)[-1].notes)
        assert path.notes or not noted
        n_capped += bool(path.notes)
        assert not tau_path(measure, 0.3).notes
    assert n_oriented > 10
    assert n_capped > 10
    assert n_reoriented > 3


def test_a_path_by_hand():
    # FES: 1—3 at 0.9; 2 → 3 given 1 at only 0.3; then 0 → 3 given 1 and 2 at 0.6, above it:
    # every τ that allows the second step allows the third. From there BES parts 1 and 3
    # at 0.1, and then at once 0 and 3, whose score has fallen to 0.08; 2—3 goes at 0.25.
    scores = {
        (1, 3): 0.9,
        (2, 3): 0.25,
        (2, 3, 1): 0.3,
        (0, 3, 1, 2): 0.6,
        (1, 3, 0, 2): 0.1,
        (2, 3, 0, 1): 0.4,
        (0, 3, 2): 0.08,
        (2, 3, 0): 0.2,
    }
    path = tau_path(TableScores(4, scores), 0.05)
    summary = [
        (p.tau_low, p.tau_high, [(*edge[:2], edge.directed) for edge in p.cpdag.edges()])
        for p in path.plateaus
    ]
    assert summary == [
        (0.05, 0.1, [(0, 3, True), (1, 3, True), (2, 3, True)]),
        (0.1, 0.25, [(2, 3, False)]),
        (0.25, 0.3, []),
        (0.3, 0.9, [(1, 3, False)]),
        (0.9, math.inf, []),
    ]
    assert [candidate.score for candidate in path.insertions] == [0.9, 0.3, 0.6]
    taken = [(r.n_insertions, len(r.deletions)) for p in path.plateaus for r in p.routes]
    assert taken == [(3, 0), (3, 2), (3, 3), (1, 0), (0, 0)]
    assert path.at(0.6).cpdag == path.plateaus[3].cpdag
    found = path.edge_intervals(3, 2)
    assert found.joined == ((0.05, 0.25),)
    assert found.backward == ((0.05, 0.1),)
    assert found.undirected == ((0.1, 0.25),)
    assert found.forward == ()
    assert path.edge_intervals(1, 3).joined == ((0.05, 0.1), (0.3, 0.9))


def test_edge_intervals_are_what_the_plateaus_say():
    for seed in range(10):
        path = tau_path(HashedScores(5, seed, digits=2), 0.2)
        for i in range(5):
            for j in set(range(5)) - {i}:
                found = path.edge_intervals(i, j)
                # No two intervals touch, so they are as long as can be.
                for intervals in (found.joined, found.forward, found.backward, found.undirected):
                    assert all(a[1] < b[0] for a, b in pairwise(intervals))
                for plateau in path.plateaus:
                    kind = plateau.graph.kind(i, j)
                    tau = plateau.tau_low
                    assert within(found.joined, tau) == (kind is not EdgeKind.NONE)
                    assert within(found.forward, tau) == (kind is EdgeKind.FORWARD)
                    assert within(found.backward, tau) == (kind is EdgeKind.BACKWARD)
                    assert within(found.undirected, tau) == (kind is EdgeKind.UNDIRECTED)
                mirrored = path.edge_intervals(j, i)
                assert (mirrored.forward, mirrored.backward) == (found.backward, found.forward)


def within(intervals, tau):
    return any(low <= tau < high for low, high in intervals)


def test_the_global_score_is_that_of_the_search():
    measure = PartialCorrelation(mixed_data(5, np.random.default_rng(8)))
    path = tau_path(measure, 0.002, global_score=True)
    assert len({plateau.global_score for plateau in path.plateaus}) > 3
    for plateau in path.plateaus:
        events = list(reframed_ges(measure, plateau.tau_low))
        last = [event.value for event in events if isinstance(event, GlobalScore)][-1]
        assert plateau.global_score == last
    assert all(p.global_score is None for p in tau_path(measure, 0.002).plateaus)


def test_progress_says_after_which_step_a_global_score_is_asked():
    seen = []
    path = tau_path(HashedScores(5, 2), 0.3, global_score=True, on_progress=seen.append)
    asked = {each.step for each in seen if each.purpose == "global score"}
    firsts = [plateau.routes[0] for plateau in path.plateaus]
    steps = {route.n_insertions + len(route.deletions) for route in firsts}
    assert asked
    assert asked <= steps
    # Deletions are counted: some are asked for after more steps than there are insertions.
    assert max(asked) > len(path.insertions)


def test_a_floor_cuts_the_path_and_changes_nothing_above():
    # Also where a score is exactly the floor, and where the floor is inside a plateau.
    for seed in range(5):
        measure, cache = HashedScores(5, seed, digits=2), MemoryCache()
        path = tau_path(measure, 0.2, cache=cache)
        for plateau in path.plateaus:
            for floor in (plateau.tau_low, plateau.tau_low + 1e-4):
                part = tau_path(measure, floor, cache=cache)
                assert [(p.tau_high, p.cpdag) for p in part.plateaus] == [
                    (p.tau_high, p.cpdag) for p in path.plateaus if p.tau_high > floor
                ]
                lows = [p.tau_low for p in path.plateaus if p.tau_low > floor]
                assert [p.tau_low for p in part.plateaus] == [floor, *lows]
                assert all(candidate.score > floor for candidate in part.insertions)


def test_a_warm_cache_needs_no_measure():
    cache = MemoryCache()
    first = HashedScores(6, 1)
    path = tau_path(first, 0.2, cache=cache)
    assert first.n_evaluated == path.n_queries == len(cache)
    again = HashedScores(6, 1)
    assert tau_path(again, 0.2, cache=cache) == path
    # A search anywhere on the path, too, finds all its scores there.
    for plateau in path.plateaus:
        direct(again, plateau.tau_low, cache)
    assert again.n_evaluated == 0


def test_a_path_asks_what_the_searches_on_it_ask_and_no_more():
    # With one digit many scores are equal, where a cut or a route would have no length.
    for seed in range(12):
        measure, asked = HashedScores(6, seed, digits=1), MemoryCache()
        path = tau_path(measure, 0.3, cache=asked)
        needed = MemoryCache()
        for route in (route for plateau in path.plateaus for route in plateau.routes):
            direct(measure, route.tau_low, needed)
        assert path.n_queries == len(asked) == len(needed)


def test_a_stopped_path_keeps_its_scores():
    def stop(progress):
        if progress.phase is Phase.FORWARD and progress.step == 3:
            raise Cancelled

    cache = MemoryCache()
    with pytest.raises(Cancelled):
        tau_path(HashedScores(6, 1), 0.2, cache=cache, on_progress=stop)
    n_kept = len(cache)
    assert n_kept >= 15
    again = HashedScores(6, 1)
    path = tau_path(again, 0.2, cache=cache)
    assert again.n_evaluated == path.n_queries - n_kept


def test_one_plateau_where_nothing_passes():
    for n_variables, floor in [(0, 0.1), (1, 0.1), (4, 1.0)]:
        (plateau,) = tau_path(HashedScores(n_variables, 0), floor).plateaus
        assert (plateau.tau_low, plateau.tau_high) == (floor, math.inf)
        assert plateau.cpdag.n_edges == 0


def test_what_cannot_be_answered_is_refused():
    measure = HashedScores(3, 0)
    for tau in (math.nan, math.inf, -math.inf):
        with pytest.raises(ValueError, match="τ_floor must be a finite number"):
            tau_path(measure, tau)
        with pytest.raises(ValueError, match="τ must be a finite number"):
            tau_path(measure, 0.1).at(tau)
    with pytest.raises(ValueError, match=r"0\.05 is below τ_floor = 0\.1"):
        tau_path(measure, 0.1).at(0.05)
    for i, j in [(1, 1), (0, 3), (-1, 0)]:
        with pytest.raises(ValueError, match="not two of the nodes 0 to 2"):
            tau_path(measure, 0.1).edge_intervals(i, j)
