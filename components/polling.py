"""Running the page again when what a timer looks at has ended.

A timer's tick carries the address as the browser knew it when it sent the tick. Where the page
has changed the address meanwhile, by a τ that was chosen or a run that was begun, that is an
older one, and a page that ran again with it would show the old choice under the new address.
"""

from __future__ import annotations

import streamlit as st

from components import state

Address = tuple[tuple[str, tuple[str, ...]], ...]


def note_address() -> None:
    """Remember the address as it is now; called whenever the whole page runs."""
    st.session_state[state.ADDRESS] = _address()


def rerun_page() -> None:
    """Run the whole page again, unless this tick brought an older address; then at the next one.

    An address that two ticks bring is the browser's own: a part of the page may have changed
    it without a run of the whole.
    """
    address = _address()
    known = (st.session_state.get(state.ADDRESS), st.session_state.get(state.TICKED))
    st.session_state[state.TICKED] = address
    if address in known:
        st.rerun()


def _address() -> Address:
    return tuple((name, tuple(st.query_params.get_all(name))) for name in sorted(st.query_params))
