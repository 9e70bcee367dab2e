from __future__ import annotations

import itertools
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gesncd.knowledge import (
    Knowledge,
    KnowledgeError,
    from_dict,
    read_knowledge,
    to_csv,
    to_dict,
    to_json,
    to_tetrad,
)

NAMES = ["A", "B", "C d", 'quo"te', "comma,name", "Ünïcode", "=SUM(A1)", "E", "F"]


def _pairs(names):
    pair = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True).map(tuple)
    return st.lists(pair, max_size=4).map(tuple)


@st.composite
def _knowledge(draw, names=NAMES, *, tiers=True, adjacencies=True):
    pairs = _pairs(names)
    groups: tuple[tuple[str, ...], ...] = ()
    closed: tuple[int, ...] = ()
    if tiers:
        order = draw(st.permutations(names))
        cuts = sorted(draw(st.sets(st.integers(1, len(names) - 1), max_size=3)))
        bounds = [0, *cuts, len(names)]
        groups = tuple(tuple(order[a:b]) for a, b in itertools.pairwise(bounds))
        closed = tuple(draw(st.sets(st.integers(0, len(groups) - 1))))
    return Knowledge(
        required=draw(pairs),
        forbidden=draw(pairs),
        adjacent=draw(pairs) if adjacencies else (),
        not_adjacent=draw(pairs) if adjacencies else (),
        tiers=groups,
        closed_tiers=closed,
    )


@given(_knowledge(tiers=False))
def test_csv_round_trip(knowledge) -> None:
    assert read_knowledge(to_csv(knowledge).encode()) == knowledge


@given(_knowledge())
def test_json_round_trip(knowledge) -> None:
    assert read_knowledge(to_json(knowledge).encode()) == knowledge
    assert from_dict(json.loads(json.dumps(to_dict(knowledge)))) == knowledge


@given(_knowledge([n for n in NAMES if " " not in n], adjacencies=False))
def test_tetrad_round_trip(knowledge) -> None:
    assert read_knowledge(to_tetrad(knowledge).encode()) == knowledge


@given(st.lists(st.lists(st.text(max_size=4), min_size=2, max_size=2, unique=True), max_size=3))
def test_any_name_comes_back_or_is_refused(pairs) -> None:
    knowledge = Knowledge(required=tuple(map(tuple, pairs)), forbidden=tuple(map(tuple, pairs)))
    assert read_knowledge(to_json(knowledge).encode()) == knowledge
    for write in (to_csv, to_tetrad):
        try:
            text = write(knowledge)
        except KnowledgeError:
            continue
        assert read_knowledge(text.encode()) == knowledge


def test_csv_as_people_write_it(tmp_path) -> None:
    path = tmp_path / "known.csv"
    path.write_text(
        "\ufeffSource, relation ,Target\r\nA, -> ,B\r\n\r\n"
        "B,!->,C\r\nC,--,A\r\nD,!--,A\r\nA,->,B\r\n",
        encoding="utf-8",
    )
    assert read_knowledge(path) == Knowledge(
        required=(("A", "B"),),
        forbidden=(("B", "C"),),
        adjacent=(("A", "C"),),
        not_adjacent=(("A", "D"),),
    )


def test_tetrad_as_tetrad_writes_it() -> None:
    text = """/knowledge
addtemporal

1* X1 X2
2 X3

forbiddirect

X1 X3

requiredirect

X2 X3
"""
    assert read_knowledge(text.encode()) == Knowledge(
        required=(("X2", "X3"),),
        forbidden=(("X1", "X3"),),
        tiers=(("X1", "X2"), ("X3",)),
        closed_tiers=(0,),
    )


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (b'"","source","target"\n"1","A","B"\n', Knowledge(required=(("A", "B"),))),
        (b'"","from","to","directed"\n"1","A","B","TRUE"\n', Knowledge(required=(("A", "B"),))),
        (
            b"source;relation;target\nA;!->;B\nB;--;C, D\n",
            Knowledge(forbidden=(("A", "B"),), adjacent=(("B", "C, D"),)),
        ),
        (b"source\ttarget\nA\tB\n", Knowledge(required=(("A", "B"),))),
        (
            b"cause,sign,effect\nA,->,B\nB,!--,C\n",
            Knowledge(required=(("A", "B"),), not_adjacent=(("B", "C"),)),
        ),
        (b"A,!->,B\nB,--,C\n", Knowledge(forbidden=(("A", "B"),), adjacent=(("B", "C"),))),
        (b"source,target\nA,B\nB , C\n", Knowledge(required=(("A", "B"), ("B", "C")))),
        (
            b"Source,Target,Directed\n\nA,B,true\nC,B,False\n",
            Knowledge(required=(("A", "B"),), adjacent=(("C", "B"),)),
        ),
        (
            b"source,target,directed,score,reason\nA,B,true,0.3,\n",
            Knowledge(required=(("A", "B"),)),
        ),
    ],
)
def test_csv_with_other_headers_and_lists_of_edges(text, known):
    assert read_knowledge(text) == known


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", ["empty"]),
        (b"source,target\nA,B\nA,B,C\n", ["line 3", "no edge", "'directed'"]),
        (b'"","source","target"\n"1","A"\n', ["line 2", "no edge"]),
        (b"source,target\nA,\n", ["line 2", "name is missing"]),
        (b"source,target,directed\nA,B,maybe\n", ["line 2", "no edge"]),
        (b"A,B\n", ["line 1", "source,relation,target"]),
        (b"source,relation,target\nA,=>,B\n", ["line 2", "'=>'", "'->'"]),
        (b"source,relation,target\nA,->\n", ["line 2", "2 fields"]),
        (b"source,relation,target\nA,->,\n", ["line 2", "name is missing"]),
        (b"source,relation,target\nA,->,A\n", ["line 2", "itself"]),
        (b"A,->,B\nB,causes,C\n", ["line 2", "'causes' is unknown"]),
        (b"cause,sign,effect\nA,causes,B\n", ["line 1", "source,relation,target"]),
        (b"source,relation,target\nA,->,B\nA,!=>,C\n", ["line 3", "held out on Tune"]),
        (b'{"required": [["A"]]}', ["entry 1", "'required'"]),
        (b'{"needed": []}', ["'needed'", "required"]),
        (b'{"required": "A"}', ["'required' must be a list"]),
        (b'{"tiers": [["A"], "B"]}', ["tier 1"]),
        (b'{"closed_tiers": [true]}', ["numbers"]),
        (b'{"required": [}', ["line 1", "JSON"]),
        (b'{"required": [["A", "B"]], "required": []}', ["known.csv", "'required' twice"]),
        (b"{" * 100_000, ["JSON"]),
        (b"/knowledge\naddtemporal\n\nfirst A B\n", ["line 4", "'first'"]),
        (b"/knowledge\naddtemporal\n\n1- A B\n", ["line 4", "'1-'"]),
        (b"/knowledge\nforbiddirect\nA B C\n", ["line 3", "found 3"]),
        (b"/knowledge\nforbidgroup\nA B\n", ["line 3", "not understood"]),
        (b"\xff\xfeA\x00", ["UTF-8"]),
    ],
)
def test_bad_files_say_what_and_where(text, words) -> None:
    with pytest.raises(KnowledgeError) as caught:
        read_knowledge(text, name="known.csv")
    for word in words:
        assert word in str(caught.value)


def test_a_missing_file_is_named(tmp_path) -> None:
    with pytest.raises(KnowledgeError, match=r"gone\.csv cannot be read"):
        read_knowledge(tmp_path / "gone.csv")


def test_formats_refuse_what_they_cannot_hold() -> None:
    with pytest.raises(KnowledgeError, match="no tiers"):
        to_csv(Knowledge(tiers=(("A",),)))
    for name in (" A", "A\t", "A\rB", " ", ""):
        with pytest.raises(KnowledgeError, match=f"cannot hold the name {re.escape(repr(name))}"):
            to_csv(Knowledge(required=((name, "B"),)))
    with pytest.raises(KnowledgeError, match="no adjacencies"):
        to_tetrad(Knowledge(adjacent=(("A", "B"),)))
    with pytest.raises(KnowledgeError, match="'C d'"):
        to_tetrad(Knowledge(required=(("A", "C d"),)))
