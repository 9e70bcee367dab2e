import pytest

from components.text import (
    NAME_WIDTH,
    count,
    cut_middle,
    duration,
    duration_range,
    edge_text,
    html_text,
    markdown_text,
    number,
    set_text,
    short_name,
    tau_text,
    unbroken,
    wrap_name,
)
from gesncd.graphs.pdag import Edge


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Raf", ["Raf"]),
        ("mean_arterial_blood_pressure", ["mean_arterial_", "blood_pressure"]),
        ("expression of kinase 7", ["expression of", "kinase 7"]),
        ("x" * 40, ["x" * 18, "x" * 18, "x" * 4]),
        ("  spaced \n out ", ["spaced out"]),
        ("", ["(no name)"]),
    ],
)
def test_names_wrap_at_their_own_boundaries(name, lines):
    assert wrap_name(name).split("\n") == lines


def test_wrapping_keeps_every_character_of_a_long_name():
    name = "a-rather.long/variable_name with blanks_01"
    wrapped = wrap_name(name)
    assert wrapped.replace("\n", "").replace(" ", "") == name.replace(" ", "")
    assert all(len(line) <= NAME_WIDTH for line in wrapped.split("\n"))


def test_short_name_keeps_both_ends():
    assert short_name("Raf") == "Raf"
    assert short_name("") == "(no name)"
    assert short_name("gene_expression_K10", 12) == "gene_e…n_K10"
    assert len(short_name("x" * 500, 20)) == 20


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 1.0])
@pytest.mark.parametrize("limit", [2, 9, 10, 40])
def test_a_cut_text_is_no_longer_than_asked_for(limit, share):
    text = "abcdefghij" * 5
    cut = cut_middle(text, limit, share)
    head, tail = cut.split("…")
    assert len(cut) == limit
    assert text.startswith(head)
    assert text.endswith(tail)
    assert cut_middle("ab", limit, share) == "ab"


def test_right_to_left_names_are_isolated_where_they_meet_other_text():
    names = ("שם ראשון", "اسم", "Erk")
    assert edge_text(Edge(0, 2, True), names) == "\u2068שם ראשון\u2069 → Erk"
    assert set_text((1, 2), names) == "\u2068اسم\u2069, Erk"
    assert html_text("<שם>") == "\u2068&lt;שם&gt;\u2069"
    assert markdown_text("*שם*") == "\u2068\\*שם\\*\u2069"
    sentence = edge_text(Edge(0, 1, False), names)
    assert markdown_text(f"{sentence}: 5") == f"{sentence}\\: 5"


def test_markdown_escapes_what_markdown_reads():
    text = markdown_text("![x](http://e) :red[a] $x$ <b> `c` *d* _e_ ~f~ a|b")
    unescaped = text.replace("\\", "").replace("\u2060", "")
    assert unescaped == "![x](http://e) :red[a] $x$ <b> `c` *d* _e_ ~f~ a|b"
    for position, character in enumerate(text):
        if character in "![]():$<>`*_~|":
            assert text[position - 1] == "\\"


@pytest.mark.parametrize("address", ["https://e.example", "www.e.example", "a@e.example"])
def test_addresses_are_parted_so_that_they_become_no_links(address):
    text = markdown_text(address)
    assert "\u2060" in text
    assert text.replace("\\", "").replace("\u2060", "") == address


def test_html_text():
    assert html_text("<img src=x onerror=alert(1)>") == "&lt;img src=x onerror=alert(1)&gt;"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.6123, "0.61"),
        (0.00412, "0.0041"),
        (0.000041, "0.000041"),
        (0.0000001, "1.0e-07"),
        (84.0, "84"),
        (123.0, "120"),
        (-0.0123, "-0.012"),
        (1234.0, "1200"),
        (11330.0, "11,000"),
        (123456.0, "120,000"),
    ],
)
def test_numbers_have_two_significant_digits(value, text):
    assert number(value) == text


def test_tau_says_whether_it_is_automatic():
    assert tau_text(0.01274, 0.001) == "τ\u00a00.0127 (auto, α\u00a00.001)"
    assert tau_text(0.05, None) == "τ\u00a00.05"


def test_counts_and_durations():
    assert count(1, "edge") == "1 edge"
    assert count(1200, "edge") == "1,200 edges"
    assert duration(0.2) == "under 1\u00a0s"
    assert duration(12.4) == "12\u00a0s"
    assert duration(200) == "3\u00a0min"


def test_edges_and_sets():
    names = ("Raf", "Mek", "Erk")
    assert edge_text(Edge(0, 1, True), names) == "Raf → Mek"
    assert edge_text(Edge(0, 1, False), names) == "Raf — Mek"
    assert set_text((), names) == "nothing"
    assert set_text((1, 2), names) == "Mek, Erk"


def test_a_pair_that_belongs_together_is_not_broken_wherever_it_is_shown():
    pair = unbroken("S_g", "0.0087")
    assert pair == "S_g\u00a00.0087"
    # Other blanks are one blank as before; Markdown and HTML keep the one that holds.
    assert markdown_text(f" a \n  b · {pair} ") == "a b · S\\_g\u00a00\\.0087"
    assert html_text(f"a\t b · {pair}") == f"a b · {pair}"
    assert duration_range(3, 6).split(" ") == ["3–6\u00a0s"]
