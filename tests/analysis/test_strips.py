import math
from itertools import pairwise

import numpy as np
import pytest

from gesncd.analysis.agreement import Verdict, claims_of, verdict
from gesncd.analysis.statements import Relation, Statement
from gesncd.analysis.strips import (
    AgreementSummary,
    agreement_summary,
    strips,
)
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import MemoryCache, PartialCorrelation
from gesncd.search import Finished, reframed_ges, tau_path

NAMES = tuple("ABCDEF")


def random_data(seed):
    rng = np.random.default_rng(seed)
    weights = np.triu(rng.normal(size=(6, 6)) * (rng.random((6, 6)) < 0.5), 1)
    values = rng.normal(size=(150, 6))
    for j in range(6):
        values[:, j] += values @ weights[:, j]
    return Dataset.from_array(values, NAMES)


def every_claim():
    pairs = [(a, b) for a in NAMES for b in NAMES if a != b]
    relations = [r for r in Relation if r not in (Relation.TIERS, Relation.CLOSED)]
    statements = [Statement.pair(a, r, b) for a, b in pairs for r in relations]
    statements += [Statement.tiers(["AB", "CD", "EF"]), Statement.closed("ACE")]
    return claims_of(statements, NAMES)


@pytest.mark.parametrize("knowledge", [None, Knowledge(tiers=(("A", "B"), ("C",)))])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_strips_equal_a_search_at_random_thresholds(seed, knowledge):
    measure, cache = PartialCorrelation(random_data(seed)), MemoryCache()
    known = None if knowledge is None else Constraints.of(knowledge, NAMES)
    path = tau_path(measure, 1e-5, cache=cache, knowledge=known)
    claims = every_claim()
    found = strips(path, claims)
    rng = np.random.default_rng(seed)
    taus = np.exp(rng.uniform(math.log(1e-5), 0, 40)).tolist()
    taus += [plateau.tau_low for plateau in path.plateaus]
    seen = set()
    for tau in taus:
        events = reframed_ges(measure, tau, cache=cache, global_score=False, knowledge=known)
        graph = [event for event in events if isinstance(event, Finished)][-1].graph
        for claim, strip in zip(claims, found, strict=True):
            assert strip.at(tau) is verdict(graph, claim)
            seen.add(strip.at(tau))
    assert seen == set(Verdict)


def test_pieces_cover_the_path_without_repeating_a_verdict():
    path = tau_path(PartialCorrelation(random_data(1)), 1e-4)
    for strip in strips(path, every_claim()):
        assert strip.pieces[0].tau_low == path.tau_floor
        assert math.isinf(strip.pieces[-1].tau_high)
        for low, high in pairwise(strip.pieces):
            assert low.tau_high == high.tau_low
            assert low.verdict is not high.verdict
        assert strip.is_constant == (len({piece.verdict for piece in strip.pieces}) == 1)
        with pytest.raises(ValueError, match="where this path begins"):
            strip.at(path.tau_floor / 2)


LINE = PDAG.from_edges(3, undirected=[(0, 1)])
ARROW = PDAG.from_edges(3, directed=[(0, 1), (2, 1)])
WRONG = PDAG.from_edges(3, directed=[(1, 0), (2, 0)])
CAUSES = claims_of([Statement.pair("A", Relation.CAUSES, "B")], "ABC")


def test_an_undecided_claim_counts_half():
    assert agreement_summary(LINE, CAUSES) == AgreementSummary(0, 0, 1)
    assert [agreement_summary(graph, CAUSES).share for graph in (WRONG, LINE, ARROW)] == [0, 0.5, 1]
    assert agreement_summary(LINE, ()).share is None
    summary = AgreementSummary.of([Verdict.SATISFIED, Verdict.UNDECIDED, Verdict.UNDECIDED])
    assert summary.sentence == "1 of 3 satisfied, 0 violated, 2 undecided."
