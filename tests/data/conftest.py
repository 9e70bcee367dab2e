import numpy as np
import pytest

from gesncd.data import Plan, prepare, profile_table, propose_plan, read_table


def csv_of(columns, delimiter=","):
    """The bytes of a CSV file with columns given by name."""
    rows = zip(*columns.values(), strict=True)
    lines = [delimiter.join(columns), *(delimiter.join(map(str, row)) for row in rows)]
    return ("\n".join(lines) + "\n").encode()


class Made:
    """A table made from columns, with its profile and what plans make of it."""

    def __init__(self, columns, **plan):
        self.table = read_table(csv_of(columns), name="t.csv")
        self.profile = profile_table(self.table)
        self.proposed = propose_plan(self.profile)

    def strict(self):
        return self.prepare(Plan.strict(self.table.names))

    def prepare(self, plan, **options):
        return prepare(self.table, plan, profile=self.profile, **options)


def found(prepared, code):
    """The only finding with a code."""
    (finding,) = [f for f in prepared.findings if f.code == code]
    return finding


def codes(prepared):
    return {finding.code for finding in prepared.findings}


def mutated(content, rng):
    """Change some bytes or lines of a file as accidents do."""
    content = bytearray(content)
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(content) + 1)
        kind = rng.randrange(9)
        if kind == 0:
            content[at:at] = bytes([rng.randrange(256)])
        elif kind == 1:
            del content[at : at + rng.randint(1, 30)]
        elif kind == 2:
            del content[at:]
        elif kind == 3:
            content[at:at] = rng.choice(
                [b'"', b"'", b",", b";", b"\t", b"|", b"#", b"\n", b"\r", b"\x00", b"\xff\xfe",
                 b"\xef\xbb\xbf", b"NA", b"inf", b"nan", b"1e999", b"-", b"_", "１".encode(), b",,"]
            )  # fmt: skip
        elif kind == 4:
            old, new = rng.choice([(b",", b";"), (b".", b","), (b"\n", b"\r"), (b",", b", ")])
            content = content.replace(old, new)
        elif kind == 5:
            lines = content.split(b"\n")
            rng.shuffle(lines)
            content = bytearray(b"\n".join(lines))
        elif kind == 6:
            content[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 50)))
        elif kind == 7:
            lines = content.split(b"\n")
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
            content = bytearray(b"\n".join(lines))
        else:
            codec = rng.choice(["utf-16", "utf-32", "utf-16-le"])
            content = bytearray(bytes(content).decode("latin-1").encode(codec))
    return bytes(content)


@pytest.fixture
def mutate():
    return mutated


@pytest.fixture
def make():
    return Made


@pytest.fixture
def finding():
    return found


@pytest.fixture
def codes_of():
    return codes


@pytest.fixture
def to_csv():
    return csv_of


@pytest.fixture
def base():
    """Three independent Gaussian columns of 300 rows."""
    rng = np.random.default_rng(5)
    return {name: rng.normal(size=300).round(6) for name in "abc"}
