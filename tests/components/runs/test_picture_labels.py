import numpy as np
import pytest

from components.runs.picture_labels import MOST_LABELS, Label, place_labels, text_width

SIZE = (230.0, 150.0)
NONE = np.zeros((0, 2, 2))


def corners(label):
    (x, y), (w, h) = (label.x, label.y), label.half
    return np.array([x - w, y - h]), np.array([x + w, y + h])


def crosses(line, low, high):
    points = line[0] + np.linspace(0, 1, 200)[:, None] * (line[1] - line[0])
    return ((points > low) & (points < high)).all(axis=1).any()


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("letters", [3, 9, 40])
def test_no_name_touches_a_name_a_dot_a_line_or_the_edge(seed, letters):
    rng = np.random.default_rng(seed)
    points = rng.uniform([30, 20], [200, 130], size=(MOST_LABELS, 2))
    lines = points[rng.integers(MOST_LABELS, size=(9, 2))]
    names = ["".join(rng.choice(list("abcdefmw"), letters)) for _ in range(MOST_LABELS)]
    labels = place_labels(names, points, lines, SIZE)
    assert labels
    for label in labels:
        low, high = corners(label)
        assert (low >= 0).all()
        assert (high <= SIZE).all()
        assert not ((points > low) & (points < high)).all(axis=1).any()
        assert not any(crosses(line, low, high) for line in lines)
        for other in labels:
            if other is label:
                continue
            other_low, other_high = corners(other)
            assert (other_low >= high).any() or (other_high <= low).any()
    assert len({label.node for label in labels}) == len(labels)


def test_a_short_name_stands_whole_above_its_dot():
    (label,) = place_labels(["Raf"], np.array([[115.0, 75.0]]), NONE, SIZE)
    assert (label.node, label.text, label.x) == (0, "Raf", 115.0)
    assert label.y < 75


def test_what_all_names_have_in_common_goes_where_whole_ones_have_no_room():
    names = [f"expression of kinase {k:02d} at rest" for k in range(3)]
    points = np.array([[60.0, 60.0], [120.0, 60.0], [180.0, 60.0]])
    labels = place_labels(names, points, NONE, SIZE)
    assert {label.text for label in labels if len(label.text) < 9} <= {"…00…", "…01…", "…02…"}
    assert len(labels) == 3
    assert len({label.text for label in labels}) == 3


def test_names_are_never_cut_so_that_two_are_the_same():
    names = ["a" * 30 + str(k) + "b" * 30 for k in range(3)]
    points = np.array([[60.0, 60.0], [120.0, 90.0], [180.0, 60.0]])
    assert place_labels(names, points, NONE, SIZE) == []


def test_a_name_without_room_is_left_out_and_many_have_none():
    ring = np.array([[115.0, 75.0], [100, 65], [130, 65], [100, 85], [130, 85]])
    rays = np.array([[ring[0], other] for other in ring[1:]])
    names = ["center of them all", "a", "b", "c", "d"]
    assert 0 not in {label.node for label in place_labels(names, ring, rays, SIZE)}
    d = MOST_LABELS + 1
    points = np.column_stack([np.linspace(20, 210, d), np.full(d, 75.0)])
    assert place_labels([str(k) for k in range(d)], points, NONE, SIZE) == []


def test_wide_letters_take_more_room():
    assert text_width("MMM") > text_width("aaa") > text_width("iii")
    assert text_width("\u7d30\u80de") > 20
    assert Label(0, "aaa", 1.0, 2.0).half[0] == text_width("aaa") / 2
