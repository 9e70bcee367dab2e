"""Background knowledge: contradictions, enforcement, and what a class becomes under it."""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np
import pytest

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert, cpdag_of_dag, members
from gesncd.knowledge import Constraints, Knowledge, KnowledgeError
from gesncd.measures.oracle import DSeparationOracle
from gesncd.search import Cause, Finished, Started, Step, reframed_ges

NAMES = ("A", "B", "C", "D")


def _satisfies(dag: PDAG, knowledge: Knowledge, names=NAMES) -> bool:
    """Straight from the definitions, on one DAG."""
    at = {name: node for node, name in enumerate(names)}
    arrows = {(e.source, e.target) for e in dag.edges()}
    joined = arrows | {(b, a) for a, b in arrows}
    tier = {at[name]: k for k, group in enumerate(knowledge.tiers) for name in group}
    return (
        all((at[a], at[b]) in arrows for a, b in knowledge.required)
        and not any((at[a], at[b]) in arrows for a, b in knowledge.forbidden)
        and all((at[a], at[b]) in joined for a, b in knowledge.adjacent)
        and not any((at[a], at[b]) in joined for a, b in knowledge.not_adjacent)
        and not any(tier.get(b, 99) < tier.get(a, -1) for a, b in arrows)
        and not any(
            tier.get(a) == tier.get(b) and tier.get(a) in knowledge.closed_tiers for a, b in arrows
        )
    )


def _dags(n):
    pairs = list(combinations(range(n), 2))
    for kinds in product((0, 1, 2), repeat=len(pairs)):
        arrows = [p if k == 1 else p[::-1] for p, k in zip(pairs, kinds, strict=True) if k]
        if any(all(o.index(a) < o.index(b) for a, b in arrows) for o in permutations(range(n))):
            yield PDAG.from_edges(n, directed=arrows)


DAGS = {n: tuple(_dags(n)) for n in (3, 4)}
CLASSES = {n: {cpdag_of_dag(dag) for dag in dags} for n, dags in DAGS.items()}


def _random_knowledge(rng: np.random.Generator, names=NAMES) -> Knowledge:
    pairs = [(a, b) for a in names for b in names if a != b]
    pick = lambda share: tuple(p for p in pairs if rng.random() < share)  # noqa: E731
    tiers = ()
    if rng.random() < 0.4:
        order = rng.permutation(names)
        cut = int(rng.integers(1, len(names)))
        tiers = (tuple(order[:cut]), tuple(order[cut:]))
    closed = (int(rng.integers(2)),) if tiers and rng.random() < 0.3 else ()
    return Knowledge(pick(0.06), pick(0.12), pick(0.05), pick(0.06), tiers, closed)


def test_contradictions_are_found_exactly_where_no_dag_satisfies_the_knowledge() -> None:
    rng = np.random.default_rng(0)
    outcomes = {True: 0, False: 0}
    for _ in range(600):
        knowledge = _random_knowledge(rng)
        possible = any(_satisfies(dag, knowledge) for dag in DAGS[4])
        outcomes[possible] += 1
        if possible:
            start = Constraints.of(knowledge, NAMES).start
            assert any(_satisfies(dag, knowledge) for dag in members(start))
        else:
            with pytest.raises(KnowledgeError):
                Constraints.of(knowledge, NAMES)
    assert min(outcomes.values()) > 60, "both outcomes must be tried"


def test_orient_is_the_union_of_the_members_that_satisfy_the_knowledge() -> None:
    rng = np.random.default_rng(1)
    tried = 0
    for _ in range(60):
        knowledge = _random_knowledge(rng)
        try:
            constraints = Constraints.of(knowledge, NAMES)
        except KnowledgeError:
            continue
        for cpdag in CLASSES[4]:
            allowed = [dag for dag in members(cpdag) if _satisfies(dag, knowledge)]
            oriented = constraints.orient(cpdag)
            if not allowed:
                assert oriented is None
                continue
            union = np.bitwise_or.reduce([dag.to_matrix() for dag in allowed])
            assert oriented is not None
            assert oriented[0] == PDAG.from_matrix(union)
            assert set(members(oriented[0])) == set(allowed)
            tried += oriented[0] != cpdag
    assert tried > 200


@pytest.mark.parametrize(
    ("knowledge", "directed", "undirected"),
    [
        # One edge, and a chain in column order: their members differ.
        (Knowledge(required=(("C", "A"),)), [], [(0, 2)]),
        (Knowledge(adjacent=(("A", "B"), ("B", "C"))), [], [(0, 1), (1, 2)]),
        # In column order A → C ← B, which all members share.
        (Knowledge(adjacent=(("A", "C"), ("B", "C"))), [(0, 2), (1, 2)], []),
        # Tiers go before the order of columns: B → A ← C.
        (
            Knowledge(adjacent=(("A", "B"), ("A", "C")), tiers=(("B", "C"), ("A",))),
            [(1, 0), (2, 0)],
            [],
        ),
        # A → B by column order also where A has a cause: C → A → B has no collider.
        (
            Knowledge(required=(("C", "A"),), adjacent=(("A", "B"),)),
            [],
            [(0, 1), (0, 2)],
        ),
        # Column order would close D → A → B → D, so it is D → B.
        (
            Knowledge(required=(("D", "A"), ("A", "B")), adjacent=(("B", "D"),)),
            [],
            [(0, 1), (0, 3), (1, 3)],
        ),
    ],
)
def test_the_search_starts_from_what_must_be_joined(knowledge, directed, undirected) -> None:
    dag = PDAG.from_edges(4, directed=[(0, 1), (0, 2), (3, 2)])
    start = PDAG.from_edges(4, directed, undirected)
    assert Constraints.of(knowledge, NAMES).start == start
    started = _search(dag, knowledge)[0]
    assert isinstance(started, Started)
    assert started.cpdag == start


@pytest.mark.parametrize(
    ("knowledge", "words"),
    [
        (Knowledge(required=(("A", "B"), ("B", "A"))), ["A → B is required", "B → A is required"]),
        (
            Knowledge(required=(("A", "B"), ("B", "C"), ("C", "A"))),
            ["cycle", "A → B → C → A"],
        ),
        (
            Knowledge(required=(("A", "B"),), forbidden=(("A", "B"),)),
            ["A → B is required", "A → B is forbidden"],
        ),
        (
            Knowledge(required=(("A", "B"),), not_adjacent=(("B", "A"),)),
            ["A → B is required", "A and B must not be adjacent"],
        ),
        (
            Knowledge(adjacent=(("A", "B"),), not_adjacent=(("A", "B"),)),
            ["must be adjacent", "must not be adjacent"],
        ),
        (
            Knowledge(adjacent=(("A", "B"),), forbidden=(("A", "B"), ("B", "A"))),
            ["A and B must be adjacent", "A → B is forbidden", "B → A is forbidden"],
        ),
        (
            Knowledge(required=(("B", "A"),), tiers=(("A",), ("B",))),
            ["B → A is required", "B comes after A in the order stated"],
        ),
        (
            Knowledge(required=(("A", "B"),), tiers=(("A", "B"),), closed_tiers=(0,)),
            ["A → B is required", "allows no edges within it"],
        ),
        (Knowledge(required=(("A", "Z"),)), ["'Z'", "do not have"]),
    ],
)
def test_contradictions_name_their_statements(knowledge, words) -> None:
    with pytest.raises(KnowledgeError) as caught:
        Constraints.of(knowledge, NAMES)
    for word in words:
        assert word in str(caught.value)


def test_malformed_knowledge_is_refused() -> None:
    with pytest.raises(KnowledgeError, match="itself"):
        Knowledge(required=(("A", "A"),))
    with pytest.raises(KnowledgeError, match="'B' is in tier 1 and in tier 2"):
        Knowledge(tiers=(("A", "B"), ("B",)))
    with pytest.raises(KnowledgeError, match="Tier 2"):
        Knowledge(tiers=(("A",),), closed_tiers=(2,))


def _search(dag: PDAG, knowledge: Knowledge, names=NAMES, *, graded=True):
    oracle = DSeparationOracle(dag.to_matrix(), graded=graded)
    constraints = Constraints.of(knowledge, names)
    return list(
        reframed_ges(oracle, oracle.null_quantile(0.1), knowledge=constraints, global_score=False)
    )


def _truth(dag: PDAG, knowledge: Knowledge, names=NAMES) -> PDAG:
    oriented = Constraints.of(knowledge, names).orient(cpdag_of_dag(dag))
    assert oriented is not None, "true knowledge fits the true class"
    return oriented[0]


def _true_tiers(dag: PDAG, names, rng) -> tuple[tuple[str, ...], ...]:
    from gesncd.graphs import topological_order

    order = topological_order(dag)
    cuts = sorted(rng.choice(np.arange(1, len(names)), size=rng.integers(1, 3), replace=False))
    return tuple(
        tuple(names[v] for v in order[a:b])
        for a, b in zip([0, *cuts], [*cuts, len(names)], strict=True)
    )


@pytest.mark.parametrize("graded", [False, True])
def test_true_tiers_and_required_edges_are_exact_on_every_dag_of_four_nodes(graded) -> None:
    rng = np.random.default_rng(2)
    for dag in DAGS[4]:
        arrows = [(NAMES[e.source], NAMES[e.target]) for e in dag.edges()]
        required = tuple(a for a in arrows if rng.random() < 0.5)
        tiers = _true_tiers(dag, NAMES, rng)
        for knowledge in (
            Knowledge(tiers=tiers),
            Knowledge(required=required),
            Knowledge(required=required, tiers=tiers),
        ):
            finished = _search(dag, knowledge, graded=graded)[-1]
            assert finished.graph == _truth(dag, knowledge), (dag, knowledge)


def _random_dag(n: int, degree: float, rng: np.random.Generator) -> PDAG:
    order = rng.permutation(n)
    matrix = np.zeros((n, n), dtype=int)
    matrix[np.ix_(order, order)] = np.triu(rng.random((n, n)) < degree / (n - 1), 1)
    return PDAG.from_matrix(matrix)


def _check_random_truth(dag: PDAG, rng: np.random.Generator, *, tiers: bool, graded: bool) -> int:
    """Search under a third of the true edges and perhaps tiers; how many edges these direct."""
    names = tuple(f"V{i}" for i in range(dag.n_nodes))
    arrows = [(names[e.source], names[e.target]) for e in dag.edges()]
    knowledge = Knowledge(
        required=tuple(a for a in arrows if rng.random() < 0.3),
        tiers=_true_tiers(dag, names, rng) if tiers else (),
    )
    finished = _search(dag, knowledge, names, graded=graded)[-1]
    assert finished.graph == _truth(dag, knowledge, names), (dag, knowledge)
    assert finished.cpdag == cpdag_of_dag(dag)
    return len(finished.changes)


def test_true_tiers_and_required_edges_are_exact_at_five_to_twelve_nodes() -> None:
    rng = np.random.default_rng(3)
    directed = 0
    for trial in range(80):
        n = int(rng.integers(5, 13))
        # A plain oracle of a dense graph joins everything, which takes its time.
        densest = (n - 1 if n < 10 else 5) if trial % 2 else 3
        dag = _random_dag(n, rng.uniform(0.5, densest), rng)
        directed += _check_random_truth(dag, rng, tiers=trial % 3 > 0, graded=trial % 2 > 0)
    assert directed > 80, "the knowledge must matter"


def test_true_tiers_and_required_edges_are_exact_at_fifty_sparse_nodes() -> None:
    rng = np.random.default_rng(4)
    for _ in range(2):
        assert _check_random_truth(_random_dag(50, 2.0, rng), rng, tiers=True, graded=True) > 0


def test_every_class_on_the_way_has_a_member_that_satisfies_the_knowledge() -> None:
    rng = np.random.default_rng(4)
    tried = free = 0
    for dag in rng.choice(np.array(DAGS[4], dtype=object), 120):
        knowledge = _random_knowledge(rng)
        try:
            events = _search(dag, knowledge)
        except KnowledgeError:
            continue
        tried += 1
        free += any(
            not any(_satisfies(member, knowledge) for member in members(event.cpdag))
            for event in _search(dag, Knowledge())
            if isinstance(event, Started | Step)
        )
        for event in events:
            if isinstance(event, Started | Step):
                assert any(_satisfies(member, knowledge) for member in members(event.cpdag))
        finished = events[-1]
        assert isinstance(finished, Finished)
        assert all(_satisfies(member, knowledge) for member in members(finished.graph))
    assert tried > 80
    assert free > 60, "the search must be one that would leave the knowledge if it could"


def test_pairs_settled_by_knowledge_are_never_asked_about() -> None:
    dag = PDAG.from_edges(4, directed=[(0, 1), (1, 2), (2, 3)])
    knowledge = Knowledge(not_adjacent=(("A", "D"),), required=(("A", "B"),))
    for event in _search(dag, knowledge):
        if isinstance(event, Step):
            pairs = {(p.i, p.j) for p in event.pair_scores}
            assert (0, 3) not in pairs
            assert (0, 1) not in pairs
            assert isinstance(event.operator, Insert | Delete)


def test_knowledge_gives_its_reasons() -> None:
    """A — B — C with A → B known: the knowledge directs A → B, and rule 1 B → C."""
    dag = PDAG.from_edges(4, directed=[(0, 1), (1, 2)])
    knowledge = Knowledge(forbidden=(("B", "A"),))
    finished = _search(dag, knowledge)[-1]
    first, second = finished.changes
    assert (first.i, first.j, first.after) == (0, 1, EdgeKind.FORWARD)
    assert first.reason.cause is Cause.KNOWLEDGE
    assert (second.i, second.j, second.after) == (1, 2, EdgeKind.FORWARD)
    assert (second.reason.cause, second.reason.rule, second.reason.nodes) == (
        Cause.MEEK,
        1,
        (0, 1, 2),
    )
    assert finished.cpdag == cpdag_of_dag(dag)


def test_rule_4_is_used_and_named() -> None:
    """The pattern of rule 4: A — B, A — C → D → B, A — D, with C and B not adjacent."""
    skeleton = PDAG.from_edges(4, undirected=[(0, 1), (0, 2), (0, 3), (2, 3), (3, 1)])
    constraints = Constraints.of(Knowledge(forbidden=(("D", "C"), ("B", "D"))), NAMES)
    oriented = constraints.orient(skeleton)
    assert oriented is not None
    graph, found = oriented
    assert graph.kind(0, 1) is EdgeKind.FORWARD
    (rule,) = [o for o, known in found if (o.source, o.target) == (0, 1)]
    assert (rule.rule, rule.nodes) == (4, (0, 2, 3, 1))


def test_knowledge_about_other_data_is_refused() -> None:
    constraints = Constraints.of(Knowledge(required=(("A", "B"),)), NAMES)
    oracle = DSeparationOracle(np.zeros((3, 3), dtype=int))
    with pytest.raises(ValueError, match="4 variables"):
        list(reframed_ges(oracle, 0.5, knowledge=constraints))


def _true_statements(dag: PDAG, kind: str, rng) -> Knowledge:
    """A random half of what is true of a DAG, of one kind."""
    arrows = {(e.source, e.target) for e in dag.edges()}
    pairs = list(combinations(range(4), 2))
    named = lambda found: tuple((NAMES[a], NAMES[b]) for a, b in found if rng.random() < 0.5)  # noqa: E731
    if kind == "partial tiers":
        left = int(rng.integers(4))
        tiers = [
            tuple(n for n in tier if n != NAMES[left]) for tier in _true_tiers(dag, NAMES, rng)
        ]
        return Knowledge(tiers=tuple(filter(None, tiers)))
    if kind == "not adjacent":
        return Knowledge(not_adjacent=named(p for p in pairs if not {p, p[::-1]} & arrows))
    if kind == "adjacent":
        return Knowledge(adjacent=named(arrows))
    if kind == "reverse forbidden":
        return Knowledge(forbidden=named((b, a) for a, b in arrows))
    directions = [*pairs, *(p[::-1] for p in pairs)]
    return Knowledge(forbidden=named(d for d in directions if d not in arrows))


# Share of the 543 DAGs on four nodes whose class, oriented by the knowledge, is found
# exactly. Measured with the graded and the plain oracle: partial tiers 0.998 and 0.998,
# adjacent 1.000 and 1.000, reverse forbidden 1.000 and 0.996, forbidden 0.976 and 0.910,
# not adjacent 0.991 and 0.989. Without reorientations: forbidden 0.913 and 0.858, not
# adjacent 0.783 and 0.757.
@pytest.mark.parametrize(
    ("kind", "graded", "at_least"),
    [
        ("partial tiers", True, 0.995),
        ("partial tiers", False, 0.995),
        ("adjacent", True, 1.0),
        ("adjacent", False, 1.0),
        ("reverse forbidden", True, 1.0),
        ("reverse forbidden", False, 0.985),
        ("forbidden", True, 0.97),
        ("forbidden", False, 0.90),
        ("not adjacent", True, 0.985),
        ("not adjacent", False, 0.985),
    ],
)
def test_how_often_other_true_knowledge_is_exact(kind, graded, at_least, record_property) -> None:
    rng = np.random.default_rng(5)
    exact = 0
    for dag in DAGS[4]:
        knowledge = _true_statements(dag, kind, rng)
        exact += _search(dag, knowledge, graded=graded)[-1].graph == _truth(dag, knowledge)
    record_property("exact", exact / len(DAGS[4]))
    assert exact / len(DAGS[4]) >= at_least, exact / len(DAGS[4])
