"""Graph files of other programs: the same graph in every format, and what is refused."""

from __future__ import annotations

import contextlib
import re

import networkx as nx
import numpy as np
import pydot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gesncd.export import (
    EdgeStory,
    adjacency_csv,
    dagitty_text,
    dot_text,
    edges_csv,
    graphml_text,
)
from gesncd.graphs import PDAG
from gesncd.judge import TruthError, read_named_graph

NAMES = ("alpha", "beta x", 'g"amma', "δ", "node")
GRAPH = PDAG.from_edges(5, directed=[(0, 1), (2, 1), (3, 0)], undirected=[(3, 4)])


def edges(found) -> tuple[set, set]:
    names = found.names
    return (
        {(names[e.source], names[e.target]) for e in found.graph.edges() if e.directed},
        {
            frozenset((names[e.source], names[e.target]))
            for e in found.graph.edges()
            if not e.directed
        },
    )


def read(text: str | bytes, name: str = "truth"):
    return read_named_graph(text.encode() if isinstance(text, str) else text, name=name)


EXPECTED = (
    {("alpha", "beta x"), ('g"amma', "beta x"), ("δ", "alpha")},
    {frozenset(("δ", "node"))},
)


@pytest.mark.parametrize(
    ("writer", "format_name"),
    [
        (adjacency_csv, "adjacency matrix"),
        (edges_csv, "edge list"),
        (dot_text, "DOT"),
        (graphml_text, "GraphML"),
    ],
)
def test_our_own_exports_come_back(writer, format_name):
    found = read(writer(NAMES, GRAPH))
    assert edges(found) == EXPECTED
    assert found.format == format_name


@pytest.mark.parametrize("writer", [adjacency_csv, edges_csv, dot_text, graphml_text])
def test_a_name_that_begins_like_a_comment_comes_back(writer):
    names = ("# visits", "age", "#2")
    found = read(writer(names, PDAG.from_edges(3, directed=[(1, 0)], undirected=[(1, 2)])))
    assert edges(found) == ({("age", "# visits")}, {frozenset(("age", "#2"))})


def test_dagitty_comes_back():
    # It cannot hold a double quote in a name.
    names = tuple(name.replace('"', "'") for name in NAMES)
    found = read(dagitty_text(NAMES, GRAPH, np.zeros((5, 2))))
    assert found.names[:5] == names
    assert len(edges(found)[0]) == 3
    assert edges(found)[1] == {frozenset(("δ", "node"))}


def test_what_networkx_and_pydot_write_is_read():
    graph = nx.DiGraph([("a", "b"), ("c", "b")])
    text = "\n".join(nx.generate_graphml(graph))
    assert edges(read(text))[0] == {("a", "b"), ("c", "b")}
    dot = pydot.Dot("G", graph_type="digraph")
    for source, target in graph.edges:
        dot.add_edge(pydot.Edge(source, target, color="red"))
    assert edges(read(dot.to_string()))[0] == {("a", "b"), ("c", "b")}


@pytest.mark.parametrize(
    ("text", "directed", "undirected"),
    [
        ("source,target\na,b\nb,c\n", {("a", "b"), ("b", "c")}, set()),
        ("From;To\r\na;b\r\n", {("a", "b")}, set()),
        ("cause\teffect\na\tb\n", {("a", "b")}, set()),
        ("a,b\nc,b\n", {("a", "b"), ("c", "b")}, set()),
        ("a,->,b\nc,<-,b\nc,--,d\n", {("a", "b"), ("b", "c")}, {frozenset("cd")}),
        ("source,kind,target\na,→,b\n", {("a", "b")}, set()),
        ("source,target,directed\na,b,true\nb,c,false\n", {("a", "b")}, {frozenset("bc")}),
        ('source,target\n"a, and",b\n', {("a, and", "b")}, set()),
        ("\ufeffsource,target\na,b\n", {("a", "b")}, set()),
        (",a,b\na,0,1\nb,0,0\n", {("a", "b")}, set()),
        (",a\na,0\n", set(), set()),
        ("digraph { a -> b -> c; d }", {("a", "b"), ("b", "c")}, set()),
        ("strict digraph G {\n  a -> b // why\n  b -> c\n}", {("a", "b"), ("b", "c")}, set()),
        ("graph { a -- b }", set(), {frozenset("ab")}),
        (
            'digraph { a -> b [dir=none]; "c d" -> b [dir="back"] }',
            {("b", "c d")},
            {frozenset("ab")},
        ),
        ('digraph { node [shape=box]; rankdir=LR; a [label="A"]; a -> b }', {("a", "b")}, set()),
        ("# note\ndag { X [exposure] Y [outcome] X -> Y Z -> X }", {("X", "Y"), ("Z", "X")}, set()),
        ('dag { bb="0,0,1,1"\nX [pos="0,1"]\nX <- Z\n}', {("Z", "X")}, set()),
        ("digraph { subgraph cluster_0 { a; b } a -> b }", {("a", "b")}, set()),
        ("digraph { PIP-2 -> b; 1 -> 2.5 }", {("PIP-2", "b"), ("1", "2.5")}, set()),
    ],
)
def test_dialects(text, directed, undirected):
    assert edges(read(text)) == (directed, undirected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("source,target\na,a\n", "line 2: 'a' is given as a cause of itself"),
        ("source,target\na\n", "line 2: 1 cells"),
        ("source,target\n,b\n", "line 2: a name is missing"),
        ("source,weight\na,0.3\n", "no column 'target'"),
        ("a,=>,b\n", "Other truth files that are understood"),
        ("a,->,b\nc,=>,b\n", "line 2: '=>' is no kind of edge"),
        ("a,->,b\na,--,b\n", "line 1: 'a' and 'b' are joined by an arrow here"),
        (",a,b\na,0,2\nb,0,0\n", "neither 0 nor 1"),
        ("just words", "adjacency matrix"),
        ("digraph { a -> b", "braces are not balanced"),
        ("digraph { a -> }", "line 1: 'a ->' is not understood"),
        ("digraph { a -> {b c} }", "is not understood"),
        ("digraph { a -> b <- > c }", "is not understood"),
        ("dag { a <-> b }", "hidden common causes"),
        ("mag { a <-> b }", "is a MAG"),
        ('dag="{" a', "no opening brace"),
        ("<html><p>no</p></html>", "no GraphML"),
        ("<graphml><graph>", "no well-formed XML"),
        (
            '<graphml><graph><node id="a"/><edge source="a" target="b"/></graph></graphml>',
            "edge 1: there is no node 'b'",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, message):
    with pytest.raises(TruthError) as error:
        read(text)
    assert message in str(error.value)


def test_entities_and_document_types_are_refused_before_parsing():
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">'
        + "".join(f'<!ENTITY {b} "{"&" + a + ";" * 1}">' for a, b in ["ab", "bc"])
        + "]><graphml><graph>&c;</graph></graphml>"
    )
    with pytest.raises(TruthError, match="document type or entities"):
        read(bomb)
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-7"):
        with pytest.raises(TruthError):
            read(bomb.replace("?>", f' encoding="{encoding}"?>', 1).encode(encoding))


def test_a_huge_file_is_not_read():
    with pytest.raises(TruthError, match="not read"):
        read(b"source,target\n" + b"a,b\n" * 2_000_000)


def test_many_comments_are_passed_over_at_once():
    # Once each further one doubled the time that it took to say that this is no DOT.
    assert edges(read("/* c */ // d\n# e\n" * 200 + "digraph { a -> b }"))[0] == {("a", "b")}
    with pytest.raises(TruthError):
        read("/* c */\n" * 200 + "a,b\n")


def test_long_attributes_and_many_nodes_cost_no_more_than_their_length():
    assert edges(read("dag { a [" + "x=y " * 30_000 + "] a -> b }"))[0] == {("a", "b")}
    nodes = "".join(f'<node id="{k}"/>' for k in range(100_000))
    with pytest.raises(TruthError, match="more than 2,000 nodes"):
        read(f"<graphml><graph>{nodes}</graph></graphml>")


def test_graphml_labels_kinds_and_default_direction():
    text = (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        '<key id="d0" for="node" attr.name="label"/><key id="d1" for="edge" attr.name="kind"/>'
        '<graph edgedefault="undirected"><node id="n0"><data key="d0">A</data></node>'
        '<node id="n1"><data key="d0">B</data></node><node id="n2"/>'
        '<edge source="n0" target="n1" directed="true"/><edge source="n1" target="n2"/>'
        "</graph></graphml>"
    )
    found = read(text)
    assert found.names == ("A", "B", "n2")
    assert edges(found) == ({("A", "B")}, {frozenset(("B", "n2"))})
    assert found.lists_all_nodes


def read_or_refuse(content: str | bytes) -> None:
    """Any other exception than the one for people fails the test."""
    with contextlib.suppress(TruthError):
        found = read(content)
        assert found.graph.n_nodes == len(found.names)


@settings(max_examples=300)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_any_bytes_are_read_or_refused(content):
    read_or_refuse(content)


@settings(max_examples=300)
@given(
    st.text(alphabet='ab"->{}[];=, \n<@', max_size=60).map(lambda text: "digraph {" + text),
)
def test_any_dot_is_read_or_refused(text):
    read_or_refuse(text)


def test_columns_that_tell_more_of_an_edge_are_no_matter():
    stories = {(0, 1): EdgeStory(0.5, 3.0, 1, "a reason"), (1, 2): EdgeStory(0.1)}
    found = read(edges_csv(NAMES, GRAPH, stories))
    assert edges(found) == EXPECTED
    assert found.format == "edge list"


@pytest.mark.parametrize(
    "text",
    ["from,to\nb,a\nb,c\na,b\nc,b\nc,d\n", "digraph { b -> a; a -> b; b -> c; c -> b; c -> d }"],
)
def test_arrows_both_ways_are_an_edge_without_a_direction_and_told(text):
    read = read_named_graph(text.encode(), name="g")
    kinds = {
        frozenset((read.names[i], read.names[j])): directed for i, j, directed in read.graph.edges()
    }
    assert kinds == {frozenset("ab"): False, frozenset("bc"): False, frozenset("cd"): True}
    (note,) = read.notes
    assert note.startswith(
        "g has arrows both ways between 2 pairs, read as edges without a direction: "
    )
    assert {"'a' — 'b'", "'b' — 'a'"} & set(re.findall(r"'\w' — '\w'", note))
