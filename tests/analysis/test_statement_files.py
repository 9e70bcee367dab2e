import json

import pytest

from gesncd.analysis.statement_files import (
    StatementFile,
    read_enforced,
    read_statement_file,
    read_statements,
    statements_from_dict,
    statements_json,
    statements_to_dict,
)
from gesncd.analysis.statements import Relation, Statement, knowledge_of
from gesncd.knowledge import KnowledgeError, read_knowledge

PATH = Statement.pair("A", Relation.NOT_CAUSE, "B\nC")
STATEMENTS = (
    Statement.pair("A", Relation.CAUSES, "D"),
    Statement.pair("B\nC", Relation.NO_EDGE, "D"),
    Statement.tiers([["A"], ["D", "E"]]),
    PATH,
)


def test_json_is_read_back(tmp_path):
    path = tmp_path / "priors.json"
    path.write_text(json.dumps(statements_to_dict(STATEMENTS)), encoding="utf-8")
    assert read_statements(path) == STATEMENTS
    assert read_statements(path.read_bytes()) == STATEMENTS
    assert read_statement_file(path) == StatementFile(STATEMENTS)
    assert statements_from_dict(statements_to_dict(STATEMENTS)) == STATEMENTS
    assert json.loads(path.read_text(encoding="utf-8"))["not_causes"] == [["A", "B\nC"]]


def test_what_is_enforced_and_what_is_held_out_are_kept_apart(tmp_path):
    tiers = Statement.tiers([["D"], ["E", "A"]])
    enforced = (Statement.pair("A", Relation.CAUSES, "E"), tiers)
    path = tmp_path / "said.json"
    path.write_text(statements_json(STATEMENTS, enforced), encoding="utf-8")
    assert read_statement_file(path) == StatementFile(STATEMENTS, enforced, tells=True)
    # For evidence the ones count, for a search the others.
    assert read_statements(path) == STATEMENTS
    assert read_knowledge(path) == knowledge_of(enforced)
    known, left_aside = read_enforced(path, name="said.json")
    assert known == knowledge_of(enforced)
    assert left_aside == "said.json holds 4 statements out of the search: they are left aside here."
    path.write_text(statements_json((), enforced), encoding="utf-8")
    assert read_enforced(path) == (knowledge_of(enforced), "")


def test_two_orders_of_tiers_are_written_and_read_back():
    """Held out they contradict nothing; only what is enforced has one order."""
    two = (Statement.tiers(["A", "BC"]), PATH, Statement.tiers(["D", "E"]), Statement.closed("BC"))
    read = read_statement_file(statements_json(two, ()).encode())
    assert set(read.held_out) == set(two)
    assert read.tells
    assert "more_tiers" not in statements_to_dict(two[:2])
    with pytest.raises(KnowledgeError, match="'more_tiers' must be a list"):
        statements_from_dict({"more_tiers": "A"})
    with pytest.raises(KnowledgeError, match="'more_tiers'"):
        statements_from_dict({"more_tiers": [[["A"], "B"]]})


def test_a_file_with_two_lists_has_nothing_beside_them():
    raw = b'{"enforced": {"required": [["A", "B"]]}, "tiers": [["A"], ["B"]]}'
    for read in (read_statements, read_knowledge):
        with pytest.raises(KnowledgeError, match="unknown entry 'tiers' beside 'enforced'"):
            read(raw)
    with pytest.raises(KnowledgeError, match="f, 'held_out' has the unknown entry 'x'"):
        read_enforced(b'{"held_out": {"x": []}}', name="f")


def test_csv_has_one_relation_more_than_knowledge():
    text = 'source,relation,target\nA,->,D\nA,!=>,"B\nC"\nA , !=> , E\n"B\nC",!->,D\nA,!=>,E\n'
    assert read_statements(text.encode("utf-8-sig")) == (
        Statement.pair("A", Relation.CAUSES, "D"),
        PATH,
        Statement.pair("A", Relation.NOT_CAUSE, "E"),
        Statement.pair("B\nC", Relation.NO_EDGE, "D"),
    )


@pytest.mark.parametrize("names", [None, ("A", "B", "C")])
def test_a_list_of_edges_says_that_each_is_a_cause(names):
    edges = b"source,target,directed\nB,C,true\nA,B,false\n"
    assert read_statements(edges, names=names) == (
        Statement.pair("B", Relation.CAUSES, "C"),
        Statement.pair("A", Relation.ADJACENT, "B"),
    )
    assert read_statements(b"source,target\nA,B\n", names=names) == (
        Statement.pair("A", Relation.CAUSES, "B"),
    )
    # As R writes it without names of rows.
    assert read_statements(b'"source","target"\n"A","B"\n', names=names) == (
        Statement.pair("A", Relation.CAUSES, "B"),
    )
    # And with them.
    assert read_statements(b'"","from","to"\n"1","A","B"\n', names=names) == (
        Statement.pair("A", Relation.CAUSES, "B"),
    )
    # As spreadsheets write it where the comma is the decimal mark; "does not cause" is our own.
    assert read_statements(b"source;relation;target\nA;!=>;B\nB;->;C\n", names=names) == (
        Statement.pair("A", Relation.NOT_CAUSE, "B"),
        Statement.pair("B", Relation.CAUSES, "C"),
    )
    with pytest.raises(KnowledgeError, match="line 2: this row is no edge"):
        read_statements(b"source,target\nA\n", names=names)


def test_statements_keep_the_order_of_the_file():
    rows = [("D", "!--", "A"), ("B", "->", "C"), ("A", "!=>", "C"), ("A", "->", "B")]
    rows += [("C", "!->", "A"), ("D", "--", "B"), ("B", "->", "C")]
    statements = [Statement.pair(a, Relation(sign), b) for a, sign, b in rows]
    text = "\n".join(["source,relation,target", *(",".join(row) for row in rows)])
    assert read_statements(text.encode()) == tuple(dict.fromkeys(statements))
    document = {
        "not_causes": [["A", "C"]],
        "tiers": [["A"], ["D", "B"]],
        "required": [["B", "C"], ["A", "B"]],
        "closed_tiers": [1],
        "adjacent": [["D", "B"]],
    }
    assert read_statements(json.dumps(document).encode()) == (
        statements[2],
        Statement.tiers(["A", "DB"]),
        statements[1],
        statements[3],
        Statement.closed("DB"),
        statements[5],
    )


def test_lines_as_typed_are_read_where_the_variables_are_known(tmp_path):
    path = tmp_path / "said.txt"
    path.write_text("Raf -> Mek\n\nRaf and Jnk, 2 aren't adjacent\ntier 1: Raf\ntier 2: Mek\n")
    names = ("Raf", "Mek", "Jnk, 2")
    found = (
        Statement.pair("Raf", Relation.CAUSES, "Mek"),
        Statement.pair("Raf", Relation.NOT_ADJACENT, "Jnk, 2"),
        Statement.tiers([["Raf"], ["Mek"]]),
    )
    assert read_statements(path, names=names) == found
    assert read_statements(b"\xef\xbb\xbf" + path.read_bytes(), names=names) == found
    with pytest.raises(KnowledgeError, match="begins with the line"):
        read_statements(path)
    # The other formats are told apart.
    for header in (b"source,relation,target\n", b"cause,sign,effect\n", b"\n"):
        assert read_statements(header + b"Raf,->,Mek\n", names=names) == found[:1]
    assert read_statements(b'{"required": [["Raf", "Mek"]]}', names=names) == found[:1]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"Raf -> Mek\nRaff -> Mek\n", "p: Line 2: The data have no variable 'Raff'. Did you"),
        (b"hello\n", "p: 'hello' is not understood. Write 'A -> B'"),
        (b"a\nb\nc\nd\ne\n", r"Line 3: .* 2 more lines are not understood\.$"),
        (b"Raf,->,Mek\nMek,causes,Raf\n", "p, line 2: the relation 'causes' is unknown"),
        (b"Source|Relation|Target\nRaf|->|Mek\n", "p, line 1: a knowledge file begins with"),
        (b"\xff\xfe", "p is not UTF-8 text"),
        (b"", "p is empty"),
    ],
)
def test_a_fault_among_typed_lines_is_said_with_its_line(raw, message):
    with pytest.raises(KnowledgeError, match=message):
        read_statements(raw, name="p", names=("Raf", "Mek"))


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
