from gesncd.search.direction_sentences import (
    direction_sentences,
    needs_data_too,
    short_support,
)
from gesncd.search.direction_support import DirectionSupport, PairEvidence

A, B, C, D, E = range(5)
NAMES = ("ROS", "IL-1β", "MMP-13", "NF-κB", "COX-2")
COLLIDER = DirectionSupport((A, B), ((A, B, C),), (), ((A, B), (B, C)), ((A, C),))
EVIDENCE = PairEvidence(0.1, {(A, B): 0.5, (B, C): 0.26, (B, D): 0.11}, {(A, C): 0.08})


def test_a_collider_tells_its_weaker_edge_its_gap_and_what_hangs_on_it():
    assert direction_sentences(
        COLLIDER, EVIDENCE, NAMES, floor=0.1, hanging=[(A, B), (C, B), (B, D)]
    ) == [
        "An arrow has no score of its own: this direction rests on the collider "
        "ROS → IL-1β ← MMP-13, whose weaker edge is 2.6 times the noise floor.",
        "It also rests on ROS and MMP-13 not being joined; the largest score at or below τ that "
        "they were offered was 0.8 times the noise floor.",
        "3 arrows of the graph hang on that collider: if it is wrong, they are unfounded.",
    ]


def test_of_a_collider_with_a_required_edge_the_other_is_not_called_weaker():
    evidence = PairEvidence(0.1, {(B, C): 0.26}, {})
    (first, *_) = direction_sentences(COLLIDER, evidence, NAMES)
    assert first.endswith("whose only scored edge is 2.6 times τ.")


def test_with_a_threshold_by_hand_scores_are_multiples_of_it():
    text = " ".join(direction_sentences(COLLIDER, EVIDENCE, NAMES, floor=0.05))
    assert "2.6 times τ" in text
    assert "noise floor" not in text
    assert "hang" not in text


def test_an_arrow_that_other_colliders_give_as_well_says_so():
    said = direction_sentences(COLLIDER, EVIDENCE, NAMES, hanging=[(C, B)])
    assert said[-1] == "Without that collider others would still direct it."
    said = direction_sentences(COLLIDER, EVIDENCE, NAMES, hanging=[(C, B)], only_known=True)
    assert said[-1] == "Without that collider background knowledge would still direct it."
    alone = direction_sentences(COLLIDER, EVIDENCE, NAMES, hanging=[(A, B)])
    assert alone[-1] == "No other arrow hangs on that collider."


def test_of_several_colliders_the_weakest_is_named_and_so_is_a_weaker_edge_beyond_them():
    support = DirectionSupport(
        (B, D),
        ((A, C, E), (A, B, C)),
        (),
        ((A, C), (C, E), (A, B), (B, C), (B, D)),
        ((A, E), (A, C), (C, D)),
    )
    evidence = PairEvidence(
        0.1,
        {(A, C): 0.9, (C, E): 0.8, (A, B): 0.5, (B, C): 0.26, (B, D): 0.11},
        {(A, E): 0.01, (C, D): 0.09},
    )
    assert direction_sentences(support, evidence, NAMES) == [
        "An arrow has no score of its own: this direction rests on 2 colliders, the weakest being "
        "ROS → IL-1β ← MMP-13, whose weaker edge is 2.6 times τ.",
        "The weakest edge on the way from there is IL-1β — NF-κB, 1.1 times τ.",
        "It also rests on 3 pairs not being joined; nearest to it came MMP-13 and NF-κB, with 0.9 "
        "times τ.",
    ]


def test_knowledge_that_directs_an_arrow_itself_leaves_nothing_to_say():
    own = DirectionSupport((A, B), (), ((A, B),), (), ())
    assert direction_sentences(own, EVIDENCE, NAMES) == []
    assert not needs_data_too(own)


def test_knowledge_and_a_gap_that_the_data_left():
    support = DirectionSupport((B, C), (), ((A, B),), ((A, B),), ((A, C),))
    assert needs_data_too(support)
    assert not needs_data_too(support, [(A, C)])
    said = direction_sentences(support, EVIDENCE, NAMES)
    assert said[0].endswith("this direction rests on background knowledge.")
    assert "ROS and MMP-13 not being joined" in said[-1]
    kept = direction_sentences(support, EVIDENCE, NAMES, kept_apart=[(A, C)])
    assert kept[-1] == "It uses one pair that background knowledge keeps apart."


def test_what_the_events_do_not_know_is_said():
    nothing = PairEvidence(0.1, {}, {})
    said = direction_sentences(COLLIDER, nothing, NAMES)
    assert said[0].endswith("ROS → IL-1β ← MMP-13, no edge of which was scored.")
    assert said[1].endswith("not being joined; no score of that is known.")
    assert short_support(COLLIDER, nothing, NAMES) == (
        "ROS → IL-1β ← MMP-13; nearest miss not known"
    )


def test_a_score_below_nothing_and_one_far_below_the_threshold_are_no_ratios():
    below = PairEvidence(0.1, EVIDENCE.joined, {(A, C): -0.02})
    assert "below 0, within noise" in direction_sentences(COLLIDER, below, NAMES)[1]
    tiny = PairEvidence(0.1, EVIDENCE.joined, {(A, C): 1e-8})
    assert "under 0.01 times τ" in direction_sentences(COLLIDER, tiny, NAMES)[1]


def test_a_cell_of_a_table_says_it_in_multiples_of_the_threshold():
    assert short_support(COLLIDER, EVIDENCE, NAMES) == (
        "ROS → IL-1β ← MMP-13; weakest edge 2.6 × τ; nearest miss 0.8 × τ"
    )
    mixed = DirectionSupport((B, C), (), ((A, B),), ((A, B),), ((A, C),))
    assert short_support(mixed, EVIDENCE, NAMES) == (
        "knowledge; weakest edge 5 × τ; nearest miss 0.8 × τ"
    )
    assert short_support(mixed, EVIDENCE, NAMES, kept_apart=[(A, C)]) == (
        "knowledge; weakest edge 5 × τ"
    )
    two = DirectionSupport((A, B), ((A, B, C), (A, D, C)), (), ((A, B),), ())
    for what in ("knowledge", "others"):
        said = short_support(COLLIDER, EVIDENCE, NAMES, else_by=what)
        assert said.endswith(f"; {what} would direct it, too")
    assert short_support(two, EVIDENCE, NAMES).startswith("2 colliders; ")
