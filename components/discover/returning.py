"""Coming back to Discover over other pages, with what its address said."""

from __future__ import annotations

import streamlit as st

from components import state
from components.data_source import LoadedData


def keep_address() -> None:
    """Keep what of the address no widget keeps: the sample and τ."""
    address = st.query_params.to_dict()
    kept = {name: address[name] for name in (state.SAMPLE, state.TAU) if name in address}
    st.session_state[state.ADDRESS_KEPT] = (_at_hand(), kept)


def forget_address() -> None:
    """Keep nothing, as there are no data on the page."""
    st.session_state.pop(state.ADDRESS_KEPT, None)


def take_up_address() -> None:
    """Take up what the address lost on the way over other pages.

    The menu leads here by an address with nothing in it. Settings that are widgets keep what
    they are set to; a sample and τ are none. A link says all there is, also that τ is automatic;
    and of other data there is none to take up.
    """
    if not st.session_state.pop(state.ARRIVED, False) or st.query_params.to_dict():
        return
    of, kept = st.session_state.get(state.ADDRESS_KEPT, (None, {}))
    if of == _at_hand():
        st.query_params.update(kept)


def _at_hand() -> tuple[str | None, str | None]:
    """The data that were uploaded, and the run that was shown last."""
    upload: LoadedData | None = st.session_state.get(state.UPLOAD)
    return None if upload is None else upload.dataset.sha256, st.session_state.get(state.LAST_RUN)
