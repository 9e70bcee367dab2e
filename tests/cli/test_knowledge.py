"""Background knowledge through the command line, from a file to an oriented result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gesncd.__main__ import main
from gesncd.export.result_reader import read_result
from gesncd.graphs import PDAG, shd
from gesncd.simulate.write import write_simulation

CHAIN_CLASS = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])


@pytest.fixture
def chain(tmp_path: Path) -> Path:
    """Rows of X1 → X2 → X3 with its graph beside it, and nothing else joined."""
    import numpy as np

    from gesncd.data import Dataset, write_adjacency
    from gesncd.data.write import write_csv

    rng = np.random.default_rng(0)
    first = rng.normal(size=400)
    second = first + 0.6 * rng.normal(size=400)
    third = second + 0.6 * rng.normal(size=400)
    write_csv(tmp_path / "data.csv", Dataset.from_array(np.column_stack([first, second, third])))
    matrix = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    write_adjacency(tmp_path / "dag.csv", ("X1", "X2", "X3"), matrix)
    return tmp_path


def _discover(folder: Path, knowledge: str | None) -> dict:
    arguments = ["discover", str(folder / "data.csv"), "--measure", "partial-correlation"]
    if knowledge is not None:
        (folder / "known.csv").write_text(f"source,relation,target\n{knowledge}", encoding="utf-8")
        arguments += ["--knowledge", str(folder / "known.csv")]
    assert main([*arguments, "--out", str(folder / "result.json")]) == 0
    return json.loads((folder / "result.json").read_text(encoding="utf-8"))


def test_one_known_direction_orients_the_chain_and_the_output_says_so(chain, capsys) -> None:
    assert not any(edge["directed"] for edge in _discover(chain, None)["edges"])
    capsys.readouterr()
    result = _discover(chain, "X2,!->,X1\n")
    assert result["edges"] == [
        {"source": "X1", "target": "X2", "directed": True},
        {"source": "X2", "target": "X3", "directed": True},
    ]
    causes = [change["reason"]["cause"] for change in result["knowledge_changes"]]
    assert causes == ["knowledge", "meek"]
    assert result["settings"]["knowledge"]["forbidden"] == [["X2", "X1"]]
    printed = capsys.readouterr().out
    assert "X1 → X2 (directed by knowledge)" in printed
    assert "X2 → X3 (follows from knowledge)" in printed


def test_compare_orients_the_truth_by_the_same_knowledge(chain, capsys) -> None:
    _discover(chain, "X1,->,X2\n")
    capsys.readouterr()
    assert main(["compare", str(chain / "result.json"), str(chain / "dag.csv")]) == 0
    measured = json.loads(capsys.readouterr().out)
    assert measured["truth_oriented_by_knowledge"] is True
    assert (measured["shd"], measured["f1"]) == (0, 1.0)


def test_compare_leaves_a_truth_that_the_knowledge_contradicts_as_it_is(chain, capsys) -> None:
    for knowledge, named in (
        ("X1,--,X3\n", "it joins 'X1' and 'X3', which the truth does not"),
        # A direction that the class leaves open, and the DAG does not.
        ("X2,->,X1\n", "it rules out 'X1' → 'X2', which is true"),
    ):
        _discover(chain, knowledge)
        capsys.readouterr()
        assert main(["compare", str(chain / "result.json"), str(chain / "dag.csv")]) == 0
        printed = capsys.readouterr()
        assert f"background knowledge contradicts this truth: {named}. So the truth" in printed.err
        figures = json.loads(printed.out)
        assert figures["truth_oriented_by_knowledge"] is False
        found = read_result(chain / "result.json")
        assert figures["shd"] == shd(found.graph, CHAIN_CLASS) > 0


@pytest.mark.parametrize(
    ("knowledge", "words"),
    [
        ("X1,->,X9\n", "'X9'"),
        ("X1,->,X2\nX2,->,X1\n", "X1 → X2 is required, but X2 → X1 is required"),
        ("X1,=>,X2\n", "line 2"),
    ],
)
def test_bad_knowledge_ends_with_one_line_and_exit_code_2(chain, capsys, knowledge, words) -> None:
    (chain / "known.csv").write_text(f"source,relation,target\n{knowledge}", encoding="utf-8")
    arguments = ["discover", str(chain / "data.csv"), "--measure", "partial-correlation"]
    assert main([*arguments, "--knowledge", str(chain / "known.csv")]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_of_statements_saved_on_tune_those_enforced_count(chain, capsys) -> None:
    path = chain / "statements.json"
    path.write_text(
        '{"enforced": {"required": [["X1", "X2"]]}, "held_out": {"tiers": [["X1"], '
        '["X3"]], "not_causes": [["X3", "X1"]]}}'
    )
    arguments = ["discover", str(chain / "data.csv"), "--measure", "partial-correlation"]
    assert main([*arguments, "--knowledge", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "holds 2 statements out of the search: they are left aside here." in printed
    assert "X1 → X2 (directed by knowledge" in printed


def test_caps_are_said_when_they_bite(tmp_path, capsys) -> None:
    write_simulation("linear", 8, 5.0, 500, 3, tmp_path)
    arguments = ["discover", str(tmp_path / "data.csv"), "--measure", "partial-correlation"]
    assert main([*arguments, "--max-conditioning", "1", "--quiet"]) == 0
    assert "capped conditioning sets at 1" in capsys.readouterr().out
    assert main([*arguments, "--quiet"]) == 0
    assert "capped" not in capsys.readouterr().out


def test_what_the_data_speak_against_is_printed_and_written(chain, capsys) -> None:
    assert _discover(chain, "X1,->,X2\n")["against_knowledge"] == []
    assert "speak against" not in capsys.readouterr().out
    result = _discover(chain, "X1,!--,X2\n")
    (held,) = result["against_knowledge"]
    assert (held["i"], held["j"], held["held"]) == ("X1", "X2", "apart")
    assert result["global_score_if_joined"] < 0.05 < result["global_score"]
    printed = capsys.readouterr().out
    assert "against what is stated, that X1 and X2 must not be adjacent" in printed
    assert "Look at the statement again, or run without it." in printed
    result = _discover(chain, "X1,--,X3\n")
    assert result["against_knowledge"] == []
    (unseen,) = result["knowledge_not_seen"]
    assert (unseen["i"], unseen["j"], unseen["held"]) == ("X1", "X3", "joined")
    printed = capsys.readouterr().out
    assert "this measure sees no dependence of X1 and X3" in printed
    assert "Look at" not in printed


def test_compare_counts_apart_what_was_stated(chain, capsys) -> None:
    _discover(chain, "X1,->,X2\n")
    capsys.readouterr()
    assert main(["compare", str(chain / "result.json"), str(chain / "dag.csv")]) == 0
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert told["shd"] == 0
    assert (told["right_edges"], told["right_edges_stated"]) == (2, 1)
    # The second arrow follows from the first.
    assert (told["arrows_judged"], told["arrows_by_knowledge"]) == (2, 1)
    assert (told["arrows_that_follow"], told["stated_alone_shd"]) == (1, 1)
    assert "Stated beforehand: 1 of the graph's 2 edges." in printed.err
    assert "Direction is judged on 2 arrows: 1 by knowledge, 1 follows from it." in printed.err
    document = json.loads((chain / "result.json").read_text())
    document["knowledge_changes"] = [{"i": "X1", "j": "nobody"}]
    (chain / "result.json").write_text(json.dumps(document))
    assert main(["compare", str(chain / "result.json"), str(chain / "dag.csv")]) == 2
