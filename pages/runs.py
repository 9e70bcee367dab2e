"""Runs: every run of this store, newest first."""

from components.router import ensure_routed

ensure_routed()

from components.runs.table import show_runs  # noqa: E402 - the page is set up first

show_runs()
