import json

import pytest

from gesncd.data import (
    Change,
    ColumnPlan,
    DataError,
    Encoding,
    Marker,
    Mend,
    Missing,
    Plan,
    ReadOptions,
    Role,
    Sample,
)

PLAN = Plan(
    (
        ColumnPlan("a"),
        ColumnPlan("b", Role.PART, "g", Encoding.ONE_HOT),
        ColumnPlan("c", Role.IGNORE),
    ),
    Missing.ITERATIVE,
    (Marker("-9", ("a",)), Marker("x")),
    True,
    Sample(10, 3),
    ("ragged-rows",),
)


def test_a_plan_survives_json():
    assert Plan.from_dict(json.loads(json.dumps(PLAN.to_dict()))) == PLAN
    assert Plan.from_dict(Plan.strict("ab").to_dict()) == Plan.strict("ab")


@pytest.mark.parametrize(
    "change", [{"missing": "guess"}, {"columns": [{"name": "a"}]}, {"sample": {}}]
)
def test_what_is_no_plan_is_refused(change):
    with pytest.raises(DataError, match="no plan"):
        Plan.from_dict({**PLAN.to_dict(), **change})


def test_changes():
    plan = Plan.strict(["a", "b", "c"])
    assert Change(ignore=("a", "zz")).apply(plan).ignored == ("a",)
    assert Change(use=("c",)).apply(PLAN).used == ("a", "b", "c")
    joined = Change(join=(("g", ("a", "b")),)).apply(plan)
    assert [(c.role, c.group) for c in joined.columns] == [
        (Role.PART, "g"),
        (Role.PART, "g"),
        (Role.VARIABLE, None),
    ]
    assert Change(use=("a", "b")).apply(joined) == plan
    encoded = Change(encode=(("b", Encoding.ONE_HOT),)).apply(plan)
    assert encoded.columns[1].encoding is Encoding.ONE_HOT
    marker = Change(markers=(Marker("?"),))
    assert marker.apply(marker.apply(plan)).markers == (Marker("?"),)
    full = Change(
        missing=Missing.DROP, drop_duplicates=True, sample=Sample(5), accept=("x",)
    ).apply(plan)
    assert (full.missing, full.drop_duplicates, full.sample, full.accepted) == (
        Missing.DROP,
        True,
        Sample(5),
        ("x",),
    )
    assert Change().apply(full) == full


def test_mends_of_reading_change_the_options():
    mend = Mend("x", "X", Change(reading=(("delimiter", " "), ("skip", 2))))
    assert mend.rereads
    assert ReadOptions(header=False).changed(mend.change) == ReadOptions(
        delimiter=" ", skip=2, header=False
    )
    assert not Mend("y", "Y", Change(ignore=("a",))).rereads


def test_options_survive_json_and_refuse_nonsense():
    options = ReadOptions(delimiter=";", missing=("x",), sheet="S")
    assert ReadOptions.from_dict(json.loads(json.dumps(options.to_dict()))) == options
    assert ReadOptions().to_dict() == {}
    for wrong in (
        {"delimiter": "x"},
        {"decimal": "'"},
        {"delimiter": ",", "decimal": ","},
        {"encoding": "zlib"},
        {"skip": -1},
        {"colour": 1},
    ):
        with pytest.raises(DataError):
            ReadOptions.from_dict(wrong)
