"""Which variables are categories, told by the data or, without them, by the record."""

from __future__ import annotations

import numpy as np

from gesncd.data import Dataset, Variable
from gesncd.export.one_hot import one_hot_nodes

NAMES = ("arm", "gaze", "flags", "pain")


def test_the_data_tell_categories_from_bundles():
    arm = np.eye(3)[[0, 1, 2, 1]]
    gaze = np.arange(8.0).reshape(4, 2)
    flags = np.array([[0, 1], [1, 1], [0, 0], [1, 0]])
    values = np.column_stack([arm, gaze, flags, [1, 0, 1, 1]])
    spans = [(0, 1, 2), (3, 4), (5, 6), (7,)]
    variables = tuple(Variable(*each) for each in zip(NAMES, spans, strict=True))
    assert one_hot_nodes(NAMES, Dataset(values, variables)) == {0}


def test_without_the_data_the_record_tells():
    columns = [
        {"name": "arm", "encoding": "one-hot", "categories": ["placebo", "low", "high"]},
        {"name": "x", "group": "gaze", "encoding": "number"},
        {"name": "kind", "group": "flags", "encoding": "one-hot", "categories": ["a", "b"]},
        {"name": "size", "group": "flags", "encoding": "number"},
        {"name": "pain", "encoding": "number"},
    ]
    assert one_hot_nodes(NAMES, None, {"columns": columns}) == {0}
    assert one_hot_nodes(NAMES) == frozenset()
