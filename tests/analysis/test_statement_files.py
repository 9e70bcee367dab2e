import json

import pytest

from gesncd.analysis.statement_files import (
    read_statements,
    statements_from_dict,
    statements_json,
    statements_to_dict,
)
from gesncd.analysis.statements import Relation, Statement
from gesncd.knowledge import KnowledgeError

PATH = Statement.pair("A", Relation.NOT_CAUSE, "B\nC")
STATEMENTS = (
    Statement.pair("A", Relation.CAUSES, "D"),
    Statement.pair("B\nC", Relation.NO_EDGE, "D"),
    Statement.tiers([["A"], ["D", "E"]]),
    PATH,
)


def test_json_is_read_back(tmp_path):
    path = tmp_path / "priors.json"
    path.write_text(statements_json(STATEMENTS), encoding="utf-8")
    assert read_statements(path) == STATEMENTS
    assert read_statements(path.read_bytes()) == STATEMENTS
    assert statements_from_dict(statements_to_dict(STATEMENTS)) == STATEMENTS
    assert json.loads(path.read_text(encoding="utf-8"))["not_causes"] == [["A", "B\nC"]]


def test_csv_has_one_relation_more_than_knowledge():
    text = 'source,relation,target\nA,->,D\nA,!=>,"B\nC"\nA , !=> , E\n"B\nC",!->,D\nA,!=>,E\n'
    assert read_statements(text.encode("utf-8-sig")) == (
        Statement.pair("A", Relation.CAUSES, "D"),
        Statement.pair("B\nC", Relation.NO_EDGE, "D"),
        PATH,
        Statement.pair("A", Relation.NOT_CAUSE, "E"),
    )


def test_tetrad_files_are_statements():
    text = b"/knowledge\naddtemporal\n1 A B\n2* C D\nrequiredirect\nA C\n"
    assert read_statements(text) == (
        Statement.pair("A", Relation.CAUSES, "C"),
        Statement.tiers(["AB", "CD"]),
        Statement.closed("CD"),
    )


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b'source,relation,target\nA,!=>,"B\nC"\nA,=>,B\n', "p, line 4: the relation '=>'"),
        (b"source,relation,target\nA,!=>\n", "p, line 2: expected source, relation and target"),
        (b"source,relation,target\nA,!=>,A\n", "joins 'A' to itself"),
        (b'{"not_causes": [["A"]]}', "p: 'not_causes' must be a list of pairs"),
        (b'{"causes": []}', "p has the unknown entry 'causes'"),
        (b"{", "p, line 1: this is not valid JSON"),
        (b"\xff\xfe", "p is not UTF-8 text"),
        (b"", "p is empty"),
    ],
)
def test_a_fault_is_said_with_its_place(raw, message):
    with pytest.raises(KnowledgeError, match=message):
        read_statements(raw, name="p")


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(KnowledgeError, match=r"none.csv cannot be read"):
        read_statements(tmp_path / "none.csv")
