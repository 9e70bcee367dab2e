import numpy as np
import pytest

from gesncd.data import Kind, profile_table, read_table
from gesncd.data.kinds import names_a_subject, names_a_time, names_an_id, words_of

RNG = np.random.default_rng(0)
N = 60
SHUFFLED = [int(i) for i in RNG.permutation(N)]


def kind(values, name="column"):
    lines = [f"{name},other", *(f"{v},1" for v in values)]
    table = read_table("\n".join(lines).encode(), name="t.csv")
    return profile_table(table).column(name).kind


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([""] * N, Kind.EMPTY),
        ([3] * N, Kind.CONSTANT),
        (["x"] * N, Kind.CONSTANT),
        ([i % 2 for i in range(N)], Kind.BINARY),
        ([[1.5, 2.5][i % 3 > 1] for i in range(N)], Kind.BINARY),
        ([i % 5 for i in range(N)], Kind.ORDINAL),
        ([i % 5 * 1000 for i in range(N)], Kind.COUNT),
        ([i * i % 37 for i in range(N)], Kind.COUNT),
        ([i * i % 37 - 10 for i in range(N)], Kind.CONTINUOUS),
        (RNG.normal(size=N), Kind.CONTINUOUS),
        (["yes" if i % 3 else "no" for i in range(N)], Kind.BOOLEAN),
        (["TRUE" if i % 3 else "FALSE" for i in range(N)], Kind.BOOLEAN),
        (["abc"[i % 3] for i in range(N)], Kind.CATEGORY),
        (["1" if i % 3 == 1 else "xy"[i % 2] for i in range(N)], Kind.CATEGORY),
        (["x?" if i == 7 else i / 7 for i in range(N)], Kind.MIXED),
        ([f"2020-01-{1 + i % 28:02d}" for i in range(N)], Kind.DATE),
        ([f"{1 + i % 28}.3.2021 12:30" for i in range(N)], Kind.DATE),
        ([f"3/{1 + i % 28}/21" for i in range(N)], Kind.DATE),
        ([f"{1 + i % 28} Mar 2021" for i in range(N)], Kind.DATE),
        ([f"12:{i % 60:02d}" for i in range(N)], Kind.DATE),
        ([20200100 + 1 + i * i % 28 for i in range(N)], Kind.DATE),
        ([f"s{i}" for i in range(N)], Kind.ID),
        (range(N), Kind.INDEX),
        (range(500, 500 + N), Kind.INDEX),
        (SHUFFLED, Kind.INDEX),
    ],
)
def test_kinds(values, expected):
    assert kind(values) is expected


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("patient_id", [1000 + i * i % 41 for i in range(N)], Kind.ID),
        ("SubjectNo", [i * i % 41 for i in range(N)], Kind.ID),
        ("mouse", ["m1", "m2", "m3"] * 20, Kind.ID),
        ("mouse weight", [20 + i * i % 41 for i in range(N)], Kind.COUNT),
        ("Body mass index", [18 + i * i % 41 for i in range(N)], Kind.COUNT),
        ("acidity", [i * i % 41 for i in range(N)], Kind.COUNT),
        ("Year", [1990 + i % 20 for i in range(N)], Kind.DATE),
        ("height", [1500 + i * i % 300 for i in range(N)], Kind.COUNT),
    ],
)
def test_names_decide_where_cells_allow_it(name, values, expected):
    assert kind(values, name) is expected


def test_thousands_of_texts_are_an_identifier(monkeypatch):
    monkeypatch.setattr("gesncd.data.scan.MAX_TEXTS", 20)
    assert kind([f"s{i % 30}" for i in range(90)]) is Kind.ID


def test_words():
    assert words_of("PatientID_no-2") == ["patient", "id", "no"]
    assert names_an_id("sampleID")
    assert not names_an_id("fluid")
    assert names_a_subject("Patient")
    assert not names_a_subject("patient age")
    assert all(map(names_an_id, ["Index", "row_index", "sample idx", "primary key", "caseKey"]))
    assert not any(map(names_an_id, ["Body mass index (kg/m²)", "HOMA index", "key temperature"]))
    assert all(map(names_a_time, ["time [s]", "Study day", "visit no", "week", "time point"]))
    assert not any(map(names_a_time, ["Age (year)", "reaction time", "sick days", "T cells"]))
    assert not names_a_time("times signed off")


def test_profile_counts():
    lines = ["a,b", "1,x", "NA,y", "1,x", "2.5,", "-999,x", "3,x", "-999,x"]
    profile = profile_table(read_table("\n".join(lines).encode(), name="t.csv"))
    a, b = profile.columns
    assert (a.n_missing, a.n_distinct, a.low, a.high) == (1, 4, -999, 3)
    assert a.suspect == ("-999", 2)
    assert a.examples == ("1", "2.5", "-999", "3")
    assert (b.n_missing, b.n_texts, b.categories) == (1, 6, ("x", "y"))


@pytest.mark.parametrize(
    ("values", "suspect"),
    [
        ([*range(1, 30), -999], ("-999", 1)),
        ([1.5, 2.5, 3.5] * 9 + [99999] * 2, ("99999", 2)),
        ([1, 2, 1, 2, 1, 9, 9], ("9", 2)),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9] * 3, None),
        ([-2, -1, 0, 1, 2] * 5, None),
        (list(RNG.normal(0, 1000, 50)), None),
        ([5, 10, 20, 999], None),
    ],
)
def test_suspected_markers(values, suspect):
    lines = ["a,b", *(f"{v},1" for v in values)]
    profile = profile_table(read_table("\n".join(lines).encode(), name="t.csv"))
    assert profile.columns[0].suspect == suspect
