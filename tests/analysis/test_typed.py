import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gesncd.analysis.statements import PAIR_RELATIONS, Relation, Statement
from gesncd.analysis.typed import MOST_LINES, parse_lines, parse_statement
from gesncd.analysis.typed_names import nearest_name
from gesncd.knowledge import KnowledgeError

NAMES = ("Raf", "Mek", "PIP 2", "PIP3, late", "Erk")


@pytest.mark.parametrize(
    ("text", "relation", "pair"),
    [
        ("Raf → Mek", Relation.CAUSES, ("Raf", "Mek")),
        ("Raf->Mek", Relation.CAUSES, ("Raf", "Mek")),
        ("Raf causes Mek", Relation.CAUSES, ("Raf", "Mek")),
        ("Raf <- Mek", Relation.CAUSES, ("Mek", "Raf")),
        ("Raf ← Mek", Relation.CAUSES, ("Mek", "Raf")),
        ("Raf — Mek", Relation.ADJACENT, ("Raf", "Mek")),
        ("Raf -- Mek adjacent", Relation.ADJACENT, ("Raf", "Mek")),
        ("Raf, Mek adjacent", Relation.ADJACENT, ("Raf", "Mek")),
        ("Raf adjacent to Mek", Relation.ADJACENT, ("Raf", "Mek")),
        ("Raf, Mek not adjacent", Relation.NOT_ADJACENT, ("Raf", "Mek")),
        ("PIP3, late, Mek not adjacent", Relation.NOT_ADJACENT, ("PIP3, late", "Mek")),
        ("Raf not adjacent to PIP 2", Relation.NOT_ADJACENT, ("Raf", "PIP 2")),
        ("Raf and Mek aren't adjacent", Relation.NOT_ADJACENT, ("Raf", "Mek")),
        ("Raf and Mek aren’t adjacent", Relation.NOT_ADJACENT, ("Raf", "Mek")),
        ("Raf, Mek are not adjacent", Relation.NOT_ADJACENT, ("Raf", "Mek")),
        ("Raf and PIP3, late not adjacent", Relation.NOT_ADJACENT, ("Raf", "PIP3, late")),
        ("Raf and Mek are adjacent", Relation.ADJACENT, ("Raf", "Mek")),
        ("Raf is not adjacent to Mek", Relation.NOT_ADJACENT, ("Raf", "Mek")),
        ("Raf isn't adjacent to Mek", Relation.NOT_ADJACENT, ("Raf", "Mek")),
        ("Raf is adjacent to Mek", Relation.ADJACENT, ("Raf", "Mek")),
        ("PIP 2 doesn't cause Raf", Relation.NOT_CAUSE, ("PIP 2", "Raf")),
        ("no edge Raf -> Mek", Relation.NO_EDGE, ("Raf", "Mek")),
        ("PIP 2 does not cause Raf", Relation.NOT_CAUSE, ("PIP 2", "Raf")),
    ],
)
def test_every_form_of_a_statement_about_two_variables_is_read(text, relation, pair):
    statement = parse_statement(f"  {text} ", NAMES)
    assert (statement.relation, statement.names) == (relation, pair)


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("tier 1: Raf, Mek; tier 2: Erk", (("Raf", "Mek"), ("Erk",))),
        ("Tier 2: PIP3, late ; TIER 1: PIP 2", (("PIP 2",), ("PIP3, late",))),
        ("Raf, PIP3, late before Erk", (("Raf", "PIP3, late"), ("Erk",))),
    ],
)
def test_tiers_come_in_the_order_of_their_numbers_or_words(text, groups):
    assert parse_statement(text, NAMES) == Statement(Relation.TIERS, groups)


@settings(max_examples=60)
@given(
    st.lists(st.text(min_size=1, max_size=6), min_size=3, max_size=6, unique_by=str.strip),
    st.sampled_from([*PAIR_RELATIONS, Relation.TIERS, Relation.CLOSED]),
)
def test_the_words_of_a_statement_say_it_or_are_a_question(names, relation):
    names = [" ".join(name.split()) for name in names]
    names = [name for name in dict.fromkeys(names) if name]
    if len(names) < 3:
        return
    groups = ((names[0],), (names[1],))
    if relation is Relation.TIERS:
        groups = (tuple(names[:2]), (names[2],))
    elif relation is Relation.CLOSED:
        groups = (tuple(names),)
    statement = Statement(relation, groups)
    # Names of any kind may allow a second reading; never is another one taken for sure.
    typed = parse_lines(statement.text, names)
    if typed.problems:
        assert typed.statements == ()
        assert "can be read as" in typed.problems[0]
    else:
        assert typed.statements == (statement,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Raff -> Mek", "no variable 'Raff'. Did you mean 'Raf'?"),
        ("raff -> mekk", "'raff' and 'mekk'. Did you mean 'Raf' for 'raff' and 'Mek' for 'mekk'?"),
        ("Raf, Mekk not adjacent", "no variable 'Mekk'. Did you mean 'Mek'?"),
        ("Raf and Mekk aren't adjacent", "no variable 'Mekk'. Did you mean 'Mek'?"),
        ("Raff is not adjacent to Mek", "no variable 'Raff'. Did you mean 'Raf'?"),
        ("Raf avoids Mek", "Write 'A -> B', 'A -- B', 'A, B not adjacent'"),
        ("Raf -> Zyx9", "no variable 'Zyx9'. None has a name like that"),
        ("tier 1: Raf, Mekk; tier 2: Erk", "no variable 'Mekk'. Did you mean 'Mek'?"),
        ("tier 1: Raf; tier 1: Erk", "Tier 1 is given twice"),
        ("tier 1: Raf, Mek", "One tier says nothing"),
        ("tier 1: ; tier 2: Erk", "Tier 1 is not a list of names"),
        ("tier 1: Raf; tier 2: Raf", "'Raf' is named twice"),
        ("Raf befor Mek", "is not understood. Write 'A -> B'"),
        ("no edges among Raf, Mekk", "no variable 'Mekk'. Did you mean 'Mek'?"),
        ("Raf before Erkk", "no variable 'Erkk'. Did you mean 'Erk'?"),
    ],
)
def test_an_error_names_what_is_unknown_and_the_nearest_name(text, message):
    with pytest.raises(KnowledgeError) as caught:
        parse_statement(text, NAMES)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("raf -> MEK", "Raf → Mek"),
        ("pip3, LATE, mek not adjacent", "PIP3, late, Mek not adjacent"),
        ("tier 1: raf, pip 2; tier 2: erk", "Raf, PIP 2 before Erk"),
        ("raf, mek before erk", "Raf, Mek before Erk"),
        ("no edges among raf, mek", "no edges among Raf, Mek"),
    ],
)
def test_a_name_may_differ_in_the_case_of_its_letters(text, own):
    assert parse_statement(text, NAMES) == parse_statement(own, NAMES)


def test_the_case_of_letters_tells_apart_names_that_differ_in_nothing_else():
    names = ("CRP", "crp", "Age")
    assert parse_statement("crp -> age", names).names == ("crp", "Age")
    with pytest.raises(KnowledgeError, match="no variable 'Crp'"):
        parse_statement("Crp -> Age", names)


def test_lines_are_read_one_by_one_and_tiers_below_each_other_together():
    typed = parse_lines(
        "Raf -> Mek\n\n tier 1: Raf\ntier 2: Mek;\ntier 3: Erk\nMek — Erk\nRaf → Mek\n", NAMES
    )
    assert typed.problems == ()
    assert typed.statements == (
        Statement.pair("Raf", Relation.CAUSES, "Mek"),
        Statement.tiers([["Raf"], ["Mek"], ["Erk"]]),
        Statement.pair("Mek", Relation.ADJACENT, "Erk"),
    )


def test_a_problem_has_its_line_and_the_other_lines_are_read():
    typed = parse_lines("Raf -> Mek\n\nRaf ~ Mek\nErk -> Rav", NAMES)
    assert [statement.text for statement in typed.statements] == ["Raf → Mek"]
    assert [problem.split(":")[0] for problem in typed.problems] == ["Line 3", "Line 4"]
    assert "Did you mean 'Raf'" in typed.problems[1]
    (alone,) = parse_lines("Raf ~ Mek", NAMES).problems
    assert alone.startswith("'Raf ~ Mek' is not understood")
    assert parse_lines(" \n", NAMES).statements == parse_lines(" \n", NAMES).problems == ()


def test_too_many_lines_are_refused():
    typed = parse_lines("Raf -> Mek\n" * (MOST_LINES + 1), NAMES)
    assert typed.statements == ()
    assert "put them into a file" in typed.problems[0]


def test_two_readings_of_a_list_of_names_are_a_question():
    names = ["a", "b", "a, b", "c"]
    with pytest.raises(KnowledgeError, match="tier 1 can be read in two ways"):
        parse_statement("tier 1: a, b; tier 2: c", names)
    with pytest.raises(KnowledgeError, match="can be read as a, b before c, or a, b before c"):
        parse_statement("a, b before c", names)


def test_the_nearest_name_ignores_case_and_is_none_where_nothing_is_near():
    assert nearest_name("ERKK", NAMES) == "Erk"
    assert nearest_name("something else", NAMES) is None
    # The shortest name that has it among its words.
    stations = ("Bottom depth at station (m)", "Salinity (PSU)", "Death", "Mean CO2 [ppm]")
    assert nearest_name("depth", stations) == "Bottom depth at station (m)"
    assert nearest_name("co2", stations) == "Mean CO2 [ppm]"
    sea = ("salinity_bottom", "salinity", "sandiness")
    assert nearest_name("sal", sea) == "salinity"
    assert nearest_name("sa", sea) is None
    assert nearest_name("depth", (*stations, "Depth of snow")) == "Depth of snow"
    assert nearest_name("", stations) is None


@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        ("Raf -> Mek -> Erk", "Raf -> Mek", "Mek -> Erk"),
        ("Raf → Mek, Erk", "Raf → Mek", "Raf → Erk"),
        ("Raf and Mek causes Erk", "Raf causes Erk", "Mek causes Erk"),
        ("Raf -> Mek; Mek -- Erk", "Raf -> Mek", "Mek -- Erk"),
        ("Raf -> Mekk -> Erk", "Raf -> Mekk", "Mekk -> Erk"),
    ],
)
def test_several_pairs_on_a_line_are_told_to_be_one_a_line(line, first, second):
    said = f"Line 1: One pair a line, such as '{first}' and, on the next line, '{second}'."
    assert parse_lines(line, NAMES).problems == (said,)


def test_a_comma_or_sign_may_belong_to_a_misspelt_name():
    for text, near in (("Raf -> a, c", "a, b"), ("Raf -> x->z", "x->y")):
        (problem,) = parse_lines(text, [*NAMES, "a, b", "x->y"]).problems
        assert problem.endswith(f"Did you mean {near!r}?")
