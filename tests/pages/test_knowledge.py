"""Background knowledge on Discover: chosen, typed, attached."""

import json

from streamlit.testing.v1 import AppTest

from gesncd.knowledge import Knowledge
from gesncd.runs.store.run_store import RunStore


def texts(app):
    """Captions and errors, without Markdown's escapes."""
    parts = [each.value for kind in ("caption", "error", "markdown") for each in app.get(kind)]
    return "\n".join(parts).replace("\\", "")


def button(app, key):
    return next(each for each in app.button if each.key == key)


def open_sample(app):
    app.query_params["sample"] = "sachs"
    app.query_params["measure"] = "Partial corr."
    return app.run()


def is_settled(app):
    return any(each.label == "Edges, CSV" for each in app.get("download_button"))


def typed(app):
    return next(each for each in app.text_area if each.label == "Statements")


def first(app):
    return next(each for each in app.multiselect if each.label.startswith("Come first"))


def test_what_is_chosen_and_typed_holds_in_the_run(app, home, run_until):
    open_sample(app)
    first(app).set_value(["PKC", "Plcg"]).run()
    typed(app).set_value("Raf -> Mek\nAkt !-> Erk").run()
    assert not app.exception
    assert "Plcg, PKC come first: no edge leads into them." in texts(app)
    assert "1 required edge: Raf → Mek." in texts(app)
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    (record,) = RunStore.open(home).runs()
    knowledge = record.settings.knowledge
    assert knowledge.required == (("Raf", "Mek"),)
    assert knowledge.forbidden == (("Akt", "Erk"),)
    assert set(knowledge.tiers[0]) == {"PKC", "Plcg"}
    assert knowledge.closed_tiers == (0,)
    assert "with knowledge" in texts(app)

    other = AppTest.from_file(app._script_path, default_timeout=240)
    other.query_params["run"] = record.id
    other.run()
    assert "Plcg, PKC come first: no edge leads into them." in texts(other)


def test_a_misspelt_name_is_told_and_stops_the_run(app):
    open_sample(app)
    typed(app).set_value("Raff -> Mek").run()
    assert not app.exception
    assert "Did you mean 'Raf'" in texts(app)
    assert button(app, "run-button").disabled
    typed(app).set_value("Raf -> Mek").run()
    assert not app.error
    assert not button(app, "run-button").disabled


def test_what_is_typed_contradicts_nothing_that_is_chosen(app):
    open_sample(app)
    first(app).set_value(["Mek"]).run()
    typed(app).set_value("Raf -> Mek").run()
    assert len(app.error) == 1
    assert button(app, "run-button").disabled


def test_a_file_and_what_is_typed_hold_together_until_the_file_is_removed(app, home):
    open_sample(app)
    typed(app).set_value("PKA comes first").run()
    content = b"source,relation,target\nPKC,->,Raf\n"
    app.file_uploader[0].upload("known.csv", content, "text/csv").run()
    assert "1 required edge: PKC → Raf." in texts(app)
    assert "PKA comes first" in texts(app)
    button(app, "remove-knowledge").click().run()
    assert not app.exception
    assert "required edge" not in texts(app)
    assert "PKA comes first" in texts(app)
    assert typed(app).value == "PKA comes first"


def test_of_statements_saved_on_tune_those_enforced_count(app, home):
    open_sample(app)
    content = (
        b'{"enforced": {"required": [["PKC", "Raf"]]}, "held_out": {"adjacent": [["PKA", "Raf"]]}}'
    )
    app.file_uploader[0].upload("saved.json", content, "application/json").run()
    assert not app.exception
    assert "1 required edge: PKC → Raf." in texts(app)
    assert "saved.json holds 1 statement out of the search: it is left aside here." in texts(app)
    assert "PKA" not in "".join(line for line in texts(app).splitlines() if "edge" in line)


def test_what_was_said_is_still_there_after_another_page(app):
    open_sample(app)
    first(app).set_value(["PKC"]).run()
    typed(app).set_value("Raf -> Mek").run()
    app.switch_page("pages/learn.py").run()
    app.query_params["sample"] = "sachs"
    app.switch_page("pages/discover.py").run()
    assert typed(app).value == "Raf -> Mek"
    assert first(app).value == ["PKC"]
    assert "Background knowledge is in force." in texts(app)


def test_nothing_said_is_no_knowledge(app, home, run_until):
    open_sample(app)
    typed(app).set_value("   ").run()
    assert "in force" not in texts(app)
    button(app, "run-button").click().run()
    run_until(app, is_settled)
    assert RunStore.open(home).runs()[0].settings.knowledge == Knowledge()


def _say(text, names):
    import streamlit as st

    from components import state
    from components.settings.knowledge_panel import say

    say(tuple(names), text, "m-1")
    st.session_state["answer"] = st.session_state[state.KNOWLEDGE_SAID]
    st.session_state["lines"] = st.session_state.get(state.KNOWLEDGE_TYPED)


def said(text, before=None):
    names = ("A", "B", "C")
    script = AppTest.from_function(_say, kwargs={"text": text, "names": names})
    if before is not None:
        script.session_state["_knowledge_typed"] = before
    script.run()
    assert not script.exception
    return script.session_state["answer"], script.session_state["lines"]


def test_what_the_line_says_is_added_to_what_is_typed():
    assert said("A → B") == (("m-1", ""), "A → B")
    assert said("A → B\n\nB !-> C", "tier 1: A\n") == (("m-1", ""), "tier 1: A\nA → B\nB !-> C")


def test_what_the_line_cannot_say_is_told_and_not_added():
    (seq, problem), lines = said("A → Bb", "B -- C")
    assert seq == "m-1"
    assert "no variable 'Bb'" in problem
    assert lines == "B -- C"
    # A search can forbid an edge, but not every path.
    (_, problem), lines = said("A does not cause B")
    assert "cannot be enforced" in problem
    assert lines is None


def test_the_line_offers_only_what_a_search_can_obey(app):
    open_sample(app)
    sent = [json.loads(each.proto.json or "{}") for each in app.get("bidi_component")]
    (data,) = [each for each in sent if "answered" in each]
    assert data["enforced"] is True
    assert data["names"][0] == "Raf"
