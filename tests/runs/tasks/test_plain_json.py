import json

import numpy as np
import pytest

from gesncd.runs.tasks.plain_json import MOST_BYTES, plain_text


def test_plain_values_read_back_as_they_were():
    value = {
        "null": None,
        "flags": [True, False],
        "number": 0.1 + 0.2,
        "tiny": 5e-324,
        "whole": -(2**70),
        "text": "τ \ud800 – 'x'",
        "nested": {"a": [{"b": []}, {}]},
    }
    assert json.loads(plain_text(value, "result")) == value


def test_numpys_double_is_a_number_like_any_other():
    third = np.float64(1) / 3
    assert plain_text({"x": third}, "result") == plain_text({"x": float(third)}, "result")
    assert json.loads(plain_text({"x": third}, "result")) == {"x": 1 / 3}


def test_tuples_become_lists():
    assert json.loads(plain_text({"edge": (0, 1, True)}, "result")) == {"edge": [0, 1, True]}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"s": [1.0, float("nan")]}, r"result\.s\[1\] is nan, which JSON cannot hold"),
        ({"a": {"b": float("-inf")}}, r"result\.a\.b is -inf"),
        ({"n": np.int64(3)}, r"result\.n is of type numpy\.int64"),
        ({"n": np.float32(3)}, r"result\.n is of type numpy\.float32"),
        ({"n": np.float64("nan")}, r"result\.n is nan"),
        ({"flag": np.bool_(True)}, r"result\.flag is of type numpy\.bool"),
        ({"a": np.zeros(2)}, r"result\.a is of type numpy\.ndarray"),
        ({"names": {"x"}}, r"result\.names is of type builtins\.set"),
        ({1: "x"}, "result has the key 1, which is no text"),
        ([1], "result must be a mapping by text, not a list"),
        (None, "result must be a mapping by text, not a NoneType"),
    ],
)
def test_what_json_would_lose_or_refuse_is_named_with_its_place(value, message):
    with pytest.raises(ValueError, match=message):
        plain_text(value, "result")


def test_what_refers_to_itself_and_what_is_too_long_is_refused():
    loop = {}
    loop["again"] = loop
    with pytest.raises(ValueError, match="nested more than 100 deep"):
        plain_text(loop, "result")
    most = "x" * (MOST_BYTES - len('{"t":""}'))
    assert len(plain_text({"t": most}, "result")) == MOST_BYTES
    with pytest.raises(ValueError, match="at most 16 MB"):
        plain_text({"t": most + "x"}, "result")
