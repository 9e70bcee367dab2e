from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.arrow_sources import ArrowSource, arrow_sources, sources_text
from gesncd.search.events import Cause
from gesncd.search.provenance import oriented_by_knowledge


def told(cpdag, *forbidden):
    names = tuple("abcdef"[: cpdag.n_nodes])
    known = Constraints.of(Knowledge(forbidden=forbidden), names)
    graph, changes = oriented_by_knowledge(cpdag, known)
    return arrow_sources(graph, changes, known), changes


def test_each_arrow_has_one_source_and_the_counts_add_up():
    """a → c ← b, c → d by a rule of Meek's, and the open e — f."""
    cpdag = PDAG.from_edges(6, directed=[(0, 2), (1, 2), (2, 3)], undirected=[(4, 5)])
    found, _ = told(cpdag, ("d", "c"), ("f", "e"))
    assert found == {
        (0, 2): ArrowSource.DATA,
        (1, 2): ArrowSource.DATA,
        (2, 3): ArrowSource.BOTH,
        (4, 5): ArrowSource.KNOWLEDGE,
    }
    assert sources_text(found) == "2 by knowledge, 1 of these by the data too, 2 from the data"
    assert sources_text(told(cpdag)[0]) == "", "all are from the data"


def test_what_is_known_itself_does_not_follow_even_where_a_rule_came_first():
    """a — b — c, with c → b forbidden as well as b → a: a → b gives b → c by rule 1."""
    chain = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    found, changes = told(chain, ("b", "a"), ("c", "b"))
    assert set(found.values()) == {ArrowSource.KNOWLEDGE}
    assert {change.reason.cause for change in changes} == {Cause.KNOWLEDGE}
    found, _ = told(chain, ("b", "a"))
    assert found == {(0, 1): ArrowSource.KNOWLEDGE, (1, 2): ArrowSource.FOLLOWS}
    assert sources_text(found) == "1 by knowledge, 1 follows from it"
