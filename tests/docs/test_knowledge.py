"""What docs/knowledge.md shows runs, and each way to state a thing is understood."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gesncd.data import read_csv
from gesncd.knowledge import read_knowledge
from gesncd.measures import Rcd
from gesncd.search import Finished

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "knowledge.md").read_text("utf-8")
ROWS = [
    [cell.strip(" `") for cell in row]
    for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", TEXT, re.MULTILINE)
][1:]


def test_the_example_runs() -> None:
    blocks = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", TEXT, flags=re.MULTILINE)
    (example,) = [re.sub(r"^ {4}", "", b, flags=re.MULTILINE) for b in blocks if "import" in b]
    dataset, _ = read_csv(ROOT / "sample_data" / "sachs.csv", name="sachs.csv")
    measure = Rcd(dataset)
    names = {"dataset": dataset, "measure": measure, "tau": measure.null_quantile(0.001)}
    exec(compile(example.strip(), "docs/knowledge.md", "exec"), names)
    *_, last = names["events"]
    assert isinstance(last, Finished)
    source, target = (dataset.names.index(name) for name in ("PKC", "Raf"))
    assert (source, target, True) in last.graph.edges()


def test_there_is_a_row_a_statement() -> None:
    assert [row[2].split(" ")[0].strip("`") for row in ROWS] == [
        "required",
        "forbidden",
        "adjacent",
        "not_adjacent",
        "tiers",
        "closed_tiers",
    ]


@pytest.mark.parametrize("row", ROWS[:4], ids=lambda row: row[2])
def test_a_pair_is_read_from_csv_and_json_alike(row: list[str]) -> None:
    line, field = row[1], row[2]
    from_csv = read_knowledge(f"source,relation,target\n{line}\n".encode())
    from_json = read_knowledge(json.dumps({field: [["A", "B"]]}).encode())
    assert getattr(from_csv, field) == getattr(from_json, field) == (("A", "B"),)


@pytest.mark.parametrize("row", ROWS[:2], ids=lambda row: row[2])
def test_a_direction_is_read_from_tetrads_text(row: list[str]) -> None:
    found = read_knowledge(f"/knowledge\n{row[3]}\nA B\n".encode())
    assert getattr(found, row[2]) == (("A", "B"),)


def test_tiers_are_read_from_json_and_tetrads_text() -> None:
    from_json = read_knowledge(b'{"tiers": [["A", "B"], ["C"]], "closed_tiers": [0]}')
    from_tetrad = read_knowledge(b"/knowledge\naddtemporal\n1* A B\n2 C\n")
    assert from_json == from_tetrad
    assert from_json.tiers == (("A", "B"), ("C",))
    assert tuple(from_json.closed_tiers) == (0,)
