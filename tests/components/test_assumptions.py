from components.assumptions import ASSUMPTIONS, COVERS, READING, false_edges_text
from components.learn.glossary import TERMS


def test_false_edges_are_expected_over_pairs_and_over_queries():
    text = false_edges_text(11, 0.001)
    assert "level α 0.001" in text
    assert "0.055 false edges over 55 pairs asked once each, if no two variables were" in text
    assert "0.24 over the 241 distinct queries" in false_edges_text(11, 0.001, 241)
    assert "by hand" not in text
    assert (
        "0.053 false edges over 53 pairs that background knowledge leaves open, asked once each"
        in false_edges_text(11, 0.001, n_settled=2)
    )
    for each in (text, false_edges_text(11, 0.001, 241), false_edges_text(11, 0.001, by_hand=True)):
        assert each.endswith(COVERS)
    assert false_edges_text(11, 0.001, by_hand=True).startswith("τ was chosen by hand")


def test_what_the_expected_number_does_not_count_is_said():
    for part in ("missing", "earlier decision", "conditioning set", "not directions"):
        assert part in COVERS


def test_the_four_assumptions_and_the_three_signs_are_explained():
    assert [title for title, _ in ASSUMPTIONS] == [
        "No hidden common cause",
        "Independent rows",
        "No loops",
        "Faithfulness",
    ]
    assert [line.split(" ")[1] for line in READING] == ["arrow", "undirected", "edge"]


def test_an_arrow_is_promised_among_graphs_that_agree_with_what_was_known():
    assert READING[0].endswith(
        "every graph that explains the data equally well, and agrees with what was known where "
        "that was stated, has it so, if the assumptions hold."
    )


def test_what_a_hidden_common_cause_does_is_not_overstated():
    assert "one can show as" in dict(ASSUMPTIONS)["No hidden common cause"]
    assert "It can show as" in TERMS["Hidden common cause"]
