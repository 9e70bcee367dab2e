import numpy as np
import pytest

from gesncd.data import Plan, prepare, profile_table, read_table


def csv_of(columns):
    rows = zip(*columns.values(), strict=True)
    lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
    return ("\n".join(lines) + "\n").encode()


def strictly(columns, plan=None, **options):
    table = read_table(csv_of(columns), name="t.csv")
    return prepare(table, plan or Plan.strict(table.names), **options)


def mended(columns, finding, which=0, plan=None):
    """The same table after a mend."""
    table = read_table(csv_of(columns), name="t.csv")
    before = plan or Plan.strict(table.names)
    return prepare(table, finding.mends[which].change.apply(before), profile=profile_table(table))


def only(prepared, code):
    (finding,) = [f for f in prepared.findings if f.code == code]
    return finding


@pytest.fixture
def check():
    return strictly


@pytest.fixture
def mend():
    return mended


@pytest.fixture
def the():
    return only


@pytest.fixture
def codes():
    return lambda prepared: [f.code for f in prepared.findings]


@pytest.fixture
def base():
    """Three independent Gaussian columns of 300 rows."""
    rng = np.random.default_rng(5)
    return {name: rng.normal(size=300).round(6) for name in "abc"}
