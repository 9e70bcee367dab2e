"""The table that waits on Data, told on pages that need one."""

from __future__ import annotations

import streamlit as st

from components.data_page import draft as drafts
from components.data_page.work import understand, work_out
from components.router import DATA
from components.text import count, markdown_text


def show_waiting() -> None:
    """Say that a table was chosen and what keeps it from being searched; a link leads to it."""
    draft = drafts.current()
    if draft is None:
        return
    understood = understand(draft)
    outcome = work_out(draft, understood)
    errors = understood.refusals if outcome is None else outcome.prepared.errors
    todo = f"{count(len(errors), 'error')} to mend" if errors else "ready to be searched"
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="waiting"):
        st.markdown(f"**{markdown_text(draft.title)}** waits on Data: {todo}.")
        st.page_link(DATA, label="Go to Data", icon=":material/table_chart:")
