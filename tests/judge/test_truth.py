"""Truths matched by name: permuted, missing and strange names, classes, latent nodes."""

from __future__ import annotations

import numpy as np
import pytest

from gesncd.graphs import PDAG, cpdag_of_dag
from gesncd.judge import TruthError, read_truth, truth_of_graph, under_knowledge
from gesncd.judge.acyclic import directed_cycle
from gesncd.judge.truth_names import doubtful_names
from gesncd.knowledge import Constraints, Knowledge
from gesncd.simulate import STRUCTURES, random_dag


def read(text: str, variables="abc"):
    return read_truth(text.encode(), tuple(variables), name="truth.csv")


def test_permuted_names_are_matched_by_name():
    truth = read(",c,a,b\nb,1,0,0\nc,0,0,0\na,0,0,1\n")
    assert truth.dag == PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    assert truth.graph == truth.cpdag == cpdag_of_dag(truth.dag)
    assert truth.names == ("a", "b", "c")
    assert truth.notes == ()


def test_a_variable_that_an_edge_list_does_not_mention_has_no_edges():
    truth = read("source,target\nc,a\n")
    assert truth.dag == PDAG.from_edges(3, directed=[(2, 0)])
    assert truth.notes == ("truth.csv does not mention 'b'; it has no edges in the truth.",)


@pytest.mark.parametrize("head", ["source,target", "from,to"])
def test_the_names_of_rows_that_r_writes_are_passed_over(head):
    one, other = head.split(",")
    for quote in ("", '"'):
        cells = [["", one, other], ["1", "c", "a"], ["2", "a", "b"]]
        lines = [",".join(f"{quote}{cell}{quote}" for cell in row) for row in cells]
        truth = read("\n".join(lines))
        assert truth.dag == PDAG.from_edges(3, directed=[(2, 0), (0, 1)])
    directed = f'"","{one}","{other}","directed"\n"1","c","a","TRUE"\n"2","b","a","TRUE"\n'
    assert read(directed).graph == PDAG.from_edges(3, directed=[(2, 0), (1, 0)])


def test_a_list_without_a_header_says_what_its_first_line_was_taken_for():
    truth = read('"a","b"\n"b","c"\n')
    assert truth.dag == PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    assert truth.notes == (
        "truth.csv has no header source,target: its first line, 'a' and 'b', was read as an edge.",
    )
    assert not read("from,to\na,b\nb,c\n").notes


def test_variables_may_be_called_source_and_target():
    truth = read(",source,target\nsource,0,1\ntarget,0,0\n", ("source", "target"))
    assert truth.dag == PDAG.from_edges(2, directed=[(0, 1)])


def test_a_variable_that_a_matrix_lacks_is_an_error():
    with pytest.raises(TruthError, match="lacks 'c'"):
        read(",a,b\na,0,1\nb,0,0\n")


@pytest.mark.parametrize("spelling", ["A", " a ", "alpha_1", "Alpha1"])
def test_a_name_that_is_nearly_right_is_named(spelling):
    variables = ("a", "b") if len(spelling.strip()) == 1 else ("alpha1", "b")
    text = f'source,target\n"{spelling}",b\n'
    if spelling == " a ":
        # Spaces around a name are taken away.
        assert read(text, variables).dag == PDAG.from_edges(2, directed=[(0, 1)])
        return
    with pytest.raises(TruthError, match="may be meant for"):
        read(text, variables)


def test_a_truth_for_other_data_is_an_error():
    with pytest.raises(TruthError, match="none of the run's variables"):
        read("source,target\nx,y\n")


def test_a_cycle_is_named():
    with pytest.raises(TruthError, match="'a' → 'b' → 'c' → 'a'"):
        read("source,target\na,b\nb,c\nc,a\n")


def test_an_extra_node_that_changes_nothing_is_left_out():
    # x stands between a and b, y is caused only, z alone.
    truth = read(
        ",a,b,c,x,y,z\na,0,0,0,1,1,0\nb,0,0,1,0,1,0\nc,0,0,0,0,0,0\n"
        "x,0,1,0,0,0,0\ny,0,0,0,0,0,0\nz,0,0,0,0,0,0\n"
    )
    assert truth.dag == PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    assert (
        "3 nodes of truth.csv that the data lack were left out: 'x', 'y' and 'z'."
        in (truth.notes[0])
    )
    assert "joined directly" in truth.notes[0]


def test_a_dense_graph_of_other_nodes_is_left_out_in_time():
    # Each of 400 causes all before it, and so a, once those between are gone.
    pairs = "".join(f"n{i},n{j}\n" for i in range(400) for j in range(i))
    truth = read(f"source,target\n{pairs}n0,a\n")
    assert truth.dag == PDAG.empty(3)
    assert truth.notes[0].startswith("400 nodes of truth.csv that the data lack were left out")


def test_a_graph_without_nodes_is_an_error():
    with pytest.raises(TruthError, match="names no variable at all"):
        read("<graphml><graph/></graphml>")


def test_a_hidden_common_cause_is_an_error():
    with pytest.raises(TruthError, match=r"'h'.*hidden common causes"):
        read("source,target\nh,a\nh,b\nb,c\n")


def test_leaving_out_equals_marginal_independence():
    """A removable node's graph has the d-separations of the whole among the rest."""
    from itertools import combinations

    from gesncd.graphs.bits import mask_of
    from gesncd.judge import d_separated

    rng = np.random.default_rng(0)
    checked = 0
    for _ in range(150):
        whole = PDAG.from_matrix(random_dag(5, 2.2, rng))
        names = "abcde"
        text = "source,target\n" + "".join(
            f"{names[e.source]},{names[e.target]}\n" for e in whole.edges()
        )
        try:
            truth = read(text, names[:4]) if whole.n_edges else None
        except TruthError:
            continue
        if truth is None or not whole.adjacent(4):
            continue
        checked += 1
        for x, y in combinations(range(4), 2):
            rest = [k for k in range(4) if k not in (x, y)]
            for size in range(3):
                for given in combinations(rest, size):
                    mask = mask_of(given)
                    assert d_separated(truth.dag, x, y, mask) == d_separated(whole, x, y, mask)
    assert checked > 50


def test_a_class_stays_a_class():
    truth = read("a,--,b\nb,--,c\n")
    assert truth.dag is None
    assert truth.graph == PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    assert truth.notes == ()


def test_directions_beyond_the_class_are_dropped_and_said():
    truth = read("a,->,b\nb,--,c\n")
    assert truth.graph == PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    assert "'a' → 'b' is undirected" in truth.notes[0]


def test_an_incomplete_pdag_is_completed_and_said():
    truth = read("a,->,c\nb,->,c\nc,--,d\n", "abcd")
    assert truth.graph == PDAG.from_edges(4, directed=[(0, 2), (1, 2), (2, 3)])
    assert "'c' → 'd' follows" in truth.notes[0]


def test_marks_that_no_dag_has_are_an_error():
    # A square without a chord, undirected: directing it makes a cycle or a v-structure.
    with pytest.raises(TruthError, match="no DAG fits"):
        read("a,--,b\nb,--,c\nc,--,d\nd,--,a\n", "abcd")


def test_every_truth_of_a_class_is_its_class(classes):
    for cpdag, group in classes(3).items():
        for dag in group:
            assert truth_of_graph(dag, "abc").cpdag == cpdag
        assert truth_of_graph(cpdag, "abc").graph == cpdag


def test_known_directions_are_given_to_the_truth_too():
    truth = truth_of_graph(PDAG.from_edges(3, directed=[(0, 1), (1, 2)]), "abc")
    knowledge = Constraints.of(Knowledge(forbidden=(("b", "a"),)), "abc")
    oriented = under_knowledge(truth, knowledge)
    assert oriented.graph == PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    assert oriented.cpdag == truth.cpdag
    assert "knowledge before comparing" in oriented.notes[0]
    assert under_knowledge(truth, None) == truth
    against = Constraints.of(Knowledge(required=(("a", "c"),)), "abc")
    assert under_knowledge(truth, against).graph == truth.cpdag
    (note,) = under_knowledge(truth, against).notes
    assert "contradicts this truth: it joins 'a' and 'c', which the truth does not" in note


def test_knowledge_that_contradicts_the_true_dag_orients_nothing_and_is_named():
    # The class leaves the edge open, so that only the DAG can tell.
    truth = truth_of_graph(PDAG.from_edges(3, directed=[(0, 1), (1, 2)]), "abc")
    against = Constraints.of(Knowledge(required=(("b", "a"),)), "abc")
    told = under_knowledge(truth, against)
    assert told.graph == truth.cpdag
    assert "contradicts this truth: it rules out 'a' → 'b', which is true" in told.notes[0]
    # Where only the class is known, any of its members may be true.
    of_class = truth_of_graph(truth.cpdag, "abc")
    oriented = PDAG.from_edges(3, directed=[(1, 0)], undirected=[(1, 2)])
    assert under_knowledge(of_class, against).graph == oriented


def test_a_cycle_is_found_wherever_there_is_one():
    rng = np.random.default_rng(0)
    for _ in range(200):
        matrix = np.triu(rng.integers(0, 2, (5, 5)), 1)
        flip = rng.integers(0, 2, (5, 5)).astype(bool)
        graph = PDAG.from_matrix(np.where(flip, matrix, 0) + np.where(flip, 0, matrix).T)
        cycle = directed_cycle(graph)
        acyclic = not np.linalg.matrix_power(
            graph.to_matrix().astype(int) + np.eye(5, dtype=int), 9
        )[np.where(graph.to_matrix().T)].any()
        assert bool(cycle) != acyclic
        for a, b in zip(cycle, (*cycle[1:], *cycle[:1]), strict=True):
            assert graph.parents[b] >> a & 1


def test_a_known_structure():
    sachs = STRUCTURES["sachs"]
    truth = truth_of_graph(PDAG.from_matrix(sachs.adjacency()), sachs.nodes)
    assert truth.dag is not None
    assert truth.dag.n_edges == 17


SACHS = ("Raf", "Mek", "Erk", "Akt", "P38", "PIP2", "PIP3")


def test_a_misspelt_name_is_asked_about_where_the_right_one_stands_too():
    right = "source,target\nRaf,Mek\nMek,Erk\nAkt,P38\nPIP2,PIP3\n"
    assert read(right, SACHS).doubts == ()
    truth = read(right + "Rafe,Erk\n", SACHS)
    assert truth.dag.n_edges == 4
    assert truth.doubts == ("truth.csv names 'Rafe', which the data lack. Did you mean 'Raf'?",)
    assert truth.notes == ("1 node of truth.csv that the data lack was left out: 'Rafe'.",)
    assert truth.unmentioned == ()
    # Letters in another order, and another case.
    (doubt,) = read(right + "ATK,Erk\n", SACHS).doubts
    assert "Did you mean 'Akt'?" in doubt


def test_a_name_is_compared_less_strictly_with_variables_that_have_no_edges():
    text = "source,target\nRaf,Mek\nMek,Erk\nPIP2,PIP3\nP38,Mek\n"
    truth = read(text + "Atk,Mek\n", SACHS)
    assert truth.unmentioned == ("Akt",)
    assert "Did you mean 'Akt'?" in truth.doubts[0]
    assert read(text + "PKG,Mek\n", (*SACHS[:3], "P38", "PIP2", "PIP3", "PKA")).doubts != ()


@pytest.mark.parametrize("other", ["Ras", "PI5P", "PIP5", "P39", "Calcium", "Ark"])
def test_a_node_of_its_own_is_not_asked_about(other):
    text = "source,target\nRaf,Mek\nMek,Erk\nAkt,P38\nPIP2,PIP3\n"
    truth = read(f"{text}{other},Erk\n", SACHS)
    assert truth.doubts == ()
    assert f"left out: '{other}'" in truth.notes[0]


def test_many_doubts_are_counted_and_very_many_names_not_compared():
    variables = tuple(f"variable {word}" for word in ("one", "two", "ten", "six", "four", "nine"))
    strangers = [name.replace("variable", "varable") for name in variables]
    lines = [f"{name},{variables[0]}" for name in variables[1:]]
    lines += [f"{name},{variables[0]}" for name in strangers]
    doubts = read("source,target\n" + "\n".join(lines) + "\n", variables).doubts
    assert len(doubts) == 6
    assert doubts[5] == "1 more name is close to those of the data."
    assert "'varable two', which the data lack. Did you mean 'variable two'?" in "".join(doubts)
    few, many = (tuple(f"Raf{'x' * k}{i}" for i in range(300)) for k in (1, 2))
    assert doubtful_names(few, many[:10], frozenset(many[:10])) != ()
    assert doubtful_names(few, many, frozenset(many)) == ()


def test_a_misspelt_name_that_cannot_be_left_out_is_asked_about():
    with pytest.raises(TruthError, match=r"hidden common causes.* Did you mean 'Raf' by 'Rafe'\?"):
        read("source,target\nRaf,Mek\nRafe,Erk\nRafe,Akt\n", SACHS)
