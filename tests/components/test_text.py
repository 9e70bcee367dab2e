import pytest

from components.text import (
    NAME_LINES,
    NAME_WIDTH,
    count,
    duration,
    edge_text,
    html_text,
    markdown_text,
    number,
    set_text,
    short_name,
    tau_text,
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


def test_an_endless_name_is_cut_and_says_so():
    lines = wrap_name("word " * 60).split("\n")
    assert len(lines) == NAME_LINES
    assert lines[-1].endswith("…")


def test_short_name():
    assert short_name("Raf") == "Raf"
    assert short_name("a" * 50, 10) == "a" * 9 + "…"


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
    ],
)
def test_numbers_have_two_significant_digits(value, text):
    assert number(value) == text


def test_tau_says_whether_it_is_automatic():
    assert tau_text(0.01274, 0.001) == "τ 0.0127 (auto, α 0.001)"
    assert tau_text(0.05, None) == "τ 0.05"


def test_counts_and_durations():
    assert count(1, "edge") == "1 edge"
    assert count(1200, "edge") == "1,200 edges"
    assert duration(0.2) == "under 1 s"
    assert duration(12.4) == "12 s"
    assert duration(200) == "3 min"


def test_edges_and_sets():
    names = ("Raf", "Mek", "Erk")
    assert edge_text(Edge(0, 1, True), names) == "Raf → Mek"
    assert edge_text(Edge(0, 1, False), names) == "Raf — Mek"
    assert set_text((), names) == "nothing"
    assert set_text((1, 2), names) == "Mek, Erk"
