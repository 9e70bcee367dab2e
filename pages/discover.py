"""Discover: choose data and a measure, run, and watch the graph being found."""

from components.router import ensure_routed

ensure_routed()

from components.discover.page import show_discover  # noqa: E402 - the page is set up first

show_discover()
