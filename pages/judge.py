"""Judge: is this graph right, and how does it differ from others."""

from components.router import ensure_routed

ensure_routed()

from components.judge.page import show_judge  # noqa: E402 - the page is set up first

show_judge()
