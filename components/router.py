"""Pages and how they are reached.

With a folder named ``pages``, a first visit by a page's own address makes
Streamlit run that page's file without ``app.py``. Each page therefore calls
:func:`ensure_routed` first, which runs the router where it has not run yet.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components import state
from components.legibility import mend_page_style
from components.polling import note_address
from components.runs.visit import welcome
from components.scene import enter_page
from components.theme_watch import follow_theme

_PAGES = Path(__file__).resolve().parent.parent / "pages"
_FAVICON = Path(__file__).resolve().parent / "favicon.svg"
DISCOVER = _PAGES / "discover.py"
DATA = _PAGES / "data.py"
JUDGE = _PAGES / "judge.py"
LEARN = _PAGES / "learn.py"
REPLAY = _PAGES / "replay.py"
RUNS = _PAGES / "runs.py"
TUNE = _PAGES / "tune.py"


def route() -> None:
    """Set up the page and run the one that the address names."""
    st.session_state[state.ROUTED] = True
    note_address()
    # A picture of our own: for a page's icon Streamlit would fetch one from the internet.
    st.set_page_config(
        page_title="gesncd",
        page_icon=str(_FAVICON),
        layout="wide",
        initial_sidebar_state="expanded",
    )
    mend_page_style()
    follow_theme()
    welcome()
    pages = [
        st.Page(DATA, title="Data", icon=":material/table_chart:"),
        st.Page(DISCOVER, title="Discover", icon=":material/hub:", default=True),
        st.Page(REPLAY, title="Replay", icon=":material/school:"),
        st.Page(TUNE, title="Tune", icon=":material/tune:"),
        st.Page(JUDGE, title="Judge", icon=":material/balance:"),
        st.Page(RUNS, title="Runs", icon=":material/history:"),
        st.Page(LEARN, title="Learn", icon=":material/menu_book:"),
    ]
    page = st.navigation(pages)
    # By its number: a process that only imports the app, as a spawned worker does, gets a page
    # that does not know its own title.
    enter_page(next((number for number, each in enumerate(pages) if each is page), None))
    page.run()
    # A page may have named in the address what it chose by itself.
    note_address()


def ensure_routed() -> None:
    """Run the router and stop, unless it has run in this session."""
    if not st.session_state.get(state.ROUTED):
        route()
        st.stop()
