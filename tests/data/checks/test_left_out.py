import numpy as np
import pytest

from gesncd.data import Change, Missing, Plan, prepare, read_table


def reasons(csv_of, columns, *names):
    table = read_table(csv_of(columns), name="t.csv")
    prepared = prepare(table, Change(ignore=names).apply(Plan.strict(table.names)))
    (finding,) = [f for f in prepared.findings if f.code == "ignored"]
    return finding.message


@pytest.fixture
def csv_of():
    def csv_of(columns):
        rows = zip(*columns.values(), strict=True)
        lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
        return ("\n".join(lines) + "\n").encode()

    return csv_of


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda a: a, "the same as 'a'"),
        (lambda a: 32 + 1.8 * a, "the same as 'a' but for unit and zero point"),
        (lambda a: -a, "the same as 'a' but for unit and zero point"),
        (lambda a: a + 1e-4 * np.arange(300), "continuous, as chosen"),
        (lambda a: 0 * a + 3, "constant"),
        (lambda a: [""] * 300, "empty"),
        (lambda a: [v if i < 60 else "" for i, v in enumerate(a)], "80 % missing"),
        (lambda a: range(1, 301), "row number"),
        (lambda a: [f"p{i}" for i in range(300)], "identifier"),
        (lambda a: a**2, "continuous, as chosen"),
    ],
)
def test_reasons(csv_of, base, made, reason):
    columns = base | {"x": made(base["a"])}
    assert reasons(csv_of, columns, "x") == f"Left out: 'x' ({reason})."


def test_the_same_gaps_are_part_of_being_the_same(csv_of, base):
    base["a"] = ["NA" if i % 7 == 0 else v for i, v in enumerate(base["a"])]
    twin = base | {"x": base["a"]}
    assert "'x' (the same as 'a')" in reasons(csv_of, twin, "x")
    more = base | {"x": ["NA" if i == 299 else v for i, v in enumerate(base["a"])]}
    assert "'x' (given exactly by others)" in reasons(csv_of, more, "x")


def test_a_text_may_stand_where_the_other_has_a_number(csv_of, base):
    cells = ["err" if i == 7 else v for i, v in enumerate(base["a"])]
    said = "'x' (the same as 'a' where both hold numbers)"
    assert said in reasons(csv_of, base | {"x": cells}, "x")
    gap = ["err" if i == 7 else "NA" if i == 9 else v for i, v in enumerate(base["a"])]
    assert "'x' (numbers and text, as chosen)" in reasons(csv_of, base | {"x": gap}, "x")
    other = ["err" if i == 7 else v for i, v in enumerate(base["b"] + base["a"])]
    assert "'x' (numbers and text, as chosen)" in reasons(csv_of, base | {"x": other}, "x")


def test_texts_can_be_the_same(csv_of, base):
    base["s"] = ["uvw"[i % 3] for i in range(300)]
    assert "'x' (the same as 's')" in reasons(csv_of, base | {"x": base["s"]}, "x")
    other = base | {"x": ["uvw"[i % 2] for i in range(300)]}
    assert "'x' (text categories, as chosen)" in reasons(csv_of, other, "x")


def test_a_twin_that_is_left_out_too_is_no_reason(csv_of, base):
    columns = base | {"x": base["a"]}
    assert reasons(csv_of, columns, "a", "x") == (
        "Left out: 'a' (continuous, as chosen) and 'x' (continuous, as chosen)."
    )


def test_what_others_give_exactly_or_what_no_longer_varies_is_said(csv_of, base):
    total = base | {"x": base["a"] + 2 * base["b"]}
    assert "'x' (given exactly by others)" in reasons(csv_of, total, "x")
    kept = base | {"a": ["NA" if i < 100 else v for i, v in enumerate(base["a"])]}
    kept["x"] = [i % 9 if i < 100 else 5.5 for i in range(300)]
    table = read_table(csv_of(kept), name="t.csv")
    plan = Change(ignore=("x",), missing=Missing.DROP).apply(Plan.strict(table.names))
    assert "left out: 'x' (one value in the rows that remain)" in prepare(table, plan).sentence


def test_texts_too_many_to_encode_are_counted(csv_of, base):
    names = base | {"x": [f"name {chr(97 + i % 20)}{i % 50}" for i in range(300)]}
    assert "'x' (100 different texts)" in reasons(csv_of, names, "x")
