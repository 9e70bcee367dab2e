"""What every page begins and ends with, whichever it is."""

from __future__ import annotations

from streamlit.navigation.page import StreamlitPage

from components.legibility import mend_page_style
from components.one_entry import keep_one_entry
from components.polling import note_address
from components.runs.visit import welcome
from components.scene import enter_page
from components.theme_watch import follow_theme


def run_framed(page: StreamlitPage, number: int | None) -> None:
    """Run a page inside its frame.

    Parameters
    ----------
    page
        The page that the address names.
    number
        Its place among the pages.
    """
    enter_page(number)
    note_address()
    mend_page_style()
    follow_theme()
    keep_one_entry()
    welcome()
    page.run()
    # A page may have named in the address what it chose by itself.
    note_address()
