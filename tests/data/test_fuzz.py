import io
import json
import random
import zipfile

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from gesncd.data import (
    DataError,
    Dataset,
    Plan,
    ReadOptions,
    prepare,
    preview_file,
    profile_table,
    propose_plan,
    read_table,
)

ROWS = [(i * i % 7, i * 3 % 11, "xyz"[i % 3], 2000 + i) for i in range(30)]


def text(header, rows, delimiter=",", end="\n"):
    lines = [header, *(delimiter.join(map(str, row)) for row in rows)]
    return end.join([*lines, ""])


def workbook():
    book = openpyxl.Workbook()
    for row in [("a", "b", "s", "id"), *ROWS]:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def arrow(write):
    columns = dict(zip(("a", "b", "s", "id"), map(list, zip(*ROWS, strict=True)), strict=True))
    file = io.BytesIO()
    write(pa.table(columns), file)
    return file.getvalue()


def outcome(content, options=ReadOptions()):
    """Read, profile, propose, prepare; whether there is a data set or a readable error."""
    try:
        preview_file(content, name="t.csv", options=options)
        table = read_table(content, name="t.csv", options=options)
        profile = profile_table(table)
        results = [
            prepare(table, plan, profile=profile)
            for plan in (Plan.strict(table.names), propose_plan(profile))
        ]
    except DataError as refusal:
        readable(str(refusal))
        return "refused"
    for result in results:
        json.dumps(result.record)
        for finding in result.findings:
            readable(finding.message)
        assert (result.dataset is None) == bool(result.errors)
        if result.dataset is not None:
            assert isinstance(result.dataset, Dataset)
            assert np.isfinite(result.dataset.values).all()
            assert result.dataset.n_rows >= 20
    return "error" if results[1].dataset is None else "dataset"


def readable(message):
    assert len(message) > 10
    assert "Traceback" not in message
    assert "object at 0x" not in message


OPTIONS = (
    ReadOptions(),
    ReadOptions(header=False),
    ReadOptions(delimiter=" "),
    ReadOptions(delimiter=";", decimal=",", missing=("x", "3")),
    ReadOptions(encoding="latin-1", comment="", number_duplicates=True, skip=1),
)


def test_thousands_of_mutated_texts(mutate):
    sources = [
        text("a,b,s,id", ROWS).encode(),
        text(
            "a;b;s;day", [(f"{a},5", b, s, f"{1 + b}.1.2020") for a, b, s, _ in ROWS], ";"
        ).encode(),
        text("a\tb\tü", [(a, "NA" if b == 3 else b, a - b) for a, b, _, _ in ROWS], "\t").encode(),
        text("x y z", [(a, b, a * b) for a, b, _, _ in ROWS], "  ", "\r\n").encode("utf-16"),
    ]
    rng = random.Random(1)
    outcomes = {"dataset": 0, "error": 0, "refused": 0}
    for round_ in range(2400):
        content = mutate(sources[round_ % 4], rng)
        options = OPTIONS[0] if round_ % 3 else rng.choice(OPTIONS)
        outcomes[outcome(content, options)] += 1
    assert min(outcomes.values()) > 100, outcomes


def test_workbooks_with_mutated_parts():
    with zipfile.ZipFile(io.BytesIO(workbook())) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    rng = random.Random(3)
    outcomes = {"dataset": 0, "error": 0, "refused": 0}
    for _ in range(150):
        name = rng.choice(["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"])
        changed = bytearray(parts[name])
        digits = [i for i, byte in enumerate(changed) if 48 <= byte < 58]
        at = rng.choice(digits) if rng.random() < 0.7 else rng.randrange(len(changed))
        changed[at : at + rng.randrange(2)] = rng.choice([b"9", b"<", b"s", b'"', b"", b"-7"])
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for each, content in parts.items():
                archive.writestr(each, bytes(changed) if each == name else content)
        outcomes[outcome(file.getvalue())] += 1
    assert outcomes["dataset"] > 10, outcomes
    assert outcomes["refused"] > 10, outcomes


@pytest.mark.parametrize(
    ("content", "rounds"),
    [
        (workbook(), 150),
        (arrow(pq.write_table), 300),
        (arrow(lambda table, file: feather.write_feather(table, file)), 300),
    ],
    ids=["excel", "parquet", "feather"],
)
def test_mutated_binary_files(content, rounds):
    assert outcome(content) == "dataset"
    rng = random.Random(2)
    for _ in range(rounds):
        changed = bytearray(content)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(changed))
            if rng.random() < 0.2:
                del changed[at:]
            else:
                changed[at] = rng.randrange(256)
            if not changed:
                break
        outcome(bytes(changed))
