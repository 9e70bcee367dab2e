"""Learn: the method in pictures, how to read its result, and what it rests on."""

from components.router import ensure_routed

ensure_routed()

from components.learn.page import show_learn  # noqa: E402 - the page is set up first

show_learn()
