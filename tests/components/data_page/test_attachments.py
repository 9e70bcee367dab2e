import numpy as np
import pytest

from components.data_page.attachments import match_knowledge, match_truth
from components.data_page.simulated import simulated_files
from components.data_source import UploadedTable
from gesncd.data import read_adjacency, read_table
from gesncd.graphs import PDAG
from gesncd.knowledge import Knowledge, restricted

NAMES = ("a", "b", "c")


def file_of(text):
    return UploadedTable("f.csv", text.encode())


def test_a_truth_is_matched_by_name_not_by_place():
    truth, match = match_truth(file_of(",c,a,b\nb,1,0,0\na,0,0,1\nc,0,0,0\n"), NAMES)
    assert match.problem == ""
    assert truth.dag.to_matrix().tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]


@pytest.mark.parametrize(
    "text",
    ["source,target\na,b\nb,c\n", "digraph { a -> b -> c }", ",a,b,c\na,0,1,0\nb,0,0,1\nc,0,0,0"],
)
def test_each_format_that_judge_reads_is_read(text):
    truth, match = match_truth(file_of(text), NAMES)
    assert match.problem == ""
    assert truth.dag == PDAG.from_edges(3, directed=[(0, 1), (1, 2)])


@pytest.mark.parametrize(
    ("text", "problem", "unmatched"),
    [
        (",a,b,x\na,0,1,0\nb,0,0,0\nx,0,0,0\n", "'c'", ("x",)),
        (",a,b\na,0,1\nb,0,0\n", "'c'", ()),
        (",a,b,c\na,0,1,0\nb,0,0,1\nc,1,0,0\n", "directed cycle", ()),
        (",a,b,c\na,0,2,0\nb,0,0,1\nc,1,0,0\n", "neither 0 nor 1", ()),
        ("nothing of the kind", "no adjacency matrix", ()),
    ],
)
def test_a_truth_that_does_not_fit_says_why(text, problem, unmatched):
    truth, match = match_truth(file_of(text), NAMES)
    assert truth is None
    assert problem in match.problem
    assert match.unmatched == unmatched


def test_knowledge_is_compared_with_the_names():
    knowledge, match = match_knowledge(file_of("source,relation,target\na,->,b\n"), NAMES)
    assert knowledge == Knowledge(required=(("a", "b"),))
    assert match.problem == ""
    text = "source,relation,target\na,->,b\na,!->,x\ny,--,b\n"
    knowledge, match = match_knowledge(file_of(text), NAMES)
    assert knowledge is None
    assert match.unmatched == ("x", "y")
    text = "source,relation,target\na,->,b\nb,->,a\n"
    knowledge, match = match_knowledge(file_of(text), NAMES)
    assert knowledge is None
    assert match.problem
    assert match.unmatched == ()


def test_statements_on_other_variables_can_be_left_out():
    knowledge = Knowledge(
        required=(("a", "b"), ("a", "x")),
        not_adjacent=(("b", "y"),),
        tiers=(("a", "x"), ("b",)),
        closed_tiers=(0,),
    )
    kept = restricted(knowledge, NAMES)
    assert kept == Knowledge(required=(("a", "b"),), tiers=(("a",), ("b",)), closed_tiers=(0,))


def test_simulated_data_come_with_their_graph():
    files = simulated_files("linear", 5, 2.0, 60, 3)
    table = read_table(files.data.content, name=files.data.name)
    names, matrix = read_adjacency(files.truth.content)
    assert table.numbers.shape == (60, 5)
    assert set(names) == set(table.names)
    assert not np.diag(matrix).any()
    truth, _ = match_truth(files.truth, table.names)
    assert truth.dag.n_edges == int(matrix.sum())


def test_what_a_knowledge_file_holds_out_is_told_and_left_aside():
    text = '{"enforced": {"required": [["a", "b"]]}, "held_out": {"adjacent": [["b", "c"]]}}'
    knowledge, match = match_knowledge(file_of(text), NAMES)
    assert knowledge.required == (("a", "b"),)
    assert not knowledge.adjacent
    assert "holds 1 statement out of the search" in match.left_aside
