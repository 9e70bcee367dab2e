import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gesncd.data import read_adjacency
from gesncd.export.tables import EdgeStory, adjacency_csv, edges_csv, table_csv
from gesncd.graphs import PDAG

GRAPH = PDAG.from_edges(3, directed=[(0, 2)], undirected=[(2, 1)])


def test_edges_as_a_table():
    assert edges_csv(["c", "b", "a"], GRAPH) == "source,target,directed\na,b,false\nc,a,true\n"


def test_an_adjacency_matrix_is_read_back_as_the_same_graph():
    text = adjacency_csv(["c", "b,", 'a "x"'], GRAPH)
    names, matrix = read_adjacency(text.encode(), name="dag.csv")
    assert names == ("c", "b,", 'a "x"')
    assert PDAG.from_matrix(matrix) == GRAPH


@pytest.mark.parametrize("start", list("=+-@\t\r\n"))
def test_a_name_is_never_a_formula(start):
    names = [f"{start}cmd|' /C calc'!A0", "b", "c"]
    for text in (edges_csv(names, GRAPH), adjacency_csv(names, GRAPH)):
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert f"'{names[0]}" in cells
        assert names[0] not in cells


@given(st.lists(st.text(st.characters(codec=None)), min_size=3, max_size=3, unique=True))
def test_any_names_make_a_table_that_can_be_written(names):
    text = adjacency_csv(names, GRAPH)
    rows = list(csv.reader(io.StringIO(text.encode("utf-8").decode(), newline="")))
    assert [len(row) for row in rows] == [4, 4, 4, 4]
    assert rows[1][1:] == ["0", "0", "1"]


def test_an_empty_graph_is_a_header():
    assert edges_csv(["a"], PDAG.empty(1)) == "source,target,directed\n"


def test_as_many_names_as_nodes_are_needed():
    with pytest.raises(ValueError, match="2 names for 3 nodes"):
        adjacency_csv(["a", "b"], GRAPH)


def test_any_table_has_harmless_texts_and_plain_numbers():
    rows = [("=1+1", -0.5, None, True), ('a,"b"', 2, 1e-9, False)]
    assert table_csv(("@name", "x", "y", "z"), rows) == (
        '\'@name,x,y,z\n\'=1+1,-0.5,,true\n"a,""b""",2,1e-09,false\n'
    )


def test_what_the_search_tells_of_an_edge_follows_in_columns_of_its_own():
    stories = {
        (0, 2): EdgeStory(0.25, 2.5, 3, "collider a → b ← c"),
        (1, 2): EdgeStory(reason="=cmd"),
    }
    text = edges_csv(["c", "b", "a"], GRAPH, stories)
    header, *rows = list(csv.reader(io.StringIO(text)))
    assert header == [
        "source",
        "target",
        "directed",
        "score",
        "times_noise_floor",
        "step",
        "reason",
    ]
    assert rows == [
        ["a", "b", "false", "", "", "", "'=cmd"],
        ["c", "a", "true", "0.25", "2.5", "3", "collider a → b ← c"],
    ]
    assert edges_csv(["a"], PDAG.empty(1), {}).startswith("source,target,directed,score,")
