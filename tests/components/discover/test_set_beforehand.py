from types import SimpleNamespace

import pytest

from components.discover.set_beforehand import drawn_as_effects, may_come_first
from components.trace import Trace
from gesncd.data import prepare, profile_table, propose_plan, read_table
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.events import Finished, Started
from gesncd.search.provenance import oriented_by_knowledge
from gesncd.settings.run_settings import RunSettings

NAMES = ("Alter", "Behandlung", "Ort", "IL-6")


def prepared():
    """A table with two and with three categories, as the Data page mends it."""
    rows = [f"{k % 7}.5,{'ab'[k % 2]},{('x', 'y', 'z')[k % 3]},{k * k % 11}.25" for k in range(60)]
    table = read_table("\n".join([",".join(NAMES), *rows, ""]).encode(), name="t.csv")
    return prepare(table, propose_plan(profile_table(table))).record


def result(graph, knowledge=Knowledge()):
    final, changes = oriented_by_knowledge(graph, Constraints.of(knowledge, NAMES))
    trace = Trace.of([Started(4, 0.1, "key", PDAG.empty(4)), Finished(graph, final, 0, 3, changes)])
    settings = RunSettings(knowledge=knowledge)
    return SimpleNamespace(names=NAMES, preparation=prepared(), settings=settings), trace, final


def test_names_that_say_so_come_before_variables_that_were_text():
    assert may_come_first(prepared(), NAMES) == ("Alter", "Behandlung", "Ort")
    assert may_come_first(None, ("Ort", "IL-6")) == ()
    assert may_come_first(prepared(), ("Ort", "IL-6")) == ("Ort",)


@pytest.mark.parametrize(
    "name",
    ["age", "Age (y)", "Alter", "âge", "a\u0302ge", "ageYears", "Sex", "gender", "Geschlecht",
     "date of birth", "dob", "Geburtsjahr", "Treatment", "Dose mg", "arm"],
)  # fmt: skip
def test_a_name_may_say_that_a_number_was_set_beforehand(name):
    assert may_come_first(None, ("IL-6", name)) == (name,)


@pytest.mark.parametrize("name", ["stage", "age at death", "birth weight", "average", "Dosenzahl"])
def test_a_name_that_only_sounds_so_does_not(name):
    assert may_come_first(None, (name,)) == ()


def test_an_age_drawn_as_an_effect_is_told():
    found = drawn_as_effects(*result(PDAG.from_edges(4, directed=[(3, 0)])))
    assert [each.sentence for each in found] == [
        "Alter is drawn as an effect of IL-6. If nothing in these data can cause it, as with an "
        "age, a sex or an assigned treatment, say that it comes first: then no edge leads into it."
    ]


def test_a_category_with_an_arrow_into_it_is_told_with_where_it_comes_from():
    (found,) = drawn_as_effects(*result(PDAG.from_edges(4, directed=[(0, 2), (3, 2), (0, 3)])))
    assert found.name == "Ort"
    assert found.causes == ("Alter", "IL-6")
    assert found.sentence == (
        "Ort, a column of categories, is drawn as an effect of Alter, IL-6. If it was set "
        "beforehand (treatment, sex, site), say that it comes first: then no edge leads into it."
    )


def test_a_category_as_a_cause_or_without_direction_is_no_finding():
    graph = PDAG.from_edges(4, directed=[(1, 3), (0, 3)], undirected=[])
    assert drawn_as_effects(*result(graph)) == ()
    assert drawn_as_effects(*result(PDAG.from_edges(4, undirected=[(0, 1)]))) == ()


def test_what_knowledge_says_itself_is_no_finding():
    edge = PDAG.from_edges(4, undirected=[(0, 1)])
    assert drawn_as_effects(*result(edge, Knowledge(forbidden=(("Behandlung", "Alter"),)))) == ()
    required = Knowledge(required=(("Alter", "Behandlung"), ("IL-6", "Behandlung")))
    collider = PDAG.from_edges(4, directed=[(0, 1), (3, 1)])
    assert drawn_as_effects(*result(collider, required)) == ()
