"""Running the page again when what a timer looks at has ended.

A timer's tick carries the address as the browser knew it when it sent the tick. Where the page
has changed the address meanwhile, by a τ that was chosen or a run that was begun, that is an
older one, and a page that ran again with it would show the old choice under the new address.
"""

from __future__ import annotations

import time
from typing import Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from components import state

Address = tuple[tuple[str, tuple[str, ...]], ...]

ON_THE_WAY_S: Final = 20.0
"""For so long the browser may go on to send an address that the page has left."""


def note_address() -> None:
    """Remember the address as it is now; called whenever the whole page runs."""
    address, known = _address(), st.session_state.get(state.ADDRESS)
    if known is not None and known != address:
        st.session_state[state.LEFT] = {**_left(), known: time.monotonic()}
    st.session_state[state.ADDRESS] = address


def rerun_page() -> None:
    """Run the whole page again, unless this tick brought an address that the page has left.

    Then a later tick does. An address that the page has never had is the browser's own: a
    part of the page may have changed it without a run of the whole.
    """
    address = _address()
    if address == st.session_state.get(state.ADDRESS):
        # The browser knows it by now: if it comes back to an older one, it means that.
        st.session_state[state.LEFT] = {}
    elif address in _left():
        return
    st.rerun()


def stop_timers() -> None:
    """Drop the parts of the page before, whose timers tick until the browser has the new one.

    Streamlit itself drops them when the new page's first run has ended. A tick that comes
    until then it announces as a run of the old page: the browser empties the new one, cannot
    place what comes next, and is left white. So are ticks that wait for this run to end.
    """
    context = get_script_run_ctx()
    if context is None:
        return
    context.fragment_storage.clear()
    requests = context.script_requests
    if requests is None:
        return
    with requests._lock:
        waits = requests._state is ScriptRequestType.RERUN
        if waits and requests._rerun_data.fragment_id_queue:
            requests._state = ScriptRequestType.CONTINUE


def _left() -> dict[Address, float]:
    """Addresses that the page has left lately, with the time, by a clock that never goes back."""
    left: dict[Address, float] = st.session_state.get(state.LEFT, {})
    since = time.monotonic() - ON_THE_WAY_S
    return {address: when for address, when in left.items() if when >= since}


def _address() -> Address:
    return tuple((name, tuple(st.query_params.get_all(name))) for name in sorted(st.query_params))
