"""A timer's tick that knows an older address must not turn the page back to it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

RUNS = "_test_runs"
TICKS = "_test_ticks"


def page():
    """A whole run, then as many ticks of a timer as are asked for, each with its address."""
    import streamlit as st

    from components.polling import note_address, rerun_page

    st.session_state["_test_runs"] = st.session_state.get("_test_runs", 0) + 1
    note_address()
    ticks = st.session_state.get("_test_ticks", [])
    if ticks:
        address = ticks.pop(0)
        st.query_params.from_dict(address)
        rerun_page()


@pytest.fixture
def app():
    script = AppTest.from_function(page, default_timeout=240)
    script.session_state[RUNS] = 0
    return script


def ticked(app, address, *ticks):
    """How often the page ran for ticks that come one after another, without a run between."""
    app.query_params.clear()
    for name, value in address.items():
        app.query_params[name] = value
    app.session_state[TICKS] = list(ticks)
    before = app.session_state[RUNS]
    app.run()
    assert not app.exception
    return app.session_state[RUNS] - before


def test_a_tick_with_the_address_of_the_page_runs_it_again(app):
    assert ticked(app, {"tau": "0.3"}, {"tau": "0.3"}) == 2


def test_ticks_with_an_address_that_the_page_has_left_do_not_however_many_come(app):
    ticked(app, {"tau": "0.1"})
    for _ in range(3):
        assert ticked(app, {"tau": "0.3"}, {"tau": "0.1"}) == 1


def test_an_address_that_was_left_long_ago_is_gone_back_to(app, monkeypatch):
    ticked(app, {"tau": "0.1"})
    ticked(app, {"tau": "0.3"})
    monkeypatch.setattr("components.polling.ON_THE_WAY_S", 0.0)
    assert ticked(app, {"tau": "0.3"}, {"tau": "0.1"}) == 2


def test_an_address_that_is_gone_back_to_after_the_browser_knew_the_new_one_is_meant(app):
    ticked(app, {"tau": "0.1"})
    assert ticked(app, {"tau": "0.3"}, {"tau": "0.3"}) == 2
    assert ticked(app, {"tau": "0.3"}, {"tau": "0.1"}) == 2


def test_several_values_of_a_name_count(app):
    ticked(app, {"with": ["c", "b"]})
    assert ticked(app, {"with": ["a", "b"]}, {"with": ["c", "b"]}) == 1
    assert ticked(app, {"with": ["a", "b"]}, {"with": ["a", "b"]}) == 2


def test_an_address_that_the_page_never_had_is_the_browsers_own(app):
    # Changed by a part of the page: no run of the whole has noted it.
    assert ticked(app, {"tau": "0.3"}, {"tau": "0.1"}) == 2
