"""Replay: a run as a lesson, one decision at a time."""

from components.router import ensure_routed

ensure_routed()

from components.replay.page import show_replay  # noqa: E402 - the page is set up first

show_replay()
