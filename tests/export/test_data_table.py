"""The prepared data as CSV: every bit, and a name for each column."""

from __future__ import annotations

import csv
import io

import numpy as np
import pandas as pd

from gesncd.data.dataset import Dataset, Variable
from gesncd.export.data_table import column_names, data_csv, header_of


def test_the_numbers_come_back_to_the_last_bit_and_names_run_no_formula():
    values = np.random.default_rng(4).normal(size=(200, 3)) * [1e-9, 1.0, 1e12]
    names = ["Age (y)", "=1+1", 'a,"b"']
    text = data_csv(Dataset.from_array(values, names))
    read = pd.read_csv(io.StringIO(text))
    assert read.to_numpy().tobytes() == np.ascontiguousarray(values).tobytes()
    assert list(read.columns) == ["Age (y)", "'=1+1", 'a,"b"']
    assert header_of([[name] for name in names]) == list(read.columns)


def test_a_variable_of_several_columns_has_a_name_for_each():
    values = np.arange(8.0).reshape(2, 4)
    dataset = Dataset(values, (Variable("Site", (2, 0, 1)), Variable("Site (2)", (3,))))
    header, first, _ = csv.reader(io.StringIO(data_csv(dataset)))
    assert header == ["Site (1)", "Site (2)'", "Site (3)", "Site (2)"]
    assert first == ["2.0", "0.0", "1.0", "3.0"]
    record = {
        "columns": [
            {"name": "id", "role": "ignore"},
            {
                "name": "Site",
                "role": "variable",
                "encoding": "one-hot",
                "categories": ["A", "B", "C"],
            },
        ]
    }
    told = ("Site = A", "Site = B", "Site = C")
    assert column_names(("Site",), [3], record) == (told,)
    assert column_names(("Site",), None, record) == (told,)
    assert column_names(("Site",), [2], record) == (("Site (1)", "Site (2)"),)
    parts = [{"name": n, "role": "part", "group": "PIP"} for n in ("x", "y")]
    assert column_names(("PIP", "x"), [2, 1], {"columns": parts}) == (("x'", "y"), ("x",))
