"""Data: choose a table, mend it, look at it."""

from components.router import ensure_routed

ensure_routed()

from components.data_page.page import show_data_page  # noqa: E402 - the page is set up first

show_data_page()
