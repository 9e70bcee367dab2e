"""Pages and how they are reached.

With a folder named ``pages``, a first visit by a page's own address makes
Streamlit run that page's file without ``app.py``. Each page therefore calls
:func:`ensure_routed` first, which runs the router where it has not run yet.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import streamlit as st

from components import state
from components.brand import FAVICON, show_logo

_PAGES = Path(__file__).resolve().parent.parent / "pages"
DISCOVER = _PAGES / "discover.py"
DATA = _PAGES / "data.py"
JUDGE = _PAGES / "judge.py"
LEARN = _PAGES / "learn.py"
REPLAY = _PAGES / "replay.py"
RUNS = _PAGES / "runs.py"
TUNE = _PAGES / "tune.py"
_FRAME = "components.page_frame"


def route() -> None:
    """Set up the page and run the one that the address names."""
    st.session_state[state.ROUTED] = True
    # A picture of our own: for a page's icon Streamlit would fetch one from the internet.
    st.set_page_config(
        page_title="gesncd",
        page_icon=str(FAVICON),
        layout="wide",
        initial_sidebar_state="expanded",
    )
    show_logo()
    pages = [
        st.Page(DATA, title="Data", icon=":material/table_chart:"),
        st.Page(DISCOVER, title="Discover", icon=":material/hub:", url_path="first", default=True),
        st.Page(REPLAY, title="Replay", icon=":material/school:"),
        st.Page(TUNE, title="Tune", icon=":material/tune:"),
        st.Page(JUDGE, title="Judge", icon=":material/balance:"),
        st.Page(RUNS, title="Runs", icon=":material/history:"),
        st.Page(LEARN, title="Learn", icon=":material/menu_book:"),
        # The first page has the address without a name, whatever is said above: this one leads
        # there who writes its name.
        st.Page(_to_discover, title="Discover", url_path="discover", visibility="hidden"),
    ]
    page = st.navigation(pages)
    # Imported when the pages' names can be seen: for a new server's first visitor the numerical
    # libraries take seconds.
    with nullcontext() if _FRAME in sys.modules else st.spinner("Starting…"):
        from components.page_frame import run_framed

    # By its number: a process that only imports the app, as a spawned worker does, gets a page
    # that does not know its own title.
    run_framed(page, next((number for number, each in enumerate(pages) if each is page), None))


def _to_discover() -> None:
    st.switch_page(DISCOVER, query_params=st.query_params.to_dict())


def ensure_routed() -> None:
    """Run the router and stop, unless it has run in this session."""
    if not st.session_state.get(state.ROUTED):
        route()
        st.stop()
